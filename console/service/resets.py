"""What the owner may set back. No match, no person and no setting is lost by it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from console.service.store import ServiceStore
from console.store.schema import changing


def reset_audits(store: ServiceStore) -> None:
    """Count plays and presses from now on. Raises StoreError."""
    store.ask(_reset_audits, store.path)


def reset_records(store: ServiceStore) -> None:
    """Let records, wins and ratings begin anew; nicknames stay. Raises StoreError."""
    store.ask(_reset_records, store.path)


def _reset_audits(path: Path) -> None:
    with changing(path) as connection:
        _mark(connection, "audits")
        connection.execute("DELETE FROM press")
        connection.execute("DELETE FROM refusal")
        connection.execute(
            "INSERT OR REPLACE INTO button"
            " SELECT seat, button, NULL, (SELECT coalesce(max(id), 0) FROM match) FROM button"
        )


def _reset_records(path: Path) -> None:
    with changing(path) as connection:
        _mark(connection, "records")
        for table in ("summed", "category"):
            connection.execute(f"DELETE FROM {table}")


def _mark(connection: sqlite3.Connection, what: str) -> None:
    """Matches up to the newest one count no more (``console.people.summing``, ``audits``)."""
    connection.execute(
        "INSERT OR REPLACE INTO reset VALUES (?, (SELECT coalesce(max(id), 0) FROM match))", (what,)
    )
