"""The one place that writes to the store: records become rows, in order, in transactions.

What could not be written is kept and tried again, so a stored match never has a hole: its actions
are always the first so many of those played.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from console.store import bodies
from console.store.copies import mark_suspect
from console.store.owner import own_mark
from console.store.problems import FAULTS, SQL_FAULTS, Problem, Trouble, problem_of
from console.store.records import ButtonCount, MatchHeader, SampleWindow, VerdictRecord
from console.store.samples import pack
from console.store.schema import open_for_writing
from console.store.tail import Tail, Turn, insert, started, turns
from console.store.trimming import UNBOUNDED, Budget, Trimmer

NOT_STORED: Final = 0
"""The number of a match that could not be begun in the store: what follows of it is dropped."""

WAITING_LIMIT: Final = 20_000  # records kept in memory while the disk refuses them
WAITING_BYTES: Final = 8_000_000  # and of samples so much


Shorten = Callable[[SampleWindow], SampleWindow]
"""Which scans of a window are to be kept (``console.store.shorten``)."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A match's first row; ``begun`` gets its number once it is on the disk, or NOT_STORED."""

    header: MatchHeader
    body: bytes
    begun: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One statement about a match; ``?1`` is its number, ``values`` follow."""

    match: int
    statement: str
    values: tuple[Any, ...]
    needed: bool = True  # without it the match has a hole; a verdict or samples may be missing
    turn: Turn | None = None  # the same for the tail, which takes turns only
    takes_up: bool = False  # somebody else played the match before


@dataclass(frozen=True, slots=True)
class Note:
    """One statement about the table itself, about none of its matches."""

    statement: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """Samples, still to be shortened and packed: that is the writer's work, not the caller's."""

    match: int
    window: SampleWindow
    shorten: Shorten | None = None


Record = Begin | Row | Note | Window


def begin(header: MatchHeader, begun: Callable[[int], None]) -> Begin:
    """The record of a match's begin. Who the players are is kept where it can be forgotten."""
    return Begin(header, bodies.pack(replace(header, profiles=())), begun)


def played(match: int) -> Row:
    """This process plays the match now. How long one was played that a power cut broke off (it is
    somebody's still) is not known any more."""
    statement = (
        "UPDATE match SET owner = ?2, ended = NULL, result = NULL, declined = 0,"
        " played_ms = iif(owner IS NULL, played_ms, NULL) WHERE id = ?1"
    )
    return Row(match, statement, (own_mark(),), takes_up=True)


def action(match: int, n: int, body: dict[str, Any]) -> Row:
    """The row of an action; encoded now, so the caller may go on using the dictionary.

    The very same one may be there: a commit that failed can be found done (``_opened``).
    """
    statement = (
        "INSERT INTO action (id, body) SELECT ?1 << 24 | ?2, ?3 WHERE NOT EXISTS"
        " (SELECT 1 FROM action WHERE id = ?1 << 24 | ?2 AND body = ?3)"
    )
    encoded = bodies.pack(body)
    return Row(match, statement, (n, encoded), turn=Turn(match, n, encoded))


def verdict(match: int, record: VerdictRecord) -> Row:
    """The row of a verdict."""
    statement = (
        "INSERT INTO verdict (id, body) SELECT ?1 << 24 | ?2, ?3 WHERE NOT EXISTS"
        " (SELECT 1 FROM verdict WHERE id = ?1 << 24 | ?2 AND body = ?3)"
    )
    return Row(match, statement, (record.n, bodies.pack(record)), needed=False)


def end(match: int, result: dict[str, Any] | None, played_ns: int = 0) -> Row:
    """The end of a match; without a result it is only nobody's any more."""
    statement = (
        "UPDATE match SET owner = NULL, ended = ?2, result = ?3,"
        " played_ms = played_ms + ?4 WHERE id = ?1"
    )
    played_ms = played_ns // 1_000_000
    if result is None:
        return Row(match, statement, (None, None, played_ms))
    ended = datetime.now().astimezone().isoformat(timespec="seconds")
    return Row(match, statement, (ended, msgspec.json.encode(result), played_ms))


