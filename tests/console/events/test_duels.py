"""Who must play off, and at which pad: V12, V20 to V22, V27, V28."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import decoded
from console.events.options import Elimination, GroupSwiss, Stage, Strikes, Swiss
from console.events.play_offs import duel_calls, open_duels, play_offs_due
from console.events.running import RunningEvent
from console.events.standings import final_standings, standings
from drivers.errors import ConfigError
from tests.console.events.evenings import CHAOS, begun, draw, play, report, take

A, B, C, D = range(4)
PADS = {0: 4, 1: 4, 2: 0}


def tied(*places: int, **told: int) -> RunningEvent:
    """An only round of a group, with these places, at three tables."""
    event = begun(
        len(places),
        GroupSwiss(rounds=1, size=len(places)),
        sizes=CHAOS,
        tables=3,
        seeding="entry",
        **told,
    )
    match = draw(event)[0]
    take(event, do.Report(match.number, tuple(range(len(places))), places))
    return event


def due(event: RunningEvent) -> list[set[int]]:
    return [set(each.persons) for each in play_offs_due(event.state)]


def call(event: RunningEvent, pads: dict[int, int] = PADS) -> list[do.CallDuel]:
    found = duel_calls(event.state, pads)
    take(event, *found)
    return found


@pytest.mark.parametrize(
    ("places", "prizes", "equal"),
    [
        ((1, 1, 3, 4), 1, [{A, B}]),
        ((1, 1, 3, 4), 0, []),
        ((1, 2, 2, 4), 1, []),
        ((1, 2, 2, 4), 2, [{B, C}]),
        ((1, 1, 3, 3), 3, [{A, B}, {C, D}]),
        ((1, 2, 3, 3), 2, []),
        ((1, 1, 1, 1), 2, [{A, B, C, D}]),
    ],
)
def test_the_first_places_are_nobody_s_with_another_v27(
    places: tuple[int, ...], prizes: int, equal: list[set[int]]
) -> None:
    assert due(tied(*places, prizes=prizes)) == equal


def test_who_shares_a_prize_has_it_alone_after_the_play_off_v27() -> None:
    event = tied(1, 1, 3, 4)
    take(event, do.PlayOff((B, A)))
    assert [(r.person, r.place) for r in final_standings(event.state)][:2] == [(B, 1), (A, 2)]
    assert due(event) == []


def test_an_elimination_s_third_place_too_v27() -> None:
    event = begun(4, Elimination(), seeding="entry", prizes=3)
    for _ in range(2):
        for match in draw(event):
            report(event, match.number, *sorted(match.persons))
    (equal,) = due(event)
    assert equal == {C, D}


def test_who_has_left_keeps_nobody_waiting_v12() -> None:
    event = tied(1, 1, 1, 4)
    take(event, do.DropOut(A))
    assert due(event) == [{B, C}]
    take(event, do.PlayOff((C, B)))
    rows = [(row.person, row.place) for row in standings(event.state)]
    assert rows == [(C, 1), (B, 2), (A, 3), (D, 4)]
    assert due(event) == []


def test_at_the_line_of_a_stage_too_v12_v22() -> None:
    event = begun(
        4, GroupSwiss(rounds=1, size=4, through=2), Swiss(rounds=1), sizes=CHAOS, seeding="entry"
    )
    draw(event)
    take(event, do.Report(0, (A, B, C, D), (1, 2, 2, 2)), do.DropOut(B))
    assert due(event) == [{C, D}]
    take(event, do.PlayOff((D, C)))
    assert set(proposed(event.state).seeding) == {A, D}


def test_a_duel_goes_to_a_table_with_a_pad_v28() -> None:
    event = tied(1, 1, 3, 3, prizes=3)
    assert duel_calls(event.state, {}) == []
    assert duel_calls(event.state, {2: 1, 1: 0}) == [], "a petal for each"
    assert [c.table for c in call(event)] == [0, 1]
    assert [(d.number, d.table) for d in open_duels(event.state)] == [(0, 0), (1, 1)]
    assert call(event) == [], "they are called"
    take(event, do.PlayOff((A, B)))
    assert [(d.number, d.table) for d in open_duels(event.state)] == [(1, 1)], "it stays there"


def test_the_match_s_own_table_is_the_first_choice_v28() -> None:
    event = begun(4, Elimination(), tables=3, seeding="entry")
    matches = draw(event)
    for match in matches:
        take(event, do.Report(match.number, match.persons, (1, 1)))
    own = {match.number: match.table for match in matches}
    assert {c.match: c.table for c in call(event, dict.fromkeys(range(3), 2))} == own


def test_a_duel_whose_pad_or_table_fails_is_called_elsewhere_v28() -> None:
    event = tied(1, 1, 3, 4)
    call(event)
    assert [c.table for c in call(event, {0: 1, 1: 4})] == [1]
    take(event, do.TableOut(1))
    assert open_duels(event.state) == []
    assert [c.table for c in call(event)] == [0]
    assert [d.number for d in open_duels(event.state)] == [2]


def test_a_duel_at_a_table_that_fell_silent_stands_until_it_is_moved_v28() -> None:
    """It may be under way there."""
    event = tied(1, 1, 3, 4)
    (called,) = call(event)
    left = {table: hands for table, hands in PADS.items() if table != called.table}
    assert duel_calls(event.state, left) == []
    (moved,) = duel_calls(event.state, left, [called.table])
    assert moved.table in left


def test_who_is_not_there_plays_no_duel_v28() -> None:
    event = begun(2, Elimination(), tables=1, seeding="entry")
    draw(event)
    take(event, do.Report(0, (A, B), (1, 1)), do.DropOut(B))
    assert due(event) == [{A, B}]
    assert duel_calls(event.state, PADS) == []


@pytest.mark.parametrize("rest", [do.Pause(), do.End()])
def test_while_the_event_rests_nobody_is_called_v6_v28(rest: do.EventAction) -> None:
    event = tied(1, 1, 3, 4)
    (duel,) = duel_calls(event.state, PADS)
    take(event, rest)
    assert duel_calls(event.state, PADS) == []
    with pytest.raises(ConfigError, match=r"has ended|is paused"):
        take(event, duel)


def test_what_cannot_be_called_is_refused_v28() -> None:
    event = tied(1, 1, 3, 3, prizes=3)
    with pytest.raises(ConfigError, match="nobody has to play off so"):
        take(event, do.CallDuel((A, C), 0))
    take(event, do.CallDuel((A, B), 0))
    with pytest.raises(ConfigError, match="is not free"):
        take(event, do.CallDuel((C, D), 0))
    take(event, do.TableOut(1))
    with pytest.raises(ConfigError, match="is not free"):
        take(event, do.CallDuel((C, D), 1))


def test_a_correction_voids_a_duel_and_its_number_is_never_given_again_v2_v10_v28() -> None:
    event = tied(1, 1, 3, 4)
    call(event)
    take(event, do.Correct(0, (A, B, C, D), (1, 2, 3, 4)))
    assert open_duels(event.state) == []
    take(event, do.Correct(0, (A, B, C, D), (1, 1, 3, 4)))
    assert [d.number for d in open_duels(event.state)] == [0], "just these need just that"
    line = next(i for i, at, _ in event.audit() if isinstance(at.action, do.CallDuel))
    take(event, do.Undo(line))
    assert open_duels(event.state) == []
    call(event)
    assert [d.number for d in open_duels(event.state)] == [1]


@pytest.mark.parametrize(
    "stages",
    [
        pytest.param((GroupSwiss(rounds=2, size=3),), marks=pytest.mark.slow),
        (Strikes(size=3, strikes=2),),
        (Swiss(rounds=2, through=4), Elimination(best_of=2)),
    ],
    ids=["group_swiss", "strikes", "stages"],
)
@given(
    seed=st.integers(0, 10**6),
    people=st.integers(4, 9),
    prizes=st.integers(0, 4),
    pads=st.dictionaries(st.integers(0, 3), st.integers(0, 8)),
)
@settings(max_examples=15, deadline=None, derandomize=True)
def test_whoever_is_called_needs_it_at_a_pad_of_their_own_v27_v28(
    stages: tuple[Stage, ...], seed: int, people: int, prizes: int, pads: dict[int, int]
) -> None:
    """An event full of ties is played to its end, duels where pads are, else by hand."""
    lots = random.Random(seed)
    event = begun(people, *stages, sizes=CHAOS, tables=3, seed=seed, prizes=prizes)
    for _ in range(60):
        calls = duel_calls(event.state, pads)
        take(event, *calls)
        assert duel_calls(event.state, pads) == []
        duels = open_duels(event.state)
        assert len({duel.table for duel in duels}) == len(duels)
        for each in calls:
            assert pads[each.table] >= len(each.persons)
            assert event.state.tables[each.table].working
        for need in play_offs_due(event.state):
            persons = list(need.persons)
            lots.shuffle(persons)
            take(event, do.PlayOff(tuple(persons), need.match))
        try:
            draw(event)
        except ConfigError:
            if play_offs_due(event.state):
                continue
            break
        play(event, lots, ties=True)
    assert open_duels(event.state) == []
    rows = final_standings(event.state)
    places = [row.place for row in rows if not row.out and row.place <= prizes]
    assert len(set(places)) == len(places)
    assert RunningEvent(decoded(event.log.encoded())).state == event.state
