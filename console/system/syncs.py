"""What has been written reaches the disk: a file, the names in a folder.

On macOS that is as far as the system itself gives it; a drive there may keep it in its own memory
for a while longer.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path


def sync_file(path: Path) -> None:
    """A closed file. Raises OSError."""
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """The names in a folder, after one was made, changed or removed. Raises OSError.

    Windows opens no folders and writes their names with its journal.
    """
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as fault:
            if fault.errno != errno.EINVAL:  # a file system whose folders need no sync
                raise
        finally:
            os.close(handle)
