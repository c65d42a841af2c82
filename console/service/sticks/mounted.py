"""The sticks that are plugged in, as the kernel lists what is mounted.

Nothing here reads a stick: one that does not answer would block the reader for ever.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOUNTED: Final = Path("/proc/self/mountinfo")
ROOTS: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Below them lie NAME, or USER/NAME."""
MOST: Final = 12
"""So many are listed: one stick may have a hundred partitions."""
NAME_CHARS: Final = 24


@dataclass(frozen=True, slots=True)
class Stick:
    """A mounted stick; ``read_only``: the system does not let anybody write on it."""

    path: Path
    read_only: bool = False

    @property
    def name(self) -> str:
        """Its name as it can be shown."""
        return shown(self.path.name, NAME_CHARS)


def find_sticks(mounted: Path = MOUNTED, roots: Sequence[Path] = ROOTS) -> tuple[Stick, ...]:
    """What is mounted below ``roots``, by name, at most ``MOST``; none where the system keeps no
    such list."""
    try:
        lines = mounted.read_bytes().split(b"\n")
    except OSError:
        return ()
    found: dict[Path, Stick] = {}
    for line in lines:  # of two at one place the later one lies above
        stick = _stick(line.split(b" "))
        if stick is not None and any(_lies(stick.path, root) for root in roots):
            found[stick.path] = stick
    return tuple(found[path] for path in sorted(found)[:MOST])


def _stick(fields: Sequence[bytes]) -> Stick | None:
    """A line of proc(5)'s mountinfo, if a stick can be meant: a block device, or what systemd
    mounts once it is looked at."""
    if b"-" not in fields[6:-3]:
        return None
    kind, source, options = fields[fields.index(b"-", 6) + 1 :][:3]
    if kind != b"autofs" and not source.startswith(b"/dev/"):
        return None
    place = re.sub(rb"\\([0-7]{3})", lambda octal: bytes([int(octal[1], 8)]), fields[4])
    read_only = b"ro" in fields[5].split(b",") or b"ro" in options.split(b",")
    return Stick(Path(os.fsdecode(place)), read_only)


def _lies(path: Path, root: Path) -> bool:
    return path.is_relative_to(root) and 1 <= len(path.relative_to(root).parts) <= 2


def shown(name: str, most: int | None = None) -> str:
    """A name in any bytes as it can be written for people: what cannot be printed, such as control
    characters and marks of direction, is ``?``, and what is longer than ``most`` is cut."""
    plain = "".join(char if char.isprintable() else "?" for char in name)
    return plain if most is None or len(plain) <= most else plain[: most - 1] + "…"
