"""The rules are played by lot, ours and others', and what is missing is said."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from console.bench import rules
from console.games.registry import GAMES
from console.games.rng import Rng
from console.i18n import Words


class Deal:
    """A game as OpenSpiel has them: one chance node, then three moves."""

    def __init__(self) -> None:
        self.left = 4

    def is_terminal(self) -> bool:
        return self.left == 0

    def is_chance_node(self) -> bool:
        return self.left == 4

    def legal_actions(self) -> list[int]:
        return [3, 5]

    def apply_action(self, action: int) -> None:
        assert action in (3, 5)
        self.left -= 1


class Env:
    """A game as RLCard has them: two moves."""

    def reset(self) -> tuple[Any, int]:
        self.left = 2
        return {"legal_actions": {7: None}}, 0

    def is_over(self) -> bool:
        return self.left == 0

    def step(self, action: int) -> tuple[Any, int]:
        assert action == 7
        self.left -= 1
        return {"legal_actions": {7: None}}, 0


WORDS = Words("en")
SPIEL = SimpleNamespace(load_game=lambda name: SimpleNamespace(new_initial_state=Deal))
RLCARD = SimpleNamespace(make=lambda name: Env())


@pytest.mark.parametrize("game", GAMES)
def test_a_playout_is_a_whole_match(game: str) -> None:
    assert rules.own_playouts()[game](Rng(1)) > 5


def test_only_players_moves_are_counted() -> None:
    rng = Rng(1)
    assert [play(rng) for play in rules.spiel_playouts(SPIEL).values()] == [3, 3, 3]
    assert [play(rng) for play in rules.card_playouts(RLCARD).values()] == [2, 2]


def test_speeds_are_medians_of_the_counted_runs() -> None:
    calls = []

    def playout(rng: Rng) -> int:
        calls.append(rng.lot())
        return 5

    (speed,) = rules.measure({"toy": playout}, runs=3, run_s=0.001)
    assert speed.name == "toy"
    assert 0 < speed.least_per_s <= speed.median_per_s <= speed.most_per_s
    assert len(calls) >= 4


def test_the_other_libraries_stand_beside_with_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", SPIEL)
    monkeypatch.setitem(sys.modules, "rlcard", RLCARD)
    text = "\n".join(rules.run(runs=1, run_s=0.001).lines(WORDS))
    for name in (*GAMES, "open_spiel hearts", "rlcard uno", "times open_spiel hearts: chaos"):
        assert name in text
    assert "not installed" not in text


def test_a_missing_library_is_named_with_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "rlcard", None)
    told = [line for line in rules.run(runs=1, run_s=0.001).lines(WORDS) if ".[bench]" in line]
    assert [line.split(":")[0] for line in told] == ["open_spiel", "rlcard"]


def test_large_tables_have_30_cards_and_a_wild_in_a_full_hand() -> None:
    for shown in rules.iota_positions(3):
        hand = shown["hands"][shown["to_move"]]
        assert (len(shown["grid"]), len(hand), hand.count("W")) == (30, 4, 1)
        GAMES["iota"].load(shown)
