"""A store as version 3 wrote it: the log's rows by match and number, everything plain JSON."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from console.store.bodies import unpack
from console.store.schema import STEPS

_OLDER = 3
_COPIED = (
    "INSERT INTO action SELECT match, n, as_json(body) FROM now.action",
    "INSERT INTO verdict SELECT match, n, kind, as_json(body) FROM now.verdict",
    "INSERT INTO samples SELECT match, n, samples FROM now.verdict WHERE samples IS NOT NULL",
    """INSERT INTO match (id, game, started, header, owner, ended, result, declined, played_ms)
        SELECT id, game, started, as_json(header), owner, ended, result, declined, played_ms
        FROM now.match""",
)


def backdate(path: Path) -> None:
    """Make a closed store one of version 3, with the same matches."""
    newer = path.with_suffix(".newer")
    path.rename(newer)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.create_function("as_json", 1, lambda b: msgspec.json.encode(unpack(b, object)))
        connection.execute("ATTACH ? AS now", (str(newer),))
        (page_bytes,) = connection.execute("PRAGMA now.page_size").fetchone()
        connection.execute(f"PRAGMA main.page_size = {page_bytes}")
        for step in STEPS[:_OLDER]:
            for statement in step:
                connection.execute(statement)
        for statement in _COPIED:
            connection.execute(statement)
        (ours,) = connection.execute("PRAGMA now.application_id").fetchone()
        connection.execute(f"PRAGMA application_id = {ours}")
        connection.execute(f"PRAGMA user_version = {_OLDER}")
    newer.unlink()
