"""Races at the table: verdicts, settling, late touches, dead heats (C7, C12, C23, C25, C26)."""

from __future__ import annotations

from console.table.chaos.view import WON_NS, DeathPhase
from console.table.outputs import Cue, MatchEnded, VerdictKind, VerdictReached
from drivers.events import Fault, Gesture, SeatFault
from drivers.times import MS
from tests.console.table.chaos.situations import duel_on_table, flips, kinds, verdict_of
from tests.console.table.sitting import STEP_NS, Sitting


def test_c7_the_first_of_the_duel_wins_and_the_verdict_says_by_how_much() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(1, after_ms=50)
    sitting.touch(0, after_ms=56.1)
    sitting.run(100)
    verdict = verdict_of(sitting)
    assert verdict.kind is VerdictKind.DUEL_WON
    assert verdict.seats == (1,)
    assert [e.seat for e in verdict.entries] == [1, 0]
    assert verdict.margin_ns == 6_100_000
    assert verdict.margin_uncertainty_ns is not None
    assert 0 < verdict.margin_uncertainty_ns < MS
    assert {(m.source, m.target, m.count) for m in verdict.moves} == {(0, 0, 1), (1, 0, 1)}
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]
    assert [e.contact.seat for e in sitting.of_kind(VerdictReached)[0].order] == [1, 0]
    sitting.run(1_000)
    assert [reached.losers for reached in sitting.of_kind(VerdictReached)] == [(0,)]


def test_c7_a_runner_up_who_comes_late_is_added_to_the_verdict() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(1, after_ms=10)
    sitting.touch(0, after_ms=90)
    sitting.run(60)
    assert len(verdict_of(sitting).entries) == 1
    sitting.run(100)
    assert verdict_of(sitting).margin_ns == 80 * MS


def test_c25_the_difference_is_told_from_the_hand_that_the_doubt_went_to() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(2, after_ms=10)
    sitting.touch(0, after_ms=10.2)
    sitting.touch(1, after_ms=50)
    sitting.run(100)
    verdict = verdict_of(sitting)
    assert verdict.seats == (0,)
    assert [e.seat for e in verdict.entries] == [2, 0, 1]
    assert verdict.margin_ns == 200_000
    assert verdict.margin_uncertainty_ns is not None
    assert verdict.margin_uncertainty_ns > 200_000


def test_c12_a_false_grab_costs_all_open_piles() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(2, after_ms=10)
    sitting.run(100)
    verdict = verdict_of(sitting)
    assert verdict.kind is VerdictKind.FALSE_GRAB
    assert verdict.seats == (2,)
    assert sum(m.count for m in verdict.moves) == 3
    assert {m.target for m in verdict.moves} == {2}


def test_c14_a_palm_in_a_duel_is_a_false_grab() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(0, Gesture.PALM, 10, decide_ms=120)
    sitting.run(300)
    assert verdict_of(sitting).kind is VerdictKind.FALSE_GRAB


def test_c26_contacts_are_ignored_until_the_pad_was_free_for_300_ms() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(1, after_ms=10, hold_ms=100)
    sitting.touch(2, after_ms=300, hold_ms=100)
    sitting.run(900)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]
    sitting.touch(2, after_ms=0)
    sitting.run(600)
    assert kinds(sitting) == [VerdictKind.DUEL_WON, VerdictKind.FALSE_GRAB]


def test_c26_nobody_flips_before_the_pad_is_free() -> None:
    sitting = Sitting.of(3, pace_ms=300)
    duel_on_table(sitting)
    sitting.touch(1, after_ms=10, hold_ms=2_000)
    sitting.run(100)
    sitting.press(sitting.state.to_move or 0)
    sitting.run(1_500)
    assert flips(sitting) == []
    sitting.run(1_000)
    assert len(flips(sitting)) == 1


