"""Stores on either database."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from console.desk.store.database import DeskDatabase
from tests.console.desk.databases import fresh, postgresql, programs
from tests.console.desk.live import LiveDesk

PROOFS = "KHVATKA_PROOFS"
"""Set by `make proofs`."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """PostgreSQL, once for all. It is a package of the system that a new machine has not: `make
    test` skips what asks for it, `make proofs` fails."""
    if programs() is None:
        missing = "PostgreSQL is not installed (Debian: apt install postgresql)"
        if PROOFS in os.environ:
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    with postgresql() as folder:
        yield folder


MEMORY = Path("/dev/shm")


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: processes are killed, the power stays on."""
    if not MEMORY.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(prefix="khvatka-", dir=MEMORY) as folder:
        yield Path(folder)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, quick_path: Path) -> str:
    """A database's address, with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{quick_path / 'desk.sqlite3'}"
    return fresh(request.getfixturevalue("server"), secrets.token_hex(8))


@pytest.fixture
def database(url: str) -> Iterator[DeskDatabase]:
    """It, opened."""
    opened = DeskDatabase(url)
    yield opened
    opened.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LiveDesk]:
    """A desk with its port, with no event yet."""
    opened = LiveDesk(f"sqlite:///{tmp_path / 'desk.sqlite3'}")
    yield opened
    opened.end()
