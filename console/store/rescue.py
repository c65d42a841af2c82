"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

By itself SQLite reads no further than to the first page that is not as it should be. But a leaf of
a table is a table of its own: SQLite is led to each page as if a table began there, so that it does
not matter which others are damaged, and each row proves itself by its check, which says of which
table it is. Only what cannot be made again is carried: the log, the people, the owner's service.
The figures of ``console.people`` are counted anew from it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from console.store.checks import CHECKED, add_function, check_of
from console.store.copies import UNREADY
from console.store.problems import SQL_FAULTS
from console.store.schema import (
    LOG,
    PAGE_BYTES,
    entries_of,
    of_match,
    open_for_writing,
    parts,
    roots,
    writing,
)
from console.store.soundness import FIGURES, Flaw, FlawKind, incomplete_matches, mark
from console.system.files import is_there
from console.system.syncs import put_in_place
from drivers.errors import Sentence

_COPY: Final = ".copy"
_MOST_LISTED: Final = 20  # numbers of matches in a sentence
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_OF_MATCH: Final = (*LOG, "samples")
_CARRIED: Final = tuple(table for table in CHECKED if table not in FIGURES)
_UNNUMBERED: Final = tuple(table for table in _CARRIED if table not in ("match", *_OF_MATCH))
"""The tables whose losses no number of a match tells."""
_NAMED: Final = " UNION ALL ".join(
    ("SELECT max(id) FROM match", *(f"SELECT max(id) >> 24 FROM {table}" for table in _OF_MATCH))
)
"""The highest number of a match that is named anywhere."""
_LEFT_BEHIND: Final = (
    "DELETE FROM sitter WHERE profile NOT IN (SELECT id FROM profile)",
    *(
        f"DELETE FROM {table} WHERE match NOT IN (SELECT id FROM match)"
        for table in ("sitter", *_OF_MATCH)
    ),
    "DELETE FROM samples WHERE id NOT IN (SELECT id FROM verdict)",
)
"""What belongs to a row that is lost."""
_FOUND_AGAIN: Final = "UPDATE verdict SET sampled = 1 WHERE id IN (SELECT id FROM samples)"
"""What was let go may lie whole on a free page (``trimming``), and come before its verdict."""
_NO_HOLES: Final = f"""
    DELETE FROM action AS a WHERE (SELECT result FROM match WHERE id = a.match) IS NULL AND n >=
        (SELECT count(*) FROM action AS b WHERE {of_match("a.match")} AND b.id <= a.id)
"""
"""A broken-off match is played on from its last action before a hole."""
_PAGES_BELIEVED: Final = 92
"""Where the header says since when its number of pages holds (sqlite.org/fileformat2.html)."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How many matches were carried over; the numbers of those that are known to be ``lost``, and
    of those that are not whole any more; how many rows of people and settings did not fit their
    checks; ``results`` for an event's desk that did not. ``uncounted``: more may be lost, and
    nothing says how much."""

    matches: int = 0
    lost: tuple[int, ...] = ()
    incomplete: tuple[int, ...] = ()
    unfit: int = 0
    uncounted: bool = False
    results: int = 0

    def sentence(self) -> Sentence:
        """The same in words."""
        counted = _COUNTED.of(
            matches=self.matches,
            lost=_numbers(self.lost),
            incomplete=_numbers(self.incomplete),
            unfit=self.unfit,
        )
        carried = _UNCOUNTED.of(counted=counted) if self.uncounted else counted
        return _OF_EVENTS.of(carried=carried, results=self.results) if self.results else carried


_COUNTED: Final = Sentence(
    "matches carried over: {matches}; lost: {lost}; with a part lost: {incomplete}; people,"
    " settings and counters that did not fit their checks: {unfit}"
)
_UNCOUNTED: Final = Sentence("{counted}; what else was lost cannot be counted")
_OF_EVENTS: Final = Sentence(
    "{carried}; results for an event's desk that are lost: {results}, tell the organiser"
)


def _numbers(matches: Sequence[int]) -> str:
    if not matches:
        return "0"
    more = ", …" if len(matches) > _MOST_LISTED else ""
    return f"{len(matches)} ({', '.join(map(str, matches[:_MOST_LISTED]))}{more})"


