"""The table shakes under a blow: what it adds to a petal, and what it takes off a finger there.

A blow loads all petals at once and in one shape, also those that nobody holds, and then the table
swings: it lifts them by about as much as it loaded them before, which sensors under nothing do not
show.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.config import PadConfig
from drivers.pad.forces import Forces
from drivers.pad.past import Past
from drivers.pad.reductions import (
    any_of,
    greatest,
    greatest_by_column,
    least_by_row,
    median_by_row,
    windows,
)

RINGING: Final = 80, 40
"""It swings under a slap for so many scans; what stays for so many is a hand's."""
RINGS: Final = 0.04
"""Of a slap's force: so much may the table swing by under all petals."""
SLAP_N: Final = 2.0  # it swings under no less
_STAYS, _STAYS_N = 0.6, 0.8  # what presses so hard for so much of the time stays
_SHARES = 0.35, 1.75  # of what the middle one of the others shows, a petal swings by so much
_MOST_N = 1.0  # more that comes and goes is a hand's own, as a blow of 2.5 g brings no petal more
_TAKEN = 0.2  # of what couples: so much too little may be taken off
_PAST = 0.25  # of it is left: it goes to the other side
_FREE = 2  # so many petals show it: one may lie where nothing moves
_SWINGS_N = 0.09  # so much of it is a swing
# A click: so much that is gone but for a part within so many scans. What stays after it for so many
# swings, if less than so much is left of that within a table's swing.
_CLICK_N, _CLICK_LEFT, _CLICK_SCANS = 1.0, 0.3, 3
_LASTS, _GONE_N = 4, 0.1


