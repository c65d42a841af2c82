"""What nobody could avoid: contacts to be invented, and hands to be missed, by whoever looks.

He sees each petal's force but for the one thing that no sample tells: how wrong its weighing is by
now. He knows how such errors scatter, not at which table he sits. What others couple, the parts'
curves and the noise he knows, so he is never forced by them. He tells what shows as much as a
contact's peak in as quick a rise as light hands have. How much that is he chooses once for all
tables: as much as he can without missing more children than the bound of hands missed allows.

Two faults he cannot know at first either: a petal that stands off its sisters until its seat's
tenth touch, and at full scale how much more it is. All is expected of hands and tables alone,
whatever a decoder made of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

import numpy as np

from console.trials.fairness.hands import TriedHand
from console.trials.fairness.observer import MISSED_RATE, unknown_share, unseen
from console.trials.fairness.tables import RAISED_WITHIN, TABLES, TableSpec
from drivers.events import Gesture
from host_sim.curves import Curve, Floats, smooth
from host_sim.families import FAMILIES, Arrival
from host_sim.faults import SimFault
from host_sim.making import Making
from host_sim.models import Touch
from host_sim.perception import PRESETS
from host_sim.profiles import PROFILES
from host_sim.sensors import (
    CREEP_FROM_MS,
    CREEP_PER_DECADE,
    EXPONENT,
    OHM_AT_1_N,
    REPEATABILITY,
    WEIGHED_AFTER_MS,
)
from host_sim.truth import BRUSH_N, RISE_MS

_ERRORS: Final = 100_000
_CHILDREN: Final = 1_000
_LEVELS_N: Final = np.linspace(0.8, 1.2, 401)
_OF_RISE: Final = 0.1, 0.9


@cache
def shown_shares(making: Making) -> Floats:
    """What sensors show of a force near 1 N, as shares of it, in order."""
    rng, how = np.random.default_rng(0), making.weighing
    even, again = rng.uniform, rng.standard_normal
    if how is None:
        felt = 1.0 + making.spread * np.clip(again(_ERRORS), -2.5, 2.5)
        felt *= 1.0 - making.puck * even(0.0, 1.0, _ERRORS) ** 2
        return np.sort(felt * (1.0 + REPEATABILITY * again(_ERRORS)))
    creep = even(*CREEP_PER_DECADE, _ERRORS) * math.log10(1.0 + WEIGHED_AFTER_MS / CREEP_FROM_MS)
    felt = 1.0 + making.drift * even(-1.0, 1.0, _ERRORS)
    felt *= 1.0 - making.puck * even(0.0, 1.0, _ERRORS) ** 2
    felt *= 1.0 + REPEATABILITY * again(_ERRORS)
    weighed = (1.0 + how.weight_error * even(-1.0, 1.0, _ERRORS)) * (1.0 + creep)
    weighed *= 1.0 - how.off_centre * even(0.0, 1.0, _ERRORS)
    weighed *= 1.0 - how.cold * even(0.0, 1.0, _ERRORS)
    weighed *= 1.0 + REPEATABILITY * again(_ERRORS)
    return np.sort(felt / weighed)


def _less(making: Making, share: float | Floats) -> Floats:
    """How likely such a table shows less than so much of a force."""
    shares = shown_shares(making)
    return shares.searchsorted(share) / len(shares)


@cache
def told_n(weighed: bool = True) -> float:
    """What has to show for a contact, newtons."""
    rng, child = Random(0), PRESETS["child"]
    touches = (
        FAMILIES["child"].draw(rng, Arrival(0, Gesture.PALM, 0, child))[0] for _ in range(_CHILDREN)
    )
    peaks_n = [touch.peak_n for touch in touches]
    missed, allowed = np.zeros(len(_LEVELS_N)), 0.0
    for table in (t for t in TABLES.values() if t.weighed is weighed and not t.faulty):
        sure_n = [peak_n for peak_n in peaks_n if _counts_surely(peak_n, table.making)]
        missed += table.part * sum(_less(table.making, _LEVELS_N / peak_n) for peak_n in sure_n)
        may = sum(unseen(peak_n, table.making) for peak_n in sure_n) + MISSED_RATE * len(peaks_n)
        allowed += table.part * may
    return float(_LEVELS_N[missed <= allowed][-1])


def _counts_surely(peak_n: float, making: Making) -> bool:
    return peak_n >= BRUSH_N * (1.0 + 2.0 * unknown_share(making))


def _rise_ms(curve: Curve, peak_n: float) -> float:
    """From a tenth of the peak to nine."""
    greatest_n = np.maximum.accumulate(curve.newtons)
    first, last = np.interp(np.multiply(_OF_RISE, peak_n), greatest_n, curve.ms)
    return float(last - first)


_LONGEST_MS: Final = 1.001 * _rise_ms(smooth(1.0, RISE_MS), 1.0)
"""No light hand of any family takes longer (``families._child``)."""


class Forced:
    """One table as he sees it, duel after duel."""

    def __init__(self, spec: TableSpec) -> None:
        self._making = replace(spec.making, backwards=False)
        self._touches = Counter[int]()
        self._off: dict[int, float] = {}
        self._full_n: dict[int, float] = {}
        divider_ohm = PROFILES[spec.kind].divider_ohm
        for broken in TABLES[spec.table].breaks(spec.rng("broken"), spec.seats):
            level = broken.level or 0.0
            if broken.fault is SimFault.DRIFTED:
                self._off[broken.seat] = 1.0 + level
            elif broken.fault is SimFault.SATURATED:
                full_ohm = divider_ohm * (1.0 - level) / level
                self._full_n[broken.seat] = (OHM_AT_1_N / full_ohm) ** (1.0 / EXPONENT)

    def duel(self, hands: Sequence[TriedHand], brush: Touch | None) -> tuple[float, float]:
        """How many contacts he has to invent, and how many hands to miss, on average."""
        doubtful_n = BRUSH_N * (1.0 - 2.0 * unknown_share(self._making))
        invents = 0.0 if brush is None else self._invents(brush, brush.peak_n)
        misses = 0.0
        for hand in hands:
            if 0.0 < hand.contact.leant_n < doubtful_n:
                invents += self._invents(hand.touch, hand.contact.leant_n)
            if _counts_surely(hand.contact.peak_n, self._making):
                misses += 1.0 - self._tells(hand.touch.seat, hand.contact.peak_n)
        self._touches.update(hand.touch.seat for hand in hands)
        return invents, misses

    def _invents(self, touch: Touch, peak_n: float) -> float:
        if _rise_ms(touch.curve(), peak_n) > _LONGEST_MS:
            return 0.0
        return self._tells(touch.seat, peak_n)

    def _tells(self, seat: int, peak_n: float) -> float:
        """How likely he tells such a peak as a contact."""
        if peak_n >= self._full_n.get(seat, math.inf):
            return 1.0
        off = self._off.get(seat, 1.0) if self._touches[seat] < RAISED_WITHIN else 1.0
        least_n = told_n(self._making.weighing is not None)
        return 1.0 - float(_less(self._making, least_n / (peak_n * off)))
