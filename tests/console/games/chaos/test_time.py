"""C23: late contacts undo what came after them, back to the last event."""

from __future__ import annotations

import pytest

from console.games.chaos import play as chaos_play
from console.games.chaos import positions
from console.games.chaos.actions import Action, Expire, Flip, FlipAll, GripFall, HandContact, at
from console.games.chaos.events import DuelWon, FalseGrab, Fell, Flipped, SpecialWon, Voided, Won
from console.games.chaos.state import State
from tests.console.games.chaos.positions import play, position
from tests.console.games.refusals import refusal


def code(state: State, action: Action) -> str:
    """The error code that refuses the action."""
    return refusal(chaos_play.apply, state, action).code


@pytest.fixture
def duel() -> State:
    """Hands 0 and 2 come into a duel by the flip at 20; hand 0 covers it at 40."""
    start = position(["b1R", "", ""], tops={0: "a1R c3R", 1: "b1G", 2: "a1G"})
    state, _ = play(start, Flip(0, 10), Flip(1, 15), Flip(2, 20), Flip(0, 40))
    return state


def test_c23_a_late_contact_puts_the_cards_back_and_is_judged_in_its_time(duel: State) -> None:
    state, events = play(duel, HandContact(2, "grab", 30))
    assert events == [Voided((0,)), DuelWon(2, (0,))]
    assert state.stacks[0][0] == "c3R"
    assert chaos_play.standing(duel, 2, "grab", 30) == "rightful"
    assert chaos_play.standing(duel, 2, "grab", 50) == "wrongful"


def test_c23_at_the_very_time_of_a_flip_it_is_judged_after_it(duel: State) -> None:
    assert play(duel, HandContact(2, "grab", 20))[1] == [Voided((0,)), DuelWon(2, (0,))]
    assert play(duel, HandContact(2, "grab", 40))[1] == [FalseGrab(2)]
    assert play(duel, HandContact(2, "grab", 19))[1] == [Voided((2, 0)), FalseGrab(2)]


def test_c23_a_late_fall_too(duel: State) -> None:
    state, events = play(duel, GripFall(None, 12))
    assert events == [Voided((1, 2, 0)), Fell(None)]
    assert state.pot[-2:] == ("b1R", "a1R")


def test_c23_voided_names_each_card_of_an_all_in_the_order_flipped() -> None:
    start = position(["", "", ""], tops={0: "all b1R", 1: "left c1R", 2: "d1R"}, to_move=0)
    state, _ = play(start, Flip(0, 10), FlipAll(20))
    assert play(state, HandContact(1, "grab", 5))[1] == [Voided((0, 0, 1, 1, 2)), FalseGrab(1)]


def test_c23_a_contact_before_an_expire_wins_the_special_and_voids_no_card() -> None:
    start = position(["", "", ""], tops={0: "palm"})
    state, _ = play(start, Flip(0, 10), Expire(20))
    assert play(state, HandContact(2, "palm", 15))[1] == [SpecialWon(2, "palm")]
    assert play(state, HandContact(2, "palm", 20))[1] == [FalseGrab(2)]


def test_c23_history_reaches_back_to_the_last_event(duel: State) -> None:
    state, _ = play(duel, HandContact(1, "palm", 50), Flip(1, 60))
    assert code(state, HandContact(2, "grab", 50)) == "illegal_action"
    assert code(state, GripFall(None, 30)) == "illegal_action"
    assert chaos_play.standing(state, 2, "grab", 50) == "refused"
    assert play(state, HandContact(2, "grab", 51))[1] == [Voided((1,)), FalseGrab(2)]


def test_c23_the_time_of_a_late_event_is_its_own(duel: State) -> None:
    state, _ = play(duel, HandContact(2, "grab", 30))
    assert code(state, HandContact(1, "grab", 30)) == "illegal_action"
    assert play(state, HandContact(1, "grab", 31))[1] == [FalseGrab(1)]


def test_c23_flips_may_not_be_earlier_than_anything_accepted_undone_ones_included(
    duel: State,
) -> None:
    state, _ = play(duel, HandContact(2, "grab", 30))
    assert code(state, Flip(0, 39)) == "illegal_action"
    assert play(state, Flip(0, 40))[0].piles[0] == ("c3R",)


def test_c23_after_load_any_first_time_is_accepted() -> None:
    start = position(["", "", ""])
    assert play(start, Flip(0, -5))[0].latest_us == -5
    assert play(start, Flip(0, 100), HandContact(1, "grab", -(10**30)))[1][0] == Voided((0,))


def test_c23_the_end_of_the_game_is_undone_with_its_flip() -> None:
    start = position(["a1R", "a1G", ""], stacks={0: "b1R"}, fresh=(0,))
    state, events = play(start, Flip(0, 100))
    assert events[-1] == Won((0,))
    assert code(state, HandContact(1, "grab", 100)) == "game_over"
    assert code(state, Flip(1, 200)) == "game_over"
    assert chaos_play.standing(state, 1, "grab", 100) == "refused"
    state, events = play(state, HandContact(1, "grab", 99))
    assert events == [Voided((0,)), DuelWon(1, (0,))]
    assert (state.over, state.winners) == (False, ())


def test_c23_an_end_by_an_event_stays() -> None:
    start = position(
        ["a1R", "a1G", ""], stacks={0: ""}, fresh=(0,), to_move=1, options={"last_card": "classic"}
    )
    state, events = play(start, HandContact(0, "grab", 100))
    assert events[-1] == Won((0,))
    assert code(state, HandContact(1, "grab", 99)) == "game_over"


def test_c23_too_late_for_the_last_event_undoes_no_end() -> None:
    start = position(["", "a1G", ""], stacks={0: "b1R"})
    state, _ = play(start, HandContact(0, "palm", 50))
    state = positions.load(positions.dump(state))
    state, _ = play(state, HandContact(0, "palm", 60))
    while not state.over:
        state, _ = play(state, at(chaos_play.legal_actions(state)[0], 70))
    assert code(state, HandContact(1, "grab", 60)) == "game_over"
    assert play(state, HandContact(1, "grab", 61))[1][-1] == FalseGrab(1)


def test_c23_a_time_out_of_a_classic_game_is_undone() -> None:
    start = position(
        ["b1G", "b1R", "c1R"],
        stacks={0: "", 1: "", 2: ""},
        fresh=(0,),
        to_move=None,
        options={"last_card": "classic"},
    )
    state, _ = play(start, Expire(20))
    assert state.over
    assert play(state, HandContact(0, "grab", 19))[1] == [DuelWon(0, (1,)), Won((0,))]


def test_c23_states_are_equal_whatever_their_past() -> None:
    start = position(["", "", ""], tops={0: "b1R"})
    early, _ = play(start, Flip(0, 10))
    late, _ = play(start, Flip(0, 99))
    assert early == late
    assert hash(early) == hash(late)
    assert Flipped(0, "b1R") in play(start, Flip(0, 10))[1]
