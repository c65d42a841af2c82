"""«Хаос» with people who do not answer: who is asked when, what autopilots do, how one returns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.chaos import play
from console.games.chaos.actions import parse_action
from console.games.chaos.state import State
from console.table.autopilot_log import AUTOPILOT, by_autopilot, standing
from console.table.chaos.match import AFTER_VERDICT_MS, ChaosMatch
from console.table.chaos.photos import SHOWN_MS
from console.table.chaos.view import DeathPhase
from console.table.idle_players import ANSWER_MS, BACK_MS, MISSED
from console.table.outputs import ActionDone, ContactSeen, VerdictKind, VerdictReached
from console.table.playing import Playing
from console.table.view import IdleStage
from drivers.events import Button, Contact, Fall, Gesture
from drivers.times import MS
from tests.console.table.chaos.situations import (
    duel_on_table,
    flips,
    kinds,
    special_on_table,
    verdict_of,
)
from tests.console.table.chaos.test_photos import photographed, race
from tests.console.table.sitting import Sitting

ASK_MS = ChaosMatch.patience_ms


def stages(sitting: Sitting) -> dict[tuple[int, ...], IdleStage]:
    return {a.seats: a.stage for a in sitting.play.idle}


def leave(sitting: Sitting, *seats: int) -> None:
    """Those who sit there say that they have to go."""
    scene = sitting.table.scene
    assert isinstance(scene, Playing)
    for seat in seats:
        scene.idle_players.goes(seat, sitting.now_ns)


def made(sitting: Sitting) -> list[Contact]:
    """The contacts of autopilots."""
    seen = (o.contact for o in sitting.of_kind(ContactSeen))
    return [contact for contact in seen if by_autopilot(contact.peak_n)]


def turn(sitting: Sitting) -> int:
    hand = sitting.state.to_move
    assert hand is not None
    return sitting.match.seating.seats[hand]


def actions(sitting: Sitting) -> list[dict[str, Any]]:
    return [o.action for o in sitting.of_kind(ActionDone)]


# -- who is asked ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_who_does_not_flip_is_asked_at_each_of_their_seats(players: int) -> None:
    sitting = Sitting.of(players)
    seat = turn(sitting)
    own = next(s for s in map(sitting.match.seating.seats_of, range(players)) if seat in s)
    sitting.run(ASK_MS - 20)
    assert stages(sitting) == {}
    sitting.run(20)
    assert stages(sitting) == {own: IdleStage.ASKED}
    sitting.press(own[-1], Button.RIGHT)
    assert stages(sitting) == {}
    assert flips(sitting) == []


def reach_ns(sitting: Sitting) -> int:
    """When the hand of the autopilot at seat 1 will arrive."""
    return sitting.match.autopilot._reaches[1].t_ns


def test_a_touch_of_the_pad_answers() -> None:
    sitting = Sitting.of(3)
    seat = turn(sitting)
    sitting.run(ASK_MS)
    sitting.touch(seat)
    sitting.run(100)
    assert stages(sitting) == {}


def test_nobody_is_asked_while_the_pad_is_down() -> None:
    sitting = Sitting.of(3)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(ASK_MS + ANSWER_MS)
    assert stages(sitting) == {}


def test_the_wait_does_not_go_on_behind_a_photo_finish() -> None:
    sitting = photographed()
    race(sitting, 3)
    sitting.run(ASK_MS)
    assert stages(sitting) == {}
    sitting.run(SHOWN_MS + 600)
    assert set(stages(sitting).values()) == {IdleStage.ASKED}


def test_where_the_table_flips_who_lets_all_races_go_by_is_asked() -> None:
    """Hands 0 and 1 could have won each of them; hand 2 has never been called for."""
    sitting = Sitting.of(3, auto=True, pace_ms=5000)
    duel_on_table(sitting)
    for _ in range(MISSED):
        assert stages(sitting) == {}
        sitting.put(fresh=(True, True, True))
        sitting.run(20)
        sitting.put(fresh=(False, False, False))
        sitting.run(20)
    assert stages(sitting) == {(0,): IdleStage.ASKED, (1,): IdleStage.ASKED}


def test_a_button_in_one_of_the_races_is_enough() -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=5000)
    duel_on_table(sitting)
    for i in range(MISSED + 1):
        sitting.put(fresh=(True, True, True))
        sitting.run(20)
        if i == 2:
            sitting.press(1, Button.RIGHT)
        sitting.put(fresh=(False, False, False))
        sitting.run(20)
    assert stages(sitting) == {(0,): IdleStage.ASKED}


# -- what an autopilot does ------------------------------------------------------------------------


def test_it_flips_after_a_human_time() -> None:
    sitting = Sitting.of(3)
    seat = turn(sitting)
    leave(sitting, seat)
    sitting.run(900)
    assert flips(sitting) == []
    sitting.run(1_500)
    assert [f.seat for f in flips(sitting)] == [seat]


def test_it_grabs_what_it_may_slower_than_most_and_fakes_no_force() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    duel_on_table(sitting)
    shown_ns = sitting.now_ns
    sitting.run(500)
    assert made(sitting) == []
    sitting.run(2_500)
    assert kinds(sitting) == [VerdictKind.DUEL_WON]
    (contact,) = made(sitting)
    assert contact.seat == 1
    assert contact.t_ns >= shown_ns + 500 * MS
    assert contact.uncertainty_ns >= MS
    assert sitting.match.races.tally.best is None


def test_its_doubt_is_no_smaller_than_the_map_between_the_clocks() -> None:
    """A real hand's time is the pad's, its own is the table's."""
    sitting = Sitting.of(3)
    leave(sitting, 1)
    sitting.table.handle(
        Contact(
            seat=7,
            gesture=Gesture.GRAB,
            t_ns=0,
            uncertainty_ns=0,
            clock_uncertainty_ns=3 * MS,
            decided_ns=0,
            peak_n=5.0,
        )
    )
    duel_on_table(sitting)
    sitting.run(3_000)
    assert made(sitting)[0].uncertainty_ns > 3 * MS