def pressed(count: ButtonCount) -> list[Note]:
    """What a button did, added to what it has done; a new button is known from now on."""
    known = (
        "INSERT INTO button VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM match))"
        " ON CONFLICT DO UPDATE SET last_edge = excluded.last_edge,"
        " last_match = excluded.last_match WHERE excluded.last_edge IS NOT NULL"
    )
    notes = [Note(known, (count.seat, count.button, count.last_edge))]
    if count.presses or count.bounces:
        counted = (
            "INSERT INTO press VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET"
            " presses = presses + excluded.presses, bounces = bounces + excluded.bounces"
        )
        values = (count.day, count.seat, count.button, count.presses, count.bounces)
        notes.append(Note(counted, values))
    return notes


class Appender:
    """Takes records and writes them; all calls from one thread, the properties from any.

    ``problem`` and ``errors`` as in ``MatchLog``; ``lost`` counts records given up for good.
    """

    def __init__(
        self,
        path: Path,
        connect: Callable[[Path], sqlite3.Connection] = open_for_writing,
        budget: Budget = UNBOUNDED,
        *,
        tailed: bool = False,
    ) -> None:
        """``tailed``: turns that come alone go into the store's tail first."""
        self._path = path
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._tailed = tailed
        self._tail: Tail | None = None
        self._in_tail: list[Begin | Row | Note] = []  # and not in the file yet
        self._latest: tuple[int, int | None] = NOT_STORED, None  # match, and how it began
        self._waiting: list[Begin | Row | Note] = []
        self._torn: set[int] = {NOT_STORED}
        self._samples_bytes = 0
        self._trimmer = Trimmer(budget)
        self.problem: Problem | None = None
        self.errors = 0
        self.lost = 0

    @property
    def waiting(self) -> int:
        """How many records are not on the disk yet."""
        return len(self._waiting)

    def put(self, record: Record) -> None:
        """Take a record; it is written by the next ``commit``."""
        if isinstance(record, Window):
            statement = "UPDATE verdict SET samples = ?3 WHERE id = ?1 << 24 | ?2"
            body = pack(record.shorten(record.window) if record.shorten else record.window)
            record = Row(record.match, statement, (record.window.verdict, body), needed=False)
            if self._samples_bytes + len(body) > WAITING_BYTES:
                self._give_up(record)
                return
            self._samples_bytes += len(body)
        if isinstance(record, Begin):
            self._waiting.append(record)
        elif isinstance(record, Row) and record.match in self._torn:
            self.lost += 1
        elif len(self._waiting) >= WAITING_LIMIT:
            self._give_up(record)
        else:
            self._waiting.append(record)

    def commit(self) -> bool:
        """Write and sync all that waits; on a fault keep it for the next time.

        A match that cannot be begun does not wait: whoever plays it is told at once.
        """
        if not self._waiting:
            return self.problem is None
        return self._to_tail() or self._to_file()

    def _to_tail(self) -> bool:
        """Append all that waits to the tail, if that is nothing but turns and there is room."""
        if self._tail is None or self._connection is None or self.problem is not None:
            return False
        newest = [r.turn for r in self._waiting if isinstance(r, Row) and r.turn is not None]
        if len(newest) < len(self._waiting):
            return False
        try:
            begins = {match: self._started(self._connection, match) for match, *_ in newest}
            taken = self._tail.append([t._replace(of=begins[t.match]) for t in newest])
        except FAULTS:  # if it is the disk, the file has words for that
            return False
        if taken:
            self._in_tail += self._waiting
            self._waiting.clear()
        return taken

    def _started(self, connection: sqlite3.Connection, match: int) -> int | None:
        if self._latest[0] != match:
            self._latest = match, started(connection, match)
        return self._latest[1]

    def _to_file(self) -> bool:
        begun: list[tuple[Begin, int]] = []
        refused: list[str] = []
        try:
            connection = self._opened()
            connection.execute("BEGIN IMMEDIATE")
            for record in (*self._in_tail, *self._waiting):
                if isinstance(record, Begin):
                    begun.append((record, self._insert_match(connection, record)))
                else:
                    refused += self._execute(connection, record)
            connection.execute("COMMIT")
        except FAULTS as fault:
            self._failed(fault)
            return False
        self._waiting.clear()
        self._in_tail.clear()
        if self._tail is not None:
            self._tail.begin_again()
        self._trimmer.added(self._samples_bytes)
        self._samples_bytes = 0
        self.problem = Problem(Trouble.FAILING, refused[-1]) if refused else None
        for record, number in begun:
            record.begun(number)
        return not refused

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._connect(self._path)
            if self.problem is not None:
                # What failed may be in the log all the same, never synced: this syncs all of it.
                self._connection.execute("PRAGMA wal_checkpoint").fetchall()
        if self._tailed and self._tail is None:
            with contextlib.suppress(OSError):  # another process has it, or the disk takes nothing
                self._tail = Tail(self._path, self._connection)
        return self._connection

    @property
    def untidy(self) -> bool:
        """Would ``trim`` have something to do?"""
        return self._connection is not None and not self._waiting and self._trimmer.due

    def trim(self) -> None:
        """Let a few of the samples go that are over the budget."""
        if self._connection is None:
            return
        try:
            self._trimmer.step(self._connection)
        except SQL_FAULTS as fault:
            self._failed(fault)

    def close(self) -> None:
        """Write what waits, leave this process's matches to whoever takes them up, close."""
        if self._waiting or self._in_tail:
            self._to_file()
        self.lost += len(self._waiting)
        self._waiting.clear()
        if self._tail is not None:
            with contextlib.suppress(OSError):
                self._tail.close(empty=not self._in_tail)
            self._tail = None
        if self._connection is not None:
            try:
                self._connection.execute(
                    "UPDATE match SET owner = NULL, played_ms = NULL WHERE owner = ?",
                    (own_mark(),),
                )
            except SQL_FAULTS as fault:
                self._failed(fault)
        self._drop_connection()

    def _insert_match(self, connection: sqlite3.Connection, record: Begin) -> int:
        header = record.header
        cursor = connection.execute(
            "INSERT INTO match (game, started, header, owner, played_ms) VALUES (?, ?, ?, ?, 0)",
            (header.game, header.started_wall, record.body, own_mark()),
        )
        number = cursor.lastrowid or NOT_STORED
        # A person who has been forgotten by now is a guest; nobody is two players of one match.
        connection.executemany(
            "INSERT OR IGNORE INTO sitter SELECT ?, ?, id FROM profile WHERE id = ?",
            [(number, p, who) for p, who in enumerate(header.profiles) if who is not None],
        )
        return number

    def _execute(self, connection: sqlite3.Connection, record: Row | Note) -> list[str]:
        """Run one row; a row that contradicts the store is given up, alone, with a sentence."""
        if isinstance(record, Note):
            connection.execute(record.statement, record.values)
            return []
        if record.takes_up:  # its newest turns may be in the tail of a table that is dying still
            insert(connection, [t for t in turns(self._path) if t.match == record.match])
        try:
            connection.execute(record.statement, (record.match, *record.values))
        except sqlite3.IntegrityError as fault:
            self.errors += 1
            self._give_up(record)
            return [f"match {record.match} in {self._path} refused a record ({fault})"]
        return []

    def _give_up(self, record: Row | Note) -> None:
        self.lost += 1
        if isinstance(record, Row) and record.needed:
            self._torn.add(record.match)

    def _failed(self, fault: BaseException) -> None:
        self.errors += 1
        self.problem = problem_of(self._path, fault)
        if self.problem.key is Trouble.DAMAGED:
            mark_suspect(self._path)
        self._drop_connection()  # the next try opens anew: the file may have been mended by then
        refused = [r for r in self._waiting if isinstance(r, Begin)]
        self._waiting = [r for r in self._waiting if not isinstance(r, Begin)]
        for record in refused:
            record.begun(NOT_STORED)

    def _drop_connection(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*SQL_FAULTS):
                self._connection.close()
            self._connection = None
