"""Are a petal's plugs swapped, by what its hands bring to the others?

Who presses *top* pushes the table, and its neighbours feel it; fingers on *under* alone pull at it,
and lift them. So a hand that seems to press *under* alone while its neighbours are pushed presses
*top*, whose plug is in the other's place. A grab shows it too: its two sensors come some
milliseconds apart, and until then it is a palm or fingers alone. Plugs in order are nothing to tell
of: palms show them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration
from drivers.extremes import greatest, mean

Floats = npt.NDArray[np.float64]

_LEAST_N = 3.0
_ALONE = 0.3  # of the one sensor's force, the other carries less
_LEAST_COUPLED_N = 0.15  # a sensor shows less badly
_PUSHED = 0.4  # of what the push would bring: fingers alone bring nothing, or less
_FREE_N, _BEFORE_HAND = 0.3, 10  # beyond the most that is coupled a hand comes, or was coming
BEFORE_SCANS = 10  # what these show, an elbow on the table or a bag, no hand has pushed
# Of the greatest force on *under*, what presses it; so much of a push a sensor surely shows.
_PRESSED, _MUST_SHOW_N = 0.5, 0.4


def pulls(under_n: Floats, shares: Floats, newtons: Floats) -> bool:
    """Do fingers pull that press *under* alone, float64[n], rather than push by swapped plugs? Most
    of the sensors which that push must load, by its known ``shares``, float64[c], show none of it
    in ``newtons``, float64[n, c].
    """
    rows = under_n >= _PRESSED * greatest(under_n)
    pushed_n = mean(under_n[rows]) * shares
    must_show = pushed_n >= _MUST_SHOW_N
    shown_n = newtons[rows][:, must_show].mean(axis=0)
    not_pushed = np.count_nonzero(shown_n <= _PUSHED * pushed_n[must_show])
    return bool(2 * not_pushed > np.count_nonzero(must_show))


class Plugs:
    """What each touch has shown, once. ``own``: the petal of each channel; ``tops`` and ``unders``:
    the channels of each petal. Without weighed shares nothing is ever shown."""

    def __init__(
        self,
        own: npt.NDArray[np.intp],
        tops: npt.NDArray[np.intp],
        unders: npt.NDArray[np.intp],
        calibration: Calibration,
    ) -> None:
        self._own, self._tops, self._unders = own, tops, unders
        self._shares = calibration.pushes(len(tops))
        self._weighed = bool(np.count_nonzero(self._shares))
        self._asked: set[int] = set()  # petals whose present touch has answered
        self._there_n: Floats = np.zeros((len(tops), len(own)))  # before each petal's touch

    def take(self, newtons: Floats, pressed: npt.NDArray[np.bool_]) -> Iterator[int]:
        """Take a block of forces and the ``BEFORE_SCANS`` before it, float64[n, c]; ``pressed``:
        bool[s], the petals that hands were on. Gives the petals whose hands have pushed the table
        by swapped plugs."""
        if not self._weighed:
            return
        hands = pressed.nonzero()[0].tolist()
        self._asked.intersection_update(hands)
        top, under = newtons[:, self._tops], newtons[:, self._unders]
        push = np.maximum(top, under)  # the most that each may push the table with
        for petal in [petal for petal in hands if petal not in self._asked]:
            most = int(push[:, petal].argmax())
            (before,) = (push[:most, petal] <= _FREE_N).nonzero()
            if len(before):
                there_n = newtons[before[-BEFORE_SCANS:]].mean(axis=0)
                self._there_n[petal] = np.maximum(there_n, 0.0)  # others may have lifted it
            alone = (under[:, petal] >= _LEAST_N) & (top[:, petal] <= _ALONE * under[:, petal])
            if not np.count_nonzero(alone):
                continue
            if self._pushed(petal, alone, newtons, push, pressed) >= _PUSHED:
                self._asked.add(petal)
                yield petal

    def rest(self) -> None:
        """Nobody touches the pad."""
        self._asked.clear()

    def _pushed(
        self,
        petal: int,
        alone: npt.NDArray[np.bool_],
        newtons: Floats,
        push: Floats,
        pressed: npt.NDArray[np.bool_],
    ) -> float:
        """How much of the push that *under* of ``petal`` would be, while it was pressed
        ``alone``, the other petals have felt; 0: nobody was free to feel it."""
        most_n = greatest(push[alone, petal]) * self._shares[:, petal]
        (channels,) = (most_n >= _LEAST_COUPLED_N).nonzero()
        shares, own = self._shares[channels], self._own[channels]
        expected = push[:, petal, None] * shares[:, petal]
        others_n = push @ shares.T - expected
        rows = alone[:, None] & (others_n <= _ALONE * expected) & (expected >= _LEAST_COUPLED_N)
        hands = pressed[own] & (push[:, own] > _FREE_N + expected + others_n)
        none = ~np.logical_or.reduce(hands)
        came = np.where(none, len(push) - 1, hands.argmax(axis=0) - _BEFORE_HAND)
        rows &= np.arange(len(push))[:, None] < came
        at, of = rows.nonzero()
        shown = newtons[at + 1, channels[of]] - self._there_n[petal, channels[of]]  # a little late
        caused = expected[at, of]
        return float(shown @ caused) / float(caused @ caused) if len(at) else 0.0
