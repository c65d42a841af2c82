"""The games that have opponents. A new thinker is registered here, and nowhere else.

Each is loaded when it is first asked: a table is up before anybody has to think.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from console.bots.base import Late, Thinker
from console.games.chance import Chance
from console.games.forms import Json


class Later(Thinker):
    """A thinker that is not loaded yet."""

    @abstractmethod
    def load(self) -> Thinker:
        """The one that thinks."""

    def choose(self, observation: Json, level: int, chance: Chance, late: Late) -> Json:
        return self.load().choose(observation, level, chance, late)


class _Elements(Later):
    game = "elements"

    def load(self) -> Thinker:
        from console.bots.elements import ElementsThinker

        return ElementsThinker()


class _Ignis(Later):
    game = "ignis"

    def load(self) -> Thinker:
        from console.bots.ignis import IgnisThinker

        return IgnisThinker()


class _Iota(Later):
    game = "iota"

    def load(self) -> Thinker:
        from console.bots.iota import IotaThinker

        return IotaThinker()


_ALL: Final[tuple[Thinker, ...]] = (_Elements(), _Ignis(), _Iota())

THINKERS: Final[dict[str, Thinker]] = {thinker.game: thinker for thinker in _ALL}


def load_all() -> None:
    """Load every thinker now, so that the first question is answered as soon as any other."""
    for thinker in THINKERS.values():
        if isinstance(thinker, Later):
            thinker.load()