def test_whoever_is_faster_by_onset_wins_however_late_it_is_understood() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    duel_on_table(sitting)
    sitting.run(10)
    onset_ns = reach_ns(sitting)
    sitting.run((onset_ns - sitting.now_ns) / MS - 40)
    sitting.touch(0, after_ms=(onset_ns - sitting.now_ns) / MS - 5, decide_ms=90)
    sitting.run(600)
    assert kinds(sitting)[0] is VerdictKind.DUEL_WON
    assert [e.seat for e in verdict_of(sitting).entries] == [0, 1]


def test_after_somebody_has_won_it_keeps_its_hand_back() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    duel_on_table(sitting)
    sitting.touch(0, after_ms=350)
    sitting.run(4_000)
    assert made(sitting) == []
    assert VerdictKind.FALSE_GRAB not in kinds(sitting)


@pytest.mark.parametrize("special", ["grab", "palm"])
def test_a_special_is_claimed_by_its_own_gesture(special: str) -> None:
    sitting = Sitting.of(3)
    leave(sitting, 2)
    special_on_table(sitting, special)
    sitting.run(4_000)
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]
    assert made(sitting)[0].gesture.value == special


def test_c18_it_chooses() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 0)
    special_on_table(sitting, "grab")
    tops = [("b2R",), ("b2G",), ("b2B",)]
    deck = [c for s in sitting.state.stacks for c in s if not c.startswith("b2")]
    sitting.put(
        stacks=(tuple(deck[:20]), tuple(deck[20:40]), tuple(deck[40:])),
        piles=(tops[0], tops[1], ("grab",)),
        fresh=(True, True, True),
    )
    sitting.run(6_000)
    assert [a["hand"] for a in actions(sitting) if a["type"] == "choose"] == [0]
    assert kinds(sitting)[0] in (VerdictKind.DUEL_WON, VerdictKind.SPECIAL_WON)


