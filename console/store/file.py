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
from typing import Protocol

from console.store.copies import mark_suspect
from console.store.problems import (
    FAULTS,
    SQL_FAULTS,
    Problem,
    StoreError,
    Trouble,
    gone,
    problem_of,
)
from console.store.process_lock import own_mark
from console.store.rows import Begin, Note, Row
from console.store.schema import open_for_writing
from console.store.tail import Tail, insert, started, turns
from console.store.trimming import UNBOUNDED, Budget, Trimmer
from console.system.files import is_there
from drivers.errors import Sentence

Batch = Sequence[Begin | Row | Note]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch.

    ``problem``: why nothing of it is on the disk. ``numbers``: of the matches that were begun, by
    what they were called before. ``begins``: how each match of it began (``tail.started``).
    ``refused``: the places of records that contradict the store, each with a sentence. ``untidy``:
    would ``trim`` have something to do?
    """

    problem: Problem | None = None
    numbers: dict[int, int] = field(default_factory=dict)
    begins: dict[int, int] = field(default_factory=dict)
    refused: dict[int, Sentence] = field(default_factory=dict)
    untidy: bool = False


class LogFile(Protocol):
    """Takes batches, here or in another process; called by one thread. No call raises for a
    failing disk."""

    def write(self, batch: Batch, *, again: bool, kept: bool) -> Outcome:
        """Write and sync a batch, all or nothing. ``again``: the last one may have been written.
        ``kept``: an earlier one has been, so where no store is now its disk is missing."""
        ...

    def trim(self) -> Outcome:
        """Let a few of the samples go that are over the budget."""
        ...

    def close(self) -> None:
        """Leave this process's matches to whoever takes them up, and let the file go."""
        ...


