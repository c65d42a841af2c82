"""Where between two samples a rising force passed a level: the bounds that the samples allow.

A hand's force starts from its rest like ``(t - start) ** power``: a kink (1), the foot of a sine or
a square (2), something softer (3 and more), or a blow that gives way at once (below 1). Two samples
on either side of the level, or the two after it, fix such a curve for each power; those that
contradict a third or fourth sample drop out. The level was passed between the earliest and the
latest of those that are left, never outside the two samples around it.

Force is the domain to do this in: in codes the divider would bend a linear rise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf
from typing import NamedTuple

from drivers.events import Contact, Gesture
from drivers.pad.arrays import Floats

AROUND = 4  # samples before a passing and after it

_POWERS = (0.45, 0.6, 0.75, 0.88, 1.0, 1.2, 1.45, 1.75, 2.1, 2.6, 3.3, 5.0)
_ROOTS = [(power, 1.0 / power) for power in _POWERS]
_AT_REST = 0.15  # of the slope between the two samples: less before them is no rise yet
_AGREE = 0.1  # of the interval: so well two pairs of samples have to tell the same moment
_UNLIKE = 0.04  # of the interval: no hand is exactly of such a curve
_STEEPER = 1.08  # a later sample beyond a curve by more than this has shown another one
_RISING = 1.02  # of a sample: one after it that is less shows that the rise was over
_GAP = 3.0  # intervals: a hand may have come and held within them
# So far beyond the samples before it one shows a hand: newtons, and of how far these lie apart, or
# of what it may be wrong by.
_LANDED_N, _LANDED = 0.1, 2.0
_TINY_N = 1e-6
_NOISE_N = 0.01


class Passing(NamedTuple):
    """The bounds of the moment at which a level was passed, in the samples' unit of time."""

    earliest: float
    latest: float

    @property
    def middle(self) -> float:
        return (self.earliest + self.latest) / 2

    @property
    def width(self) -> float:
        return self.latest - self.earliest

    def over(self, other: Passing) -> Passing:
        """Bounds that enclose both."""
        return Passing(min(self.earliest, other.earliest), max(self.latest, other.latest))


