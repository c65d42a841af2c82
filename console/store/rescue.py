"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

Only what cannot be made again is carried: the log, the people, the owner's service. The figures of
``console.people`` are counted anew from it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from console.store.checks import CHECKED, add_function, samples_sound, sound
from console.store.copies import UNREADY, put_in_place
from console.store.problems import FAULTS, SQL_FAULTS
from console.store.schema import (
    PAGE_BYTES,
    TABLES,
    of_match,
    open_for_writing,
    parts,
    parts_of,
    writing,
)
from console.store.soundness import mark
from console.system.files import is_there
from drivers.errors import Sentence

_PATCHED: Final = ".patched"
_COPY: Final = ".copy"
_LARGEST: Final = (1 << 63) - 1  # number that SQLite knows
_MOST_TOLD: Final = 20  # numbers of matches in a sentence
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_NO_HOLES: Final = f"""
    DELETE FROM action AS a WHERE (SELECT result FROM match WHERE id = a.match) IS NULL AND n >=
        (SELECT count(*) FROM action AS b WHERE {of_match("a.match")} AND b.id <= a.id)
"""
"""A broken-off match is played on from its last action before a hole."""
_HOLES: Final = tuple(
    f"SELECT {match} FROM {table} GROUP BY match HAVING {lost}"
    for table in ("action", "verdict")
    for match, lost in (("match", "count(*) <= max(n)"), ("match - 1", "min(n) > 0"))
)
"""Matches with a hole; and where the beginning of one is lost, the end of that before it may be."""
_NUMBERED: Final = ("match", "profile", "pin")
_KEYED: Final = ("sitter", "adjustment", "button", "press", "refusal", "reset", "flaw")
"""Tables in an order that puts what others refer to first: of which the key is a number, others."""
_BY_NUMBER: Final = b"\x0d"
_BY_KEY: Final = b"\x02\x0a"
"""How pages with rows begin: of tables with a number, of others (sqlite.org/fileformat2.html)."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How many matches were carried over; the numbers of those that are known to be ``lost``, and
    of those that are not whole any more; how many rows of people and settings did not fit their
    checks. ``uncounted``: more may be lost, and nothing says how much."""

    matches: int = 0
    lost: tuple[int, ...] = ()
    incomplete: tuple[int, ...] = ()
    unfit: int = 0
    uncounted: bool = False

    def sentence(self) -> Sentence:
        """The same in words."""
        said = _PART_COUNTED if self.uncounted else _COUNTED
        return said.of(
            matches=self.matches,
            lost=_numbers(self.lost),
            incomplete=_numbers(self.incomplete),
            unfit=self.unfit,
        )


_COUNTED: Final = Sentence(
    "matches carried over: {matches}; lost: {lost}; with a part lost: {incomplete}; people,"
    " settings and counters that did not fit their checks: {unfit}"
)
_PART_COUNTED: Final = Sentence(
    "matches carried over: {matches}; known to be lost: {lost}, in part: {incomplete}; people,"
    " settings and counters known not to fit their checks: {unfit}; what else was lost cannot be"
    " counted"
)


def _numbers(matches: Sequence[int]) -> str:
    if not matches:
        return "0"
    more = ", …" if len(matches) > _MOST_TOLD else ""
    return f"{len(matches)} ({', '.join(map(str, matches[:_MOST_TOLD]))}{more})"


def carry_over(damaged: Path, ready: Path) -> Carried:
    """Make the store ``ready`` of what can be read in ``damaged``, which stays as it is.

    A row that does not fit its check is left behind, and its match marked. ``ready`` is whole and
    on the disk, or not there. Raises sqlite3.Error, OSError when it cannot be written.
    """
    unready = ready.with_name(ready.name + UNREADY)
    patched = ready.with_name(ready.name + _PATCHED)
    copy = ready.with_name(ready.name + _COPY)
    _remove(unready, patched, copy)
    carried = Carried(uncounted=True)
    try:
        open_for_writing(unready).close()
        source = _readable(damaged, patched)
        if source is not None:
            with closing(source), closing(open_for_writing(unready)) as target:
                target.execute("PRAGMA journal_mode = OFF")  # a cut costs no more than another try
                target.execute("PRAGMA synchronous = OFF")
                most = damaged.stat().st_size // _LEAST_MATCH_BYTES
                with writing(target):
                    carried = _Carrier(source, target, copy).all(most)
        put_in_place(unready, ready)
    finally:
        with suppress(OSError):  # what is left is removed by the next try
            _remove(unready, patched, copy)
    return carried


