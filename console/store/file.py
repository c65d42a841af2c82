"""The one place that writes the log: batches of records become rows, in order, in transactions.

It runs where a dying disk may do what it likes: at a table in a process of the store's own
(``process``), in the program itself where nobody plays.
"""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from console.store.problems import FAULTS, GONE, SQL_FAULTS, StoreError, StoreTrouble, problem_of
from console.store.schema import open_for_writing, writing
from console.system.files import is_there
from drivers.errors import Sentence

_REFUSED: Final = Sentence("match {match} in {path} refused a record ({fault})")


@dataclass(frozen=True, slots=True)
class Row:
    """One statement about a match; ``:match`` is its number, ``values`` has the others. ``match``
    is None in what is about the table itself, about none of its matches. ``samples`` gives the
    value of that name: to shorten and pack them is the writer's work, not the caller's."""

    match: int | None
    statement: str
    values: dict[str, Any]
    needed: bool = True  # without it the match has a hole; a verdict or samples may be missing
    begins: bool = False  # a match's first: ``match``, below 0, is what it is called until then
    samples_bytes: int = 0  # what those take of memory
    samples: Callable[[], bytes] | None = None

    def packed(self) -> Row:
        """The same with its samples as bytes."""
        if self.samples is None:
            return self
        body = self.samples()
        values = {**self.values, "samples": body}
        return replace(self, values=values, samples_bytes=len(body), samples=None)


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """What became of a batch that is on the disk, and of those before it.

    ``numbers``: of the matches that a log has begun, by what they were called before. ``store``:
    which one has taken them, so that another, or none, is no place for more. ``refused``: the
    places in this batch of records that contradict the store, each with how.
    """

    numbers: dict[int, int] = field(default_factory=dict)
    store: int | None = None
    refused: dict[int, StoreError] = field(default_factory=dict)


class StoreFile:
    """The store's file, opened when the first batch comes, and anew after a fault."""

    def __init__(
        self, path: Path, connect: Callable[[Path], sqlite3.Connection] = open_for_writing
    ) -> None:
        self._path, self._connect = path, connect
        self._connection: sqlite3.Connection | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """In another process: the one there, which is kept open between two batches."""
        return _file_here, (self._path,)

    def write(self, batch: Sequence[Row], before: BatchOutcome, *, again: bool) -> BatchOutcome:
        """Write and sync a batch, all or nothing. ``again``: the last one may have been written.
        Raises StoreError: nothing of it is on the disk."""
        numbers, refused = dict(before.numbers), dict[int, StoreError]()
        try:
            connection = self._opened(again=again, store=before.store)
            with writing(connection):
                for place, row in enumerate(batch):
                    if again and row.begins and _found(connection, row, numbers):
                        continue
                    match = row.match and numbers.get(row.match, row.match)
                    try:
                        cursor = connection.execute(row.statement, {"match": match, **row.values})
                    except sqlite3.IntegrityError as fault:
                        fields = {"match": match, "path": self._path, "fault": str(fault)}
                        refused[place] = StoreError.of(StoreTrouble.FAILING, _REFUSED, **fields)
                        continue
                    if row.begins and match is not None:
                        numbers[match] = int(cursor.lastrowid or 0)
            return BatchOutcome(numbers, _store_of(connection), refused)
        except FAULTS as fault:
            self.let_go()  # the next try opens anew: the file may have been mended by then
            raise problem_of(self._path, fault) from fault

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

    def let_go(self) -> None:
        """Close it: a disk that comes back is another one for whoever still holds a file of it."""
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.close()
            self._connection = None


@cache
def _file_here(path: Path) -> StoreFile:
    return StoreFile(path)


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
