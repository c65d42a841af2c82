"""What the owner may set back. No match, no person and no setting is lost by it."""

from __future__ import annotations

import sqlite3

from console.service.kept import ServiceStore


def reset_audits(store: ServiceStore) -> None:
    """Count plays and presses from now on. Raises StoreError."""
    with store.writing() as connection:
        _mark(connection, "audits")
        connection.execute("DELETE FROM press")
        connection.execute(
            "UPDATE button SET last_edge = NULL,"
            " last_match = (SELECT coalesce(max(id), 0) FROM match)"
        )


def reset_records(store: ServiceStore) -> None:
    """Let records, wins and ratings begin anew; nicknames stay. Raises StoreError."""
    with store.writing() as connection:
        _mark(connection, "records")
        for table in ("summed", "category", "rated", "rating"):
            connection.execute(f"DELETE FROM {table}")


def _mark(connection: sqlite3.Connection, what: str) -> None:
    """Matches up to the newest one count no more (``console.people.summing``, ``audits``)."""
    connection.execute(
        "INSERT OR REPLACE INTO reset VALUES (?, (SELECT coalesce(max(id), 0) FROM match))", (what,)
    )
