"""Same arguments, same answers: on every Python, under every hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.console.engine.golden import FILE, playthrough, requests

ROOT = Path(__file__).parents[3]
PROGRAM = "import sys; from console.engine import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"


def test_the_golden_playthrough() -> None:
    assert playthrough() == FILE.read_text().splitlines()


def test_the_golden_playthrough_meets_every_kind_of_event() -> None:
    kinds = [
        "flipped",
        "shifted",
        "duel_won",
        "special_won",
        "choice",
        "false_grab",
        "fell",
        "expired",
        "won",
    ]
    text = FILE.read_text()
    assert [kind for kind in kinds if f'"type": "{kind}"' not in text] == []


def test_other_hash_seeds_give_the_same_bytes_and_status_0() -> None:
    lines = "".join(json.dumps(request) + "\n" for request in requests()).encode()
    answers = []
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=lines,
            capture_output=True,
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        assert done.stderr == b""
        answers.append(done.stdout)
    assert answers[0] == answers[1]
    assert answers[0].count(b"\n") == len(requests())
