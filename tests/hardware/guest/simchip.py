"""A ``gpio-sim`` chip: made and moved through the kernel's own files, as the wires of a table."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.clock import WallClock

SIMULATED = Path("/sys/kernel/config/gpio-sim")
CLOCK = WallClock()


def wait_ns(duration_ns: int) -> None:
    """Let the real kernel's time pass."""
    CLOCK.sleep_until(CLOCK.now_ns() + duration_ns)


def spin_ns(duration_ns: int) -> None:
    """Let time pass without giving the processor away: for steps that a sleep would stretch."""
    end_ns = time.monotonic_ns() + duration_ns
    while time.monotonic_ns() < end_ns:
        pass


class SimChip:
    """A chip with 54 lines of which ``lines`` carry the names ``GPIOn``; wires are pulled up.

    ``GPIOn`` is the chip's line ``n + shift``, so that a name cannot be taken for a number.
    """

    def __init__(self, label: str, lines: Iterable[int], shift: int = 0) -> None:
        self._names = {line + shift: f"GPIO{line}" for line in lines}
        self._shift = shift
        self._config = SIMULATED / label
        bank = self._config / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text("54")
        (bank / "label").write_text(label)
        for offset, name in self._names.items():
            (bank / f"line{offset}").mkdir()
            (bank / f"line{offset}" / "name").write_text(name)
        self._files = Path()
        self._pulls: dict[int, int] = {}  # kept open: presses shall follow each other fast
        self.number = 0
        self.come()

    def come(self) -> None:
        """The chip is there, all its wires pulled up."""
        (self._config / "live").write_text("1")
        device = (self._config / "dev_name").read_text().strip()
        chip = (self._config / "bank0" / "chip_name").read_text().strip()
        self.number = int(chip.removeprefix("gpiochip"))
        self._files = Path("/sys/devices/platform") / device / chip
        for offset in self._names:
            self._pulls[offset] = os.open(self._files / f"sim_gpio{offset}" / "pull", os.O_WRONLY)
            self.pull(offset - self._shift, True)

    def vanish(self) -> None:
        """The chip goes, whoever holds its lines."""
        while self._pulls:
            os.close(self._pulls.popitem()[1])
        (self._config / "live").write_text("0")

    def remove(self) -> None:
        self.vanish()
        bank = self._config / "bank0"
        for offset in self._names:
            (bank / f"line{offset}").rmdir()
        bank.rmdir()
        self._config.rmdir()

    def pull(self, line: int, up: bool) -> None:
        """Pull a wire up or down from outside: a button closes to ground."""
        os.lseek(self._pulls[line + self._shift], 0, os.SEEK_SET)
        os.write(self._pulls[line + self._shift], b"pull-up" if up else b"pull-down")

    def value(self, line: int) -> int:
        """The electrical level of a line, whoever drives it."""
        return int((self._files / f"sim_gpio{line + self._shift}" / "value").read_text())


@contextmanager
def simulated(label: str, lines: Iterable[int], shift: int = 0) -> Iterator[SimChip]:
    """A ``SimChip`` that is gone afterwards, whatever happened."""
    chip = SimChip(label, lines, shift)
    try:
        yield chip
    finally:
        chip.remove()
