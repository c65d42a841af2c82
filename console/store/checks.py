"""The check of each row: a CRC-32 over its table's name and all that is in it, its key too.

SQLite's pages carry none, so a bit that flips inside a row and leaves a valid one would be read as
if it had been written. The check is a stored generated column: whoever inserts or updates a row
writes it, without a word of his own. It is looked at whenever a match, a setting or the PIN is
read, and for the whole store after each start (``soundness``). A row that does not fit its check is
told and stays as it is: its table's guard lets nothing be added to it, or it would look right
again.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

_SQL: Final = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
_FUNCTION: Final = "row_check"
_SIGN: Final = 1 << 31  # four bytes in the file instead of six
_FORMAT: Final = crc32(b"MessagePack, deflated")
_PACKED: Final = frozenset({"match", "action", "verdict", "samples"})
"""The tables whose rows are packed (``bodies``), and how: a row that is packed otherwise fits no
check, and so is not carried over where nobody could read it."""

_COLUMNS: Final = {
    table: re.findall(r"^    (\w+) (\w+)(.*)", columns, re.MULTILINE)
    for table, columns in re.findall(r"^CREATE TABLE (\w+)(.*?)^    crc", _SQL, re.M | re.S)
}
CHECKED: Final = {table: tuple(c for c, *_ in columns) for table, columns in _COLUMNS.items()}
"""The tables, and what the check ``crc`` of each is made of."""
_KINDS: Final = {
    table: [
        (kind.lower(), "null" if "NULL" not in more and "KEY" not in more else kind.lower())
        for _, kind, more in columns
    ]
    for table, columns in _COLUMNS.items()
}
"""Of what kinds its values may be: SQLite keeps any in any column."""
_GUARDED: Final = ("match", "verdict", "samples", "button", "press", "refusal", "outbox")
"""The tables to the rows of which something is added."""


@cache
def _are_kept(table: str, kinds: tuple[str, ...]) -> bool:
    return all(kind in known for kind, known in zip(kinds, _KINDS[table], strict=True))


def row_check(table: str, *parts: str | float) -> int | None:
    """The check over a table's name and the kind and contents of each value; what SQL calls by the
    same name. Values of another kind than their columns' fit no check."""
    if not _are_kept(table, parts[::2]):
        return None
    return crc32(repr((table, *parts)).encode(), _FORMAT if table in _PACKED else 0) - _SIGN


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


def schema(version: int) -> list[str]:
    """The statements of ``schema.sql``, with the version and the checks that it names; and those of
    the guards: a row that does not fit its check stays as it is."""
    sql = _SQL.replace("VERSION", str(version))
    sql = re.sub(r"CHECK_OF\((\w+)\)", lambda named: check_of(named[1], CHECKED[named[1]]), sql)
    sql = re.sub(r"SOUND\((\w+)\)", lambda named: sound(named[1]), sql)
    guards = (
        f"CREATE TRIGGER {table}_guard BEFORE UPDATE ON {table} WHEN NOT {sound(table, 'OLD')}"
        " BEGIN SELECT RAISE(IGNORE); END"
        for table in _GUARDED
    )
    return [*sql.split(";\n\n"), *guards]
