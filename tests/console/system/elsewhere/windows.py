"""What Windows refuses, on real files; and what of it Khvatka calls, done by what Linux has.

Refused are: to rename or remove a file that is open, to open a folder, to sync what is open for
reading, names with signs that are not allowed, links, and to ask after a process by signal 0, which
is Ctrl-C there. Its clock ticks 64 times a second, its code page is 1251, its lines end in two
signs.
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import subprocess
import sys
import time
from io import TextIOWrapper
from typing import Any, Final

TICK_NS: Final = 15_625_000
NO_SIGNS: Final = frozenset('<>:"\\|?*')
LOOKING: Final[list[str]] = []
"""What this module itself looks up in files that only Linux has."""
_STILL_ACTIVE: Final = 259
_WAYS: Final = os.O_RDONLY | os.O_WRONLY | os.O_RDWR

_fcntl = importlib.import_module("fcntl")  # which will be hidden
_fsync = os.fsync
_monotonic_ns = time.monotonic_ns


def begin() -> None:
    """Be so from now on."""
    vars(os).update(fsync=_fsync_of_what_may_be_written, O_BINARY=0)
    os.supports_dir_fd.clear()
    vars(time).update(monotonic_ns=_ticks_ns, monotonic=lambda: _ticks_ns() / 1e9)
    vars(ctypes).update(WinDLL=_Kernel)
    vars(subprocess).update(CREATE_NEW_PROCESS_GROUP=0, BELOW_NORMAL_PRIORITY_CLASS=0)
    type.__setattr__(subprocess.Popen, "kill", subprocess.Popen.terminate)  # the same there
    sys.addaudithook(_refuse)
    for stream in (sys.stdout, sys.stderr):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(encoding="cp1251", newline="\r\n")


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and not isinstance(arguments[0], int):
        path = os.fsdecode(arguments[0])
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        if NO_SIGNS & set(os.path.basename(path)):
            raise OSError(errno.EINVAL, "Invalid argument", path)
    elif event in ("os.rename", "os.remove"):
        for path in map(os.fsdecode, arguments[: 2 if event == "os.rename" else 1]):
            if _is_open(path):
                raise PermissionError(errno.EACCES, "it is open", path)
    elif event == "os.symlink":
        raise OSError(errno.EPERM, "a privilege is missing", str(arguments[1]))
    elif event == "os.kill":
        assert arguments[1], "os.kill(pid, 0) is Ctrl-C on Windows"


def _is_open(path: str) -> bool:
    """Has this process the file open, by whatever library?"""
    LOOKING.append(path)
    try:
        handles = [f"/proc/self/fd/{handle}" for handle in os.listdir("/proc/self/fd")]
        there = [handle for handle in handles if os.path.exists(handle)]
        return os.path.exists(path) and any(os.path.samefile(one, path) for one in there)
    finally:
        LOOKING.pop()


def _fsync_of_what_may_be_written(handle: int) -> None:
    if _fcntl.fcntl(handle, _fcntl.F_GETFL) & _WAYS == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    _fsync(handle)


def _ticks_ns() -> int:
    return _monotonic_ns() // TICK_NS * TICK_NS


class _Call:
    """A function of a library of Windows: it takes a ``restype``."""

    restype: object = None


class _OpenProcess(_Call):
    def __call__(self, _access: int, _inherit: bool, pid: int) -> int:
        return pid if os.path.exists(f"/proc/{pid}") else 0


class _Kernel:
    """kernel32's: a handle is the process's number."""

    def __init__(self, _name: str) -> None:
        self.OpenProcess = _OpenProcess()

    def GetExitCodeProcess(self, process: ctypes.c_void_p, status: Any) -> int:  # noqa: N802
        status._obj.value = _STILL_ACTIVE if process.value else 0
        return 1

    def GetProcessTimes(self, process: ctypes.c_void_p, begun: Any, *_: Any) -> int:  # noqa: N802
        LOOKING.append("when it was started")
        try:
            with open(f"/proc/{process.value}/stat", encoding="ascii") as file:
                begun._obj.dwLowDateTime = int(file.read().rpartition(")")[2].split()[19])
        finally:
            LOOKING.pop()
        return 1

    def CloseHandle(self, _process: ctypes.c_void_p) -> int:  # noqa: N802
        return 1
