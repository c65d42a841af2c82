"""Same arguments, same answers: on every Python, in every process, under every hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from console.bots.registry import AGENTS
from console.games.registry import GAMES
from tests.console.engine.golden import file_of, playthrough, requests
from tests.console.engine.talk import raw

ROOT = Path(__file__).parents[3]
ENGINE = (sys.executable, "-m", "console", "engine")

KINDS = {
    "chaos": (
        "flip flip_all contact fall expire choose",
        "flipped shifted duel_won special_won choice false_grab fell expired won",
    ),
    "elements": ("play take discard reveal concede", "play take discard round_over"),
    "ignis": ("push", "pushed ejected removed"),
    "iota": ("swap place pass", "scored"),
}
"""Types of action and of event."""


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_playthrough(game: str) -> None:
    assert playthrough(game) == file_of(game).read_text().splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_playthrough_meets_every_kind_of_action_and_event(game: str) -> None:
    lines = [json.loads(line) for line in file_of(game).read_text().splitlines()]
    actions = {request["action"]["type"] for request, _ in lines if "action" in request}
    events = {event["type"] for _, answer in lines for event in answer.get("events", [])}
    assert (actions, events) == tuple(set(kinds.split()) for kinds in KINDS[game])


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_other_processes_give_the_same_bytes_and_status_0(hash_seed: str) -> None:
    """Opponents too: they are asked after the first moves of each playthrough."""
    asked = [{"cmd": "bot", "level": level, "millis": 600_000} for level in (1, 2)]
    script = [request for game in GAMES for request in requests(game)]
    script += [r for game in AGENTS for r in (*requests(game)[:4], *asked)]
    lines = [json.dumps(request).encode() for request in script]
    done = subprocess.run(
        ENGINE,
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
    )
    assert done.stderr == b""
    assert done.stdout.splitlines(keepends=True) == raw(*lines)
