"""Which share of each petal's force couples into each channel: learned while hands are on the pad.

A table couples in its own way and keeps to it. The weighing shows it first
(``drivers.pad.channels.calibration``); then, whenever some petals are pressed and others are not,
what the others' channels show is crosstalk and nothing else, so each such stretch teaches their
shares; the knowledge grows with the square of the force. Of a table that nobody weighed "a few per
cent" is assumed until then. What was learned is kept with the calibration and taken up at the next
start.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import numpy.typing as npt

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.channels.calibration import PART_SPREAD, Calibration
from drivers.pad.channels.calibration import Shares as WeighedShares
from drivers.pad.config import PadConfig
from drivers.pad.coupling.crosstalk import TOGETHER, USUAL, USUAL_WEIGHT_N2, KnownShares
from drivers.pad.coupling.similarity import delayed, misfit
from drivers.pad.reductions import any_of, greatest, greatest_by_column, greatest_by_row

_FAR = 0.7  # of what one beside couples, a petal further away is expected to
_KNOWN_N2 = 4 * USUAL_WEIGHT_N2  # from half the error on a share is taken off without looking
_KEPT_N2 = 10 * USUAL_WEIGHT_N2  # and kept, as if it had been weighed
_WEIGHED_N2 = 2 * _KEPT_N2  # 10 N that lay still, read by sensors at some tenths of a newton
_MOST_N2 = 40_000.0  # never so sure that a loosened screw would not be learned within some slaps
_TAUGHT_N2 = _MOST_N2 / 2
_NEVER_N2 = 1e12
_LEAST_SOURCE_N = 2.0
_UNEXPLAINED = 0.1  # relative to the explained force, and …
_UNEXPLAINED_N = 0.04  # … at least: more of it is somebody's finger, no crosstalk
_FAINT_N, _HIDDEN_N = 0.2, 0.1  # a sensor that shows so little may carry so much more
_GRABBED = 0.2  # of a push: as much of a pinch makes it a grab
_LEAST_SIGMA = 0.002
_RELATIVE_SIGMA = 0.2  # both sensors: hysteresis, creep, and heavy hands that they sag under
_STEPS = 65_536.0  # a share is rounded to one: 0.6 mN of 40 N; more digits would only fill stores
_SURELY = 3.0  # sigmas
_MOST_OFF = 2.5  # of what was weighed of a share: by hardly any more it errs
ALIKE = 1.5  # of what one hand may be off by (``similarity.py``): so much the table may
_WITNESSES = 2  # channels that are asked whether the table couples more than is known, or less
LOOSER, ANY = 1, 2
_GROWS, _GROWS_BY = 1.0, 0.01  # one sigma of a taught share by which it has become greater, …
_MOST_GROWN = 2.0  # … and by so many at most
LOOSE_N = 0.2  # more than is known, by so much: the table has got loose
_DENIED_N, _DENIED = 0.25, 0.25  # not if one that would show so much more shows but a part of that
_PRIOR = np.diag([1.0, 1.0])  # what is known of a push's and a pinch's share, N²
_SEVERAL, _SEVERAL_N = 3, 5.0  # pushes: of fewer two petals may well be brought unlike shares
# Means of so many scans, of those in which as much of the most is expected, are asked where they
# may tell so many newtons: a table takes some tenths of a millisecond to pass a force on.
_STEADY, _LOUD, _TOLD_N = 5, 0.5, 0.5
_UNLIKE, _UNSEEN = 2.0, 0.1  # *top* is brought up to so much more than *under*; a sensor hides some
_LITTLE = 0.5  # of what is expected: what shows more speaks against nothing
_LIFTS = 0.17  # of the most that a palm couples to any: a sensor to which it couples none is lifted
_NOTHING = 2e-4  # a share that no weighing tells from none
_PINCHES, _PINCHES_BY = 0.33, 0.5  # of a push's unknown share and its error: what a pinch couples
_LEFT = 0.25  # one sigma of an unknown share that is not taken off, of the greatest


class Shares:
    """What is known: ``state`` is float64[c, 4 s], means and weights of the shares of the two
    sources (``drivers.pad.forces``) of each petal in channel ``c``, replaced and never changed in
    place.

    ``heard``: bool[c], the channels that show it at all: the others are no witnesses of it.
    ``loads``: the shares of ``state``, 0 where they are below it, as then a source lifts a channel;
    ``means``: what of them is known so well that it is taken off at once, else 0; ``lifts``: those
    below 0 that are known so well, as shares by which a source lifts; ``sigmas``: a share's error;
    ``rest_sigmas``: that of what is left after taking off ``means``. All float64[c, 2 s].
    ``petal_left`` and ``petal_squares``: float64[2 s, s], of each source in either channel of each
    petal, what is not taken off of its share though it is expected (None: nothing of any), and
    three errors of it, squared.
    """

    def __init__(
        self,
        own: Indices,
        calibration: Calibration,
        config: PadConfig,
        state: Floats | None,
    ) -> None:
        """``own``: the petal of each channel, as its column."""
        self._own, self._config = own, config
        self._pairs = np.argsort(own, kind="stable").reshape(-1, 2).T  # of channels, by petal
        count, petals = len(own), int(own.max(initial=-1)) + 1
        self.heard = np.ones(count, dtype=np.bool_)
        self._petals, self._sources = petals, 2 * petals
        weighed = np.empty((count, 2 * self._sources))
        weighed[:, : self._sources], weighed[:, self._sources :] = USUAL, USUAL_WEIGHT_N2
        apart = np.abs(own[:, None] - np.arange(petals))
        far = np.minimum(apart, petals - apart) > 1  # on a round table
        weighed[:, : self._sources][np.tile(far, 2)] *= _FAR
        for index, channel in enumerate(calibration.channels):
            for petal, pair in enumerate(channel.shares):
                if pair is not None:
                    columns = np.array([petal, petals + petal])
                    weighed[index, columns] = pair
                    weighed[index, self._sources + columns] = _WEIGHED_N2
        channels = np.arange(count)
        for source in (own, petals + own):
            weighed[channels, source] = 0.0
            weighed[channels, self._sources + source] = _NEVER_N2
        weighed[:, : self._sources] = np.rint(_STEPS * weighed[:, : self._sources]) / _STEPS
        self._weighed: Floats = weighed
        guessed = np.array([c.gain_sigma >= PART_SPREAD for c in calibration.channels], np.bool_)
        self._guessed: Flags = np.logical_or(*guessed[self._pairs])  # petals nobody has weighed
        self._take(weighed if state is None else state)

    def forget(self, petals: list[int]) -> None:
        """Of what hands on these petals couple only the weighing is known."""
        columns = np.add.outer(self._petals * np.arange(4), petals).ravel()
        state = self.state.copy()
        state[:, columns] = self._weighed[:, columns]
        self._take(state)

    def _take(self, state: Floats) -> None:
        self.state = state
        self._palms_lift: Floats | None = None  # once that is asked for, …
        self._pulls: Floats | None = None  # … and this
        config = self._config
        signed, weights = state[:, : self._sources], state[:, self._sources :]
        known = weights >= _KNOWN_N2
        own = weights >= _NEVER_N2
        self.loads: Floats = (means := np.maximum(signed, 0.0))
        self.means: Floats = np.where(known, means, 0.0)
        self.lifts: Floats = np.where(known, means - signed, 0.0)
        sigmas = config.crosstalk_sigma * np.sqrt(USUAL_WEIGHT_N2 / weights)
        floor = np.maximum(_LEAST_SIGMA, _RELATIVE_SIGMA * means)
        self.sigmas: Floats = np.where(own, 0.0, np.hypot(sigmas, floor))
        ratio = config.crosstalk_ratio
        self.rest_sigmas: Floats = np.where(known, self.sigmas, _LEFT * ratio)
        left = np.where(known, 0.0, means)
        self._left: Floats | None = left if np.count_nonzero(left) else None
        self.petal_left = None if self._left is None else self._by_petal(left)
        self.petal_squares = self._by_petal((_SURELY * self.sigmas) ** 2)

    def palms_lift(self) -> Floats:
        """float64[c, s]: the shares by which a palm may lift a channel of which the weighing has
        shown nothing. A table that bends goes up somewhere, and a sensor that rests at nothing does
        not show that."""
        if self._palms_lift is not None:
            return self._palms_lift
        petals, weights = self._petals, self.state[:, self._sources :]
        nothing = np.abs(self.state[:, :petals]) <= _NOTHING
        nothing &= (self.sigmas[:, :petals] > 0.0) & (weights[:, :petals] >= _WEIGHED_N2)
        lifts: Floats = np.where(nothing, _LIFTS, 0.0)
        for channels in self._pairs:  # all *tops* alike, all *unders*
            lifts[channels] *= greatest_by_column(self.means[channels, :petals])
        self._palms_lift = lifts
        return lifts

    def sure_pushes(self, least: float) -> Floats:
        """float64[c, s]: the shares of pushes that are taken off and are, less an error, so much at
        the least; else 0."""
        pushes = slice(self._petals)
        known, sigmas = self.means[:, pushes], self.sigmas[:, pushes]
        surely: Floats = np.where(known - sigmas >= least, known, 0.0)
        return surely

    def petal_pushes(self) -> Floats:
        """float64[s, s]: the expected share of each push in each petal, squared."""
        own = self.state[:, self._sources :] >= _NEVER_N2
        means = np.where(own, 0.0, self.state[:, : self._sources])
        return self._by_petal(means**2)[: self._petals]

    def _by_petal(self, of_channels: Floats) -> Floats:
        """float64[2 s, s]: the greater of each petal's two channels in float64[c, 2 s]."""
        first, second = self._pairs
        greatest: Floats = np.maximum(of_channels.take(first, 0), of_channels.take(second, 0))
        return np.ascontiguousarray(greatest.T)

    def known(self, channel: int, loose: npt.NDArray[np.int8] | None = None) -> KnownShares:
        """What is known of one channel's shares. ``loose``: int8[2 s], those that may be greater by
        now (``LOOSER``), since others of the same sources have become so, or as great as any
        (``ANY``), a pinch's as a push's; None: none. What slaps have taught grows by a factor."""
        row, means = self.state[channel], self.loads[channel]
        weights, sigmas = row[self._sources :], self.sigmas[channel]
        if loose is None or not loose.any():
            return KnownShares(means, weights, sigmas, self.means[channel])
        means, ratio = means.copy(), self._config.crosstalk_ratio
        taught = (loose < ANY) & (weights >= _TAUGHT_N2)
        may_be = np.where(taught, np.minimum(_grows(means), ratio), ratio)
        usual = USUAL_WEIGHT_N2 * np.where(taught, self._config.crosstalk_sigma / may_be, 1.0) ** 2
        weights = np.where(loose, np.minimum(weights, usual), weights)
        sigmas = np.where(loose, np.maximum(sigmas, may_be), sigmas)
        pinch, push = slice(self._petals, None), slice(self._petals)
        # A palm on swapped plugs couples what a push there does, as far as that is known.
        swapped = (loose[pinch] == ANY) & (row[self._sources :][push] >= _KNOWN_N2)
        off = np.hypot(self.sigmas[channel][push], means[push] - means[pinch])
        sure = np.maximum(self._config.crosstalk_sigma / np.maximum(off, _LEAST_SIGMA), 1.0)
        weights[pinch] = np.where(swapped, USUAL_WEIGHT_N2 * sure**2, weights[pinch])
        sigmas[pinch] = np.where(swapped, off, sigmas[pinch])
        unknown = (loose > 0) & ~taught
        np.maximum(means[pinch], means[push], out=means[pinch], where=unknown[pinch])
        return KnownShares(means, weights, sigmas, self.means[channel], loose=True)

    def witnessed(self, channel: int, shown: Floats, sources: Floats) -> KnownShares | None:
        """``known``, where sensors show that of unknown shares little can be; None: they do not.
        ``shown``: float64[n, c], forces without what is known; ``sources``: float64[n, 2 s]."""
        brought = 1.0 if self._left is None else self._brought(shown, sources, self._left)
        if brought > _LITTLE:
            return None
        known = self.known(channel)
        parts = np.where(known.weights < _KNOWN_N2, brought, 1.0)
        means, weights, sigmas = known.means * parts, known.weights / parts**2, known.sigmas * parts
        return KnownShares(means, weights, sigmas, known.taken)

    def cancelled(self, known: KnownShares) -> KnownShares:
        """``known``, where of unknown shares a pinch's is less than a push's: both its sides cancel
        for the most part. That asks for grabs alone: less is expected, and more would be hands."""
        unknown = known.weights < _KNOWN_N2
        unknown[: self._petals] = False
        return known._replace(
            means=np.where(unknown, _PINCHES * known.means, known.means),
            sigmas=np.where(unknown, _PINCHES_BY * known.sigmas, known.sigmas),
        )

    def _brought(self, shown: Floats, sources: Floats, left: Floats) -> float:
        """Where several press: how much there can be of what is expected of unknown shares,
        float64[c, 2 s], as the sensors show that nobody presses, or whose palms pass on hardly
        anything. A hand only adds to it."""
        strong_n = np.maximum(*greatest_by_column(sources).reshape(2, -1))
        if np.count_nonzero(strong_n >= _SEVERAL_N) < _SEVERAL:
            return 1.0
        expected = sources @ left.T
        total = expected.sum(axis=1)
        (loud,) = (total >= _LOUD * greatest(total)).nonzero()
        starts = np.arange(0, max(len(loud) - _STEADY + 1, 1), _STEADY)  # none of fewer scans
        expected, shown = (np.add.reduceat(n[loud], starts) for n in (expected, shown))
        least_n = _STEADY * _TOLD_N
        (told,) = ((greatest_by_column(expected) >= least_n) & self.heard).nonzero()
        if len(told) < _WITNESSES:
            return 1.0
        parts = (shown[:, told] / np.maximum(expected[:, told], least_n)).min(axis=0)
        return _UNLIKE * max(float(np.sort(parts)[_WITNESSES - 1]), 0.0) + _UNSEEN

    def expected(self, channel: int) -> Floats:
        """float64[2 s]: one channel's shares, also those that nothing has shown yet."""
        expected: Floats = self.loads[channel]
        return expected

    def pulls(self, channel: int) -> Floats:
        """float64[s]: by which share of each petal's force it may pull a channel: a table that tips
        lifts a petal beside a push. Not one to which that push has surely brought something, nor
        its own."""
        if self._pulls is None:
            weights = self.state[:, self._sources : self._sources + self._petals]
            none = (self.state[:, : self._petals] > 0.0) & (weights >= _WEIGHED_N2)
            none[np.arange(len(none)), self._own] = True
            self._pulls = np.where(none, 0.0, self._config.crosstalk_ratio)
        pulls: Floats = self._pulls[channel]
        return pulls

    def may_be(self, channel: int, others_n: Floats, times: float) -> bool:
        """May the shares of what couples of ``others_n``, float64[n, 2 s], be so many times what is
        known? Each was weighed by itself, and is the surer the more slaps have taught of it: what
        all may couple more adds as squares. What they have taught is known (what the sensors bend
        teaches nothing)."""
        expected, weights = self.expected(channel), self.state[channel, self._sources :]
        coupled = others_n.dot(expected)
        row = int(coupled.argmax())
        most_off = _MOST_OFF * np.sqrt(_WEIGHED_N2 / weights) * (weights < _TAUGHT_N2)
        more_n = most_off * expected * others_n[row]
        return (times - 1.0) * float(coupled[row]) <= sqrt(float(more_n @ more_n))

    def exceeded(
        self,
        channels: Indices,
        columns: list[int],
        left: Floats,
        sources: Floats,
        quiet: Indices,
    ) -> bool:
        """Do the clearest of ``channels`` show the forces of the sources ``columns`` as they are,
        but surely more of them than is known? What slaps have taught grows by no more than twice
        its error: a hand that rises there is no witness, nor is one where ``quiet`` channels, which
        show no more than is known, would have to show the same. ``left``: float64[n, c], what
        ``sources``, float64[n, 2 s], leave of the forces by what is known.
        """
        causes, pair = sources.take(columns, 1), np.add.outer(channels * self._sources, columns)
        known = self.means.take(pair)
        surely = known + _SURELY * self.sigmas.take(pair)
        sure_n = greatest_by_column(causes @ surely.T)
        shown = left[:, channels] + causes @ known.T
        over = greatest_by_column(shown) >= sure_n + LOOSE_N
        if not np.count_nonzero(over):
            return False
        shown, known, sure_n = shown[:, over], known[over], sure_n[over]
        weights = self.state.take(channels[over], 0).take([n + self._sources for n in columns], 1)
        precision = causes.T @ causes / TOGETHER + _PRIOR
        target = (causes.T @ shown).T / TOGETHER + known
        fitted = np.maximum(target @ np.linalg.inv(precision), 0.0)
        most = np.where(weights >= _TAUGHT_N2, known + _MOST_GROWN * _grows(known), np.inf)
        believed = np.logical_and.reduce(fitted <= most, axis=1)
        fitted = np.minimum(fitted, self._config.crosstalk_ratio)
        explained = causes @ fitted.T
        beyond = np.where(believed, greatest_by_column(explained) - sure_n, 0.0)
        clearest = np.argsort(beyond)[-_WITNESSES:]  # the others would say the same, less clearly
        alike = [
            k
            for k in clearest[beyond[clearest] >= LOOSE_N].tolist()
            if misfit(shown[:, k], delayed(explained[:, k], shown[:, k])) <= ALIKE
        ]
        if not alike:
            return False
        # In sigmas of ``_grows``: how much looser the table has to be by the least of them.
        grown = [greatest(causes @ (fitted[k] - known[k])) for k in alike]
        times = min(
            n / greatest(causes @ _grows(known[k])) for n, k in zip(grown, alike, strict=True)
        )
        felt_n = times * greatest_by_column(causes @ self.means.take(columns, 1)[quiet].T)
        shown_n = greatest_by_column(left[:, quiet])
        return not any_of((felt_n >= _DENIED_N) & (shown_n < _DENIED * felt_n))

    def _untold(self, causing: Indices, sources: Floats) -> Floats:
        """How sure a stretch leaves the share of each of these sources as it is, beside what is
        known of it, float64[k]. Of a grab two sensors that nobody weighed may show a push that is
        none: it teaches none."""
        if not np.count_nonzero(self._guessed):
            return np.zeros(len(causing))
        push_n, pinch_n = greatest_by_column(sources).reshape(2, -1)
        grabbed = self._guessed & (pinch_n >= _GRABBED * push_n)
        return np.where(np.concatenate((grabbed, np.zeros_like(grabbed)))[causing], _NEVER_N2, 0.0)

    def kept_in(self, calibration: Calibration, odd: frozenset[int]) -> Calibration:
        """The calibration with what is known now, but for the shares of ``odd`` petals and of what
        is coupled to them, which stay as they were."""
        channels = []
        for index, channel in enumerate(calibration.channels):
            known = channel.shares
            learned = self._learned(index) or known
            if known and odd:
                kept = [
                    int(self._own[index]) in odd or source in odd for source in range(len(known))
                ]
                pairs = zip(known, learned, kept, strict=True)
                learned = tuple(before if keep else now for before, now, keep in pairs)
            channels.append(replace(channel, shares=learned))
        return replace(calibration, channels=tuple(channels))

    def _learned(self, channel: int) -> WeighedShares:
        """A channel's shares as ``ChannelCalibration`` keeps them; empty while some are unknown."""
        row = self.state[channel]
        if (row[self._sources :] < _KEPT_N2).any():
            return ()
        push, pinch = np.split(row[: self._sources].round(5), 2)
        return tuple(zip(push.tolist(), pinch.tolist(), strict=True))

    def rest_sigma_n(self, channel: int, others_n: Floats) -> Floats:
        """float64[n]: one sigma of the crosstalk left in a channel after taking off ``means``, with
        the other petals' forces float64[n, 2 s]."""
        squares: Floats = (others_n**2).dot(self.rest_sigmas[channel] ** 2)
        return np.sqrt(squares)

    def shown_sigma_n(self, channel: int, others_n: Floats, k: int) -> Floats:
        """float64[n]: one sigma of the crosstalk left where the samples around explain it; those
        before sample ``k`` have shown their share, if they were strong already.
        """
        row = self.state[channel, self._sources :]
        weights = row + np.add.reduce(others_n[:k] ** 2) / TOGETHER
        sigmas = np.minimum(self.sigmas[channel], self._config.crosstalk_sigma)
        shown = np.hypot(sigmas * np.sqrt(row / weights), _LEAST_SIGMA)
        squares: Floats = (others_n**2).dot(shown**2)
        return np.sqrt(squares)

    def learn(self, newtons: Floats, sources: Floats, pressed: Flags) -> None:
        """Take a stretch of forces, float64[n, c] and float64[n, 2 s]; ``pressed``: petals that
        hands were on, bool[s]. What the channels of the others show is crosstalk.

        Only scans with a hand on such a petal count: the others say nothing, and without them a
        stretch that lacks some idle scans before the first hand teaches the same.
        """
        on = pressed & (greatest_by_column(sources) >= _LEAST_SOURCE_N).reshape(2, -1)
        (causing,) = on.ravel().nonzero()
        (channels,) = (self.heard & ~pressed[self._own]).nonzero()
        if not len(causing) or not len(channels):
            return
        causes = sources.T[causing]  # in memory by source and by channel: long rows are quick
        held = np.logical_or.reduce(causes >= self._config.release_n).nonzero()[0]
        causes, shown = causes[:, held], newtons.T[channels[:, None], held]
        columns = self._sources + causing
        known = self.state[channels]
        means, weights = known[:, causing], known[:, columns]
        untold = self._untold(causing, sources)
        # What a sensor hardly shows contradicts nothing that it may hide, nor what may lift it.
        expected = (self.means - self.lifts)[channels][:, causing] @ causes
        lifted = (expected < 0.0) & (shown <= _UNEXPLAINED_N)
        hidden = np.minimum(np.maximum(expected, shown), shown + _HIDDEN_N)
        hidden[lifted] = expected[lifted]
        carried = np.where(shown < _FAINT_N, hidden, shown)
        gram, products = causes @ causes.T, carried @ causes.T
        fitted, _ = _fit(gram, products, means, weights + untold)
        explained = fitted @ causes
        beyond = shown - explained
        odd = greatest_by_row(np.maximum(beyond, -beyond - _HIDDEN_N))
        greatest = greatest_by_row(explained)
        good = odd <= _UNEXPLAINED_N + _UNEXPLAINED * greatest
        good &= greatest_by_row(fitted) <= self._config.crosstalk_ratio
        if not np.count_nonzero(good):
            return
        # All samples of a block are wrong together: sensors show some tenths of a newton badly. So
        # it teaches by the square of its force, and light hands never outweigh a slap.
        part = min(TOGETHER / len(held), 1.0)
        fitted, grown = _fit(part * gram, part * products, means, weights + untold)
        grown = np.where(untold, weights, grown)
        state = self.state.copy()
        rows = channels[good][:, None]
        state[rows, causing] = np.rint(_STEPS * fitted[good]) / _STEPS
        state[rows, columns] = np.minimum(np.rint(grown[good]), _MOST_N2)
        self._take(state)


def _grows(means: Floats) -> Floats:
    """One sigma by which shares that slaps have taught may have become greater."""
    return _GROWS * means + _GROWS_BY


def _fit(gram: Floats, products: Floats, means: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Shares float64[c, k] of forces in what channels carry, and their weights, with ``means``
    known with ``weights`` before. ``gram``: the forces' products with each other, float64[k, k];
    ``products``: with what the channels carry, float64[c, k]."""
    count = len(gram)
    precision = np.empty((len(means), count, count))
    precision[:] = gram
    precision.reshape(len(means), -1)[:, :: count + 1] += weights  # on its diagonal
    target = products + weights * means
    covariance = np.linalg.inv(precision).astype(np.float64, copy=False)
    fitted: Floats = np.maximum((covariance @ target[:, :, None])[:, :, 0], np.minimum(means, 0.0))
    return fitted, 1.0 / covariance.reshape(len(means), -1)[:, :: count + 1]
