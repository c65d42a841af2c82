"""Does a sensor give nothing, by what it should have felt of hands on other petals?

Whoever pushes a petal pushes the table, and every sensor around shows its share of that. One that
shows nothing, again and again, is dead: *under* cannot be told so by its own petal's hands
alone, who may all lie flat on *top* and pass nothing on. But palms of which it has felt nothing
speak against it, so that less of what others push has to bear that out. It has to show what it was
known to when it last showed that it lives: a table may couple otherwise than as it was weighed, but
a dead sensor teaches nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration
from drivers.extremes import greatest_by_column, greatest_by_row

Floats = npt.NDArray[np.float64]
Columns = slice | npt.NDArray[np.intp]

_FELT_N = 0.2  # so much of a push is felt by every sensor …
_ALIVE = 0.25  # … and whoever has shown so much of it is alive, …
_ALIVE_N = 0.1  # … or so much
_SURE_N = 1.2  # that was to be felt, hand after hand
_LEAST_HANDS = 3
_LEAST_PALMS = 2  # of its own petal, in a row, under which *under* does not move at all
_FAINT_N, _BORNE_OUT_N = 0.1, 0.4  # of hands elsewhere, then


def columns(channels: list[int]) -> Columns:
    """An index of these columns; as a slice, where they are evenly spaced, much faster."""
    step = channels[1] - channels[0] if len(channels) > 1 else 1
    if channels and step > 0 and channels == list(range(channels[0], channels[-1] + 1, step)):
        return slice(channels[0], channels[-1] + 1, step)
    return np.array(channels, dtype=np.intp)


class _Missed:
    """What channels were to feel of hands, and have not, one hand after another: newtons, and of
    how many ``hands``. Less than ``least_n`` of a block says nothing."""

    def __init__(self, channels: int, least_n: float) -> None:
        self._least_n = least_n
        self.newtons = np.zeros(channels)
        self.hands = np.zeros(channels, dtype=np.intp)
        self._felt_n = np.zeros(channels)  # of the present hands, so far

    def take(self, felt: Floats, silent: npt.NDArray[np.bool_]) -> None:
        """So much of a block was to be ``felt``; which channels were ``silent``."""
        silent = silent & (felt >= self._least_n)
        if not np.count_nonzero(silent):
            return
        more = np.where(silent, np.maximum(felt - self._felt_n, 0.0), 0.0)
        self.hands += (more > 0.0) & (self._felt_n == 0.0)
        self.newtons += more
        self._felt_n += more

    def forget(self, alive: npt.NDArray[np.bool_]) -> None:
        """These channels live."""
        self.newtons[alive] = 0.0
        self.hands[alive] = 0

    def rest(self) -> None:
        """Nobody touches the pad."""
        self._felt_n[:] = 0.0


class Deaf:
    """Channels that felt nothing. ``own``: the petal of each channel. Of what nobody knows, neither
    by the weighing nor by hands, nothing has to be felt."""

    def __init__(self, own: npt.NDArray[np.intp], calibration: Calibration) -> None:
        petals = int(own.max(initial=-1)) + 1
        self._shares = calibration.pushes(petals)
        self._shares[np.arange(len(own)), own] = 0.0
        self._missed = _Missed(len(own), _FELT_N)
        self._faint = _Missed(len(own), _FAINT_N)
        self._palms = np.zeros(len(own), dtype=np.intp)  # that *under* has not felt, in a row

    def take(self, newtons: Floats, pushes: Floats, learned: Floats) -> None:
        """Take a block of forces, float64[n, c], and of what each petal is pushed by, float64[n,
        s]. ``learned``: float64[c, s], the shares of pushes as they are known by now, 0 where they
        are not."""
        felt = greatest_by_row(self._shares @ pushes.T)
        shown = greatest_by_column(newtons)
        alive = shown >= np.maximum(_ALIVE_N, _ALIVE * felt)
        self._missed.take(felt, ~alive)
        self._faint.take(felt, shown < _ALIVE * felt)
        self._shares[alive] = learned[alive]
        self._missed.forget(alive)
        self._faint.forget(alive)
        self._palms[alive] = 0

    def moved(self, under: int) -> None:
        """This *under* has moved under a hand of its own petal, or at the same time."""
        self._palms[under] = 0

    def was_still(self, under: int) -> None:
        """This *under* has not moved at all under a strong palm of its own petal."""
        self._palms[under] += 1

    @property
    def dead(self) -> frozenset[int]:
        """Those that have felt nothing often enough. Nothing of one petal says anything of another
        but by ``take``: the petals' hands come one petal after the other, not by their times."""
        missed = self._missed
        dead = (missed.newtons >= _SURE_N) & (missed.hands >= _LEAST_HANDS)
        dead |= (self._palms >= _LEAST_PALMS) & (self._faint.newtons >= _BORNE_OUT_N)
        return frozenset(dead.nonzero()[0].tolist())

    def rest(self) -> None:
        """Nobody touches the pad: whoever comes next is another one."""
        self._missed.rest()
        self._faint.rest()
