"""A terminal of 40 columns: every table fits, no value is cut; a file gets whole lines."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from console.cli import main
from console.terminal.columns import width
from tests.few import few

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

MOST: Final = 40
TABLES: Final = (
    "matches",
    "people list",
    "people rating",
    "records",
    "replay 1",
    "service settings",
    "service settings get sound.quiet_hours",
    "service profiles",
    "service audits",
    "service hints",
    "service about",
    "hw check",
    "hw watch --seconds 1",
    pytest.param("hw calibrate", marks=pytest.mark.slow),
    "hw lights --seconds 0.1",
    "sim run host_sim/scenarios/library/c06_last_card_wins.toml",
    pytest.param("play --headless --seed 4", marks=pytest.mark.slow),
)
ROOT: Final = Path(__file__).parents[3]
CHANGING: Final = ("hw watch", "hw check", "sim run", "play", "service about")
"""What these tell is not the same twice."""


def told(line: str, table: Path, language: str, columns: str) -> str:
    environment = {"KHVATKA_DATA": str(table), "COLUMNS": columns}
    words = [*line.split(), *(() if "profiles --" in line else ("--lang", language))]
    done = CliRunner().invoke(main, words, env=environment)
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("language", few(1, ["ru", "en"]))
@pytest.mark.parametrize("line", TABLES)
def test_every_table_fits_and_loses_nothing(
    line: str, language: str, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    where = tmp_path if "calibrate" in line else table
    narrow = told(line, where, language, str(MOST))
    assert narrow
    assert [text for text in narrow.splitlines() if width(text) > MOST] == []
    if not line.startswith(CHANGING):
        wide = told(line, where, language, "")
        seen = "".join(narrow.split())
        assert [word for word in wide.split() if word not in seen] == []


def test_a_terminal_of_forty_columns(table: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, MOST, 0, 0))
    with subprocess.Popen(
        (sys.executable, "-m", "console", "service", "settings", "--lang", "ru"),
        env={**os.environ, "KHVATKA_DATA": str(table)},
        stdout=theirs,
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # so a terminal ends
            pass
    os.close(ours)
    assert process.returncode == 0
    lines = shown.decode().splitlines()
    assert max(map(width, lines)) <= MOST
    assert any("match.pace_ms" in line for line in lines)
    assert any("Сервис" in line for line in lines)


def test_a_pipe_gets_whole_lines(table: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "console", "service", "settings", "--lang", "ru"),
        env={**os.environ, "KHVATKA_DATA": str(table)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert max(map(width, done.stdout.splitlines())) > 100


@pytest.mark.parametrize("path", ["", "play", "hw", "service settings", "sim fairness"])
def test_help_fits_too(path: str) -> None:
    done = CliRunner().invoke(main, [*path.split(), "--help"], env={"COLUMNS": str(MOST)})
    long = [line for line in done.stdout.splitlines() if width(line) > MOST]
    assert long == []
