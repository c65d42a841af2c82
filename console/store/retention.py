"""Which samples may go when the file has grown too large: never those of a record."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

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


def expendable(connection: sqlite3.Connection) -> Iterator[tuple[int, int, int]]:
    """Samples that may be trimmed, oldest first: (match, verdict, bytes).

    Those of the records of today are kept for their photo finish, and those of a finished match
    until ``console.people`` has counted it: it may hold one.
    """
    return connection.execute(_EXPENDABLE)
