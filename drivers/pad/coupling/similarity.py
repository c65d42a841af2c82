"""Have two forces one shape: is it one hand that presses two petals, or what a hand couples?

A hand that lies half on its neighbour's petal presses both with one and the same force but for a
factor, from its first moment on; what the two sensors make of that differs by a little in their
curves. Two hands that come within the same millisecond still rise and hold in their own ways, if
they come quickly: of slow ones nothing can be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.reductions import greatest, greatest_by_column

_SEEN_N = 0.1  # less says nothing of a curve …
_SEEN_SCANS = 8  # … and so few samples neither
_EXPONENTS = 0.9, 1.12  # of one sensor's curve against the other's
# A sample may be off by so much: newtons, of the greatest force, of its own, of a sample's rise.
_OFF_N = 0.03
_OFF_GREATEST = 0.02
_OFF_OWN = 0.03
_OFF_RISE = 0.08
_TELLING = 0.6  # of it would be exceeded, had the one come a scan after the other: else, no telling
_TINY_N = 1e-6
_ALIKE = 2.5  # of what one hand may be off by: so much one on two petals may


def may_be_half(
    top: Floats,
    under: Floats,
    mine: int,
    beside: Sequence[int],
    ratio: float,
    level_n: float,
) -> bool:
    """May the hand on a petal ``beside`` this one, column ``mine``, press here too: at the same
    time, alike, less on both sensors, yet more than could be coupled, which is ``ratio``? ``top``
    and ``under``: newtons, float64[n, s]."""
    sensors = greatest_by_column(top).tolist(), greatest_by_column(under).tolist()
    most_n = list(map(max, *sensors))
    for other in beside:
        if not ratio * most_n[other] <= most_n[mine] < most_n[other]:
            continue
        if any(n[mine] > n[other] + ratio * max(most_n) for n in sensors):
            continue  # it pinches, and they lie flat: that is another hand
        own, theirs = (np.maximum(top[:, petal], under[:, petal]) for petal in (mine, other))
        later = int((own >= level_n).argmax()) >= int((theirs >= level_n).argmax())
        if later and misfit(own, theirs) <= _ALIKE:
            return True
    return False


def misfit(part: Floats, whole: Floats, most: float = _EXPONENTS[1]) -> float:
    """How far ``part`` has ever been from a share of ``whole``, of what one hand may be off by;
    infinite where that cannot be told. Both float64[n] newtons; ``most``: the greatest power of
    ``whole`` that it may follow."""
    seen = (part > _SEEN_N) & (whole > _SEEN_N)
    if np.count_nonzero(seen) < _SEEN_SCANS:
        return inf
    x, y, weights = np.log(whole[seen]), np.log(part[seen]), part[seen]
    weights = weights / np.add.reduce(weights)
    x_mean, y_mean = float(weights.dot(x)), float(weights.dot(y))
    x = x - x_mean
    slope = float((weights * x).dot(y - y_mean)) / max(float((weights * x).dot(x)), _TINY_N)
    exponent = min(max(slope, _EXPONENTS[0]), most)
    share = np.exp(y_mean - exponent * x_mean)
    expected = share * np.maximum(whole, _TINY_N) ** exponent
    off = _OFF_N + _OFF_GREATEST * greatest(part) + _OFF_OWN * np.maximum(part, 0.0)
    rise = np.zeros(len(expected))
    rise[1:-1] = np.abs(expected[2:] - expected[:-2]) / 2
    off += _OFF_RISE * rise
    if not np.count_nonzero(_TELLING * rise > off):
        return inf
    return greatest(np.abs(part - expected) / off)


def delayed(force: Floats, shown: Floats) -> Floats:
    """A force, float64[n], as late as it shows: by up to a scan, as a table takes it that gives
    way, and as channels lie apart."""
    moved = force - np.concatenate((force[:1], force[:-1]))
    # The two parts of a force that comes later: itself, and what it has moved by since the last.
    ff, fm, mm = float(force.dot(force)), float(force.dot(moved)), float(moved.dot(moved))
    sf, sm = float(shown.dot(force)), float(shown.dot(moved))
    share, less = sf * mm - sm * fm, sf * fm - sm * ff
    if ff * mm <= fm * fm or share <= 0.0:
        return force
    late: Floats = force - min(max(less / share, 0.0), 1.0) * moved
    return late
