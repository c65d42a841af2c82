"""Opponents for a game that brings none: lots, and lots of matches played out by lots.

For games whose position lies open, so that what a seat sees can be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from console.bots.base import Agent, Deadline
from console.games.base import Game
from console.games.forms import Json
from console.games.rng import Rng

PLAYOUTS: Final[Mapping[int, int]] = {1: 0, 2: 8, 3: 40, 4: 250}
"""By level, for each action; without any the action is drawn."""
LONGEST: Final = 400
"""Actions of a match played out; one that is not over by then counts as a draw."""


class GeneralAgent(Agent):
    """Flat Monte Carlo: the action after which most matches played at random are won."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._rules = game

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        """As ``Agent``. Raises GameError for an observation that is no whole position."""
        rules = self._rules
        state = rules.load(observation)
        actions = rng.shuffled(rules.legal_actions(state))
        won = [0.0] * len(actions)
        for n in range(PLAYOUTS[level] * len(actions)):
            if deadline():
                break
            i = n % len(actions)
            after, _ = rules.apply(state, actions[i])
            won[i] += self._played_out(after, state.to_move, rng)
        return rules.dump_action(actions[won.index(max(won))])

    def _played_out(self, state: Any, player: int, rng: Rng) -> float:
        """What a match at random is worth to ``player``: 1 for a win, shared ones less."""
        for _ in range(LONGEST):
            action = self._rules.any_action(state, rng)
            if action is None:
                return 1 / len(state.winners) if player in state.winners else 0.0
            state, _ = self._rules.apply(state, action)
        return 0.5
