"""The games that there are. A new one is registered here, and nowhere else."""

from __future__ import annotations

from typing import Any, Final

from console.games.base import Game
from console.games.chaos.game import Chaos
from console.games.elements.game import Elements
from console.games.ignis.game import Ignis
from console.games.iota.game import Iota

_ALL: Final[tuple[Game[Any, Any], ...]] = (Chaos(), Elements(), Ignis(), Iota())

GAMES: Final[dict[str, Game[Any, Any]]] = {game.id: game for game in _ALL}
