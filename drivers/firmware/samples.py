"""Scans packed into bodies of SAMPLES."""

import struct

from .wire import MAX_BODY, TICKS, ticks_diff

SCANS_A_FRAME = 6  # 6 ms of a pad of 16 channels fit into 211 bytes
_HEAD = struct.calcsize("<IHHB")


class Packer:
    """Collects consecutive scans of ``channels`` codes until a frame is full."""

    def __init__(self, channels: int) -> None:
        self.size = 2 * channels
        self._most = min(SCANS_A_FRAME, (MAX_BODY - _HEAD + 2) // (self.size + 2))
        self._codes = bytearray(self.size * self._most)
        self._deltas = bytearray(2 * self._most)
        self.count = 0
        self._first_t = self._first_scan = self._last_t = 0

    @property
    def room(self) -> int:
        """How many scans fit in still."""
        return self._most - self.count

    def follows(self, scan: int, t: int) -> bool:
        """Can scan number ``scan`` at ``t`` go into the frame that is being filled?"""
        if self.count == 0:
            return True
        next_scan = (self._first_scan + self.count) & 0xFFFF
        return scan == next_scan and 0 <= ticks_diff(t, self._last_t) < 0x10000

    def add(self, scan: int, t: int, period_us: int, codes: bytes | bytearray | memoryview) -> None:
        """Scans that follow and find room, ``period_us`` apart; ``codes`` are u16 little-endian, a
        channel each, scan by scan."""
        n = self.count
        more = len(codes) // self.size
        if n == 0:
            self._first_scan, self._first_t = scan, t
        else:
            struct.pack_into("<H", self._deltas, 2 * (n - 1), ticks_diff(t, self._last_t))
        for i in range(n, n + more - 1):
            struct.pack_into("<H", self._deltas, 2 * i, period_us)
        self._codes[n * self.size : (n + more) * self.size] = codes
        self._last_t = (t + (more - 1) * period_us) & (TICKS - 1)
        self.count = n + more

    def body(self, edge: int) -> bytearray:
        """The body of SAMPLES, ``edge`` being the newest edge; begins anew."""
        n = self.count
        body = bytearray(_HEAD + 2 * (n - 1) + n * self.size)
        struct.pack_into("<IHHB", body, 0, self._first_t, self._first_scan, edge, n)
        body[_HEAD : _HEAD + 2 * (n - 1)] = memoryview(self._deltas)[: 2 * (n - 1)]
        body[_HEAD + 2 * (n - 1) :] = memoryview(self._codes)[: n * self.size]
        self.count = 0
        return body

    def clear(self) -> None:
        self.count = 0
