"""The steps' file system: a folder of a real one."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path, PurePath
from typing import Final

from deploy.update.posix import FOLDER, NO_LINK, NO_WAIT, sync_all, user
from deploy.update.steps import UpdateError

LONGEST: Final = 4096
"""Bytes of a file that the steps keep; they have about a hundred."""


class FolderDisk:
    """``deploy.update.steps.Disk`` below one folder. It may be on a partition that somebody has put
    there (``deploy/image/readonly.sh``), so nothing is changed through a link or in a folder that
    is another's: that raises UpdateError."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> bytes | None:
        """A plain file's, as far as any of ours goes: neither a pipe nor what has no end is waited
        for."""
        try:
            handle = os.open(self.root / path, os.O_RDONLY | NO_LINK | NO_WAIT)
            with open(handle, "rb") as file:
                return file.read(LONGEST) if stat.S_ISREG(os.fstat(handle).st_mode) else None
        except OSError:
            return None

    def link(self, path: str) -> str | None:
        try:
            return os.readlink(self.root / path)
        except OSError:
            return None

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(self.root / folder))
        except OSError:
            return []

    def write(self, path: str, data: bytes) -> None:
        place = self._own(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK
        with open(os.open(place, flags, 0o644), "wb") as file:
            file.write(data)

    def symlink(self, target: str, path: str) -> None:
        os.symlink(target, self._own(path))

    def rename(self, old: str, new: str) -> None:
        os.replace(self._own(old), self._own(new))

    def remove(self, path: str) -> None:
        place = self._own(path)
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)

    def sync(self, path: str) -> None:
        _sync(self.root / path, os.O_RDONLY)

    def sync_folder(self, folder: str) -> None:
        self._own(str(PurePath(folder) / "-")).parent.mkdir(parents=True, exist_ok=True)
        _sync(self.root / folder, os.O_RDONLY | FOLDER)

    def sync_all(self) -> None:
        sync_all()

    def _own(self, path: str) -> Path:
        """Where to change something."""
        place = self.root / path
        for folder in [self.root / inner for inner in PurePath(path).parents]:
            try:
                found = folder.lstat()
            except FileNotFoundError:
                continue
            others = found.st_uid != user() or found.st_mode & 0o022
            if not stat.S_ISDIR(found.st_mode) or others:
                raise UpdateError(
                    f"{folder}: somebody else may change it: chown -R root: it and chmod -R go-w,"
                    " if it is yours"
                )
        return place


def _sync(place: Path, flags: int) -> None:
    handle = os.open(place, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