class StoreFile:
    """The store's file, opened when the first batch comes, and anew after a fault."""

    def __init__(
        self,
        path: Path,
        connect: Callable[[Path], sqlite3.Connection] = open_for_writing,
        budget: Budget = UNBOUNDED,
        *,
        mark: str | None = None,
        tailed: bool = False,
    ) -> None:
        """``mark``: of the process that plays (``owner``), if that is another. ``tailed``: turns
        that come alone go into the store's tail first."""
        self._path, self._connect = path, connect
        self._mark = mark or own_mark()
        self._connection: sqlite3.Connection | None = None
        self._tailed = tailed
        self._tail: Tail | None = None
        self._in_tail: list[Row] = []  # and not in the file yet
        self._trimmer = Trimmer(budget)

    def write(self, batch: Batch, *, again: bool = False, kept: bool = False) -> Outcome:
        """As ``LogFile.write``."""
        try:
            connection = self._opened(again=again, kept=kept)
            return self._to_tail(connection, batch) or self._to_file(connection, batch, again=again)
        except FAULTS as fault:
            return self._failed(fault)

    def _opened(self, *, again: bool, kept: bool) -> sqlite3.Connection:
        if self._connection is None:
            if kept and not is_there(self._path):
                # A new store, in the folder on which the disk was mounted, would know no match of
                # those that go on.
                raise StoreError.of(gone(self._path))
            self._connection = self._connect(self._path)
            if again:
                # What failed may be in the log all the same, never synced: this syncs all of it.
                self._connection.execute("PRAGMA wal_checkpoint").fetchall()
        if self._tailed and self._tail is None:
            with contextlib.suppress(OSError):  # another process has it, or the disk takes nothing
                self._tail = Tail(self._path, self._connection)
        return self._connection

    def _to_tail(self, connection: sqlite3.Connection, batch: Batch) -> Outcome | None:
        """Append it to the tail, if it is nothing but turns of this store and there is room."""
        rows = [r for r in batch if isinstance(r, Row) and r.turn is not None]
        if self._tail is None or not batch or len(rows) < len(batch):
            return None
        begins = self._begins(connection, rows)
        if any(row.match not in begins or self._strange(row, begins) for row in rows):
            return None
        newest = [r.turn._replace(of=begins[r.match]) for r in rows if r.turn is not None]
        try:
            taken = self._tail.append(newest)
        except FAULTS:  # if it is the disk, the file has words for that
            return None
        if not taken:
            return None
        self._in_tail += rows
        return self._outcome(begins=begins)

    def _to_file(self, connection: sqlite3.Connection, batch: Batch, *, again: bool) -> Outcome:
        numbers: dict[int, int] = {}
        refused: dict[int, Sentence] = {}
        connection.execute("BEGIN IMMEDIATE")
        for row in self._in_tail:
            self._execute(connection, row, {})
        rows = [r for r in batch if isinstance(r, Row)]
        begins = self._begins(connection, rows)
        for place, record in enumerate(batch):
            if isinstance(record, Begin):
                number = _found(connection, record) if again else None
                if number is None or number in begins:
                    number = self._insert_match(connection, record)
                numbers[record.match] = number
                begins[number] = zlib.crc32(record.body)
            elif isinstance(record, Note):
                connection.execute(record.statement, record.values)
            elif self._strange(record, begins):
                refused[place] = Sentence(
                    "match {match} is not in {path} any more", match=record.match, path=self._path
                )
            else:
                fault = self._execute(connection, record, numbers)
                refused |= {} if fault is None else {place: fault}
        connection.execute("COMMIT")
        self._in_tail.clear()
        if self._tail is not None:
            self._tail.begin_again()
        self._trimmer.added(sum(row.samples_bytes for row in rows))
        return self._outcome(numbers, begins, refused)

    def _begins(self, connection: sqlite3.Connection, rows: Sequence[Row]) -> dict[int, int]:
        """How the matches of these rows began that are in the store."""
        found = {match: started(connection, match) for match in {row.match for row in rows}}
        return {match: begin for match, begin in found.items() if begin is not None}

    def _strange(self, row: Row, begins: dict[int, int]) -> bool:
        """Does it belong to another store than the one that lies here now?"""
        return row.of is not None and begins.get(row.match) != row.of

    def _insert_match(self, connection: sqlite3.Connection, record: Begin) -> int:
        header = record.header
        cursor = connection.execute(
            "INSERT INTO match (game, started, header, owner, played_ms) VALUES (?, ?, ?, ?, 0)",
            (header.game, header.started_wall, record.body, self._mark),
        )
        number = int(cursor.lastrowid or 0)
        # A person who has been forgotten by now is a guest; nobody is two players of one match.
        connection.executemany(
            "INSERT OR IGNORE INTO sitter SELECT ?, ?, id FROM profile WHERE id = ?",
            [(number, p, who) for p, who in enumerate(header.profiles) if who is not None],
        )
        return number

    def _execute(
        self, connection: sqlite3.Connection, row: Row, numbers: dict[int, int]
    ) -> Sentence | None:
        """Run one row; a sentence when it contradicts the store."""
        match = numbers.get(row.match, row.match)
        if row.takes_up:  # its newest turns may be in the tail of a table that is dying still
            insert(connection, [turn for turn in turns(self._path) if turn.match == match])
        try:
            connection.execute(row.statement, {"match": match, **row.values})
        except sqlite3.IntegrityError as fault:
            return Sentence(
                "match {match} in {path} refused a record ({fault})",
                match=match,
                path=self._path,
                fault=str(fault),
            )
        return None

    def _outcome(
        self,
        numbers: dict[int, int] | None = None,
        begins: dict[int, int] | None = None,
        refused: dict[int, Sentence] | None = None,
    ) -> Outcome:
        untidy = self._trimmer.due
        return Outcome(None, numbers or {}, begins or {}, refused or {}, untidy)

    def trim(self) -> Outcome:
        """As ``LogFile.trim``."""
        if self._connection is None:
            return Outcome()
        try:
            self._trimmer.step(self._connection)
        except SQL_FAULTS as fault:
            return self._failed(fault)
        return self._outcome()

    def close(self) -> None:
        """As ``LogFile.close``."""
        if self._in_tail:
            self.write([])
        if self._tail is not None:
            with contextlib.suppress(OSError):
                self._tail.close(empty=not self._in_tail)
            self._tail = None
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.execute(
                    "UPDATE match SET owner = NULL, played_ms = NULL WHERE owner = ?",
                    (self._mark,),
                )
        self._let_go()

    def _failed(self, fault: BaseException) -> Outcome:
        problem = problem_of(self._path, fault)
        if problem.key is Trouble.DAMAGED:
            mark_suspect(self._path)
        self._let_go()  # the next try opens anew: the file may have been mended by then
        return Outcome(problem)

    def _let_go(self) -> None:
        """A disk that has come back is another one for whoever still holds a file of it."""
        if self._tail is not None:
            with contextlib.suppress(OSError):
                self._tail.close(empty=False)
            self._tail = None
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.close()
            self._connection = None


def _found(connection: sqlite3.Connection, record: Begin) -> int | None:
    """The number of a match whose begin is there although its commit failed."""
    query = "SELECT max(id) FROM match WHERE header = ?"
    (number,) = connection.execute(query, (record.body,)).fetchone()
    return None if number is None else int(number)
