"""E3, E4, E7: the limit, sums, and what a turn can be."""

from __future__ import annotations

import pytest

from console.games.elements import play, positions
from console.games.elements.state import State
from tests.console.games.elements.positions import Json, act, action, options_of, position
from tests.console.games.refusals import refusal


def refused(state: State, text: str) -> str:
    """The rule that the refusal of an action names."""
    assert action(text) not in play.legal_actions(state)
    error = refusal(play.apply, state, action(text))
    assert error.code == "illegal_action"
    return error.message.split(":")[0]


def test_e3_the_limit_is_the_chain_s_sum_and_a_sum_is_hand_and_taken() -> None:
    state = position(("16", "6"), taken=("312", "42"), chain="634", discard=1)
    assert state.limit == 13
    assert state.sums == (13, 12)
    assert play.new().limit == 0


def test_e4_what_a_full_hand_can_do_at_the_start() -> None:
    state = position(("123456", "135666"))
    assert options_of(state) == "1 2 3 4 5 6 discard reveal concede"
    assert options_of(position(("112233", "445566"))) == "1 2 3 reveal concede"


def test_e4_play_puts_a_card_onto_the_chain() -> None:
    state, events = act(position(("123456", "135666")), "play 3")
    assert events == [{"type": "play", "player": 0, "card": 3}]
    shown = positions.dump(state)
    assert (shown["hands"][0], shown["chain"], shown["to_move"]) == ([1, 2, 4, 5, 6], [3], 1)
    shown = positions.dump(act(state, "play 5")[0])
    assert (shown["hands"][1], shown["chain"], shown["to_move"]) == ([1, 3, 6, 6, 6], [3, 5], 0)


def test_e4_take_lays_the_top_card_before_the_player_where_it_stays() -> None:
    state = position(("12456", "13666"), chain="35")
    state, events = act(state, "take")
    assert events == [{"type": "take", "player": 0, "card": 5}]
    shown = positions.dump(state)
    assert (shown["taken"], shown["chain"]) == ([[5], []], [3])
    assert state.sums[0] == 1 + 2 + 4 + 5 + 6 + 5
    state, _ = act(state, "take")
    assert positions.dump(state)["taken"] == [[5], [3]]
    assert positions.dump(state)["chain"] == []


def test_e4_taken_cards_are_neither_played_nor_discarded() -> None:
    state = position(("1245", "135"), taken=("6", ""), chain="34", discard=2)
    assert options_of(state) == "1 2 4 5 take reveal concede"
    assert refused(state, "play 6") == "E4"
    assert refused(state, "discard") == "E4"


def test_e4_discard_lays_a_6_away() -> None:
    state, events = act(position(("123456", "135666")), "discard")
    assert events == [{"type": "discard", "player": 0, "card": 6}]
    shown = positions.dump(state)
    assert (shown["hands"][0], shown["discard"], shown["chain"]) == ([1, 2, 3, 4, 5], [6], [])


def test_e4_only_what_can_be_done() -> None:
    state = position(("112233", "445566"))
    assert refused(state, "take") == "E4"
    assert refused(state, "discard") == "E4"
    assert refused(state, "play 4") == "E4"


def test_e4_a_card_held_twice_is_one_choice() -> None:
    assert options_of(position(("112666", "334455"))) == "1 2 6 discard reveal concede"


def test_e7_an_empty_hand_does_not_end_the_round() -> None:
    state, events = act(position(("5", "3"), chain="112234", discard=4), "play 5")
    assert [event["type"] for event in events] == ["play"]
    assert (state.over, state.to_move, positions.dump(state)["round"]) == (False, 1, 1)


ABOVE: Json = {"taken": ("6", "45"), "chain": "112", "discard": 5}
NO_CHAIN: Json = {"taken": ("11", "245"), "discard": 6}
WITHIN: Json = {"taken": ("1", "45"), "chain": "22666", "discard": 3}

either = pytest.mark.parametrize("misreveal", ["penalty", "forbidden"])


@either
def test_e7_empty_hand_and_above_the_limit_is_only_concede(misreveal: str) -> None:
    state = position(("", "3"), **ABOVE, misreveal=misreveal)
    assert state.sums[0] > state.limit
    assert options_of(state) == "concede"
    assert refused(state, "take") == "E7"
    assert refused(state, "reveal") == "E7"
    assert refused(state, "play 6") == "E4"
    assert refused(state, "discard") == "E4"


@either
def test_e7_any_taken_card_is_above_an_empty_chain(misreveal: str) -> None:
    state = position(("", "3"), **NO_CHAIN, misreveal=misreveal)
    assert (state.limit, options_of(state)) == (0, "concede")
    assert refused(state, "take") == "E4"


@either
def test_e7_empty_hand_and_within_the_limit_may_also_take(misreveal: str) -> None:
    state = position(("", "3"), **WITHIN, misreveal=misreveal)
    assert options_of(state) == "take reveal concede"
    assert refused(state, "play 1") == "E4"
    assert positions.dump(act(state, "take")[0])["taken"] == [[1, 6], [4, 5]]


def test_e7_exactly_the_limit_is_within_it() -> None:
    state = position(("", "3"), taken=("4", "56"), chain="112", discard=5)
    assert state.sums[0] == state.limit == 4
    assert options_of(state) == "take reveal concede"
