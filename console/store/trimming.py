"""Keeps the stored samples within their budget: the oldest go first, a few at a time.

The file does not get shorter: what is freed in it is used again, so that it stops growing. Giving
pages back would mean ``auto_vacuum``, whose own pages are one write more for each of these, on a
card that writes wear out; ``khvatka people forget`` writes the whole file anew anyhow.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from console.store.schema import writing

EXPENDABLE: Final = """
    SELECT verdict.id AS id, verdict.match, verdict.n, length(samples) AS size
    FROM verdict JOIN match ON match.id = verdict.match
    WHERE samples IS NOT NULL
        AND (verdict.match, verdict.n) NOT IN
            (SELECT match, verdict FROM record WHERE verdict IS NOT NULL)
        AND (match.result IS NULL OR match.id IN (SELECT match FROM summed)
            OR match.id <= (SELECT match FROM reset WHERE what = 'records'))
    ORDER BY verdict.id
"""
"""Samples that may go, oldest first. Those of the records of today are kept for their photo finish,
and those of a finished match until ``console.people`` has counted it: it may hold one."""
STEP: Final = 16  # windows a transaction: a few milliseconds, and a sync
_USED: Final = "SELECT coalesce(sum(length(samples)), 0) FROM verdict"
_OLDEST: Final = f"""
    SELECT id FROM (SELECT id, size, sum(size) OVER (ORDER BY id) AS so_far FROM ({EXPENDABLE}))
    WHERE so_far - size < ? ORDER BY id LIMIT {STEP}
"""


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


def trim(connection: sqlite3.Connection, budget: Budget) -> bool:
    """Let a few windows go, if there are too many; may more have to go? Raises sqlite3.Error:
    another time, then."""
    (used,) = connection.execute(_USED).fetchone()
    over = used - budget.size_bytes
    if over <= 0:
        return False
    oldest = connection.execute(_OLDEST, (over,)).fetchall()
    if not oldest:
        budget.count(connection)
        oldest = connection.execute(_OLDEST, (over,)).fetchall()
    # Samples hold nobody's name, and to overwrite them would be as many writes again.
    connection.execute("PRAGMA secure_delete = OFF")
    try:
        with writing(connection):
            connection.executemany("UPDATE verdict SET samples = NULL WHERE id = ?", oldest)
    finally:
        connection.execute("PRAGMA secure_delete = ON")
    return bool(oldest)
