"""What tests ask of a POSIX system. What only Linux has, or more than this of it, is asked by test
modules that begin with ``assert sys.platform``: mypy knows them on no other system.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def is_root() -> bool:
    """May this user change the system?"""
    return sys.platform != "win32" and os.geteuid() == 0


@contextmanager
def without_rights() -> Iterator[None]:
    """Nobody's rights, where the tests run as root."""
    if sys.platform != "win32" and os.geteuid() == 0:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield


def make_pipe(path: Path) -> None:
    """A file that makes whoever opens it wait for somebody at its other end."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such files")
    else:
        os.mkfifo(path)


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """As on a disk with room for so many bytes of each file."""
    if sys.platform == "win32":
        pytest.skip("Windows sets no such bound")
    else:
        import resource

        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)


@contextmanager
def few_handles(count: int) -> Iterator[None]:
    """As a shell that gives so many; whoever is started meanwhile has them too."""
    if sys.platform == "win32":
        pytest.skip("Windows sets no such bound")
    else:
        import resource

        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
