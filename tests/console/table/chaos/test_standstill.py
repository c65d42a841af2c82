"""Play stands while pad or buttons do not answer: no clock runs, no hand is late, and none that
came meanwhile counts (C16, C18, C21, C25 to C27)."""

from __future__ import annotations

import pytest

from console.games.chaos import play
from console.games.chaos.actions import parse_action
from console.table.chaos.standstill import Stood
from console.table.chaos.view import DeathPhase
from console.table.idle_players import ANSWER_MS
from console.table.outputs import ActionDone, ContactSeen, VerdictKind, VerdictReached
from console.table.playing import Playing
from drivers.events import Button, Fall, Fault, Gesture, PadProgress, SeatFault, SourceFault
from drivers.times import MS
from tests.console.table.chaos.situations import (
    choice_on_table,
    duel_on_table,
    flips,
    kinds,
    special_on_table,
    verdict_of,
)
from tests.console.table.sitting import LAG_NS, SILENT_MS, STEP_NS, Sitting

SPECIAL_MS = 10_000
AWAY_MS = 30_000


def expired(sitting: Sitting) -> list[int]:
    """When the table has said ``expire``."""
    position = sitting.match.position
    done = (o.action for o in sitting.of_kind(ActionDone))
    return [a["t_us"] * 1_000 + position.epoch_ns for a in done if a["type"] == "expire"]


def run_until(sitting: Sitting, phase: DeathPhase) -> None:
    while (death := sitting.play.sudden_death) is None or death.phase is not phase:
        sitting.run(10)


def in_sudden_death(phase: DeathPhase) -> Sitting:
    """Seats 0 and 1 came together, and are at that of their play-off."""
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    for i, seat in enumerate((0, 1)):
        sitting.touch(seat, after_ms=10 + i * 0.05, u_ms=0.2)
    run_until(sitting, phase)
    return sitting


@pytest.mark.parametrize("spent_ms", [1_000, 9_900])
def test_c21_a_special_waits_for_the_pad_with_what_it_had_left(spent_ms: int) -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    shown_ns = sitting.now_ns
    sitting.run(spent_ms)
    gone_ns = sitting.now_ns
    sitting.silence(AWAY_MS)
    back_ns = sitting.now_ns
    assert expired(sitting) == []
    sitting.run(SPECIAL_MS - spent_ms + 20)
    (t_ns,) = expired(sitting)
    played_ns = t_ns - shown_ns - (back_ns - gone_ns)
    assert SPECIAL_MS * MS <= played_ns <= SPECIAL_MS * MS + LAG_NS + 2 * STEP_NS


def test_c21_whoever_grabs_once_the_pad_is_back_has_won_the_special() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.run(1_000)
    sitting.silence(AWAY_MS)
    sitting.touch(2, after_ms=2_000)
    sitting.run(3_000)
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]


def test_c21_a_special_waits_for_buttons_and_for_sensors_too() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "palm")
    sitting.run(1_000)
    sitting.silence(AWAY_MS, "buttons")
    for active in (True, False):
        for seat in range(3):
            fault = SeatFault(seat, Fault.NOISY_CHANNEL, active, sitting.now_ns)
            sitting.table.handle(fault)
        sitting.run(AWAY_MS if active else 0)
    sitting.run(8_000)
    assert expired(sitting) == []
    sitting.touch(1, Gesture.PALM)
    sitting.run(500)
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]


def test_a_pause_within_a_silence_and_a_silence_within_a_pause_stand_once() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    shown_ns = sitting.now_ns
    sitting.run(1_000)
    gone_ns = sitting.now_ns
    sitting.table.handle(SourceFault("pad", Fault.SILENT, True, gone_ns))
    sitting.press(0, Button.BACK, hold_ms=900)
    sitting.run(5_000)
    sitting.table.handle(SourceFault("pad", Fault.SILENT, False, sitting.now_ns))
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, True, sitting.now_ns))
    sitting.run(5_000)
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, False, sitting.now_ns))
    sitting.run(5_000)
    assert sitting.match.paused_ns is not None
    sitting.press(0, Button.BACK, hold_ms=2)
    back_ns = sitting.now_ns
    stood_ns = back_ns - gone_ns
    assert abs(sitting.match._special_ns - shown_ns - stood_ns) <= LAG_NS + 2 * STEP_NS


