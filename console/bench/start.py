"""From the command to the first frame: ``khvatka play`` in a process of its own, as at power-on.

The program itself says when everybody could see the first frame: what it tells a service manager
(``READY=1``). A start is cold for Python, not for the disk's cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from console.i18n import Words
from console.system.sockets import datagrams

STARTS: Final = 7
AIM_MS: Final = 2000
PATIENCE_S: Final = 30.0
COMMAND: Final = (sys.executable, "-m", "console", "play", "--window", "--seed", "1")


@dataclass(frozen=True, slots=True)
class StartFigures:
    """Milliseconds from each start to its first frame."""

    took_ms: tuple[float, ...]

    def lines(self, words: Words) -> Iterable[str]:
        """As they are printed."""
        if sys.platform == "win32":
            yield words._("not measured: Windows has no sockets for a program to say that it is up")
        elif not self.took_ms:
            yield words._("not measured: there is no display to open a window on")
        else:
            yield words._(
                "from the command to the first frame, {count} starts: median {median} ms, worst"
                " {worst} ms (aim: {aim})"
            ).format(
                count=len(self.took_ms),
                median=words.number(median(self.took_ms), 0),
                worst=words.number(max(self.took_ms), 0),
                aim=AIM_MS,
            )


def run(starts: int = STARTS, command: tuple[str, ...] = COMMAND) -> StartFigures:
    """Start and end the program so often; without any figure where it does not come up, or cannot
    say that it has."""
    took: list[float] = []
    if sys.platform == "win32":
        starts = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(starts):
            ms = _start(command, Path(folder))
            if ms is None:
                break
            took.append(ms)
    return StartFigures(tuple(took))


def _start(command: tuple[str, ...], folder: Path) -> float | None:
    """One start; None when the program ends, or nothing is seen of it for half a minute."""
    listening = folder / "ready"
    env = {k: v for k, v in os.environ.items() if (k, v) != ("SDL_VIDEODRIVER", "dummy")}
    env["NOTIFY_SOCKET"] = str(listening)
    with datagrams() as ready:
        ready.bind(str(listening))
        ready.settimeout(0.1)
        begun = time.monotonic()
        program = subprocess.Popen(
            [*command, "--data", str(folder / "data")],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while time.monotonic() < begun + PATIENCE_S and program.poll() is None:
                try:
                    told = ready.recv(4096)
                except TimeoutError:
                    continue
                if b"READY=1" in told:
                    return (time.monotonic() - begun) * 1000
            return None
        finally:
            program.terminate()
            program.wait(PATIENCE_S)
            listening.unlink()
