"""New files on a stick that somebody may have prepared: nothing that lies there is opened.

A folder is opened once, and what is in it reached from there, so that no name on the way can lead
elsewhere. Files are made new or not at all (O_EXCL), links are not followed (O_NOFOLLOW).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import Final

MOST: Final = 99
"""So many folders of one name there can be, told apart by a number."""
_BY_DESCRIPTOR: Final = os.open in os.supports_dir_fd
"""Windows has no descriptors of folders; there it goes by path."""
_CLOEXEC: Final = getattr(os, "O_CLOEXEC", 0)
_NOFOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_BYTES: Final = getattr(os, "O_BINARY", 0)
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _CLOEXEC
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _BYTES | _CLOEXEC


class StickFolder:
    """An open folder. Everything here raises OSError."""

    def __init__(self, path: bytes, above: StickFolder | None = None) -> None:
        """Links are followed only without ``above``: whoever named a whole path meant them."""
        self._path: bytes = path if above is None else os.path.join(above._path, path)
        self._handle: int | None = None
        if not _BY_DESCRIPTOR:
            os.scandir(self._path).close()
        elif above is None:
            self._handle = os.open(path, _FOLDER)
        else:
            self._handle = os.open(path, _FOLDER | _NOFOLLOW, dir_fd=above._handle)

    def close(self) -> None:
        """Let it go."""
        if self._handle is not None:
            os.close(self._handle)

    def make(self, name: bytes) -> None:
        """A new folder in it."""
        os.mkdir(self._in(name), dir_fd=self._handle)

    def write(self, name: bytes, content: bytes) -> None:
        """A new file in it, its content on the disk."""
        with open(os.open(self._in(name), _NEW, 0o666, dir_fd=self._handle), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def sync(self) -> None:
        """Let its names reach the disk."""
        if self._handle is None:
            return
        try:
            os.fsync(self._handle)
        except OSError as fault:
            if fault.errno != errno.EINVAL:  # a file system whose folders need no sync
                raise

    def unlink(self, name: bytes) -> None:
        """Take a file away."""
        os.unlink(self._in(name), dir_fd=self._handle)

    def rmdir(self, name: bytes) -> None:
        """Take an empty folder away."""
        os.rmdir(self._in(name), dir_fd=self._handle)

    def _in(self, name: bytes) -> bytes:
        return os.path.join(self._path, name) if self._handle is None else name


def write_in_new(
    place: StickFolder,
    name: str,
    files: Mapping[str, bytes],
    wanted: Callable[[], bool] = lambda: True,
) -> str:
    """Write ``files`` into a new folder of ``place``; the folder's name: ``name``, or with a number
    where that is taken. All is on the disk then, or nothing is left of it.

    Raises OSError; FileExistsError when all ``MOST`` names are taken, InterruptedError once it is
    not ``wanted`` any more.
    """
    made = _make(place, name)
    try:
        with closing(StickFolder(made, place)) as folder:
            _fill(folder, place, files, wanted)
    except OSError:
        with suppress(OSError):
            place.rmdir(made)
        raise
    return made.decode()


def _fill(
    folder: StickFolder, place: StickFolder, files: Mapping[str, bytes], wanted: Callable[[], bool]
) -> None:
    """All of the files are on the disk then, and the folder's name in its place, or none is left.
    Raises OSError; InterruptedError as ``write_in_new``."""
    try:
        for file, content in files.items():
            folder.write(file.encode(), content)
            if not wanted():
                raise InterruptedError
        folder.sync()
        place.sync()
    except OSError:
        for file in files:
            with suppress(OSError):
                folder.unlink(file.encode())
        raise


def _make(place: StickFolder, name: str) -> bytes:
    for number in range(1, MOST + 1):
        made = (name if number == 1 else f"{name}-{number}").encode()
        try:
            place.make(made)
        except FileExistsError:  # a folder, or whatever else somebody has put there
            continue
        return made
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
