"""Out of a damaged store into a new one: row by row, past whatever cannot be read.

Each page is read by itself and each row proves itself by its check, so it does not matter which of
the file's pages are damaged. Only what cannot be made again is carried: the log, the people, the
owner's service. The figures of ``console.people`` are counted anew from it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from console.store.checks import CHECKED
from console.store.copies import UNREADY
from console.store.pages import CARRIED, Pages, Row
from console.store.problems import SQL_FAULTS
from console.store.schema import (
    LOG,
    PAGE_BYTES,
    entries_of,
    of_match,
    open_for_writing,
    writing,
)
from console.store.soundness import incomplete_matches, mark
from console.system.files import is_there
from console.system.syncs import put_in_place
from drivers.errors import Sentence

_COPY: Final = ".copy"
_MOST_LISTED: Final = 20  # numbers of matches in a sentence
_LEAST_MATCH_BYTES: Final = 64  # no file holds more matches than that lets it
_MATCHES: Final = ("match", *LOG)
_LEFT_BEHIND: Final = (
    "DELETE FROM sitter WHERE profile NOT IN (SELECT id FROM profile)",
    *(
        f"DELETE FROM {table} WHERE match NOT IN (SELECT id FROM match)"
        for table in ("sitter", *LOG)
    ),
)
"""What belongs to a row that is lost."""
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
        with closing(Pages(copy)) as pages, closing(open_for_writing(unready)) as target:
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


class _Carrier:
    """Copies what can be read of one store into another."""

    def __init__(self, pages: Pages, target: sqlite3.Connection) -> None:
        self._pages, self._target = pages, target
        self._newest = 0  # highest number of a match that is named anywhere
        # Until all else is there: what comes to one that has ended would be counted once more.
        self._matches: dict[int, Row] = {}
        self._torn: set[int] = set()  # matches of which samples are lost

    def all(self, most: int) -> Carried:
        """Copy everything; what that was. ``most``: no match has a higher number. Raises
        sqlite3.Error for the target."""
        last = self._pages.last_number()
        self._newest = min(last or 0, most)
        unfit: Counter[str] = Counter()
        uncounted = last is None
        for table in CARRIED:
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

    def _put(self, row: Row) -> None:
        """Copy a row of the table that its check names."""
        table, samples_fit, number, *_ = row
        if table not in _MATCHES:
            self._insert(row)
            return
        match = number if table == "match" else number >> 24
        self._newest = max(self._newest, match)
        if table == "match":
            self._matches.setdefault(match, row)
            return
        self._insert(row)
        if table == "verdict" and samples_fit:
            statement = "UPDATE verdict SET samples = ? WHERE id = ?"
            self._target.execute(statement, (row[5], number))
        elif table == "verdict":
            self._torn.add(match)

    def _insert(self, row: Row) -> None:
        table, _, *values = row
        columns = CHECKED[table]
        marks = ", ".join("?" * len(columns))
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        self._target.execute(statement, values[: len(columns)])

    def _incomplete(self) -> set[int]:
        """Matches of which something is lost; of one that has not ended nothing says how much there
        was of it, but for its place in the file."""
        incomplete = self._torn | set(incomplete_matches(self._target))
        query = f"SELECT id, {entries_of('match.id')} FROM match WHERE entries IS NULL"
        for number, carried in self._target.execute(query):
            entries = self._pages.entries(number)
            if entries is None or entries > carried:
                incomplete.add(number)
        self._target.execute(_NO_HOLES)
        return incomplete
