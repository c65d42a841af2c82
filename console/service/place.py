"""The computer and the program, in a few facts."""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from console.i18n import Words

MB: Final = 1_000_000
MINUTE_S: Final = 60


def program_version(name: str = "khvatka") -> str:
    """The version that is installed, of the program or a library; "?" where nothing says it."""
    try:
        return version(name)
    except (PackageNotFoundError, OSError):
        return "?"


def temperature_c(root: Path) -> float | None:
    """How warm the processor is, where the system says so."""
    try:
        text = (root / "sys/class/thermal/thermal_zone0/temp").read_text()
        return int(text) / 1000
    except (OSError, ValueError):
        return None


def uptime_s(root: Path) -> int | None:
    """How long the computer runs, where the system says so."""
    try:
        return int(float((root / "proc/uptime").read_text().split()[0]))
    except (OSError, ValueError, IndexError):
        return None


def room_on(folder: Path) -> tuple[int, int] | None:
    """Free bytes and all of the disk of a folder, or of the nearest one above it that is there."""
    for here in (folder, *folder.parents):
        try:
            disk = shutil.disk_usage(here)
            return disk.free, disk.total
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


def room_text(words: Words, room: tuple[int, int]) -> str:
    """How much of a disk is free."""
    free, total = map(words.size, room)
    return words._("{free} free of {total}").format(free=free, total=total)


def place_json(data: Path) -> dict[str, Any]:
    """The same for programs; None for what the system does not say."""
    room = room_on(data)
    return {
        "version": program_version(),
        "data": str(data),
        "free_mb": None if room is None else room[0] // MB,
        "temperature_c": temperature_c(Path("/")),
        "uptime_s": uptime_s(Path("/")),
    }


def place_facts(words: Words, data: Path, root: Path = Path("/")) -> tuple[tuple[str, str], ...]:
    """Version, data, room, warmth, uptime: what, and how."""
    facts = [(words._("Version"), program_version()), (words._("Data"), str(data))]
    room = room_on(data)
    if room is not None:
        facts.append((words._("Disk"), room_text(words, room)))
    warmth = temperature_c(root)
    if warmth is not None:
        text = words._("{number} °C").format(number=words.number(warmth, 0))
        facts.append((words._("Temperature"), text))
    seconds = uptime_s(root)
    if seconds is not None:
        minutes = seconds // MINUTE_S
        hours = f"{minutes // MINUTE_S}:{minutes % MINUTE_S:02}"
        facts.append((words._("The computer runs for"), words._("{hours} h").format(hours=hours)))
    return tuple(facts)
