"""A stretch of the last scans, as whoever looks back at a touch reads it."""

from __future__ import annotations

from typing import NamedTuple

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
