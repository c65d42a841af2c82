"""The opponents of the board games, by id of the game.

Each is loaded when it is first asked: a table is up before anybody has to think.
"""

from __future__ import annotations

from typing import Final

from console.bots.base import Thinker
from console.bots.general import GeneralThinker
from console.games.entry import part
from console.games.registry import ENTRIES, GAMES, Parts, quiet_games


def _thinker(game: str) -> Thinker:
    named = ENTRIES[game].thinker
    if named is None:
        return GeneralThinker(GAMES[game])
    thinker: Thinker = part(named)()
    return thinker


THINKERS: Final = Parts[Thinker](quiet_games, _thinker)


def load_all() -> None:
    """Load every thinker now, so that the first question is answered as soon as any other."""
    for game in THINKERS:
        THINKERS[game]
