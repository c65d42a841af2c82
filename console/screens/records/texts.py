"""What is said of records and ratings; the command line says the same."""

from __future__ import annotations

from typing import Any

from console.i18n import Words
from console.screens.menu_texts import menu_label, menu_value
from console.screens.texts import with_error
from console.table.record_values import SHORTEST, RecordKind
from console.table.view import MenuRow


def kind_title(words: Words, kind: RecordKind, measure: str | None = None) -> str:
    """What a record is called; ``measure`` tells what a game's best result counts, None where it
    is not known: the game is no longer installed."""
    if kind is RecordKind.RESULT:
        return {
            "duels": words._("Most duels won"),
            "lead": words._("Biggest lead"),
            "points": words._("Most points"),
            "pieces": words._("Most pieces left"),
            None: words._("Best result"),
        }[measure]
    return {
        RecordKind.REACTION: words._("Best reaction"),
        RecordKind.CLOSEST: words._("Closest win"),
        RecordKind.CLEANEST: words._("Cleanest match"),
        RecordKind.WINS: words._("Most wins"),
    }[kind]


def figure_words(
    words: Words, kind: RecordKind, measure: str | None, value: int, error: int
) -> str:
    """The figure itself: a time with its uncertainty, or a count."""
    if kind in SHORTEST:
        return with_error(words, value, error)
    points = words.n("{count} point", "{count} points", value)
    what = "duels" if kind is RecordKind.CLEANEST else measure
    text = {
        "duels": words.n("{count} duel", "{count} duels", value),
        "pieces": words.n("{count} piece left", "{count} pieces left", value),
        "lead": points,
        "points": points,
        None: points,
    }[what]
    return text.format(count=value)


def option_words(words: Words, key: str, value: Any) -> str:
    """A house option and its value."""
    row = MenuRow(key, value)
    return f"{menu_label(words, row)}: {menu_value(words, row)}"
