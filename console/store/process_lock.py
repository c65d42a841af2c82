"""Who is playing a match: a mark that a broken-off program cannot leave valid behind.

Process numbers come back; together with when the process began they do not.
"""

from __future__ import annotations

import os

from console.system.processes import birth


def own_mark() -> str:
    """The mark of this process."""
    return f"{os.getpid()}:{birth(os.getpid()) or ''}"


def is_alive(mark: str) -> bool:
    """Is the process that made ``mark`` still running on this machine since then?"""
    number, _, born = mark.partition(":")
    return number.isdigit() and birth(int(number)) == born
