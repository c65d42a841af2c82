"""«Ним» as a stranger has it: a distribution of its own, installed by pip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from console.games import registry
from tests.installed import installed


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put it."""
    return installed(Path(__file__).parent, tmp_path_factory.mktemp("fifth"))


@pytest.fixture
def nim(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its id, while this process finds it too."""
    monkeypatch.syspath_prepend(site)
    registry.registered.cache_clear()
    yield "nim"
    monkeypatch.undo()
    registry.registered.cache_clear()
    registry.ENTRIES.made.pop("nim", None)
