"""The disk of a folder. How much room it has is ``shutil.disk_usage``'s to say."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def is_read_only(folder: Path) -> bool:
    """Does its disk take no writes at all? Windows does not tell. Raises OSError."""
    return sys.platform != "win32" and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
