"""C30 to C33: two players, four hands."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.chaos.actions import Flip, FlipAll, HandContact
from console.games.chaos.events import DuelWon, FalseGrab, Flipped, Won
from console.games.chaos.matches import SymbolMatch, live_matches
from console.games.chaos.state import State
from tests.console.games.chaos.positions import play, position

WITH_LEFT = {"specials": {"grab": 2, "palm": 2, "all": 2, "left": 4}}


def two(piles: list[str], **fields: Any) -> State:
    """A position of two players."""
    return position(piles, players=2, **fields)


def test_c30_hands_are_right_right_left_left() -> None:
    assert [two([""] * 4).player_of(hand) for hand in range(4)] == [0, 1, 0, 1]


def test_c31_the_two_hands_of_one_player_are_no_duel() -> None:
    start = two(["a1R", "b1R", "a1G", "c1R"], fresh=(0, 2))
    assert live_matches(start) == ()
    assert play(start, HandContact(0, "grab", 10))[1] == [FalseGrab(0)]


def test_c31_with_a_shift_the_hands_that_claim_count() -> None:
    start = two(["a1R", "b1R", "a1G", "c1R"], beside={1: 1}, fresh=(0, 2), options=WITH_LEFT)
    assert live_matches(start) == ()  # hands 1 and 3, both player 1's
    start = two(["a1R", "a1G", "b1R", "c1R"], beside={1: 1}, fresh=(0,), options=WITH_LEFT)
    assert live_matches(start) == (SymbolMatch("a1", (0, 3)),)


def test_c31_of_three_hands_only_the_opponents_lose() -> None:
    start = two(["a1R", "a1G", "b2R a1B", "c1R"], pot="d1R", fresh=(0,))
    state, events = play(start, HandContact(2, "grab", 10))
    assert events == [DuelWon(2, (1,))]
    # One loser: C9, so the winner's pile goes bottom to top.
    assert state.stacks[1] == (*start.stacks[1], "a1G", "b2R", "a1B", "d1R")
    assert state.piles[0] == ("a1R",)


def test_c31_two_losing_hands_are_dealt_the_winners_pile() -> None:
    start = two(["a1R", "b2R b3R a1G", "a1B", "c1R"], pot="d1R", fresh=(0,))
    state, events = play(start, HandContact(1, "grab", 10))
    assert events == [DuelWon(1, (2, 0))]
    assert state.stacks[2] == (*start.stacks[2], "a1B", "a1G", "b2R", "d1R")
    assert state.stacks[0] == (*start.stacks[0], "a1R", "b3R")
    assert state.to_move == 2


def test_c31_of_four_hands_the_winners_partner_keeps_his_pile() -> None:
    start = two(["a1R", "a1G", "a1B", "a1Y"], fresh=(0,))
    state, events = play(start, HandContact(3, "grab", 10))
    assert events == [DuelWon(3, (0, 2))]
    assert state.piles == ((), ("a1G",), (), ())


def test_c32_the_hand_that_touches_is_the_one_whose_pile_moves() -> None:
    start = two(["b1R", "grab", "c1R", ""], fresh=(1,), special="grab", to_move=2)
    state, _ = play(start, HandContact(2, "grab", 10))
    assert state.piles == (("b1R",), ("grab",), (), ())


def test_c33_one_player_with_an_empty_stack_plays_on() -> None:
    start = two(["", "", "b1R", ""], stacks={0: "a1R", 2: ""})
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "a1R")]
    assert (state.over, state.to_move) == (False, 1)
    state, _ = play(state, Flip(1, 20))
    assert state.to_move == 3
    state, _ = play(state, Flip(3, 30))
    assert state.to_move == 1


@pytest.mark.parametrize("last", ["grab", "all", "left"])
def test_c33_ends_when_both_have_an_empty_stack_before_the_card_acts(last: str) -> None:
    start = two(
        ["a1R a2R", "b1R", "", ""],
        stacks={0: "", 3: last, 1: "c1R c2R", 2: "d1R"},
        rest="pot",
        to_move=3,
        options=WITH_LEFT,
    )
    state, events = play(start, Flip(3, 10))
    # Player 0: 2 + 1 cards; player 1: 3 + 1.
    assert events == [Flipped(3, last), Won((0,))]
    assert state.piles[3] == (last,)
    assert (state.special, state.pending_all, state.shift) == (None, None, 0)


def test_c33_equal_is_a_shared_win_and_active_left_cards_count() -> None:
    start = two(
        ["a1R", "b1R", "", ""],
        stacks={0: "", 3: "e1R", 1: "c1R", 2: "d1R"},
        beside={2: 1},
        rest="pot",
        to_move=3,
        options=WITH_LEFT,
    )
    assert play(start, Flip(3, 10))[1][-1] == Won((0, 1))


def test_c33_the_last_card_of_a_stack_acts_when_the_game_goes_on() -> None:
    start = two(["", "", "", ""], stacks={0: "grab"})
    state, _ = play(start, Flip(0, 10))
    assert (state.over, state.special, state.to_move) == (False, "grab", 1)


def test_c33_a_last_left_goes_on_the_open_pile_without_effect() -> None:
    start = two(["a1R", "", "", ""], stacks={0: "left"}, options=WITH_LEFT)
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "left")]
    assert state.piles[0] == ("a1R", "left")
    assert state.fresh[0]
    assert state.shift == 0


@pytest.mark.parametrize("mode", ["immediate", "classic"])
def test_c33_within_an_all_every_hand_plays_before_the_end_is_looked_at(mode: str) -> None:
    start = two(
        ["all", "", "", ""],
        stacks={0: "a1R", 1: "b1R", 2: "c1R c2R", 3: "d1R d2R d3R"},
        rest="pot",
        fresh=(0,),
        pending_all=0,
        to_move=1,
        options={"last_card": mode},
    )
    state, events = play(start, FlipAll(10))
    assert events == [
        Flipped(0, "a1R"),
        Flipped(1, "b1R"),
        Flipped(2, "c1R"),
        Flipped(3, "d1R"),
        Won((0, 1)),
    ]
    assert state.winners == (0, 1)


def test_c33_last_card_is_ignored() -> None:
    start = two(["", "", "", ""], stacks={0: "left"}, options=WITH_LEFT | {"last_card": "classic"})
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "left")]
    assert state.beside[0] == ()
