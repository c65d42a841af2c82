"""Idle noise: what moves on sensors that nobody touches, and is no finger and no table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.baseline import Codes, Floats
from drivers.board import BoardInfo
from drivers.pad_config import PadConfig
from drivers.times import MS, SECOND

Flags = npt.NDArray[np.bool_]
_DRUMS_HZ = 45.0  # hum and noise are faster than fingers that drum
_COMMON = 0.8  # so well does what moves several petals correlate with one that it moves
_SLICE_NS = 12 * MS  # shorter than a blow on a table, longer than half a wave of hum
_QUIET = 0.25  # of a block there is quiet at the least between blows
_FELT = 0.1  # of what a sensor moves by, another petal's surely moves if it feels the same blows
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
        self._slice_scans = -(-_SLICE_NS // info.scan_period_ns)
        noisy_codes = config.noisy_fraction * info.full_code
        self._quiet_codes2 = self._slice_scans * self._drums * noisy_codes**2
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
        """Which channels that were ``noisy`` moved as no finger does that drums on a petal, nor a
        table on which somebody does; and which of them as all other petals did: there is hum."""
        moved = codes.astype(np.float64)
        moved = np.where(moved < self._full_code, moved, np.median(moved, axis=0))  # it is none
        variance = moved.var(axis=0)
        squares = np.diff(moved, axis=0) ** 2
        noise: Flags = noisy & (squares.sum(axis=0) > self._drums * variance * len(squares))
        common = np.zeros_like(noise)
        if not np.count_nonzero(noise):
            return noise, common
        slices = np.arange(0, len(squares), self._slice_scans)
        noise &= ~self._drummed(np.add.reduceat(squares, slices, axis=0))
        shapes: Floats = (moved - moved.mean(axis=0)) / np.sqrt(np.maximum(variance, _TINY))
        for channel in np.flatnonzero(noise).tolist():
            others = shapes[:, self._owners != self._owners[channel]].sum(axis=1)
            alike = float(others @ shapes[:, channel]) / max(float(others.std()), _TINY)
            common[channel] = alike >= _COMMON * len(codes)
        return noise, common

    def _drummed(self, moved: Floats) -> Flags:
        """Which channels moved in blows that another petal felt too, and for a quarter of the block
        by less than what is noise? A table bends and rocks: one petal is loaded, another lifted,
        each in its own time and shape. ``moved``: float64[k, c], by how much, slice by slice."""
        means, quiet = moved.mean(axis=0), np.quantile(moved, _QUIET, axis=0) < self._quiet_codes2
        away = moved - means
        away /= np.maximum(np.sqrt((away**2).sum(axis=0)), _TINY)
        together = (away.T @ away >= _COMMON) & (means >= _FELT**2 * means[:, None])
        together &= self._owners != self._owners[:, None]
        drummed: Flags = quiet & together.any(axis=1)
        return drummed