class Swing:
    """Of one petal's table. ``order``: its column."""

    def __init__(self, order: int, config: PadConfig, forces: Forces) -> None:
        self._order, self._config, self._forces = order, config, forces
        # Of the forces asked about last, and the greatest of each channel.
        self._surely: tuple[Floats, Floats, Floats] | None = None

    def under(
        self, part: int, view: Past, own: Floats, lone_n: Floats | None = None
    ) -> Floats | None:
        """float64[3, n], newtons: what the table that swings has at most taken off a sensor's
        ``own`` force, as it lifts what lies there, what it has most likely, and what it has at
        least: below 0 where it loads the sensor; None: it does not swing. All petals swing in one
        shape, and those show it that nobody holds: it comes and goes. It goes back as far as it
        came, which a sensor under nothing does not show. ``lone_n``: see ``Track``."""
        shown_n = self._shown_n(part, view)
        clicked_n = after_click(own, lone_n)
        if clicked_n is not None and self._is_still(part, view, clicked_n):
            clicked_n = None
        if greatest(shown_n) < _SWINGS_N:
            return clicked_n
        least, most = _SHARES
        swings_n, now_n, fades = list[float](), 0.0, exp(-1.0 / RINGING[1])
        for row_n in shown_n.tolist():
            now_n *= fades
            if row_n > now_n:
                now_n = row_n
            swings_n.append(now_n)
        shows = own >= self._config.start_n
        shows[:-1] |= shows[1:]  # it may have been there, and lifted off
        past_n = np.array(swings_n) - shown_n / _PAST
        lifted_n = np.where(shows & (past_n > 0.0), past_n, -least * shown_n)
        swing_n = np.stack((lifted_n, -shown_n, -most * shown_n))
        if clicked_n is None:
            return swing_n
        swing_n[0] = np.where(clicked_n[0] > 0.0, np.maximum(swing_n[0], clicked_n[0]), swing_n[0])
        swing_n[1:] = np.minimum(swing_n[1:], clicked_n[1:])
        return swing_n

    def most_n(self, channels: Sequence[int], view: Past, slaps_n: Floats) -> Floats:
        """float64[n]: by how much the table may swing under the sensors of this petal, under slaps
        float64[n] that have come by then. Where two petals or more come and go by less than a hand,
        it is what the middle one of them shows, and what has most likely come through."""
        forces = self._forces
        most_n = RINGS * np.maximum.accumulate(np.where(slaps_n >= SLAP_N, slaps_n, 0.0))
        known_n = np.abs(forces.own_past(view, known=True))
        shown_n = forces.levels(known_n * forces.heard)  # what is dead shows nothing
        free = (greatest_by_column(shown_n) < _MOST_N) & ~forces.silent
        free[self._order] = False
        if np.count_nonzero(free) < _FREE:
            return most_n
        coupled_n = [
            np.hypot(view.sources @ forces.shares.expected(c), forces.left_n(c, view))
            for c in channels
        ]
        swings_n = _SHARES[1] * median_by_row(shown_n[:, free])
        likely_n = np.hypot(np.maximum.reduce(coupled_n), swings_n)
        return np.minimum(most_n, np.maximum.accumulate(likely_n))

    def _is_still(self, part: int, view: Past, clicked_n: Floats) -> bool:
        """Do two others show too little for what stays after a click to be a swing?"""
        surely_n, _ = self._others_n(view)
        most_n = self._most_n(greatest_by_column(surely_n[clicked_n[1] < 0.0]), part)
        still_n = greatest(np.sort(most_n)[:_FREE])
        return _SHARES[1] * still_n < greatest(-clicked_n[1])

    def _others_n(self, view: Past) -> tuple[Floats, Floats]:
        """What all channels surely show by themselves, float64[n, c], and the greatest of each."""
        if self._surely is None or self._surely[0] is not view.newtons:  # both sensors ask
            known_n = self._forces.own_past(view, known=True)
            surely_n = known_n - _TAKEN * (view.newtons - known_n)
            self._surely = view.newtons, surely_n, greatest_by_column(surely_n)
        return self._surely[1:]

    def _shows(self, part: int) -> int:
        """The sensor of the others that shows what this one's ``part`` does."""
        return 1 - part if self._order in self._forces.sisters.swapped else part

    def _most_n(self, greatest_n: Floats, part: int) -> Floats:
        """float64[s]: what all petals show, of float64[c], where this one's ``part`` does: of its
        own, and of what nobody hears, that says nothing."""
        forces = self._forces
        heard_n = np.where(forces.heard, greatest_n, np.inf)[None]
        most_n = forces.by_sensor(heard_n)[self._shows(part)][0]
        return np.where(np.arange(len(most_n)) == self._order, np.inf, most_n)

    def _shown_n(self, part: int, view: Past) -> Floats:
        """float64[n]: what comes and goes on the middle one of the other petals that nobody holds,
        nor touches meanwhile; it is no less if more is coupled there than is known."""
        surely_n, greatest_n = self._others_n(view)
        sensor = self._shows(part)
        shown_n, most_n = np.zeros(len(surely_n)), self._most_n(greatest_n, part)
        swinging = np.count_nonzero((most_n >= _SWINGS_N) & (most_n < _MOST_N))
        quiet, heard = (np.count_nonzero(most_n < n) for n in (_SWINGS_N, np.inf))
        if not swinging or 2 * quiet >= heard:  # the middle one shows less
            return shown_n  # as nearly always: nobody shows so much that it could be a swing
        others = np.maximum(self._forces.by_sensor(surely_n)[sensor], 0.0)
        before_n, after_n = _least_so_far(others), _least_so_far(others[::-1])[::-1]
        stays_n = np.maximum(before_n, after_n)
        soon = np.minimum(np.arange(len(others)) + self._forces.spans.rise, len(others) - 1)
        held_n = np.where(most_n < np.inf, np.maximum.accumulate(others)[soon], np.inf)
        free = (stays_n < self._config.release_n) & (held_n < _MOST_N)
        ordered = np.sort(np.where(free, others - stays_n, _MOST_N), axis=1)
        count = np.count_nonzero(free, axis=1)
        (rows,) = count.nonzero()
        shown_n[rows] = ordered[rows, (count[rows] - 1) // 2]
        return shown_n


def after_click(own: Floats, lone_n: Floats | None) -> Floats | None:
    """``Swing.under`` by what a petal shows of its own click, as nobody may show the swing: what
    came after that and went again, or is a finger that bounces; and as much to either side, dying
    away. None: nothing did, or it pressed with more than a table swings by: the finger hops."""
    hit_n = own if lone_n is None else own + lone_n
    few_n = _CLICK_LEFT * hit_n
    clicks = hit_n >= _CLICK_N
    clicks[:-_CLICK_SCANS] &= hit_n[_CLICK_SCANS:] < few_n[:-_CLICK_SCANS]
    if not any_of(clicks[:-_CLICK_SCANS]):
        return None  # as most hands: nothing goes so soon
    clicks[_CLICK_SCANS:] &= hit_n[:-_CLICK_SCANS] < few_n[_CLICK_SCANS:]  # no hand that leaves
    clicks[-_CLICK_SCANS:] = False
    (rows,) = clicks.nonzero()
    swing_n: Floats | None = None
    for row in rows.tolist():
        first = row + _CLICK_SCANS
        after = own[first : first + RINGING[1] // 2]
        (gone,) = (after < _GONE_N).nonzero()
        late = gone[gone >= _LASTS]
        if not late.size:
            continue
        after = after[: late[0]]
        stays_n = greatest(least_by_row(windows(after, _LASTS)))
        if stays_n < _SWINGS_N or greatest(np.minimum(after[1:], after[:-1])) >= _MOST_N:
            continue
        if swing_n is None:
            swing_n = np.zeros((3, len(own)))
        end = first + int(late[0])
        left_n = stays_n * np.exp(-np.arange(len(own) - end) / RINGING[1])
        swing_n[0, end:] = np.maximum(swing_n[0, end:], left_n)
        swing_n[2, end:] = np.minimum(swing_n[2, end:], -left_n)
        swing_n[1:, first:end] = -np.maximum(own[first:end], 0.0)
    return swing_n


def _least_so_far(forces_n: Floats) -> Floats:
    """float64[n, k], the least of each column until then."""
    least_n: Floats = np.minimum.accumulate(forces_n)
    return least_n


def may_swing(peak_n: float, slap_n: float, least_n: float) -> bool:
    """May the table make so much of a slap that a contact presses with ``least_n``?"""
    return peak_n < least_n + RINGS * slap_n


def swings(own: Floats, slaps_n: Floats, rings_n: Floats, short: int, least_n: float) -> bool:
    """May a touch be the table, which comes and goes under somebody's slap, while a hand stays?

    ``own``: float64[n] newtons, its force from its crossing on; ``slaps_n`` and ``rings_n``:
    float64[m], the greatest force on another petal, and the most that the table may swing by, from
    as early or earlier until the same scan. A contact presses with ``least_n``; ``short``: scans, a
    brush is shorter.
    """
    came = greatest(own - rings_n[len(rings_n) - len(own) :]) >= least_n
    slaps = greatest(slaps_n) >= SLAP_N
    if came and (slaps or np.count_nonzero(own >= _STAYS_N) >= short):
        return False  # nobody had made the table swing by so much yet
    loaded = own >= _STAYS_N
    last, stays = len(loaded) - int(loaded[::-1].argmax()), RINGING[1]
    if last < stays:
        return True
    # A hand may come while it swings, and fingers lift it later.
    loaded_by = np.append(0, loaded[:last].cumsum())
    return greatest(loaded_by[stays:] - loaded_by[:-stays]) < _STAYS * stays
