"""Keeps the stored samples within their budget: the oldest go first, a few at a time.

The file does not get shorter: what is freed in it is used again, so that it stops growing. Giving
pages back would mean ``auto_vacuum``, whose own pages are one write more for each of these, on a
card that writes wear out; ``khvatka people forget`` writes the whole file anew anyhow.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from console.store.schema import key_of, writing

_EXPENDABLE: Final = """
    SELECT verdict.match, verdict.n, length(samples)
    FROM verdict JOIN match ON match.id = verdict.match
    WHERE samples IS NOT NULL
        AND (verdict.match, verdict.n) NOT IN
            (SELECT match, verdict FROM record WHERE verdict IS NOT NULL)
        AND (match.result IS NULL OR match.id IN (SELECT match FROM summed)
            OR match.id <= (SELECT match FROM reset WHERE what = 'records'))
    ORDER BY verdict.id
"""
STEP: Final = 16  # windows a transaction: a few milliseconds, and a sync


def _count_nothing(_: sqlite3.Connection) -> None:
    """Where nobody keeps records."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many bytes of samples are kept.

    ``count`` counts what has ended for the records (``console.people.summing``): before that,
    nobody can say which samples hold a record, so none of that match may go.
    """

    size_bytes: int
    count: Callable[[sqlite3.Connection], None] = _count_nothing


UNBOUNDED: Final = Budget(sys.maxsize)


class Trimmer:
    """Trims one store; every call from the writer's thread, while nobody plays."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._used: int | None = None  # not looked at yet
        self._stuck = False  # what is over the budget may not go

    def added(self, size_bytes: int) -> None:
        """A window of so many bytes is in the store."""
        self._stuck = False
        if self._used is not None:
            self._used += size_bytes

    @property
    def due(self) -> bool:
        """Is there anything to do, as far as is known?"""
        return not self._stuck and (self._used is None or self._used > self._budget.size_bytes)

    def step(self, connection: sqlite3.Connection) -> None:
        """Look, or let a few windows go. Raises sqlite3.Error: another time, then."""
        if self._used is None:
            query = "SELECT coalesce(sum(length(samples)), 0) FROM verdict"
            (self._used,) = connection.execute(query).fetchone()
        if not self.due:
            return
        oldest = self._oldest(connection)
        if not oldest:
            self._budget.count(connection)
            oldest = self._oldest(connection)
        self._stuck = not oldest
        # Samples hold nobody's name, and to overwrite them would be as many writes again.
        connection.execute("PRAGMA secure_delete = OFF")
        try:
            with writing(connection):
                connection.executemany(
                    "UPDATE verdict SET samples = NULL WHERE id = ?",
                    [(key_of(match, verdict),) for match, verdict, _ in oldest],
                )
        finally:
            connection.execute("PRAGMA secure_delete = ON")
        self._used -= sum(size for _, _, size in oldest)

    def _oldest(self, connection: sqlite3.Connection) -> list[tuple[int, int, int]]:
        """As many windows as must go, ``STEP`` at most."""
        over = (self._used or 0) - self._budget.size_bytes
        found = []
        for window in islice(expendable(connection), STEP):
            if over <= 0:
                break
            found.append(window)
            over -= window[2]
        return found


def expendable(connection: sqlite3.Connection) -> Iterator[tuple[int, int, int]]:
    """Samples that may be trimmed, oldest first: (match, verdict, bytes).

    Those of the records of today are kept for their photo finish, and those of a finished match
    until ``console.people`` has counted it: it may hold one.
    """
    return connection.execute(_EXPENDABLE)
