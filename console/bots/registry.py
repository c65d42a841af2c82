"""The games that have opponents. A new thinker is registered here, and nowhere else."""

from __future__ import annotations

from typing import Final

from console.bots.base import Thinker
from console.bots.elements import ElementsThinker
from console.bots.ignis import IgnisThinker
from console.bots.iota import IotaThinker

_ALL: Final[tuple[Thinker, ...]] = (ElementsThinker(), IgnisThinker(), IotaThinker())

THINKERS: Final[dict[str, Thinker]] = {thinker.game: thinker for thinker in _ALL}
