"""Noise that may pass for hands: sensors that swing past 0.35 N and back as none does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.baseline import Baseline, Floats
from drivers.forces import Forces
from drivers.pad_config import PadConfig
from drivers.times import SECOND


class Swings:
    """Which petals have a sensor that swings, by block after block of scans.

    A swing begins below ``start_n``, where no touch is, and goes beyond ``release_n``, where none
    ends: whatever reads less makes an onset less sure, and nothing else.
    """

    def __init__(
        self, forces: Forces, baseline: Baseline, config: PadConfig, scan_period_ns: int
    ) -> None:
        self._forces, self._baseline, self._config = forces, baseline, config
        block_ns = config.block_scans * scan_period_ns
        self._least = -(-config.swings_hz * block_ns // SECOND)

    def found(self) -> frozenset[int]:
        """The petals that have swung all through the last block, as by no hand on any petal."""
        forces, last = self._forces, self._forces.total
        _, _, codes = forces.window(last - self._config.block_scans, last)
        hot = codes >= self._baseline.triggers
        rises = np.count_nonzero(hot[1:] > hot[:-1], axis=0)
        (channels,) = (rises >= self._least).nonzero()
        if not len(channels):
            return frozenset()  # as nearly always
        newtons = forces.newtons(codes)
        sources = forces.sources(newtons)
        own, coupled = forces.own(newtons, sources), forces.most_coupled(sources, None)
        return frozenset(
            petal
            for channel, petal in zip(
                channels.tolist(), forces.owners[channels].tolist(), strict=True
            )
            if self._count(own[:, channel], coupled[:, petal]) >= self._least
        )

    def _count(self, own: Floats, coupled: Floats) -> int:
        sides: npt.NDArray[np.int8] = (own >= self._config.release_n + coupled).astype(np.int8)
        sides -= own < self._config.start_n
        sides = sides[sides != 0]
        return int(np.count_nonzero(sides[1:] > sides[:-1]))
