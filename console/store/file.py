"""The one place that writes the log: batches of records become rows, in order, in transactions.

It runs where a dying disk may do what it likes: at a table in a process of the store's own
(``process``), in the program itself where nobody plays.
"""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from console.store.problems import (
    FAULTS,
    GONE,
    SQL_FAULTS,
    StoreError,
    StoreTrouble,
    problem_of,
)
from console.store.rows import Row
from console.store.schema import open_for_writing, writing
from console.system.files import is_there
from drivers.errors import Sentence

Batch = Sequence[Row]
_REFUSED: Final = Sentence("match {match} in {path} refused a record ({fault})")


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """What became of a batch.

    ``problem``: why nothing of it is on the disk. ``numbers``: of the matches that were begun, by
    what they were called before. ``refused``: the places of records that contradict the store, each
    with how. ``store``: which store has taken it.
    """

    problem: StoreError | None = None
    numbers: dict[int, int] = field(default_factory=dict)
    refused: dict[int, StoreError] = field(default_factory=dict)
    store: int | None = None


class StoreFile:
    """The store's file, opened when the first batch comes, and anew after a fault; the ``LogFile``
    of this process."""

    def __init__(
        self,
        path: Path,
        connect: Callable[[Path], sqlite3.Connection] = open_for_writing,
    ) -> None:
        self._path, self._connect = path, connect
        self._connection: sqlite3.Connection | None = None

    def __call__(self, work: Callable[[StoreFile], BatchOutcome]) -> BatchOutcome:
        return work(self)

    def write(self, batch: Batch, *, again: bool = False, store: int | None = None) -> BatchOutcome:
        """Write and sync a batch, all or nothing. ``again``: the last one may have been written.
        ``store``: which store has earlier ones, so that another, or none, is no place for it."""
        numbers: dict[int, int] = {}
        refused: dict[int, StoreError] = {}
        try:
            connection = self._opened(again=again, store=store)
            with writing(connection):
                for place, row in enumerate(batch):
                    if again and row.begins and _found(connection, row, numbers):
                        continue
                    try:
                        _execute(connection, row, numbers)
                    except sqlite3.IntegrityError as fault:
                        fields = {"match": row.match, "path": self._path, "fault": str(fault)}
                        refused[place] = StoreError.of(StoreTrouble.FAILING, _REFUSED, **fields)
            store = _store_of(connection)
        except FAULTS as fault:
            return self._failed(fault)
        return BatchOutcome(None, numbers, refused, store)

    def _opened(self, *, again: bool, store: int | None) -> sqlite3.Connection:
        if self._connection is not None:
            return self._connection
        # Where the disk is missing a new store, in the folder on which it was mounted, would know
        # no match of those that go on; another disk's has others of the same numbers.
        if store is not None and not is_there(self._path):
            raise StoreError.of(StoreTrouble.FAILING, GONE, path=self._path)
        self._connection = self._connect(self._path)
        if store and _store_of(self._connection) != store:
            raise StoreError.of(StoreTrouble.FAILING, GONE, path=self._path)
        if again:
            # What failed may be in the log all the same, never synced: this syncs all of it.
            self._connection.execute("PRAGMA wal_checkpoint").fetchall()
        return self._connection

    def close(self, mark: str) -> BatchOutcome:
        """Leave the matches of the process of this ``mark`` to whoever takes them up, and let the
        file go."""
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.execute(
                    "UPDATE match SET owner = NULL, played_ms = NULL WHERE owner = ?", (mark,)
                )
        self._let_go()
        return BatchOutcome()

    def _failed(self, fault: BaseException) -> BatchOutcome:
        self._let_go()  # the next try opens anew: the file may have been mended by then
        return BatchOutcome(problem_of(self._path, fault))

    def _let_go(self) -> None:
        """A disk that has come back is another one for whoever still holds a file of it."""
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.close()
            self._connection = None


LogFile = Callable[[Callable[[StoreFile], BatchOutcome]], BatchOutcome]
"""Has work done on the store's file, here or in another process, for one thread: what it gives, or
why it could not be done. No call raises for a failing disk."""


def _execute(connection: sqlite3.Connection, row: Row, numbers: dict[int, int]) -> None:
    match = row.match if row.match is None else numbers.get(row.match, row.match)
    cursor = connection.execute(row.statement, {"match": match, **row.values})
    if row.begins and match is not None:
        numbers[match] = int(cursor.lastrowid or 0)


def _found(connection: sqlite3.Connection, row: Row, numbers: dict[int, int]) -> bool:
    """Is the begin of a match there although its commit failed? Then it has that number."""
    query = "SELECT max(id) FROM match WHERE header = ?"
    (number,) = connection.execute(query, (row.values["header"],)).fetchone()
    if row.match is None or number is None or number in numbers.values():
        return False
    numbers[row.match] = number
    return True


def _store_of(connection: sqlite3.Connection) -> int:
    """Which store this is: how its first match began, which no other shares; 0 for none yet."""
    query = "SELECT CAST(header AS BLOB) FROM match ORDER BY id LIMIT 1"
    row = connection.execute(query).fetchone()
    return 0 if row is None else zlib.crc32(row[0])
