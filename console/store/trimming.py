"""Keeps the stored samples within their budget: the oldest go first, a few at a time.

The file does not get shorter: what is freed in it is used again, so that it stops growing. Giving
pages back would mean ``auto_vacuum``, whose own pages are one write more for each of these, on a
card that writes wear out; ``khvatka people forget`` writes the whole file anew anyhow.
"""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from console.store.checks import sound
from console.store.problems import faults_raised
from console.store.schema import open_for_writing, writing
from console.system.files import is_there

EXPENDABLE: Final = """
    SELECT samples.id AS id, samples.match, samples.n, length(body) AS size
    FROM samples JOIN match ON match.id = samples.match
    WHERE (samples.match, samples.n) NOT IN
            (SELECT match, verdict FROM record WHERE verdict IS NOT NULL)
        AND (match.result IS NULL OR match.id IN (SELECT match FROM summed)
            OR match.id <= (SELECT match FROM reset WHERE what = 'records'))
    ORDER BY samples.id
"""
"""Samples that may go, oldest first. Those of the records of today are kept for their photo finish,
and those of a finished match until ``console.people`` has counted it: it may hold one. Of these a
row that does not fit its check stays as it is."""
STEP: Final = 16  # windows a transaction: a few milliseconds, and a sync
_USED: Final = "SELECT coalesce(sum(length(body)), 0) FROM samples"
_NEXT: Final = f"""
    SELECT id FROM (SELECT id, size, sum(size) OVER (ORDER BY id) AS so_far FROM ({EXPENDABLE}))
    WHERE so_far - size < ? ORDER BY id
"""
_SOUND: Final = f"SELECT 1 FROM samples WHERE id = ? AND {sound('samples')}"


def trim(path: Path, size_bytes: int) -> bool:
    """Let a few windows go, if there are more than ``size_bytes`` of them; may more have to go?
    Where no store is none is made. Raises StoreError: another time, then."""
    with faults_raised(path):
        return is_there(path) and _trimmed(path, size_bytes)


def _trimmed(path: Path, size_bytes: int) -> bool:
    with closing(open_for_writing(path)) as connection:
        (used,) = connection.execute(_USED).fetchone()
        if used <= size_bytes:
            return False
        # Looked for before, so that a match that is played waits for the few alone.
        found = connection.execute(_NEXT, (used - size_bytes,)).fetchall()
        may_go = (row for row in found if connection.execute(_SOUND, row).fetchone())
        ids = list(islice(may_go, STEP))
        if not ids:
            return False
        # Samples hold nobody's name, and to overwrite them would be as many writes again.
        connection.execute("PRAGMA secure_delete = OFF")
        with writing(connection):
            connection.executemany("DELETE FROM samples WHERE id = ?", ids)
            connection.executemany("UPDATE verdict SET sampled = 0 WHERE id = ?", ids)
        return True
