"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

Only what cannot be made again is carried: the log, the people, the owner's service. The figures of
``console.people`` are counted anew from it.
"""

from __future__ import annotations

import mmap
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from console.store import bodies
from console.store.checks import CHECKED, add_function, samples_sound, sound
from console.store.copies import UNREADY, put_in_place
from console.store.first_page import first_page
from console.store.problems import SQL_FAULTS
from console.store.records import MatchHeader, VerdictRecord
from console.store.schema import (
    PAGE_BYTES,
    of_match,
    open_for_writing,
    parts,
    parts_of,
    writing,
)
from console.store.soundness import mark
from console.system.files import is_there
from drivers.errors import Sentence

SKIPPED: Final = 1000  # unreadable keys in a row, then the rest counts as lost
_PATCHED: Final = ".patched"
_MOST_TOLD: Final = 20  # numbers of matches in a sentence
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_NO_HOLES: Final = f"""
    DELETE FROM action AS a WHERE (SELECT result FROM match WHERE id = a.match) IS NULL AND n >=
        (SELECT count(*) FROM action AS b WHERE {of_match("a.match")} AND b.id <= a.id)
"""
"""A broken-off match is played on from its last action before a hole."""
_HOLES: Final = tuple(
    f"SELECT match FROM {table} GROUP BY match HAVING count(*) <= max(n)"
    for table in ("action", "verdict")
)
# The columns of each table's key, in an order that puts what others refer to first.
_TABLES: Final = {
    "match": ("id",),
    "profile": ("id",),
    "sitter": ("match", "player"),
    "adjustment": (),
    "pin": (),
    "button": (),
    "press": (),
    "reset": (),
    "flaw": (),
}
# The log's rows from number ``:first`` of match ``:match``.
_FROM: Final = " WHERE id >= (:match << 24) + :first AND id < (:match + 1) << 24 ORDER BY id"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the log: how it is read, without the value of what does not fit its check; how it
    is written."""

    name: str
    read: str
    write: str


def _part(name: str, table: str, column: str, fits: str, write: str) -> _Part:
    values = f"n, match, {fits} AS fits, iif({fits}, {column}, NULL) AS {column}"
    return _Part(name, f"SELECT {values} FROM {table}", write)


_LOG: Final = (
    _part(
        *("action", "action", "body", sound("action")),
        "INSERT OR IGNORE INTO action (id, body) VALUES (:match << 24 | :n, :body)",
    ),
    _part(
        *("verdict", "verdict", "body", sound("verdict")),
        "INSERT OR IGNORE INTO verdict (id, body) VALUES (:match << 24 | :n, :body)",
    ),
    _part(
        *("samples", "verdict", "samples", samples_sound()),
        "UPDATE verdict SET samples = :samples WHERE id = :match << 24 | :n",
    ),
)


