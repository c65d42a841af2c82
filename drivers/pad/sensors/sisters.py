"""Does a petal's sensor read otherwise than its sisters, since the table was weighed?

Nobody knows how hard a hand presses; but what a push on one petal couples into another is a share
that the table keeps to. A petal that reads 30 % too little seems to couple 1 / 0.7 of its shares
into all its neighbours, and to receive 0.7 of theirs. Each hand shows it by the logarithm of the
share that is felt, of the one that was weighed: a palm as long as it lies, a grab until its fingers
pull. How far each petal, and each pair, is off is followed as a Gaussian of many dimensions, and
beside it what would be expected if a petal had gone off at some hand and stayed so, for each petal
and either side. Each hand is evidence, as a likelihood ratio with heavy tails, that one went off
against nobody: what was felt before is what it is held against, and a pair that was weighed badly
explains what it shows alone. Of an odd hand, all sensors that felt it are wrong together. One who
went off is told once that is sure; later than that where the shares of all other pairs stray more
than they should, as at a table whose sensors show small forces badly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, hypot
from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.channels.calibration import Calibration
from drivers.pad.reductions import greatest, greatest_by_column, greatest_by_row

STANDING_COLUMNS = 3  # of the pad's state
_LEAST_PUSH_N = 2.0
_FLAT = 0.3  # of what hands would push without their pinch, they pinch away no more
_LEAST_COUPLED_N = 0.15
_LEAST_SHARE = 0.01  # less was no weighing: 0.1 N under the heavy weight, hard to read
_FREE_N, _FREE = 0.15, 2.0  # beyond so much of what may be coupled a hand is there …
_BEFORE_HAND = 8  # … and may have been for so many scans
_PRIOR_N2, _LEAST_N2 = 0.2, 1.0  # of a share as it was weighed; what shows one
_LEAST_LOG = -2.3
# One sigma of a share that a sensor shows (log); of one that is hardly felt, newtons; of one whose
# shape is off, for each part of it; for each e-fold of a push above the heavy weight, where nobody
# knows how the part bends: that is wrong for all that feel it.
_SIGMA, _FELT_N, _SHAPE, _BENDS = 0.07, 0.027, 0.23, 0.065
_TOGETHER = 0.1  # … of what it feels of others at once: no share is quite the same all the while
_WEIGHED_N = 10.0
# One sigma (log) of a sound petal since the weighing, of a weighed share, of what a hand brings to
# its own sensor, whoever feels it, and of what both sensors of a petal show of it too much.
_DRIFTS, _WEIGHED, _BESIDE, _BOTH = 0.06, 0.13, 0.08, 0.07
_READ_N = 0.013  # one sigma of what was read of a share under the heavy weight, besides
_TAILS = 3.0  # degrees of freedom: the less, the less is said by one odd hand …
_MOST = 3.0  # … and those of one race say no more of who went off (log): so three have to
# How far, squared, the shares of other pairs stray, in what their errors say: so surely it is taken
# to be 1 before any hand, so much one hand says at most.
_STRAYS, _MOST_STRAY = 5.0, 9.0
_OFF, _OFF_SIGMA = 0.36, 0.1  # log, of 30 %; of who is told: it need not be 30 %
_SURE = 7.0  # log of the likelihood ratio
_AHEAD = 2.0  # of any other petal: of two nobody knows which is the odd one
_LEAST_PETALS = 3
_LIES = 8  # blocks: a hand that lies for longer has said what it says, and is in no race
_SWAPPED, _DEAD = 1, 2  # why a channel is set aside, added up
_RARE = 5.0  # log: so much likelier a petal is sound, before any hand


class _Shown(NamedTuple):
    """A push has shown its share to be so much greater (log), by an error squared, and one that
    all have of it who felt that hand."""

    log: float
    variance: float
    common: float


class Sisters:
    """The evidence of one board. ``own``: the petal of each channel; ``odd``: the petals that
    surely read too little or too much. Without weighed shares nothing is ever told.

    ``state``: float64[c, 3], replaced and never changed in place: how much more the petal of each
    channel carries than it reads (log), one sigma of that, and why it is set aside: its plugs
    are swapped (1), the channel is dead (2), or both (3). Who begins with one, to decode stored
    samples, goes by that, whatever their hands show.
    """

    def __init__(self, own: Indices, calibration: Calibration, state: Floats | None = None) -> None:
        self._own = own
        count, petals = len(own), int(own.max(initial=-1)) + 1
        self._petals = petals
        self._pairs = np.argsort(own, kind="stable").reshape(-1, 2).T  # of channels, by petal
        self._weighed: Floats = np.zeros((count, 2 * petals))
        for channel, weighed in enumerate(calibration.channels):
            for petal, pair in enumerate(weighed.shares):
                self._weighed[channel, [petal, petals + petal]] = pair or 0.0
        np.maximum(self._weighed, 0.0, out=self._weighed)  # what is lifted shows no share
        self._lain = np.zeros(petals, dtype=np.intp)  # for how many blocks who is pressed was
        # The surest of what the present hands have shown, by source and channel.
        self._shown: dict[tuple[int, int], _Shown] = {}
        # How far off petals and pairs are, as is known of them, if nobody went off.
        shares = self._weighed[:, :petals] >= _LEAST_SHARE
        sizes = petals, int(np.count_nonzero(shares))
        self._place = np.full((count, petals), -1)
        self._place[shares] = petals + np.arange(sizes[1])
        badly = _READ_N / (_WEIGHED_N * self._weighed[:, :petals][shares])
        sigmas = np.concatenate((np.full(petals, _DRIFTS), np.hypot(_WEIGHED, badly)))
        self._mean: Floats = np.zeros(len(sigmas))
        self._covariance: Floats = np.eye(len(sigmas)) * sigmas**2
        # How far the shares of each pair stray, and by how many hands.
        self._strays: Floats = np.zeros((2, petals, petals))
        # If a petal went off, to read too little or too much: what it would add to these means, and
        # how much likelier that is (log); ``gone``: what it adds to each petal.
        self._gone: Floats = np.repeat(np.eye(petals), 2, axis=0) * _OFF
        self._gone[::2] *= -1.0
        self._added: Floats = np.zeros((2 * petals, len(sigmas)))
        self._evidence: Floats = np.zeros(2 * petals)
        self._rested: Floats = np.zeros(2 * petals)  # that, as no race was on
        self._side: dict[int, int] = {}  # who is told: -1, it reads too little; 1, too much
        self._given = state is not None
        self.state: Floats = np.zeros((count, STANDING_COLUMNS)) if state is None else state
        why = self.state[:, -1].astype(np.int8)
        self.swapped: frozenset[int] = frozenset(own[(why & _SWAPPED) > 0].tolist())
        self.dead: frozenset[int] = frozenset((why & _DEAD).nonzero()[0].tolist())
        self._leave_aside()

    def set_aside(self, swapped: frozenset[int], dead: frozenset[int] = frozenset()) -> None:
        """Say nothing of these petals, nor by them: their plugs are ``swapped``, so each sensor was
        read by the other's curve, or nobody reads what is pushed there, of a channel ``dead``."""
        self.swapped, self.dead = swapped, dead
        petals = self._leave_aside()
        for petal in petals:
            self._side.pop(petal, None)
            self._strays[:, petal] = self._strays[:, :, petal] = 0.0
        if petals:  # what their hands have said of those beside them cannot be told apart
            self._forget(np.ones(2 * self._petals, dtype=np.bool_))
        for pair in [(p, c) for p, c in self._shown if {p, int(self._own[c])} & petals]:
            del self._shown[pair]
        self._stand()

    def _leave_aside(self) -> frozenset[int]:
        """Gives the petals of which neither sensor is heard."""
        self.aside = self.swapped | set(self._own[list(self.dead)].tolist())
        self._heard = ~np.isin(self._own, list(self.aside))
        return self.aside

    @property
    def odd(self) -> frozenset[int]:
        """The petals that stand off their sisters."""
        return frozenset(self._side)

    def off(self, petal: int) -> tuple[float, float]:
        """How much more a petal carries than it reads (log), and one sigma of that, as it was known
        when nobody touched the pad: the hands of one race are all read alike."""
        more, doubt, _ = self.state[self._pairs[0, petal]].tolist()
        return more, doubt

    def least(self, petal: int, errors: float, sigma: float) -> float:
        """What a petal's sensors make of a newton at the least, by so many errors of this and of a
        calibration that is known to ``sigma``."""
        more, doubt = self.off(petal)
        return exp(min(-more, 0.0)) * (1.0 - errors * hypot(sigma, doubt))

    def _stand(self) -> None:
        """From now on petals are read as is known by now."""
        state = self.state.copy()
        state[:, -1] = [_SWAPPED * (petal in self.swapped) for petal in self._own.tolist()]
        state[list(self.dead), -1] += _DEAD
        if not self._given:
            most = greatest(self._evidence)  # where two alone play it grows without end
            likely = np.exp(self._evidence - most) - exp(-most)
            low, high = (likely / (exp(_RARE - most) + likely.sum())).reshape(-1, 2).T
            off = _OFF * (low - high)
            sigma = np.sqrt(np.maximum(_OFF**2 * (low + high) - off * off, 0.0))
            for petal, side in self._side.items():
                off[petal], sigma[petal] = -_OFF * side, _OFF_SIGMA
            state[:, :2] = np.stack((off, sigma), axis=1)[self._own]
        if np.count_nonzero(state != self.state):
            self.state = state

    def take(self, newtons: Floats, sources: Floats, pressed: Flags) -> None:
        """Take a block of forces, float64[n, c] and float64[n, 2 s]; ``pressed``: bool[s], the
        petals that hands were on."""
        if not np.count_nonzero(self._weighed):
            return
        before, self._lain = self._lain > 0, (self._lain + 1) * pressed
        lies = self._lain > _LIES
        self._settle(gone := ~pressed | lies)
        if gone.all():
            return  # they have said all of it
        pushed = greatest_by_column(sources[:, : self._petals])
        (strong,) = (pressed & (pushed >= _LEAST_PUSH_N)).nonzero()
        if not len(strong):
            return
        shares = self._weighed[:, strong]
        most_n = shares * (shares >= _LEAST_SHARE) * pushed[strong]
        usable = self._heard & ~(pressed & before)[self._own]
        usable &= greatest_by_row(most_n) >= _LEAST_COUPLED_N
        if not np.count_nonzero(usable):
            return
        for channel, source, *felt in self._felt(usable, newtons, sources, pressed, strong):
            shown, last = _Shown(*felt), self._shown.get((source, channel))
            if source in self.aside or lies[source]:
                continue
            if last is None or shown.variance < last.variance:
                self._shown[source, channel] = shown

    def rest(self) -> None:
        """Nobody touches the pad."""
        if np.count_nonzero(self._lain):
            self._lain = np.zeros(self._petals, dtype=np.intp)
            self._settle(self._lain == 0)
            self._stand()

    def _felt(
        self,
        usable: Flags,
        newtons: Floats,
        sources: Floats,
        pressed: Flags,
        strong: Indices,
    ) -> Iterable[tuple[int, int, float, float, float]]:
        """The shares of pushes that ``usable`` channels show before a hand comes to them: channel,
        source, and what is ``_Shown``. All are asked at once, a row each."""
        (channels,) = usable.nonzero()
        own, weighed, count = self._own[channels], self._weighed[channels], self._petals
        shares = weighed[:, strong]
        pushes, pinches = sources.T[strong], sources.T[count:]
        bent = _BENDS * np.maximum(np.log(greatest_by_row(pushes) / _WEIGHED_N), 0.0)
        pushes[:, 1:] = (pushes[:, 1:] + pushes[:, :-1]) / 2  # they come a little late
        pinch = shares @ pinches[strong]
        flat = pinch <= _FLAT * (shares @ pushes + pinch)
        (mine,) = pressed[own].nonzero()
        if len(mine):
            level = np.maximum(*newtons.T[self._pairs[:, own[mine]]])
            hands = level > _FREE_N + _FREE * (weighed[mine] @ sources.T)
            never = ~np.logical_or.reduce(hands, axis=1)
            came = np.where(never, 2 * len(newtons), hands.argmax(axis=1) - _BEFORE_HAND)
            flat[mine] &= np.arange(len(newtons)) < came[:, None]
        causes = shares[:, :, None] * (flat[:, None] * pushes)
        felt_n = causes.max(axis=2)
        clear = (shares >= _LEAST_SHARE) & (felt_n >= _LEAST_COUPLED_N)
        if not np.count_nonzero(clear):
            return ()
        read = (newtons.T[channels] - weighed[:, count:] @ pinches) * flat
        precision = causes @ causes.transpose(0, 2, 1)
        diagonal = np.s_[:, :: len(strong) + 1]
        precision.reshape(len(own), -1)[diagonal] += _PRIOR_N2
        covariance = np.linalg.inv(precision)
        fitted = (covariance @ (causes @ read[:, :, None] + _PRIOR_N2))[:, :, 0]
        explained = (fitted[:, None] @ causes)[:, 0]
        most_n = np.maximum(greatest_by_row(explained), _LEAST_COUPLED_N)
        odd_n = greatest_by_row(np.abs(read - explained))
        clear &= covariance.reshape(len(own), -1)[diagonal] * _LEAST_N2 <= 1.0
        at, of = clear.nonzero()
        logs = np.log(np.maximum(fitted[at, of], exp(_LEAST_LOG)))
        variances = _SIGMA**2 + (_FELT_N / felt_n[at, of]) ** 2
        variances += (_SHAPE * odd_n / most_n)[at] ** 2
        all_n2 = np.add.reduce(felt_n * felt_n, axis=1)[at]
        variances += _TOGETHER**2 * (all_n2 / felt_n[at, of] ** 2 - 1.0)
        shown = channels[at], strong[of], logs, variances, bent[of] ** 2
        return zip(*map(np.ndarray.tolist, shown), strict=True)

    def _settle(self, gone: Flags) -> None:
        """What have the hands shown that are gone, or lie there?"""
        hands: defaultdict[int, list[tuple[int, _Shown]]] = defaultdict(list)
        for source, channel in [key for key in self._shown if gone[key[0]]]:
            hands[source].append((channel, self._shown.pop((source, channel))))
        for source, felt in hands.items():
            self._hear(source, felt)
        if hands:
            self._judge()
        if gone.all():
            self._rested = self._evidence.copy()

    def _hear(self, source: int, felt: Sequence[tuple[int, _Shown]]) -> None:
        """Take the shares that one hand has shown, by the channels that felt it."""
        channels, count = [channel for channel, _ in felt], len(felt)
        own, rows = self._own[channels], np.arange(count)
        parts = np.zeros((count, len(self._mean)))  # a share is off by these
        parts[rows, own] = parts[rows, self._place[channels, source]] = 1.0
        parts[:, source] = -1.0
        petals = parts[:, : self._petals]
        told = np.zeros(self._petals)
        told[list(self._side)] = [_OFF * side for side in self._side.values()]
        off = np.array([shown.log for _, shown in felt]) - petals @ told - parts @ self._mean
        gone = self._gone @ petals.T - self._added @ parts.T
        noise = _BESIDE**2 + max(shown.common for _, shown in felt)
        noise = noise + _BOTH**2 * (own[:, None] == own)
        noise.reshape(-1)[:: count + 1] += [shown.variance for _, shown in felt]
        shared = self._covariance @ parts.T
        known = parts @ shared + noise
        strays = np.minimum(off * off / known.diagonal(), _MOST_STRAY)
        for kept, more in zip(self._strays, (strays, None), strict=True):
            kept[source] += np.bincount(own, more, self._petals)
        inverse = np.linalg.inv(known)
        left = np.concatenate((off[None], off - gone))
        misses = np.add.reduce((left @ inverse) * left, axis=1)
        logs = np.log1p(misses / _TAILS)
        # What lifts the table is felt by all hands of a race.
        likelier = self._evidence + (_TAILS + count) / 2.0 * (logs[0] - logs[1:])
        self._evidence = np.minimum(likelier, self._rested + _MOST)
        odd = max((_TAILS + float(misses[0])) / (_TAILS + count), 1.0)  # so much less it teaches
        gain = shared @ (inverse if odd == 1.0 else np.linalg.inv(known + noise * (odd - 1.0)))
        self._mean = self._mean + gain @ off
        self._covariance = self._covariance - gain @ shared.T
        self._added += gone @ gain.T
        for petal, side in self._side.items():  # nobody stands further off
            self._evidence[2 * petal + (side + 1) // 2] = 0.0
        self._forget(self._evidence <= 0.0)

    def _forget(self, which: Flags) -> None:
        """Nobody went off by now, of ``which``: if one does, it will be from the next hand on."""
        self._evidence[which] = self._rested[which] = 0.0
        self._added[which] = 0.0

    def _judge(self) -> None:
        """Tell the one that has most against it; who went back is sound again."""
        which = int(self._evidence.argmax())
        petal, column = divmod(which, 2)
        most = float(self._evidence[which])
        if self._petals < _LEAST_PETALS or most < _SURE:
            return
        others = np.delete(self._evidence, (2 * petal, 2 * petal + 1))
        if most < max(_SURE * self._straying(petal), greatest(others) + _AHEAD):
            return
        self._mean = self._mean - self._added[which]
        if petal in self._side:
            del self._side[petal]
        else:
            self._side[petal] = 2 * column - 1
        self._strays[:, petal] = self._strays[:, :, petal] = 0.0
        self._forget(np.ones(2 * self._petals, dtype=np.bool_))

    def _straying(self, petal: int) -> float:
        """How far, squared, all shares stray in which ``petal`` has no part, in what their errors
        say: so much more has to be shown of it."""
        strays, hands = np.delete(np.delete(self._strays, petal, axis=1), petal, axis=2).sum((1, 2))
        return max((_STRAYS + float(strays)) / (_STRAYS + float(hands)), 1.0)
