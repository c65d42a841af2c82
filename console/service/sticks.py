"""The USB sticks that are plugged in, as the system mounts them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOTS: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Below them lie NAME, or USER/NAME."""
MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Stick:
    """A mounted stick; ``free_mb`` is None when it does not say."""

    name: str
    path: Path
    free_mb: int | None


def find_sticks(
    roots: Sequence[Path] = ROOTS, is_mount: Callable[[Path], bool] = os.path.ismount
) -> tuple[Stick, ...]:
    """What is mounted below ``roots``, by name. Folders that cannot be read are left out."""
    found = {path: None for root in roots for path in _below(root) if is_mount(path)}
    return tuple(Stick(path.name, path, _free_mb(path)) for path in sorted(found))


def on_stick(folder: Path, sticks: Iterable[Stick], roots: Sequence[Path] = ROOTS) -> bool:
    """Does ``folder`` lie on one of ``sticks`` or, if it is not there, where one would be?"""
    place = folder.resolve()
    known = [stick.path for stick in sticks] if place.exists() else roots
    return any(place.is_relative_to(path.resolve()) for path in known)


def _below(root: Path) -> Iterator[Path]:
    for child in _folders(root):
        yield child
        yield from _folders(child)


def _folders(path: Path) -> list[Path]:
    try:
        return [child for child in sorted(path.iterdir()) if child.is_dir()]
    except OSError:
        return []


def _free_mb(path: Path) -> int | None:
    try:
        return shutil.disk_usage(path).free // MB
    except OSError:
        return None
