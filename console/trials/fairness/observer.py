"""Observers who know the family: the least doubt that the samples leave.

They have samples a millisecond apart, know what hands of the family are like, and that the sensors
were weighed at the threshold itself. A rise that the samples follow they know as if they saw all of
its curve. Of one that leaps between two samples they know what its family does that leaps to the
same samples: it came when any of these may have come.

What they cannot know is how far the sensors are off by now: creep since the weight lay there,
drift, the touch's own repetition, the hand's place on the petal. So the onset is what would be true
of the curve if the threshold were as much higher or lower: near one that a finger rests at,
anywhere in the rest; of a hand that bounces either contact, where the gap between them is longer
than 5 ms at the one threshold and not at the other.

How great that error is depends on the table, and no sample tells how old one is, or how badly it
was weighed. One observer has been told; the other has to be right at the worst table in order, for
each is judged by itself. No decoder knows more than he.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

from console.trials.fairness.tables import IN_ORDER, TABLES
from drivers.events import Gesture
from drivers.times import MS
from host_sim.curves import Curve, Floats, merged
from host_sim.families import FAMILIES, Arrival
from host_sim.making import Making
from host_sim.models import Touch
from host_sim.perception import PRESETS
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
_LEAPS_N: Final = 1.0  # from less than _AWAY_N to so much between two samples
_AROUND: Final = np.arange(-1.0, 5.0)  # samples, of which the second is the first after the onset
_WEIGHS: Final = np.array([0.0, 1.0, 1.0, 0.7, 0.5, 0.3])  # each, in how alike two hands are
_SHOWN_N: Final = 0.02
_DRAWN: Final = 1_000  # hands of a family
_PHASES: Final = 8  # at which each is read
_LIKE: Final = 40  # of these tell how far apart like hands came
_RIDGE: Final = 1e-2


def unknown_share(making: Making) -> float:
    """One sigma of a force at the threshold, as a share, that nobody can know on such a table."""
    how = making.weighing
    if how is None:
        curve = 2.0 * making.exponents / _SQRT_12 * math.log(BRUSH_N / ONSET_N)
        return math.hypot(REPEATABILITY, making.spread, curve, making.puck / 3.0)
    low, high = CREEP_PER_DECADE
    decades = math.log10(1.0 + WEIGHED_AFTER_MS / CREEP_FROM_MS)
    return math.hypot(
        REPEATABILITY * math.sqrt(2.0),  # of the weighing and of the touch
        (high - low) / _SQRT_12 * decades,
        2.0 * making.drift / _SQRT_12,
        making.puck / 3.0,
        2.0 * how.weight_error / _SQRT_12,
        how.off_centre / _SQRT_12,
        how.cold / _SQRT_12,
    )


MISSED_RATE: Final = 1e-4
"""So many hands may be missed beside those that are ``unseen``."""
GREATEST_UNKNOWN: Final = max(unknown_share(TABLES[name].making) for name in IN_ORDER)
"""That of the worst table in order that is weighed: of one that is not everybody knows that."""


def unseen(peak_n: float, making: Making) -> float:
    """How likely such a table shows a peak of so many newtons as less than a contact's."""
    return NormalDist().cdf((BRUSH_N - peak_n) / (BRUSH_N * unknown_share(making)))


def ideal_ns(
    touch: Touch, contact: TrueContact, making: Making, kind: str, family: str
) -> tuple[int, int]:
    """One sigma of the onset, as who knows the table would state it, and who does not."""
    curves = touch.curve(), touch.curve("under")
    known = unknown_share(making)
    spreads_ms = _spreads_ms(curves, contact, sorted({known, max(known, GREATEST_UNKNOWN)}))
    # To the next scan, in which a petal is read somewhat later: no phase is likelier for that.
    after_ms = -(touch.t_ns / MS + contact.onset_ms) % 1.0
    open_ms = 0.0 if contact.leant else _open_ms(curves, contact.onset_ms, after_ms, family)
    jitter_ns = PROFILES[kind].scan_jitter_ns
    of_table, *others = (round(math.hypot(ms * MS, open_ms * MS, jitter_ns)) for ms in spreads_ms)
    return of_table, others[0] if others else of_table


def _spreads_ms(
    curves: tuple[Curve, Curve], contact: TrueContact, shares: list[float]
) -> list[float]:
    """One sigma of the onset, where the force at the threshold is known but for each of ``shares``
    of it."""
    if contact.leant:
        return [_leant_spread_ms(curves, contact, share) for share in shares]
    thresholds_n = ONSET_N * (1.0 + np.outer(shares, _NORMAL))
    return [_scatter(np.array(onsets)) for onsets in onsets_ms(curves, thresholds_n)]


def _scatter(values: Floats) -> float:
    """One sigma, as ``values.std()`` has it, in a fraction of the time."""
    away = values - np.add.reduce(values) / len(values)
    return math.sqrt(float(np.add.reduce(away * away)) / len(values))


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


def _open_ms(curves: tuple[Curve, Curve], onset_ms: float, after_ms: float, family: str) -> float:
    """One sigma of when a hand leapt between two samples: how far from each other those of its
    family came that leap to the same samples, beside what these tell of it."""
    (shown,) = _shown(curves, onset_ms, np.array([after_ms]))
    if not _leapt(shown):
        return 0.0
    leaps, afters_ms = _leaping(family)
    if len(leaps) <= _LIKE:
        return 0.0
    off = leaps - shown
    far = off**2 @ _WEIGHS
    like = np.argpartition(far, _LIKE)[:_LIKE]
    weights = 1.0 - far[like] / far[like].max()
    terms = np.column_stack((np.ones(_LIKE), off[like]))
    weighted = terms.T * weights
    fit = np.linalg.solve(
        weighted @ terms + _RIDGE * np.eye(terms.shape[1]), weighted @ afters_ms[like]
    )
    left_ms = afters_ms[like] - terms @ fit
    return math.sqrt(float(weights @ left_ms**2 / weights.sum()))


@cache
def _leaping(family: str) -> tuple[Floats, Floats]:
    """Hands of a family that leap between two samples: what these show, float64[n, samples], and
    how long after the onset the second of them was read, milliseconds."""
    rng = Random(family)
    shown, afters_ms = [], []
    for _ in range(_DRAWN):
        preset = PRESETS[rng.choice(tuple(PRESETS))]
        touch, *_ = FAMILIES[family].draw(rng, Arrival(0, Gesture.PALM, 0, preset))
        (contact, *_) = touch.true_contacts()
        read_ms = (np.arange(_PHASES) + rng.random()) / _PHASES
        shown.append(_shown((touch.curve(), touch.curve("under")), contact.onset_ms, read_ms))
        afters_ms.append(read_ms)
    all_shown = np.concatenate(shown)
    leapt = _leapt(all_shown)
    return all_shown[leapt], np.concatenate(afters_ms)[leapt]


def _shown(curves: tuple[Curve, Curve], onset_ms: float, afters_ms: Floats) -> Floats:
    """float64[n, samples]: logarithms of what the samples around an onset show of the petal."""
    ms = onset_ms + afters_ms[:, None] + _AROUND
    return np.log(np.maximum(curves[0].at(ms), curves[1].at(ms)) + _SHOWN_N)


def _leapt(shown: Floats) -> npt.NDArray[np.bool_]:
    low, high = math.log(_AWAY_N + _SHOWN_N), math.log(_LEAPS_N + _SHOWN_N)
    leapt: npt.NDArray[np.bool_] = (shown[..., 0] < low) & (shown[..., 1] >= high)
    return leapt
