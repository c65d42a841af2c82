"""Does a petal's sensor read otherwise than its sisters, since the table was weighed?

Nobody knows how hard a hand presses; but what a push on one petal couples into another is a share
that the table keeps to. A petal that reads 30 % too little seems to couple 1 / 0.7 of its shares
into all its neighbours, and to receive 0.7 of theirs. Each hand shows it by the logarithm of the
share that is felt, of the one that is known: a palm as long as it lies, a grab until its fingers
pull. So each hand beside a petal is evidence for or against it, as strong as that share is sure:
the likelihood of 30 % against that of none. That it was sound for long hardly excuses it; it is
believed once two neighbours and some hands have borne it out: those on it, and those beside it.
Where the ones contradict the others a share was weighed badly, or has changed. And where the shares
of all other pairs stray more than they should, as at a table whose sensors show small forces badly,
as much more has to be shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, hypot, sqrt

import numpy as np
import numpy.typing as npt

from drivers.calibration import Calibration
from drivers.extremes import greatest, greatest_by_column, greatest_by_row

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

STANDING_COLUMNS = 3  # of the pad's state
_LEAST_PUSH_N = 2.0
_FLAT = 0.3  # of what hands would push without their pinch, they pinch away no more
_LEAST_COUPLED_N = 0.15
_LEAST_SHARE = 0.014  # less was no weighing: 0.14 N under the heavy weight, hard to read
_FREE_N, _FREE = 0.15, 2.0  # beyond so much of what may be coupled a hand is there …
_BEFORE_HAND = 8  # … and may have been for so many scans
_LEAST_SCANS = 8
_LOAD_N = 0.3
_ODD_N, _ODD = 0.05, 0.35  # of the greatest, off a share: not of its shape
_PRIOR_N2, _LEAST_N2 = 0.2, 1.0  # of a share as it was weighed; what shows one
_LEAST_LOG = -2.3
# One sigma of a share that a hand shows (log), and of what was weighed, or learned, by its hands;
# of a share that is hardly felt, newtons; of one whose shape is off, for each part of it.
_SIGMA, _WEIGHED, _FELT_N, _SHAPE = 0.09, 0.2, 0.035, 0.3
_WEIGHED_N, _BENDS = 10.0, 0.05  # for each e-fold of a push above the heavy weight
_OFF, _HALF = 0.36, 0.21  # log, of 30 %; sound sensors drift by 10 % since the weighing
_OFF_SIGMA = 0.1  # of who is told: it need not be 30 %
# log: by more than so much no hand moves what is known; by less, if it is one against a petal.
_STEP, _DOUBTED = 0.15, 0.05
_APART = 0.2  # log: a share that differs by more from the weighed one is no sound pair's
_MOST_A_HAND, _MOST_A_NEWTON = 2.0, 8.0  # evidence of one hand, and by what it brings
_LEAST, _MOST = -1.5, 6.0  # … and of all hands beside one neighbour: one alone never tells
_SURE = 8.0
_AHEAD = 2.0  # of any other petal: of two nobody knows which is the odd one
_LEAST_ROLE, _MOST_ROLE = -9.0, 12.0  # evidence of all hands on a petal, or of all beside it
_FORGOTTEN = 20  # so many hands beside a petal, and none on it: what those said is past
_AGAINST = 1.25  # times the less of the two that is below nothing, more has to be shown
# How far, squared, the shares of other pairs stray, in what their errors say: so surely it is taken
# to be 1 before any hand, so much one hand says at most, and so little is believed.
_STRAYS, _MOST_STRAY, _LEAST_STRAYS = 30.0, 9.0, 0.8
_LOW, _HIGH = 0, 1
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class _Shown:
    """A push has shown its share to be so much greater (log), by an error squared; so much of it
    was felt."""

    log: float
    variance: float
    felt_n: float


class Sisters:
    """The evidence of one board. ``own``: the petal of each channel; ``odd``: the petals that
    surely read too little or too much. Without weighed shares nothing is ever told.

    ``state``: float64[c, 3], replaced and never changed in place: how much more the petal of each
    channel carries than it reads (log), one sigma of that, and whether it is set aside (0, 1). Who
    begins with one, to decode stored samples, goes by that, whatever their hands show.
    """

    def __init__(
        self, own: npt.NDArray[np.intp], calibration: Calibration, state: Floats | None = None
    ) -> None:
        self._own = own
        count, petals = len(own), int(own.max(initial=-1)) + 1
        self._petals = petals
        self._first = [int((own == petal).argmax()) for petal in range(petals)]
        self._weighed: Floats = np.zeros((count, 2 * petals))
        for channel, weighed in enumerate(calibration.channels):
            if weighed.shares:
                self._weighed[channel] = np.ravel(weighed.shares, order="F")
        self._known: Floats = np.zeros((petals, count))  # log, of the weighed shares
        self._hands: Floats = np.ones((petals, count))  # that have shown it: the weighing is one
        self._on = np.zeros(petals, dtype=np.bool_)  # who was pressed in the block before
        # The surest of what the present hands have shown, by source and channel.
        self._shown: dict[tuple[int, int], _Shown] = {}
        # That each petal reads too little, and too much, by the petal that bears it out.
        self._evidence: Floats = np.zeros((petals, 2, petals))
        # … and of the hands beside it, and on it: who reads too little does so of both.
        self._roles: Floats = np.zeros((petals, 2, 2))
        self._beside = [0] * petals  # the hands beside each petal since the last one on it
        # How far the shares of each pair stray, and by how many hands.
        self._strays: Floats = np.zeros((2, petals, petals))
        self._side: dict[int, int] = {}
        self._given = state is not None
        self.state: Floats = np.zeros((count, STANDING_COLUMNS)) if state is None else state
        self.aside: frozenset[int] = frozenset(own[self.state[:, -1] > 0.0].tolist())

    def set_aside(self, petals: frozenset[int]) -> None:
        """Say nothing of these petals, nor by them: their plugs are swapped, so each sensor is read
        by the other's curve."""
        self.aside = petals
        for petal in petals:
            self._side.pop(petal, None)
            self._evidence[petal] = self._evidence[:, :, petal] = 0.0
            self._strays[:, petal] = self._strays[:, :, petal] = 0.0
        if petals:  # what their hands have said of those beside them cannot be told apart
            self._roles[:] = 0.0
        for pair in [(p, c) for p, c in self._shown if {p, int(self._own[c])} & petals]:
            del self._shown[pair]
        self._stand()

    @property
    def odd(self) -> frozenset[int]:
        """The petals that stand off their sisters."""
        return frozenset(self._side)

    def off(self, petal: int) -> tuple[float, float]:
        """How much more a petal carries than it reads (log), and one sigma of that, as it was known
        when nobody touched the pad: the hands of one race are all read alike."""
        more, doubt, _ = self.state[self._first[petal]].tolist()
        return more, doubt

    def least(self, petal: int, errors: float, sigma: float) -> float:
        """What a petal's sensors make of a newton at the least, by so many errors of this and of a
        calibration that is known to ``sigma``."""
        more, doubt = self.off(petal)
        return exp(min(-more, 0.0)) * (1.0 - errors * hypot(sigma, doubt))

    def _stand(self) -> None:
        """From now on petals are read as is known by now."""
        state = self.state.copy()
        state[:, -1] = [petal in self.aside for petal in self._own.tolist()]
        if not self._given:
            borne_out = np.maximum(self._evidence, 0.0)
            sums = borne_out.sum(axis=2)
            offs = [self._off(petal, borne_out, sums) for petal in range(self._petals)]
            state[:, :2] = np.array(offs)[self._own]
        if np.count_nonzero(state != self.state):
            self.state = state

    def _off(self, petal: int, borne_out: Floats, sums: Floats) -> tuple[float, float]:
        """``off`` by how surely a petal is known to stand off its sisters, and to which side. What
        a pair has shown speaks for either of them, as much as all others bear it out; of two petals
        nobody knows which. ``sums``: of all that is ``borne_out``, float64[s, 2]."""
        side = self._side.get(petal)
        if side is not None:
            return (_OFF, -_OFF)[side], _OFF_SIGMA
        if not np.count_nonzero(sums[petal]):
            return 0.0, 0.0
        either = sums[petal][:, None] + sums[:, ::-1].T  # it reads too little, or that too much
        parts = sums[petal][:, None] / np.maximum(either, _TINY) * (self._petals > 2)
        alone, shared = sums[petal].sum(), (borne_out[petal] * parts).sum(axis=1)
        low, high = (shared / max(alone, _SURE)).tolist()
        return _OFF * (low - high), _OFF * sqrt(min(alone / _SURE, 1.0) - (low - high) ** 2)

    def take(
        self,
        newtons: Floats,
        sources: Floats,
        pressed: Flags,
        loads_n: Sequence[float] | float,
    ) -> None:
        """Take a block of forces, float64[n, c] and float64[n, 2 s]; ``pressed``: bool[s], the
        petals that hands were on; ``loads_n``: what lies on each channel, which is
        bent by it."""
        if not np.count_nonzero(self._weighed):
            return
        self._settle(~pressed)
        before, self._on = self._on, pressed
        pushed = greatest_by_column(sources[:, : self._petals])
        (strong,) = (pressed & (pushed >= _LEAST_PUSH_N)).nonzero()
        if not len(strong):
            return
        loaded = np.zeros(len(self._own), dtype=np.bool_)
        loaded |= np.abs(loads_n) >= _LOAD_N
        bent = np.zeros(self._petals, dtype=np.bool_)
        bent[self._own[loaded]] = True
        shares = self._weighed[:, strong]
        most_n = shares * (shares >= _LEAST_SHARE) * (pushed[strong] * ~bent[strong])
        usable = (
            ~loaded & ~(pressed & before)[self._own] & (greatest_by_row(most_n) >= _LEAST_COUPLED_N)
        )
        for channel in usable.nonzero()[0].tolist():
            for source, shown in self._felt(channel, newtons, sources, pressed, strong):
                last = self._shown.get((source, channel))
                sound = not (bent[source] or {source, int(self._own[channel])} & self.aside)
                if sound and (last is None or shown.variance < last.variance):
                    self._shown[source, channel] = shown

    def rest(self) -> None:
        """Nobody touches the pad."""
        if np.count_nonzero(self._on):
            self._on = np.zeros(self._petals, dtype=np.bool_)
            self._settle(~self._on)
            self._stand()

    def _felt(
        self,
        channel: int,
        newtons: Floats,
        sources: Floats,
        pressed: Flags,
        strong: npt.NDArray[np.intp],
    ) -> Iterator[tuple[int, _Shown]]:
        """The shares of pushes that a channel shows before a hand comes to it, by source."""
        own, count = int(self._own[channel]), self._petals
        others, shares = strong[strong != own], self._weighed[channel]
        pushes = sources[:, others] * shares[others]
        pushes[1:] = (pushes[1:] + pushes[:-1]) / 2  # they come a little late
        pinched = sources[:, count + others] * shares[others]
        ones = np.ones(len(others))
        pinch = pinched @ ones
        flat = pinch <= _FLAT * (pushes @ ones + pinch)
        if pressed[own]:
            level = np.maximum(*(newtons[:, c] for c in (self._own == own).nonzero()[0]))
            (hands,) = (level > _FREE_N + _FREE * (sources @ shares)).nonzero()
            flat[max(int(hands[0]) - _BEFORE_HAND, 0) if len(hands) else len(flat) :] = False
        causes = pushes[flat]
        if len(causes) < _LEAST_SCANS:
            return
        felt_n = greatest_by_column(causes)
        clear = (shares[others] >= _LEAST_SHARE) & (felt_n >= _LEAST_COUPLED_N)
        if not np.count_nonzero(clear):
            return
        read = newtons[:, channel][flat] - sources[flat, count:] @ shares[count:]
        precision = causes.T @ causes
        precision.reshape(-1)[:: len(others) + 1] += _PRIOR_N2  # on its diagonal
        covariance = np.linalg.inv(precision)
        fitted = covariance @ (causes.T @ read + _PRIOR_N2)
        explained = causes @ fitted
        most_n = max(greatest(explained), _LEAST_COUPLED_N)
        odd_n = greatest(np.abs(read - explained))
        if odd_n > _ODD_N + _ODD * most_n:
            return
        clear &= covariance.diagonal() * _LEAST_N2 <= 1.0
        for column in clear.nonzero()[0].tolist():
            log = float(np.log(max(fitted[column], np.exp(_LEAST_LOG))))
            bent = _BENDS * max(
                float(np.log(greatest(sources[:, others[column]]) / _WEIGHED_N)), 0.0
            )
            errors = _SIGMA, _FELT_N / felt_n[column], _SHAPE * odd_n / most_n, bent
            variance = float(sum(error * error for error in errors))
            yield int(others[column]), _Shown(log, variance, float(felt_n[column]))

    def _settle(self, gone: Flags) -> None:
        """What have the hands shown that are gone?"""
        pairs: defaultdict[tuple[int, int], list[_Shown]] = defaultdict(list)
        for source, channel in [key for key in self._shown if gone[key[0]]]:
            shown = self._shown.pop((source, channel))
            pair = source, int(self._own[channel])
            pairs[pair].append(
                self._of_known(
                    shown, source, channel, learns=not any(petal in self._side for petal in pair)
                )
            )
        for (source, other), witnesses in pairs.items():
            self._weigh(source, other, witnesses)
        if pairs:
            self._judge()

    def _of_known(self, shown: _Shown, source: int, channel: int, learns: bool) -> _Shown:
        """How far a share is off what is known of it; if it ``learns``, it is known better now."""
        known, hands = float(self._known[source, channel]), float(self._hands[source, channel])
        off, variance = shown.log - known, shown.variance + _WEIGHED**2 / hands
        if learns:
            stray = min(off * off / variance, _MOST_STRAY)
            self._strays[:, source, int(self._own[channel])] += stray, 1.0
            self._hands[source, channel] += 1.0
            step = _STEP if abs(off) <= _HALF else _DOUBTED
            known += min(max(off, -step), step) / (hands + 1.0)
            self._known[source, channel] = min(max(known, -_APART), _APART)
        return _Shown(off, variance, shown.felt_n)

    def _weigh(self, source: int, other: int, witnesses: Sequence[_Shown]) -> None:
        """What does a hand on ``source`` say of both petals, by the sensors of ``other``? They are
        wrong together."""
        weights = [1.0 / shown.variance for shown in witnesses]
        off = sum(w * shown.log for w, shown in zip(weights, witnesses, strict=True)) / sum(weights)
        most = min(_MOST_A_HAND, _MOST_A_NEWTON * max(shown.felt_n for shown in witnesses))
        odd = source in self._side or other in self._side
        self._beside[source], self._beside[other] = 0, self._beside[other] + 1
        for petal, beside, side, shift in (
            (other, source, _HIGH, off),
            (source, other, _LOW, off),
            (source, other, _HIGH, -off),
            (other, source, _LOW, -off),
        ):
            if odd and self._side.get(petal) != side:
                continue  # who stands beside an odd one has no part in it
            likelihood = max(weights) * _OFF * (shift - _HALF)
            before = float(self._evidence[petal, side, beside])
            evidence = before + min(max(likelihood, -_MOST_A_HAND), most)
            evidence = min(max(evidence, _LEAST), _MOST)
            self._evidence[petal, side, beside] = evidence
            role = petal, side, int(petal == source)
            of_role = float(self._roles[role]) + evidence - before
            self._roles[role] = min(max(of_role, _LEAST_ROLE), _MOST_ROLE)

    def _judge(self) -> None:
        """Tell the one that has most against it; one of which nothing is left is sound again."""
        sums = self._evidence.sum(axis=2)
        for petal, side in list(self._side.items()):
            if sums[petal, side] <= 0.0:
                del self._side[petal]
        sums[list(self._side)] = 0.0
        petal, side = divmod(int(sums.argmax()), 2)
        others = np.delete(sums, petal, axis=0)
        beside, on = self._roles[petal, side].tolist()
        against = min(beside, on if self._beside[petal] < _FORGOTTEN else 0.0, 0.0)
        sure = _SURE * self._straying(petal) - _AGAINST * against
        if sums[petal, side] < max(sure, float(others.max(initial=0.0)) + _AHEAD):
            return
        self._side[petal] = side
        self._evidence[:, :, petal] = 0.0  # it was this one, not those beside it
        self._strays[:, petal] = self._strays[:, :, petal] = 0.0

    def _straying(self, petal: int) -> float:
        """How far, squared, all shares stray in which ``petal`` has no part, in what their errors
        say: so much more has to be shown of it."""
        strays, hands = np.delete(np.delete(self._strays, petal, axis=1), petal, axis=2).sum((1, 2))
        return max((_STRAYS + float(strays)) / (_STRAYS + float(hands)), _LEAST_STRAYS)
