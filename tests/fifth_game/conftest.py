"""«Ним» as a stranger has it: a distribution of its own, installed by pip."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.games import registry


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put it."""
    folder = tmp_path_factory.mktemp("fifth")
    shutil.copytree(
        Path(__file__).parent, folder / "source", ignore=shutil.ignore_patterns("__pycache__")
    )
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps")
    here = ("--no-build-isolation", "--target", str(folder / "site"), str(folder / "source"))
    subprocess.run((*pip, *here), check=True)
    return folder / "site"


@pytest.fixture
def nim(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its id, while this process finds it too."""
    monkeypatch.syspath_prepend(site)
    registry._found.cache_clear()
    yield "nim"
    monkeypatch.undo()
    registry._found.cache_clear()
    registry.ENTRIES.made.pop("nim", None)