def test_c25_a_dead_heat_with_it_is_played_off_and_its_touch_comes_after_the_light() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    duel_on_table(sitting)
    sitting.run(10)
    onset_ns = reach_ns(sitting)
    sitting.touch(0, after_ms=(onset_ns - sitting.now_ns) / MS + 0.5)
    sitting.run((onset_ns - sitting.now_ns) / MS + 200)
    assert kinds(sitting) == []  # told once it is decided
    assert sitting.play.sudden_death is not None
    for _ in range(80):
        sitting.run(100)
        if sitting.match.races.sudden is None:
            break
    assert kinds(sitting) == [VerdictKind.DEAD_HEAT, VerdictKind.DUEL_WON]
    light_ns = sitting.match.races.light_ns
    assert light_ns is not None
    assert made(sitting)[-1].t_ns >= light_ns + 300 * MS
    assert verdict_of(sitting).seats == (1,)


def test_a_real_hand_at_its_seat_counts_for_nothing() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    sitting.touch(1)
    sitting.run(600)
    assert kinds(sitting) == []
    assert stages(sitting) == {(1,): IdleStage.AUTOPILOT}


def test_c13_it_knocks_nothing_over() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1, 2)
    sitting.match.races.referee._refused.append(
        Contact(
            seat=1,
            gesture=Gesture.GRAB,
            t_ns=sitting.now_ns - 20 * MS,
            uncertainty_ns=MS,
            clock_uncertainty_ns=0,
            decided_ns=0,
            peak_n=0.0,
        )
    )
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(400)
    assert kinds(sitting) == [VerdictKind.FELL]
    assert sitting.of_kind(VerdictReached)[0].seats == ()


def test_c27_it_flips_no_card_under_the_hands_that_have_put_the_pad_back() -> None:
    sitting = Sitting.of(3, pace_ms=300)
    leave(sitting, turn(sitting))
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(4_000)
    shown = len(flips(sitting))
    back_ns = sitting.now_ns
    sitting.table.handle(Fall(False, back_ns, 0))
    sitting.run(2_000)
    assert flips(sitting)[shown].t_ns >= back_ns + AFTER_VERDICT_MS * MS


def test_a_close_race_with_it_has_no_photo_finish() -> None:
    """There are no samples of it."""
    sitting = photographed()
    leave(sitting, 1)
    duel_on_table(sitting)
    sitting.run(10)
    onset_ns = reach_ns(sitting)
    sitting.touch(0, after_ms=(onset_ns - sitting.now_ns) / MS + 4)
    sitting.run((onset_ns - sitting.now_ns) / MS + 300)
    assert sitting.play.may_ask == ()
    sitting.run(1_000)
    assert [len(v.order) for v in sitting.of_kind(VerdictReached)] == [2]
    assert sitting.play.photo is None


# -- coming back -----------------------------------------------------------------------------------


def test_cards_wait_for_who_comes_back() -> None:
    sitting = Sitting.of(3)
    seat = turn(sitting)
    leave(sitting, seat)
    sitting.run(100)
    sitting.press(seat, Button.BACK)
    assert stages(sitting) == {(seat,): IdleStage.RETURNING}
    assert sitting.play.idle[0].seconds == 3
    sitting.run(BACK_MS - 100)
    assert flips(sitting) == []
    sitting.run(60)
    assert stages(sitting) == {}
    sitting.run(3_000)
    assert flips(sitting) == []
    sitting.press(seat)
    assert [f.seat for f in flips(sitting)] == [seat]


def test_c27_another_autopilot_flips_nothing_before_their_eyes_are_on_the_cards() -> None:
    sitting = Sitting.of(3)
    seat = turn(sitting)
    back = (seat + 1) % 3
    leave(sitting, seat, back)
    sitting.run(100)
    sitting.press(back, Button.BACK)
    while (back,) in stages(sitting):
        sitting.run(10)
    back_ns = sitting.now_ns
    sitting.run(3_000)
    assert flips(sitting)[0].t_ns >= back_ns + (AFTER_VERDICT_MS - 10) * MS


