"""How many files and lines a process may have open at once."""

from __future__ import annotations

import sys
from contextlib import suppress


def may_open(wanted_n: int) -> int:
    """So many from now on, or as many as the system lets us: a shell gives 1024, macOS 256."""
    if sys.platform == "win32":
        return wanted_n
    else:
        import resource

        soft_n, hard_n = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft_n == resource.RLIM_INFINITY or soft_n >= wanted_n:
            return wanted_n
        most_n = wanted_n if hard_n == resource.RLIM_INFINITY else min(wanted_n, hard_n)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_n, hard_n))
            return most_n
        return soft_n
