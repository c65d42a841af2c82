"""Files beside the store: copies of it and what was set aside. Each is whole or not there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.system.files import is_there
from console.system.syncs import sync_folder

SUSPECT: Final = "suspect"
UNREADY: Final = ".unready"
_LOG, _SHARED = "-wal", "-shm"


def beside(path: Path, what: str) -> Path:
    """The file beside the store with ``what`` in its name."""
    return path.with_name(f"{path.stem}.{what}{path.suffix}")


def free_name(path: Path, what: str) -> Path:
    """``beside``, with a number where that name is taken: nothing set aside is overwritten."""
    name, n = beside(path, what), 1
    while os.path.lexists(name):
        n += 1
        name = beside(path, f"{what}-{n}")
    return name


def set_aside(path: Path, name: Path) -> None:
    """Rename the store together with its log, which may hold the last turns."""
    for ending in (_LOG, ""):
        file = path.with_name(path.name + ending)
        if is_there(file):
            os.replace(file, name.with_name(name.name + ending))
    path.with_name(path.name + _SHARED).unlink(missing_ok=True)
    sync_folder(path.parent)


def left_beside(path: Path) -> list[Path]:
    """Copies of the store and files set aside, with their logs. A folder is none of ours."""
    found = path.parent.glob(f"{path.stem}.*{path.suffix}*")
    ours = (file for file in found if not file.name.startswith(path.name))
    return sorted(file for file in ours if file.is_symlink() or not file.is_dir())


def mark_suspect(path: Path) -> None:
    """Let the next ``open_checked`` read every page: something in the file could not be read."""
    with suppress(OSError):  # a disk that takes nothing: the next fault marks it
        beside(path, SUSPECT).touch()