@dataclass(frozen=True, slots=True)
class Carried:
    """How many matches and ``rows`` of all tables were carried over; the numbers of the matches
    that are known to be ``lost``, and of those that are not whole any more; how many rows of
    people and settings did not fit their checks."""

    matches: int = 0
    lost: tuple[int, ...] = ()
    incomplete: tuple[int, ...] = ()
    unfit: int = 0
    rows: int = 0

    def sentence(self) -> Sentence:
        """The same in words."""
        return Sentence(
            "matches carried over: {matches}; lost: {lost}; with a part lost: {incomplete}; people,"
            " settings and counters that did not fit their checks: {unfit}",
            matches=self.matches,
            lost=_numbers(self.lost),
            incomplete=_numbers(self.incomplete),
            unfit=self.unfit,
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
    _remove(unready, patched)
    carried = Carried()
    open_for_writing(unready).close()
    source = _readable(damaged, unready, patched)
    if source is not None:
        with closing(source), closing(open_for_writing(unready)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # a cut costs no more than another try
            target.execute("PRAGMA synchronous = OFF")
            newest = min(_newest(source), damaged.stat().st_size // _LEAST_MATCH_BYTES)
            with writing(target):
                carried = _Carrier(source, target, newest).all()
    put_in_place(unready, ready)
    _remove(unready, patched)
    return carried


def _remove(*files: Path) -> None:
    for file in files:
        for ending in ("", "-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _readable(damaged: Path, new: Path, patched: Path) -> sqlite3.Connection | None:
    """The damaged file, open; in a copy, what it says of its tables as it should be, or its first
    page made anew, if its own is no use."""
    for patch in (_as_it_is, _with_own_words, _with_first_page):
        with suppress(*SQL_FAULTS):
            file = patch(damaged, new, patched)
            if file is None:
                return None
            connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
            try:
                add_function(connection)
                _load_schema(connection)
                connection.execute("SELECT 1 FROM match LIMIT 0").fetchall()
                fits = patch is not _as_it_is or parts_of(connection) == parts()
            except SQL_FAULTS:
                connection.close()
                raise
            if fits:
                return connection
            connection.close()
    return None


def _load_schema(connection: sqlite3.Connection) -> None:
    """Past what is spoilt of it. Raises sqlite3.Error, UnicodeDecodeError."""
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()


def _as_it_is(damaged: Path, _new: Path, _patched: Path) -> Path:
    return damaged


def _with_own_words(damaged: Path, _new: Path, patched: Path) -> Path:
    """A copy in which each part that can be known by its name or its statement has all the words
    that this version gives it. Raises sqlite3.Error."""
    _copy(damaged, patched)
    with closing(sqlite3.connect(patched, isolation_level=None)) as connection:
        add_function(connection)
        connection.text_factory = lambda text: text.decode(errors="replace")
        _load_schema(connection)
        query = "SELECT rowid, type, name, tbl_name, sql FROM sqlite_schema"
        found = connection.execute(query).fetchall()
        for kind, name, table, statement in parts():
            at = [row for row, *words in found if words[1] == name or (words[3] or "") == statement]
            if len(at) == 1:
                connection.execute(
                    "UPDATE sqlite_schema SET type = ?, name = ?, tbl_name = ?, sql = ?"
                    " WHERE rowid = ?",
                    (kind, name, table, statement, at[0]),
                )
    return patched


def _with_first_page(damaged: Path, new: Path, patched: Path) -> Path | None:
    """A copy with a first page made anew; None when nothing tells where its tables lie."""
    like = new.read_bytes()[:PAGE_BYTES]
    with (
        damaged.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
    ):
        first = first_page(data, like)
    if first is None:
        return None
    _copy(damaged, patched)
    with patched.open("r+b") as copy:
        copy.write(first)
    return patched


def _copy(damaged: Path, patched: Path) -> None:
    """With its log."""
    _remove(patched)
    shutil.copyfile(damaged, patched)
    log = damaged.with_name(damaged.name + "-wal")
    if is_there(log):
        shutil.copyfile(log, patched.with_name(patched.name + "-wal"))


def _newest(source: sqlite3.Connection) -> int:
    """The highest number of a match that is named anywhere."""
    newest = [0]
    for query in (
        "SELECT seq FROM sqlite_sequence WHERE name = 'match'",
        f"SELECT max(id) FROM match WHERE {sound('match')}",
        f"SELECT max(id >> 24) FROM action WHERE {sound('action')}",
    ):
        with suppress(*SQL_FAULTS):
            newest += [row[0] for row in source.execute(query) if isinstance(row[0], int)]
    return max(newest)


class _Carrier:
    """Copies what can be read of one store into another."""

    def __init__(self, source: sqlite3.Connection, target: sqlite3.Connection, newest: int) -> None:
        """``newest``: the highest number of a match."""
        self._source, self._target, self._newest = source, target, newest
        self._incomplete: set[int] = set()

    def all(self) -> Carried:
        """Copy everything; what that was. Raises sqlite3.Error for the target."""
        rows = sum(self._table(table, key) for table, key in _TABLES.items())
        rows += sum(self._log(part) for part in _LOG)
        self._incomplete |= {match for query in _HOLES for (match,) in self._target.execute(query)}
        self._target.execute(_NO_HOLES)
        # The next match gets a number that none had: the old file may be read again.
        self._target.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
        self._target.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (self._newest,))
        there = {number for (number,) in self._target.execute("SELECT id FROM match")}
        incomplete = sorted(self._incomplete & there)
        mark(self._target, incomplete)
        lost = set(range(1, self._newest + 1)) - there
        unfit = sum(self._unfit(table) for table in _TABLES if table != "match")
        return Carried(len(there), tuple(sorted(lost)), tuple(incomplete), unfit, rows)

    def _unfit(self, table: str) -> int:
        with suppress(*SQL_FAULTS):
            query = f"SELECT count(*) FROM {table} WHERE NOT {sound(table)}"
            return int(self._source.execute(query).fetchone()[0])
        return 0

    def _table(self, table: str, key: tuple[str, ...]) -> int:
        """Copy the readable rows of a table that make sense; how many those were."""
        carried = 0
        for row in self._rows(table, key):
            if not _makes_sense(table, row):
                continue
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            statement = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
            with suppress(sqlite3.IntegrityError):  # it belongs to a row that is lost
                carried += self._target.execute(statement, tuple(row.values())).rowcount
        return carried

    def _log(self, part: _Part) -> int:
        """The same for a part of the log, match by match."""
        carried = 0
        try:
            self._source.execute(f"EXPLAIN {part.read}")
        except SQL_FAULTS:  # nothing of it at all
            self._incomplete |= set(range(1, self._newest + 1))
            return carried
        last, doubtful = 0, False
        for row in self._read(part.read, partial(self._log_by_key, part)):
            match = row["match"]
            if not row["fits"] or not _makes_sense(part.name, row):
                self._incomplete |= {match, last}  # its key may have been another's
                doubtful = True
                continue
            if doubtful:
                self._incomplete.add(match)
            last, doubtful = match, False
            with suppress(sqlite3.IntegrityError):  # its match is lost
                carried += self._target.execute(part.write, row).rowcount
        return carried

    def _log_by_key(self, part: _Part) -> Iterator[Mapping[str, Any]]:
        for match in range(1, self._newest + 1):
            for row in self._by_key(part.read + _FROM, {"match": match}, "n"):
                if row is None:
                    self._incomplete.add(match)
                else:
                    yield row

    def _rows(self, table: str, key: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
        query = f"SELECT {', '.join(CHECKED[table])} FROM {table} WHERE {sound(table)}"
        return self._read(query, partial(self._rows_by_key, query, key))

    def _rows_by_key(self, query: str, key: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
        found: Iterable[Mapping[str, Any] | None] = ()
        match key:
            case (only,):
                found = self._by_key(f"{query} AND {only} >= :first ORDER BY {only}", {}, only)
            case (first, second):
                query += f" AND {first} = :match AND {second} >= :first ORDER BY {second}"
                matches = range(1, self._newest + 1)
                found = chain.from_iterable(
                    self._by_key(query, {"match": match}, second) for match in matches
                )
        return (row for row in found if row is not None)

    def _read(
        self, query: str, by_key: Callable[[], Iterator[Mapping[str, Any]]]
    ) -> Iterator[Mapping[str, Any]]:
        """The rows as they lie, whatever their keys; past what cannot be read by their keys, from
        the first: some are given twice."""
        try:
            yield from _each(self._source, query, {})
        except SQL_FAULTS:
            yield from by_key()

    def _by_key(
        self, query: str, values: Mapping[str, int], key: str
    ) -> Iterator[Mapping[str, Any] | None]:
        """Rows in the order of ``key``; where one cannot be read, None, and on behind it."""
        first, skipped = 0, 0
        while skipped < SKIPPED:
            try:
                for row in _each(self._source, query, {**values, "first": first}):
                    yield row
                    first, skipped = max(first, int(row[key]) + 1), 0
            except SQL_FAULTS:
                yield None
                first, skipped = first + 1, skipped + 1
            else:
                return


def _each(
    source: sqlite3.Connection, query: str, values: Mapping[str, int]
) -> Iterator[Mapping[str, Any]]:
    cursor = source.execute(query, values)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _makes_sense(table: str, row: Mapping[str, Any]) -> bool:
    """Can the program read the row? One that it cannot would spoil the others of its match.

    Samples are taken as they are: to unpack them all would take minutes, and they prove only.
    """
    try:
        for column, read in _READ.get(table, {}).items():
            if row[column] is not None:
                read(row[column])
    except (ValueError, TypeError, KeyError):  # msgspec's errors are ValueErrors
        return False
    return True


_READ: Final[dict[str, dict[str, Callable[[Any], object]]]] = {
    "match": {
        "header": partial(bodies.unpack, kind=MatchHeader),
        "result": partial(bodies.unpack, kind=dict),
    },
    "action": {"body": partial(bodies.unpack, kind=dict)},
    "verdict": {"body": partial(bodies.unpack, kind=VerdictRecord)},
}
