"""Are a petal's plugs swapped, by what its hands bring to the others?

Who presses *top* pushes the table, and its neighbours feel it; fingers on *under* alone pull at it,
and lift them. So a hand that seems to press *under* alone while its neighbours are pushed presses
*top*, whose plug is in the other's place. A grab shows it too: its two sensors come some
milliseconds apart, and until then it is a palm or fingers alone. Plugs in order are nothing to tell
of: palms show them. Where a petal has pushed by either sensor that table couples fingers so, and
they say nothing of the others: on swapped plugs what *top* shows alone are fingers, which pull.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.channels.calibration import Calibration
from drivers.pad.reductions import greatest, mean

_LEAST_N = 3.0
_ALONE = 0.3  # of the one sensor's force, the other carries less
_LEAST_COUPLED_N = 0.15  # a sensor shows less badly
# Of what the push would bring; fingers bring nothing or less, at some tables up to half of it.
_PUSHED = 0.65
_SHOWS = 0.4  # or beyond that all but ``_HIDDEN_N``: a sensor which a push loads, beside fingers
_FREE_N, _BEFORE_HAND = 0.3, 10  # beyond the most that is coupled a hand comes, or was coming
BEFORE_SCANS = 10  # what these show, an elbow on the table or a bag, no hand has pushed
# Of the greatest force on *under*, what presses it; with less it has not come yet. Scans before it.
_PRESSED, _COMES_N, _JUST_BEFORE = 0.5, 0.5, 5
# Of so much of a push a sensor shows all but so much; not if a hand presses it, which trembles.
_MUST_SHOW_N, _HIDDEN_N, _TREMBLES = 0.25, 0.2, 0.2


def pulls(under_n: Floats, shares: Floats, newtons: Floats) -> bool:
    """Do fingers pull that press *under* alone, float64[n], rather than push by swapped plugs? Most
    of the sensors which that push must load, by its known ``shares``, float64[c], show none of it
    in ``newtons``, float64[n, c], beyond what hands pressed them with before it came.
    """
    rows = under_n >= _PRESSED * greatest(under_n)
    pushed_n = mean(under_n[rows]) * shares
    comes = int((under_n >= _COMES_N).argmax())
    before = newtons[max(comes - _JUST_BEFORE, 0) : comes]
    lay_n = before.mean(axis=0) if len(before) else np.zeros_like(pushed_n)
    must_show = pushed_n >= np.maximum(_MUST_SHOW_N, _TREMBLES * lay_n)
    shown_n = newtons[rows][:, must_show].mean(axis=0) - lay_n[must_show]
    least_n = np.minimum(_SHOWS * pushed_n, pushed_n - _HIDDEN_N)[must_show]
    return bool(2 * np.count_nonzero(shown_n <= least_n) > len(least_n))


class Plugs:
    """What each touch has shown, once. ``own``: the petal of each channel; ``tops`` and ``unders``:
    the channels of each petal. Without weighed shares nothing is ever shown."""

    def __init__(
        self,
        own: Indices,
        tops: Indices,
        unders: Indices,
        calibration: Calibration,
    ) -> None:
        self._own, self._tops, self._unders = own, tops, unders
        self._weighed_shares = self._shares = calibration.pushes(len(tops))
        self._weighed = bool(np.count_nonzero(self._shares))
        self._asked: set[int] = set()  # petals whose present touch has answered
        # Petals by whose *tops*, and *unders*, alone the others were ever pushed.
        self._tops_push: set[int] = set()
        self._unders_push: set[int] = set()
        self._there_n: Floats = np.zeros((len(tops), len(own)))  # before each petal's touch

    def take(self, newtons: Floats, pressed: Flags, heard: Flags) -> Iterator[int]:
        """Take a block of forces and the ``BEFORE_SCANS`` before it, float64[n, c]; ``pressed``:
        bool[s], the petals that hands were on; ``heard``: bool[c], the sensors that can be. Gives
        the petals whose hands have pushed the table by swapped plugs."""
        if not self._weighed:
            return
        self._shares = self._weighed_shares * heard[:, None]
        asked = pressed & (heard[self._tops] | heard[self._unders])
        hands = asked.nonzero()[0].tolist()
        self._asked.intersection_update(hands)
        top, under = newtons[:, self._tops], newtons[:, self._unders]
        push = np.maximum(top, under)  # the most that each may push the table with
        for petal in [petal for petal in hands if petal not in self._asked]:
            most = int(push[:, petal].argmax())
            (before,) = (push[:most, petal] <= _FREE_N).nonzero()
            if len(before):
                rows = before[-BEFORE_SCANS:]
                there_n = np.add.reduce(newtons[rows]) / len(rows)
                self._there_n[petal] = np.maximum(there_n, 0.0)  # others may have lifted it
            felt = newtons, push, pressed
            tops, unders = top[:, petal], under[:, petal]
            if petal not in self._tops_push and self._pushes(petal, tops, unders, *felt):
                self._tops_push.add(petal)
            if self._pushes(petal, unders, tops, *felt):
                self._asked.add(petal)
                self._unders_push.add(petal)
                if not (self._tops_push & self._unders_push) - {petal}:
                    yield petal

    def rest(self) -> None:
        """Nobody touches the pad."""
        self._asked.clear()

    def mended(self, petals: frozenset[int]) -> None:
        """The plugs of these petals are in order again: what had pushed as *under* was *top*."""
        self._unders_push -= petals

    def _pushes(
        self,
        petal: int,
        by: Floats,
        other: Floats,
        newtons: Floats,
        push: Floats,
        pressed: Flags,
    ) -> bool:
        """Have the other petals felt a push while ``petal`` was pressed on one sensor alone?"""
        alone = (by >= _LEAST_N) & (other <= _ALONE * by)
        if not np.count_nonzero(alone):
            return False
        return self._pushed(petal, alone, newtons, push, pressed) >= _PUSHED

    def _pushed(
        self,
        petal: int,
        alone: Flags,
        newtons: Floats,
        push: Floats,
        pressed: Flags,
    ) -> float:
        """How much of the push that one sensor of ``petal`` would be, while it was pressed
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
