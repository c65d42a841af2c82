"""The log: what is taken, refused, undone, kept, told. V1 to V6, V10, V24 to V26."""

from __future__ import annotations

import random

import msgspec
import pytest

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog, decoded
from console.events.options import (
    POINT,
    Elimination,
    GroupSwiss,
    Late,
    Roundless,
    RoundRobin,
    Sizes,
    Stage,
    Strikes,
    Swiss,
    checked,
)
from console.events.running import RunningEvent
from console.events.seats import calls
from console.events.standings import standings
from console.events.tally import Tally
from console.events.why import breaks, faults, points_text, why
from drivers.errors import ConfigError
from tests.console.events.evenings import CHAOS, begun, draw, play, report, take


def refused(event: RunningEvent, action: do.EventAction) -> str:
    """Why; and nothing is changed."""
    before, log = msgspec.to_builtins(event.state), event.log
    with pytest.raises(ConfigError) as error:
        take(event, action)
    assert (msgspec.to_builtins(event.state), event.log) == (before, log)
    return str(error.value)


def evening(seed: int = 7) -> RunningEvent:
    event = begun(9, Swiss(rounds=3), tables=3, seed=seed)
    for _ in range(3):
        draw(event)
        play(event, random.Random(seed))
    return event


def test_the_same_log_gives_the_same_bytes_v1() -> None:
    event = evening()
    data = event.log.encoded()
    again = RunningEvent(decoded(data))
    assert again.log.encoded() == data == evening().log.encoded() != evening(8).log.encoded()
    assert again.state == event.state
    assert standings(again.state) == standings(event.state)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"{}", "line 1"),
        (b"\xff\xfe", "line 1"),
        (b'{"khvatka_event":1,"seed":1,"options":{"name":"","game":"","stages":[]}}', "no stage"),
    ],
)
def test_what_is_no_log_is_told_v1(data: bytes, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        decoded(data)


def test_a_line_that_was_cut_is_named_v1() -> None:
    data = evening().log.encoded()
    with pytest.raises(ConfigError, match="stick, line 4 is no line of an event"):
        decoded(b"\n".join([*data.splitlines()[:3], data.splitlines()[3][:20]]), "stick")


def test_undo_and_its_undo_v2() -> None:
    event = begun(4)
    take(event, do.DropOut(3))
    line = event.lines_n - 1
    take(event, do.Undo(line))
    assert event.state.present() == [0, 1, 2, 3]
    take(event, do.Undo(line + 1))
    assert event.state.present() == [0, 1, 2]
    assert [counts for _, _, counts in event.audit()][-3:] == [True, False, True]
    assert "undone already" in refused(event, do.Undo(line + 1))
    assert "no line 100" in refused(event, do.Undo(99))


def test_an_undo_names_what_stands_on_it_and_numbers_are_never_given_twice_v2() -> None:
    event = begun(4)
    draw(event)
    assert (
        refused(event, do.Undo(0))
        == "line 5 of the log stands on it, undo that line first: P0 has not entered this event"
    )
    take(event, do.Undo(4))
    assert event.state.present() == [0, 1, 2, 3]
    assert [match.number for match in draw(event)] == [2, 3]
    take(event, do.Enter("new"))
    take(event, do.Undo(event.lines_n - 1), do.Enter("newer"))
    assert event.state.people[5].name == "newer"
    assert 4 not in event.state.people
    assert refused(event, do.DropOut(4)) == "new has not entered this event"
    take(event, do.Enter("New"))  # who is in the list now is not said to be missing in it
    assert refused(event, do.DropOut(4)) == "person 5 has not entered this event"


def test_names_are_kept_once_and_forgotten_for_good_v3() -> None:
    event = begun(2)
    assert "has entered already" in refused(event, do.Enter("р0"))  # Cyrillic, looks like P0
    assert "has entered already" in refused(event, do.Rename(1, "P0"))
    take(event, do.Rename(0, "Жук"), do.Enter("P0"))
    draw(event)
    before = standings(event.state)
    event = RunningEvent(event.log.without_name(0))
    assert "Жук".encode() not in event.log.encoded()
    assert b'"P0"' in event.log.encoded()  # another's
    assert standings(event.state) == before
    assert event.state.name(0) == "#1"
    assert RunningEvent(decoded(event.log.encoded())).state == event.state


@pytest.mark.parametrize(
    ("stage", "most"),
    [
        (Swiss(rounds=3), 2_000),
        (Strikes(size=2), 2_000),
        (GroupSwiss(rounds=3, size=2), 2_000),
        (GroupSwiss(rounds=3, size=4), 10_000),
        (RoundRobin(), 10_000),
    ],
)
def test_no_more_enter_than_a_draw_can_weigh_v3(stage: Stage, most: int) -> None:
    """An event file could say ten thousand: their pairs took eleven gigabytes, for minutes."""
    event = begun(most, stage, sizes=CHAOS)
    with pytest.raises(ConfigError, match=f"at most {most} people"):
        take(event, do.Enter("one more"))


def test_no_more_tables_than_a_draw_can_weigh_v24() -> None:
    event = begun(2, tables=1_000)
    take(event, do.TableOut(5), do.TableIn(5))
    with pytest.raises(ConfigError, match="at most 1000 tables"):
        take(event, do.TableIn(1_000))


@pytest.mark.parametrize("credit", [-1, POINT + 1, 10**30])
def test_a_bye_gives_a_point_at_most_v11(credit: int) -> None:
    event = begun(3)
    take(event, proposed(event.state))
    log = event.log.encoded().replace(b'"credit":840', b'"credit":%d' % credit)
    with pytest.raises(ConfigError, match="is no line of an event"):
        decoded(log)


def test_only_those_present_are_drawn_v4() -> None:
    event = begun(6, check_in=True)
    take(event, *(do.CheckIn(person) for person in (0, 2, 3, 4, 5)), do.DropOut(5))
    assert {p for match in proposed(event.state).matches for p in match.persons} == {0, 2, 3, 4}
    take(event, do.ComeBack(5))
    assert 5 in proposed(event.state).seeding


def test_who_drops_out_keeps_results_and_forfeits_v4() -> None:
    event = begun(4)
    first = draw(event)[0]
    winner, loser = first.persons
    report(event, first.number, winner, loser)
    take(event, do.DropOut(winner), do.DropOut(3 if 3 not in first.persons else 0))
    assert Tally(event.state, 0).points[winner] == 840
    other = event.state.matches[1 - first.number]
    assert 3 in first.persons or other.forfeits == (3,)
    assert winner in {row.person for row in standings(event.state)}


def test_nobody_comes_late_to_a_round_robin_v5() -> None:
    event = begun(4, RoundRobin())
    draw(event)
    assert "too late" in refused(event, do.Enter("late"))


def test_a_pause_holds_draws_and_calls_but_no_results_v6() -> None:
    event = begun(6, tables=1)
    matches = draw(event)
    take(event, do.Pause())
    report(event, matches[0].number, *matches[0].persons)
    assert calls(event.state) == []
    assert "paused" in refused(event, do.CallMatch(matches[1].number, 0))
    take(event, do.Resume())
    assert calls(event.state) == [do.CallMatch(matches[1].number, 0)]
    take(event, do.End())
    assert "ended" in refused(event, do.CallMatch(matches[1].number, 0))
    report(event, matches[1].number, *matches[1].persons)
    taken = event.state.matches[0]
    take(event, do.Correct(0, taken.persons, (2, 1)))


def test_a_correction_keeps_the_rounds_that_were_drawn_v10() -> None:
    event = begun(8, Swiss(rounds=6))
    for _ in range(6):
        draw(event)
        play(event, random.Random(2))
    drawn = [match.persons for match in event.state.matches.values()]
    before = standings(event.state)
    winner = event.state.matches[0].places.index(1)
    take(
        event, do.Correct(0, event.state.matches[0].persons, (1 + (winner == 0), 2 - (winner == 0)))
    )
    assert [match.persons for match in event.state.matches.values()] == drawn
    assert standings(event.state) != before
    assert event.audit()[-1][1].by == "test"


def test_a_round_is_withdrawn_with_all_after_it_v10() -> None:
    event = begun(8, Swiss(rounds=6))
    for _ in range(4):
        draw(event)
        play(event, random.Random(2))
    take(event, do.WithdrawRound(1))
    assert len(event.state.stages[0].rounds) == 1
    assert sorted(event.state.matches) == [0, 1, 2, 3]
    assert "match 6 is not drawn, or was withdrawn" in refused(event, do.Report(5, (0, 1), (1, 2)))
    assert draw(event)[0].number == 16
    take(event, do.WithdrawRound(0))
    assert not event.state.stages


def test_a_correction_in_a_tree_is_told_where_it_no_longer_fits_v10() -> None:
    event = begun(4, Elimination())
    semis = draw(event)
    play(event, random.Random(1))
    draw(event)
    assert faults(event.state) == []
    taken = event.state.matches[semis[0].number]
    take(event, do.Correct(taken.number, taken.persons, tuple(reversed(taken.places))))
    winner = taken.persons[taken.places.index(1)]
    assert [str(fault) for fault in faults(event.state)] == [
        f"match 3: by the results P{winner} does not play it"
    ]


@pytest.mark.parametrize(
    ("persons", "places", "says"),
    [
        ((0, 1), (1, 2), "others play it"),
        ((0,), (1,), "others play it"),
        ((0, 0, 1), (1, 2, 3), "others play it"),
        (None, (1, 3), "no places"),
        (None, (0, 1), "no places"),
        (None, (1, 2, 3), "others play it"),
    ],
)
def test_what_is_no_result_is_refused_v7(
    persons: tuple[int, ...] | None, places: tuple[int, ...], says: str
) -> None:
    event = begun(4, seed=1)
    match = next(m for m in draw(event) if {*m.persons} != {0, 1})
    action = do.Report(match.number, persons or match.persons, places)
    assert says in refused(event, action)
    assert "no game 2" in refused(event, do.Report(match.number, match.persons, (1, 2), 1))


def test_tables_are_balanced_and_fixed_ones_kept_v24() -> None:
    event = begun(12, Swiss(rounds=5), tables=6)
    take(event, do.FixTable(3, 4))
    for _ in range(5):
        for match in draw(event):
            if 3 in match.persons:
                assert match.table == 4
        play(event, random.Random(5))
    sat = {
        (p, table): sum(m.table == table and p in m.persons for m in event.state.matches.values())
        for p in range(12)
        for table in range(6)
        if p != 3
    }
    assert max(sat.values()) <= 2
    firsts = [
        sum((m.persons[0] == p) - (m.persons[1] == p) for m in event.state.matches.values())
        for p in range(12)
    ]
    assert max(map(abs, firsts)) <= 1


def test_those_wait_who_have_waited_least_v24() -> None:
    event = begun(8, Swiss(rounds=2), tables=2)
    first = draw(event)
    waited = {p for match in first if match.table is None for p in match.persons}
    assert len(waited) == 4
    report(event, first[0].number, *first[0].persons)
    called = calls(event.state)
    assert [call.match for call in called] == [min(m.number for m in first if m.table is None)]
    take(event, *called)
    play(event, random.Random(1))
    again = {p for match in draw(event) if match.table is None for p in match.persons}
    assert len(again & waited) <= 2


@pytest.mark.parametrize(
    "stage", [GroupSwiss(rounds=3, size=4), Strikes(size=4), Roundless(matches=3, size=8)]
)
def test_nobody_is_called_to_a_table_with_too_few_seats_v15_v24(stage: Stage) -> None:
    event = begun(13, stage, sizes=CHAOS)
    take(event, *(do.TableIn(number, seats=4) for number in range(4)))
    for match in draw(event):
        assert len(match.persons) <= 4
        assert match.table is not None


def test_a_match_waits_for_a_table_with_seats_enough_v24() -> None:
    event = begun(9, GroupSwiss(rounds=3, size=4), sizes=CHAOS)
    take(event, do.TableIn(0, seats=4), do.TableIn(1, seats=8))
    large, small = sorted(draw(event), key=lambda match: -len(match.persons))
    assert (len(large.persons), large.table, len(small.persons), small.table) == (5, 1, 4, 0)
    take(event, do.TableOut(1))
    report(event, small.number, *small.persons)
    assert calls(event.state) == []
    called = do.CallMatch(large.number, 0)
    assert [str(fault) for fault in breaks(event.state, called)] == [
        f"match {large.number + 1}: table 1 has too few seats"
    ]
    take(event, do.TableIn(1))
    assert calls(event.state) == [do.CallMatch(large.number, 1)]
    take(event, do.TableIn(0, seats=5))
    assert "part of this event already" in refused(event, do.TableIn(0, seats=5))
    assert "seats 8 at most" in refused(event, do.TableIn(0, seats=9))


def test_a_table_out_of_order_moves_its_match_v25() -> None:
    event = begun(6, Swiss(rounds=1, best_of=3), tables=2)
    first, second, third = sorted(draw(event), key=lambda match: match.table is None)
    assert third.table is None
    assert second.table is not None
    report(event, second.number, *second.persons)
    take(event, do.TableOut(second.table))
    assert event.state.matches[second.number].games
    play_out_table = first.table
    report(event, first.number, *first.persons)
    report(event, first.number, *first.persons, game=1)
    assert calls(event.state) == [do.CallMatch(second.number, play_out_table or 0)]
    take(event, do.TableIn(second.table))
    assert {call.match for call in calls(event.state)} == {second.number, third.number}


def test_a_swap_tells_what_it_breaks_v26() -> None:
    event = begun(5, Swiss(rounds=3))
    first = draw(event)
    play(event, random.Random(1))
    second = draw(event)
    one, other = second[0].persons
    met = next(p for m in first if one in m.persons for p in m.persons if p != one)
    swap = do.SwapPersons(other, met)
    told = [str(fault) for fault in breaks(event.state, swap)]
    assert any("have met in round 1" in fault for fault in told)
    take(event, swap)
    assert set(event.state.matches[second[0].number].persons) == {one, met}
    assert why(event.state, second[0].number).message.startswith("The organiser has")
    assert "two different persons" in refused(event, do.SwapPersons(0, 0))
    take(event, do.Enter("late"))
    assert "late is not in this round" in refused(event, do.SwapPersons(0, 5))


def test_a_draw_by_hand_is_refused_only_for_what_cannot_be_v26() -> None:
    event = begun(4, tables=1)
    take(event, do.DropOut(3))

    def by_hand(*groups: tuple[int, ...], tables: int | None = None) -> do.DrawRound:
        matches = tuple(do.Drawn(group, tables) for group in groups)
        seeding = () if event.state.stages else (0, 1, 2, 3)
        return do.DrawRound(0, 0, matches, (), seeding, by_hand=True)

    assert "P3 is drawn, but not present" in refused(event, by_hand((0, 3)))
    assert "P0 is drawn twice" in refused(event, by_hand((0, 1), (0, 2)))
    assert "a match of 3" in refused(event, by_hand((0, 1, 2)))
    assert "table of this draw" in refused(event, by_hand((0, 1), tables=7))
    take(event, by_hand((0, 1), tables=0))
    assert "round 1 is not the next one" in refused(event, by_hand((2, 1)))


def test_a_draw_by_hand_tells_who_is_left_out_v26() -> None:
    event = begun(12, Swiss(rounds=3))
    action = do.DrawRound(
        0, 0, (do.Drawn((0, 1)),), (do.ByeDrawn(2, 840),), tuple(range(12)), by_hand=True
    )
    (told,) = map(str, breaks(event.state, action))
    assert told.endswith("P3, P4, P5, P6, P7, P8 … (9)")
    whole = msgspec.structs.replace(
        action, matches=tuple(do.Drawn((n, n + 1)) for n in range(0, 12, 2)), byes=()
    )
    assert breaks(event.state, whole) == []


def test_why_do_we_meet_v14() -> None:
    event = begun(4, Swiss(rounds=9))
    first = draw(event)[0]
    assert str(why(event.state, first.number)) == ("points: 0 each, and they have not met yet.")
    play(event, random.Random(1))
    for _ in range(3):
        last = draw(event)[0]
        play(event, random.Random(1))
    assert str(why(event.state, last.number)).endswith("that they meet again could not be avoided.")
    strikes = begun(4, Strikes(strikes=3))
    said = str(why(strikes.state, draw(strikes)[0].number))
    assert said == "strikes: 0 each, and they have not met yet."
    told = [points_text(points) for points in (0, 420, 840, 2100, 210, 280, 8400, 1785)]
    assert told == ["0", "0.5", "1", "2.5", "0.25", "0.33", "10", "2.13"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"stages": ()}, "no stage"),
        ({"sizes": Sizes(3, 2, 2, 2)}, "not in order"),
        ({"stages": (GroupSwiss(rounds=1, size=9),), "sizes": CHAOS}, "in a group”: 9 is not"),
        ({"stages": (Swiss(rounds=0),)}, "rounds”: 0 is not"),
        ({"stages": (Swiss(rounds=1), Swiss(rounds=1))}, "How many go on to it”: 0 is"),
        ({"stages": (Strikes(strikes=0),)}, "strikes until one is out”: 0 is"),
        ({"late": Late(1, 3)}, "give 0 or 420"),
        ({"sizes": Sizes(3, 4, 3, 4)}, "at least 3"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], says: str) -> None:
    log: EventLog = begun(0).log
    with pytest.raises(ConfigError, match=says):
        checked(msgspec.structs.replace(log.options, **options))
