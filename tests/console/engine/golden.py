"""The golden playthrough: matches of 2, 3 and 8 players, request and answer line by line.

``python -m tests.console.engine.golden`` writes it anew, when a rule was meant to change.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

from console.engine import Session
from console.games import chaos
from tests.console.games.chaos.players import next_action

FILE: Final = Path(__file__).with_name("golden.jsonl")
GAMES: Final[tuple[dict[str, Any], ...]] = (
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
)
ACTIONS: Final = 60


def requests() -> list[dict[str, Any]]:
    """Requests that play random matches, each with observations, legal actions and an undo."""
    script: list[dict[str, Any]] = []
    for game in GAMES:
        script.append({"cmd": "new", "game": "chaos"} | game)
        chance = random.Random(game["seed"])
        state = chaos.new(game["players"], game["seed"], game.get("options"))
        for step in range(1, ACTIONS):
            if state.over:
                break
            action = next_action(state, chance, 1000 * step)
            state, _ = chaos.apply(state, action)
            script.append({"cmd": "apply", "action": action.to_json()})
        script += [{"cmd": "legal"}, {"cmd": "observe", "player": 1}]
        script += [{"cmd": "record"}, {"cmd": "undo"}]
    return script


def playthrough() -> list[str]:
    """Lines, each a request and its answer. States are told by what changed."""
    session = Session()
    before: dict[str, Any] = {}
    lines = []
    for request in requests():
        answer = session.answer(request)
        if "state" in answer:
            after = answer.pop("state")
            answer["changed"] = {k: v for k, v in after.items() if before.get(k, "none") != v}
            before = after
        lines.append(json.dumps([request, answer]))
    return lines


if __name__ == "__main__":
    FILE.write_text("\n".join(playthrough()) + "\n")
