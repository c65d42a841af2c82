"""What a damaged store still holds: SQLite reads each page of it as if a table began there.

By itself SQLite reads no further than to the first page that is not as it should be. But a leaf of
a table is a table of its own, so that what is in it is found whatever became of the pages that lead
there. Each row proves itself by its check, which says of which table it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from console.store.checks import CHECKED, add_function, check_of
from console.store.problems import SQL_FAULTS
from console.store.schema import LOG, PAGE_BYTES, roots
from console.store.soundness import FIGURES
from console.store.tables import BY_NUMBER

CARRIED: Final = tuple(table for table in CHECKED if table not in FIGURES)
_KINDS: Final = {13: "numbered", 10: "keyed", 2: "keyed"}
"""How a page begins that has rows, of a table with numbers or of one WITHOUT ROWID."""
_COLUMNS: Final = [f"c{n}" for n in range(max(len(CHECKED[table]) for table in CARRIED) + 1)]
_MAKE: Final = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    f"CREATE TABLE numbered ({', '.join(_COLUMNS)})",
    f"CREATE TABLE keyed ({', '.join(_COLUMNS)}, PRIMARY KEY (c0)) WITHOUT ROWID",
)


def _kind(table: str) -> str:
    return "numbered" if table in BY_NUMBER else "keyed"


def _query(kind: str) -> str:
    """The rows of a page: the table of which each is, if any; do its samples fit, should it
    be a verdict? Then its values."""
    names = ["rowid" if kind == "numbered" else "c0", *_COLUMNS[1:]]
    whens = [
        f"WHEN {names[len(columns)]} IS {check_of(table, names[: len(columns)])} THEN '{table}'"
        for table, columns in CHECKED.items()
        if table in CARRIED and _kind(table) == kind
    ]
    samples = f"{names[4]} IS {check_of('samples', (names[0], names[3]))}"
    return (
        f"SELECT CASE {' '.join(whens)} ELSE '' END, {samples}, {', '.join(names)} FROM {kind}"
        f" ORDER BY {names[0]}"
    )


_QUERIES: Final = {kind: _query(kind) for kind in _KINDS.values()}

Row = tuple[str, bool, *tuple[Any, ...]]
"""As of ``_query``; what is of no table is of ``""``."""


class Pages:
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

    def of(self, table: str) -> Iterator[Row | None]:
        """The rows to which a table leads; None where it leads no further."""
        self._lead_to(roots()[table])
        try:
            yield from self._connection.execute(f"{_QUERIES[_kind(table)]} ASC")
        except SQL_FAULTS:
            yield None

    def all(self) -> Iterator[Row]:
        """The rows of all pages, some of them more than once."""
        for page, first in enumerate(self._kinds, 1):
            if page > 1 and first in _KINDS:
                self._lead_to(page)
                query = _QUERIES[_KINDS[first]]
                try:
                    yield from self._connection.execute(f"{query} ASC")
                except SQL_FAULTS:
                    for order in ("ASC", "DESC"):
                        yield from self._one_by_one(f"{query} {order}")

    def _one_by_one(self, query: str) -> Iterator[Row]:
        """The rows before one that cannot be read: of many at once Python has lost the last."""
        with suppress(*SQL_FAULTS):
            for place in count():
                row = self._connection.execute(f"{query} LIMIT 1 OFFSET {place}").fetchone()
                if row is None:
                    break
                yield row

    def last_number(self) -> int | None:
        """The number of the newest match, as the store keeps it; None: that cannot be read."""
        self._lead_to(roots()["sqlite_sequence"])
        with suppress(*SQL_FAULTS):
            query = "SELECT max(c1) FROM numbered WHERE c0 = 'match' AND typeof(c1) = 'integer'"
            return int(self._connection.execute(query).fetchone()[0] or 0)
        return None

    def entries(self, match: int) -> int | None:
        """How many actions and verdicts of a match there are; None: that cannot be read."""
        entries = 0
        for table in LOG:
            self._lead_to(roots()[table])
            query = "SELECT count(*) FROM numbered WHERE rowid >= ? AND rowid < ?"
            keys = match << 24, match + 1 << 24  # as ``schema.of_match``
            try:
                entries += self._connection.execute(query, keys).fetchone()[0]
            except SQL_FAULTS:
                return None
        return entries

    def _lead_to(self, page: int) -> None:
        self._connection.execute("PRAGMA writable_schema = ON")
        self._connection.execute("UPDATE sqlite_schema SET rootpage = ?", (page,))
        self._connection.execute("PRAGMA writable_schema = RESET")
