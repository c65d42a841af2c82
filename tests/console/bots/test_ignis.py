"""The opponent for «Игнис»: legal whatever happens, and no fool."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from console.bots.base import LEVELS
from console.bots.ignis import IgnisAgent
from console.games.ignis import play, positions
from console.games.ignis.actions import Push, parse_action
from console.games.ignis.state import State
from console.games.rng import Rng
from tests.console.games.ignis.positions import position

Json = dict[str, Any]

AGENT = IgnisAgent()
OPTIONS = [
    {"layout": "centre", "edge": "full", "ejected_air": "earth"},
    {"layout": "border", "edge": "sparse", "ejected_air": "earth"},
    {"layout": "quadrants", "edge": "full", "ejected_air": "air"},
    {"layout": "centre", "edge": "sparse", "ejected_air": "air"},
]

every_level = pytest.mark.parametrize("level", LEVELS)
all_options = pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: "-".join(options.values())
)


def never() -> bool:
    return False


def always() -> bool:
    return True


def after(checks: int) -> Iterator[bool]:
    """A clock that says no so often, and then yes."""
    yield from [False] * checks
    while True:
        yield True


def chosen(state: State, level: int, seed: int = 0, *, checks: int = 20) -> Push:
    """The action that a level chooses, cut short so that tests are quick."""
    clock = after(checks)
    source = positions.dump(state)
    action = AGENT.choose(source, level, Rng(seed), lambda: next(clock))
    return parse_action(action)


@every_level
@all_options
def test_always_legal_to_the_end(options: dict[str, str], level: int) -> None:
    lots = random.Random(level)
    state = play.new(2, 0, options)
    while not state.over:
        thinks = state.to_move == level % 2
        legal = play.legal_actions(state)
        action = chosen(state, level) if thinks else lots.choice(legal)
        assert action in legal
        state, _ = play.apply(state, action)


def winning(state: State) -> set[Push]:
    """The actions that win at once for the player to move."""
    return {
        action
        for action in play.legal_actions(state)
        if play.apply(state, action)[0].winners == (state.to_move,)
    }


@every_level
@pytest.mark.parametrize("checks", [0, 20])
@pytest.mark.parametrize(
    ("drawing", "to_move"),
    [
        ("AEFW F... ..A. E..F", 0),
        ("AEWF W... ..A. E..W", 1),
        ("WW.W F.WF .AE.", 0),
        ("FF.F W.FW .AE.", 1),
    ],
    ids=["ejects Water", "ejects Fire", "Water's edge leaves", "Fire's edge leaves"],
)
def test_an_immediate_win_is_taken(drawing: str, to_move: int, checks: int, level: int) -> None:
    state = position(drawing, to_move=to_move)
    wins = winning(state)
    assert 0 < len(wins) < len(play.legal_actions(state)) / 4
    for seed in range(3):
        assert chosen(state, level, seed, checks=checks) in wins


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize(
    ("drawing", "to_move"),
    [("AEWF W..A .W.. A..W", 0), ("AEFW F..A .F.. A..F", 1)],
    ids=["Fire", "Water"],
)
def test_an_immediate_loss_is_avoided(drawing: str, to_move: int, level: int) -> None:
    state = position(drawing, to_move=to_move)
    safe = {
        action for action in play.legal_actions(state) if not winning(play.apply(state, action)[0])
    }
    assert 0 < len(safe) < len(play.legal_actions(state)) / 2
    for seed in range(3):
        assert chosen(state, level, seed) in safe


@every_level
def test_the_same_observation_and_lots_give_the_same_action(level: int) -> None:
    opening = play.new()
    first = [chosen(opening, level, seed) for seed in range(4)]
    random.seed(level)
    chosen(position("AEFW F..A .F.. A..F"), level)
    assert [chosen(opening, level, seed) for seed in range(4)] == first


@every_level
def test_matches_differ(level: int) -> None:
    opening = play.new()
    assert len({chosen(opening, level, seed) for seed in range(12)}) > 3


def points(level: int, against: int, games: int) -> float:
    """The share of points of ``level`` (0 plays by lot); sides alternate."""
    won = 0.0
    for number in range(games):
        lots = random.Random(number // 2)
        state = play.new()
        levels = (level, against) if number % 2 else (against, level)
        plies = 0
        while state.to_move is not None:
            mover = levels[state.to_move]
            by_lot = mover == 0 or plies < 2  # so that games differ
            legal = play.legal_actions(state)
            action = lots.choice(legal) if by_lot else chosen(state, mover, lots.getrandbits(32))
            state, _ = play.apply(state, action)
            plies += 1
        won += (levels[state.winners[0]] == level) if len(state.winners) == 1 else 0.5
    return won / games


@pytest.mark.parametrize(("level", "games"), [(1, 20), (2, 20), (3, 6)])
def test_each_level_beats_the_one_below(level: int, games: int) -> None:
    assert points(level, level - 1, games) > 0.7