def test_a_sudden_death_is_finished_by_who_began_it() -> None:
    sitting = Sitting.of(3)
    leave(sitting, 1)
    duel_on_table(sitting)
    sitting.run(10)
    onset_ns = reach_ns(sitting)
    sitting.touch(0, after_ms=(onset_ns - sitting.now_ns) / MS)
    sitting.run((onset_ns - sitting.now_ns) / MS + 400)
    sitting.press(1)
    seconds = set()
    while sitting.match.races.sudden is not None:
        assert sitting.play.sudden_death is not None
        if sitting.play.sudden_death.phase is DeathPhase.LIGHT:
            seconds.add(sitting.play.idle[0].seconds)
        sitting.run(50)
    assert seconds == {3}
    sitting.run(5_000)
    assert stages(sitting) == {}


def test_everybody_gone_stops_the_cards() -> None:
    sitting = Sitting.of(3, auto=True)
    leave(sitting, 0, 1, 2)
    sitting.run(10_000)
    assert set(stages(sitting).values()) == {IdleStage.NOBODY}
    assert flips(sitting) == []
    sitting.press(2)
    sitting.run(BACK_MS + 5_000)
    assert flips(sitting) != []


# -- whole matches ---------------------------------------------------------------------------------


def replayed(sitting: Sitting) -> State:
    """The position that the log leads to."""
    match = sitting.match
    state = play.new(match.seating.players, match.seed, match.settings.options)
    for action, _ in standing(actions(sitting)):
        state = play.apply(state, parse_action(action))[0]
    return state


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_autopilots_play_on_without_a_false_grab_and_the_log_tells_all(players: int) -> None:
    sitting = Sitting.of(players, pace_ms=300)
    person = sitting.match.seating.seats[0]
    others = [s for s in sitting.match.seating.seats if sitting.match.seating.seats_of(0)[0] != s]
    leave(sitting, *(s for s in others if not sitting.match.seating.same_player(s, person)))
    for _ in range(90):
        if sitting.table.ended:
            break
        hand = sitting.state.to_move
        if hand is not None and sitting.match.seating.player_of[hand] == 0:
            sitting.press(person)
        sitting.run(600)
    assert len(flips(sitting)) > 20
    assert {c.seat for c in made(sitting)} <= set(others)
    assert VerdictKind.FALSE_GRAB not in kinds(sitting)
    assert replayed(sitting) == sitting.state
    assert sitting.match.position.played_for == tuple(range(1, players))


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["go", "press", "grab", "palm", "wait", "rest"]),
        st.integers(0, 3),
        st.sampled_from([60, 300, 1_100, 3_500]),
    ),
    max_size=25,
)


@pytest.mark.slow
@settings(max_examples=12)
@given(ACTS, st.booleans())
def test_random_absences_make_no_illegal_action_and_block_nothing(
    acts: list[tuple[str, int, int]], auto: bool
) -> None:
    sitting = Sitting.of(4, auto=auto, pace_ms=300)
    for act, seat, ms in acts:
        if act == "go":
            leave(sitting, seat)
        elif act == "press":
            sitting.press(seat)
        elif act == "rest":
            sitting.press(seat, Button.BACK, hold_ms=900)
            sitting.press(seat, Button.BACK)
        elif act != "wait":
            sitting.touch(seat, Gesture(act))
        sitting.run(ms)
        if sitting.table.ended:
            return
    assert replayed(sitting) == sitting.state
    entries = [a for a in actions(sitting) if a["type"] == AUTOPILOT]
    for player in range(4):
        begins = [a["begins"] for a in entries if a["player"] == player]
        assert begins == [i % 2 == 0 for i in range(len(begins))]
    for seat in range(4):
        sitting.press(seat)
    sitting.run(4_000)
    before = len(flips(sitting))
    for _ in range(12):
        if sitting.table.ended or len(flips(sitting)) > before:
            return
        sitting.press(turn(sitting) if sitting.state.to_move is not None else 0)
        sitting.run(2_000)
    raise AssertionError("the match is blocked")
