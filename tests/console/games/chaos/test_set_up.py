"""C1 to C4, C30: the deck, the deal, the lot."""

from __future__ import annotations

from collections import Counter

import pytest

from console.games.chaos import play
from console.games.chaos.state import hands_of
from tests.console.games.chaos.positions import every_card
from tests.console.games.refusals import refusal


def test_c1_sixty_symbol_cards_in_four_colours() -> None:
    cards = Counter(every_card(play.new(4)))
    symbols = {card: count for card, count in cards.items() if card[0] in "abcde" and card != "all"}
    assert len(symbols) == 60
    assert set(symbols.values()) == {1}
    assert {card[:2] for card in symbols} == {f"{f}{v}" for f in "abcde" for v in "123"}
    assert {card[2] for card in symbols} == set("RGBY")


def test_c2_ten_specials_as_the_option_says() -> None:
    counts = {"grab": 1, "palm": 0, "all": 5, "left": 4}
    cards = Counter(every_card(play.new(3, 0, {"specials": counts})))
    assert {kind: cards[kind] for kind in counts} == counts
    standard = Counter(every_card(play.new(3)))
    assert [standard[kind] for kind in ("grab", "palm", "all", "left")] == [3, 3, 2, 2]


@pytest.mark.parametrize(
    ("players", "hands", "stack", "pot"),
    [
        (2, 4, 17, 0),
        (3, 3, 23, 1),
        (4, 4, 17, 2),
        (5, 5, 14, 0),
        (6, 6, 11, 4),
        (7, 7, 10, 0),
        (8, 8, 8, 6),
    ],
)
def test_c3_c4_c30_equal_stacks_and_the_rest_in_the_pot(
    players: int, hands: int, stack: int, pot: int
) -> None:
    state = play.new(players, 5)
    assert [len(cards) for cards in state.stacks] == [stack] * hands
    assert len(state.pot) == pot
    assert state.piles == state.beside == ((),) * hands


def test_c30_two_left_leave_the_deck() -> None:
    cards = Counter(every_card(play.new(2)))
    assert cards.total() == 68
    assert cards["left"] == 0


def test_c33_the_option_counts_before_two_left_leave() -> None:
    counts = {"grab": 2, "palm": 2, "all": 2, "left": 4}
    state = play.new(2, 0, {"specials": counts})
    assert Counter(every_card(state))["left"] == 2
    assert state.options.to_json()["specials"] == counts


@pytest.mark.parametrize("players", [2, 3, 8])
def test_c4_c33_the_lot_draws_any_hand(players: int) -> None:
    drawn = {play.new(players, seed).to_move for seed in range(100)}
    assert drawn == set(range(hands_of(players)))


def test_a_seed_deals_the_same_again_and_another_another() -> None:
    assert play.new(5, 2**63 - 1) == play.new(5, 2**63 - 1)
    assert play.new(5, 1) != play.new(5, 2)


def test_the_shuffle_is_spelled_out_and_never_changes() -> None:
    state = play.new(8, 2026)
    assert state.stacks[0] == SEED_2026_HAND_0
    assert (state.to_move, state.pot) == SEED_2026_LOT


SEED_2026_HAND_0 = ("b2Y", "b1R", "d3Y", "d2Y", "c2B", "c3B", "a1Y", "a3B")
SEED_2026_LOT = (0, ("c2R", "b1G", "palm", "palm", "d2R", "b1Y"))


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_c4_two_to_eight_players(players: int) -> None:
    assert refusal(play.new, players).code == "bad_options"


@pytest.mark.parametrize(
    "options",
    [
        {"pace": 600},
        {"last_card": "Classic"},
        {"last_card": None},
        {"specials": {"grab": 3, "palm": 3, "all": 2, "left": 3}},
        {"specials": {"grab": 4, "palm": 3, "all": 2, "left": 1}},
        {"specials": {"grab": -1, "palm": 4, "all": 2, "left": 5}},
        {"specials": {"grab": 3, "palm": 5, "left": 2}},
        {"specials": {"grab": 3, "palm": 3, "all": 2, "left": 2, "right": 0}},
        {"specials": {"grab": 3.0, "palm": 3, "all": 2, "left": 2}},
        {"specials": {"grab": True, "palm": 5, "all": 2, "left": 2}},
        {"specials": [3, 3, 2, 2]},
    ],
)
def test_c2_c6_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    assert refusal(play.new, 4, 0, options).code == "bad_options"
