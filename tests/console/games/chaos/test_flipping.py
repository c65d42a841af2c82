"""C5 and C6: flips, turns, the last card."""

from __future__ import annotations

import pytest

from console.games.chaos import play as chaos_play
from console.games.chaos.actions import Expire, Flip, FlipAll, HandContact
from console.games.chaos.events import Expired, FalseGrab, Flipped, Shifted, SpecialWon, Won
from tests.console.games.chaos.positions import play, position
from tests.console.games.refusals import refusal

CLASSIC = {"last_card": "classic"}


def test_c5_a_flip_goes_on_the_open_pile_and_the_turn_passes_clockwise() -> None:
    start = position(["a1R", "", ""], tops={2: "b1R"}, to_move=2)
    state, events = play(start, Flip(2, 10))
    assert state.piles[2] == ("b1R",)
    assert state.stacks[2] == start.stacks[2][1:]
    assert state.to_move == 0
    assert state.fresh == (False, False, True)
    assert events == [Flipped(2, "b1R")]


def test_c5_a_hand_without_a_stack_is_passed_over() -> None:
    start = position(["", "a1R", ""], stacks={1: ""}, tops={0: "b1R"}, options=CLASSIC)
    assert play(start, Flip(0, 10))[0].to_move == 2


@pytest.mark.parametrize("hand", [1, 2, 3, -1])
def test_c5_only_the_hand_to_move_flips(hand: int) -> None:
    state = position(["", "", ""])
    assert refusal(chaos_play.apply, state, Flip(hand, 10)).code == "illegal_action"


@pytest.mark.parametrize("last", ["grab", "all", "a1G", "left"])
def test_c6_the_last_card_wins_before_anything_it_would_do(last: str) -> None:
    start = position(["b1R", "a1R", ""], stacks={0: last}, fresh=(1,))
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, last), Won((0,))]
    assert state.piles[0] == ("b1R", last)
    assert (state.over, state.winners, state.to_move) == (True, (0,), None)
    assert (state.special, state.pending_all, state.shift) == (None, None, 0)
    assert state.fresh == (True, True, False)


def test_c6_c20_the_card_that_follows_a_left_may_be_the_last() -> None:
    start = position(["", "", ""], stacks={0: "left c1R"})
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "left"), Shifted(1), Flipped(0, "c1R"), Won((0,))]
    assert state.beside[0] == ("left",)
    assert state.shift == 1


def test_c6_several_at_once_share_the_win_and_every_hand_plays_out() -> None:
    start = position(
        ["b1R", "all", "", ""],
        stacks={1: "b2R", 0: "left a1R"},
        tops={2: "left c1R"},
        fresh=(1,),
        pending_all=1,
        to_move=2,
    )
    state, events = play(start, FlipAll(10))
    assert events == [
        Flipped(1, "b2R"),
        Flipped(2, "left"),
        Shifted(1),
        Flipped(2, "c1R"),
        Flipped(3, state.piles[3][-1]),
        Flipped(0, "left"),
        Shifted(2),
        Flipped(0, "a1R"),
        Won((0, 1)),
    ]
    assert state.winners == (0, 1)


def test_c6_classic_an_empty_stack_alone_does_not_win() -> None:
    start = position(["", "", ""], stacks={0: "a1R"}, options=CLASSIC)
    state, events = play(start, Flip(0, 10))
    assert not state.over
    assert events == [Flipped(0, "a1R")]


def test_c6_classic_a_hand_wins_when_all_its_cards_are_gone() -> None:
    start = position(["a1R", "a1G", ""], stacks={0: ""}, fresh=(0,), to_move=1, options=CLASSIC)
    state, events = play(start, HandContact(0, "grab", 10))
    assert events[-1] == Won((0,))
    assert state.winners == (0,)


