"""An opponent for «Игнис»: alpha-beta over what everybody sees (everything lies open)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.bots.base import Agent, Deadline
from console.bots.ignis_search import AlphaBeta
from console.games.forms import Json
from console.games.ignis import positions
from console.games.ignis.ahead import Ahead, position_of, push_of
from console.games.ignis.state import LONGEST
from console.games.rng import Rng


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a level looks: ``depth`` plies at most, ``steps`` positions at most; ``blur`` is how
    much better than it is a push may seem, in hundredths of a piece, so that matches differ."""

    depth: int
    steps: int
    blur: int


_LEVELS: Final[Mapping[int, Reach]] = {
    1: Reach(depth=1, steps=1_000, blur=60),
    2: Reach(depth=2, steps=5_000, blur=20),
    3: Reach(depth=LONGEST, steps=5_000, blur=10),
    4: Reach(depth=LONGEST, steps=60_000, blur=5),
}
"""The steps of the first two levels are more than their depth can take."""


class IgnisAgent(Agent):
    """Sees what its own pushes and the other's lead to, so far as its level looks ahead."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        state = positions.load(observation)
        position = position_of(state)
        wanted = _LEVELS[level]
        search = AlphaBeta(Ahead(state.options), wanted.steps, deadline)
        push = search.best(position, state.to_move == 0, wanted.depth, rng, wanted.blur)
        return push_of(position[1], push).to_json()
