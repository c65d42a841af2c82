"""Stores on either database."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.desk.database import DeskDatabase
from tests.console.desk.databases import fresh, postgresql, programs


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """PostgreSQL, once for all; skipped where it is not installed."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    with postgresql() as folder:
        yield folder


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database's address, with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'desk.sqlite3'}"
    return fresh(request.getfixturevalue("server"), secrets.token_hex(8))


@pytest.fixture
def database(url: str) -> Iterator[DeskDatabase]:
    """It, opened."""
    opened = DeskDatabase(url)
    yield opened
    opened.close()