def test_a_clock_that_began_after_the_pad_was_heard_last_begins_anew() -> None:
    assert Stood(1_000, 5_000, True).later(400) == 4_400
    assert Stood(1_000, 5_000, True).later(1_200) == 5_000


def test_c18_nobody_has_to_choose_while_it_is_not_seen() -> None:
    sitting = Sitting.of(3)
    choice_on_table(sitting)
    sitting.run(1_000)
    sitting.silence(AWAY_MS, "buttons")
    sitting.run(8_000)
    assert sitting.play.choice is not None
    sitting.press(0, Button.LEFT)
    sitting.run(500)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]


def test_c16_a_countdown_goes_on_where_it_stood() -> None:
    sitting = Sitting.of(3, all_ms=3_000)
    deck = [c for stack in sitting.state.stacks for c in stack]
    deck.remove("all")
    sitting.put(
        stacks=(("all", *deck[:20]), tuple(deck[20:40]), tuple(deck[40:])), piles=((), (), ())
    )
    sitting.put(to_move=0)
    sitting.run(700)
    sitting.press(0)
    sitting.run(1_000)
    assert sitting.play.all_seat == 0
    sitting.silence(AWAY_MS)
    back_ns, count = sitting.now_ns, len(flips(sitting))
    sitting.run(3_000)
    assert 1_800 * MS <= flips(sitting)[count].t_ns - back_ns <= 2_000 * MS


def test_c27_in_auto_mode_eyes_go_back_to_the_cards_first() -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=300)
    sitting.run(700)
    sitting.silence(AWAY_MS)
    back_ns, count = sitting.now_ns, len(flips(sitting))
    sitting.run(3_000)
    assert flips(sitting)[count].t_ns >= back_ns + 1_500 * MS


@pytest.mark.parametrize("phase", [DeathPhase.WAIT, DeathPhase.LIGHT])
@pytest.mark.parametrize("source", ["pad", "buttons"])
def test_c25_a_sudden_death_begins_anew_with_hands_off(phase: DeathPhase, source: str) -> None:
    sitting = in_sudden_death(phase)
    if phase is DeathPhase.WAIT:
        sitting.heard = source != "pad"
        sitting.run(SILENT_MS)
    sitting.silence(AWAY_MS, source)
    death = sitting.play.sudden_death
    assert death is not None
    assert death.phase is DeathPhase.HANDS_OFF, "no light has come on meanwhile"
    assert 1.0 not in sitting.table.lamps()
    run_until(sitting, DeathPhase.LIGHT)
    sitting.touch(1, after_ms=200)
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT, VerdictKind.DUEL_WON]
    assert verdict_of(sitting).seats == (1,)


@pytest.mark.parametrize("early_ms", [0, 28])
def test_a_hand_that_lies_there_when_the_pad_is_back_neither_wins_nor_pays(early_ms: int) -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.run(1_000)
    back_ns = sitting.now_ns + AWAY_MS * MS
    after_ms = AWAY_MS + (5 if early_ms else -15)
    sitting.touch(1, after_ms=after_ms, decide_ms=60, hold_ms=2_000, early_ms=early_ms)
    sitting.silence(AWAY_MS)
    assert sitting.now_ns == back_ns
    sitting.run(1_000)
    assert kinds(sitting) == []
    sitting.touch(2)  # the first hand still lies there
    sitting.run(1_500)
    assert kinds(sitting) == []
    sitting.touch(0)
    sitting.run(3_000)
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]
    assert verdict_of(sitting).seats == (0,)


def test_a_hand_that_came_while_the_pad_was_silent_for_a_moment_neither_wins_nor_pays() -> None:
    """The middle of so short a silence lies before it is told."""
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.run(1_000)
    sitting.touch(1, after_ms=200, decide_ms=260, early_ms=200, late_ms=200)
    sitting.silence(400)
    sitting.run(1_000)
    assert kinds(sitting) == []


