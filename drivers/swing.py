"""The table shakes under a blow: what it adds to a petal, and what it takes off a finger there.

A blow loads all petals at once, also those that nobody holds, and then the table swings: it lifts
them by about as much as it loaded them before, which sensors under nothing do not show.
"""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np

from drivers.baseline import Floats
from drivers.forces import Forces, Past
from drivers.onset import Onset
from drivers.pad_config import PadConfig
from drivers.table import RINGING
from drivers.touches import Rise

_WITNESSES = 2  # petals that nobody holds; one may be a hand that was gone soon
_BLOW_N = 0.25  # what a blow to the table loads them with at least
_OUT_OF = 2.0  # blows: a force greater than that is a hand's
_SLAP_N = 20.0  # less lets no table swing so that it lifts a finger
_BEGINS_N = 0.1  # of a blow
_BEFORE = 4, 1  # scans before that which show who rested there


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
        if float(forces.others(view.sources, self._order).max()) < _SLAP_N:
            return False
        blow_n = self._blow(view)
        first, last = _BEFORE
        k = 0 if blow_n is None else int((blow_n >= _BEGINS_N).argmax())
        if blow_n is None or k < first:
            return False
        before = slice(k - first, k - last)
        own = forces.own(view.newtons[before], view.sources[before])
        swing_n = _OUT_OF * float(blow_n.max())
        rested_n = float(own[:, self._channels].max())
        if not config.release_n <= rested_n <= config.release_n + swing_n:
            return False
        rise.swing_n = max(rise.swing_n, swing_n)
        return True

    def shaken(self, onset: Onset, view: Past) -> Onset:
        """The onset, in doubt from a blow to the table on: it loads all petals at once, also those
        that nobody holds later, until a force stands out of it."""
        blow_n = self._blow(view)
        if blow_n is None:
            return onset
        since_ns = view.times - view.times[0]
        k = int(np.searchsorted(since_ns, onset.t_ns))
        if blow_n[max(k - 1, 0) : k + 2].max(initial=0.0) < _BLOW_N:
            return onset
        out_n = self._config.onset_n + _OUT_OF * float(blow_n.max())
        stands_out = self._petals(view)[k:, self._order] >= out_n
        if not stands_out.any():
            return onset
        width_ns = max(int(since_ns[k + int(stands_out.argmax())]) - onset.t_ns, 0)
        spread_ns = width_ns / 2 / sqrt(2)
        u_ns = min(round(hypot(onset.uncertainty_ns, spread_ns)), self._config.u_max_ns)
        return Onset(onset.t_ns + width_ns // 2, u_ns)

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
        blow_n: Floats = petals[:, free].min(axis=1)
        return blow_n