def test_c23_a_touch_before_a_card_was_shown_sends_the_card_back() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.run(700)
    before = sitting.state
    sitting.press(2)
    assert len(flips(sitting)) == 1
    shown_ns = flips(sitting)[0].t_ns
    sitting.touch(1, after_ms=(shown_ns - sitting.now_ns) / MS - 5, decide_ms=80)
    sitting.run(60)
    voided = sitting.play.voided
    assert voided == (2,)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert sitting.state.stacks[2] == before.stacks[2]
    assert [m.count for m in verdict_of(sitting).moves] == [1, 1]
    sitting.run(2_000)
    assert sitting.play.voided == ()


def out_of_cards() -> Sitting:
    """A duel is on the table, and seat 2 has turned its last card over."""
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    state = sitting.state
    last, rest = state.stacks[2][:1], state.stacks[2][1:]
    sitting.put(stacks=(state.stacks[0] + rest, state.stacks[1], last))
    sitting.run(700)
    sitting.press(2, hold_ms=2)
    return sitting


def test_c23_the_end_waits_until_nothing_earlier_can_arrive() -> None:
    sitting = out_of_cards()
    assert sitting.state.over
    assert sitting.play.seats[2].winner
    assert sitting.of_kind(MatchEnded) == []
    sitting.run(10)
    assert len(sitting.of_kind(MatchEnded)) == 1


def test_c23_a_touch_before_the_last_card_takes_the_end_back() -> None:
    sitting = out_of_cards()
    over = sitting.state.over
    assert over
    shown_ns = flips(sitting)[0].t_ns
    sitting.touch(1, after_ms=(shown_ns - sitting.now_ns) / MS - 1, decide_ms=30)
    sitting.run(100)
    assert not sitting.state.over
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert sitting.of_kind(MatchEnded) == []


def dead_heat(sitting: Sitting, *seats: int) -> None:
    duel_on_table(sitting)
    for i, seat in enumerate(seats):
        sitting.touch(seat, after_ms=10 + i * 0.05, u_ms=0.2)
    sitting.run(60)
    assert verdict_of(sitting).kind is VerdictKind.DEAD_HEAT
    assert sitting.play.sudden_death is not None


def until_it_waits(sitting: Sitting) -> None:
    """Let time pass until the sudden death waits for its next light."""
    while (death := sitting.play.sudden_death) and death.phase is not DeathPhase.WAIT:
        sitting.run(10)


def light_ns(sitting: Sitting) -> int | None:
    """Since when the light of the sudden death counts as seen."""
    assert sitting.match.races.sudden is not None
    return sitting.match.races.sudden.light_ns


def test_c25_a_dead_heat_moves_no_cards_and_is_played_off() -> None:
    sitting = Sitting.of(3)
    dead_heat(sitting, 0, 1)
    piles = sitting.state.piles
    sitting.run(4_000)
    assert sitting.state.piles == piles
    death = sitting.play.sudden_death
    assert death is not None
    assert death.phase is DeathPhase.LIGHT
    assert [level == 1.0 for level in sitting.table.lamps()] == [True, True, False]
    sitting.touch(1, after_ms=5)
    sitting.touch(0, after_ms=25)
    sitting.run(200)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert verdict_of(sitting).seats == (1,)
    assert sitting.play.sudden_death is None
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT, VerdictKind.DUEL_WON]
    assert sitting.of_kind(VerdictReached)[1].sudden_death == (1, 0)


def test_c25_the_light_is_heard_and_told_once_with_the_frame_that_shows_it() -> None:
    sitting = Sitting.of(3, captions=True)
    dead_heat(sitting, 0, 1)
    until_it_waits(sitting)
    sitting.frames = False
    drawn = sitting.play.sudden_death
    assert drawn is not None
    sitting.run(3_500)
    sitting.table.presented(sitting.now_ns)  # painted before the light came on
    assert drawn.phase is DeathPhase.WAIT
    assert light_ns(sitting) is None
    sitting.run(10)
    assert Cue.LIGHT not in sitting.outputs
    sitting.frames = True
    sitting.run(10)
    assert light_ns(sitting) == sitting.now_ns - 10 * MS + STEP_NS
    assert sitting.play.caption == Cue.LIGHT.value
    sitting.run(500)
    assert sitting.outputs.count(Cue.LIGHT) == 1