@pytest.mark.parametrize("silent", [True, False])
def test_whoever_lifts_the_pad_to_look_at_its_cable_loses_nothing(silent: bool) -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    if silent:
        sitting.table.handle(SourceFault("pad", Fault.SILENT, True, sitting.now_ns))
        sitting.run(1_000)
    for down in (True, False):
        sitting.table.handle(Fall(down, sitting.now_ns, 1_000))
        sitting.run(1_000)
    sitting.table.handle(SourceFault("pad", Fault.SILENT, False, sitting.now_ns))
    sitting.run(1_000)
    assert kinds(sitting) == ([] if silent else [VerdictKind.FELL])


def test_c25_no_light_comes_while_the_pad_lies_beside_its_cradle() -> None:
    sitting = in_sudden_death(DeathPhase.WAIT)
    sitting.table.handle(Fall(True, sitting.now_ns, 1_000))
    for _ in range(100):
        sitting.run(100)
        death = sitting.play.sudden_death
        assert death is not None
        assert death.phase is not DeathPhase.LIGHT
    sitting.table.handle(Fall(False, sitting.now_ns, 1_000))
    sitting.run(4_000)
    death = sitting.play.sudden_death
    assert death is not None
    assert death.phase is DeathPhase.LIGHT


@pytest.mark.parametrize("falls", [True, False])
@pytest.mark.parametrize("phase", [DeathPhase.WAIT, DeathPhase.LIGHT])
def test_c25_whoever_puts_the_pad_back_or_touches_it_in_a_pause_neither_wins_nor_pays(
    phase: DeathPhase, falls: bool
) -> None:
    sitting = in_sudden_death(phase)
    for over in (False, True):
        if falls:
            sitting.table.handle(Fall(not over, sitting.now_ns, 1_000))
        elif over:
            sitting.match.resume(sitting.now_ns)
        else:
            sitting.match.pause(sitting.now_ns)
        if not over:
            for after_ms in (500, 1_990):  # beside its cradle, and as it is put back
                sitting.touch(0, after_ms=after_ms, hold_ms=400)
            sitting.run(2_000)
    sitting.run(20)
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT]
    while (death := sitting.play.sudden_death) is None or death.phase is not DeathPhase.LIGHT:
        sitting.run(10)
        assert kinds(sitting) == [VerdictKind.DEAD_HEAT]
    sitting.touch(1, after_ms=200)
    sitting.run(1_000)
    assert verdict_of(sitting).seats == (1,)


def test_c25_a_hand_on_a_fallen_pad_counts_for_nothing_though_all_comes_late_at_once() -> None:
    sitting = in_sudden_death(DeathPhase.LIGHT)
    sitting.touch(0, after_ms=105)
    hand = sitting.hands.pop().contact
    sitting.now_ns += 300 * MS
    for event in (
        Fall(True, hand.t_ns - 5 * MS, 1_000),
        hand,
        PadProgress(sitting.now_ns, frozenset(), frozenset()),
    ):
        sitting.table.handle(event)
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT]


def test_a_hand_from_before_the_silence_is_judged_once_it_is_understood() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.run(500)
    sitting.touch(1, after_ms=-5, decide_ms=60)
    sitting.silence(5_000)
    sitting.run(1_000)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]


def tell_gap(sitting: Sitting, gap_ms: int) -> None:
    """So much was lost just now, as ``drivers.inputs`` tells it."""
    from_ns = sitting.now_ns - LAG_NS - gap_ms * MS
    sitting.table.handle(SourceFault("pad", Fault.SILENT, True, from_ns))
    sitting.run(SILENT_MS)
    sitting.table.handle(SourceFault("pad", Fault.SILENT, False, sitting.now_ns - LAG_NS))


def test_c26_hands_that_came_in_a_gap_or_soon_after_it_are_nobodys() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.run(500)
    before = sitting.state
    sitting.touch(1, after_ms=-LAG_NS / MS - 1, u_ms=20, early_ms=100, hold_ms=900)
    sitting.touch(0, after_ms=30, hold_ms=900)
    tell_gap(sitting, 100)
    sitting.run(900)
    assert len(sitting.of_kind(ContactSeen)) == 2
    assert kinds(sitting) == []
    assert sitting.state == before
    sitting.run(300)
    sitting.touch(0)
    sitting.run(500)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]


