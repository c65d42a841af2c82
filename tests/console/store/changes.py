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


def make_newer(path: Path) -> None:
    """As a newer Khvatka has made it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'match'",
            (f"of version {VERSION}", f"of version {VERSION + 1}"),
        )
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def change_unnoticed(path: Path, table: str, change: str, where: str) -> None:
    """As flipped bits do: one row of a table is another, and its checks are as they were."""
    with closing(open_for_writing(path)) as connection:
        ((crc,),) = connection.execute(f"SELECT crc FROM {table} WHERE {where}")
        connection.create_function("row_check", -1, lambda *_: crc, deterministic=True)
        connection.execute("PRAGMA foreign_keys = OFF")
        assert connection.execute(f"UPDATE {table} SET {change} WHERE {where}").rowcount == 1
