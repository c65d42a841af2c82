"""Golden playthroughs: random matches of each game, request and answer line by line.

``python -m tests.console.engine.golden GAME...`` writes those games' files: of a game that has
come, once it has its ``MATCHES``, or anew, when a rule was meant to change.
"""

from __future__ import annotations

import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from console.engine.session import EngineSession
from console.games.registry import GAMES
from tests.console.games.battery import random_action

MATCHES: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "chaos": (
        {"players": 2, "seed": 7},
        {
            "players": 3,
            "seed": 8,
            "options": {
                "last_card": "classic",
                "specials": {"grab": 2, "palm": 2, "all": 3, "left": 3},
            },
        },
        {"players": 8, "seed": 10},
    ),
    "elements": (
        {"players": 2, "seed": 1},
        {"players": 2, "seed": 2, "options": {"target": 3, "misreveal": "forbidden"}},
        {"players": 2, "seed": 3, "options": {"concede": False, "rounds": 4}},
    ),
    "ignis": (
        {"players": 2, "seed": 1},
        {"players": 2, "seed": 2, "options": {"layout": "border", "edge": "sparse"}},
        {"players": 2, "seed": 3, "options": {"layout": "quadrants", "ejected_air": "air"}},
    ),
    "iota": (
        {"players": 2, "seed": 1},
        {"players": 3, "seed": 2, "options": {"short": True}},
        {"players": 4, "seed": 3, "options": {"scoring": False}},
    ),
}
ACTIONS: Final = 60


def file_of(game_id: str) -> Path:
    """Where the game's playthrough lies."""
    return Path(__file__).with_name("golden_files") / f"{game_id}.jsonl"


@cache
def requests(game_id: str) -> list[dict[str, Any]]:
    """Requests that play random matches, each with an observation, legal actions and an undo.

    Not to be changed by who asks.
    """
    game = GAMES[game_id]
    script: list[dict[str, Any]] = []
    for match in MATCHES[game_id]:
        script.append({"cmd": "new", "game": game_id} | match)
        lots = random.Random(match["seed"])
        state = game.new(match["players"], match["seed"], match.get("options", {}))
        for step in range(ACTIONS - 1):
            if not game.count_legal(state):
                break
            action = random_action(game, state, lots, step)
            state, _ = game.apply(state, action)
            script.append({"cmd": "apply", "action": game.dump_action(action)})
        script += [{"cmd": "legal"}, {"cmd": "observe", "player": 1}]
        script += [{"cmd": "record"}, {"cmd": "undo"}]
    return script


def playthrough(game_id: str) -> list[str]:
    """Lines, each a request and its answer. States are told by what changed."""
    session = EngineSession()
    before: dict[str, Any] = {}
    lines = []
    for request in requests(game_id):
        answer = session.answer(request)
        if "state" in answer:
            after = answer.pop("state")
            answer["changed"] = {k: v for k, v in after.items() if before.get(k, "none") != v}
            before = after
        lines.append(json.dumps([request, answer]))
    return lines


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file_of(name).write_text("\n".join(playthrough(name)) + "\n")
