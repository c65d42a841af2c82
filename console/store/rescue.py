"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

By itself SQLite reads no further than to the first page that is not as it should be. But a leaf of
a table is a table of its own: SQLite is led to each page as if a table began there, so that it does
not matter which others are damaged, and each row proves itself by its check, which says of which
table it is. Only what cannot be made again is carried: the log, the people, the owner's service.
The figures of ``console.people`` are counted anew from it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
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
from console.store.soundness import FIGURES, incomplete_matches, mark
from console.system.files import is_there
from console.system.syncs import put_in_place
from drivers.errors import Sentence

_COPY: Final = ".copy"
_MOST_LISTED: Final = 20  # numbers of matches in a sentence
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_OF_MATCH: Final = (*LOG, "samples")
_MATCHES: Final = ("match", *_OF_MATCH)
_CARRIED: Final = tuple(table for table in CHECKED if table not in FIGURES)
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
        open_for_writing(unready).close()
        with closing(_Pages(copy)) as pages, closing(open_for_writing(unready)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # a cut costs no more than another try
            target.execute("PRAGMA synchronous = OFF")
            target.execute("PRAGMA foreign_keys = OFF")  # what others refer to may come later
            most = damaged.stat().st_size // _LEAST_MATCH_BYTES
            with writing(target):
                carried = _Carrier(pages, target).all(most)
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
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
    beginning = copy.read_bytes()
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


_KEYED: Final = {
    name for _, name, _, _, sql in parts() if sql is not None and sql.endswith("WITHOUT ROWID")
}
_KINDS: Final = {13: "numbered", 10: "keyed", 2: "keyed"}
"""How a page begins that has rows, of a table with numbers or of one WITHOUT ROWID."""
_COLUMNS: Final = [f"c{n}" for n in range(max(map(len, CHECKED.values())) + 1)]
_MAKE: Final = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    f"CREATE TABLE numbered ({', '.join(_COLUMNS)})",
    f"CREATE TABLE keyed ({', '.join(_COLUMNS)}, PRIMARY KEY (c0)) WITHOUT ROWID",
)


def _kind(table: str) -> str:
    return "keyed" if table in _KEYED else "numbered"


def _query(kind: str) -> str:
    """The rows of a page: the table of which each is, if any, then its values."""
    names = ["rowid" if kind == "numbered" else "c0", *_COLUMNS[1:]]
    whens = [
        f"WHEN {names[len(CHECKED[table])]} IS {check_of(table, names[: len(CHECKED[table])])}"
        f" THEN '{table}'"
        for table in _CARRIED
        if _kind(table) == kind
    ]
    whose = f"CASE {' '.join(whens)} ELSE '' END"
    return f"SELECT {whose}, {', '.join(names)} FROM {kind} ORDER BY {names[0]}"


_QUERIES: Final = {kind: _query(kind) for kind in _KINDS.values()}

_Row = tuple[str, *tuple[Any, ...]]
"""As of ``_query``; what is of no table is of ``""``."""


