"""Noise that may pass for hands: sensors that swing past 0.35 N and back as none does."""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Flags, Indices
from drivers.pad.channels.baseline import Baseline
from drivers.pad.config import PadConfig
from drivers.pad.forces import Forces
from drivers.times import SECOND

_STEPS = 8  # codes: within fewer the converter swings, and under a load these are newtons


class NoisySensors:
    """Which petals have a sensor that swings, by block after block of scans.

    It passes ``start_n``, where a touch begins, and ``release_n``, where none ends, as often as no
    finger does: what reads less makes an onset less sure, and nothing else.
    """

    def __init__(
        self, forces: Forces, baseline: Baseline, config: PadConfig, scan_period_ns: int
    ) -> None:
        self._forces, self._baseline, self._config = forces, baseline, config
        block_ns = config.block_scans * scan_period_ns
        self._least = -(-config.swings_hz * block_ns // SECOND)

    def found(self) -> frozenset[int]:
        """The petals that have swung all through the last block, as by no hand on any petal."""
        forces, last = self._forces, self._forces.kept.total
        _, _, codes = forces.kept.window(last - self._config.block_scans, last)
        above = codes >= self._baseline.triggers
        if np.count_nonzero(above[1:] > above[:-1]) < self._least:
            return frozenset()  # as nearly always: all of them together not so often
        swung = _rises(above) >= self._least
        (channels,) = (swung & (np.ptp(codes, axis=0) > _STEPS)).nonzero()
        if not len(channels):
            return frozenset()
        newtons, petals = forces.newtons(codes), forces.owners[channels]
        sources = forces.sources(newtons)
        least_n = self._config.release_n + forces.most_coupled(sources, None)[:, petals]
        own = forces.own(newtons, sources)[:, channels]
        lies_n = np.maximum(own.min(axis=0), 0.0)  # what lies there all the while does not swing
        swings = _rises(own >= least_n + lies_n)
        return frozenset(petals[swings >= self._least].tolist())


def _rises(above: Flags) -> Indices:
    """intp[c]: how often each column of bool[n, c] becomes true."""
    (rises,), count = (above[1:] > above[:-1]).reshape(-1).nonzero(), above.shape[1]
    return np.bincount(rises % count, minlength=count)
