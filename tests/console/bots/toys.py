"""Toy opponents for «Игнис», whose observation is its state."""

from __future__ import annotations

from typing import Final

from console.bots.base import Agent, Deadline
from console.games.forms import Json
from console.games.registry import GAMES
from console.games.rng import Rng

IGNIS: Final = GAMES["ignis"]


def legal(observation: Json) -> list[Json]:
    """All legal actions."""
    state = IGNIS.load(observation)
    return [IGNIS.dump_action(action) for action in IGNIS.legal_actions(state)]


class Toy(Agent):
    """Any legal action, by lot; the higher the level, the longer it looks through the list."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        actions = legal(observation)
        while not deadline() and level > 1:
            level -= 1
        return actions[rng.below(len(actions))]


class Stumbling(Toy):
    """Fails at levels 3 and 4: the one by a fault, the other by an illegal action."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        if level == 4:
            return {"type": "pass"}
        if level == 3:
            raise ZeroDivisionError
        return super().choose(observation, level, rng, deadline)


class Hopeless(Toy):
    """Fails at every level."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        raise ZeroDivisionError
