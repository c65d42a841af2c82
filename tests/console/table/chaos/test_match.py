"""The table's side of «Хаос»: moments, timers, faults, menus (C13, C16, C18, C21, C24, C27)."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.chaos import play
from console.games.chaos.actions import parse_action
from console.table.chaos import showing
from console.table.chaos.match import AFTER_VERDICT_MS
from console.table.chaos.view import POT, CardMove
from console.table.ended import RANKING_MS
from console.table.outputs import ActionDone, MatchEnded, VerdictKind, VerdictReached
from console.table.view import SEEN_NS, WIN_NS, EndView, TableTrouble, TroubleKind
from drivers.events import Button, ButtonEvent, Fall, Fault, Gesture, SeatFault, SourceFault
from drivers.times import MS
from tests.console.table.chaos.situations import (
    choice_on_table,
    duel_on_table,
    flips,
    kinds,
    special_on_table,
    verdict_of,
)
from tests.console.table.sitting import Sitting
from tests.few import few


def test_c27_a_press_flips_at_the_pace_and_not_before() -> None:
    sitting = Sitting.of(3, pace_ms=600)
    seat = sitting.match.seating.seats[sitting.state.to_move or 0]
    begun_ns = sitting.match.position.last_shown_ns
    sitting.press(seat)
    sitting.run(400)
    assert flips(sitting) == []
    sitting.run(200)
    (card,) = flips(sitting)
    assert card.seat == seat
    assert 600 * MS <= card.t_ns - begun_ns <= 604 * MS


def test_c5_only_the_hand_to_move_flips() -> None:
    sitting = Sitting.of(3)
    wrong = ((sitting.state.to_move or 0) + 1) % 3
    sitting.run(700)
    sitting.press(wrong)
    sitting.run(700)
    assert flips(sitting) == []


def test_a_card_that_is_made_looks_as_it_did_in_the_frame_before_and_is_not_painted_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(showing, "PROMPTED", 0)  # nobody is told any more what ● does
    sitting = Sitting.of(4)
    sitting.run(700)
    sitting.frames = False
    sitting.press(sitting.state.to_move or 0)
    sitting.run(300)
    shown = sitting.table.view()
    sitting.table.presented(sitting.now_ns)
    assert not sitting.table.changed
    sitting.run(10)
    assert len(flips(sitting)) == 1
    assert sitting.table.view() is shown


def test_letting_go_of_a_button_paints_nothing() -> None:
    sitting = Sitting.of(3)
    sitting.run(700)
    for pressed in (True, False):
        sitting.table.handle(ButtonEvent(1, Button.BACK, pressed, sitting.now_ns, 0))
        assert sitting.table.changed is pressed
        sitting.table.view()


def test_c24_a_card_counts_from_the_display_not_from_the_press() -> None:
    sitting = Sitting.of(3)
    sitting.run(700)
    sitting.frames = False
    sitting.press(sitting.state.to_move or 0)
    sitting.run(300)
    assert flips(sitting) == []
    sitting.frames = True
    pressed_ns = sitting.now_ns
    sitting.run(10)
    (card,) = flips(sitting)
    assert card.t_ns > pressed_ns
    assert sitting.of_kind(ActionDone)[-1].action["t_us"] == sitting.match.position.us(card.t_ns)


def test_c27_in_auto_mode_the_table_flips_for_everyone() -> None:
    sitting = Sitting.of(4, auto=True, pace_ms=300)
    sitting.run(4_000)
    assert len(flips(sitting)) >= 4
    seats = [c.seat for c in flips(sitting)[:4]]
    assert sorted(seats) == [0, 1, 2, 3]


def test_a_flip_waits_while_a_touch_is_not_understood_yet() -> None:
    sitting = Sitting.of(3)
    sitting.run(700)
    sitting.touch(0, Gesture.PALM, 0, decide_ms=120, hold_ms=60)
    sitting.run(20)
    sitting.press(sitting.state.to_move or 0, hold_ms=30)
    assert flips(sitting) == []


def test_c15_the_first_palm_puts_its_pile_under_the_grip() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "palm")
    sitting.touch(0, Gesture.PALM, 10, decide_ms=120)
    sitting.run(300)
    verdict = verdict_of(sitting)
    assert verdict.kind is VerdictKind.SPECIAL_WON
    assert verdict.moves == (CardMove(0, POT, 1, "palm"),)
    sitting.run(1_000)
    assert [reached.special for reached in sitting.of_kind(VerdictReached)] == ["palm"]


def test_c21_nobody_flips_while_a_special_is_open_and_it_expires_after_10_s() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    opened_ns = sitting.now_ns
    sitting.press(1)
    sitting.run(9_900)
    assert flips(sitting) == []
    assert sitting.play.special == "grab"
    sitting.run(200)
    assert sitting.state.special is None
    expire = [a.action for a in sitting.of_kind(ActionDone) if a.action["type"] == "expire"]
    assert expire[0]["t_us"] == sitting.match.position.us(opened_ns + 10_000 * MS)


def test_c21_an_overdue_special_waits_for_a_hand_that_is_being_judged_and_so_does_the_loop() -> (
    None
):
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.run(9_980)
    sitting.touch(1, decide_ms=110)
    sitting.run(60)
    assert sitting.play.special == "grab"
    sitting.run(200)
    assert sitting.state.special is None


def test_c18_the_winner_of_both_chooses_by_a_button() -> None:
    sitting = Sitting.of(3)
    choice_on_table(sitting)
    sitting.press(1, Button.LEFT)
    assert sitting.play.choice is not None  # not his to choose
    sitting.press(0, Button.LEFT)
    assert verdict_of(sitting).kind is VerdictKind.DUEL_WON
    sitting.run(1_000)
    assert [reached.losers for reached in sitting.of_kind(VerdictReached)] == [(1,)]
    assert kinds(sitting) == [VerdictKind.DUEL_WON]
    assert len(sitting.of_kind(VerdictReached)[0].order) == 1


def test_c18_after_10_s_the_table_chooses_the_special() -> None:
    sitting = Sitting.of(3)
    choice_on_table(sitting)
    sitting.run(10_100)
    assert sitting.play.choice is None
    assert kinds(sitting) == [VerdictKind.SPECIAL_WON]


def test_c16_everybody_flips_after_the_countdown() -> None:
    sitting = Sitting.of(3, all_ms=3_000)
    deck = [c for stack in sitting.state.stacks for c in stack] + list(sitting.state.pot)
    deck.remove("all")
    plain = [c for c in deck if len(c) == 3]
    rest = [c for c in deck if len(c) != 3]
    sitting.put(
        stacks=(("all", *plain[:20]), tuple(plain[20:40]), (*plain[40:], *rest)),
        piles=((), (), ()),
        pot=(),
        to_move=0,
    )
    sitting.run(700)
    sitting.press(0)
    assert sitting.play.all_seat == 0
    shown_ns = flips(sitting)[0].t_ns
    assert sitting.play.all_at_ns == shown_ns + 3_000 * MS
    sitting.run(3_100)
    assert [c.seat for c in flips(sitting)[1:4]] == [0, 1, 2]
    assert len({c.t_ns for c in flips(sitting)[1:4]}) == 1


def test_c13_a_fall_sends_all_piles_to_the_pot_and_the_table_waits_for_the_pad() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(100)
    verdict = verdict_of(sitting)
    assert verdict.kind is VerdictKind.FELL
    assert {m.target for m in verdict.moves} == {POT}
    trouble = sitting.play.trouble
    assert trouble is not None
    assert trouble.key == TroubleKind.PAD_DOWN
    sitting.run(700)
    assert not any(seat.prompted for seat in sitting.play.seats)
    assert 1.0 not in sitting.table.lamps(), "nobody may act"
    sitting.press(sitting.state.to_move or 0)
    sitting.run(500)
    assert flips(sitting) == []
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(1_000)
    assert sitting.play.trouble is None
    assert flips(sitting) == [], "no card comes under the hands that have put it back"
    assert [seat.prompted for seat in sitting.play.seats].count(True) == 1
    assert sitting.table.lamps().count(1.0) == 1
    sitting.press(sitting.state.to_move or 0)
    assert len(flips(sitting)) == 1


def test_c27_in_auto_mode_hands_leave_the_pad_before_the_next_card() -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=300)
    sitting.run(700)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(5_000)
    shown = len(flips(sitting))
    back_ns = sitting.now_ns
    sitting.table.handle(Fall(False, back_ns, 0))
    sitting.run(2_000)
    assert flips(sitting)[shown].t_ns >= back_ns + AFTER_VERDICT_MS * MS


@pytest.mark.parametrize("back_after_ms", few(1, [1_000, 50_000]))
def test_c27_a_pad_put_back_in_a_pause_holds_the_cards_up_only_once(back_after_ms: int) -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=300)
    sitting.run(3_000)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(2_000)
    sitting.press(0, Button.BACK, hold_ms=900)
    shown = len(flips(sitting))
    sitting.run(back_after_ms)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.run(60_000 - back_after_ms)
    assert sitting.match.paused_ns is not None
    sitting.press(0, Button.BACK)
    sitting.run(AFTER_VERDICT_MS)
    assert sitting.play.pause is None
    assert len(flips(sitting)) > shown


def test_a_wish_from_before_the_pad_fell_in_a_pause_is_gone() -> None:
    sitting = Sitting.of(3, pace_ms=5_000)
    sitting.press(sitting.state.to_move or 0)
    sitting.press(1, Button.BACK, hold_ms=900)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(500)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.press(1, Button.BACK)
    sitting.run(6_000)
    assert sitting.play.pause is None
    assert flips(sitting) == []


def test_a_seat_that_cannot_be_trusted_is_shown_and_flipped_for() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    sitting.table.handle(SeatFault(2, Fault.CHATTER, True, sitting.now_ns))
    sitting.touch(2, after_ms=10)
    sitting.run(2_500)
    assert sitting.play.seats[2].fault is Fault.CHATTER
    assert kinds(sitting) == []
    assert [c.seat for c in flips(sitting)] == [2]
    sitting.table.handle(SeatFault(2, Fault.CHATTER, False, sitting.now_ns))
    assert sitting.play.seats[2].fault is None


def test_a_silent_source_stops_the_cards_and_says_so() -> None:
    sitting = Sitting.of(3, auto=True)
    sitting.table.handle(SourceFault("pad", Fault.SILENT, True, sitting.now_ns))
    sitting.run(3_000)
    assert flips(sitting) == []
    trouble = sitting.play.trouble
    assert trouble is not None
    assert trouble.source == "pad"
    sitting.table.handle(SourceFault("pad", Fault.SILENT, False, sitting.now_ns))
    sitting.run(3_000)
    assert flips(sitting)


def test_cards_wait_while_no_seat_at_all_can_be_trusted() -> None:
    sitting = Sitting.of(3)
    for seat in range(3):
        sitting.table.handle(SeatFault(seat, Fault.NOISY_CHANNEL, True, sitting.now_ns))
    sitting.run(5_000)
    assert flips(sitting) == []
    trouble = sitting.play.trouble
    assert trouble == TableTrouble(TroubleKind.FAULTY)
    sitting.table.handle(SeatFault(1, Fault.NOISY_CHANNEL, False, sitting.now_ns))
    sitting.run(5_000)
    assert sitting.play.trouble is None
    assert flips(sitting)


def test_back_held_while_a_hand_is_judged_pauses_afterwards_and_the_loop_rests() -> None:
    sitting = Sitting.of(3)
    sitting.table.handle(ButtonEvent(0, Button.BACK, True, sitting.now_ns, 0))
    sitting.run(780)
    sitting.touch(1, decide_ms=110)
    sitting.run(60)
    assert sitting.play.pause is None
    sitting.run(500)
    assert sitting.play.pause is not None


def test_back_held_pauses_and_timers_stand_still() -> None:
    sitting = Sitting.of(3)
    special_on_table(sitting, "grab")
    sitting.press(1, Button.BACK, hold_ms=900)
    pause = sitting.play.pause
    assert pause is not None
    assert pause.seat == 1
    sitting.touch(0, after_ms=10)
    sitting.run(20_000)
    assert sitting.state.special == "grab"
    assert kinds(sitting) == []
    sitting.press(1, Button.BACK)  # plays on
    assert sitting.play.pause is None
    sitting.run(8_000)
    assert sitting.state.special == "grab"
    sitting.run(2_000)
    assert sitting.state.special is None


def test_a_pad_that_falls_during_a_pause_costs_nobody_anything() -> None:
    sitting = Sitting.of(3)
    duel_on_table(sitting)
    piles = sitting.state.piles
    sitting.press(1, Button.BACK, hold_ms=900)
    sitting.table.handle(Fall(True, sitting.now_ns, 0))
    sitting.run(500)
    sitting.table.handle(Fall(False, sitting.now_ns, 0))
    sitting.press(1, Button.BACK)
    sitting.run(1_000)
    assert sitting.state.piles == piles
    assert kinds(sitting) == []


def test_lamps_show_whose_turn_it_is_and_a_special_lights_all() -> None:
    sitting = Sitting.of(3)
    turn = sitting.match.seating.seats[sitting.state.to_move or 0]
    assert [i for i, level in enumerate(sitting.table.lamps()) if level == 1.0] == [turn]
    special_on_table(sitting, "grab")
    assert sitting.table.lamps() == (1.0, 1.0, 1.0)


def test_a_short_press_of_back_does_not_pause() -> None:
    sitting = Sitting.of(3)
    sitting.press(1, Button.BACK, hold_ms=300)
    sitting.run(1_000)
    assert sitting.play.pause is None


def test_c6_the_end_shows_the_ranking_and_a_rematch_can_begin() -> None:
    sitting = Sitting.of(3, auto=True, pace_ms=300)
    state = sitting.state
    sitting.put(
        stacks=(state.stacks[0][:1], state.stacks[1], state.stacks[2] + state.stacks[0][1:]),
        to_move=0,
    )
    sitting.run(3_000)
    view: Any = sitting.table.view()
    assert isinstance(view, EndView)
    assert view.ranking[0].seats == (0,)
    assert view.ranking[0].winner
    (ended,) = sitting.of_kind(MatchEnded)
    assert ended.winners == (0,)
    over = []
    for seat in (0, 1, 2):  # meant for a card
        sitting.press(seat)
    sitting.run((WIN_NS + SEEN_NS) / MS + RANKING_MS)
    for seat in (2, 0, 1):
        over.append(sitting.table.ended)
        sitting.press(seat)
    assert [*over, sitting.table.ended] == [True, True, True, False]
    assert not sitting.state.over


def test_c6_the_ranking_counts_stacks_and_a_winner_has_no_card_left() -> None:
    """Open cards decide nothing there; in `classic` and between two they do (C6, C33)."""
    sitting = Sitting.of(3, auto=True, pace_ms=300)
    state = sitting.state
    open_cards = tuple(("b1R", "c1G")[: hand + 1] for hand in range(3))
    sitting.put(
        stacks=(state.stacks[0][:1], state.stacks[1][:4], state.stacks[2][:2]),
        piles=open_cards,
        to_move=0,
    )
    sitting.run(3_000)
    (ended,) = sitting.of_kind(MatchEnded)
    assert ended.counts == (0, 4, 2)
    view: Any = sitting.table.view()
    assert [row.numbers[0] for row in view.ranking] == [0, 2, 4]


def test_leaving_from_the_pause_breaks_the_match_off() -> None:
    sitting = Sitting.of(3)
    sitting.press(0, Button.BACK, hold_ms=900)
    for _ in range(2):  # it asks, No first
        sitting.press(0, Button.LEFT)  # from the first row round to the last
        assert sitting.table.match is not None
        sitting.press(0)
    assert sitting.table.match is None
    assert [e.abandoned for e in sitting.of_kind(MatchEnded)] == [True]


def test_c30_c31_two_players_their_own_hands_are_no_rivals() -> None:
    sitting = Sitting.of(2)
    assert sitting.match.seating.seats == (0, 2, 1, 3)
    deck = [c for stack in sitting.state.stacks for c in stack] + list(sitting.state.pot)
    a = [c for c in deck if c.startswith("a1")]
    rest = [c for c in deck if c not in a[:2]]
    sitting.put(
        stacks=(tuple(rest[:16]), tuple(rest[16:32]), tuple(rest[32:48]), tuple(rest[48:])),
        piles=((a[0],), (), (a[1],), ()),
        pot=(),
        fresh=(True, False, True, False),
    )
    sitting.touch(0, after_ms=10)
    sitting.run(100)
    assert verdict_of(sitting).kind is VerdictKind.FALSE_GRAB


def test_a_match_is_its_options_seed_and_actions() -> None:
    sitting = Sitting.of(4, auto=True, pace_ms=300)
    for seat in (1, 3, 0):
        sitting.run(3_000)
        sitting.touch(seat, after_ms=5)
    sitting.run(2_000)
    state = play.new(4, 5, sitting.match.settings.options)
    for done in sitting.of_kind(ActionDone):
        state = play.apply(state, parse_action(done.action))[0]
    assert state == sitting.state


def prompted(sitting: Sitting) -> list[int]:
    """The seats that are told what ● does."""
    return [seat.seat for seat in sitting.play.seats if seat.prompted]


def test_in_the_first_two_turns_a_person_is_told_what_ok_does() -> None:
    sitting = Sitting.of(3)
    cards = [f"{family}{hand}R" for hand in (1, 2, 3) for family in "abcd"]
    sitting.put(stacks=tuple(tuple(cards[4 * hand : 4 * hand + 4]) for hand in range(3)))
    told: list[int] = []
    for _ in range(8):
        sitting.run(700)
        state = sitting.state
        assert state.to_move is not None
        seat = sitting.match.seating.seats[state.to_move]
        newcomer = sitting.match.position.flips[state.to_move] < 2
        assert prompted(sitting) == ([seat] if newcomer else [])
        assert sitting.play.pot_named == (min(sitting.match.position.flips) < 2)
        told += prompted(sitting)
        sitting.press(seat)
    assert len(told) == 6
    assert not sitting.play.pot_named


def test_nobody_is_told_where_the_table_flips_by_itself() -> None:
    sitting = Sitting.of(3, auto=True)
    assert prompted(sitting) == []
