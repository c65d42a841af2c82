"""C15 to C22: grab, palm, all, left."""

from __future__ import annotations

import pytest

from console.games.chaos import play as chaos_play
from console.games.chaos import positions
from console.games.chaos.actions import Action, Choose, Expire, Flip, FlipAll, GripFall, HandContact
from console.games.chaos.events import (
    ChoiceDue,
    DuelWon,
    Expired,
    FalseGrab,
    Flipped,
    Shifted,
    SpecialWon,
)
from console.games.chaos.matches import SymbolMatch, live_matches, watched
from console.games.chaos.state import State
from tests.console.games.chaos.positions import play, position
from tests.console.games.refusals import refusal


def refused(state: State, action: Action) -> bool:
    """Whether the action is illegal now."""
    return refusal(chaos_play.apply, state, action).code == "illegal_action"


@pytest.mark.parametrize("special", ["grab", "palm"])
def test_c15_the_first_moves_its_pile_onto_the_pot(special: str) -> None:
    start = position(["b1R", "c1R c2R", ""], tops={0: special}, pot="e1R")
    opened, _ = play(start, Flip(0, 10))
    assert (opened.special, opened.to_move) == (special, 1)
    state, events = play(opened, HandContact(1, special, 20))
    assert events == [SpecialWon(1, special)]
    assert state.pot == ("e1R", "c1R", "c2R")
    assert state.piles == (("b1R", special), (), ())
    assert (state.to_move, state.special) == (1, None)


def test_c15_a_hand_with_no_pile_may_win_it_too() -> None:
    start = position(["grab", "", ""], fresh=(0,), special="grab", to_move=1)
    state, events = play(start, HandContact(2, "grab", 20))
    assert events == [SpecialWon(2, "grab")]
    assert state.to_move == 1


def test_c16_all_hands_flip_and_the_opener_flips_again() -> None:
    start = position(["", "", ""], tops={1: "all b1R", 2: "c1R", 0: "d1R"}, to_move=1)
    pending, _ = play(start, Flip(1, 10))
    assert (pending.pending_all, pending.to_move) == (1, 2)
    assert chaos_play.legal_actions(pending) == [FlipAll()]
    assert refused(pending, Flip(2, 20))
    state, events = play(pending, FlipAll(20))
    assert events == [Flipped(1, "b1R"), Flipped(2, "c1R"), Flipped(0, "d1R")]
    assert (state.pending_all, state.to_move) == (None, 1)
    assert state.fresh == (True,) * 3


def test_c16_flip_all_needs_a_pending_all() -> None:
    assert refused(position(["", "", ""]), FlipAll(10))


def test_c16_so_too_when_a_duel_came_of_it_and_nobody_claims_it() -> None:
    start = position(
        ["all", "", ""], tops={0: "a1R", 1: "a1G", 2: "c1R"}, fresh=(0,), pending_all=0, to_move=1
    )
    state, _ = play(start, FlipAll(10))
    assert live_matches(state) == (SymbolMatch("a1", (0, 1)),)
    assert chaos_play.legal_actions(state) == [Flip(0)]


def test_c16_hands_without_a_stack_sit_it_out() -> None:
    start = position(
        ["all", "b1R", ""],
        stacks={1: ""},
        fresh=(0,),
        pending_all=0,
        to_move=2,
        options={"last_card": "classic"},
    )
    state, events = play(start, FlipAll(10))
    assert [event.hand for event in events if isinstance(event, Flipped)] == [0, 2]
    assert state.piles[1] == ("b1R",)


def test_c16_a_duel_may_be_claimed_while_an_all_is_pending_and_kills_it() -> None:
    start = position(["a1R", "a1G", "all"], fresh=(0, 1, 2), pending_all=2, to_move=0)
    state, events = play(start, HandContact(1, "grab", 10))
    assert events == [DuelWon(1, (0,))]
    assert state.pending_all is None


@pytest.mark.parametrize(
    ("cards", "special"), [(("palm", "grab"), "grab"), (("palm", "c1R"), "palm")]
)
def test_c17_grab_over_palm_over_duels(cards: tuple[str, str], special: str) -> None:
    start = position(
        ["all", "", "", ""],
        tops={0: "a1R", 1: cards[0], 2: cards[1], 3: "a1G"},
        fresh=(0,),
        pending_all=0,
        to_move=1,
    )
    state, _ = play(start, FlipAll(10))
    assert state.special == special
    assert state.to_move == 1  # C19: the hand after the opener of the `all`
    wrong = "palm" if special == "grab" else "grab"
    assert play(state, HandContact(1, wrong, 20))[1] == [FalseGrab(1)]
    state, events = play(state, HandContact(1, special, 20))
    assert events == [SpecialWon(1, special)]
    assert live_matches(state) == ()


