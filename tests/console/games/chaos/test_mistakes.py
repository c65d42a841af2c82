"""C12 to C14: false grabs, falls, wrong gestures."""

from __future__ import annotations

import pytest

from console.games.chaos import play as chaos_play
from console.games.chaos.actions import Action, Choose, Flip, GripFall, HandContact
from console.games.chaos.events import FalseGrab, Fell, Won
from console.games.chaos.matches import live_matches
from tests.console.games.chaos.positions import play, position
from tests.console.games.refusals import refusal


@pytest.mark.parametrize("gesture", ["grab", "palm"])
def test_c12_false_grab_takes_all_piles_clockwise_and_the_pot(gesture: str) -> None:
    start = position(["b1R b2R", "c1R", "d1R d2R"], pot="e1R e2R", to_move=0)
    state, events = play(start, HandContact(1, gesture, 10))
    assert events == [FalseGrab(1)]
    assert state.stacks[1] == (*start.stacks[1], *["c1R", "d1R", "d2R", "b1R", "b2R", "e1R", "e2R"])
    assert state.piles == ((), (), ())
    assert state.pot == ()
    assert state.to_move == 1


def test_c12_an_outsider_of_a_running_duel_pays_and_voids_it() -> None:
    start = position(["a1R", "b1R", "a1G"], fresh=(0, 2))
    state, events = play(start, HandContact(1, "grab", 10))
    assert events == [FalseGrab(1)]
    assert live_matches(state) == ()


def test_c12_a_false_grab_before_anything_was_flipped() -> None:
    start = position(["", "", ""], to_move=0)
    state, events = play(start, HandContact(2, "grab", 10))
    assert events == [FalseGrab(2)]
    assert state.to_move == 2
    assert state.stacks[2] == (*start.stacks[2], *start.pot)


def test_c13_a_known_hand_pays_for_the_fall() -> None:
    start = position(["a1R", "b1R", "a1G"], fresh=(0, 2), pot="e1R")
    state, events = play(start, GripFall(0, 10))
    assert events == [Fell(0)]
    assert state.stacks[0] == (*start.stacks[0], "a1R", "b1R", "a1G", "e1R")
    assert state.to_move == 0


def test_c13_unknown_fault_all_piles_go_to_the_pot_from_the_hand_to_move() -> None:
    start = position(["b1R b2R", "c1R", "d1R d2R"], beside={2: 1}, pot="e1R", to_move=1)
    state, events = play(start, GripFall(None, 10))
    assert events == [Fell(None)]
    assert state.pot == ("e1R", "c1R", "left", "d1R", "d2R", "b1R", "b2R")
    assert state.piles == state.beside == ((), (), ())
    assert state.to_move == 1
    assert state.stacks == start.stacks


def test_c13_unknown_fault_with_nobody_to_move_starts_at_hand_0() -> None:
    start = position(
        ["b1R", "b1G", "c1R"],
        stacks={0: "", 1: "", 2: ""},
        fresh=(0,),
        to_move=None,
        options={"last_card": "classic"},
    )
    state, events = play(start, GripFall(None, 10))
    assert state.pot[-3:] == ("b1R", "b1G", "c1R")
    assert events == [Fell(None), Won((0, 1, 2))]


def test_c14_a_palm_where_a_grab_is_due_is_false() -> None:
    duel = position(["a1R", "b1R", "a1G"], fresh=(0, 2))
    assert play(duel, HandContact(0, "palm", 10))[1] == [FalseGrab(0)]
    special = position(["grab", "", ""], fresh=(0,), special="grab", to_move=1)
    assert play(special, HandContact(0, "palm", 10))[1] == [FalseGrab(0)]


def test_c14_c17_a_grab_where_a_palm_is_due_is_false_even_for_a_duel() -> None:
    start = position(["a1R", "palm", "a1G"], fresh=(0, 1, 2), special="palm", to_move=2)
    assert play(start, HandContact(0, "grab", 10))[1] == [FalseGrab(0)]


@pytest.mark.parametrize(
    "action", [HandContact(3, "grab", 10), HandContact(-1, "palm", 10), GripFall(3, 10)]
)
def test_a_hand_that_does_not_exist_is_an_illegal_action(action: Action) -> None:
    assert refusal(chaos_play.apply, position(["", "", ""]), action).code == "illegal_action"


@pytest.mark.parametrize("action", [HandContact(0, "slap", 10), Choose(0, "both", 10), Flip(0)])
def test_an_ill_formed_action_is_a_bad_request(action: Action) -> None:
    assert refusal(chaos_play.apply, position(["", "", ""]), action).code == "bad_request"
