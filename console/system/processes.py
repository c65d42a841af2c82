"""A process beside the table, and whether a process still runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from drivers.own_group import unheard

if sys.platform == "win32":
    import ctypes
    from ctypes import byref, wintypes

NICE: Final = 10
"""How much the table and its frames go before."""
_PROC: Final = Path("/proc")
_MAY_BE_ASKED: Final = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_STILL_ACTIVE: Final = 259


def start_beside(command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start a command that gives way to this process and is spoken to through unbuffered pipes.

    It is in a process group of its own: Ctrl-C is for the table, which then ends it.
    Raises OSError.
    """
    if sys.platform == "win32":
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP
            | subprocess.BELOW_NORMAL_PRIORITY_CLASS,
        )
    else:
        with unheard():
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                process_group=0,
            )
        with suppress(OSError):  # it has ended already
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, process.pid, own + NICE)
        return process


def start_apart(command: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a command that is spoken to through buffered pipes, and ends when those do: it never
    hears of Ctrl-C, nor of SIGTERM, which a service manager sends to all processes of a service.
    Raises OSError.
    """
    if sys.platform == "win32":
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
    else:
        with unheard(signal.SIGTERM):
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, process_group=0
            )


def boot_id() -> str:
    """What no other start of this machine shares with this one; empty where nobody says so."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def birth(pid: int) -> str | None:
    """What no other process of this number shares with the one that runs now: when it was started.

    None: there is none. macOS tells no more than that there is one: empty.
    """
    if sys.platform == "win32":
        return _birth_on_windows(pid)
    else:
        boot = boot_id()
        if not boot:  # no Linux
            return "" if _is_there(pid) else None
        try:
            stat = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        fields = stat.rpartition(")")[2].split()  # the name before it may hold spaces
        state, start = fields[0], fields[19]
        return None if state == "Z" else f"{start}:{boot}"


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)  # asks on POSIX; on Windows it would end that process
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


if sys.platform == "win32":

    def _birth_on_windows(pid: int) -> str | None:
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = wintypes.HANDLE
        process = wintypes.HANDLE(kernel.OpenProcess(_MAY_BE_ASKED, False, pid))
        if not process:
            return None
        try:
            status, times = wintypes.DWORD(), [wintypes.FILETIME() for _ in range(4)]
            kernel.GetExitCodeProcess(process, byref(status))
            kernel.GetProcessTimes(process, *map(byref, times))
        finally:
            kernel.CloseHandle(process)
        begun = times[0].dwHighDateTime << 32 | times[0].dwLowDateTime
        return str(begun) if status.value == _STILL_ACTIVE else None
