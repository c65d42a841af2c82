"""What every opponent is: an observation in, an action out, nothing else.

An agent is given what ``Game.observe`` prints for one seat, so it cannot peek. Its strength comes
from its level alone: work is counted in steps (positions, samples), never in seconds, so that it
plays the same on every machine; the clock only cuts it short.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from console.games.forms import Json
from console.games.rng import Rng

LEVELS: Final = (1, 2, 3, 4)

Deadline = Callable[[], bool]
"""Whether the time is up: then the best action found so far is given."""


class Agent(ABC):
    """Chooses actions for one game; stateless, so one serves every seat."""

    @abstractmethod
    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        """A legal action for the player to move, who is the one that ``observation`` was made for.

        ``observation`` and the action are in the engine protocol's form; ``level`` is one of
        ``LEVELS``. Asks ``deadline`` often enough to stop within a few milliseconds, and never
        gives anything but a legal action, however early the time is up.
        """