def test_c18_the_winner_of_both_chooses() -> None:
    start = position(["a1R", "grab", "a1G"], fresh=(0, 1, 2), special="grab", to_move=2, pot="e1R")
    state, events = play(start, HandContact(0, "grab", 10))
    assert events == [ChoiceDue(0)]
    assert positions.dump(state)["choice"] == {"hand": 0, "of": ["duel", "special"]}
    assert state.special == "grab"
    assert chaos_play.legal_actions(state) == [Choose(0, "duel"), Choose(0, "special")]
    for action in (
        HandContact(1, "grab", 20),
        HandContact(1, "grab", 5),
        GripFall(None, 20),
        Expire(20),
        Choose(1, "duel", 20),
        Choose(0, "duel", 9),
    ):
        assert refused(state, action)
    duel, events = play(state, Choose(0, "duel", 30))
    assert events == [DuelWon(0, (2,))]
    assert (duel.to_move, duel.special, duel.choice) == (2, None, None)
    special, events = play(state, Choose(0, "special", 30))
    assert events == [SpecialWon(0, "grab")]
    assert special.pot == ("e1R", "a1R")
    assert special.to_move == 2


def test_c18_the_events_time_is_that_of_the_choice() -> None:
    start = position(["a1R", "grab", "a1G"], fresh=(0, 1, 2), special="grab", to_move=2)
    state, _ = play(start, HandContact(0, "grab", 10), Choose(0, "special", 30))
    assert refused(state, HandContact(1, "grab", 30))
    assert play(state, HandContact(1, "grab", 31))[1] == [FalseGrab(1)]


def test_c18_without_a_live_duel_there_is_nothing_to_choose() -> None:
    start = position(["a1R", "grab", "a1G"], fresh=(1,), special="grab", to_move=2)
    assert play(start, HandContact(0, "grab", 10))[1] == [SpecialWon(0, "grab")]
    assert refused(start, Choose(0, "special", 10))


def test_c19_an_all_among_the_cards_starts_one_more_by_the_first_from_the_last_opener() -> None:
    start = position(
        ["", "all", "", ""],
        tops={1: "b1R", 2: "c1R", 3: "d1R", 0: "all"},
        fresh=(1,),
        pending_all=1,
        to_move=2,
    )
    state, _ = play(start, FlipAll(10))
    assert (state.pending_all, state.to_move) == (0, 1)


def test_c19_the_last_opener_comes_first() -> None:
    counts = {"grab": 2, "palm": 3, "all": 3, "left": 2}
    start = position(
        ["", "all", ""],
        tops={1: "all", 2: "all", 0: "d1R"},
        fresh=(1,),
        pending_all=1,
        to_move=2,
        options={"specials": counts},
    )
    state, _ = play(start, FlipAll(10))
    assert (state.pending_all, state.to_move) == (1, 2)


def test_c19_an_open_special_must_expire_before_the_next_all() -> None:
    start = position(
        ["all", "", ""], tops={0: "b1R", 1: "palm", 2: "all"}, fresh=(0,), pending_all=0, to_move=1
    )
    state, _ = play(start, FlipAll(10))
    assert (state.special, state.pending_all, state.to_move) == ("palm", 2, 0)
    assert chaos_play.legal_actions(state) == [Expire()]
    assert refused(state, FlipAll(20))
    state, _ = play(state, Expire(20))
    assert chaos_play.legal_actions(state) == [FlipAll()]


def test_c19_the_specials_own_win_kills_the_new_all_and_the_turn_is_after_its_opener() -> None:
    start = position(
        ["all", "", ""], tops={0: "b1R", 1: "palm", 2: "all"}, fresh=(0,), pending_all=0, to_move=1
    )
    state, _ = play(start, FlipAll(10), HandContact(1, "palm", 20))
    assert (state.special, state.pending_all, state.to_move) == (None, None, 0)


def test_c19_a_special_of_an_all_that_expires_leaves_the_turn_after_the_opener() -> None:
    start = position(
        ["all", "", ""], tops={0: "b1R", 1: "palm", 2: "c1R"}, fresh=(0,), pending_all=0, to_move=1
    )
    state, _ = play(start, FlipAll(10), Expire(20))
    assert chaos_play.legal_actions(state) == [Flip(1)]


