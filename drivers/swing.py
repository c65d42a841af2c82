"""The table shakes under a blow: what it adds to a petal, and what it takes off a finger there.

A blow loads all petals at once and in one shape, also those that nobody holds, and then the table
swings: it lifts them by about as much as it loaded them before, which sensors under nothing do not
show.
"""

from __future__ import annotations

from math import exp, hypot, sqrt

import numpy as np

from drivers.baseline import Floats
from drivers.extremes import greatest, least, least_by_row
from drivers.forces import Forces, Past, Times
from drivers.onset import Onset
from drivers.pad_config import PadConfig
from drivers.table import RINGING, are_few, moves
from drivers.touches import Rise

_WITNESSES = 2  # petals that nobody holds; one may be a hand that was gone soon
_BLOW_N = 0.25  # what a blow to the table loads them with at least
_OUT_OF = 2.0  # blows: a force greater than that is a hand's
_SLAP_N = 20.0  # less lets no table swing so that it lifts a finger
_BEGINS_N = 0.1  # of a blow
_BEFORE = 4, 1  # scans before that which show who rested there
_GROWS = 1.3  # of a swing that was seen: so great may it be yet
_SWINGS = 1.75  # of what the middle one of the others shows, a petal swings by at most
_MOST_N = 2.0  # no table swings by more
_TAKEN = 0.2  # of what couples: so much too little may be taken off
_PAST = 0.25  # of it is left: it goes to the other side
_SWUNG = 10  # scans that show whether the table loads all petals
_BACK = 0.5  # to so much of it a swing goes back
_SWINGS_N, _LEFT_N = 0.1, 0.05  # so much of all petals is a swing; of a hand that it hides is left


