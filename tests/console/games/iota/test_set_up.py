"""I1, I12, I13: cards, deal, starter, who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from console.games.iota import play
from console.games.iota.actions import Pass
from console.games.iota.options import Options, parse_options
from tests.console.games.iota.positions import DECK, cards_of
from tests.console.games.refusals import refusal

SEEDS = range(60)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i1_four_cards_each_one_on_the_table_the_rest_in_the_deck(players: int) -> None:
    state = play.new(players, 5)
    assert cards_of(state) == Counter(DECK)
    assert [len(hand) for hand in state.hands] == [4] * players
    assert [at[:2] for at in state.grid] == [(0, 0)]
    assert len(state.deck) == 66 - 4 * players - 1
    assert (state.scores, state.passes, state.winners) == ((0,) * players, 0, ())
    assert all(list(hand) == sorted(hand) for hand in state.hands)


def test_i1_a_wild_never_starts_but_goes_into_the_middle_of_the_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stacked(_: object, items: list[str]) -> list[str]:
        reals = [card for card in items if card != "W"]
        return [*reals[:8], "W", "W", *reals[8:]]

    monkeypatch.setattr("console.games.iota.play.Rng.shuffled", stacked)
    state = play.new(2)
    reals = [card for card in DECK if card != "W"]
    wilds = [place for place, card in enumerate(state.deck) if card == "W"]
    assert [card for card in state.deck if card != "W"] == sorted(reals)[9:]
    assert state.grid == ((0, 0, sorted(reals)[8]),)
    # 57 cards were left each time: 28 go before the wild, of which those drawn since are gone.
    assert wilds == [26, 27]


def test_i1_the_starter_is_real_whatever_the_seed() -> None:
    assert all(play.new(2, seed).grid[0][2] != "W" for seed in range(300))


def test_i12_seat_0_begins_and_turns_go_round() -> None:
    state = play.new(3, 1)
    seats = []
    for _ in range(4):
        seats.append(state.to_move)
        state, _ = play.apply(state, Pass())
    assert seats == [0, 1, 2, 0]


def test_i13_short_has_32_of_the_real_cards_and_both_wilds() -> None:
    decks = [cards_of(play.new(4, seed, {"short": True})) for seed in SEEDS]
    for cards in decks:
        assert cards.pop("W") == 2
        assert len(cards) == cards.total() == 32
    drawn = sum(decks, Counter[str]())
    assert set(drawn) == set(DECK) - {"W"}
    assert min(drawn.values()) > len(SEEDS) / 5


def test_the_seed_decides_the_deal() -> None:
    assert play.new(2, 3) == play.new(2, 3, Options())
    assert len({play.new(2, seed).hands for seed in SEEDS}) == len(SEEDS)


def test_defaults() -> None:
    assert play.new(2).options == Options(short=False, scoring=True)
    assert parse_options({"scoring": False}) == Options(scoring=False)


@pytest.mark.parametrize("options", [{"short": 1}, {"scoring": None}, {"long": True}])
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    assert refusal(play.new, 2, 0, options).code == "bad_options"