@pytest.mark.parametrize(("after_ms", "counts"), [(290, False), (310, True)])
def test_c26_after_a_gap_in_which_nobody_came_hands_count_once_the_pad_was_free(
    after_ms: int, counts: bool
) -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.run(500)
    tell_gap(sitting, 20)
    sitting.touch(1, after_ms=after_ms)
    sitting.run(1_000)
    assert kinds(sitting) == ([VerdictKind.DUEL_WON] if counts else [])


def test_a_race_before_a_silence_is_complete_as_it_is_told() -> None:
    """What the samples have shown of it is told while they are there."""
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.touch(1, hold_ms=60_000)
    sitting.run(100)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    assert kinds(sitting) == []
    sitting.touch(0, hold_ms=60_000, after_ms=300, early_ms=300, decide_ms=60_000)
    sitting.silence(SILENT_MS)
    sitting.run(2)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]
    (verdict,) = sitting.of_kind(VerdictReached)
    assert [entry.contact.seat for entry in verdict.order] == [1]


def test_c25_a_touch_in_a_gap_does_not_win_the_light() -> None:
    sitting = in_sudden_death(DeathPhase.LIGHT)
    sitting.touch(0, after_ms=200, early_ms=100)
    gap_ns = sitting.now_ns + 100 * MS
    hand = sitting.hands.pop().contact
    sitting.now_ns += 400 * MS
    for event in (
        SourceFault("pad", Fault.SILENT, True, gap_ns),
        hand,
        PadProgress(sitting.now_ns, frozenset(), frozenset()),
    ):
        sitting.table.handle(event)
    sitting.run(SILENT_MS)
    death = sitting.play.sudden_death
    assert death is not None
    assert death.phase is DeathPhase.HANDS_OFF
    sitting.table.handle(SourceFault("pad", Fault.SILENT, False, sitting.now_ns))
    run_until(sitting, DeathPhase.LIGHT)
    sitting.touch(1, after_ms=200)
    sitting.run(1_000)
    assert verdict_of(sitting).seats == (1,)


@pytest.mark.slow
def test_the_actions_made_are_the_match_whatever_stood() -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=300, special_ms=1_000)
    for spent_ms in (900, 2_000, 7_000, 4_000):
        sitting.run(spent_ms)
        sitting.silence(AWAY_MS)
    sitting.run(20_000)
    state = play.new(3, 5, sitting.match.settings.options)
    for done in sitting.of_kind(ActionDone):
        state, _ = play.apply(state, parse_action(done.action))
    assert len(flips(sitting)) > 9
    assert expired(sitting)
    assert state == sitting.state


def test_no_lamp_asks_for_a_grab_that_nobody_can_feel() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.run(100)
    assert sitting.table.lamps().count(1.0) == 3
    sitting.table.handle(SourceFault("pad", Fault.SILENT, True, sitting.now_ns))
    sitting.run(100)
    assert 1.0 not in sitting.table.lamps()


def test_an_autopilot_reaches_for_nothing_meanwhile() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.match.set_played_for(frozenset({1}), frozenset(), sitting.now_ns)
    sitting.run(SILENT_MS)
    sitting.outputs.clear()
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, True, sitting.now_ns))
    sitting.run(AWAY_MS)
    assert sitting.of_kind(ContactSeen) == []
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, False, sitting.now_ns))
    sitting.run(5_000)
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]


def test_nobody_is_asked_or_played_for_while_buttons_do_not_answer() -> None:
    sitting = Sitting.of(3)
    sitting.silence(sitting.match.patience_ms + 2 * ANSWER_MS, "buttons")
    assert sitting.play.idle == ()


@pytest.mark.slow
def test_a_table_that_everybody_has_left_is_put_aside_though_its_buttons_do_not_answer() -> None:
    sitting = Sitting.of(3)
    assert isinstance(sitting.table.scene, Playing)
    for seat in range(3):
        sitting.table.scene.idle_players.goes(seat, sitting.now_ns)
    sitting.run(2_000)
    sitting.table.handle(SourceFault("buttons", Fault.SILENT, True, sitting.now_ns))
    sitting.run(200_000)
    assert not isinstance(sitting.table.scene, Playing)
