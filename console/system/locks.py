"""A file that only one process has. Whoever ends, in whatever way, has it no longer."""

from __future__ import annotations

import errno
import os
import sys
from typing import Final

BEYOND: Final = 1 << 30
"""Windows keeps others from reading what is locked, so it is a byte behind the end of any file."""


def lock(handle: int) -> None:
    """Take an open file for this process, until it is closed. Does not wait.

    Raises BlockingIOError while another one has it, and other OSErrors.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as taken:
            raise BlockingIOError(errno.EAGAIN, "another process has it") from taken
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
