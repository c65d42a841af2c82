"""The opponents of the board games, by id of the game.

Each is loaded when it is first asked: a table is up before anybody has to think.
"""

from __future__ import annotations

from typing import Final

from console.bots.base import Agent
from console.bots.general import GeneralAgent
from console.games.entry import part
from console.games.registry import ENTRIES, GAMES, Parts, quiet_games


def _agent(game: str) -> Agent:
    named = ENTRIES[game].agent
    if named is None:
        return GeneralAgent(GAMES[game])
    agent: Agent = part(named)()
    return agent


AGENTS: Final = Parts[Agent](quiet_games, _agent)


def load_all() -> None:
    """Load every agent now, so that the first question is answered as soon as any other."""
    for game in AGENTS:
        AGENTS[game]
