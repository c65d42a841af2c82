"""The table's plate between its petals: what of a hand reaches the sensors of others.

A hand's push goes into the plate and from there to every sensor, most of it to the neighbours'; a
pinch pushes from above and pulls from below, so only the difference goes into the plate. It comes
less than a millisecond late and smoothed. A slap lets the plate ring; what is laid on the table
presses on every sensor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.errors import ConfigError
from host_sim.curves import Curve, Floats
from host_sim.models import Ints, Thump, Touch

COUPLING: Final = 0.03  # of a neighbour's force on *top*; half of it on *under*
OWN_COUPLING: Final = 0.01  # of a palm's force on the petal's own *under*
RINGING: Final = 0.008
_NEAR: Final = 0.5, 1.5  # times the coupling, by pair
_FAR: Final = 0.05, 0.35
_LIFTS: Final = 0.1  # of the far ones are lifted
_DELAY_MS: Final = 0.05, 0.45  # beside the millisecond's half that smoothing takes
_RINGS_HZ: Final = 30.0, 80.0
_RINGS_MS: Final = 20.0, 60.0
_LEAST_RING_N: Final = 0.003
_DECAYS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Load:
    """Something heavy is put on the table, or taken off: each sensor's load at rest changes by up
    to ``newtons`` within ``over_ms``, for good. Raises ConfigError for a time that is not positive.
    """

    t_ns: int
    newtons: float
    over_ms: float = 400.0

    def __post_init__(self) -> None:
        if not self.over_ms > 0:
            raise ConfigError("a load on the table: over_ms must be above 0")

    @property
    def end_ns(self) -> int:
        """When it lies still."""
        return self.t_ns + round(self.over_ms * 1e6)

    def force(self, t_ns: Ints) -> Floats:
        """Newtons at any shape of times."""
        part = np.clip((t_ns - self.t_ns) / (self.over_ms * 1e6), 0.0, 1.0)
        force: Floats = self.newtons * part * part * (3.0 - 2.0 * part)
        return force


class Push:
    """What one touch sends into the plate: its push, and the ringing that it leaves."""

    __slots__ = ("_impulse", "_ms", "ring_n", "ring_ns", "touch")

    def __init__(self, touch: Touch, factor: float, ringing: float) -> None:
        self.touch = touch
        top, under = touch.curve(), touch.curve("under")
        ms = top.ms if len(under.ms) == 1 else np.union1d(top.ms, under.ms)
        newtons = (top.at(ms) - under.at(ms)) * factor
        slope, at_ms = Curve(ms, newtons).steepest
        self.ring_n = ringing * slope if ringing * slope > _LEAST_RING_N else 0.0
        self.ring_ns = touch.t_ns + round(at_ms * 1e6)
        middles = (newtons[1:] + newtons[:-1]) / 2 * np.diff(ms)
        self._ms = np.concatenate([ms, ms[-1:] + 1e7])
        self._impulse = np.concatenate([[0.0], np.cumsum(middles), [0.0]])
        self._impulse[-1] = self._impulse[-2] + 1e7 * newtons[-1]

    def smoothed(self, grid_ns: Ints) -> Floats:
        """The mean push between each moment of the grid and the next, float64[n - 1]."""
        ms = (grid_ns - self.touch.t_ns) / 1e6
        mean: Floats = np.diff(np.interp(ms, self._ms, self._impulse)) / np.diff(ms)
        return mean


class Plate:
    """The plate of a table with ``seats`` petals; ``offsets_ns[c]`` is when in a scan each sensor
    is read, ``period_ns`` how often. ``rng`` draws how it carries.
    """

    def __init__(
        self, seats: int, offsets_ns: Ints, period_ns: int, rng: np.random.Generator
    ) -> None:
        self._offsets_ns = offsets_ns
        self._period_ns = period_ns
        channels = 2 * seats
        shares = rng.uniform(*_FAR, (seats, channels))
        shares *= np.where(rng.random((seats, channels)) < _LIFTS, -1.0, 1.0)
        near = rng.uniform(*_NEAR, (seats, channels))
        for seat in range(seats):
            for other in {(seat - 1) % seats, (seat + 1) % seats}:
                shares[seat, 2 * other : 2 * other + 2] = near[seat, 2 * other : 2 * other + 2]
        shares[:, 1::2] *= 0.5
        for seat in range(seats):
            own = OWN_COUPLING / COUPLING * rng.uniform(0.5, 1.5)
            shares[seat, 2 * seat : 2 * seat + 2] = 0.0, own
        delay_ns = rng.uniform(*_DELAY_MS, (seats, channels)) * 1e6
        # A sensor is read between two moments of the grid: shares of the mean before and after.
        since = (offsets_ns[None, :] - delay_ns) / period_ns
        back = np.floor(since)
        later = since - back
        self._by_step: Floats = np.zeros((3, seats, channels))
        for step, low in ((0, -1.0), (1, 0.0)):
            here = back == low
            self._by_step[step] += np.where(here, shares * (1.0 - later), 0.0)
            self._by_step[step + 1] += np.where(here, shares * later, 0.0)
        self._ring_hz = rng.uniform(*_RINGS_HZ)
        self._ring_ms = rng.uniform(*_RINGS_MS)
        self._rings: Floats = rng.uniform(0.5, 1.5, channels)
        self._rings[1::2] *= 0.5
        self._bears: Floats = rng.uniform(0.5, 1.0, channels)

    def coupled(self, push: Push, first: int, count: int, coupling: float | Floats) -> Floats:
        """Newtons that ``push`` adds to all channels in ``count`` scans, float64[count, channels].

        ``coupling``: the table's, or float64[count], scan by scan.
        """
        grid_ns = np.arange(first - 2, first + count + 2, dtype=np.int64) * self._period_ns
        mean = push.smoothed(grid_ns)
        back, here, later = ((mean[step : step + count] * coupling)[:, None] for step in range(3))
        seat = push.touch.seat
        force: Floats = back * self._by_step[0, seat]
        force += here * self._by_step[1, seat]
        force += later * self._by_step[2, seat]
        return force

    def rings(self, push: Push, from_ns: int, to_ns: int) -> bool:
        """Does the table ring of it at any moment of such a stretch?"""
        return push.ring_n > 0 and push.ring_ns <= to_ns and self._rung_ns(push) >= from_ns

    def still_ns(self, push: Push) -> int:
        """From when on nothing is felt of it any more."""
        gone_ns = push.touch.end_ns + 3 * self._period_ns
        return max(gone_ns, self._rung_ns(push)) if push.ring_n > 0 else gone_ns

    def _rung_ns(self, push: Push) -> int:
        return push.ring_ns + round(_DECAYS * self._ring_ms * 1e6)

    def ringing(self, push: Push, at_ns: Ints) -> Floats:
        """Newtons on all channels at int64[n, channels]; below 0: a petal is lifted."""
        since_ms = np.maximum((at_ns - push.ring_ns) / 1e6, 0.0)
        swing = np.sin(since_ms * (2e-3 * math.pi * self._ring_hz))
        swing *= np.exp(since_ms * (-1.0 / self._ring_ms))
        swing[since_ms > _DECAYS * self._ring_ms] = 0.0
        force: Floats = swing * (push.ring_n * self._rings)
        return force

    def shaken(self, thump: Thump, at_ns: Ints) -> Floats:
        """Newtons that ``thump`` adds to all channels at int64[n, channels]: half on *under*."""
        force = thump.force(at_ns)
        force[:, 1::2] /= 2
        return force

    def borne(self, load: Load, t_ns: npt.NDArray[np.int64]) -> Floats:
        """Newtons that ``load`` adds to all channels at int64[n]."""
        return load.force(t_ns)[:, None] * self._bears
