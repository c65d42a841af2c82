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
_BLUR_SIGMA = 0.2  # more of it when noise hides how the rise bends
_CURVE_SIGMA = 0.4  # of the gain's error: it bends the force scale itself (exponents below 1)
_LEAST_FOOT_N = 0.1  # an earlier sample below this says nothing about the slope
_GREATEST_BEND = 4.0
_TINY_N = 1e-6


@dataclass(frozen=True, slots=True)
class Precision:
    """One-sigma errors that enter a crossing.

    ``noise_n``: of each sample of the curve; ``gain``: relative, of the force scale; ``jitter_ns``:
    of a scan's time; ``extra_n``: of force taken off before (coupling).
    """

    noise_n: Sequence[float]
    gain: float
    jitter_ns: float
    extra_n: float = 0.0


@dataclass(frozen=True, slots=True)
class Onset:
    """A crossing and its one-sigma error, nanoseconds."""

    t_ns: int
    uncertainty_ns: int


@dataclass(frozen=True, slots=True)
class _Bound:
    """The latest possible crossing, its one-sigma error; the steepening after it and its error."""

    t_ns: float
    sigma_ns: float
    bend: float = 1.0
    bend_sigma: float = 1.0


def _backwards(
    t: Sequence[int], f: Sequence[float], k: int, threshold_n: float, precision: Precision
) -> _Bound:
    """Continue the line through samples ``k`` and ``k + 1`` back to the threshold."""
    if k + 1 >= len(f) or f[k + 1] <= f[k]:
        return _Bound(float(t[k]), 0.0)
    noise = precision.noise_n
    rise = f[k + 1] - f[k]
    slope = rise / (t[k + 1] - t[k])
    bend, bend_sigma = 1.0, 1.0
    if k + 2 < len(f):
        bend = (f[k + 2] - f[k + 1]) / (t[k + 2] - t[k + 1]) / slope
        bend_sigma = (noise[k + 2] + 2 * noise[k + 1]) / rise
        if 0 < bend < 1:  # bending down already: it was steeper still before
            slope *= min(1 / bend, _GREATEST_BEND)
    back_ns = (f[k] - threshold_n) / slope
    relative = hypot(noise[k + 1] / rise, _CURVE_SIGMA * precision.gain)
    return _Bound(t[k] - back_ns, back_ns * relative, bend, bend_sigma)


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
    steepness = max(f[k] - foot, _TINY_N) / step
    chord = (threshold_n - foot) / steepness
    bound = _backwards(t, f, k, threshold_n, precision)
    latest = min(max(bound.t_ns, 0.0), float(step))
    if k >= 2 and _LEAST_FOOT_N < f[k - 1] > f[k - 2]:
        forwards = (threshold_n - f[k - 1]) / (f[k - 1] - f[k - 2]) * (t[k - 1] - t[k - 2])
        latest = min(latest, forwards)
    kink = min(max((_SMOOTH_FROM - bound.bend) / (_SMOOTH_FROM - _KINK_TO), 0.0), 1.0)
    if f[k - 1] > _LEAST_FOOT_N:
        kink = 0.0  # the rise began before this interval
    place = _SMOOTH_PLACE + (1 - _SMOOTH_PLACE) * kink
    crossing = chord + place * (latest - chord)
    blur = min(bound.bend_sigma / (_SMOOTH_FROM - _KINK_TO), 1.0)
    grid_ns = (_GRID_SIGMA + _BLUR_SIGMA * blur) * abs(latest - chord)
    # A kink inside the interval is steeper than the straight line between its ends.
    if kink and step > crossing:
        steepness = max(steepness, kink * (f[k] - threshold_n) / (step - crossing))
    noise_n = max(precision.noise_n[k - 1], precision.noise_n[k] / 2)
    force_sigma_n = hypot(noise_n, precision.gain * threshold_n, precision.extra_n)
    sigma_ns = hypot(
        grid_ns, force_sigma_n / steepness, place * bound.sigma_ns, precision.jitter_ns
    )
    return Onset(origin + min(max(round(crossing), 1), step), max(1, round(sigma_ns)))
