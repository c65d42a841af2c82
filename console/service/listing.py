"""Settings, audits and hints as text and as JSON lines for ``khvatka service``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from console.i18n import N_, Words
from console.service.adjustments import ADJUSTMENTS, GAME_LABELS, Adjusted, Adjustment
from console.service.audits import Audits, ButtonAudit
from console.service.hints import SIGNS, Hint


def settings_lines(words: Words, adjusted: Adjusted) -> Iterator[str]:
    """Every setting with its value and range; a star marks what was changed."""
    rows = []
    for known in ADJUSTMENTS.values():
        value = known.kind.shown(words, adjusted[known.key])
        star = "*" if known.key in adjusted.given else " "
        rows.append((star, known.key, value, words._(known.label), known.kind.typed(words)))
    lines = columns(rows)
    for group, members in groupby(ADJUSTMENTS.values(), key=lambda known: known.group):
        yield words._(group)
        yield from (next(lines) for _ in members)


def setting_lines(words: Words, known: Adjustment, adjusted: Adjusted) -> Iterator[str]:
    """One setting in full."""
    kind = known.kind
    yield f"{known.key}: {kind.shown(words, adjusted[known.key])}"
    yield f"{words._(known.label)}. {words._(known.help)}"
    yield words._("Range: {limits}; default: {default}").format(
        limits=kind.typed(words), default=kind.shown(words, known.default)
    )


def setting_json(words: Words, known: Adjustment, adjusted: Adjusted) -> str:
    """One setting as a JSON object."""
    return _json(
        {
            "key": known.key,
            "group": words._(known.group),
            "label": words._(known.label),
            "help": words._(known.help),
            "type": known.kind.type,
            "range": known.kind.range,
            "default": known.default,
            "value": adjusted[known.key],
            "changed": known.key in adjusted.given,
        }
    )


def audit_lines(words: Words, audits: Audits) -> Iterator[str]:
    """What the table was used for, in tables."""
    yield " · ".join(sums(words, audits, audits.since))
    if audits.unreadable:
        yield words.n(
            "{count} match in the log is damaged and was left out",
            "{count} matches in the log are damaged and were left out",
            audits.unreadable,
        ).format(count=audits.unreadable)
    yield ""
    yield from _table(
        words,
        (
            N_("Game"),
            N_("Matches"),
            N_("To the end"),
            N_("Broken off"),
            N_("In the first minute"),
            N_("Minutes"),
            N_("By hour"),
        ),
        [
            (
                words._(GAME_LABELS.get(g.game, g.game)),
                str(g.plays),
                str(g.finished),
                str(g.abandoned),
                str(g.left_early),
                words.number(g.minutes),
                _hours(g.hours),
            )
            for g in audits.games
        ],
    )
    if audits.seats:
        yield ""
        seats = [(_seat(words, s.seat), s.plays, s.people, s.presses) for s in audits.seats]
        heads = (N_("Seat"), N_("Matches"), N_("With a person"), N_("Presses"))
        yield from _table(words, heads, seats)
    if audits.buttons:
        yield ""
        yield from _table(words, _BUTTON_HEADS, [_button(words, b) for b in audits.buttons])


_BUTTON_HEADS: Final = (
    N_("Button"),
    N_("Presses"),
    N_("Bounces"),
    N_("A press"),
    N_("Last edge"),
    N_("Games unseen"),
)


def sums(words: Words, audits: Audits, since: str | None) -> tuple[str, ...]:
    """The table's use in short: since which day (ISO date, None: not told), plays, minutes."""
    day = () if since is None else (words._("since {day}").format(day=words.day(since)),)
    return (
        *day,
        words.n("{count} match", "{count} matches", audits.plays).format(count=audits.plays),
        words._("to the end: {count}").format(count=audits.finished),
        words._("broken off: {count}").format(count=audits.abandoned),
        words._("{number} minutes of play").format(number=words.number(audits.minutes)),
    )


def minute(words: Words, time: str | None) -> str:
    """An ISO 8601 time to the minute; a dash for None."""
    return "–" if time is None else f"{words.day(time)} {time[11:16]}"


def _hours(hours: Sequence[int]) -> str:
    return ", ".join(f"{hour:02}: {plays}" for hour, plays in enumerate(hours) if plays)


def _seat(words: Words, seat: int) -> str:
    return words._("Seat {number}").format(number=seat + 1)


def _button(words: Words, button: ButtonAudit) -> tuple[Any, ...]:
    presses = button.presses
    return (
        f"{_seat(words, button.seat)} {SIGNS[button.button]}",
        presses,
        button.bounces,
        words.number(button.bounces / presses) if presses else "–",
        minute(words, button.last_edge),
        button.unseen_games,
    )


def hint_lines(words: Words, hints: Iterable[Hint]) -> Iterator[str]:
    """A hint a line, or that there is none."""
    told = [hint.text(words) for hint in hints]
    yield from told or [words._("Nothing to look at: all is well.")]


def _table(words: Words, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    titled = [tuple(words._(head) for head in heads), *rows]
    return columns([[str(cell) for cell in row] for row in titled])


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells as aligned lines."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
