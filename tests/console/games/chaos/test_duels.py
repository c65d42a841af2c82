"""C7 to C11: matches, who may claim them, where the cards go."""

from __future__ import annotations

import pytest

from console.games.chaos import play as chaos_play
from console.games.chaos.actions import Flip, HandContact
from console.games.chaos.events import DuelWon, FalseGrab
from console.games.chaos.matches import SymbolMatch, live_matches, watched
from tests.console.games.chaos.positions import play, position


@pytest.mark.parametrize(("winner", "loser"), [(0, 2), (2, 0)])
def test_c7_the_first_of_the_two_wins(winner: int, loser: int) -> None:
    start = position(["a1R", "b1R", "a1G"], fresh=(2,))
    state, events = play(start, HandContact(winner, "grab", 10))
    assert events == [DuelWon(winner, (loser,))]
    assert state.to_move == loser


def test_c1_a_look_alike_is_no_match() -> None:
    assert live_matches(position(["a1R", "a2R", "a3R"], fresh=(0, 1, 2))) == ()


def test_c8_one_fresh_top_makes_a_match_live() -> None:
    assert live_matches(position(["a1R", "a1G", ""], fresh=(1,))) == (SymbolMatch("a1", (0, 1)),)
    assert live_matches(position(["a1R", "a1G", ""])) == ()


def test_c8_an_event_makes_all_tops_stale() -> None:
    start = position(["a1R", "b1R", "a1G", "b1G"], fresh=(0, 1, 2, 3))
    state, _ = play(start, HandContact(0, "grab", 10))
    assert state.fresh == (False,) * 4
    state, events = play(state, HandContact(1, "grab", 20))
    assert events == [FalseGrab(1)]


def test_c8_a_covered_top_matches_no_longer() -> None:
    start = position(["a1R", "a1G", ""], tops={0: "b1R"}, fresh=(1,))
    assert live_matches(play(start, Flip(0, 10))[0]) == ()


def test_c8_an_event_kills_the_special_and_the_pending_all() -> None:
    start = position(["all", "grab", ""], fresh=(0, 1), special="grab", pending_all=0, to_move=1)
    state, _ = play(start, HandContact(2, "palm", 10))
    assert state.special is None
    assert state.pending_all is None
    assert chaos_play.legal_actions(state) == [Flip(2)]


def test_c9_the_loser_takes_his_pile_the_winners_and_the_pot() -> None:
    start = position(["b2R a1R", "c1R", "b3R a1G"], pot="d1R d2R", fresh=(0,))
    state, _ = play(start, HandContact(0, "grab", 10))
    assert state.stacks[2] == (*start.stacks[2], *["b3R", "a1G", "b2R", "a1R", "d1R", "d2R"])
    assert state.piles == ((), ("c1R",), ())
    assert state.pot == ()


def test_c10_the_pile_of_the_winner_is_dealt_from_its_top() -> None:
    start = position(
        ["b1R a1R", "c1R", "b2R b3R e1R e2R a1G", "a1B"], pot="d1R d2R", fresh=(3,), to_move=1
    )
    state, events = play(start, HandContact(2, "grab", 10))
    assert events == [DuelWon(2, (3, 0))]
    assert state.stacks[3] == (*start.stacks[3], *["a1B", "a1G", "e1R", "b2R", "d1R", "d2R"])
    assert state.stacks[0] == (*start.stacks[0], *["b1R", "a1R", "e2R", "b3R"])
    assert state.to_move == 3
    assert state.piles[1] == ("c1R",)


def test_c11_the_first_duellist_wins_his_own_duel_the_other_is_void() -> None:
    start = position(["a1R", "b1R", "a1G", "b1G"], fresh=(0, 1))
    state, events = play(start, HandContact(3, "grab", 10))
    assert events == [DuelWon(3, (1,))]
    assert state.piles[0] == ("a1R",)
    assert live_matches(state) == ()


def test_c20_with_shift_each_hand_plays_for_its_left_neighbours_top() -> None:
    start = position(["a1R", "b1R", "a1G b2R", "a1B"], beside={1: 1}, fresh=(0,))
    assert [watched(start, hand) for hand in range(4)] == [1, 2, 3, 0]
    assert live_matches(start) == (SymbolMatch("a1", (2, 3)),)


def test_c9_c20_the_winner_stakes_his_own_pile() -> None:
    start = position(["a1R", "b1R", "b2R", "a1B"], beside={1: 1}, pot="d1R", fresh=(0,))
    state, events = play(start, HandContact(2, "grab", 10))
    assert events == [DuelWon(2, (3,))]
    assert state.stacks[3] == (*start.stacks[3], "a1B", "b2R", "d1R")
    assert state.piles == (("a1R",), ("left", "b1R"), (), ())
    assert state.beside == ((),) * 4
    assert state.shift == 0


def test_c20_the_left_cards_slide_under_before_piles_move() -> None:
    start = position(["a1R", "b1R", "b2R"], beside={1: 1, 0: 1}, fresh=(0,))
    state, _ = play(start, HandContact(1, "grab", 10))
    assert state.stacks[1] == (*start.stacks[1], "left", "b1R", "b2R", "left", "a1R", *start.pot)


def test_c9_c20_a_loser_with_nothing_on_the_table_may_lose_to_an_empty_pile() -> None:
    start = position(["a1R", "a1G", "", ""], beside={0: 2}, fresh=(0,), pot="d1R", to_move=1)
    state, events = play(start, HandContact(3, "grab", 10))
    assert events == [DuelWon(3, (2,))]
    assert state.stacks[2] == (*start.stacks[2], "d1R")
    assert state.to_move == 2


def test_c9_c5_a_loser_without_a_stack_is_passed_over() -> None:
    start = position(
        ["a1R", "a1G", "", ""],
        stacks={2: ""},
        beside={0: 1, 2: 1},
        fresh=(0,),
        to_move=1,
        options={"last_card": "classic"},
    )
    state, events = play(start, HandContact(3, "grab", 10))
    assert events == [DuelWon(3, (2,))]
    assert state.stacks[2] == ("left",)
    assert state.to_move == 2
