"""Gerbers and drills of the boards, plotted by KiCad itself: whichever of it is installed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

COMMAND_LINE: Final = "kicad-cli"
"""KiCad 7 and later."""
PYTHON_OF_6: Final = Path("/usr/bin/python3")
"""KiCad 6, of Debian 12 and Raspberry Pi OS 12, has no command line, but this one imports it."""
SCRIPT: Final = Path(__file__).with_name("kicad6.py")
LAYERS: Final = "F.Cu,B.Cu,F.SilkS,F.Mask,B.Mask,Edge.Cuts"


class Plotter(Protocol):
    """A KiCad that is installed."""

    def plot(self, board: Path, folder: Path) -> None:
        """Write Gerbers and drills of a ``.kicad_pcb``. Raises SubprocessError."""
        ...


class CommandLine:
    """``kicad-cli``."""

    def plot(self, board: Path, folder: Path) -> None:
        drills = ("--excellon-separate-th",)
        for what, more in (("gerbers", ("--layers", LAYERS)), ("drill", drills)):
            _run(COMMAND_LINE, "pcb", "export", what, *more, "--output", f"{folder}/", str(board))


class Kicad6:
    """``kicad6.py`` by the Python that has KiCad 6."""

    def plot(self, board: Path, folder: Path) -> None:
        _run(str(PYTHON_OF_6), str(SCRIPT), "plot", str(board.resolve()), f"{folder.resolve()}/")


TRIED_S: Final = 120.0
"""Nothing that is asked of KiCad takes so long."""


def plotter() -> Plotter | None:
    """The KiCad that is here, the newer way first."""
    if shutil.which(COMMAND_LINE) is not None:
        return CommandLine()
    if PYTHON_OF_6.exists() and not _tried((str(PYTHON_OF_6), "-c", "import pcbnew")).returncode:
        return Kicad6()
    return None


def plot(by: Plotter, folder: Path) -> Iterator[Path]:
    """Gerbers and drills of each board in ``folder``, each board's in a folder of its own."""
    for board in sorted(folder.glob("*.kicad_pcb")):
        out = folder / f"gerbers-{board.stem}"
        out.mkdir(exist_ok=True)
        by.plot(board, out)
        yield from sorted(out.iterdir())


def _tried(command: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, check=False, capture_output=True, timeout=TRIED_S)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=TRIED_S)