class Swing:
    """Of one petal's table. ``order``: its column; ``channels``: its two sensors."""

    def __init__(
        self, order: int, channels: tuple[int, int], config: PadConfig, forces: Forces
    ) -> None:
        self._order, self._channels = order, list(channels)
        self._config, self._forces = config, forces

    def lifts(self, rise: Rise, scan: int) -> bool:
        """May the table have lifted a finger that rested on the petal when it began to swing, so
        that it shows nothing now? ``rise`` is told by how much."""
        config, forces = self._config, self._forces
        view = forces.past(scan - RINGING[1], scan + 1)
        if greatest(forces.others(view.sources, self._order)) < _SLAP_N:
            return False
        blow_n = self._blow(view)
        first, last = _BEFORE
        k = 0 if blow_n is None else int((blow_n >= _BEGINS_N).argmax())
        if blow_n is None or k < first:
            return False
        before = slice(k - first, k - last)
        own = forces.own(view.newtons[before], view.sources[before])
        swing_n = _OUT_OF * greatest(blow_n)
        rested_n = greatest(own[:, self._channels])
        if not config.release_n <= rested_n <= config.release_n + swing_n:
            return False
        rise.swing_n = max(rise.swing_n, swing_n)
        return True

    def under(self, part: int, view: Past) -> tuple[Floats, Floats] | None:
        """float64[n] each: the most that the table, swinging, loads a sensor by, and the most that
        it lifts what lies there; None: it does not swing. All petals swing in one shape, and those
        show it that nobody holds: what loads them goes again. A swing goes back as far as it came,
        which sensors under nothing do not show."""
        forces = self._forces
        coupled_n = view.sources @ forces.shares.means.T
        least_n = view.newtons - coupled_n - _TAKEN * np.abs(coupled_n)
        sensors = forces.by_sensor(least_n)[part]
        others = np.delete(sensors, self._order, axis=1)
        others = others[:, ~np.delete(forces.muted, self._order)]
        others = np.maximum(others, 0.0)
        base_n = np.maximum(
            np.minimum.accumulate(others), np.minimum.accumulate(others[::-1])[::-1]
        )
        free = base_n < self._config.release_n
        ordered = np.sort(np.where(free, others - base_n, np.inf), axis=1)
        middle = (np.count_nonzero(free, axis=1) - 1) // 2
        load_n = ordered[np.arange(len(ordered)), np.maximum(middle, 0)]
        load_n = np.where((middle >= 0) & (load_n <= _MOST_N), load_n, 0.0)
        if greatest(load_n) < _SWINGS_N:
            return None
        load_n *= _SWINGS
        swing = np.empty(len(load_n))
        now_n, fades = 0.0, exp(-1.0 / RINGING[1])
        for row, shown_n in enumerate(load_n.tolist()):
            swing[row] = now_n = max(now_n * fades, shown_n)
        return load_n, np.where(load_n < _PAST * swing, swing, 0.0)

    def shaken(self, onset: Onset, view: Past, base_n: float) -> Onset:
        """The onset, in doubt as far as the table swings: it loads all petals at once, also those
        that nobody holds later, until a force stands out of it, and lifts a hand by as much.
        ``base_n``: what the hand leant with."""
        since_ns = view.times - view.times[0]
        k = int(np.searchsorted(since_ns, onset.t_ns))
        swing_n = self._swings(view, k)
        blow_n = _GROWS * swing_n if swing_n else _OUT_OF * self._blown(view, k)
        if not blow_n:
            return onset
        onset_n, level_n = self._config.onset_n, self._petals(view)[:, self._order] - base_n
        stands_out = level_n[k:] >= onset_n + blow_n
        if not np.count_nonzero(stands_out):
            return onset
        out_ns = _reached(since_ns, level_n, k + int(stands_out.argmax()), onset_n + blow_n)
        after_ns, before_ns = max(out_ns - onset.t_ns, 0), 0
        least_n = max(onset_n - swing_n, _LEFT_N)
        (below,) = (level_n[:k] < least_n).nonzero()
        if swing_n and below.size:
            shown_ns = _reached(since_ns, level_n, int(below[-1]) + 1, least_n)
            before_ns = max(onset.t_ns - shown_ns, 0)
        spread_ns = (before_ns + after_ns) / 2 / sqrt(2)
        u_ns = min(round(hypot(onset.uncertainty_ns, spread_ns)), self._config.u_max_ns)
        t_ns = onset.t_ns + (after_ns - before_ns) // 2
        return Onset(
            t_ns=t_ns,
            uncertainty_ns=u_ns,
            earliest_ns=min(onset.earliest_ns, t_ns),
            latest_ns=max(onset.latest_ns, t_ns),
        )

    def _swings(self, view: Past, k: int) -> float:
        """How much the table swings under this petal about row ``k``, by what all petals have
        shown in one shape: whoever holds them later, nobody did yet. Hands do that too where there
        are few petals, but a swing goes back."""
        low, swing_n, few = max(k - RINGING[1], 1), 0.0, are_few(view.newtons)
        least_n = least_by_row(self._forces.levels(view.newtons[low:]))
        for row in (low + (least_n[: k + 1 - low] >= _SWINGS_N).nonzero()[0]).tolist():
            if few and least(least_n[row - low :]) > _BACK * least_n[row - low]:
                continue
            newtons = view.newtons[max(row - _SWUNG, 0) : row + 1]
            if moves(newtons):
                rose_n = greatest((newtons[-1] - newtons[0])[self._channels])
                swing_n = max(swing_n, exp((row - k) / RINGING[1]) * rose_n)
        return swing_n

    def _blown(self, view: Past, k: int) -> float:
        """How hard a blow has loaded the petals that nobody holds at last, if about row ``k``."""
        blow_n = self._blow(view)
        if blow_n is None or blow_n[max(k - 1, 0) : k + 2].max(initial=0.0) < _BLOW_N:
            return 0.0
        return greatest(blow_n)

    def _petals(self, view: Past) -> Floats:
        """What was fitted to single petals lately depends on who was looked at first."""
        forces = self._forces
        return forces.levels(view.newtons - view.sources @ forces.shares.means.T)

    def _blow(self, view: Past) -> Floats | None:
        """float64[n]: what all petals carry that nobody holds at last; None: too few of them."""
        petals = self._petals(view)
        free = petals[-1] < self._config.release_n
        free[self._order] = False
        if np.count_nonzero(free) < _WITNESSES:
            return None
        return least_by_row(petals[:, free])


def _reached(t_ns: Times, force_n: Floats, row: int, level_n: float) -> int:
    """When a force, above a level in a row, reached it after the row before."""
    low, high = max(row - 1, 0), row
    return round(float(np.interp(level_n, force_n[[low, high]], t_ns[[low, high]])))
