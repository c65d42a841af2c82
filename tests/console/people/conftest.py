"""A store's file that does not exist yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.store.schema import store_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)
