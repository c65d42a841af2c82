"""A stretch of the last scans, as whoever looks back at a touch reads it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Codes, Flags, Floats, Times


class Past(NamedTuple):
    """Scans as they were: number of the first, times, codes, forces of channels and sources.

    ``gone``: bool[n, c], the samples that are none (their forces are filled in); None: no such.
    ``unmeasured_n``: float64[n, s, s], one sigma of pushes that no sensor reads
    (``estimate_unmeasured``); None: all are read. ``full``: bool[n, c], the samples that hands have
    brought to full scale.
    """

    first: int
    times: Times
    codes: Codes
    newtons: Floats
    sources: Floats
    gone: Flags | None = None
    unmeasured_n: Floats | None = None
    full: Flags | None = None

    def part(self, low: int, high: int) -> Past:
        """Scans ``low`` … ``high - 1``, as far as it has them, none of which is ``gone``."""
        first = max(low, self.first)
        rows = slice(first - self.first, high - self.first)
        return Past(
            first,
            self.times[rows],
            self.codes[rows],
            self.newtons[rows],
            self.sources[rows],
            unmeasured_n=None if self.unmeasured_n is None else self.unmeasured_n[rows],
        )

    def with_lost(self, level_n: Floats, period_ns: int, *, most: bool = False) -> Floats:
        """float64[m]: ``level_n``, float64[n], with the scans that were lost, each with what both
        scans beside the gap show at least; or ``most``: with what one of them shows."""
        lost = (self.times[1:] - self.times[:-1] + period_ns // 2) // period_ns - 1
        (rows,) = (lost > 0).nonzero()
        if not rows.size:
            return level_n
        beside = np.stack((level_n[rows], level_n[rows + 1]))
        lost, beside_n = lost[rows], beside.max(axis=0) if most else beside.min(axis=0)
        filled: Floats = np.insert(level_n, (rows + 1).repeat(lost), beside_n.repeat(lost))
        return filled
