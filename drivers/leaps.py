"""A sensor that is at full scale from one scan to the next: a short circuit, or a hand?

A hand that comes so quickly shows nothing before the sensor saturates. Within some milliseconds all
other petals feel its push; of a short circuit they feel nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.forces import Forces

Floats = npt.NDArray[np.float64]

_FELT_SCANS = 8  # a hand that leaps to full scale has pushed the others by then
_MEAN_SCANS = 4  # of which the mean shows some hundredths of a newton
_LEAST_SHARE = 0.004  # a share that is less shows nothing
_FELT_N, _PUSH_N = 0.12, 2.0  # so much one shows surely, of no less than such a push
_UNSURE_N = 0.04  # and so much more may be of it than such a mean shows
_LESS = 0.25  # a channel shows so much less than was learned, and no less


class Leaps:
    """The channels that have leapt and of which it is not known yet."""

    def __init__(self, forces: Forces) -> None:
        self._forces = forces
        self._begun: dict[int, tuple[int, int]] = {}  # the first scan there, the code before

    def __contains__(self, channel: int) -> bool:
        return channel in self._begun

    def may_be_hand(self, channel: int, order: int, rest: int) -> bool:
        """May it be a hand's on petal ``order`` that is in its second scan at full scale, or later,
        after ``rest``? Until the others must have felt it."""
        first, _ = self._begun.setdefault(channel, (self._forces.total - 1, rest))
        if self._forces.total - first < _FELT_SCANS:
            return True
        felt = self._felt(order, first)
        if felt:
            del self._begun[channel]
        return felt

    def take_rest(self, channel: int) -> int | None:
        """The code before a leap that was none of a hand; it is forgotten."""
        _, rest = self._begun.pop(channel, (0, None))
        return rest

    def keep(self, at_full: npt.NDArray[np.bool_]) -> None:
        """Forget those that are not at full scale any more, of bool[c]."""
        for channel in [channel for channel in self._begun if not at_full[channel]]:
            del self._begun[channel]

    def _felt(self, order: int, since: int) -> bool:
        forces = self._forces
        if since < 1:
            return False
        shown = [self._shown(order, end).mean(axis=0) for end in (since, forces.total)]
        beside = forces.owners != order
        shares = forces.shares.state[beside, order]
        return is_felt((shown[1] - shown[0])[beside], shares)

    def _shown(self, order: int, end: int) -> Floats:
        """float64[n, c]: the last scans before ``end``, without what other petals' hands couple."""
        forces = self._forces
        _, _, codes = forces.window(max(end - _MEAN_SCANS, 0), end)
        newtons = forces.newtons(codes)
        return forces.own(newtons, forces.others(forces.sources(newtons), order))


def is_felt(shown: Floats, shares: Floats) -> bool:
    """Has somebody pushed a petal, by what the channels of all others show more since, float64[k],
    newtons, and what they feel of it, ``shares``, float64[k]? All of them feel it, whatever hands
    come to them; one that surely shows it is enough to bear that out."""
    telling = shares >= _LEAST_SHARE
    shown, shares = shown[telling], shares[telling]
    if not len(shares):
        return False
    able = (shown + _UNSURE_N) / ((1.0 - _LESS) * shares)
    push_n = min(float(shown @ shares) / float(shares @ shares), float(able.min()))
    return push_n >= _PUSH_N and push_n * float(shares.max()) >= _FELT_N
