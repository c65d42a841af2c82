"""Which share of each petal's force couples into each channel: learned while hands are on the pad.

A table couples in its own way and keeps to it. Whenever some petals are pressed and others are not,
what the others' channels show is coupling and nothing else, so each such stretch teaches their
shares; the knowledge grows with the square of the force. Until then "a few per cent" is assumed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from drivers.coupling import USUAL, USUAL_WEIGHT_N2, Floats, Known
from drivers.pad_config import PadConfig

_KNOWN_N2 = 10 * USUAL_WEIGHT_N2  # from here on a share is taken off without looking
_MOST_N2 = 40_000.0  # never so sure that a loosened screw would not be learned within some slaps
_FORGET = 0.9
_NEVER_N2 = 1e12
_LEAST_SOURCE_N = 2.0
_UNEXPLAINED = 0.1  # relative to the explained force, and …
_UNEXPLAINED_N = 0.04  # … at least: more of it is somebody's finger, no coupling
_LEAST_SIGMA = 0.002
_RELATIVE_SIGMA = 0.08  # hysteresis and creep of both sensors
_STEPS = 65_536.0  # a share is rounded to one: 0.6 mN of 40 N; more digits would only fill stores
_SURELY = 3.0  # sigmas
_LEFT = 0.25  # one sigma of an unknown share that is not taken off, of the greatest


class Shares:
    """What is known: ``state`` is float64[c, 2 s], means and weights of the shares of petal ``s``
    in channel ``c``, replaced and never changed in place.

    ``means``: what is known so well that it is taken off at once, else 0; ``sigmas``: a share's
    error; ``rest_sigmas``: that of what is left after taking off ``means``. All float64[c, s].
    ``petal_bounds``: float64[s, s], the most that is left, in either channel of a petal.
    """

    def __init__(self, own: npt.NDArray[np.intp], config: PadConfig, state: Floats | None) -> None:
        """``own``: the petal of each channel, as its column."""
        self._own, self._config = own, config
        count, petals = len(own), int(own.max(initial=-1)) + 1
        if state is None:
            state = np.empty((count, 2 * petals))
            state[:, :petals], state[:, petals:] = USUAL, USUAL_WEIGHT_N2
            state[np.arange(count), own] = 0.0
            state[np.arange(count), petals + own] = _NEVER_N2
        self._petals = petals
        self._take(state)

    def _take(self, state: Floats) -> None:
        self.state = state
        config = self._config
        means, weights = state[:, : self._petals], state[:, self._petals :]
        known = weights >= _KNOWN_N2
        self.means: Floats = np.where(known, means, 0.0)
        sigmas = config.coupling_sigma * np.sqrt(USUAL_WEIGHT_N2 / weights)
        floor = np.maximum(_LEAST_SIGMA, _RELATIVE_SIGMA * means)
        self.sigmas: Floats = np.where(weights >= _NEVER_N2, 0.0, np.hypot(sigmas, floor))
        own = weights >= _NEVER_N2
        ratio = config.coupling_ratio
        self.rest_sigmas: Floats = np.where(known, self.sigmas, np.where(own, 0.0, _LEFT * ratio))
        left = np.where(known, np.minimum(_SURELY * self.sigmas, ratio), ratio)
        left[own] = 0.0
        self.petal_bounds: Floats = np.zeros((self._petals, self._petals))
        np.maximum.at(self.petal_bounds, self._own, left)

    def known(self, channel: int) -> Known:
        """What is known of one channel's shares."""
        row = self.state[channel]
        return Known(row[: self._petals], row[self._petals :], self.means[channel])

    def rest_sigma_n(self, channel: int, others_n: Floats) -> float:
        """One sigma of the coupling left in a channel, with others' forces float64[s]."""
        return float(np.sqrt(((self.rest_sigmas[channel] * others_n) ** 2).sum()))

    def sigma_n(self, channel: int, around_n: Floats, k: int) -> float:
        """One sigma of the coupled force at sample ``k`` of the other petals' forces float64[n, s].

        The samples before it have shown their share, if they were strong already.
        """
        row = self.state[channel, self._petals :]
        weights = row + (around_n[:k] ** 2).sum(axis=0)
        sigmas = np.minimum(self.sigmas[channel], self._config.coupling_sigma)
        shown = np.hypot(sigmas * np.sqrt(row / weights), _LEAST_SIGMA)
        return float(np.sqrt(((shown * around_n[k]) ** 2).sum()))

    def learn(self, newtons: Floats, petals: Floats, pressed: npt.NDArray[np.bool_]) -> None:
        """Take a stretch of forces, float64[n, c] and float64[n, s]; ``pressed``: petals that hands
        were on, bool[s]. What the channels of the others show is coupling.

        Only scans with a hand on such a petal count: the others say nothing, and without them a
        stretch that lacks some idle scans before the first hand teaches the same.
        """
        (sources,) = (pressed & (petals.max(axis=0) >= _LEAST_SOURCE_N)).nonzero()
        (channels,) = (~pressed[self._own]).nonzero()
        if not len(sources) or not len(channels):
            return
        causes = petals[:, sources]
        held = (causes >= self._config.release_n).any(axis=1)
        causes, shown = causes[held], newtons[np.ix_(held, channels)]
        columns = self._petals + sources
        means = self.state[np.ix_(channels, sources)]
        weights = _FORGET * self.state[np.ix_(channels, columns)]
        precision = np.repeat((causes.T @ causes)[None], len(channels), axis=0)
        diagonal = np.arange(len(sources))
        precision[:, diagonal, diagonal] += weights
        target = (causes.T @ shown).T + weights * means
        covariance = np.linalg.inv(precision)
        fitted = np.clip((covariance @ target[:, :, None])[:, :, 0], 0.0, None)
        explained = causes @ fitted.T
        odd = np.abs(shown - explained).max(axis=0)
        greatest = explained.max(axis=0)
        good = odd <= _UNEXPLAINED_N + _UNEXPLAINED * greatest
        good &= (fitted <= self._config.coupling_ratio).all(axis=1)
        if not good.any():
            return
        state = self.state.copy()
        state[np.ix_(channels[good], sources)] = np.rint(_STEPS * fitted[good]) / _STEPS
        grown = np.rint(1.0 / covariance[:, diagonal, diagonal])
        state[np.ix_(channels[good], columns)] = np.minimum(grown[good], _MOST_N2)
        self._take(state)