@dataclass(frozen=True, slots=True)
class Onset:
    """An onset and its one-sigma error, nanoseconds. ``earliest_ns`` and ``latest_ns``: between
    them it surely lies, where a finger rested, bounced or clicked, or it is told later than it was
    measured; elsewhere both are ``t_ns``."""

    t_ns: int
    uncertainty_ns: int
    earliest_ns: int
    latest_ns: int

    def over(self, t_ns: int) -> Onset:
        """The same with ends that reach that moment too."""
        error_ns = 2 * self.uncertainty_ns
        return replace(
            self,
            earliest_ns=min(self.earliest_ns, self.t_ns - error_ns, t_ns),
            latest_ns=max(self.latest_ns, self.t_ns + error_ns, t_ns),
        )

    def waited_for(
        self, origin_ns: int, before_ns: int, u_waited_ns: int, wait_ns: int, u_max_ns: int
    ) -> Onset:
        """The same in the pad's time, in which its own begins at ``origin_ns``, moved to where it
        was waited for: the pad was held back from ``before_ns`` on, and a referee waits for as much
        before that as twice ``u_waited_ns``, and for ``wait_ns`` after it. No error is greater than
        ``u_max_ns``."""
        # Nothing is told to be earlier than was waited for; then its error reaches back twice.
        measured_ns = origin_ns + self.t_ns
        least_ns = max(before_ns + 1, origin_ns + self.latest_ns - wait_ns)
        late_ns = max(least_ns - measured_ns, 0)
        t_ns = measured_ns + late_ns
        u_ns = min(round(hypot(self.uncertainty_ns, late_ns / 2)), u_max_ns)
        # Who has ruled by what was complete is not to be told now that it was in doubt.
        over_ns = max(before_ns - 2 * (u_waited_ns - u_ns) - t_ns, 0)
        t_ns += -(-over_ns // 2)
        earliest_ns, latest_ns = origin_ns + self.earliest_ns, origin_ns + self.latest_ns
        if earliest_ns == latest_ns and t_ns > measured_ns:  # it may have come about then, not now
            earliest_ns -= 2 * self.uncertainty_ns
            latest_ns += 2 * self.uncertainty_ns
        return Onset(
            t_ns=t_ns,
            uncertainty_ns=u_ns - -(-over_ns // 4),
            earliest_ns=min(max(earliest_ns, before_ns - 2 * u_waited_ns), t_ns),
            latest_ns=max(latest_ns, t_ns),
        )

    def contact(
        self,
        seat: int,
        gesture: Gesture,
        *,
        least_u_ns: int,
        clock_uncertainty_ns: int,
        decided_ns: int,
        peak_n: float,
    ) -> Contact:
        """The contact of a hand that came so, in no less doubt than ``least_u_ns``, of which twice
        is also the least of its ends: a referee doubts as far as these."""
        ends_ns = self.t_ns - self.earliest_ns, self.latest_ns - self.t_ns
        early_ns, late_ns = (max(ns, 2 * least_u_ns) for ns in ends_ns) if any(ends_ns) else (0, 0)
        return Contact(
            seat=seat,
            gesture=gesture,
            t_ns=self.t_ns,
            uncertainty_ns=max(self.uncertainty_ns, least_u_ns),
            early_ns=early_ns,
            late_ns=late_ns,
            clock_uncertainty_ns=clock_uncertainty_ns,
            decided_ns=decided_ns,
            peak_n=peak_n,
        )


def passing_at(t: Floats, force: Floats, k: int, level_n: float) -> Passing:
    """When a force, float64[n] newtons of times float64[n], passed the level before row ``k``."""
    around = slice(max(k - AROUND, 0), k + AROUND)
    return passing(t[around].tolist(), force[around].tolist(), k - around.start, level_n)


def falling_at(t: Floats, force: Floats, end: int, level_n: float) -> Passing:
    """When it fell below the level after row ``end``: that is a rise, seen from behind."""
    return passing_at(-t[::-1], force[::-1], len(t) - 1 - end, level_n)


def passing(
    t: Sequence[float], f: Sequence[float], k: int, level: float, error_n: float = 0.0
) -> Passing:
    """When the force passed ``level`` between samples ``k - 1`` (below it) and ``k`` (not below).

    ``t`` rises; ``f`` in newtons; two samples before and two after the pair sharpen the result,
    none are needed. ``error_n``: one sigma of sample ``k - 1``, which others may couple by then.
    Raises ValueError if ``k`` has no sample before it.
    """
    if k < 1:
        raise ValueError("a passing needs a sample before it")
    start = t[k - 1]
    step = t[k] - start
    if not _follows(f, k) or step > _GAP * (t[k + 1] - t[k]):
        # Nothing after the pair tells how steep it was, or where in a gap.
        return Passing(start, t[k])
    # What rises no more had its top around the second sample: it may have come more steeply, if
    # nothing had risen yet before.
    back = k + 2 < len(f) and f[k + 2] < _RISING * f[k + 1]
    if _landed(t, f, k, error_n):
        moments = _since_landed(t, f, k, level, back)
    else:
        feet = _feet(t, f, k)
        moments = [1.0] if back and not feet[0][1] else []
        for foot, rising in feet:
            moments += _moments(t, f, k, level, foot, rising)
    first, last = max(min(moments) - _UNLIKE, 0.0), min(max(moments) + _UNLIKE, 1.0)
    return Passing(start + step * first, start + step * last)


def _moments(
    t: Sequence[float], f: Sequence[float], k: int, level: float, foot: float, rising: bool
) -> list[float]:
    """The moments by all curves that rise from ``foot``, in shares of the interval: by the pair of
    samples around it, and by the two after it."""
    reach = level - foot
    if reach <= _TINY_N:
        return [0.0, 1.0]
    below, above = max(f[k - 1] - foot, 0.0), f[k] - foot
    moments: list[float] = []
    for inside, outside, _ in _curves(t, f, k, level, foot):
        if rising:
            if abs(outside - inside) <= _AGREE:
                moments.append(inside)
        elif outside >= inside - _AGREE:
            moments.append(min(max(outside, inside), 1.0))
    if not moments:  # no such curve: as straight as may be, or as bent
        moments = [(reach - below) / max(above - below, _TINY_N), _bent(below, above, reach)]
    rises = k + 2 < len(f) and f[k + 2] > f[k + 1]
    slope = (f[k + 1] - f[k]) / (t[k + 1] - t[k])
    if rises and not rising and above - slope * (t[k] - t[k - 1]) >= reach:
        moments += [0.0, 1.0]  # what goes on so slowly had jumped before, at whatever moment
    return moments


def _since_landed(
    t: Sequence[float], f: Sequence[float], k: int, level: float, back: bool
) -> list[float]:
    """The moments by all curves that began within the interval before the pair. Force flattens out
    towards its peak, so the least bent one is that with which the two samples after it agree. They
    say nothing of it if it goes ``back`` at once."""
    begun = (t[k - 1] - t[k - 2]) / (t[k] - t[k - 1])
    moments: list[float] = []
    agree = back
    for inside, outside, since in _curves(t, f, k, level, min(f[max(k - 4, 0) : k - 1])):
        if since > begun and moments:
            break
        if not agree and abs(outside - inside) <= _AGREE:
            agree, moments = True, []
        moments.append(inside)
    return moments


def _curves(
    t: Sequence[float], f: Sequence[float], k: int, level: float, foot: float
) -> Iterator[tuple[float, float, float]]:
    """The moments by a curve from ``foot`` of each power, the least bent first: by the pair of
    samples around it, by the two after it; and how long before the pair it began. All in shares of
    the interval."""
    reach, below = level - foot, max(f[k - 1] - foot, 0.0)
    above, beyond = f[k] - foot, f[k + 1] - foot
    step, next_step = t[k] - t[k - 1], t[k + 1] - t[k]
    # A curve that the third sample has left upwards is none: its moment is long before.
    third, further = 0.0, 0.0
    if k + 2 < len(f) and f[k + 2] > f[k + 1]:
        third, further = (f[k + 2] - foot) / _STEEPER, (t[k + 2] - t[k + 1]) / next_step
    for power, root in _ROOTS:
        low, high, wanted, next_high = below**root, above**root, reach**root, beyond**root
        grown = max(high - low, _TINY_N)
        if third and third > (next_high + (next_high - high) * further) ** power:
            outside = -inf
        else:
            outside = 1.0 - (high - wanted) / (next_high - high) * next_step / step
        yield (wanted - low) / grown, outside, low / grown


def _feet(t: Sequence[float], f: Sequence[float], k: int) -> list[tuple[float, bool]]:
    """The forces that the rise may have started from, each with whether it had before the pair."""
    if k < 2:
        return [(min(f[k - 1], 0.0), f[k - 1] > _NOISE_N)]
    lowest = min(f[max(k - 4, 0) : k - 1])
    feet: list[tuple[float, bool]] = []
    slope = (f[k] - f[k - 1]) / (t[k] - t[k - 1])
    before = (f[k - 1] - f[k - 2]) / (t[k - 1] - t[k - 2])
    if before < _AT_REST * slope:
        feet.append((f[k - 1], False))
    if f[k - 1] - lowest > _NOISE_N:
        feet.append((lowest, True))
    return feet or [(f[k - 1], False)]


def _landed(t: Sequence[float], f: Sequence[float], k: int, error_n: float) -> bool:
    """Has a hand that leaps between the pair come in the sample before it? Of one that rises as
    slowly as that already, all samples tell."""
    before = f[max(k - 4, 0) : k - 1]
    if len(before) < 2:
        return False
    most = max(before)
    if f[k - 1] - most < max(_LANDED_N, _LANDED * max(most - min(before), error_n)):
        return False
    slope = (f[k] - f[k - 1]) / (t[k] - t[k - 1])
    return (f[k - 1] - f[k - 2]) / (t[k - 1] - t[k - 2]) < _AT_REST * slope


def _follows(f: Sequence[float], k: int) -> bool:
    return k + 1 < len(f) and f[k + 1] > _RISING * f[k]


def _bent(below: float, above: float, reach: float) -> float:
    root = 1.0 / 3.0
    return float((reach**root - below**root) / max(above**root - below**root, _TINY_N))