def carry_over(damaged: Path, ready: Path) -> Carried:
    """Make the store ``ready`` of what can be read in ``damaged``, which stays as it is.

    A row that does not fit its check is left behind, and its match marked. ``ready`` is whole and
    on the disk, or not there. Raises sqlite3.Error, OSError when it cannot be written.
    """
    unready = ready.with_name(ready.name + UNREADY)
    copy = ready.with_name(ready.name + _COPY)
    _remove(unready, copy)
    try:
        _copy_with_its_log(damaged, copy)
        with closing(_Pages(copy)) as pages, closing(open_for_writing(unready)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # a cut costs no more than another try
            target.execute("PRAGMA synchronous = OFF")
            target.execute("PRAGMA foreign_keys = OFF")  # what others refer to may come later
            most = damaged.stat().st_size // _LEAST_MATCH_BYTES
            with writing(target):
                carried = _carry(pages, target, most)
        put_in_place(unready, ready)
    finally:
        with suppress(OSError):  # what is left is removed by the next try
            _remove(unready, copy)
    return carried


def _remove(*files: Path) -> None:
    for file in files:
        for ending in ("", "-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _copy_with_its_log(damaged: Path, copy: Path) -> None:
    """A copy, zeros where a disk does not give what was there; SQLite takes its log in. Of the file
    it needs the beginning for that, and an empty one's will do.
    """
    with closing(sqlite3.connect(copy)) as connection:
        for statement in _MAKE:
            connection.execute(statement)
    beginning = copy.read_bytes()[:PAGE_BYTES]
    for ending in ("", "-wal"):
        source = damaged.with_name(damaged.name + ending)
        if is_there(source):
            _copy_pages(source, copy.with_name(copy.name + ending))
    _begin(copy, beginning)
    with suppress(*SQL_FAULTS), closing(sqlite3.connect(copy)) as connection:
        connection.execute("SELECT * FROM sqlite_schema")  # who closes last takes the log in
    _begin(copy, beginning)  # the log had another one


def _begin(copy: Path, beginning: bytes) -> None:
    with copy.open("r+b") as file:
        file.write(beginning)
        file.seek(_PAGES_BELIEVED)  # no: the file is as long as it is
        file.write(b"\xff" * 4)


def _copy_pages(source: Path, target: Path) -> None:
    with source.open("rb", buffering=0) as old, target.open("wb") as new:
        for at in range(0, source.stat().st_size, PAGE_BYTES):
            page = b""
            with suppress(OSError):
                old.seek(at)
                page = old.read(PAGE_BYTES)
            new.write(page.ljust(PAGE_BYTES, b"\0"))


_KINDS: Final = {13: "numbered", 10: "keyed", 2: "keyed"}
"""How a page begins that has rows, of a table with numbers or of one WITHOUT ROWID."""
_TABLES: Final = {
    name: "keyed" if sql.endswith("WITHOUT ROWID") else "numbered"
    for kind, name, _, _, sql in parts()
    if kind == "table"
}
_NEWEST: Final = "SELECT max(c1) FROM numbered WHERE c0 = 'match' AND typeof(c1) = 'integer'"
"""The number of the newest match, as SQLite keeps it."""
_COLUMNS: Final = [f"c{n}" for n in range(max(map(len, CHECKED.values())) + 1)]
_MAKE: Final = (
    f"PRAGMA page_size = {PAGE_BYTES}",
    "PRAGMA journal_mode = WAL",
    f"CREATE TABLE numbered ({', '.join(_COLUMNS)})",
    f"CREATE TABLE keyed ({', '.join(_COLUMNS)}, PRIMARY KEY (c0)) WITHOUT ROWID",
)
"""An empty file, the tables of which are led to where others begin."""


def _query(kind: str) -> str:
    """Has each row of a page ``found``, with the table that its check names."""
    names = ["rowid" if kind == "numbered" else "c0", *_COLUMNS[1:]]
    whens = []
    for table in _CARRIED:
        if _TABLES[table] == kind:
            *columns, crc = names[: len(CHECKED[table]) + 1]
            found = f"found('{table}', {', '.join(columns)})"
            whens.append(f"WHEN {crc} = {check_of(table, columns)} THEN {found}")
    return f"SELECT CASE {' '.join(whens)} END FROM {kind} ORDER BY {names[0]}"


_QUERIES: Final = {kind: _query(kind) for kind in _KINDS.values()}


class _Pages:
    """The pages of a file that begins as ``_MAKE`` does; it is written to."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as pages:
            self._kinds = b"".join(iter(lambda: pages.read(PAGE_BYTES)[:1], b""))
        self._found: list[tuple[Any, ...]] = []
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")
        add_function(self._connection)

        def row_found(*row: Any) -> None:
            self._found.append(row)

        self._connection.create_function("found", -1, row_found)

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows of all pages, some of them more than once: the table of each, its values."""
        for page, first in enumerate(self._kinds, 1):
            if page > 1 and first in _KINDS:
                self._lead_to(page)
                for order in ("ASC", "DESC"):  # up to a row that cannot be read, from both sides
                    with suppress(*SQL_FAULTS):
                        self._connection.execute(f"{_QUERIES[_KINDS[first]]} {order}").fetchall()
                        break
                yield from self._found
                self._found.clear()

    def number(self, table: str, query: str) -> int | None:
        """The number that ``query`` gives of a table; None: that cannot be read."""
        self._lead_to(roots()[table])
        with suppress(*SQL_FAULTS):
            return int(self._connection.execute(query).fetchone()[0] or 0)
        return None

    def _lead_to(self, page: int) -> None:
        self._connection.execute("PRAGMA writable_schema = ON")
        self._connection.execute("UPDATE sqlite_schema SET rootpage = ?", (page,))
        self._connection.execute("PRAGMA writable_schema = RESET")


def _carry(pages: _Pages, target: sqlite3.Connection, most: int) -> Carried:
    """Copy everything; what that was. ``most``: no match has a higher number. Raises sqlite3.Error
    for the target."""
    # Last of all: what comes to a match that has ended would be counted once more.
    matches = []
    for row in pages.rows():
        if row[0] == "match":
            matches.append(row)
        else:
            _insert(target, row)
    for row in matches:
        _insert(target, row)
    last = pages.number("sqlite_sequence", _NEWEST)
    named = [number or 0 for (number,) in target.execute(_NAMED)]
    newest = max(min(last or 0, most), *named)
    lacking = {table: _lacking(pages, target, table) for table in _UNNUMBERED}
    uncounted = last is None or None in lacking.values()
    for statement in (*_LEFT_BEHIND, _FOUND_AGAIN):
        target.execute(statement)
    # The next match gets a number that none had: the old file may be read again.
    target.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
    target.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (newest,))
    there = {number for (number,) in target.execute("SELECT id FROM match")}
    incomplete = sorted(_incomplete(pages, target) & there)
    mark(target, (Flaw(FlawKind.MATCH, str(number)) for number in incomplete))
    return Carried(
        matches=len(there),
        lost=tuple(sorted(set(range(1, newest + 1)) - there)),
        incomplete=tuple(incomplete),
        results=lacking.pop("outbox") or 0,
        unfit=sum(count or 0 for count in lacking.values()),
        uncounted=uncounted,
    )


def _insert(target: sqlite3.Connection, row: tuple[Any, ...]) -> None:
    table, *values = row
    marks = ", ".join("?" * len(values))
    columns = ", ".join(CHECKED[table])
    target.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", values)


def _lacking(pages: _Pages, target: sqlite3.Connection, table: str) -> int | None:
    """How many rows of a table could not be carried; None: that cannot be counted."""
    # No row too many is carried that would hide one that was lost: of these tables free pages hold
    # nothing, what is deleted of them is overwritten (``schema``; samples alone are not).
    there = pages.number(table, f"SELECT count(*) FROM {_TABLES[table]}")
    (carried,) = target.execute(f"SELECT count(*) FROM {table}").fetchone()
    return None if there is None else max(0, there - carried)


def _incomplete(pages: _Pages, target: sqlite3.Connection) -> set[int]:
    """Matches of which something is lost; of one that has not ended nothing says how much there was
    of it, but for its place in the file."""
    incomplete = set(incomplete_matches(target))
    going_on = f"SELECT id, {entries_of('match.id')} FROM match WHERE entries IS NULL"
    for number, carried in target.execute(going_on):
        query = f"SELECT count(*) FROM numbered WHERE {of_match(str(number), 'rowid')}"
        counts = [pages.number(table, query) for table in LOG]
        if None in counts or sum(n or 0 for n in counts) > carried:
            incomplete.add(number)
    target.execute(_NO_HOLES)
    return incomplete
