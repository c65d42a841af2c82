"""The table of a PC on macOS and Windows, as far as Linux can be like them (``elsewhere``)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
ELSEWHERE = Path(__file__).parent / "elsewhere"
FAST = ("play", "--headless", "--game", "ignis", "--people", "level_1,level_1", "--seed", "1")

Ask = Callable[..., str]


@pytest.fixture(params=["win32", "darwin"])
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ask(system: str, tmp_path: Path) -> Ask:
    """Runs ``python -m`` there, in a user's home of its own; what it prints."""
    here = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "KHVATKA_"))}
    env = {
        **here,
        "PYTHONPATH": os.pathsep.join(map(str, (ELSEWHERE, ROOT))),
        "PYTHONWARNDEFAULTENCODING": "1",
        "KHVATKA_TEST_SYSTEM": system,
        "HOME": str(tmp_path),
        "LOCALAPPDATA": str(tmp_path / "Local"),
        "LANG": "C.UTF-8",
        "PATH": "",
    }

    def ask(*arguments: str | Path, status: int = 0) -> str:
        command = [sys.executable, "-m", *arguments]
        ran = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, check=False)
        assert ran.returncode == status, ran.stderr.decode(errors="replace")
        return (ran.stderr if status == 2 else ran.stdout).decode()

    return ask


@pytest.fixture
def data(system: str, tmp_path: Path) -> Path:
    """The data folder of a user who names none."""
    mac = tmp_path / "Library/Application Support/khvatka"
    return {"win32": tmp_path / "Local/khvatka", "darwin": mac}[system]


@pytest.mark.slow
def test_a_match_is_played_listed_and_proved(ask: Ask, data: Path) -> None:
    played = ask("console", *FAST, "--data", data)
    assert "Won" in played
    (line,) = ask("console", "matches", "--json").splitlines()
    assert json.loads(line)["game"] == "ignis"
    assert "\r" not in ask("console", "replay", "1")


@pytest.mark.slow
def test_an_evening_at_the_window(ask: Ask, data: Path) -> None:
    there = "tests.console.system.elsewhere.evening"
    told: dict[str, Any] = json.loads(ask(there, "window", data))
    told_actions = told.pop("broken_off")
    assert told == {"between_ticks": True, "opponent": [2, None], "alive": [True, False], "kept": 3}
    listed = [json.loads(line) for line in ask("console", "matches", "--json").splitlines()]
    assert [match["actions"] for match in listed] == [3, told_actions]
    assert json.loads(ask(there, "again", data)) == {
        "problem": "None",
        "kept": 3,
        "damaged": ["damaged", "khvatka.damaged-2026-05-01.sqlite3"],
        "carried": [3, told_actions],
        "after_that": "None",
    }


@pytest.mark.slow
def test_what_people_and_the_owner_do(ask: Ask, data: Path, tmp_path: Path) -> None:
    ask("console", *FAST, "--data", data)
    ask("console", "people", "add", "Барсук")
    assert "Барсук" in ask("console", "people", "list")
    ask("console", "people", "forget", "Барсук", "--yes")
    assert "Барсук" not in ask("console", "people", "list")
    ask("console", "service", "settings", "set", "match.pace_ms", "800")
    assert "0.8 s" in ask("console", "service", "settings")
    (tmp_path / "folder").mkdir()
    ask("console", "service", "export", "folder")
    assert any((tmp_path / "folder").iterdir())
    assert "There are no records yet" in ask("console", "records")
    ask("console", "sim", "run", ROOT / "host_sim/scenarios/library/c06_last_card_wins.toml")


@pytest.mark.slow
def test_what_needs_linux_says_so(ask: Ask) -> None:
    assert "Linux" in ask("console", "sim", "soak", "--hours", "1", status=2)
    board = ROOT / "drivers" / "boards" / "mk1.toml"
    assert "Linux" in ask("console", "hw", "check", "--board", board, status=1)
    assert "no journal" in ask("console", "service", "logs", status=2)


@pytest.mark.slow
@pytest.mark.parametrize("system", ["darwin"])  # Windows begins them in a way of its own
def test_processes_are_spawned(ask: Ask) -> None:
    few = ("--duels", "40", "--family", "smooth")
    assert "2 processes" in ask("console", "sim", "fairness", *few, "--processes", "2")
