"""The controller's clock on ours: HARDWARE.md, "Times".

Pings of the last 20 s; a line (offset and slope, slope within 200 ppm) through the fastest fifth of
them by round trip.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drivers.firmware.wire import TICKS, ticks_diff
from drivers.times import SECOND

WINDOW_NS = 20 * SECOND
FASTEST = 5  # every fifth
FEWEST = 4
ENOUGH = 16  # pings before times are given out, if the fastest of them were calm
CALM_NS = 10_000_000  # a stalled wire answers late and on one way only
PATIENCE = 128  # pings after which times are given out from any wire
MOST = 256  # pings kept: 20 s of ten a second and the first burst
SLOPE_LIMIT = 200e-6
SLOPE_WEIGHT_S2 = 1.0  # (100 µs of jitter / 100 ppm of a usual crystal)², squared seconds
USUAL_SLOPE = 100e-6
STEP_NS = 50_000  # the map moves by no more from ping to ping, so times go on forwards
LEAP_NS = 10_000_000  # so far beside the map lies no exchange, unless a clock has leapt
LEAPS = 3  # exchanges running: one may be another host's, or damaged and yet whole
ASYMMETRY = 4  # all of the fastest round trip may go one way: half of it beside, two sigma


@dataclass(frozen=True, slots=True)
class Ping:
    """One exchange: the middle on both clocks, and how long it took without the answerer."""

    ticks: float  # extended, µs
    t_ns: float
    round_trip_ns: int


class ClockMap:
    """Ticks of one controller's start to nanoseconds on our clock."""

    def __init__(self) -> None:
        self._pings: deque[Ping] = deque(maxlen=MOST)
        self._ref = 0  # extended ticks at which the line is anchored
        self._base_ns = 0.0
        self._slope = 0.0
        self._sigma_ns = 0.0
        self._taken = 0
        self._strays = 0
        self._ready = False

    @property
    def ready(self) -> bool:
        """Have there been enough pings to give times? Once they are given the map moves slowly, so
        it waits for a wire that is not just getting over a stall."""
        return self._ready

    @property
    def leapt(self) -> bool:
        """Has one of the clocks leapt? The map would take minutes to follow: it is made anew."""
        return self._strays >= LEAPS

    @property
    def uncertainty_ns(self) -> int:
        """One sigma of a mapped time: the residual of the line, what of its asymmetry no ping can
        see, and what the map has still to move."""
        return round(self._sigma_ns)

    @property
    def drift_ppm(self) -> float:
        """How much slower the controller's clock goes than ours."""
        return self._slope * 1e6

    @property
    def round_trip_ns(self) -> int:
        """The fastest round trip of the last 20 s; 0 before the first."""
        return min((ping.round_trip_ns for ping in self._pings), default=0)

    def extend(self, ticks: int, near_ns: int) -> int:
        """Ticks without their wrap, given a moment within 8.9 minutes of theirs."""
        if not self._taken:
            return ticks
        guess = self._ref + round((near_ns - self._base_ns) / (1000 * (1 + self._slope)))
        return guess + ticks_diff(ticks, guess & (TICKS - 1))

    def to_ns(self, ticks: int) -> int:
        """The moment of extended ticks."""
        return round(self._base_ns + (ticks - self._ref) * 1000 * (1 + self._slope))

    def all_to_ns(self, ticks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The moments of extended ticks, int64[n]."""
        since_ns = (ticks - self._ref) * (1000 * (1 + self._slope))
        base_ns = math.floor(self._base_ns)
        moments: npt.NDArray[np.int64] = base_ns + np.rint(
            since_ns + (self._base_ns - base_ns)
        ).astype(np.int64)
        return moments

    def add(self, sent_ns: int, received: int, replied: int, arrived_ns: int) -> bool:
        """One ping: our times around, the controller's ticks between. False if it cannot be."""
        middle_ns = (sent_ns + arrived_ns) / 2
        first = self.extend(received, round(middle_ns))
        took = ticks_diff(replied, received)
        round_trip_ns = arrived_ns - sent_ns - took * 1000
        if took < 0 or round_trip_ns < 0:
            return False
        beside_ns = abs(self.to_ns(first) + took * 500 - middle_ns) - round_trip_ns / 2
        self._strays = self._strays + 1 if self.ready and beside_ns > LEAP_NS else 0
        self._pings.append(Ping(first + took / 2, middle_ns, round_trip_ns))
        while self._pings[0].t_ns < middle_ns - WINDOW_NS:
            self._pings.popleft()
        self._taken += 1
        slowest_ns = self._fit(first)
        calm = self._taken >= ENOUGH and slowest_ns <= CALM_NS
        self._ready = self._ready or calm or self._taken >= PATIENCE
        return True

    def _fit(self, now_ticks: int) -> int:
        """A line through the fastest pings; returns the round trip of the slowest of them."""
        count = max(FEWEST, len(self._pings) // FASTEST)
        best = sorted(self._pings, key=_round_trip)[:count]
        ticks = np.array([ping.ticks for ping in best]) - now_ticks
        beyond_ns = np.array([ping.t_ns for ping in best]) - best[0].t_ns - ticks * 1000
        centre_s = float(ticks.mean()) / 1e6
        away_s = ticks / 1e6 - centre_s
        spread_s2 = float(away_s @ away_s)
        slope = float(away_s @ beyond_ns) / 1e9 / (spread_s2 + SLOPE_WEIGHT_S2)
        slope = min(max(slope, -SLOPE_LIMIT), SLOPE_LIMIT)
        middle_ns = float(beyond_ns.mean())
        residual_ns = beyond_ns - middle_ns - slope * away_s * 1e9
        free = max(1, len(best) - 2)
        rms_ns = math.sqrt(float(residual_ns @ residual_ns) / free)
        slope_sigma = USUAL_SLOPE / math.sqrt(1 + spread_s2 / SLOPE_WEIGHT_S2)
        target_ns = best[0].t_ns + middle_ns - slope * centre_s * 1e9
        left_ns = self._move(now_ticks, target_ns, slope)
        self._sigma_ns = math.hypot(
            rms_ns, best[0].round_trip_ns / ASYMMETRY, slope_sigma * centre_s * 1e9, left_ns
        )
        return best[-1].round_trip_ns

    def _move(self, now_ticks: int, target_ns: float, slope: float) -> float:
        """Anchor the line at ``now_ticks``; returns how far it still is from ``target_ns``."""
        if self.ready:
            here_ns = self._base_ns + (now_ticks - self._ref) * 1000 * (1 + self._slope)
            step_ns = min(max(target_ns - here_ns, -STEP_NS), STEP_NS)
        else:
            here_ns, step_ns = target_ns, 0.0
        self._ref, self._base_ns, self._slope = now_ticks, here_ns + step_ns, slope
        return target_ns - self._base_ns


def _round_trip(ping: Ping) -> int:
    return ping.round_trip_ns
