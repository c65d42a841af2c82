"""A kept match of four simulated people, played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.store.log import DirectLog
from console.store.schema import store_path
from console.wiring.headless import play_match
from console.wiring.setup import PlayOptions, make_setup


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store with one match in it: seed 1, three players."""
    folder = tmp_path_factory.mktemp("kept")
    log = DirectLog(store_path(folder))
    play_match(make_setup(PlayOptions(players=3, seed=1), all_simulated=True), log)
    log.close()
    return folder
