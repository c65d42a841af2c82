"""Stores changed behind the program's back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from console.store.schema import VERSION, open_for_writing


def change(path: Path, *statements: str) -> None:
    """As another program would that knows the checks of the rows."""
    with closing(open_for_writing(path)) as connection:
        for statement in statements:
            connection.execute(statement)


def make_newer(path: Path, version: int = VERSION + 1) -> None:
    """As a newer Khvatka has made it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'match'",
            (f"of version {VERSION}", f"of version {version}"),
        )
        connection.execute(f"PRAGMA user_version = {version}")