class _Pages:
    """The pages of a file that begins as an empty one does; it is written to."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as pages:
            self._kinds = b"".join(iter(lambda: pages.read(PAGE_BYTES)[:1], b""))
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.text_factory = lambda text: text.decode(errors="replace")
        add_function(self._connection)
        for statement in _MAKE:
            self._connection.execute(statement)

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def of(self, table: str) -> Iterator[_Row | None]:
        """The rows to which a table leads; None where it leads no further."""
        self._lead_to(roots()[table])
        try:
            yield from self._connection.execute(_QUERIES[_kind(table)])
        except SQL_FAULTS:
            yield None

    def all(self) -> Iterator[_Row]:
        """The rows of all pages, some of them more than once."""
        for page, first in enumerate(self._kinds, 1):
            if page > 1 and first in _KINDS:
                self._lead_to(page)
                query = _QUERIES[_KINDS[first]]
                try:
                    yield from self._connection.execute(query)
                except SQL_FAULTS:
                    for order in ("ASC", "DESC"):
                        yield from self._one_by_one(f"{query} {order}")

    def _one_by_one(self, query: str) -> Iterator[_Row]:
        """The rows before one that cannot be read: of many at once Python has lost the last."""
        with suppress(*SQL_FAULTS):
            for place in count():
                row = self._connection.execute(f"{query} LIMIT 1 OFFSET {place}").fetchone()
                if row is None:
                    break
                yield row

    def last_number(self) -> int | None:
        """The number of the newest match, as the store keeps it; None: that cannot be read."""
        query = "SELECT max(c1) FROM numbered WHERE c0 = 'match' AND typeof(c1) = 'integer'"
        return self._number("sqlite_sequence", query)

    def entries(self, match: int) -> int | None:
        """How many actions and verdicts of a match there are; None: that cannot be read."""
        query = f"SELECT count(*) FROM numbered WHERE {of_match(str(match), 'rowid')}"
        counts = [self._number(table, query) for table in LOG]
        return None if None in counts else sum(n or 0 for n in counts)

    def _number(self, table: str, query: str) -> int | None:
        self._lead_to(roots()[table])
        with suppress(*SQL_FAULTS):
            return int(self._connection.execute(query).fetchone()[0] or 0)
        return None

    def _lead_to(self, page: int) -> None:
        self._connection.execute("PRAGMA writable_schema = ON")
        self._connection.execute("UPDATE sqlite_schema SET rootpage = ?", (page,))
        self._connection.execute("PRAGMA writable_schema = RESET")


class _Carrier:
    """Copies what can be read of one store into another."""

    def __init__(self, pages: _Pages, target: sqlite3.Connection) -> None:
        self._pages, self._target = pages, target
        self._newest = 0  # highest number of a match that is named anywhere
        # Until all else is there: what comes to one that has ended would be counted once more.
        self._matches: dict[int, _Row] = {}

    def all(self, most: int) -> Carried:
        """Copy everything; what that was. ``most``: no match has a higher number. Raises
        sqlite3.Error for the target."""
        last = self._pages.last_number()
        self._newest = min(last or 0, most)
        unfit: Counter[str] = Counter()
        uncounted = last is None
        for table in _CARRIED:
            for row in self._pages.of(table):
                if row is not None and row[0] == table:
                    self._put(row)
                elif table not in _MATCHES:  # whose losses are counted by its number
                    uncounted |= row is None
                    unfit[table] += row is not None
        for row in self._pages.all():
            if row[0]:
                self._put(row)
        for row in self._matches.values():
            self._insert(row)
        for statement in _LEFT_BEHIND:
            self._target.execute(statement)
        self._target.execute(_FOUND_AGAIN)
        there = {number for (number,) in self._target.execute("SELECT id FROM match")}
        # The next match gets a number that none had: the old file may be read again.
        self._target.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
        self._target.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (self._newest,))
        incomplete = sorted(self._incomplete() & there)
        mark(self._target, incomplete)
        lost = sorted(set(range(1, self._newest + 1)) - there)
        results = unfit.pop("outbox", 0)
        counted = len(there), tuple(lost), tuple(incomplete), unfit.total()
        return Carried(*counted, uncounted, results)

    def _put(self, row: _Row) -> None:
        """Copy a row of the table that its check names."""
        table, number, *_ = row
        if table in _MATCHES:
            match = number if table == "match" else number >> 24
            self._newest = max(self._newest, match)
        if table == "match":
            self._matches.setdefault(match, row)
        else:
            self._insert(row)

    def _insert(self, row: _Row) -> None:
        table, *values = row
        columns = CHECKED[table]
        marks = ", ".join("?" * len(columns))
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        self._target.execute(statement, values[: len(columns)])

    def _incomplete(self) -> set[int]:
        """Matches of which something is lost; of one that has not ended nothing says how much there
        was of it, but for its place in the file."""
        incomplete = set(incomplete_matches(self._target))
        query = f"SELECT id, {entries_of('match.id')} FROM match WHERE entries IS NULL"
        for number, carried in self._target.execute(query):
            entries = self._pages.entries(number)
            if entries is None or entries > carried:
                incomplete.add(number)
        self._target.execute(_NO_HOLES)
        return incomplete
