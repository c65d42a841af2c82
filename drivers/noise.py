"""Idle noise: what moves on sensors that nobody touches, and is no finger and no table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.baseline import Codes, Floats
from drivers.board import BoardInfo
from drivers.pad_config import PadConfig
from drivers.times import SECOND

Flags = npt.NDArray[np.bool_]
_DRUMS_HZ = 45.0  # hum and noise are faster than fingers that drum
_COMMON = 0.8  # so well does what moves all petals correlate with one that it moves
_OWN = 3  # a block of noise of its own says as much as so many of one that all petals show
_TINY = 1e-9


class IdleNoise:
    """Which channels are noisy, by block after block of scans; ``heard``: some have been in the
    last one."""

    def __init__(self, info: BoardInfo, owners: npt.NDArray[np.intp], config: PadConfig) -> None:
        self._full_code, self._owners = info.full_code, owners
        self._told = _OWN * config.noisy_blocks
        # Of a sine's variance, the mean square of what it moves by from scan to scan.
        self._drums = 4.0 * np.sin(np.pi * _DRUMS_HZ * info.scan_period_ns / SECOND) ** 2
        self._blocks = np.zeros(len(info.channels), dtype=np.int64)
        self.heard = False

    def take(self, noisy: Flags, codes: Codes) -> tuple[Flags, Flags]:
        """A block of ``codes``, uint16[n, c], is over in which some channels may have been
        ``noisy``, bool[c]: which of them are surely noisy by now, and which are surely not."""
        noise, common = self._is_noise(noisy, codes)
        self._blocks = np.where(noise, self._blocks + np.where(common, 1, _OWN), 0)
        self.heard = bool(np.count_nonzero(self._blocks))
        return self._blocks >= self._told, self._blocks == 0

    def _is_noise(self, noisy: Flags, codes: Codes) -> tuple[Flags, Flags]:
        """Which channels that were ``noisy`` moved as no finger does that drums on a petal; and
        which of them as all other petals did: somebody drums on the table, or there is hum."""
        moved = codes.astype(np.float64)
        moved = np.where(moved < self._full_code, moved, np.median(moved, axis=0))  # it is none
        variance = moved.var(axis=0)
        jumps = np.diff(moved, axis=0)
        noise: Flags = noisy & ((jumps**2).sum(axis=0) > self._drums * variance * len(jumps))
        common = np.zeros_like(noise)
        shapes: Floats = (moved - moved.mean(axis=0)) / np.sqrt(np.maximum(variance, _TINY))
        for channel in np.flatnonzero(noise).tolist():
            others = shapes[:, self._owners != self._owners[channel]].sum(axis=1)
            alike = float(others @ shapes[:, channel]) / max(float(others.std()), _TINY)
            common[channel] = alike >= _COMMON * len(codes)
        return noise, common
