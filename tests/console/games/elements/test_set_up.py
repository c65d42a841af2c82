"""E1, E2, E8: the cards, the deal, who begins; what ``new`` refuses."""

from __future__ import annotations

from collections import Counter

import pytest

from console.games.elements import play, positions
from console.games.elements.options import Options
from tests.console.games.refusals import refusal

SEEDS = range(3000)


def test_e1_two_each_of_1_to_5_and_six_6() -> None:
    shown = positions.dump(play.new(seed=11))
    dealt = [*shown["hands"][0], *shown["hands"][1], *shown["aside"]]
    assert sorted(dealt) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6]


def test_e2_six_to_each_four_aside_nothing_on_the_table() -> None:
    shown = positions.dump(play.new(seed=12))
    assert [len(hand) for hand in shown["hands"]] == [6, 6]
    assert len(shown["aside"]) == 4
    assert (shown["taken"], shown["chain"], shown["discard"]) == ([[], []], [], [])
    assert (shown["scores"], shown["round"]) == ([0, 0], 1)


def test_e2_every_place_is_as_likely_for_every_card() -> None:
    """Means of 3000 deals: a 6 is six in sixteen, a 1 two in sixteen."""
    sixes: Counter[str] = Counter()
    ones: Counter[str] = Counter()
    for seed in SEEDS:
        shown = positions.dump(play.new(seed=seed))
        for place, cards in (*zip("ab", shown["hands"], strict=True), ("aside", shown["aside"])):
            sixes[place] += cards.count(6)
            ones[place] += cards.count(1)
    for place, size in (("a", 6), ("b", 6), ("aside", 4)):
        assert sixes[place] / len(SEEDS) == pytest.approx(size * 6 / 16, abs=0.06)
        assert ones[place] / len(SEEDS) == pytest.approx(size * 2 / 16, abs=0.04)


def test_e2_seeds_deal_differently() -> None:
    deals = {str(positions.dump(play.new(seed=seed))["hands"]) for seed in range(100)}
    assert len(deals) > 95


def test_e2_the_seed_0_is_shuffled_like_any_other() -> None:
    """It is the engine's default, and the one number that scrambling alone leaves as it is."""
    hands = positions.dump(play.new(seed=0))["hands"]
    assert hands != [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6]]


def test_e8_the_first_starter_is_drawn_by_lot() -> None:
    starters = Counter(positions.dump(play.new(seed=seed))["starter"] for seed in SEEDS)
    assert min(starters.values()) > 0.47 * len(SEEDS)
    state = play.new(seed=5)
    assert state.to_move == positions.dump(state)["starter"]


def test_deals_are_the_same_everywhere() -> None:
    shown = positions.dump(play.new(seed=2026))
    assert (shown["hands"], shown["starter"]) == ([[1, 3, 5, 6, 6, 6], [1, 2, 2, 3, 4, 6]], 1)
    assert play.new() == play.new(2, 0, Options())


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 13},
        {"target": None},
        {"target": True},
        {"concede": 0},
        {"misreveal": "allowed"},
        {"misreveal": None},
        {"rounds": 0},
        {"rounds": 100},
        {"rounds": 3.0},
        {"rounds": False},
        {"layout": "centre"},
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    assert refusal(play.new, 2, 0, options).code == "bad_options"


def test_the_largest_seed_and_all_options() -> None:
    options = {"target": 12, "concede": False, "misreveal": "forbidden", "rounds": 99}
    assert positions.dump(play.new(2, 2**63 - 1, options))["options"] == options
