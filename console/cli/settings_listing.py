"""Settings as text and as JSON lines for ``khvatka service``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from console.i18n import Words
from console.service.adjustments import Adjusted
from console.settings.declared import SETTINGS
from console.settings.kinds import Whole
from console.settings.setting import Setting
from console.terminal.columns import blocks, json_line


def settings_lines(words: Words, adjusted: Adjusted, most: int | None) -> Iterator[str]:
    """Every setting with its value and range; a star marks what was changed. In lines of at most
    ``most`` columns."""
    rows = []
    for known in SETTINGS.values():
        value = known.kind.shown(words, adjusted[known.key])
        star = "*" if known.key in adjusted.given else " "
        rows.append((star, known.key, value, words._(known.label), known.kind.typed(words)))
    told = blocks(rows, most)
    for group, members in groupby(SETTINGS.values(), key=lambda known: known.group):
        yield words._(group)
        for _ in members:
            yield from next(told)


def setting_lines(words: Words, known: Setting, adjusted: Adjusted) -> Iterator[str]:
    """One setting in full."""
    kind = known.kind
    yield f"{known.key}: {kind.shown(words, adjusted[known.key])}"
    yield f"{words._(known.label)}. {words._(known.help)}"
    yield words._("Range: {limits}; default: {default}").format(
        limits=kind.typed(words), default=kind.shown(words, known.default)
    )


def setting_json(words: Words, known: Setting, adjusted: Adjusted) -> str:
    """One setting as a JSON object."""
    return json_line(
        {
            "key": known.key,
            "group": words._(known.group),
            "label": words._(known.label),
            "help": words._(known.help),
            "type": known.kind.type,
            "range": known.kind.range,
            "unit": known.kind.unit.name if isinstance(known.kind, Whole) else None,
            "default": known.default,
            "value": adjusted[known.key],
            "changed": known.key in adjusted.given,
        }
    )
