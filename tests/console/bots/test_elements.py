"""The opponent in «Сила стихий»: it knows what it may, and sees what is certain."""

from __future__ import annotations

import random
from typing import Any

import pytest

from console.bots.base import LEVELS
from console.bots.choose import chance_for
from console.bots.elements import STEPS, ElementsAgent, sight_of
from console.bots.elements_match import folds
from console.bots.elements_tree import search
from console.games.elements import play, positions
from console.games.elements.actions import REVEAL, parse_action
from console.games.elements.state import State
from console.games.rng import Rng
from tests.console.games.elements.positions import position

Json = dict[str, Any]

AGENT = ElementsAgent()
every_level = pytest.mark.parametrize("level", LEVELS)

SURE_TO_WIN = position(("16", "6"), taken=("312", "42"), chain="634", discard=1)
SURE_TO_LOSE = position(("", "3"), taken=("1", "45"), chain="22666", discard=3)
BAD: Json = {"taken": ("4", "1"), "chain": "32415", "discard": 2}
"""Seat 1 is behind, but not quite lost."""


def never() -> bool:
    return False


def chosen(state: State, level: int, salt: int = 0) -> Json:
    """What the player to move does."""
    sight = positions.observe(state, state.seat)
    return AGENT.choose(sight, level, chance_for(sight, salt), never)


@every_level
def test_who_is_sure_to_win_reveals(level: int) -> None:
    assert [chosen(SURE_TO_WIN, level, salt)["type"] for salt in range(4)] == ["reveal"] * 4


def test_what_is_sure_needs_no_search() -> None:
    sight = sight_of(positions.observe(SURE_TO_WIN, 0))
    assert {search(sight, 1, Rng(seed), never) for seed in range(8)} == {REVEAL}


@every_level
def test_who_is_sure_to_lose_2_concedes(level: int) -> None:
    assert [chosen(SURE_TO_LOSE, level, salt)["type"] for salt in range(4)] == ["concede"] * 4


@every_level
def test_e10_unless_nobody_may(level: int) -> None:
    options = SURE_TO_LOSE.round.options.to_json() | {"concede": False}
    state = positions.load(positions.dump(SURE_TO_LOSE) | {"options": options})
    assert parse_action(chosen(state, level)) in play.legal_actions(state)


@every_level
def test_e9_nobody_concedes_the_match_while_there_is_hope(level: int) -> None:
    first = position(("6", "26"), **BAD)
    last = position(("6", "26"), **BAD, scores=(5, 1), number=5)
    assert chosen(first, level)["type"] == "concede"
    assert chosen(last, level)["type"] != "concede"


@every_level
def test_the_same_is_seen_the_same_is_done_whatever_is_hidden(level: int) -> None:
    """The opponent's hand and the cards aside change places."""
    state = position(("1245", "135"), taken=("6", ""), chain="34", discard=2)
    other = position(("1245", "266"), taken=("6", ""), chain="34", discard=2)
    assert positions.dump(state) != positions.dump(other)
    for salt in range(2):
        assert chosen(state, level, salt) == chosen(other, level, salt)


def test_the_search_stops_when_it_is_late() -> None:
    asked: list[int] = []

    def deadline() -> bool:
        asked.append(1)
        return len(asked) > 10

    state = play.new(seed=4)
    search(sight_of(positions.observe(state, state.seat)), STEPS[4], Rng(1), deadline)
    assert len(asked) == 11


@pytest.mark.parametrize(
    ("scores", "number", "options", "own", "other"),
    [
        ((5, 5), 6, {}, 2.0, 2.0),
        ((4, 4), 6, {"target": 6}, 0.4, 0.4),
        ((2, 0), 2, {"rounds": 2}, -2.0, 2.0),
        ((1, 2), 3, {"rounds": 3}, 2.0, 0.0),
        ((5, 0), 4, {"rounds": 4}, 1.0, 1.0),
    ],
)
def test_e9_what_conceding_costs_follows_from_the_score(
    scores: tuple[int, int], number: int, options: Json, own: float, other: float
) -> None:
    """2 is as much as a lost reveal, -2 as little as a won one, 1 when nothing hangs on it."""
    state = position(("123456", "135666"), scores=scores, number=number, **options)
    assert folds(positions.observe(state, 0)) == pytest.approx((own, other))


def test_e10_conceding_costs_nothing_where_nobody_may() -> None:
    assert folds(positions.observe(play.new(options={"concede": False}), 0)) is None


def won(level: int, against: int) -> int:
    """Games won by ``level``; 0 is who plays by lot."""
    wins = 0
    for game in range(20):
        lots = random.Random(game)
        state = play.new(2, game // 2, {"target": 3})
        while not state.over:
            playing = level if state.seat == game % 2 else against
            if playing:
                action = parse_action(chosen(state, playing, game))
            else:
                action = lots.choice(play.legal_actions(state))
            state, _ = play.apply(state, action)
        wins += state.winners == (game % 2,)
    return wins


def test_level_1_beats_random_play_and_level_2_beats_level_1() -> None:
    assert won(1, 0) >= 16
    assert won(2, 1) >= 14


@pytest.mark.slow
def test_level_3_beats_level_2() -> None:
    assert won(3, 2) >= 12
