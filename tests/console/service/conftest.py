"""A table's data, empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.service.store import ServiceStore
from console.store.schema import store_path


@pytest.fixture
def store(tmp_path: Path) -> ServiceStore:
    """What the owner's service keeps."""
    return ServiceStore(store_path(tmp_path))
