"""Does a sensor give nothing, by what it should have felt of hands on other petals?

Whoever lies flat on a petal pushes the table, and every sensor around shows the weighed share of
that. One that shows nothing, again and again, is dead: *under* cannot be told so by its own petal's
hands, who may all lie flat on *top*.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration

Floats = npt.NDArray[np.float64]

_FLAT = 0.3  # of *top*, *under* carries less
_FELT_N = 0.4  # so much of a push is felt by every sensor …
_ALIVE_N = 0.15  # … and whoever has shown so much is alive
_LEAST_SCANS = 10
_TIMES = 3  # in a row


class Deaf:
    """Channels that felt nothing. ``own``: the petal of each channel; ``tops`` and ``unders``: the
    channels of each petal; ``told``: those that have felt nothing often enough. Without weighed
    shares nothing is ever told."""

    def __init__(
        self,
        own: npt.NDArray[np.intp],
        tops: npt.NDArray[np.intp],
        unders: npt.NDArray[np.intp],
        calibration: Calibration,
    ) -> None:
        self._tops, self._unders = tops, unders
        self._shares = calibration.pushes(len(tops))
        self._shares[np.arange(len(own)), own] = 0.0
        self._times = np.zeros(len(own), dtype=np.intp)
        self._counted = np.zeros(len(own), dtype=np.bool_)  # of the present hands
        self.told: frozenset[int] = frozenset()

    def take(self, newtons: Floats) -> None:
        """Take a block of forces, float64[n, c]."""
        top, under = newtons[:, self._tops], newtons[:, self._unders]
        pushes = np.where(under <= _FLAT * top, np.maximum(top, 0.0), 0.0)
        felt = np.count_nonzero(pushes @ self._shares.T >= _FELT_N, axis=0) >= _LEAST_SCANS
        alive = newtons.max(axis=0) >= _ALIVE_N
        self._times[felt & ~alive & ~self._counted] += 1
        self._counted |= felt
        self._times[alive] = 0
        self.told = frozenset(np.flatnonzero(self._times >= _TIMES).tolist())

    def rest(self) -> None:
        """Nobody touches the pad: whoever comes next is another one."""
        self._counted[:] = False
