"""Who is playing a match: a mark that a broken-off program cannot leave valid behind.

Process numbers come back; together with the boot and the process's start they do not.
"""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")


def own_mark() -> str:
    """The mark of this process."""
    return _mark(os.getpid()) or f"{os.getpid()}::"


def is_alive(mark: str) -> bool:
    """Is the process that made ``mark`` still running on this machine since then?"""
    number = mark.partition(":")[0]
    if not number.isdigit():
        return False
    if not mark.endswith("::"):
        return _mark(int(number)) == mark
    try:
        os.kill(int(number), 0)  # no /proc: the number alone must do
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _mark(pid: int) -> str | None:
    """``pid:start:boot`` from /proc, None when it cannot be told."""
    try:
        stat = (_PROC / str(pid) / "stat").read_text()
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # the name before it may hold spaces
    state, start = fields[0], fields[19]
    return None if state == "Z" else f"{pid}:{start}:{boot}"
