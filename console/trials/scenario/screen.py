"""What a screen says, without a pixel: its view as plain values, and the texts that stand on it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import (
    choice_words,
    death_words,
    fault_word,
    figures,
    special_words,
    trouble_words,
    verdict_words,
    voided_words,
)
from console.table.chaos.view import PlayView
from console.table.lobby.view import StartView
from console.table.view import EndView, View

MISSING: Final = object()


def plain(view: View) -> dict[str, Any]:
    """The view's fields as lists, dicts and numbers; ``kind`` is the name of its class."""
    return {"kind": type(view).__name__, **msgspec.json.decode(msgspec.json.encode(view))}


def at_path(fields: Any, path: str) -> Any:
    """What stands at a dotted path, MISSING if there is nothing; ``#`` counts a list."""
    for step in path.split("."):
        if step == "#" and isinstance(fields, list):
            fields = len(fields)
        elif isinstance(fields, list) and step.lstrip("-").isdecimal():
            at = int(step)
            fields = fields[at] if -len(fields) <= at < len(fields) else MISSING
        elif isinstance(fields, dict):
            fields = fields.get(step, MISSING)
        else:
            return MISSING
    return fields


def texts(view: View, words: Words, seat: int | None) -> list[str]:
    """The sentences on the screen; only those of a seat's own strip if one is given."""
    if isinstance(view, PlayView | StartView | EndView):
        strips = [s for s in view.seats if seat in (None, s.seat)]
        own = [fault_word(words, s.fault) for s in strips if s.fault is not None]
        if seat is not None:
            return own
        return own + (_notices(view, words) if isinstance(view, PlayView) else [])
    return []


def _notices(view: PlayView, words: Words) -> list[str]:
    """What stands in the middle."""
    found: list[str] = []
    if view.trouble is not None:
        found += trouble_words(words, view.trouble)
    if view.verdict is not None:
        found.append(verdict_words(words, view.verdict))
        found += [text for _, text in figures(words, view.verdict)]
    if view.sudden_death is not None:
        found += death_words(words, view.sudden_death)
    if view.special is not None and view.choice is None:
        found += special_words(words, view.special)
    if view.choice is not None:
        found.append(choice_words(words, seat_name(words, view.choice.seat)))
    if view.voided:
        found += voided_words(words, view.voided)
    return found
