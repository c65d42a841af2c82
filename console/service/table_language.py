"""The language that the table is set to, for whoever asks before the settings are loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from console.i18n import LANGUAGES, SYSTEM
from console.store.checks import sound
from console.store.problems import StoreError
from console.store.schema import reading
from console.system.files import is_there

_ROW: Final = f"SELECT value FROM adjustment WHERE key = 'table.language' AND {sound('adjustment')}"


def table_language(path: Path) -> str:
    """As ``ServiceStore(path).adjustments()`` has it; the default where the store cannot be read:
    whoever needs it tells what is wrong with it."""
    try:
        if not is_there(path):  # each command asks: nobody makes an empty store for that
            return SYSTEM
        with reading(path) as connection:
            row = connection.execute(_ROW).fetchone()
        value = SYSTEM if row is None else msgspec.json.decode(row[0])
    except (StoreError, OSError, ValueError, RecursionError):
        return SYSTEM
    return value if value in LANGUAGES else SYSTEM
