"""The last scans as they came: a ring of codes, which whoever looks back turns into forces."""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Codes, Flags, Times


class KeptScans:
    """Some ``scans`` at the least, and as many again at the most. They are numbered from 0 in the
    order in which they were accepted; ``total`` is the next number. ``full_scan``: the last one in
    which a sensor was at full scale under a hand; before any there may be."""

    def __init__(self, scans: int, channels: int, full_code: int) -> None:
        self.scans, self._full_code = scans, full_code
        self._t = np.zeros(2 * scans, dtype=np.int64)
        self._codes = np.zeros((2 * scans, channels), dtype=np.uint16)
        self._full = np.zeros((2 * scans, channels), dtype=np.bool_)
        self._end = self.total = 0
        self.full_scan = -2

    def append(self, t_ns: Times, codes: Codes, full: Flags | None = None) -> None:
        """Remember as many as a block has at most. ``full``: bool[c], the sensors that hands have
        brought to full scale in all of them; None: none."""
        n = len(t_ns)
        if self._end + n > len(self._t):
            kept = slice(self._end - self.scans, self._end)
            for one in (self._t, self._codes, self._full):
                one[: self.scans] = one[kept].copy()
            self._end = self.scans
        self._t[self._end : self._end + n] = t_ns
        self._codes[self._end : self._end + n] = codes
        if full is not None or self.full_scan >= 0:
            self._full[self._end : self._end + n] = False if full is None else full
        self._end += n
        self.total += n
        if full is not None:
            self.full_scan = self.total - 1

    def hold(self, channel: int, code: int) -> None:
        """The next scan bears out that a hand holds a sensor at full scale: the last one's code of
        that, if it was such, is ``code`` too."""
        if self._end and self._codes[self._end - 1, channel] == self._full_code:
            self._codes[self._end - 1, channel] = code
            self._full[self._end - 1, channel] = True

    def time_ns(self, scan: int) -> int:
        """When a scan that is still kept began."""
        return int(self._t[self._end - (self.total - scan)])

    def window(self, low: int, high: int) -> tuple[int, Times, Codes]:
        """Scans ``low`` … ``high - 1`` as far as kept: number of the first, times, codes."""
        start = self._end - (self.total - low)
        kept = max(start, 0)
        stop = self._end - (self.total - high)
        return low + kept - start, self._t[kept:stop], self._codes[kept:stop]

    def at_full(self, first: int, count: int) -> Flags:
        """bool[n, c], the samples of so many scans that hands have brought to full scale."""
        return self._full[self._end - (self.total - first) :][:count]
