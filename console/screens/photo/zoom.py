"""Which milliseconds fill the picture, and where a moment and a force lie in it."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from console.duel.photo_finish import ForceCurve, HandTrace, PhotoFinish
from drivers.pad.channels.calibration import UNREADABLE_N
from drivers.times import MS, ns

LEAST_NS: Final = 3 * MS
ALONE_NS: Final = 60 * MS
LEFT_SHARE: Final = 0.4
"""Of the width, before the first onset: nothing happens there, and the labels need the room."""
FILL: Final = 0.42
"""Of the width, from the first onset to the last that is to be in the picture."""
BANDS: Final = 9.0
"""The width is at least so many times the widest uncertainty band's half."""
NEAR: Final = 4.0
"""A hand so many times as far behind as the second is still brought into the picture."""
STEP_PX: Final = 4.0
LEAST_TOP_N: Final = 2.0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Zoom:
    """The time from ``from_ns`` to ``to_ns`` between ``left`` and ``right``."""

    from_ns: int
    to_ns: int
    left: float
    right: float

    def x(self, t_ns: float) -> float:
        """Where a moment lies; moments outside lie outside."""
        share = (t_ns - self.from_ns) / (self.to_ns - self.from_ns)
        return self.left + share * (self.right - self.left)

    def shows(self, t_ns: int) -> bool:
        """Is a moment in the picture?"""
        return self.from_ns <= t_ns <= self.to_ns

    @property
    def px_per_ms(self) -> float:
        """Design pixels to a millisecond."""
        return (self.right - self.left) * MS / (self.to_ns - self.from_ns)

    def step_ns(self, most: int) -> int:
        """A round distance of marks: at most ``most`` of them fit."""
        least_ms = (self.to_ns - self.from_ns) / MS / most
        power = 10.0 ** floor(log10(least_ms))
        step_ms = next(power * m for m in (1, 2, 5, 10) if power * m >= least_ms)
        return ns(step_ms)


def zoom(photo: PhotoFinish, left: float, right: float) -> Zoom:
    """The decisive milliseconds: the first and the second hand, others if they are near."""
    onsets = sorted(hand.onset_ns for hand in photo.hands)
    band_ns = max(hand.uncertainty_ns for hand in photo.hands)
    before_ns = onsets[0] - min(hand.onset_ns - hand.early_ns for hand in photo.hands[:2])
    if photo.margin_ns is None:
        span_ns: float = ALONE_NS
    else:
        reach_ns = max(NEAR * photo.margin_ns, LEAST_NS / 2)
        decisive_ns = max(t - onsets[0] for t in onsets if t - onsets[0] <= reach_ns)
        span_ns = max(decisive_ns, photo.margin_ns) / FILL
    span_ns = max(span_ns, BANDS * band_ns, LEAST_NS, before_ns / LEFT_SHARE)
    from_ns = round(onsets[0] - LEFT_SHARE * span_ns)
    return Zoom(from_ns, from_ns + round(span_ns), left, right)


def top_n(photo: PhotoFinish, view: Zoom) -> float:
    """The force that reaches the top of a lane, in newtons: the greatest in the picture of a sensor
    that is not at full scale there. The curve of one that is, which tells no force, is cut."""
    greatest = [float(c.force_n[_within(c, view)].max(initial=0.0)) for c in _all(photo)]
    read = max((force for force in greatest if force < UNREADABLE_N), default=0.0)
    if read < LEAST_TOP_N < max(greatest, default=0.0):
        return UNREADABLE_N
    return max(read, LEAST_TOP_N)


def _all(photo: PhotoFinish) -> list[ForceCurve]:
    return [curve for hand in photo.hands for curve in hand.curves]


def _within(curve: ForceCurve, view: Zoom) -> npt.NDArray[np.bool_]:
    return (curve.t_ns >= view.from_ns - MS) & (curve.t_ns <= view.to_ns + MS)


def lane_share(force_n: float, top: float) -> float:
    """The share of a lane's height for a force: its root, so that the foot of a rise is seen."""
    return sqrt(min(max(force_n, 0.0) / top, 1.0))


def leads(hand: HandTrace, threshold_n: float) -> ForceCurve:
    """The curve whose crossing is the onset."""

    def distance(curve: ForceCurve) -> float:
        (above,) = np.nonzero(curve.force_n >= threshold_n)
        return abs(int(curve.t_ns[above[0]]) - hand.onset_ns) if len(above) else np.inf

    return min(hand.curves, key=distance)


def line(
    curve: ForceCurve, view: Zoom, top: float, through: tuple[int, float] | None = None
) -> tuple[Floats, Floats]:
    """A smooth line through a curve's samples: float64[n] x, float64[n] shares of the height.

    It never swings beyond a sample. ``through``: a crossing (time, newtons) that was found between
    two samples is a point of the curve too.
    """
    t_ns, force = curve.t_ns, curve.force_n
    if through is not None:
        k = int(np.searchsorted(t_ns, through[0]))
        between = 0 < k < len(t_ns) and through[0] < t_ns[k]
        if between and force[k - 1] < through[1] <= force[k]:
            t_ns, force = np.insert(t_ns, k, through[0]), np.insert(force, k, through[1])
    x = np.array([view.x(t) for t in t_ns.tolist()])
    y = np.array([lane_share(f, top) for f in force.tolist()])
    first, last = max(view.left, x[0]), min(view.right, x[-1])
    if len(x) < 2 or last <= first:
        return np.empty(0), np.empty(0)
    at = np.linspace(first, last, max(2, int((last - first) / STEP_PX)))
    return at, _monotone(x, y, at)


def _monotone(x: Floats, y: Floats, at: Floats) -> Floats:
    """Cubic interpolation whose slopes are limited so that it stays between its points."""
    step = np.diff(x)
    rise = np.diff(y) / step
    slope = np.zeros_like(y)
    inner = rise[:-1] * rise[1:] > 0
    weights = 2 * step[1:] + step[:-1], step[1:] + 2 * step[:-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (weights[0] + weights[1]) / (weights[0] / rise[:-1] + weights[1] / rise[1:])
    slope[1:-1] = np.where(inner, mean, 0.0)
    k = np.clip(np.searchsorted(x, at) - 1, 0, len(step) - 1)
    h, s = step[k], (at - x[k]) / step[k]
    result: Floats = (
        (1 + 2 * s) * (1 - s) ** 2 * y[k]
        + s * (1 - s) ** 2 * h * slope[k]
        + s * s * (3 - 2 * s) * y[k + 1]
        + s * s * (s - 1) * h * slope[k + 1]
    )
    return result
