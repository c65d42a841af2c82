"""Observers who know the family: the least doubt that the samples leave.

One knows the hand's whole curve, and that the sensors were weighed at the threshold itself. What he
cannot know is how far they are off by now: creep since the weight lay there, drift, the touch's own
repetition, the hand's place on the petal. So the onset is what would be true of the curve if the
threshold were as much higher or lower: near one that a finger rests at, anywhere in the rest; of a
hand that bounces either contact, where the gap between them is longer than 5 ms at the one
threshold and not at the other.

How great that error is depends on the table, and no sample tells how old one is, or how badly it
was weighed. One observer has been told; the other has to be right at the worst table in order, for
each is judged by itself. No decoder knows more than he.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

import numpy as np

from console.trials.fairness.tables import IN_ORDER, TABLES
from drivers.times import MS
from host_sim.curves import Curve, Floats, merged
from host_sim.making import Making
from host_sim.models import Touch
from host_sim.profiles import PROFILES
from host_sim.sensors import (
    CREEP_FROM_MS,
    CREEP_PER_DECADE,
    REPEATABILITY,
    WEIGHED_AFTER_MS,
)
from host_sim.truth import BRUSH_N, ONSET_N, TrueContact, onsets_ms

_NODES: Final = 15
_NORMAL: Floats = np.array([NormalDist().inv_cdf((node + 0.5) / _NODES) for node in range(_NODES)])
_NORMAL /= _NORMAL.std()
_AWAY_N: Final = 0.05  # below it the hand has not come yet
_SQRT_12: Final = math.sqrt(12.0)


def unknown_share(making: Making) -> float:
    """One sigma of a force at the threshold, as a share, that nobody can know on such a table."""
    low, high = CREEP_PER_DECADE
    decades = math.log10(1.0 + WEIGHED_AFTER_MS / CREEP_FROM_MS)
    how = making.weighing
    return math.hypot(
        REPEATABILITY * math.sqrt(2.0),  # of the weighing and of the touch
        (high - low) / _SQRT_12 * decades,
        2.0 * making.drift / _SQRT_12,
        making.puck / 3.0,
        2.0 * how.weight_error / _SQRT_12,
        how.off_centre / _SQRT_12,
        how.cold / _SQRT_12,
    )


GREATEST_UNKNOWN: Final = max(unknown_share(TABLES[name].making) for name in IN_ORDER)
"""That of the worst table in order."""


def unseen(peak_n: float, making: Making) -> float:
    """How likely such a table shows a peak of so many newtons as less than a contact's."""
    return NormalDist().cdf((BRUSH_N - peak_n) / (BRUSH_N * unknown_share(making)))


def ideal_ns(touch: Touch, contact: TrueContact, making: Making, kind: str) -> tuple[int, int]:
    """One sigma of the onset, as who knows the table would state it, and who does not."""
    curves = touch.curve(), touch.curve("under")
    known = unknown_share(making)
    spreads_ms = _spreads_ms(curves, contact, sorted({known, max(known, GREATEST_UNKNOWN)}))
    jitter_ns = PROFILES[kind].scan_jitter_ns
    of_table, *others = (round(math.hypot(ms * MS, jitter_ns)) for ms in spreads_ms)
    return of_table, others[0] if others else of_table


def _spreads_ms(
    curves: tuple[Curve, Curve], contact: TrueContact, shares: list[float]
) -> list[float]:
    """One sigma of the onset, where the force at the threshold is known but for each of ``shares``
    of it."""
    if contact.leant:
        return [_leant_spread_ms(curves, contact, share) for share in shares]
    thresholds_n = ONSET_N * (1.0 + np.outer(shares, _NORMAL))
    return [float(np.std(onsets)) for onsets in onsets_ms(curves, thresholds_n)]


def _leant_spread_ms(curves: tuple[Curve, Curve], contact: TrueContact, share: float) -> float:
    """The same of the rise of a hand that leant: all that it presses with then is unknown so."""
    ms = curves[0].ms if len(curves[1].ms) == 1 else merged(curves[0].ms, curves[1].ms)
    force = np.maximum(curves[0].at(ms), curves[1].at(ms))
    level_n = float(np.interp(contact.onset_ms, ms, force))
    onset = int(ms.searchsorted(contact.onset_ms))
    away = np.flatnonzero(force[:onset] <= level_n - ONSET_N + _AWAY_N)
    start = int(away[-1]) if len(away) else 0
    passed = np.maximum.accumulate(force[start:])
    passed = passed + np.arange(len(passed)) * 1e-9  # a rest is passed at its end
    return float(np.interp(level_n * (1.0 + share * _NORMAL), passed, ms[start:]).std())
