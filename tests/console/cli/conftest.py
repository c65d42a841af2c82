"""A table's data folder with something of everything, for commands to be tried on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main

NAMES = ("Барсук", "Анна Мария", "Owl")


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three people, a match of «Хаос» with its samples, one of «Игнис»; a setting; an event.

    Do not write."""
    folder = tmp_path_factory.mktemp("table")
    for line in (
        *(["people", "add", name] for name in NAMES),
        ["play", "--headless", "--seed", "1"],
        ["play", "--headless", "--seed", "2", "--game", "ignis"],
        ["service", "settings", "set", "match.pace_ms", "800"],
        ["event", "new", "Вечер", "--seed", "1"],
        ["event", "export", "Вечер", "--out", str(folder / "evening.kv")],
    ):
        done = CliRunner().invoke(main, [*line, "--data", str(folder)])
        assert done.exit_code == 0, done.stderr
    return folder
