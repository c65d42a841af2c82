"""The disk of a folder."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def is_read_only(folder: Path) -> bool:
    """Does its disk take no writes at all? Windows does not tell. Raises OSError."""
    return sys.platform != "win32" and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def is_full(folder: Path, room_bytes: int) -> bool:
    """Has its disk no ``room_bytes``, or no place for a file? Some file systems count no files.
    Raises OSError."""
    if shutil.disk_usage(folder).free < room_bytes:
        return True
    if sys.platform == "win32":
        return False
    else:  # mypy takes an `else` for other systems
        disk = os.statvfs(folder)
        return bool(disk.f_files and not disk.f_favail)
