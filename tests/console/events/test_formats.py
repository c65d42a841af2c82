"""Formats from their first draw to their last: V11, V17 to V23."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from console.events import actions as do
from console.events.drawing import proposed
from console.events.elimination import tree_order
from console.events.options import (
    POINT,
    Elimination,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Strikes,
    StrikesKind,
    Swiss,
)
from console.events.out import strikes_given
from console.events.standings import final_standings, standings
from console.events.state import EventMatch
from console.events.why import faults
from drivers.errors import ConfigError
from tests.console.events.evenings import CHAOS, IOTA, begun, draw, play, play_out, report, take
from tests.few import few


@pytest.mark.parametrize("people", range(2, 12))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_v17(people: int, cycles: int) -> None:
    event = begun(people, RoundRobin(cycles=cycles))
    rounds = play_out(event, random.Random(1))
    pairs = [tuple(sorted(match.persons)) for match in event.state.matches.values()]
    assert sorted(pairs) == sorted([*combinations(range(people), 2)] * cycles)
    assert rounds == (people - 1 + people % 2) * cycles


def test_pools_are_dealt_to_and_fro_v17() -> None:
    event = begun(10, RoundRobin(pools=3), seeding="entry")
    play_out(event, random.Random(1))
    pools: dict[int, set[int]] = {}
    for match in event.state.matches.values():
        pools.setdefault(match.slot, set()).update(match.persons)
    assert pools == {0: {0, 5, 6}, 1: {1, 4, 7}, 2: {2, 3, 8, 9}}


def test_a_round_robin_gives_points_for_who_has_left_and_none_for_the_odd_one_v11() -> None:
    event = begun(5, RoundRobin(), seeding="entry")
    draw(event)
    assert [bye.credit for bye in event.state.stages[0].rounds[0].byes] == [0]
    play(event, random.Random(1))
    take(event, do.DropOut(3))
    given = []
    for _ in range(4):
        draw(event)
        given += [bye.credit for bye in event.state.stages[0].rounds[-1].byes]
        play(event, random.Random(1))
    met = [m for m in event.state.matches.values() if 3 in m.persons]
    assert given.count(POINT) == 4 - len(met)


def test_byes_never_twice_before_all_had_one_v14() -> None:
    event = begun(5, Swiss(rounds=5))
    play_out(event, random.Random(4))
    byes = [bye.person for drawn in event.state.stages[0].rounds for bye in drawn.byes]
    assert sorted(byes) == list(range(5))
    met = [tuple(sorted(match.persons)) for match in event.state.matches.values()]
    assert len(set(met)) == len(met) == 10


@pytest.mark.parametrize("people", range(2, 18))
def test_single_elimination_of_any_number_v20(people: int) -> None:
    event = begun(people, Elimination(third_place=True), seeding="entry")
    rounds = play_out(event, random.Random(people))
    assert rounds == max(1, (people - 1).bit_length())
    third = people > 3  # with three, whoever lost the semi-final alone is third
    assert len(event.state.matches) == people - 1 + third
    places = [row.place for row in final_standings(event.state)]
    assert places[:4] == [1, 2, 3, 4][:people]


def test_the_tree_keeps_the_best_apart_v20() -> None:
    assert tree_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    event = begun(6, Elimination(), seeding="entry")
    matches = draw(event)
    assert [set(match.persons) for match in matches] == [{3, 4}, {2, 5}]
    assert [bye.person for bye in event.state.stages[0].rounds[0].byes] == [0, 1]
    for match in matches:  # the better one wins
        report(event, match.number, *sorted(match.persons))
    assert [set(match.persons) for match in draw(event)] == [{0, 3}, {1, 2}]


def test_an_equal_match_of_an_elimination_needs_a_play_off_v20() -> None:
    event = begun(4, Elimination(), seeding="entry")
    first, second = draw(event)
    take(event, do.Report(first.number, first.persons, (1, 1)))
    report(event, second.number, *second.persons)
    with pytest.raises(ConfigError, match=r"P0, P3 are equal|P3, P0 are equal"):
        proposed(event.state)
    take(event, do.PlayOff((3, 0), first.number))
    assert 3 in draw(event)[0].persons
    assert 0 not in event.state.matches[2].persons


def test_whoever_leaves_an_elimination_gives_a_bye_v11() -> None:
    event = begun(4, Elimination(third_place=True), seeding="entry")
    for match in draw(event):
        report(event, match.number, *sorted(match.persons))
    take(event, do.DropOut(1))
    draw(event)
    assert [(b.person, b.credit) for b in event.state.stages[0].rounds[1].byes] == [(0, POINT)]
    play(event, random.Random(1))
    rows = final_standings(event.state)
    assert [(row.person, row.place) for row in rows[:2]] == [(0, 1), (1, 2)]


def match_of(*places: int) -> EventMatch:
    return EventMatch(
        number=0,
        stage=0,
        round=0,
        slot=0,
        persons=tuple(range(len(places))),
        table=None,
        drawn_ms=0,
        places=places,
    )


@pytest.mark.parametrize(
    ("kind", "places", "strikes"),
    [
        (StrikesKind.FAIR, (1, 2, 3, 4), [0, 1, 1, 2]),
        (StrikesKind.FAIR, (1, 2, 3), [0, 1, 2]),
        (StrikesKind.FAIR, (2, 1), [1, 0]),
        (StrikesKind.FAIR, (1, 1), [1, 1]),
        (StrikesKind.FAIR, (1, 3, 1, 3), [1, 2, 1, 2]),
        (StrikesKind.PROGRESSIVE, (4, 3, 2, 1), [3, 2, 1, 0]),
        (StrikesKind.PROGRESSIVE, (1, 2, 2), [0, 2, 2]),
    ],
)
def test_strikes_of_a_match_v18(
    kind: StrikesKind, places: tuple[int, ...], strikes: list[int]
) -> None:
    assert list(strikes_given(kind, match_of(*places)).values()) == strikes


@pytest.mark.parametrize("size", few(1, [2, 4]))
@pytest.mark.parametrize("kind", StrikesKind)
def test_strikes_leave_one_v18(size: int, kind: StrikesKind) -> None:
    event = begun(13, Strikes(size=size, strikes=3, kind=kind), sizes=CHAOS)
    play_out(event, random.Random(1))
    total: dict[int, int] = dict.fromkeys(range(13), 0)
    last = dict.fromkeys(range(13), 0)
    for match in event.state.matches.values():
        for person, strikes in strikes_given(kind, match).items():
            assert total[person] < 3  # nobody plays who is out
            total[person] += strikes
            last[person] = match.round
    rows = standings(event.state)
    assert sum(strikes < 3 for strikes in total.values()) <= 1
    assert total[rows[0].person] < 3 or rows[0].place == rows[1].place
    out = [last[row.person] for row in rows[1:]]
    assert out == sorted(out, reverse=True)


def test_roundless_a_free_table_calls_who_waits_longest_v19() -> None:
    event = begun(6, Roundless(matches=3), tables=2)
    first, second = draw(event)[0], draw(event)[0]
    assert {*first.persons, *second.persons} == {0, 1, 2, 3}  # they came first
    with pytest.raises(ConfigError, match="no table is free"):
        proposed(event.state)
    report(event, second.number, *second.persons)
    third = draw(event)[0]
    assert set(third.persons) == {4, 5}
    assert third.table == second.table
    report(event, first.number, *first.persons)
    fourth = draw(event)[0]
    assert second.persons[0] in fourth.persons or second.persons[1] in fourth.persons
    assert set(fourth.persons) not in (set(first.persons), set(second.persons))  # met already


@pytest.mark.parametrize(("people", "size"), [(6, 2), (7, 2), (9, 4), (3, 4)])
def test_roundless_ends_when_all_have_had_their_matches_v19(people: int, size: int) -> None:
    event = begun(people, Roundless(matches=3, size=size), sizes=CHAOS, tables=3)
    lots = random.Random(2)
    for _ in range(100):
        try:
            draw(event)
        except ConfigError:
            if not event.state.open_matches():
                break
            match = lots.choice(event.state.open_matches())
            report(event, match.number, *match.persons)
    played = [sum(p in m.persons for m in event.state.matches.values()) for p in range(people)]
    assert max(played) == 3
    assert sum(count < 3 for count in played) < 2


@pytest.mark.parametrize("people", [3, 4, 7, 16, 23, 64])
def test_group_elimination_v21(people: int) -> None:
    event = begun(people, GroupElimination(size=4), sizes=IOTA, seeding="entry")
    play_out(event, random.Random(3))
    rounds = event.state.stages[0].rounds
    assert len(rounds[-1].matches) == 1
    for before, after in pairwise(rounds):
        going = {
            p
            for n in before.matches
            for p, place in zip(
                event.state.matches[n].persons, event.state.matches[n].places, strict=True
            )
            if place <= 2
        }
        assert {p for n in after.matches for p in event.state.matches[n].persons} == going
    final = event.state.matches[rounds[-1].matches[0]]
    winner = final.persons[final.places.index(1)]
    assert (final_standings(event.state)[0].person, rounds[0].number) == (winner, 0)


def test_equality_at_the_line_of_a_group_needs_a_play_off_v21() -> None:
    event = begun(8, GroupElimination(size=4), sizes=CHAOS, seeding="entry")
    first, second = draw(event)
    report(event, second.number, *second.persons)
    take(event, do.Report(first.number, first.persons, (1, 2, 2, 4)))
    with pytest.raises(ConfigError, match="are equal where it matters"):
        proposed(event.state)
    take(event, do.PlayOff((first.persons[2], first.persons[1]), first.number))
    final = draw(event)[0]
    assert first.persons[2] in final.persons
    assert first.persons[1] not in final.persons


def test_two_stages_v22() -> None:
    event = begun(9, Swiss(rounds=3, through=4), Elimination(), seed=3)
    lots = random.Random(8)
    for _ in range(3):
        draw(event)
        play(event, lots)
    rows = standings(event.state)
    assert rows[3].place != rows[4].place
    take(event, do.DropOut(rows[1].person))  # the fifth goes on instead
    through = [row.person for row in rows if row.person != rows[1].person][:4]
    matches = draw(event)
    assert event.state.stages[1].seeding == tuple(through)
    assert [set(m.persons) for m in matches] == [{through[0], through[3]}, {through[1], through[2]}]
    play(event, lots)
    draw(event)
    play(event, lots)
    final = final_standings(event.state)
    assert sorted(row.person for row in final) == list(range(9))
    assert {row.person for row in final[:4]} == set(through)
    assert [row.place for row in final[:5]] == [1, 2, 3, 3, 5]


def test_equality_at_the_line_between_stages_v22() -> None:
    event = begun(4, GroupSwiss(rounds=1, size=4, through=2), Elimination(), sizes=CHAOS)
    match = draw(event)[0]
    take(event, do.Report(0, match.persons, (1, 2, 2, 4)))
    with pytest.raises(ConfigError, match="are equal where it matters"):
        proposed(event.state)
    take(event, do.PlayOff((match.persons[2], match.persons[1])))
    draw(event)
    assert event.state.stages[1].seeding == (match.persons[0], match.persons[2])
    assert faults(event.state) == []
    take(event, do.Correct(0, match.persons, (1, 2, 3, 4)))  # now the other one goes on (V10)
    (told,) = map(str, faults(event.state))
    assert told.endswith(f"should be in this stage: P{match.persons[1]}")


def test_seeding_v23() -> None:
    def first(seeding: str, seed: int) -> tuple[int, ...]:
        event = begun(6, Elimination(), seeding=seeding, seed=seed)
        take(event, do.Enter("best", 9), do.Enter("good", 8))
        return proposed(event.state).seeding

    assert first("entry", 1) == tuple(range(8))
    assert first("rating", 1)[:2] == (6, 7)
    assert sorted(first("lot", 1)) == list(range(8))
    assert first("lot", 1) == first("lot", 1) != first("lot", 2)
