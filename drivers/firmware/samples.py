"""Scans packed into bodies of SAMPLES."""

import struct

from .wire import MAX_BODY, ticks_diff

SCANS_A_FRAME = 6  # 6 ms of a pad of 16 channels fit into 211 bytes
_HEAD = struct.calcsize("<IHHB")


class Packer:
    """Collects consecutive scans of ``channels`` codes until a frame is full."""

    def __init__(self, channels: int) -> None:
        self._size = 2 * channels
        self._most = min(SCANS_A_FRAME, (MAX_BODY - _HEAD + 2) // (self._size + 2))
        self._codes = bytearray(self._size * self._most)
        self._deltas = bytearray(2 * self._most)
        self._count = 0
        self._first_t = self._first_scan = self._last_t = 0

    @property
    def count(self) -> int:
        """Scans collected so far."""
        return self._count

    @property
    def full(self) -> bool:
        return self._count == self._most

    def fits(self, scan: int, t: int) -> bool:
        """Does scan number ``scan`` at ``t`` belong into this frame?"""
        if self._count == 0:
            return True
        follows = scan == (self._first_scan + self._count) & 0xFFFF
        return follows and not self.full and 0 <= ticks_diff(t, self._last_t) < 0x10000

    def add(self, scan: int, t: int, codes: bytes | bytearray | memoryview) -> None:
        """One scan that fits: ``codes`` are u16 little-endian, a channel each."""
        n = self._count
        if n == 0:
            self._first_scan, self._first_t = scan, t
        else:
            struct.pack_into("<H", self._deltas, 2 * (n - 1), ticks_diff(t, self._last_t))
        self._codes[n * self._size : (n + 1) * self._size] = codes
        self._last_t = t
        self._count = n + 1

    def body(self, edge: int) -> bytearray:
        """The body of SAMPLES, ``edge`` being the newest edge; begins anew."""
        n = self._count
        body = bytearray(_HEAD + 2 * (n - 1) + n * self._size)
        struct.pack_into("<IHHB", body, 0, self._first_t, self._first_scan, edge, n)
        body[_HEAD : _HEAD + 2 * (n - 1)] = memoryview(self._deltas)[: 2 * (n - 1)]
        body[_HEAD + 2 * (n - 1) :] = memoryview(self._codes)[: n * self._size]
        self._count = 0
        return body

    def clear(self) -> None:
        self._count = 0
