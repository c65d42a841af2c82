"""The steps' file system: a folder of a real one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


class FolderDisk:
    """``deploy.update.steps.Disk`` below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> bytes | None:
        try:
            return (self.root / path).read_bytes()
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
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)

    def symlink(self, target: str, path: str) -> None:
        os.symlink(target, self.root / path)

    def rename(self, old: str, new: str) -> None:
        os.replace(self.root / old, self.root / new)

    def remove(self, path: str) -> None:
        place = self.root / path
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)

    def sync(self, path: str) -> None:
        _sync(self.root / path, os.O_RDONLY)

    def sync_folder(self, folder: str) -> None:
        (self.root / folder).mkdir(parents=True, exist_ok=True)
        _sync(self.root / folder, os.O_RDONLY | os.O_DIRECTORY)

    def sync_all(self) -> None:
        os.sync()


def _sync(place: Path, flags: int) -> None:
    handle = os.open(place, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
