"""The check of each row: a CRC-32 over its table's name and all that is in it, its key too.

SQLite's pages carry none, so a bit that flips inside a row and leaves a valid one would be read as
if it had been written. The check is a stored generated column: whoever inserts or updates a row
writes it, without a word of his own. It is looked at whenever a match, a setting or the PIN is
read, and for the whole store after each start (``soundness``). A row that does not fit its check is
told and stays as it is: the guards below let nothing be added to it, or it would look right again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final
from zlib import crc32

from console.store.tables import TABLES

_FUNCTION: Final = "row_check"
_SIGN: Final = 1 << 31  # four bytes in the file instead of six

CHECKED: Final = {
    table: tuple(column.partition(" ")[0] for column in columns)
    for table, columns in TABLES.items()
}
"""The tables, and what the check ``crc`` of each is made of."""
SAMPLES: Final = ("id", "samples")
"""Of a verdict's ``samples_crc``: nobody who reads the verdict has to read those."""
GUARDED: Final = ("match", "verdict", "button", "press", "refusal", "outbox")
"""The tables whose rows are changed in part."""


def row_check(*parts: str | float) -> int:
    """The check over a table's name and the kind and contents of each value; what SQL calls by the
    same name."""
    return crc32(repr(parts).encode()) - _SIGN


def add_function(connection: sqlite3.Connection) -> None:
    """Let a connection write rows, and look at their checks."""
    connection.create_function(_FUNCTION, -1, row_check, deterministic=True)


def check_of(table: str, parts: Iterable[str], of: str = "") -> str:
    """The expression of a check; ``of`` stands before each column (``OLD.``).

    Bytes that are no text any more must not reach the function as text, and a text is another
    value than a blob of the same bytes. The text of a float each SQLite rounds in its own way.
    """
    columns = (of + part for part in parts)
    values = (f"typeof({c}), iif(typeof({c}) = 'real', {c}, hex({c}))" for c in columns)
    return f"{_FUNCTION}('{table}', {', '.join(values)})"


def sound(table: str, row: str = "") -> str:
    """Does a row fit its check? An expression of SQL; ``row`` is what the row is called there."""
    of = f"{row}." if row else ""
    return f"({of}crc IS {check_of(table, CHECKED[table], of)})"


def sound_with_samples() -> str:
    """Does a verdict fit its check, and its samples theirs?"""
    return f"({sound('verdict')} AND samples_crc IS {check_of('samples', SAMPLES)})"


def column_of(table: str) -> str:
    """The column ``crc`` of a table, as it is declared."""
    check = check_of(table, CHECKED[table])
    return f"crc INTEGER NOT NULL GENERATED ALWAYS AS ({check}) STORED"


def samples_column() -> str:
    """The column ``samples_crc`` of the verdicts."""
    check = check_of("samples", SAMPLES)
    return f"samples_crc INTEGER NOT NULL GENERATED ALWAYS AS ({check}) STORED"


def guard_of(table: str) -> str:
    """The trigger that keeps a row that does not fit its check as it is."""
    return f"""CREATE TRIGGER {table}_guard BEFORE UPDATE ON {table}
        WHEN NOT {sound(table, "OLD")} BEGIN SELECT RAISE(IGNORE); END"""
