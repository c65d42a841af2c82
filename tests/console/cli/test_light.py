"""A list is answered at once: it loads neither numpy nor pygame, no screen and no rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from console.store.log import DirectLog
from console.store.schema import store_path
from tests.console.store.matches import header

SCRIPT: Final = """
import sys
from console.cli import main
try:
    main(sys.argv[1:], prog_name="khvatka")
finally:
    sys.stderr.write(" ".join(sys.modules))
"""
HEAVY: Final = frozenset(
    {
        "console.duel.developing",
        "console.games.chaos",
        "console.screens.texts",
        "console.table.view",
        "console.wiring",
        "host_sim",
        "multiprocessing",
        "numpy",
        "pygame",
        "serial",
    }
)
LISTS: Final = (
    "matches",
    "matches --json",
    "people list",
    "people list --lang en",
    "service settings",
    "service settings set table.language en",
    "service profiles",
    "--version",
    "--help",
    "hw --help",
    "sim run --help",
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match that was broken off and somebody who keeps a nickname."""
    folder = tmp_path_factory.mktemp("data")
    log = DirectLog(store_path(folder))
    log.begin(header())
    log.close()
    subprocess.run(
        (sys.executable, "-m", "console", "people", "add", "Барсук", "--data", str(folder)),
        check=True,
        capture_output=True,
    )
    return folder


def loaded_by(line: str, data: Path) -> set[str]:
    """The modules."""
    done = subprocess.run(
        (sys.executable, "-c", SCRIPT, *line.split()),
        env={**os.environ, "KHVATKA_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("line", LISTS)
def test_a_list_loads_nothing_heavy(line: str, data: Path) -> None:
    loaded = loaded_by(line, data)
    assert "console.cli" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("line", ["--version", "--help", "hw --help", "sim run --help"])
def test_whoever_sets_nothing_loads_no_settings(line: str, data: Path) -> None:
    """The options of `play` are made of them when somebody asks for them."""
    assert "console.settings" not in loaded_by(line, data)


@pytest.mark.parametrize("line", ["records", "people rating"])
def test_who_reads_of_races_needs_no_decoder(line: str, data: Path) -> None:
    """Their lists speak of photo finishes as the screens do, and make none."""
    loaded = loaded_by(line, data)
    assert "console.duel.photo_finish" in loaded
    assert not loaded & {"console.duel.developing", "drivers.pad.decoder"}
