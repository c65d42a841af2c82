"""From the log to the tables of figures: each finished match once, and again when it has changed.

What is kept there is made of the log alone: made match by match or all anew, it is the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from console.store.problems import StoreError, faults_raised
from console.store.schema import open_for_reading, open_for_writing, writing
from console.system.files import is_there

BATCH: Final = 20
"""Matches a transaction: whoever writes a match meanwhile waits for no more."""

_WAITING: Final = """
    SELECT id FROM match WHERE result IS NOT NULL AND id > ?
        AND id > coalesce((SELECT match FROM reset WHERE what = 'records'), 0)
        AND NOT EXISTS (SELECT 1 FROM summed WHERE match = id) ORDER BY id LIMIT ?
"""
"""Matches before the owner's last reset of the records count for nobody."""


@contextmanager
def figures(path: Path, *, rebuild: bool = False) -> Iterator[sqlite3.Connection]:
    """The store with its figures up to date; an empty one, which no file has, where there is none.

    ``rebuild``: forget all figures first. On a disk that cannot be written they are those of the
    last time that it could. Raises StoreError.
    """
    with faults_raised(path), closing(_opened(path, rebuild=rebuild)) as connection:
        yield connection


def _opened(path: Path, *, rebuild: bool) -> sqlite3.Connection:
    if not is_there(path):
        return open_for_reading(path)
    try:
        connection = open_for_writing(path)
    except StoreError as fault:
        if rebuild or not isinstance(fault.__cause__, sqlite3.OperationalError):
            raise
        return open_for_reading(path)
    try:
        if rebuild:
            forget_figures(connection)
        bring_up_to_date(connection)
    except BaseException as fault:
        if rebuild or not _refused(fault):
            connection.close()
            raise
    return connection


def _refused(fault: BaseException) -> bool:
    """Is it the disk that takes nothing now? What stands on it may still be good."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)


def forget_figures(connection: sqlite3.Connection) -> None:
    """Leave the log and the people, nothing that was made of it."""
    with writing(connection):
        connection.execute("DELETE FROM summed")
        connection.execute("DELETE FROM category")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Count the matches that have ended since."""
    last = 0
    while waiting := [row[0] for row in connection.execute(_WAITING, (last, BATCH))]:
        from console.people.counting import sum_up  # needs rules and referee; mostly nothing waits

        with writing(connection):
            for number in waiting:
                sum_up(connection, number)
        last = waiting[-1]  # one that cannot be read does not wait for ever


def newest_waiting(connection: sqlite3.Connection) -> int | None:
    """The newest finished match that is not counted yet."""
    waiting = [row[0] for row in connection.execute(_WAITING, (0, -1))]
    return waiting[-1] if waiting else None
