"""What every registered game must keep, and the tools they share."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from console.games.base import Game
from console.games.options import Option, fill
from console.games.registry import GAMES
from console.games.rng import SEED_MAX, Rng
from tests.console.games.refusals import refusal

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_a_game_is_known_by_its_id_and_its_defaults_are_allowed(game: Game[Any, Any]) -> None:
    assert GAMES[game.id] is game
    assert all(option.allows(option.default) for option in game.options.values())
    assert json.loads(json.dumps([option.to_json() for option in game.options.values()]))


@every_game
def test_every_player_count_deals_and_loads_again(game: Game[Any, Any]) -> None:
    least, most = game.players
    for players in range(least, most + 1):
        state = game.new(players, 3, {})
        shown = game.dump(state)
        assert (shown["game"], shown["players"]) == (game.id, players)
        assert shown["options"].keys() == game.options.keys()
        assert game.dump(game.load(json.loads(json.dumps(shown)))) == shown
        assert game.count_legal(state) == len(game.legal_actions(state)) > 0


@every_game
def test_wrong_player_counts_and_seeds_are_refused(game: Game[Any, Any]) -> None:
    least, most = game.players
    for players, seed, code in (
        (least - 1, 0, "bad_options"),
        (most + 1, 0, "bad_options"),
        (least, SEED_MAX + 1, "bad_request"),
        (least, -1, "bad_request"),
    ):
        assert refusal(game.new, players, seed, {}).code == code


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Option("bool", True, [False, True]), [False, True], [0, 1, None, "true"]),
        (Option("int", 6, [1, 12]), [1, 6, 12], [0, 13, 6.0, True, None, "6"]),
        (Option("int or null", None, [1, 99]), [None, 1, 99], [0, 100, 1.0, False, "null", []]),
        (Option("choice", "a", ["a", "b"]), ["a", "b"], ["c", "", None, ["a"], 1]),
        (Option("counts", {"a": 1}, {"a": [0, 2]}), [{"a": 0}], [{}, {"a": 3}, {"a": 1, "b": 1}]),
    ],
)
def test_an_option_allows_its_type_and_range_only(
    option: Option, good: list[object], bad: list[object]
) -> None:
    assert [value for value in good if not option.allows(value)] == []
    assert [value for value in bad if option.allows(value)] == []


def test_options_are_filled_with_defaults() -> None:
    options = {"a": Option("bool", True, [False, True]), "b": Option("int", 6, [1, 12])}
    assert fill(options, {"b": 7}) == {"a": True, "b": 7}
    for given in ({"c": 1}, {"a": None}):
        assert refusal(fill, options, given).code == "bad_options"


def test_games_prints_an_option_that_may_be_null() -> None:
    printed = {"type": "int or null", "default": None, "range": [1, 99]}
    assert GAMES["elements"].options["rounds"].to_json() == printed


def test_a_lot_is_fair_and_a_shuffle_loses_nothing() -> None:
    rng = Rng(1)
    drawn = Counter(rng.below(3) for _ in range(3000))
    assert set(drawn) == {0, 1, 2}
    assert min(drawn.values()) > 900
    first_places = Counter(rng.shuffled("abc")[0] for _ in range(3000))
    assert min(first_places.values()) > 900
    assert sorted(rng.shuffled(range(70))) == list(range(70))


def test_lots_are_the_same_everywhere() -> None:
    assert [Rng(2026).below(1000) for _ in range(2)] == [LOT, LOT]


LOT = 121