def test_c20_a_left_lies_beside_and_another_card_follows() -> None:
    start = position(["b1R", "", ""], tops={0: "left left c1R"})
    state, events = play(start, Flip(0, 10))
    assert events == [
        Flipped(0, "left"),
        Shifted(1),
        Flipped(0, "left"),
        Shifted(2),
        Flipped(0, "c1R"),
    ]
    assert state.beside[0] == ("left", "left")
    assert state.piles[0] == ("b1R", "c1R")
    assert (state.shift, state.to_move) == (2, 1)


@pytest.mark.parametrize(("card", "special", "pending"), [("grab", "grab", None), ("all", None, 0)])
def test_c20_the_card_that_follows_counts_as_played(
    card: str, special: str | None, pending: int | None
) -> None:
    start = position(["", "", ""], tops={0: f"left {card}"})
    state, _ = play(start, Flip(0, 10))
    assert (state.special, state.pending_all) == (special, pending)


def test_c16_c20_within_an_all_the_card_that_follows_counts() -> None:
    start = position(
        ["all", "", ""],
        tops={0: "b1R", 1: "left all", 2: "left grab"},
        fresh=(0,),
        pending_all=0,
        to_move=1,
    )
    state, events = play(start, FlipAll(10))
    assert events == [
        Flipped(0, "b1R"),
        Flipped(1, "left"),
        Shifted(1),
        Flipped(1, "all"),
        Flipped(2, "left"),
        Shifted(2),
        Flipped(2, "grab"),
    ]
    assert (state.special, state.pending_all, state.to_move) == ("grab", 1, 2)


def test_c20_the_shift_may_pass_the_number_of_hands() -> None:
    counts = {"grab": 0, "palm": 0, "all": 0, "left": 10}
    start = position(["a1R", "a1G", "b1R"], beside={0: 4}, fresh=(0,), options={"specials": counts})
    assert start.shift == 4
    assert [watched(start, hand) for hand in range(3)] == [1, 2, 0]
    assert live_matches(start) == (SymbolMatch("a1", (0, 2)),)


def test_c20_classic_a_last_left_counts_and_no_card_follows() -> None:
    start = position(["a1R", "a1G", ""], stacks={0: "left"}, options={"last_card": "classic"})
    state, events = play(start, Flip(0, 10))
    assert events == [Flipped(0, "left"), Shifted(1)]
    assert state.beside[0] == ("left",)
    assert state.piles[0] == ("a1R",)
    assert state.fresh == (False,) * 3
    assert state.to_move == 1


def test_c20_c8_a_shift_does_not_freshen_old_tops() -> None:
    start = position(["a1R", "a1G", ""], tops={2: "left c1R"}, to_move=2)
    assert live_matches(play(start, Flip(2, 10))[0]) == ()


def test_c21_while_a_special_is_open_nobody_flips() -> None:
    start = position(["grab", "", ""], fresh=(0,), special="grab", to_move=1)
    assert refused(start, Flip(1, 10))
    assert chaos_play.legal_actions(start) == [Expire()]


def test_c21_expire_is_no_event_and_duels_under_it_can_be_claimed_again() -> None:
    start = position(["a1R", "grab", "a1G"], fresh=(0, 1, 2), special="grab", to_move=2)
    state, events = play(start, Expire(10))
    assert events == [Expired("grab")]
    assert state.fresh == (True,) * 3
    assert play(state, HandContact(0, "grab", 20))[1] == [DuelWon(0, (2,))]


def test_c21_expire_kills_every_open_special() -> None:
    start = position(["palm", "grab", ""], fresh=(0, 1), special="grab", to_move=2)
    state, events = play(start, Expire(10))
    assert events == [Expired("grab")]
    assert state.special is None
    assert play(state, HandContact(0, "palm", 20))[1] == [FalseGrab(0)]


def test_c21_nothing_to_expire() -> None:
    assert refused(position(["", "", ""]), Expire(10))


def test_c22_specials_on_top_have_no_symbol_and_stay_where_they_lie() -> None:
    start = position(["grab", "grab", ""], fresh=(0, 1), special="grab", to_move=2)
    assert live_matches(start) == ()
    state, _ = play(start, HandContact(2, "grab", 10))
    assert state.piles == (("grab",), ("grab",), ())
