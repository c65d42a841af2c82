"""A store to spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from console.store.schema import store_path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of what a module has ``made``."""
    shutil.copytree(made.parent, tmp_path, dirs_exist_ok=True)
    return store_path(tmp_path)
