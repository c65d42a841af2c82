"""What every registered opponent keeps, at every level, whatever the options and the position."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from console.bots.base import LEVELS
from console.bots.choose import choose
from console.bots.registry import AGENTS
from console.games.forms import Json
from tests.console.games.battery import text, walk

every_opponent = pytest.mark.parametrize("level", LEVELS)
every_game = pytest.mark.parametrize("game_id", AGENTS)
MATCHES = 6


def positions(
    game_id: str, every: int, matches: int = MATCHES
) -> Iterator[tuple[Json, list[Json]]]:
    """What the player to move sees in random matches, and the legal actions."""
    for seed in range(matches):
        played = walk(game_id, seed)
        for state in played.states[seed % every : -1 : every]:
            game = played.game
            sight = game.observe(state, game.dump(state)["to_move"])
            actions = [game.dump_action(action) for action in game.legal_actions(state)]
            yield json.loads(text(sight)), actions


@every_opponent
@every_game
def test_whoever_has_no_time_still_acts_legally(game_id: str, level: int) -> None:
    for sight, actions in positions(game_id, every=3):
        before = text(sight)
        assert choose(game_id, sight, level, lambda: True) in actions
        assert text(sight) == before


@pytest.mark.parametrize(
    "level", [*LEVELS[:2], *(pytest.param(level, marks=pytest.mark.slow) for level in LEVELS[2:])]
)
@every_game
def test_whoever_has_all_the_time_acts_legally_and_the_same_again(game_id: str, level: int) -> None:
    for sight, actions in positions(game_id, 20, MATCHES - level):
        before = text(sight)
        action = choose(game_id, sight, level, lambda: False)
        assert action in actions
        assert text(sight) == before
        assert choose(game_id, dict(reversed(sight.items())), level, lambda: False) == action
