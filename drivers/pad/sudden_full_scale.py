"""A sensor that is at full scale, with nothing of a hand before: a short circuit, what the others
couple, or a hand that came from one scan to the next?

Within some milliseconds all other petals feel a hand's push; of the other two they feel nothing but
what they feel of other hands.
"""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Codes, Flags, Floats
from drivers.pad.config import LEAST_SHARE
from drivers.pad.forces import Forces
from drivers.pad.reductions import mean

_FELT_SCANS = 8  # a hand that leaps to full scale has pushed the others by then
_MEAN_SCANS = 4  # of which the mean shows some hundredths of a newton
_FREE_N = 0.2  # on which more is a hand, which moves
_FELT_N, _PUSH_N = 0.12, 2.0  # so much one shows surely, of no less than such a push
_UNSURE_N = 0.04  # and so much more may be of it than such a mean shows
_OF_LATE, _COMES = 20, 0.1  # scans; of what is coupled, so much has come since then
_LESS = 0.25  # a channel shows so much less than was learned, and no less


class SuddenFullScale:
    """``before``: uint16[c], the scan before it, of each channel that has leapt and of which it is
    not known yet. One that was no hand's is none until it leaves full scale."""

    def __init__(self, forces: Forces) -> None:
        self._forces = forces
        self._begun: dict[int, int] = {}  # scans
        self._none: set[int] = set()  # channels at full scale that no hand has brought there
        self.before: dict[int, Codes] = {}

    def is_hand(self, channel: int, order: int, before: Codes) -> bool | None:
        """Is it a hand's on petal ``order`` that is in its second scan at full scale, or later,
        after the scan ``before``? None: the others need not have felt it yet."""
        if channel in self._none:
            return False
        first = self._begun.setdefault(channel, self._forces.kept.total - 1)
        self.before.setdefault(channel, before.copy())
        if self._forces.kept.total - first < _FELT_SCANS:
            return None
        felt = self._felt(order, first)
        if not felt:
            self._none.add(channel)
        return felt

    def is_coming(self, channel: int, order: int) -> bool:
        """Does more of what others couple into a channel of petal ``order`` come? Hands that hold
        still bring nothing to full scale."""
        forces = self._forces
        view = forces.past(max(forces.kept.total - _OF_LATE, 0), forces.kept.total)
        coupled_n = forces.others(view.sources, order) @ forces.shares.expected(channel)
        before_n, now_n = mean(coupled_n[:_MEAN_SCANS]), mean(coupled_n[-_MEAN_SCANS:])
        return now_n - before_n >= _COMES * now_n

    def end(self, channel: int) -> None:
        """It is known."""
        self._begun.pop(channel, None)
        self.before.pop(channel, None)

    def keep(self, at_full: Flags) -> None:
        """Forget those that are not at full scale any more, of bool[c]."""
        for channel in [channel for channel in self._begun if not at_full[channel]]:
            self.end(channel)
        self._none = {channel for channel in self._none if at_full[channel]}

    def _felt(self, order: int, since: int) -> bool:
        forces = self._forces
        if since < 1:
            return False
        (before, _), (now, none) = self._shown(order, since), self._shown(order, forces.kept.total)
        free = (forces.owners != order) & forces.heard & (before < _FREE_N) & ~none
        more = now - np.maximum(before, 0.0)  # what comes late is taken off too early
        return is_felt(more[free], forces.shares.state[free, order])

    def _shown(self, order: int, end: int) -> tuple[Floats, Flags]:
        """float64[c]: the mean of the last scans before ``end``, without what other petals' hands
        couple; bool[c]: the channels of which any sample is none, or at full scale."""
        forces = self._forces
        view = forces.past(max(end - _MEAN_SCANS, 0), end)
        own = forces.own(view.newtons, forces.others(view.sources, order))
        none = np.zeros(own.shape[1], dtype=np.bool_)
        for samples in (view.gone, view.full):
            if samples is not None:
                none |= samples.any(axis=0)
        return own.mean(axis=0), none


def is_felt(shown: Floats, shares: Floats) -> bool:
    """Has somebody pushed a petal, by what the channels of all others show more since, float64[k],
    newtons, and what they feel of it, ``shares``, float64[k]? All of them feel it, whatever hands
    come to them; one that surely shows it is enough to bear that out."""
    telling = shares >= LEAST_SHARE
    shown, shares = shown[telling], shares[telling]
    if not len(shares):
        return False
    able = (shown + _UNSURE_N) / ((1.0 - _LESS) * shares)
    push_n = min(float(shown @ shares) / float(shares @ shares), float(able.min()))
    return push_n >= _PUSH_N and push_n * float(shares.max()) >= _FELT_N
