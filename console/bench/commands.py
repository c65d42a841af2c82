"""From the command to its end: what answers at once.

Each is started in turn, as whoever types it starts it, on a table with a match and somebody who
keeps a nickname. A start is cold for Python, not for the disk's cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from console.i18n import Words
from drivers.times import MS

STARTS: Final = 9
AIM_MS: Final = 200
PROGRAM: Final = (sys.executable, "-m", "console")
COMMANDS: Final = ("matches", "people list", "service settings", "--version", "--help")
BEFORE: Final = ("people add Khvatka", "play --headless --game ignis --seed 1 --data .")


@dataclass(frozen=True, slots=True)
class CommandFigures:
    """Milliseconds from the start of a command's process to its end, over ``starts``."""

    command: str
    starts: int
    median_ms: float
    worst_ms: float
    aim_ms: int = AIM_MS

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        told = words._(
            "`khvatka {command}`, {count} starts: median {median} ms, worst {worst} ms (aim: {aim})"
        ).format(
            command=self.command,
            count=self.starts,
            median=words.number(self.median_ms, 0),
            worst=words.number(self.worst_ms, 0),
            aim=self.aim_ms,
        )
        return (told,)


def run(
    starts: int = STARTS,
    commands: tuple[str, ...] = COMMANDS,
    program: tuple[str, ...] = PROGRAM,
    before: tuple[str, ...] = BEFORE,
) -> Iterator[CommandFigures]:
    """Start each so often, all in turn; the first round warms up and is not counted."""
    took_ms: dict[str, list[float]] = {command: [] for command in commands}
    with tempfile.TemporaryDirectory() as folder:
        for command in before:
            _start(program, command, Path(folder))
        for turn in range(starts + 1):
            for command, times_ms in took_ms.items():
                ms = _start(program, command, Path(folder))
                if turn:
                    times_ms.append(ms)
    for command, times_ms in took_ms.items():
        yield CommandFigures(command, len(times_ms), median(times_ms), max(times_ms))


def _start(program: tuple[str, ...], command: str, folder: Path) -> float:
    began_ns = time.perf_counter_ns()
    subprocess.run(
        [*program, *command.split()],
        env={**os.environ, "KHVATKA_DATA": str(folder)},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return (time.perf_counter_ns() - began_ns) / MS
