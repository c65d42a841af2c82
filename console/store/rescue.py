"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

Only what cannot be made again is carried: the log, the people, the owner's service. The figures of
``console.people`` are counted anew from it.
"""

from __future__ import annotations

import mmap
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from console.store import bodies
from console.store.copies import UNREADY, put_in_place
from console.store.first_page import first_page
from console.store.problems import SQL_FAULTS
from console.store.records import MatchHeader, VerdictRecord
from console.store.schema import PAGE_BYTES, of_match, open_for_writing, writing
from console.system.files import is_there

SKIPPED: Final = 1000  # unreadable keys in a row, then the rest counts as lost
_PATCHED: Final = ".patched"
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_NO_HOLES: Final = f"""
    DELETE FROM action AS a WHERE (SELECT result FROM match WHERE id = a.match) IS NULL AND n >=
        (SELECT count(*) FROM action AS b WHERE {of_match("a.match")} AND b.id <= a.id)
"""
"""A broken-off match is played on from its last action before a hole."""
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
}
# The log's rows after number ``:last`` of match ``:match``, as this version has them and as older
# ones.
_ROWS: Final = (
    "FROM {table} WHERE id > (:match << 24) + :last AND id < (:match + 1) << 24 ORDER BY id"
)
_OLDER: Final = "FROM {table} WHERE match = :match AND {key} > :last ORDER BY {key}"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the log: how it is read in both forms, how it is written."""

    name: str
    read: str
    read_older: str
    write: str


_LOG: Final = (
    _Part(
        "action",
        "SELECT n, match, body " + _ROWS.format(table="action"),
        "SELECT n, match, body " + _OLDER.format(table="action", key="n"),
        "INSERT OR IGNORE INTO action (id, body) VALUES (:match << 24 | :n, :body)",
    ),
    _Part(
        "verdict",
        "SELECT n, match, kind, body " + _ROWS.format(table="verdict"),
        "SELECT n, match, kind, body " + _OLDER.format(table="verdict", key="n"),
        "INSERT OR IGNORE INTO verdict (id, kind, body) VALUES (:match << 24 | :n, :kind, :body)",
    ),
    _Part(
        "samples",
        "SELECT n, match, samples " + _ROWS.format(table="verdict"),
        "SELECT verdict AS n, match, body AS samples "
        + _OLDER.format(table="samples", key="verdict"),
        "UPDATE verdict SET samples = :samples WHERE id = :match << 24 | :n",
    ),
)


@dataclass(frozen=True, slots=True)
class Carried:
    """How many matches were carried over, and how many are known to be lost; ``rows`` of all."""

    matches: int
    lost: int
    rows: int

    def sentence(self) -> str:
        """The same in words."""
        return f"{self.matches} matches were carried over, {self.lost} were lost"


