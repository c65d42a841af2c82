"""However Python is started: nothing fails of it, and what is lacking is told in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from console.store.log import DirectLog
from console.store.schema import store_path
from tests.console.store.matches import flip, header

assert sys.platform == "linux", "a shell's bounds"

pytestmark = pytest.mark.slow


def started(*options: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    """A command in English; ``shell`` is what its shell does before it."""
    line = ("sh", "-c", f'{shell} exec "$@"', "sh", sys.executable, *options)
    english = {**os.environ, "LANG": "en_US.UTF-8", "LANGUAGE": ""}
    return subprocess.run(line, env=english, capture_output=True, text=True, check=False)


def test_a_replay_compares_no_bytes_with_a_text(tmp_path: Path) -> None:
    log = DirectLog(store_path(tmp_path))
    log.action(log.begin(header()), 0, flip(0))
    log.close()
    told = started("-bb", "-m", "console", "replay", "1", "--data", str(tmp_path))
    assert (told.returncode, told.stderr) == (0, "")


def test_help_without_its_texts_says_why() -> None:
    why = "What commands do is not told: Python's option -OO leaves it out."
    for command in ([], ["play"]):
        told = started("-OO", "-m", "console", *command, "--help")
        assert why in " ".join(told.stdout.split())
        assert why not in " ".join(
            started("-O", "-m", "console", *command, "--help").stdout.split()
        )


def test_too_few_open_files_are_told_before_anything_fails_of_them(tmp_path: Path) -> None:
    line = ("-m", "console", "play", "--headless", "--seed", "1", "--data", str(tmp_path / "data"))
    told = started(*line, shell="ulimit -n 16;")
    assert told.returncode == 2
    assert told.stderr == (
        "khvatka: only 16 files may be open at once: allow 64 (`ulimit -n 64`)\n"
    )
    assert not (tmp_path / "data").exists()
    told = started("-m", "console", "matches", "--data", str(tmp_path), shell="ulimit -Sn 16;")
    assert (told.returncode, told.stderr) == (0, ""), "a bound that may be lifted is"