def test_c6_classic_another_hand_may_win_by_somebodys_false_grab() -> None:
    start = position(["a1R", "b1G", ""], stacks={1: ""}, fresh=(0,), options=CLASSIC)
    state, events = play(start, HandContact(2, "grab", 10))
    assert events == [FalseGrab(2), Won((1,))]
    assert state.over


def test_c6_classic_active_left_cards_are_cards_too() -> None:
    start = position(
        ["grab", "b1G", ""],
        stacks={1: ""},
        beside={1: 1},
        fresh=(0,),
        special="grab",
        to_move=2,
        options=CLASSIC,
    )
    state, events = play(start, HandContact(1, "grab", 10))
    assert events == [SpecialWon(1, "grab"), Won((1,))]
    assert state.pot[-2:] == ("left", "b1G")


def test_c6_classic_without_stacks_and_claims_the_fewest_cards_win() -> None:
    start = position(
        ["a1R", "b1R", "c1R c2R"], stacks={0: "d1R", 1: "", 2: ""}, rest="pot", options=CLASSIC
    )
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "d1R"), Won((1,))]
    assert state.over


def test_c6_classic_equal_is_shared() -> None:
    start = position(
        ["", "b1R", "c1R c2R"], stacks={0: "d1R", 1: "", 2: ""}, rest="pot", options=CLASSIC
    )
    assert play(start, Flip(0, 10))[1][-1] == Won((0, 1))


def test_c6_classic_a_live_match_keeps_it_going_until_the_time_out() -> None:
    start = position(
        ["", "b1R", "c1R c2R"], stacks={0: "b1G", 1: "", 2: ""}, rest="pot", options=CLASSIC
    )
    state, _ = play(start, Flip(0, 10))
    assert not state.over
    assert state.to_move is None
    assert chaos_play.legal_actions(state) == [Expire()]
    state, events = play(state, Expire(20))
    assert events == [Expired(None), Won((0, 1))]


def test_c21_classic_the_first_expire_kills_the_special_only() -> None:
    start = position(
        ["b1G", "b1R", ""],
        stacks={0: "", 1: "", 2: "grab"},
        rest="pot",
        fresh=(0,),
        to_move=2,
        options=CLASSIC,
    )
    state, _ = play(start, Flip(2, 10))
    state, events = play(state, Expire(20))
    assert events == [Expired("grab")]
    assert not state.over
    assert play(state, Expire(20))[1] == [Expired(None), Won((0, 1, 2))]


def test_c21_classic_a_special_that_expires_may_have_been_the_last_claim() -> None:
    start = position(
        ["b1G", "b2R", ""], stacks={0: "", 1: "", 2: "palm"}, rest="pot", to_move=2, options=CLASSIC
    )
    _, events = play(start, Flip(2, 10), Expire(20))
    assert events == [Expired("palm"), Won((0, 1, 2))]


def test_c16_classic_a_pending_all_is_nothing_to_claim() -> None:
    start = position(
        ["b1G", "b2R", ""], stacks={0: "", 1: "", 2: "all"}, rest="pot", to_move=2, options=CLASSIC
    )
    assert play(start, Flip(2, 10))[0].over


def test_c16_classic_flip_all_and_expire_are_both_legal_without_stacks() -> None:
    start = position(
        ["b1G", "b1R", ""],
        stacks={0: "", 1: "", 2: "all"},
        rest="pot",
        to_move=2,
        fresh=(1,),
        options=CLASSIC,
    )
    state, _ = play(start, Flip(2, 10))
    assert chaos_play.legal_actions(state) == [FlipAll(), Expire()]
    flipped, events = play(state, FlipAll(20))
    assert events == []
    assert chaos_play.legal_actions(flipped) == [Expire()]
    assert play(state, Expire(20))[1][-1] == Won((0, 1, 2))


def test_c6_immediate_knows_no_time_out() -> None:
    state = position(["b1G", "b1R", ""], fresh=(0,))
    assert refusal(chaos_play.apply, state, Expire(20)).code == "illegal_action"