def carry_over(damaged: Path, ready: Path) -> Carried:
    """Make the store ``ready`` of what can be read in ``damaged``, which stays as it is.

    ``ready`` is whole and on the disk, or not there. Raises sqlite3.Error, OSError when it cannot
    be written.
    """
    unready = ready.with_name(ready.name + UNREADY)
    patched = ready.with_name(ready.name + _PATCHED)
    _remove(unready, patched)
    rows = {"match": 0}
    newest = 0
    open_for_writing(unready).close()
    source = _readable(damaged, unready, patched)
    if source is not None:
        with closing(source), closing(open_for_writing(unready)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # a cut costs no more than another try
            target.execute("PRAGMA synchronous = OFF")
            newest = min(_newest(source), damaged.stat().st_size // _LEAST_MATCH_BYTES)
            with writing(target):
                rows = {
                    table: _carry(source, target, table, key, newest)
                    for table, key in _TABLES.items()
                }
                for part in _LOG:
                    rows[part.name] = _carry_log(source, target, part, newest)
                target.execute(_NO_HOLES)
                # The next match gets a number that none had: the old file may be read again.
                target.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
                target.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (newest,))
    put_in_place(unready, ready)
    _remove(unready, patched)
    return Carried(rows["match"], max(0, newest - rows["match"]), sum(rows.values()))


def _remove(*files: Path) -> None:
    for file in files:
        for ending in ("", "-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _readable(damaged: Path, new: Path, patched: Path) -> sqlite3.Connection | None:
    """The damaged file, open; with a first page made anew if its own is no use."""
    for again in (False, True):
        with suppress(*SQL_FAULTS):
            file = damaged if not again else _with_first_page(damaged, new, patched)
            if file is None:
                return None
            connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
            try:
                connection.execute("PRAGMA writable_schema = ON")  # past what is spoilt of it
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
                connection.execute("SELECT 1 FROM match LIMIT 0").fetchall()
            except SQL_FAULTS:
                connection.close()
                raise
            return connection
    return None


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
    shutil.copyfile(damaged, patched)
    log = damaged.with_name(damaged.name + "-wal")
    if is_there(log):
        shutil.copyfile(log, patched.with_name(patched.name + "-wal"))
    with patched.open("r+b") as copy:
        copy.write(first)
    return patched


def _newest(source: sqlite3.Connection) -> int:
    """The highest number of a match that is named anywhere."""
    newest = [0]
    for query in (
        "SELECT seq FROM sqlite_sequence WHERE name = 'match'",
        "SELECT max(id) FROM match",
        "SELECT max(match) FROM action",  # in both forms
    ):
        with suppress(*SQL_FAULTS):
            newest += [row[0] for row in source.execute(query) if isinstance(row[0], int)]
    return max(newest)


def _carry(
    source: sqlite3.Connection,
    target: sqlite3.Connection,
    table: str,
    key: tuple[str, ...],
    newest: int,
) -> int:
    """Copy the readable rows of a table that make sense; how many those were."""
    carried = 0
    for row in _rows(source, table, key, newest):
        if not _makes_sense(table, row):
            continue
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        with suppress(sqlite3.IntegrityError):  # it belongs to a row that is lost
            carried += target.execute(
                f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", tuple(row.values())
            ).rowcount
    return carried


def _carry_log(
    source: sqlite3.Connection, target: sqlite3.Connection, part: _Part, newest: int
) -> int:
    """The same for a part of the log, match by match."""
    query = part.read if _is_of_today(source) else part.read_older
    carried = 0
    for match in range(1, newest + 1):
        for row in _by_key(source, query, {"match": match}, "n"):
            if _makes_sense(part.name, row):
                with suppress(sqlite3.IntegrityError):  # its match is lost
                    carried += target.execute(part.write, row).rowcount
    return carried


def _is_of_today(source: sqlite3.Connection) -> bool:
    return any(name == "samples" for _, name, *_ in source.execute("PRAGMA table_info(verdict)"))


def _rows(
    source: sqlite3.Connection, table: str, key: tuple[str, ...], newest: int
) -> Iterator[Mapping[str, Any]]:
    match key:
        case ():
            yield from _run(source, f"SELECT * FROM {table}")
        case (only,):
            query = f"SELECT * FROM {table} WHERE {only} > :last ORDER BY {only}"
            yield from _by_key(source, query, {}, only)
        case (first, second):
            where = f"{first} = :match AND {second} > :last ORDER BY {second}"
            query = f"SELECT * FROM {table} WHERE {where}"
            for match in range(1, newest + 1):
                yield from _by_key(source, query, {"match": match}, second)


def _by_key(
    source: sqlite3.Connection, query: str, values: Mapping[str, int], key: str
) -> Iterator[Mapping[str, Any]]:
    """Rows in the order of ``key``; where one cannot be read it goes on behind it."""
    last, skipped = -1, 0
    while skipped < SKIPPED:
        try:
            for row in _each(source, query, {**values, "last": last}):
                yield row
                last, skipped = max(last, int(row[key])), 0
        except SQL_FAULTS:
            last, skipped = last + 1, skipped + 1
        else:
            return


def _run(source: sqlite3.Connection, query: str) -> Iterator[Mapping[str, Any]]:
    """Rows up to the first that cannot be read."""
    with suppress(*SQL_FAULTS):
        yield from _each(source, query, {})


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
