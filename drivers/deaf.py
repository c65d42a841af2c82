"""Does a sensor give nothing, by what it should have felt of hands on other petals?

Whoever lies flat on a petal pushes the table, and every sensor around shows its share of that. One
that shows nothing, again and again, is dead: *under* cannot be told so by its own petal's hands,
who may all lie flat on *top*. It has to show what it was known to when it last showed that it
lives: a table may couple otherwise than as it was weighed, but a dead sensor teaches nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration
from drivers.extremes import greatest_by_column, greatest_by_row

Floats = npt.NDArray[np.float64]
Columns = slice | npt.NDArray[np.intp]

_FLAT = 0.3  # of *top*, *under* carries less
_FELT_N = 0.2  # so much of a push is felt by every sensor …
_ALIVE = 0.25  # … and whoever has shown so much of it is alive, …
_ALIVE_N = 0.1  # … or so much
_LEAST_SCANS = 10
_SURE_N = 1.2  # that was to be felt, hand after hand
_LEAST_HANDS = 3


def columns(channels: list[int]) -> Columns:
    """An index of these columns; as a slice, where they are evenly spaced, much faster."""
    step = channels[1] - channels[0] if len(channels) > 1 else 1
    if channels and step > 0 and channels == list(range(channels[0], channels[-1] + 1, step)):
        return slice(channels[0], channels[-1] + 1, step)
    return np.array(channels, dtype=np.intp)


class Deaf:
    """Channels that felt nothing. ``own``: the petal of each channel; ``tops`` and ``unders``: the
    channels of each petal; ``dead``: those that have felt nothing often enough."""

    def __init__(
        self,
        own: npt.NDArray[np.intp],
        tops: npt.NDArray[np.intp],
        unders: npt.NDArray[np.intp],
        calibration: Calibration,
    ) -> None:
        self.order(tops, unders)
        self._shares = calibration.pushes(len(tops))
        self._shares[np.arange(len(own)), own] = 0.0
        self._missed_n = np.zeros(len(own))  # what was to be felt, and was not, in a row
        self._hands = np.zeros(len(own), dtype=np.intp)  # that did not make themselves felt
        self._felt_n = np.zeros(len(own))  # of the present hands, so far
        self.dead: frozenset[int] = frozenset()

    def order(self, tops: Columns, unders: Columns) -> None:
        """These channels show *top* and *under* of each petal, by whatever plugs."""
        self._tops, self._unders = tops, unders

    def take(self, newtons: Floats, learned: Floats) -> None:
        """Take a block of forces, float64[n, c]; of a short one nothing is to be said. ``learned``:
        float64[c, s], the shares of pushes as they are known by now, 0 where they are not."""
        if len(newtons) < _LEAST_SCANS:
            return
        top, under = newtons[:, self._tops], newtons[:, self._unders]
        pressed = np.maximum(top, 0.0)
        pushes = pressed * (under <= _FLAT * top)
        pushes -= np.maximum(under - pressed, 0.0)  # fingers take it off again
        expected = self._shares @ pushes.T
        felt, shown = greatest_by_row(expected), greatest_by_column(newtons)
        # Who shows its part of the greatest shows that of what lasted too, and of so little nothing
        # is to be said.
        asked = (felt >= _FELT_N) & (shown < np.maximum(_ALIVE_N, _ALIVE * felt))
        felt[asked] = np.partition(expected[asked], -_LEAST_SCANS)[:, -_LEAST_SCANS]
        alive = shown >= np.maximum(_ALIVE_N, _ALIVE * felt)
        more = np.where((felt >= _FELT_N) & ~alive, np.maximum(felt - self._felt_n, 0.0), 0.0)
        self._hands += (more > 0.0) & (self._felt_n == 0.0)
        self._missed_n += more
        self._felt_n += more
        self._shares[alive] = learned[alive]
        self._missed_n[alive] = 0.0
        self._hands[alive] = 0
        dead = (self._missed_n >= _SURE_N) & (self._hands >= _LEAST_HANDS)
        self.dead = frozenset(dead.nonzero()[0].tolist())

    def rest(self) -> None:
        """Nobody touches the pad: whoever comes next is another one."""
        self._felt_n[:] = 0.0
