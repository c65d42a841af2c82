"""Linux without what macOS and Windows lack: modules, functions, files of the kernel.

Other people's libraries are loaded first, as Linux has them; what only a system's own build of
Python or SDL could show is not shown.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
import warnings
from collections.abc import Mapping
from importlib.abc import MetaPathFinder
from typing import Final

from tests.console.system.elsewhere import windows

LOADED: Final = (
    "click",
    "cobs.cobs",
    "concurrent.futures.process",
    "ctypes.wintypes",
    "faulthandler",
    "importlib.metadata",
    "msgspec",
    "multiprocessing.popen_spawn_posix",
    "numpy",
    "pygame.freetype",
    "select",
    "serial.tools.list_ports",
    "shutil",
    "sqlite3",
    "subprocess",
    "tempfile",
    "zipfile",
)
LINUX_ALONE: Final = {
    "os": "O_DIRECT O_PATH eventfd fdatasync memfd_create pidfd_open posix_fadvise"
    " sched_getaffinity sched_getscheduler sched_param sched_setscheduler setns unshare",
    "select": "epoll",
    "socket": "SOCK_CLOEXEC SOCK_NONBLOCK",
    "time": "clock_settime",
}
POSIX_ALONE: Final = {
    "os": "O_CLOEXEC O_DIRECTORY O_NOFOLLOW ST_RDONLY chown chroot ctermid fchdir fchown"
    " fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpriority getsid getuid"
    " initgroups killpg lchown lockf mkfifo mknod nice openpty pread pwrite set_blocking setegid"
    " seteuid setgid setpriority setsid setuid statvfs sync sysconf tcgetpgrp ttyname uname wait"
    " waitid",
    "select": "poll",
    "signal": "ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGSTOP SIGUSR1 alarm"
    " pause setitimer sigwait",
    "socket": "AF_UNIX fromfd",
    "time": "clock_gettime clock_gettime_ns tzset",
}
PINS: Final = ("RPi", "gpiod", "spidev")
POSIX_MODULES: Final = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
KERNELS_FILES: Final = ("/proc/", "/sys/")


def begin(system: str) -> None:
    """Be on ``system`` from now on."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    for module in LOADED:
        importlib.import_module(module)
    _hide(LINUX_ALONE)
    blocked: tuple[str, ...] = PINS
    if system == "win32":
        blocked += POSIX_MODULES
        _hide(POSIX_ALONE)
        windows.begin()
    for module in blocked:
        sys.modules.pop(module, None)
    sys.meta_path.insert(0, _Without(blocked))
    sys.addaudithook(_without_kernels_files)
    ours = r"(console|drivers|host_sim)\b"  # with PYTHONWARNDEFAULTENCODING: text has an encoding
    warnings.filterwarnings("error", category=EncodingWarning, module=ours)
    sys.platform = system


class _Without(MetaPathFinder):
    """Finds that there are no such modules."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        if fullname.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"there is no {fullname} on {sys.platform}", name=fullname)


def _hide(gone: Mapping[str, str]) -> None:
    for module, names in gone.items():
        for name in names.split():
            vars(importlib.import_module(module)).pop(name, None)


def _without_kernels_files(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and str(arguments[0]).startswith(KERNELS_FILES) and not windows.LOOKING:
        raise FileNotFoundError(errno.ENOENT, "there is no such file here", str(arguments[0]))
