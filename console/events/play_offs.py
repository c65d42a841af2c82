"""Who must play off, and where they do: V12, V20 to V22, V27, V28; when a stage is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from typing import NamedTuple

from console.events import elimination, round_robin, roundless
from console.events.actions import CallDuel
from console.events.options import (
    Elimination,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Strikes,
    Swiss,
)
from console.events.out import strikes_of
from console.events.standings import equal_at, standings
from console.events.state import EventDuel, EventState, StageState


class PlayOffDue(NamedTuple):
    """These are equal where it matters; ``match``: in this match of an elimination."""

    persons: tuple[int, ...]
    match: int | None

    def same(self, other: PlayOffDue | EventDuel) -> bool:
        """Is it between the same persons, over the same?"""
        return self.match == other.match and set(self.persons) == set(other.persons)


def play_offs_due(state: EventState) -> list[PlayOffDue]:
    """Who must play off (V20, V21, V22, V27); empty while matches are open."""
    if not state.stages or any(not m.over for m in state.matches_of(len(state.stages) - 1)):
        return []
    stage = state.stages[-1]
    if isinstance(stage.format, Elimination | GroupElimination):
        due = elimination.equal_in_matches(state, stage)
        if due:
            return [PlayOffDue(persons, number) for number, persons in due.items()]
    if not is_over(state, stage):
        return []
    if len(state.stages) == len(state.options.stages):
        return [PlayOffDue(persons, None) for persons in _prizes_shared(state)]
    equal = equal_at(state, stage.number, stage.format.through)
    return [PlayOffDue(tuple(equal), None)] if equal else []


def _prizes_shared(state: EventState) -> list[tuple[int, ...]]:
    """Those present who share one of the places that are nobody's with another (V27)."""
    rows = [row for row in standings(state) if row.place <= state.options.prizes]
    shared = groupby((row for row in rows if not row.out), key=lambda row: row.place)
    groups = (tuple(row.person for row in equal) for _, equal in shared)
    return [group for group in groups if len(group) > 1]


def open_duels(state: EventState) -> list[EventDuel]:
    """Those that are to be played now, one for each who must play off, once they are called."""
    if not state.duels:
        return []
    free = state.free_tables()
    found = []
    for due in play_offs_due(state):
        called = [d for d in state.duels if d.stage == state.stages[-1].number and due.same(d)]
        if called and called[-1].table in free:
            found.append(called[-1])
    return found


def duel_calls(
    state: EventState, pads: Mapping[int, int], silent: Collection[int] = ()
) -> list[CallDuel]:
    """Where those go who must play off and have no table for it, or a ``silent`` one. ``pads``: for
    how many hands each table that is here has a pad now; at any other a duel may be under way.
    Whoever is not there plays no duel."""
    if state.paused or state.ended:
        return []
    duels, free, calls = open_duels(state), state.free_tables(), []
    taken = {duel.table for duel in duels}
    for due in play_offs_due(state):
        hands = len(due.persons)
        fit = [table for table in free if pads.get(table, 0) >= hands]
        called = next((duel.table for duel in duels if due.same(duel)), None)
        stands = called is not None and called not in silent and pads.get(called, hands) >= hands
        there = all(state.people[person].present for person in due.persons)
        fit = [table for table in fit if table not in taken]
        if there and fit and not stands:
            own = None if due.match is None else state.matches[due.match].table
            table = own if own in fit else fit[0]
            taken.add(table)
            calls.append(CallDuel(due.persons, table, due.match))
    return calls


# -- when a stage is over --------------------------------------------------------------------------


def is_over(state: EventState, stage: StageState) -> bool:
    """Has this stage no further round? Its matches may still be open."""
    rounds_n = len(stage.rounds)
    match stage.format:
        case Swiss(rounds=most) | GroupSwiss(rounds=most):
            return rounds_n >= most
        case RoundRobin():
            return rounds_n >= round_robin.rounds_n(stage)
        case Elimination():
            return elimination.tree_over(stage)
        case GroupElimination():
            return elimination.groups_over(stage)
        case Strikes():
            return len(alive(state, stage)) < max(2, state.options.sizes.least)
        case Roundless():
            return bool(rounds_n) and not roundless.waiting(state, stage)


def all_played(state: EventState) -> bool:
    """Has the event no further match and no play-off? Its standing is final then."""
    if not state.stages or len(state.stages) < len(state.options.stages):
        return False
    stage = state.stages[-1]
    still = any(not match.over for match in state.matches_of(stage.number))
    return not still and is_over(state, stage) and not play_offs_due(state)


def in_stage(state: EventState, stage: StageState) -> list[int]:
    """Those present who belong to it."""
    if not stage.number:
        return state.present()
    return [person for person in stage.seeding if state.people[person].present]


def alive(state: EventState, stage: StageState) -> list[int]:
    """Those present who have fewer strikes than the limit (V18)."""
    assert isinstance(stage.format, Strikes)
    strikes = strikes_of(state, stage)
    return [p for p in in_stage(state, stage) if strikes[p] < stage.format.strikes]
