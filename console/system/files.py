"""Files: is one there, one to write in place, and its end while it is still open."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


def is_there(path: Path) -> bool:
    """Is there something at ``path``?

    Raises PermissionError where this user may not look: ``Path.exists`` says from Python 3.14 on
    that nothing is there. Raises OSError for a disk that fails.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def open_in_place(path: Path) -> int:
    """Open a file of bytes to be read and written in place, an empty one where there is none.

    Raises OSError, also for a symbolic link.
    """
    how = os.O_RDWR | os.O_CREAT
    if sys.platform == "win32":
        if path.is_symlink():
            raise OSError(f"{path} is a symbolic link")
        how |= os.O_BINARY
    else:
        how |= os.O_NOFOLLOW
    return os.open(path, how, 0o644)


def remove_open(path: Path, handle: int) -> None:
    """Close the open file at ``path`` and remove it, so that whoever opens it in between loses it
    and not we theirs. Raises OSError.

    Windows removes nothing that is open: there somebody else may have it by then, and keeps it.
    """
    if sys.platform == "win32":
        os.close(handle)
        with suppress(PermissionError):
            path.unlink()
    else:
        try:
            path.unlink()
        finally:
            os.close(handle)
