"""The store's file: where it lies, how it is laid out, and what may be wrong with it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from console.store.checks import add_function, schema
from console.store.problems import StoreError, StoreTrouble, faults_raised
from console.system.files import is_there
from console.system.places import user_data_dir

FILE_NAME: Final = "khvatka.sqlite3"
APPLICATION_ID: Final = 0x4B48_5654  # "KHVT": tells our file from any other SQLite file
VERSION: Final = 1
PAGE_BYTES: Final = 512  # a commit writes whole pages, and most commits hold one action
LOG_PAGES: Final = 2000  # 1 MB of log, then it is taken into the file
MOST_NUMBERS: Final = 1 << 39  # of matches: a key has 24 bits for what is in one
_PRAGMAS: Final = (
    f"page_size = {PAGE_BYTES}",  # of a new file only
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what is deleted is overwritten
)
_TO_WRITE: Final = "mode=rwc"
BUSY_MS: Final = 5000  # another process may hold the file for a commit

LOG: Final = ("action", "verdict")
"""The tables of what a match consists of, each row found by its match and number."""


def default_data_dir() -> Path:
    """The data folder where none is named: KHVATKA_DATA (if absolute), else Khvatka's in the
    user's own (``user_data_dir``)."""
    named = os.environ.get("KHVATKA_DATA", "")
    return Path(named) if os.path.isabs(named) else user_data_dir() / "khvatka"


def store_path(data_dir: Path | None = None) -> Path:
    """The store's file in ``data_dir`` (None: the user's data folder)."""
    return (default_data_dir() if data_dir is None else data_dir) / FILE_NAME


def of_match(number: str, key: str = "id") -> str:
    """Which rows of the log are a match's; ``number`` stands for the match in the statement."""
    return f"({key} BETWEEN ({number} << 24) AND ({number} << 24 | 0xFFFFFF))"


def entries_of(number: str) -> str:
    """How many actions and verdicts of a match are there; ``number`` as in ``of_match``."""
    counts = (f"(SELECT count(*) FROM {table} WHERE {of_match(number)})" for table in LOG)
    return f"({' + '.join(counts)})"


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open or create the store; every commit is synced (WAL, synchronous FULL).

    Raises StoreError: damaged, of another version, not ours, or not writable.
    """
    with faults_raised(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return _open_checked(path, _TO_WRITE)


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a store without changing it; an empty one where there is none or nothing in it yet.
    Raises StoreError."""
    with faults_raised(path):
        if not is_there(path):
            return _empty()
        try:
            connection = _open_checked(path, "mode=ro")
        except sqlite3.OperationalError:
            # WAL needs a writable folder even to read; without a log the file alone is everything.
            if is_there(path.with_name(path.name + "-wal")):
                raise
            connection = _open_checked(path, "immutable=1")
        if version_of(connection):
            return connection
        connection.close()
        return _empty()


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The open store, one moment of it for all that is read. Raises StoreError."""
    with faults_raised(path), closing(open_for_reading(path)) as connection:
        connection.execute("BEGIN")
        yield connection


@contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    """The open store in a transaction that ends on the disk. Raises StoreError."""
    with faults_raised(path), closing(open_for_writing(path)) as connection, writing(connection):
        yield connection


def _open_checked(path: Path, how: str) -> sqlite3.Connection:
    if is_there(path) and not path.is_file():  # SQLite would blame the disk, or wait for ever
        raise StoreError.of(StoreTrouble.FOREIGN, path=path)
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{how}",
        uri=True,
        timeout=BUSY_MS / 1000,
        isolation_level=None,
        check_same_thread=False,  # batches come one after the other, in whatever thread
    )
    try:
        _check(connection, path)
        add_function(connection)
        if how == _TO_WRITE:
            _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    for pragma in (*_PRAGMAS, f"wal_autocheckpoint = {LOG_PAGES}"):
        connection.execute(f"PRAGMA {pragma}")
    if version_of(connection):
        return
    with writing(connection):
        _check(connection, path)
        if not version_of(connection):  # else another process was first
            _make(connection)


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open file; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError for another version's file or one that is not ours."""
    found = version_of(connection)
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    if not ours and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StoreError.of(StoreTrouble.FOREIGN, path=path)
    if ours and found != VERSION:
        raise StoreError.of(StoreTrouble.NEWER, path=path, found=found, ours=VERSION)


def _make(connection: sqlite3.Connection) -> None:
    for statement in schema(VERSION):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def parts_of(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """What an open file says that it consists of: type, name, table, first page, statement of each
    part."""
    query = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY type, name"
    connection.text_factory = lambda text: text.decode(errors="replace")
    found = connection.execute(query).fetchall()
    connection.text_factory = str
    return found


def _empty() -> sqlite3.Connection:
    """A new store that no file has."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    add_function(connection)
    _make(connection)
    return connection


@cache
def parts() -> list[tuple[Any, ...]]:
    """What a store consists of as it is made, as ``parts_of`` gives it."""
    with closing(_empty()) as connection:
        return parts_of(connection)


def roots() -> dict[str, int]:
    """The first page of each table, in every store."""
    return {name: page for kind, name, _, page, _ in parts() if kind == "table"}
