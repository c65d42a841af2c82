"""Audits and hints as text, for ``khvatka service`` and for the menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from console.games.registry import name_of
from console.i18n import N_, Words
from console.service.audits import Audits, ButtonAudit
from console.service.hints import SIGNS, Hint
from console.service.refusals import HEADS, REFUSED, refusal_rows
from console.terminal.columns import titled

TextRows = list[tuple[str, ...]]
GAME_HEADS: Final = (
    N_("Game"),
    N_("Matches"),
    N_("To the end"),
    N_("Broken off"),
    N_("In the first minute"),
    N_("Minutes"),
)
SEAT_HEADS: Final = (N_("Seat"), N_("Matches"), N_("With a person"), N_("Presses"))
BUTTON_HEADS: Final = (
    N_("Button"),
    N_("Presses"),
    N_("Bounces"),
    N_("Last signal"),
    N_("Games unseen"),
)


def game_rows(words: Words, audits: Audits) -> TextRows:
    """A row for each game."""
    return [
        (
            words._(name_of(g.game)),
            *map(str, (g.plays, g.finished, g.abandoned, g.left_early)),
            words.number(g.minutes),
        )
        for g in audits.games
    ]


def seat_rows(words: Words, audits: Audits) -> TextRows:
    """A row for each seat."""
    return [(_seat(words, s.seat), *map(str, (s.plays, s.people, s.presses))) for s in audits.seats]


def button_rows(words: Words, audits: Audits) -> TextRows:
    """A row for each button."""
    return [
        (
            f"{_seat(words, b.seat)} {SIGNS[b.button]}",
            *map(str, (b.presses, b.bounces)),
            _minute(words, b.last_edge),
            str(b.unseen_games),
        )
        for b in audits.buttons
    ]


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
    games = zip(game_rows(words, audits), audits.games, strict=True)
    hours = [(*row, _hours(game.hours)) for row, game in games]
    yield from _table(words, most, (*GAME_HEADS, N_("By hour")), hours)
    if audits.seats:
        yield ""
        yield from _table(words, most, SEAT_HEADS, seat_rows(words, audits))
    if audits.buttons:
        yield ""
        rows = zip(button_rows(words, audits), audits.buttons, strict=True)
        wear = [(*row[:3], _bounces(words, button), *row[3:]) for row, button in rows]
        yield from _table(words, most, (*BUTTON_HEADS[:3], N_("A press"), *BUTTON_HEADS[3:]), wear)
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


def _minute(words: Words, time: str | None) -> str:
    """An ISO 8601 time to the minute; a dash for None."""
    return "–" if time is None else f"{words.day(time)} {time[11:16]}"


def _hours(hours: Sequence[int]) -> str:
    return ", ".join(f"{hour:02}: {plays}" for hour, plays in enumerate(hours) if plays)


def _seat(words: Words, seat: int) -> str:
    return words._("Seat {number}").format(number=seat + 1)


def _bounces(words: Words, button: ButtonAudit) -> str:
    """How many a press."""
    return words.number(button.bounces / button.presses) if button.presses else "–"


def hint_lines(words: Words, hints: Iterable[Hint]) -> Iterator[str]:
    """A hint a line, or that there is none."""
    told = [hint.text(words) for hint in hints]
    yield from told or [words._("Nothing to look at: all is well.")]


def _table(
    words: Words, most: int | None, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> Iterator[str]:
    return titled([words._(head) for head in heads], rows, most)
