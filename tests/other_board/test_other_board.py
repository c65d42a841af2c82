"""A board comes from elsewhere: installed, every command that takes a board knows it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import installed


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put it."""
    return installed(Path(__file__).parent, tmp_path_factory.mktemp("board"))


def khvatka(site: Path, *words: str, status: int = 0) -> str:
    """What the command says where the board is installed."""
    done = subprocess.run(
        (sys.executable, "-m", "khvatka", *words),
        env={
            **os.environ,
            "PYTHONPATH": str(site),
            "LANGUAGE": "en",
            "KHVATKA_DATA": str(site / "data"),
            "SDL_VIDEODRIVER": "dummy",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_it_is_watched_by_its_name(site: Path) -> None:
    told = khvatka(site, "hw", "watch", "--board", "other", "--seconds", "0.2")
    assert "3 seats" in told


def test_a_board_file_may_name_it(site: Path) -> None:
    file = site / "mine.toml"
    file.write_text('name = "mine"\nseats = 3\ninstalled = "other"\n')
    assert "3 seats" in khvatka(site, "hw", "watch", "--board", str(file), "--seconds", "0.2")
    file.write_text('name = "mine"\nseats = 3\ninstalled = "nobodys"\n')
    told = khvatka(site, "hw", "watch", "--board", str(file), "--seconds", "0.2", status=2)
    assert "there is no board nobodys: install the distribution that brings it" in told
    file.write_text('name = "mine"\nseats = 3\ninstalled = "other"\n[controller]\n')
    told = khvatka(site, "hw", "watch", "--board", str(file), status=2)
    assert "controller: `installed` is a board by itself" in told


def test_a_wrong_name_is_told_with_those_that_there_are(site: Path) -> None:
    told = khvatka(site, "hw", "watch", "--board", "othr", status=2)
    assert "broken, other" in told
    told = khvatka(site, "hw", "watch", "--board", "broken", status=2)
    assert "other_board:NOTHING is no InstalledBoard" in told


def test_it_is_offered_where_a_board_is_typed(site: Path) -> None:
    asked = (
        "from console.cli.completing import boards\n"
        "import click\n"
        "print(*(item.value for item in boards(None, None, 'o')))"
    )
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        (sys.executable, "-c", asked), env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["o", "other"]
