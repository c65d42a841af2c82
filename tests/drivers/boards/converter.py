"""A model of the MCP3008 behind the sampling process's seam: each input has a code of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence

STALL_EVERY = 800
STALL_NS = 3_000_000


class Converter:
    """Answers as the data sheet says: a null bit, then ten bits of the code, highest first."""

    def __init__(self, stall: bool = False, mute: bool = False) -> None:
        self._stall, self._mute = stall, mute
        self._asked = 0

    def xfer2(self, data: list[int]) -> Sequence[int]:
        start, address, _ = data
        assert start == 1, "the start bit comes last in its byte"
        assert address & 0x8F == 0x80, "single-ended"
        self._asked += 1
        if self._stall and self._asked % STALL_EVERY == STALL_EVERY // 2:
            end_ns = time.monotonic_ns() + STALL_NS
            while time.monotonic_ns() < end_ns:
                pass
        if self._mute:
            return [0xFF, 0xFF, 0xFF]
        code = code_of(address >> 4 & 7)
        return [0xFF, 0xF8 | code >> 8, code & 0xFF]


def code_of(number: int) -> int:
    """The code of an input: above 255, so that its high bits count."""
    return 300 + 100 * number


def steady(bus: int, device: int, speed_hz: int) -> Converter:
    return Converter()


def stalling(bus: int, device: int, speed_hz: int) -> Converter:
    """Stops for 3 ms in the middle of a scan now and then, as a busy kernel does."""
    return Converter(stall=True)


def unplugged(bus: int, device: int, speed_hz: int) -> Converter:
    return Converter(mute=True)


def missing(bus: int, device: int, speed_hz: int) -> Converter:
    raise FileNotFoundError(2, "No such file or directory", f"/dev/spidev{bus}.{device}")