def test_c25_a_touch_before_the_light_loses() -> None:
    sitting = Sitting.of(3)
    dead_heat(sitting, 0, 1)
    until_it_waits(sitting)
    sitting.touch(0, after_ms=5)
    sitting.run(200)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert verdict_of(sitting).seats == (1,)


def test_c25_after_a_false_start_the_other_may_still_reach_for_the_light() -> None:
    sitting = Sitting.of(3)
    dead_heat(sitting, 0, 1)
    until_it_waits(sitting)
    sitting.touch(0, after_ms=5)
    sitting.run(60)
    sitting.touch(1, after_ms=5)
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT, VerdictKind.DUEL_WON]


def test_c25_a_seat_that_breaks_during_a_sudden_death_is_out() -> None:
    sitting = Sitting.of(3)
    dead_heat(sitting, 0, 1)
    sitting.table.handle(SeatFault(1, Fault.STUCK_PAD, True, sitting.now_ns))
    sitting.run(100)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert verdict_of(sitting).seats == (0,)


def test_c25_nobody_flips_during_a_sudden_death() -> None:
    sitting = Sitting.of(3, auto=True)
    dead_heat(sitting, 0, 1)
    shown = len(flips(sitting))
    sitting.run(6_000)
    assert len(flips(sitting)) == shown


def test_whoever_wins_a_race_is_lit_alone_for_half_a_second() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(1, after_ms=50)
    sitting.run(100)
    assert verdict_of(sitting).seats == (1,)
    assert [level == 1.0 for level in sitting.table.lamps()] == [False, True, False]
    sitting.run(WON_NS / MS)
    assert [level == 1.0 for level in sitting.table.lamps()] == [True, False, False], "who flips"


def test_moves_tell_the_card_that_lay_on_top() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    tops = {seat.seat: seat.pile[-1] for seat in sitting.play.seats if seat.pile}
    sitting.touch(1, after_ms=50)
    sitting.run(100)
    moves = verdict_of(sitting).moves
    assert moves
    assert all(move.top == tops[move.source] for move in moves)


def test_a_neighbours_hand_is_told_of_a_seat_that_pays_for_it_alone() -> None:
    """Beside a dead heat of two seats side by side it would only puzzle them."""
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(0, Gesture.GRAB, 10)
    sitting.touch(1, Gesture.GRAB, 10)
    sitting.table.handle(SeatFault(0, Fault.NEIGHBOUR, True, sitting.now_ns))
    sitting.run(300)
    assert verdict_of(sitting).kind is VerdictKind.DEAD_HEAT
    assert [seat.fault for seat in sitting.play.seats] == [None, None, None]


def test_a_neighbours_hand_is_told_beside_the_false_grab_that_it_made() -> None:
    sitting = Sitting.of(3)
    sitting.touch(1, Gesture.GRAB, 10)
    sitting.table.handle(SeatFault(1, Fault.NEIGHBOUR, True, sitting.now_ns))
    sitting.run(300)
    assert verdict_of(sitting).kind is VerdictKind.FALSE_GRAB
    sitting.table.handle(
        SeatFault(1, Fault.NEIGHBOUR, False, sitting.now_ns)
    )  # the hand has lifted
    sitting.run(300)
    assert [seat.fault for seat in sitting.play.seats] == [None, Fault.NEIGHBOUR, None]
    sitting.table.handle(SeatFault(0, Fault.NEIGHBOUR, True, sitting.now_ns))
    assert [seat.fault for seat in sitting.play.seats] == [None, Fault.NEIGHBOUR, None]
