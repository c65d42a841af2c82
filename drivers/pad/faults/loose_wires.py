"""Wires that come loose under hands: a sensor gives nothing from one scan to the next."""

from __future__ import annotations

import numpy as np

from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.forces import Forces

_PRESSED_N, _STEADY = 1.0, 0.8  # what presses beside the break, and so much of what did a scan on
_BESIDE = 3  # scans that are looked at beside the break
_FOLLOWS = 1.5  # periods: with more between them scans were lost


class LooseWires:
    """Which petals have a wire that was open for a while, by block after block of scans.

    A hand that leaves takes some milliseconds; so does one that comes. What pressed as hard in the
    scan before, and gives less than its petal's own weight in the next, has lost its wire; what
    gives so little, and then at once as much as in the scan after, has it back.
    """

    def __init__(self, forces: Forces, baseline: Baseline, config: PadConfig) -> None:
        self._forces, self._baseline, self._config = forces, baseline, config

    def found(self) -> frozenset[int]:
        """The petals of which one has opened or closed in the last block, or just before it."""
        forces, last = self._forces, self._forces.kept.total
        _, times, codes = forces.kept.window(last - self._config.block_scans - _BESIDE, last)
        nothing = self._baseline.show_nothing(codes)
        if not np.count_nonzero(nothing):
            return frozenset()  # as nearly always
        follows = times[1:] - times[:-1] <= _FOLLOWS * forces.spans.period_ns
        found = set[int]()
        for way in (slice(None), slice(None, None, -1)):
            none, close = nothing[way], follows[way][:, None]
            lost = ~none[1:-2] & none[2:-1] & none[3:] & close[1:-1] & close[2:]  # no lone spike
            rows, channels = lost.nonzero()
            first_n, last_n = (forces.newtons(codes[way][rows + k]) for k in (0, 1))
            for row, channel in enumerate(channels.tolist()):
                if last_n[row, channel] >= max(_PRESSED_N, _STEADY * first_n[row, channel]):
                    found.add(int(forces.owners[channel]))
        return frozenset(found)
