"""When a rising force passed the threshold, between two samples, and how surely.

A hand's force starts from nothing and bends upwards: a kink (linear rise), a square (the foot of
sin²) or something between. For every such curve the straight line between the two samples around
the threshold lies above it, so its crossing is never late; the line through the two *later*
samples, continued backwards, and that through the two *earlier* ones, continued forwards, lie
below it, so their crossings are never early. The truth is between these bounds, at the late one for
a kink and near the middle for a smooth foot; how much the rise still steepens tells which. The
estimate is that point, one sigma of the sampling grid a quarter of the distance of the bounds.

Force is the domain to do this in: from 0.2 N to 1 N conductance is proportional to it, and in codes
the divider would bend a linear rise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

_SMOOTH_FROM = 1.12  # a rise steepening by so much a sample has a smooth foot …
_KINK_TO = 1.02  # … and by less than this a kink
_SMOOTH_PLACE = 0.45  # where between the bounds the truth of a smooth foot lies on average
_GRID_SIGMA = 0.25
_LEAST_FOOT_N = 0.1  # an earlier sample below this says nothing about the slope
_GREATEST_BEND = 4.0
_LEAST_SLOPE = 1e-9  # N/ns × 1e6: avoids dividing by nothing on a plateau


@dataclass(frozen=True, slots=True)
class Precision:
    """One-sigma errors that enter a crossing.

    ``noise_n``: of one sample; ``gain``: relative, of the force scale; ``jitter_ns``: of a scan's
    time; ``extra_n``: of force taken off before (coupling).
    """

    noise_n: float
    gain: float
    jitter_ns: float
    extra_n: float = 0.0


@dataclass(frozen=True, slots=True)
class Onset:
    """A crossing and its one-sigma error, nanoseconds."""

    t_ns: int
    uncertainty_ns: int


def _late_bound_ns(
    t: Sequence[int], f: Sequence[float], k: int, threshold_n: float
) -> tuple[float, float]:
    """The latest possible crossing and the steepening ratio of the rise after it."""
    latest, bend = float(t[k]), 1.0
    if k + 1 < len(f):
        after = (f[k + 1] - f[k]) / (t[k + 1] - t[k])
        if after > 0:
            slope = after
            if k + 2 < len(f):
                bend = (f[k + 2] - f[k + 1]) / (t[k + 2] - t[k + 1]) / after
                if 0 < bend < 1:  # bending down already: it was steeper still before
                    slope *= min(1 / bend, _GREATEST_BEND)
            latest = min(latest, t[k] - (f[k] - threshold_n) / slope)
    if k >= 2 and f[k - 1] > _LEAST_FOOT_N:
        before = (f[k - 1] - f[k - 2]) / (t[k - 1] - t[k - 2])
        if before > 0:
            latest = min(latest, t[k - 1] + (threshold_n - f[k - 1]) / before)
    return max(latest, float(t[k - 1])), bend


def estimate(
    t: Sequence[int], f: Sequence[float], k: int, threshold_n: float, precision: Precision
) -> Onset:
    """The onset between samples ``k - 1`` (below the threshold) and ``k`` (not below).

    ``t`` in nanoseconds, rising; ``f`` in newtons; up to two samples before and two after the pair
    sharpen the result, none are needed. Raises ValueError if ``k`` has no sample before it.
    """
    if k < 1:
        raise ValueError("an onset needs a sample before it")
    origin = t[k - 1]  # differences keep floats exact
    t = [moment - origin for moment in t]
    step = t[k]
    foot = min(f[k - 1], threshold_n)
    rise = max(f[k] - foot, 1e-6)
    chord = (threshold_n - foot) / rise * step
    latest, bend = _late_bound_ns(t, f, k, threshold_n)
    kink = min(max((_SMOOTH_FROM - bend) / (_SMOOTH_FROM - _KINK_TO), 0.0), 1.0)
    place = _SMOOTH_PLACE + (1 - _SMOOTH_PLACE) * kink
    crossing = chord + place * (latest - chord)
    width = abs(latest - chord)
    # Local slope: the greater of the chord's and the one that the estimate itself implies.
    slope = max(rise / step, (f[k] - threshold_n) / max(step - crossing, 1.0), _LEAST_SLOPE)
    slope = min(slope, _steepest(t, f, k))
    force_sigma = hypot(precision.noise_n, precision.gain * threshold_n, precision.extra_n)
    sigma = hypot(_GRID_SIGMA * width, force_sigma / slope, precision.jitter_ns)
    t_ns = origin + min(max(round(crossing), 1), step)
    return Onset(t_ns, max(1, round(sigma)))


def _steepest(t: Sequence[int], f: Sequence[float], k: int) -> float:
    """The steepest rise among the pair and its successors, N/ns."""
    last = min(k + 3, len(f))
    return max((f[i] - f[i - 1]) / (t[i] - t[i - 1]) for i in range(k, last))
