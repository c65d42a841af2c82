"""Whatever is done to an event: V1, V2, V4, V9, V14. Random logs with people who leave, come late,
results that are wrong, tables that fail, rounds that are withdrawn."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import decoded
from console.events.options import (
    POINT,
    Elimination,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Stage,
    Strikes,
    Swiss,
)
from console.events.running import RunningEvent
from console.events.seats import calls
from console.events.standings import final_standings, standings
from console.events.tally import Tally
from console.events.why import faults, why
from drivers.errors import ConfigError
from tests.console.events.evenings import CHAOS, begun
from tests.console.events.judge import pairings

STAGES: tuple[tuple[Stage, ...], ...] = (
    (Swiss(rounds=4),),
    (GroupSwiss(rounds=4, size=4),),
    (RoundRobin(pools=2),),
    (Strikes(size=2),),
    (Strikes(size=4),),
    (Roundless(matches=3),),
    (Elimination(third_place=True),),
    (GroupElimination(size=4),),
    (Swiss(rounds=2, best_of=3, through=4), Elimination(best_of=2)),
)


def anything(event: RunningEvent, lots: random.Random) -> do.EventAction:
    """Something that somebody might do now, sensible or not."""
    state = event.state
    person, table = lots.randrange(12), lots.randrange(4)
    matches = list(state.matches.values())
    match = lots.choice(matches) if matches else None
    number = match.number if match else 3
    persons = list(match.left) if match else [0, 1]
    lots.shuffle(persons)
    places = tuple(range(1, len(persons) + 1))
    game = lots.randrange(2) if lots.random() < 0.3 else 0
    rare: list[do.EventAction] = [
        do.Enter(f"N{event.lines_n}"),
        do.DropOut(person),
        do.ComeBack(person),
        do.TableOut(table),
        do.TableIn(table),
        do.FixTable(person, table),
        do.NoShow(number, persons[0] if persons else 0),
        do.Forfeit(number, person),
        do.WithdrawRound(lots.randrange(4)),
        do.SwapPersons(person, lots.randrange(12)),
        do.CallMatch(number, table),
        do.BeginMatch(number),
        do.Correct(number, tuple(persons), places, game),
        do.PlayOff(tuple(persons), number),
        do.Undo(lots.randrange(max(1, event.lines_n))),
    ]
    usual: list[do.EventAction] = [do.Report(number, tuple(persons), places, game)] * 12
    return lots.choice(rare + usual)


def check(event: RunningEvent) -> None:
    """What always holds."""
    state = event.state
    for stage in state.stages:
        tally = Tally(state, stage.number)
        over = [m for m in state.matches_of(stage.number) if m.over]
        byes = [bye for drawn in stage.rounds for bye in drawn.byes]
        # a match gives at most half a point for each two in it; nothing comes from nowhere
        most = sum(len(m.persons) * POINT // 2 for m in over) + sum(bye.credit for bye in byes)
        assert 0 <= sum(tally.points.values()) <= most
        for drawn in stage.rounds:
            there = [p for n in drawn.matches for p in state.matches[n].persons]
            there += [bye.person for bye in drawn.byes]
            assert len(set(there)) == len(there)
        rows = standings(state, stage.number)
        assert sorted(row.person for row in rows) == sorted(set(state.field(stage.number)))
        places = [row.place for row in rows]
        assert places == sorted(places)
        assert all(place == 1 + sum(p < place for p in places) for place in places)
    people = [row.person for row in final_standings(state)]
    assert len(set(people)) == len(people)
    tables = [m.table for m in state.open_matches() if m.table is not None]
    assert len(set(tables)) == len(tables)
    assert all(state.tables[table].working for table in tables)
    for match in state.matches.values():
        assert str(why(state, match.number))
        assert match.over == (match.over_ms is not None)
    assert all(map(str, faults(state)))


@pytest.mark.slow
@pytest.mark.parametrize("stages", STAGES, ids=lambda stages: type(stages[0]).__name__)
@given(seed=st.integers(0, 10**9), people=st.integers(2, 11))
@settings(max_examples=8, deadline=None, derandomize=True)
def test_any_log_holds_together_v1_v2_v4(stages: tuple[Stage, ...], seed: int, people: int) -> None:
    lots = random.Random(seed)
    event = begun(people, *stages, sizes=CHAOS, tables=3, seed=seed)
    for _ in range(60):
        action: do.EventAction
        try:
            action = proposed(event.state) if lots.random() < 0.3 else anything(event, lots)
            event.take(action, 1000 * event.lines_n, "somebody")
        except ConfigError:
            continue
        for call in calls(event.state):
            event.take(call, 1000 * event.lines_n, "desk")
    check(event)
    again = RunningEvent(decoded(event.log.encoded()))
    assert again.state == event.state


@given(seed=st.integers(0, 10**9), people=st.integers(6, 13))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_nobody_has_a_second_bye_or_opponent_while_that_can_be_avoided_v14(
    seed: int, people: int
) -> None:
    """Judged without weights: by a pairing that avoids both, if there is one."""
    lots = random.Random(seed)
    event = begun(people, Swiss(rounds=5), seed=seed)
    for number in range(min(5, people - 1) if people < 10 else 3):
        tally = Tally(event.state, 0)
        drawn = proposed(event.state)
        met = [pair for m in drawn.matches for pair in combinations(sorted(m.persons), 2)]
        if any(tally.met[pair] for pair in met):
            assert people < 10
            assert all(
                any(tally.times_met(*pair) for pair in pairing if len(pair) == 2)
                for pairing in pairings(event.state.present())
            )
        event.take(drawn, number, "")
        for match in list(event.state.open_matches()):
            order = tuple(lots.sample(match.persons, 2))
            event.take(do.Report(match.number, order, (1, 2)), number, "")
