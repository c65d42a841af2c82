"""What has been written reaches the disk: a file, the names in a folder.

On macOS that is as far as the system itself gives it; a drive there may keep it in its own memory
for a while longer.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
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


def put_in_place(file: Path, name: Path) -> None:
    """Sync a closed file, then give it its name: it is there whole, or what was there still is.
    Raises OSError."""
    sync_file(file)
    os.replace(file, name)
    sync_folder(name.parent)


def write_synced(path: Path, data: bytes) -> None:
    """A file with this in it, whole and on the disk, or what was there. Raises OSError."""
    draft = path.with_suffix(".part")
    try:
        draft.write_bytes(data)
        put_in_place(draft, path)
    except BaseException:  # a full disk gets back what half of it has taken
        with suppress(OSError):
            draft.unlink()
        raise