def _remove(*files: Path) -> None:
    for file in files:
        for ending in ("", "-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _readable(damaged: Path, patched: Path) -> sqlite3.Connection | None:
    """The damaged file, open; a copy, where what it says of its tables is damaged too."""
    with suppress(*SQL_FAULTS):
        connection = _opened(damaged)
        with suppress(*SQL_FAULTS):
            if parts_of(connection) == parts():
                return connection
        connection.close()
    with suppress(*SQL_FAULTS):
        _with_a_new_beginning(damaged, patched)
        return _opened(patched)
    return None


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    add_function(connection)
    return connection


def _with_a_new_beginning(damaged: Path, patched: Path) -> None:
    """Copy the file with its log, but for the pages that say what its tables are and where they lie
    (``schema.TABLES``): those of a new store. Raises sqlite3.Error."""
    with closing(sqlite3.connect(patched, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        add_function(connection)
        for statement in TABLES:
            connection.execute(statement)
        query = "SELECT rootpage FROM sqlite_schema"
        tables = {page for (page,) in connection.execute(query)}
    new = patched.read_bytes()
    _remove(patched)
    shutil.copyfile(damaged, patched)
    with patched.open("r+b") as copy:
        for at in range(0, len(new), PAGE_BYTES):
            if at // PAGE_BYTES + 1 not in tables:
                copy.seek(at)
                copy.write(new[at : at + PAGE_BYTES])
        copy.seek(_PAGES_BELIEVED)  # no: the file is as long as it is
        copy.write(b"\xff" * 4)
    log = damaged.with_name(damaged.name + "-wal")
    if is_there(log):
        shutil.copyfile(log, patched.with_name(patched.name + "-wal"))


_PAGES_BELIEVED: Final = 92
"""Where the header says since when its number of pages holds (sqlite.org/fileformat2.html)."""


def _scattered(
    source: sqlite3.Connection, copy: Path, table: str, kinds: bytes, query: str
) -> Iterator[tuple[Any, ...]]:
    """Rows of a table to which nothing leads any more, in no order: those that ``query`` finds in
    each page that begins with one of ``kinds``, read as if it were the whole table.

    Whose rows a page has, their checks tell. It is done in a ``copy`` of the source. Raises
    sqlite3.Error, OSError where there is no room for that.
    """
    _remove(copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as copied:
        source.backup(copied)
        add_function(copied)
        copied.execute("PRAGMA journal_mode = OFF")
        copied.execute("PRAGMA synchronous = OFF")
        copied.execute("PRAGMA writable_schema = ON")
        copied.execute("DELETE FROM sqlite_schema WHERE tbl_name != ?", (table,))  # so it is short
        pages = copy.read_bytes()
        for at in range(PAGE_BYTES, len(pages), PAGE_BYTES):
            if pages[at] not in kinds:
                continue
            copied.execute("PRAGMA writable_schema = ON")
            page = at // PAGE_BYTES + 1
            copied.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", (page, table))
            copied.execute("PRAGMA writable_schema = RESET")
            with suppress(*SQL_FAULTS):
                yield from copied.execute(query).fetchall()


class _Carrier:
    """Copies what can be read of one store into another."""

    def __init__(self, source: sqlite3.Connection, target: sqlite3.Connection, copy: Path) -> None:
        """``copy``: where the source may be copied to."""
        self._source, self._target, self._copy = source, target, copy
        self._newest = 0  # highest number of a match that is named anywhere
        self._incomplete: set[int] = set()
        self._broken: set[str] = set()  # tables of which not every page can be read
        self._uncounted = False

    def all(self, most: int) -> Carried:
        """Copy everything; what that was. ``most``: no match has a higher number. Raises
        sqlite3.Error for the target."""
        self._newest = min(self._last_number(), most)
        for table in _NUMBERED:
            self._put(table, self._numbered(table))
        (found,) = self._target.execute("SELECT max(id) FROM match").fetchone()
        self._newest = max(self._newest, found or 0)
        for table in _KEYED:
            self._put(table, self._by_key(table))
        for table in ("action", "verdict"):
            self._put(table, self._log(table, "body", sound(table)))
        samples = self._log("verdict", "samples", samples_sound())
        self._target.executemany("UPDATE verdict SET samples = ?2 WHERE id = ?1", samples)
        self._incomplete |= {match for query in _HOLES for (match,) in self._target.execute(query)}
        self._target.execute(_NO_HOLES)
        there = {number for (number,) in self._target.execute("SELECT id FROM match")}
        # The next match gets a number that none had: the old file may be read again.
        self._target.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
        self._target.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (self._newest,))
        incomplete = sorted(self._incomplete & there)
        mark(self._target, incomplete)
        lost = sorted(set(range(1, self._newest + 1)) - there)
        unfit = sum(self._unfit(table) for table in (*_NUMBERED[1:], *_KEYED))
        return Carried(len(there), tuple(lost), tuple(incomplete), unfit, self._uncounted)

    def _last_number(self) -> int:
        """The number of the newest match, as the store keeps it."""
        try:
            query = "SELECT max(seq) FROM sqlite_sequence WHERE name = 'match'"
            (newest,) = self._source.execute(query).fetchone()
        except SQL_FAULTS:
            self._uncounted = True
            return 0
        return newest if isinstance(newest, int) else 0

    def _unfit(self, table: str) -> int:
        query = f"SELECT count(*) FROM {table} WHERE NOT {sound(table)}"
        try:
            return int(self._source.execute(query).fetchone()[0])
        except SQL_FAULTS:
            self._uncounted = True
            return 0

    def _put(self, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
        columns = CHECKED[table]
        marks = ", ".join("?" * len(columns))
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        for row in rows:
            with suppress(sqlite3.IntegrityError):  # it belongs to a row that is lost
                self._target.execute(statement, row)

    def _numbered(self, table: str) -> Iterator[tuple[Any, ...]]:
        columns, fits = CHECKED[table][1:], sound(table)
        yield from (row for row in self._rows(table, columns, fits) if row is not None)
        if table in self._broken:
            self._uncounted |= table != "match"  # those are counted by their numbers
            yield from self._scattered(table, _BY_NUMBER, CHECKED[table], fits)

    def _by_key(self, table: str) -> Iterator[tuple[Any, ...]]:
        """From both ends, as far as can be read, and what is found beside that."""
        columns = CHECKED[table]
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {sound(table)}"
        for order in ("ASC", "DESC"):
            with suppress(*SQL_FAULTS):
                yield from self._source.execute(f"{query} ORDER BY {columns[0]} {order}")
                return
        self._uncounted = True
        yield from self._scattered(table, _BY_KEY, columns, sound(table))

    def _log(self, table: str, column: str, fits: str) -> Iterator[tuple[Any, ...]]:
        """A column of the log with its keys; matches between which some of it is lost are marked as
        incomplete, if nothing of it is found elsewhere."""
        gaps: list[tuple[int, int]] = []
        found: set[int] = set()
        last, gap = 0, False
        for row in self._rows(table, (column,), fits):
            if row is None:
                gap = True
                continue
            if gap:
                gaps.append((min(last, row[0]), max(last, row[0])))
            last, gap = row[0], False
            yield row
        if gap:
            gaps.append((last, _LARGEST))
        if table in self._broken:
            for row in self._scattered(table, _BY_NUMBER, ("id", column), fits):
                found.add(row[0])
                yield row
        self._newest = max(self._newest, last >> 24, *(key >> 24 for key in found))
        for low, high in gaps:
            if any(low < key < high for key in found):
                self._uncounted = True  # but for holes between actions
            else:
                self._incomplete |= set(range(low >> 24, min(high >> 24, self._newest) + 1))

    def _scattered(
        self, table: str, kinds: bytes, columns: Sequence[str], fits: str
    ) -> Iterator[tuple[Any, ...]]:
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {fits}"
        with suppress(*FAULTS):
            yield from _scattered(self._source, self._copy, table, kinds, query)

    def _rows(
        self, table: str, columns: Sequence[str], fits: str
    ) -> Iterator[tuple[Any, ...] | None]:
        """Rows in the order of their numbers, which come first, as far as the store leads to them;
        None for some that are lost."""
        chosen = ", ".join((f"iif({fits}, id, -1)", *columns))
        query = f"SELECT {chosen} FROM {table} WHERE id >= ? ORDER BY id"
        first: int | None = -_LARGEST - 1
        while first is not None:
            try:
                for row in self._source.execute(query, (first,)):
                    if row[0] < max(first, 0):  # unfit, or there is another page in this place
                        yield None
                    if row[0] >= 0:
                        yield row
                    first = max(first, row[0] + 1)
            except SQL_FAULTS:
                self._broken.add(table)
                before = self._one(query, first)  # fetched, but the fault behind it came first
                if before is not None and before[0] >= max(first, 0):
                    yield before
                    first = before[0] + 1
                    continue
                yield None
                first = self._readable_from(query, max(first, 0))
            else:
                return

    def _one(self, query: str, first: int) -> tuple[Any, ...] | None:
        with suppress(*SQL_FAULTS):
            row: tuple[Any, ...] | None
            row = self._source.execute(f"{query} LIMIT 1", (first,)).fetchone()
            return row
        return None

    def _readable_from(self, query: str, first: int) -> int | None:
        """From which number behind ``first`` on the next row that is sound can be read; None: from
        none."""
        low, step = first, 1
        while not self._is_readable(query, low + step):
            low, step = low + step, 2 * step
            if low + step > _LARGEST:
                return None
        high = low + step
        while high > low + 1:
            middle = (low + high) // 2
            readable = self._is_readable(query, middle)
            low, high = (low, middle) if readable else (middle, high)
        return high

    def _is_readable(self, query: str, number: int) -> bool:
        try:
            any(row[0] >= 0 for row in self._source.execute(query, (number,)))
        except SQL_FAULTS:
            return False
        return True
