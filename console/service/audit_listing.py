"""Audits and hints as text for ``khvatka service``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from console.columns import titled
from console.games.registry import name_of
from console.i18n import N_, Words
from console.service.audits import Audits, ButtonAudit
from console.service.hints import SIGNS, Hint
from console.service.refusals import HEADS, REFUSED, refusal_rows

_BUTTON_HEADS: Final = (
    N_("Button"),
    N_("Presses"),
    N_("Bounces"),
    N_("A press"),
    N_("Last edge"),
    N_("Games unseen"),
)


def audit_lines(words: Words, audits: Audits, most: int | None) -> Iterator[str]:
    """What the table was used for, in tables of at most ``most`` columns."""
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
        most,
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
                words._(name_of(g.game)),
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
        yield from _table(words, most, heads, seats)
    if audits.buttons:
        yield ""
        yield from _table(words, most, _BUTTON_HEADS, [_button(words, b) for b in audits.buttons])
    if audits.refusals:
        yield ""
        yield words._(REFUSED)
        yield from _table(words, most, HEADS, refusal_rows(words, audits.refusals))


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


def _table(
    words: Words, most: int | None, heads: Sequence[str], rows: Sequence[Sequence[Any]]
) -> Iterator[str]:
    cells = [[str(cell) for cell in row] for row in rows]
    return titled([words._(head) for head in heads], cells, most)
