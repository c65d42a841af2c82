"""The disk below a running table dies, or hangs, and comes back: real ones, where we may."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.console.store.dying import LoopDisk, may_kill_disks

assert sys.platform == "linux", "loop devices are Linux's"

pytestmark = pytest.mark.skipif(not may_kill_disks(), reason="needs root and loop devices")


def play(folder: Path, who: str, how: str) -> subprocess.CompletedProcess[str]:
    """A table on a disk of its own, in a mount namespace of its own."""
    command = ["unshare", "--mount", sys.executable, "-m", "tests.console.store.dying"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [*command, str(folder), who, how], capture_output=True, text=True, check=False, env=env
    )


def told(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_disk_that_dies_is_told_and_its_match_taken_up_from_memory(tmp_path: Path) -> None:
    assert told(play(tmp_path, "aside", "dies")) == {
        "dead": "failing",
        "writer died": True,
        "mapped": False,
        "complete": True,
        "after": None,
        "matches": [1, 75],
    }


@pytest.mark.slow
def test_it_would_have_killed_whoever_wrote_in_its_own_process(tmp_path: Path) -> None:
    """The proof can fail: SQLite's mapped log is a SIGBUS on a dead disk."""
    try:
        assert play(tmp_path, "here", "dies").returncode == -signal.SIGBUS
    finally:
        LoopDisk(tmp_path).gone()


@pytest.mark.slow
def test_a_disk_that_hangs_is_told_and_nothing_is_missing_later(tmp_path: Path) -> None:
    assert told(play(tmp_path, "aside", "hangs")) == {
        "frozen": "silent",
        "flushed": False,
        "quick": True,
        "complete": True,
        "after": None,
    }
