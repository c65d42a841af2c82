"""The table's plate between its petals: what of a hand reaches the sensors of others.

A hand's push goes into the plate and from there to every sensor, most of it to the neighbours'; a
pinch pushes from above and pulls from below, so only the difference goes into the plate. It comes
less than a millisecond late and smoothed. A slap lets the plate ring; what is laid on the table
presses on every sensor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.errors import ConfigError
from drivers.times import MS, ns
from host_sim.curves import Curve, Floats, merged
from host_sim.models import Ints, Thump, Touch

CROSSTALK: Final = 0.03  # of a neighbour's force on *top*; half of it on *under*
OWN_CROSSTALK: Final = 0.01  # of a palm's force on the petal's own *under*
RINGING: Final = 0.008
_NEAR: Final = 0.5, 1.5  # times the crosstalk, by pair
_FAR: Final = 0.05, 0.35
_LIFTS: Final = 0.1  # of the far ones are lifted
_DELAY_MS: Final = 0.05, 0.45  # beside the millisecond's half that smoothing takes
_RINGS_HZ: Final = 30.0, 80.0
_RINGS_MS: Final = 20.0, 60.0
_LEAST_RING_N: Final = 0.003
_DECAYS: Final = 5.0
_LATE_NS: Final = 3_000_000  # nothing comes later than that


@dataclass(frozen=True, slots=True)
class TableLoad:
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
        return self.t_ns + ns(self.over_ms)

    def force(self, t_ns: Ints) -> Floats:
        """Newtons at any shape of times."""
        part = np.clip((t_ns - self.t_ns) / (self.over_ms * MS), 0.0, 1.0)
        force: Floats = self.newtons * part * part * (3.0 - 2.0 * part)
        return force


class PlatePush:
    """What one touch sends into the plate: its push, and the ringing that it leaves.

    ``gone_ns``: from when on nothing is felt of the push; ``rung_ns``: when the ringing has died
    away; ``still_ns``: both.
    """

    __slots__ = ("_net", "gone_ns", "ring_n", "ring_ns", "rung_ns", "still_ns", "touch")

    def __init__(self, touch: Touch, factor: float, ringing: float, lasts_ns: int) -> None:
        top, under = touch.rise(), touch.rise("under")
        self._net = top.times(factor)
        if len(under.ms) > 1:
            ms = merged(top.ms, under.ms)
            self._net = Curve(ms, (top.at(ms) - under.at(ms)) * factor)
        slope, at_ms = self._net.steepest
        rings = ringing * slope > _LEAST_RING_N
        self.ring_n = ringing * slope if rings else 0.0
        self.ring_ns = touch.t_ns + ns(at_ms)
        self.rung_ns = self.ring_ns + lasts_ns if rings else self.ring_ns
        self._end(touch)

    def _end(self, touch: Touch) -> None:
        self.touch = touch
        self.gone_ns = touch.end_ns + _LATE_NS
        self.still_ns = max(self.gone_ns, self.rung_ns)

    def ending(self, touch: Touch) -> PlatePush:
        """The same of ``touch``, which lets go at another time."""
        push = copy(self)
        push._end(touch)
        return push

    def smoothed(self, first: int, count: int, period_ns: int) -> Floats:
        """The mean push in ``count`` periods from number ``first`` on, float64[count]."""
        grid_ns = np.arange(first, first + count + 1, dtype=np.int64) * period_ns
        ms = (grid_ns - self.touch.t_ns) / MS
        push = self._net.at(ms)
        self.touch.let_fall(push, ms)
        mean: Floats = (push[1:] + push[:-1]) / 2
        return mean


class Plate:
    """The plate of a table with ``seats`` petals; ``offsets_ns[c]`` is when in a scan each sensor
    is read, ``period_ns`` how often. ``rng`` draws how it carries.
    """

    def __init__(
        self, seats: int, offsets_ns: Ints, period_ns: int, rng: np.random.Generator
    ) -> None:
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
            own = OWN_CROSSTALK / CROSSTALK * rng.uniform(0.5, 1.5)
            shares[seat, 2 * seat : 2 * seat + 2] = 0.0, own
        delay_ns = rng.uniform(*_DELAY_MS, (seats, channels)) * MS
        # A sensor is read between two moments of the grid: shares of the mean before and after.
        since = (offsets_ns[None, :] - delay_ns) / period_ns
        back = np.floor(since)
        later = since - back
        self._by_step: Floats = np.zeros((3, seats, channels))
        for step, low in ((0, -1.0), (1, 0.0)):
            here = back == low
            self._by_step[step] += np.where(here, shares * (1.0 - later), 0.0)
            self._by_step[step + 1] += np.where(here, shares * later, 0.0)
        self._ring_turns = rng.uniform(*_RINGS_HZ) * 2e-9 * math.pi
        self._ring_ns = rng.uniform(*_RINGS_MS) * MS
        rings = rng.uniform(0.5, 1.5, channels)
        rings[1::2] *= 0.5
        # A sensor is read later in the scan: the swing has turned and died away a little.
        rings *= np.exp(offsets_ns / -self._ring_ns)
        turns = offsets_ns * self._ring_turns
        self._rings: Floats = np.stack((rings * np.cos(turns), rings * np.sin(turns)))
        self._bears: Floats = rng.uniform(0.5, 1.0, channels)

    def push(self, touch: Touch, factor: float, ringing: float) -> PlatePush:
        """What ``touch`` sends into the plate. ``ringing``: see ``Making``."""
        return PlatePush(touch, factor, ringing, round(_DECAYS * self._ring_ns))

    def carried(
        self,
        pushes: Sequence[tuple[PlatePush, slice]],
        first: int,
        starts_ns: Ints,
        crosstalk: float | Floats,
    ) -> Floats:
        """Newtons on all channels, float64[n, channels], that the plate carries there in the scans
        from number ``first`` on, which start so; below 0: a petal is lifted.

        ``pushes``: each with the scans that may feel the push itself. ``crosstalk``: the table's,
        or float64[n], scan by scan.
        """
        sent = np.zeros((3 * len(pushes) + 2, len(starts_ns)))
        for place, (push, felt) in enumerate(pushes):
            count = felt.stop - felt.start
            if count > 0:
                mean = push.smoothed(first + felt.start - 2, count + 2, self._period_ns)
                for step in range(3):
                    sent[3 * place + step, felt] = mean[step : step + count]
            self._ring(push, starts_ns, sent[-2:])
        sent[:-2] *= crosstalk
        shares = [self._by_step[:, push.touch.seat] for push, _ in pushes]
        force: Floats = np.concatenate((*shares, self._rings)).T @ sent
        return force.T

    def _ring(self, push: PlatePush, starts_ns: Ints, swings: Floats) -> None:
        """Add how the plate swings after ``push``, as ``_rings`` takes it, to float64[2, n]."""
        rings = slice(*starts_ns.searchsorted((push.ring_ns, push.rung_ns)))
        if rings.start < rings.stop:
            since_ns = (starts_ns[rings] - push.ring_ns).astype(np.float64)
            swing = np.exp(since_ns / -self._ring_ns) * push.ring_n
            turns = since_ns * self._ring_turns
            swings[0, rings] += swing * np.sin(turns)
            swings[1, rings] += swing * np.cos(turns)

    def lying(self, weight_n: float, channel: int, crosstalk: float) -> Floats:
        """Newtons on all channels, float64[channels], while a weight lies on one; what is clamped
        onto *under* pinches, and pushes nothing into the plate."""
        seat, under = divmod(channel, 2)
        push_n = 0.0 if under else weight_n
        force: Floats = push_n * crosstalk * self._by_step[:, seat].sum(axis=0)
        force[2 * seat : channel + 1] += weight_n
        return force

    def shaken(self, thump: Thump, at_ns: Ints) -> Floats:
        """Newtons that ``thump`` adds to all channels at int64[n, channels]: half on *under*."""
        force = thump.force(at_ns)
        force[:, 1::2] /= 2
        return force

    def borne(self, load: TableLoad, t_ns: npt.NDArray[np.int64]) -> Floats:
        """Newtons that ``load`` adds to all channels at int64[n]."""
        return load.force(t_ns)[:, None] * self._bears
