"""What the owner's service keeps in the store: adjustments, the PIN's hash, the last resets.

Every call opens the store's file, does its work in one synced transaction, and lets it go, so it
is safe beside a running table, and after a power cut it is as before or as after.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from console.service.adjustments import ADJUSTMENTS, Adjusted, adjustment
from console.service.kinds import Value
from console.service.pin import Pin
from console.store.problems import told
from console.store.schema import (
    SERVICE_SINCE,
    open_for_reading,
    open_for_writing,
    version_of,
    writing,
)
from console.system.files import is_there
from drivers.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Found:
    """The adjustments of a store; ``problems`` names what in it cannot be used, in sentences."""

    adjusted: Adjusted
    problems: tuple[str, ...]


class ServiceStore:
    """The owner's part of the store in ``path``. All calls raise StoreError with one sentence when
    the file cannot be read or written; without a file nothing has been set."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def adjustments(self) -> Found:
        """What the owner has set. A value that this program does not allow keeps its default."""
        given: dict[str, Value] = {}
        problems: list[str] = []
        with self.reading() as connection:
            rows = [] if connection is None else connection.execute("SELECT * FROM adjustment")
            for key, body in rows:
                try:
                    value = msgspec.json.decode(body)
                except (ValueError, RecursionError):
                    value = body
                if key in ADJUSTMENTS and ADJUSTMENTS[key].kind.allows(value):
                    given[key] = value
                elif key in ADJUSTMENTS:
                    problems.append(
                        f"the setting {key} in {self.path} is {value!r}, so its default holds:"
                        f" give {ADJUSTMENTS[key].kind.wanted()}"
                    )
        return Found(Adjusted(given), tuple(problems))

    def adjust(self, key: str, value: Value) -> None:
        """Set a value. Raises ConfigError: key and range."""
        known = adjustment(key)
        if not known.kind.allows(value):
            raise ConfigError(
                "{key} is {value!r}: give {wanted}",
                key=key,
                value=value,
                wanted=known.kind.wanted(),
            )
        with self.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO adjustment VALUES (?, ?)", (key, msgspec.json.encode(value))
            )

    def readjust(self, key: str | None = None) -> None:
        """Give a setting its default again, or all. Raises ConfigError for an unknown key."""
        if key is not None:
            adjustment(key)
        with self.writing() as connection:
            connection.execute(
                "DELETE FROM adjustment WHERE :key IS NULL OR key = :key", {"key": key}
            )

    def pin(self) -> Pin | None:
        """The PIN that is set, if one is."""
        with self.reading() as connection:
            row = None
            if connection is not None:
                row = connection.execute("SELECT salt, hash, cost, failures FROM pin").fetchone()
            return None if row is None else Pin(*row)

    def keep_pin(self, pin: Pin | None) -> None:
        """Keep a PIN; None: there is none any more."""
        with self.writing() as connection:
            connection.execute("DELETE FROM pin")
            if pin is not None:
                connection.execute(
                    "INSERT INTO pin VALUES (1, ?, ?, ?, ?)",
                    (pin.salt, pin.hash, pin.cost, pin.failures),
                )

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """The open file, brought up to date if it is older than the service; None without one."""
        with told(self.path):
            there = is_there(self.path)
        if not there:
            yield None
            return
        with told(self.path):
            with closing(open_for_reading(self.path)) as connection:
                version = version_of(connection)
            if 0 < version < SERVICE_SINCE:
                open_for_writing(self.path).close()
            with closing(open_for_reading(self.path)) as connection:
                connection.execute("BEGIN")  # one moment of the store for all that is read
                yield connection if version else None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The open file in a transaction that ends on the disk."""
        with (
            told(self.path),
            closing(open_for_writing(self.path)) as connection,
            writing(connection),
        ):
            yield connection
