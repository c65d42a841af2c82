"""What putting versions in their place asks of the system. A table runs Linux: on Windows nothing
of this is done.
"""

from __future__ import annotations

import os
import sys

from deploy.update.steps import UpdateError

if sys.platform == "win32":
    NO_LINK = NO_WAIT = FOLDER = 0
else:
    NO_LINK = os.O_NOFOLLOW
    NO_WAIT = os.O_NONBLOCK | os.O_NOCTTY
    FOLDER = os.O_DIRECTORY


def user() -> int:
    """Who this is; 0: root. Raises UpdateError on Windows."""
    if sys.platform == "win32":
        raise UpdateError("versions are put in their place on a table, which runs Linux")
    else:  # noqa: RET506  # mypy takes an `else` for other systems
        return os.geteuid()


def lock(handle: int) -> None:
    """Have an open folder alone. Raises OSError while another has it."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def sync_all() -> None:
    """Let all that was written reach the disk."""
    if sys.platform != "win32":
        os.sync()
