"""The sampling process: it reads a converter on a grid of its own and does nothing else.

``drivers.boards.mcp3008`` starts it. It writes a ``HEADER`` and then a ``SCAN`` for each scan to
its output, which never makes it wait: a scan that finds no room is dropped, and the gap in the
numbers shows it. Scans missed because it was late leave a gap too. It ends when nobody reads.
"""

from __future__ import annotations

import gc
import importlib
import os
import statistics
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, Protocol

from drivers.times import SECOND

HEADER: Final = struct.Struct("<4sqq?")
"""Magic, scan period and usual duration of a scan in nanoseconds, whether in real time."""
MAGIC: Final = b"KHS1"
PRIORITY: Final = 40
"""Below the kernel's interrupt threads (50), which stamp the buttons."""
WARM_UP: Final = 64
NO_REPLY: Final = 0xFFFF
"""The code where the converter did not answer."""


class Spi(Protocol):
    """What is needed of ``spidev.SpiDev``."""

    def xfer2(self, data: list[int]) -> Sequence[int]:
        """Exchange bytes within one selection of the chip."""
        ...


OpenSpi = Callable[[int, int, int], Spi]
"""A way to an open converter: bus, device, speed in Hz. Raises OSError."""


def spidev_port(bus: int, device: int, speed_hz: int) -> Spi:
    """The kernel's SPI device. Raises OSError, ImportError."""
    spi = importlib.import_module("spidev").SpiDev()
    spi.open(bus, device)
    spi.max_speed_hz = speed_hz
    spi.mode = 0
    port: Spi = spi
    return port


def scan_record(inputs: int) -> struct.Struct:
    """Number, begin and end in nanoseconds, a code for each input."""
    return struct.Struct(f"<qqq{inputs}H")


def read_input(spi: Spi, number: int) -> int:
    """The code of a single-ended input; NO_REPLY where the null bit is not null (data sheet)."""
    _, high, low = spi.xfer2([1, (8 + number) << 4, 0])
    return NO_REPLY if high & 4 else (high & 3) << 8 | low


def scan(spi: Spi, inputs: Sequence[int]) -> tuple[int, int, list[int]]:
    """Begin, end, and a code for each input."""
    begin_ns = time.monotonic_ns()
    codes = [read_input(spi, number) for number in inputs]
    return begin_ns, time.monotonic_ns(), codes


def grid(start_ns: int, period_ns: int) -> Iterator[int]:
    """Wait for each next moment of the grid; its number. Moments that are over are left out."""
    number = 0
    while True:
        wait_ns = start_ns + number * period_ns - time.monotonic_ns()
        if wait_ns > 0:
            time.sleep(wait_ns / SECOND)
        yield number
        number = max(number + 1, -(-(time.monotonic_ns() - start_ns) // period_ns))


def real_time() -> bool:
    """Ask for a real-time priority; whether it was granted."""
    granted = False
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
            granted = True
    return granted


def put(output: int, record: bytes) -> bool:
    """Whether there was room. Raises BrokenPipeError when nobody reads any more."""
    try:
        os.write(output, record)  # below PIPE_BUF: all or nothing
    except BlockingIOError:
        return False
    return True


def run(spi: Spi, inputs: Sequence[int], scan_hz: int, output: int) -> None:
    """Sample until nobody reads."""
    if sys.platform != "win32":  # where no board is opened
        os.set_blocking(output, False)
    gc.disable()  # nothing here makes cycles, and a collection would be a late scan
    granted = real_time()
    warm_up = (scan(spi, inputs) for _ in range(WARM_UP))
    usual_ns = int(statistics.median(end_ns - begin_ns for begin_ns, end_ns, _ in warm_up))
    period_ns = max(SECOND // scan_hz, usual_ns * 5 // 4)
    put(output, HEADER.pack(MAGIC, period_ns, usual_ns, granted))
    record = scan_record(len(inputs))
    try:
        for number in grid(time.monotonic_ns(), period_ns):
            begin_ns, end_ns, codes = scan(spi, inputs)
            put(output, record.pack(number, begin_ns, end_ns, *codes))
    except BrokenPipeError:
        return


def main(arguments: Sequence[str]) -> None:
    """``SPI BUS DEVICE SPEED_HZ SCAN_HZ INPUT…``, where SPI is ``module:function``."""
    module, _, name = arguments[0].partition(":")
    bus, device, speed_hz, scan_hz, *inputs = (int(argument) for argument in arguments[1:])
    open_spi: OpenSpi = getattr(importlib.import_module(module), name)
    try:
        spi = open_spi(bus, device, speed_hz)
    except (ImportError, OSError) as error:
        sys.exit(str(error))
    run(spi, inputs, scan_hz, sys.stdout.fileno())


if __name__ == "__main__":
    main(sys.argv[1:])
