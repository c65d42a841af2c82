"""Does a petal's sensor read otherwise than its sisters, since the table was weighed?

Nobody knows how hard a hand presses; but what a palm on one petal couples into another is a share
that the table keeps to. A petal that reads 30 % too little seems to couple 1 / 0.7 of its shares
into all its neighbours, and to receive 0.7 of theirs. Each palm that is felt beside it says so by
the logarithm of the share that it shows, of the weighed one: within 2 % of the last palm's most
often, within 40 % whatever else a hand does. So each share that is more than half as far off as
such a petal's is one more against it, any other one less, and it is believed once two neighbours
have borne it out. Grabs say nothing: what a pinch couples is hardly known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration

Floats = npt.NDArray[np.float64]

_LEAST_PUSH_N, _MOST_PINCH_N = 2.0, 1.5  # a palm
_LEAST_COUPLED_N = 0.25
_LEAST_SHARE = 0.014  # less was no weighing: 0.14 N under the heavy weight, hard to read
_FREE_N, _FREE = 0.15, 2.0  # beyond so much of what may be coupled a hand is there …
_BEFORE_HAND = 8  # … and may have been for so many scans
_LOAD_N = 0.3
_ODD_N, _ODD = 0.05, 0.1  # of the greatest, off a share: not of its shape
_PRIOR_N2, _LEAST_N2 = 0.5, 4.0  # of a share as it was weighed; what shows one
_LEAST_LOG = -2.3
_HALF = 0.21  # log, of 30 %: sound sensors drift by 10 % since the weighing
_STEP = 0.15  # log: by more than so much none of them moves what is known
_APART = 0.14  # log: a share that differs by more from the weighed one is no sound pair's
_SURE, _MOST = 7, 5  # palms; the most that one neighbour bears out: one alone never does
_AHEAD = 2  # of any other petal: of two nobody knows which is the odd one
_LOW, _HIGH = 0, 1


@dataclass(frozen=True, slots=True)
class _Shown:
    """A push on petal ``source`` has shown its share in ``channel`` to be so much greater (log)."""

    source: int
    channel: int
    log: float


class Sisters:
    """The evidence of one board. ``own``: the petal of each channel; ``odd``: the petals that
    surely read too little or too much. Without weighed shares nothing is ever told."""

    def __init__(self, own: npt.NDArray[np.intp], calibration: Calibration) -> None:
        self._own = own
        count, petals = len(own), int(own.max(initial=-1)) + 1
        self._petals = petals
        self._weighed: Floats = np.zeros((count, 2 * petals))
        for channel, weighed in enumerate(calibration.channels):
            if weighed.shares:
                self._weighed[channel] = np.ravel(weighed.shares, order="F")
        self._known: Floats = np.zeros((petals, count))  # log, of the weighed shares
        self._palms: Floats = np.ones((petals, count))  # that have shown it: the weighing is one
        # Palms by which each petal reads too little, and too much, by the petal that bears it out.
        self._evidence: Floats = np.zeros((petals, 2, petals))
        self._side: dict[int, int] = {}

    @property
    def odd(self) -> frozenset[int]:
        """The petals that stand off their sisters."""
        return frozenset(self._side)

    def take(
        self,
        newtons: Floats,
        sources: Floats,
        pressed: npt.NDArray[np.bool_],
        loads_n: Sequence[float] | float = 0.0,
    ) -> None:
        """Take a block of forces, float64[n, c] and float64[n, 2 s]; ``pressed``: bool[s], the
        petals that hands were on; ``loads_n``: what lies on each channel, which is
        bent by it."""
        greatest = sources.max(axis=0)
        push, pinch = greatest[: self._petals], greatest[self._petals :]
        palms = pressed & (push >= _LEAST_PUSH_N) & (pinch < _MOST_PINCH_N)
        if not palms.any():
            return
        free = np.broadcast_to(np.abs(loads_n) < _LOAD_N, self._own.shape)
        np.logical_and.at(palms, self._own, free)
        (strong,) = (pressed & (np.maximum(push, pinch) >= _LEAST_PUSH_N)).nonzero()
        most = self._weighed[:, : self._petals] * np.where(palms, push, 0.0)
        felt = free & (most >= _LEAST_COUPLED_N).any(axis=1)
        for channel in np.flatnonzero(felt).tolist():
            for shown in self._shown(channel, newtons, sources, pressed, palms, strong):
                self._weigh(shown)
        self._judge()

    def _shown(
        self,
        channel: int,
        newtons: Floats,
        sources: Floats,
        pressed: npt.NDArray[np.bool_],
        palms: npt.NDArray[np.bool_],
        strong: npt.NDArray[np.intp],
    ) -> Iterator[_Shown]:
        """The shares of palms that a channel shows before a hand comes to it."""
        own, shares = int(self._own[channel]), self._weighed[channel]
        end = len(newtons)
        if pressed[own]:
            level = np.maximum(*newtons.T[self._own == own])
            hands = np.flatnonzero(level > _FREE_N + _FREE * (sources @ shares))
            end = int(hands[0]) - _BEFORE_HAND if len(hands) else end
        others = strong[strong != own]
        if end <= 0 or not len(others):
            return
        causes = sources[:end, others] * shares[others]
        causes += sources[:end, self._petals + others] * shares[self._petals + others]
        clear = palms[others] & (shares[others] >= _LEAST_SHARE)
        clear &= causes.max(axis=0) >= _LEAST_COUPLED_N
        if not clear.any():
            return
        read, prior = newtons[:end, channel], _PRIOR_N2 * np.eye(len(others))
        covariance = np.linalg.inv(causes.T @ causes + prior)
        fitted = covariance @ (causes.T @ read + _PRIOR_N2)
        explained = causes @ fitted
        if np.abs(read - explained).max() > _ODD_N + _ODD * max(float(explained.max()), 0.0):
            return
        clear &= covariance.diagonal() * _LEAST_N2 <= 1.0
        for column in np.flatnonzero(clear).tolist():
            log = float(np.log(max(fitted[column], np.exp(_LEAST_LOG))))
            yield _Shown(int(others[column]), channel, log)

    def _weigh(self, shown: _Shown) -> None:
        """What does a share say of its two petals?"""
        source, channel, other = shown.source, shown.channel, int(self._own[shown.channel])
        off = shown.log - float(self._known[source, channel])
        odd = source in self._side or other in self._side
        for petal, beside, side, shift in (
            (other, source, _HIGH, off),
            (source, other, _LOW, off),
            (source, other, _HIGH, -off),
            (other, source, _LOW, -off),
        ):
            if odd and self._side.get(petal) != side:
                continue  # who stands beside an odd one has no part in it
            palms = self._evidence[petal, side, beside] + (1.0 if shift > _HALF else -1.0)
            self._evidence[petal, side, beside] = min(max(palms, 0.0), _MOST)
        if odd:
            return  # it would be learned, and told no more
        self._palms[source, channel] += 1.0
        step = min(max(off, -_STEP), _STEP) / self._palms[source, channel]
        known = float(self._known[source, channel]) + step
        self._known[source, channel] = min(max(known, -_APART), _APART)

    def _judge(self) -> None:
        """Tell the one that has most against it; one of which nothing is left is sound again."""
        sums = self._evidence.sum(axis=2)
        for petal, side in list(self._side.items()):
            if not sums[petal, side]:
                del self._side[petal]
        sums[list(self._side)] = 0.0
        petal, side = divmod(int(sums.argmax()), 2)
        others = np.delete(sums, petal, axis=0)
        if sums[petal, side] < max(_SURE, float(others.max(initial=0.0)) + _AHEAD):
            return
        self._side[petal] = side
        self._evidence[:, :, petal] = 0.0  # it was this one, not those beside it
