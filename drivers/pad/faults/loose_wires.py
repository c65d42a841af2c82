"""Wires that come loose under hands: a sensor gives nothing from one scan to the next."""

from __future__ import annotations

import numpy as np

from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.forces import Forces

_PRESSED_N, _CHANGES = 1.0, 0.2  # what presses beside the break, and what part of it from a scan on
_RESTED_N = 0.1  # what lies on the sensor with hands off
_BOUNCES_N, _BOUNCES = (
    0.2,
    0.5,
)  # what the other sensor loses with it, of which no more than that part is left
_BESIDE = 3  # scans that are looked at beside the break
_FOLLOWS = 1.5  # periods: with more between them scans were lost


class LooseWires:
    """Which petals have a wire that was open for a while, by block after block of scans.

    No hand lifts its petal's own weight off within a scan. What pressed as hard in the scan before,
    and gives nothing in the next ones, has lost its wire; what gives nothing, and then at once as
    much as in the scan after, has it back. Who rests on nothing shows neither. A hand that bounces
    off lets go of both sensors at once.
    """

    def __init__(
        self, forces: Forces, baseline: Baseline, config: PadConfig, full_code: int
    ) -> None:
        self._forces = forces
        self._rested = baseline.rests_n >= _RESTED_N
        pairs = np.argsort(forces.owners, kind="stable").reshape(-1, 2)
        self._sisters = np.empty_like(forces.owners)
        self._sisters[pairs] = pairs[:, ::-1]
        self._nothing = config.nothing_fraction * full_code
        self._scans = config.block_scans + _BESIDE

    def found(self) -> frozenset[int]:
        """The petals of which one has opened or closed in the last block, or just before it."""
        forces, last = self._forces, self._forces.kept.total
        _, times, codes = forces.kept.window(last - self._scans, last)
        none = codes <= self._nothing
        none &= self._rested
        if not np.count_nonzero(none):
            return frozenset()  # as nearly always
        opens = none[3:] & none[2:-1] & ~none[1:-2]  # a lone code may be a spike
        closes = none[:-3] & none[1:-2] & ~none[2:-1]
        follows = np.diff(times) <= _FOLLOWS * forces.spans.period_ns
        close = (follows[:-2] & follows[1:-1] & follows[2:])[:, None]
        found = set[int]()
        for breaks, far, near, gone in ((opens, 0, 1, 2), (closes, 3, 2, 1)):
            rows, channels = (breaks & close).nonzero()
            far_n, near_n, gone_n = (forces.newtons(codes[rows + k]) for k in (far, near, gone))
            own, other = ((np.arange(len(rows)), c) for c in (channels, self._sisters[channels]))
            loose = np.abs(near_n[own] - far_n[own]) <= _CHANGES * far_n[own]
            loose &= np.minimum(near_n[own], far_n[own]) >= _PRESSED_N
            bounces = gone_n[other] <= _BOUNCES * near_n[other]
            bounces &= near_n[other] >= _BOUNCES_N
            found.update(forces.owners[channels[loose & ~bounces]].tolist())
        return frozenset(found)
