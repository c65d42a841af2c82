"""What a table is told of the event, and what its results mean to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from console.events.actions import CallMatch, DrawRound, PlayOff, Report
from console.events.apply import entry_open
from console.events.log import Logged
from console.events.play_offs import open_duels, play_offs_due
from console.events.seats import waiting
from console.events.state import EventDuel, EventMatch, EventState
from console.link.messages import Assignment, NextUp, Placed, ResultSent, TableState
from drivers.errors import ConfigError

MOST_NEXT: Final = 3
"""So many who wait are told to each table."""


class Assigned:
    """What all tables are told, computed at once; ``of`` one of them."""

    def __init__(self, state: EventState, event: str, version: int) -> None:
        self._state, self._event, self._version = state, event, version
        self._match_at = {m.table: m for m in state.open_matches() if m.table is not None}
        self._duel_at = {} if state.ended else {d.table: d for d in open_duels(state)}
        self._entry_open = entry_open(state)
        self._next = tuple(
            NextUp(tuple(map(state.name, match.persons))) for match in waiting(state)[:MOST_NEXT]
        )

    def of(self, table: int | None, desks: tuple[str, ...], *, entry: bool) -> TableState:
        """A table's state; None, or none of the event's: it is not let in yet. ``entry``: one may
        sign up at tables."""
        state, options = self._state, self._state.options
        told = TableState(
            version=self._version,
            event=self._event,
            name=options.name,
            game=options.game,
            desks=desks,
            paused=state.paused,
            ended=state.ended,
        )
        if table not in state.tables:
            return told
        return TableState(
            version=self._version,
            event=self._event,
            name=options.name,
            game=options.game,
            table=table,
            table_name=state.table_name(table),
            desks=desks,
            match=self._assignment(table),
            next=self._next,
            entry_open=entry and self._entry_open,
            paused=state.paused,
            ended=state.ended,
        )

    def _assignment(self, table: int) -> Assignment | None:
        state = self._state
        if (match := self._match_at.get(table)) is not None:
            return _of_match(state, match)
        duel = self._duel_at.get(table)
        if duel is None:
            return None
        return Assignment(
            match=duel_match(duel),
            game=state.options.game,
            persons=_placed(state, duel.persons),
            stage=duel.stage + 1,
            round=len(state.stages[duel.stage].rounds),
        )


def _of_match(state: EventState, match: EventMatch) -> Assignment:
    best_of = state.stages[match.stage].format.best_of
    games = dict(match.games)
    return Assignment(
        match=match.number,
        game=state.options.game,
        options=state.options.rules,
        persons=tuple(
            placed for placed in _placed(state, match.persons) if placed.person in match.left
        ),
        stage=match.stage + 1,
        round=match.round + 1,
        game_n=next(number for number in range(best_of + 1) if number not in games),
        best_of=best_of,
        won=tuple(
            sum(places[seat] == 1 for places in games.values())
            for seat, person in enumerate(match.persons)
            if person in match.left
        ),
    )


def _placed(state: EventState, persons: Iterable[int]) -> tuple[Placed, ...]:
    return tuple(Placed(person, state.name(person), seat) for seat, person in enumerate(persons))


def duel_match(duel: EventDuel) -> int:
    """The number by which a table knows a duel: below 0, as no match's is."""
    return -1 - duel.number


def check_free(sent: ResultSent) -> None:
    """Raises ConfigError for what is no result of free play."""
    named = sent.plays and sent.plays.isprintable()
    of_places = sent.places and set(sent.places) <= set(range(1, 9))
    if sent.persons or sent.photo is not None or not (named and of_places):
        raise ConfigError("this is no result of free play: it has a game, places and no names")


def action_of(state: EventState, lines: Sequence[Logged], sent: ResultSent) -> Report | PlayOff:
    """What a result of a match means. Raises ConfigError for what was never to be played there."""
    assert sent.match is not None
    if sent.match < 0:
        return _play_off(state, sent)
    match = state.match(sent.match)
    if match.table != sent.table and (match.number, sent.table) not in _called(lines):
        raise ConfigError(
            "match {number} was never called to table {table}",
            number=match.number + 1,
            table=state.table_name(sent.table),
        )
    return Report(sent.match, sent.persons, sent.places, sent.game, sent.id, sent.digest)


def _play_off(state: EventState, sent: ResultSent) -> PlayOff:
    duel = next((duel for duel in state.duels if duel_match(duel) == sent.match), None)
    if duel is None or duel.table != sent.table or set(duel.persons) != set(sent.persons):
        raise ConfigError(
            "no such duel was ever called to table {table}", table=state.table_name(sent.table)
        )
    if not any(due.same(duel) for due in play_offs_due(state)):
        raise ConfigError(
            "they need no duel any more: it was decided otherwise, or a result was corrected"
        )
    if sorted(sent.places) != list(range(1, len(sent.persons) + 1)):
        raise ConfigError("a play-off leaves nobody equal: play it again")
    order = sorted(zip(sent.places, sent.persons, strict=True))
    return PlayOff(tuple(person for _, person in order), duel.match)


def _called(lines: Iterable[Logged]) -> set[tuple[int, int]]:
    """Which match was ever called to which table: results come late, and matches move."""
    found, number = set(), 0
    for line in lines:
        match line.action:
            case DrawRound(matches=matches):
                for drawn in matches:
                    if drawn.table is not None:
                        found.add((number, drawn.table))
                    number += 1
            case CallMatch(match=match, table=table):
                found.add((match, table))
    return found
