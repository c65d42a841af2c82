"""Grab or palm: do both sensors of a petal carry a hand's force, or is one only passed on to?

The lesser of the two carries so little under a palm, and so much of what others couple among slaps,
that one moment says nothing of it: what is sure is believed at once, all else is judged by the
forces over the whole gesture window. What couples has the others' shapes and the shares that are
known of them; what a hand presses, or a petal passes on, has the shape of the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.coupling.crosstalk import KnownShares
from drivers.pad.reductions import greatest, greatest_by_column, mean
from drivers.pad.rise import Rise

_PASSED_ON_N = 1.0  # what the hardest palm may pass on to the other sensor of its own petal …
_PASSED_ON = 0.025  # … and of any palm, so much
_NOISE_N = 0.15  # one sigma of forces that are wrong together, by their sensors' curves
_TOGETHER = 20.0  # so many samples are
_LEAST_SOURCE_N = 1.0
_ANY_SIGMA = 0.5  # of the hand's share, of which nothing is known beforehand
_SHARE_SIGMA = 0.004  # the least: sensors in some tenths of a newton show a share badly
_HOLD_SIGMA = 0.02  # of shares, where nothing but they speaks for fingers
_DOUBT = 2.5  # sigmas: a palm's share is near none, a grab's may be any
_SURE = 0.8  # of an own force: where more may be coupled, the whole window says whose it is
# How much a sensor rose by: what it carries so many scans after its rise, for so many of them, more
# than in so many before.
_RISEN, _HELD, _BEFORE = 15, 20, 5
_RISEN_N = 0.5


class Pinch(IntEnum):
    """Do both sensors carry a hand? What is only likely says nothing of the plugs."""

    NO = 0
    SURE = 1
    LIKELY = 2


def surely_pinched(
    rises: Sequence[Rise | None], full: tuple[bool, bool], share: float
) -> Pinch | None:
    """Do both carry what neither a palm passes on nor anybody couples? None: that is not known yet.
    ``full``: was *top*, was *under* at full scale, and its peak unknown."""
    top, under = rises
    if any(full):
        if top is None or under is None:
            return Pinch.NO
        return Pinch.SURE if full[1] or under.peak_n >= _PASSED_ON_N else Pinch.NO
    if top is None or under is None or min(top.crossed, under.crossed) < 0:
        return None
    lesser, greater = (top, under) if top.peak_n <= under.peak_n else (under, top)
    if lesser.explained:
        return None
    sure = lesser.sure_n >= max(share * greater.peak_n, _SURE * lesser.peak_n)
    return Pinch.SURE if sure else None


def together_ns(rises: Sequence[Rise | None]) -> tuple[int, int]:
    """Since when both sensors are loaded without a gap, and until when. Palms that click let their
    table swing, which loads *under* for some milliseconds too."""
    begun = [rise for rise in rises if rise is not None]
    return max(rise.since_ns for rise in begun), min(rise.last_ns for rise in begun)


def _rose_by_itself(
    own: Floats, greater: Floats, others: Floats, sigmas: Floats, share: float, rise: int
) -> bool:
    """Did the lesser sensor rise at a time at which neither the greater one nor any other petal
    rose, and stay there? That is passed on from nowhere, however much the others press with."""
    first = rise + _RISEN
    if rise < _BEFORE or len(own) < first + _HELD:
        return False
    before, after = slice(rise - _BEFORE, rise), slice(first, first + _HELD)
    rose_n, with_n = (mean(f[after]) - mean(f[before]) for f in (own, greater))
    moved = others[after].mean(axis=0) - others[before].mean(axis=0)
    sure_n = rose_n - share * abs(with_n) - _DOUBT * float(np.sqrt(moved**2 @ sigmas**2))
    return sure_n >= max(share * greatest(greater), _RISEN_N)


def pinched(
    lesser: Floats,
    greater: Floats,
    others: Floats,
    known: KnownShares,
    *,
    share: float,
    ratio: float,
    rise: int,
    under: bool,
) -> Pinch:
    """Does the lesser of two sensors, float64[n] newtons, carry ``share`` of the greater? Is it
    ``under``?

    ``others``: float64[n, s], forces that couple into the lesser, in the ``known`` shares,
    each at most ``ratio``. ``rise``: the row in which the lesser began to rise.
    """
    sigmas = np.maximum(known.sigmas, _SHARE_SIGMA)
    # Fingers that come last of all press for too few samples to have a share in a fit.
    own = lesser - others @ known.means
    if _rose_by_itself(own, greater, others, sigmas, share, rise):
        return Pinch.SURE
    held, most_n = (own[-_HELD:], others[-_HELD:], sigmas), greatest(greater)
    # A slap's peak is over by then, and the thumb's may have come as late.
    if _holds(*held, share * mean(greater[-_HELD:]), most_n, _DOUBT):
        return Pinch.SURE
    carried, sigma = _carried(lesser, greater, others, known.means, sigmas, ratio)
    # In doubt is whether it is a palm's, not how much more than a grab's least it is.
    if carried >= share and carried - _DOUBT * sigma >= _PASSED_ON:
        return Pinch.SURE
    # No flat hand loads *under*: where fingers have, what is likely says whether *top* or they hold
    # on. Plugs may be swapped, so *under* alone is no grab by itself; others couple into *top*.
    likely = carried >= share or _holds(*held, share * most_n, most_n, 0.0)
    if likely and (not under or _feels(lesser, greater, others, share, ratio)):
        return Pinch.LIKELY
    return Pinch.NO


def _feels(under: Floats, top: Floats, others: Floats, share: float, ratio: float) -> bool:
    """Has *under* felt fingers, be it for two samples: more than a palm passes on, and than all
    that others may couple?"""
    coupled_n = ratio * np.maximum(others, 0.0).sum(axis=1)
    felt = under - coupled_n >= np.maximum(share * top, _RISEN_N)
    return bool((felt[1:] & felt[:-1]).any())


def _holds(
    own: Floats, others: Floats, sigmas: Floats, least_n: float, palm_n: float, doubt: float
) -> bool:
    """Is it held with ``least_n``, and with more than others likely couple, float64[n], and a palm
    of at most ``palm_n`` passes on, though it came as they did? Then shapes say nothing, and the
    shares decide, as badly as they may be known."""
    doubt_n = doubt * np.sqrt(others**2 @ np.maximum(sigmas, _HOLD_SIGMA) ** 2)
    held_n = mean(own)
    return held_n >= least_n and held_n - mean(doubt_n) >= _PASSED_ON * palm_n


def _carried(
    lesser: Floats, greater: Floats, others: Floats, means: Floats, sigmas: Floats, ratio: float
) -> tuple[float, float]:
    """The share of the greater sensor in the lesser, and its one-sigma error, if no other petal
    couples less than nothing, or more than ``ratio``."""
    (sources,) = (greatest_by_column(others) >= _LEAST_SOURCE_N).nonzero()
    expected = np.concatenate(([0.0], means[sources]))
    weights = (_NOISE_N / np.concatenate(([_ANY_SIGMA], sigmas[sources]))) ** 2
    causes = np.column_stack((greater, others[:, sources]))
    while True:
        precision = causes.T @ causes / _TOGETHER + np.diag(weights)
        covariance = np.linalg.inv(precision)
        shares = covariance @ (causes.T @ lesser / _TOGETHER + weights * expected)
        free = (shares >= 0.0) & (shares <= ratio)
        free[0] = True
        if free.all():
            return float(shares[0]), _NOISE_N * float(np.sqrt(covariance[0, 0]))
        # It couples that much then, and the others what is left.
        lesser = lesser - causes[:, ~free] @ np.clip(shares[~free], 0.0, ratio)
        causes, weights, expected = causes[:, free], weights[free], expected[free]
