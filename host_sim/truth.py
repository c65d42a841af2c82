"""When a hand really came: the one definition that every judgement is held against.

In words it stands in ``drivers/HARDWARE.md``, "Truth".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf, nan
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from host_sim.curves import Curve, Floats

ONSET_N: Final = 0.5
JOINED_MS: Final = 5.0  # shorter gaps are none
BRUSH_N: Final = 1.0
BRUSH_MS: Final = 15.0
LEANS_MS: Final = 120.0  # below BRUSH_N for longer: it leans
RISE_N: Final = 1.0
RISE_MS: Final = 30.0
_STEP_MS: Final = 0.25
_STEPS: Final = round(RISE_MS / _STEP_MS)
_STAYS: Final = round(BRUSH_MS / _STEP_MS)
_NOTHING: Final = np.zeros(1)

Span = tuple[float, float]
"""From, to, in milliseconds."""

Passings = tuple[npt.NDArray[np.intp], Floats]
"""Which of some levels a force passes, level after level, up and down by turns; when, in
milliseconds."""


@dataclass(frozen=True, slots=True)
class TrueContact:
    """A hand on a petal: its onset in milliseconds of its curves, its greatest force on one sensor.
    ``leant_n``: so hard it leaned there before, since ``laid_ms``, and the onset is that of
    its rise.
    """

    onset_ms: float
    peak_n: float
    leant_n: float = 0.0
    laid_ms: float = 0.0

    @property
    def leant(self) -> bool:
        """Did it lean there before it came?"""
        return self.leant_n > 0.0


class _Came(NamedTuple):
    """A stretch above the threshold that counts. ``rises``: when the rise of a hand begins that
    leant until then; None: it did not lean. All in milliseconds.
    """

    start: float
    end: float
    onset: float
    rises: float | None = None


def contacts(forces: Sequence[Curve]) -> list[TrueContact]:
    """What counts of the mechanical ``forces`` on a petal's sensors, oldest first."""
    levels_n = np.array([ONSET_N, BRUSH_N])
    (found,) = _found(forces, [_passings(force, levels_n) for force in forces], 1)
    return [_contact(forces, came) for came in found]


def onsets_ms(forces: Sequence[Curve], thresholds_n: Floats) -> list[list[float]]:
    """The onset of the first of them, if the threshold were each of float64[k, n], row by row;
    where there is one."""
    levels_n = np.concatenate((thresholds_n.ravel(), (BRUSH_N,)))
    passings = [_passings(force, levels_n) for force in forces]
    plain = _plain_onsets(passings, thresholds_n.size)
    if plain is not None:
        return [row.tolist() for row in plain.reshape(thresholds_n.shape)]
    firsts = [next(found, None) for found in _found(forces, passings, thresholds_n.size)]
    count = thresholds_n.shape[1]
    of_rows = (firsts[first : first + count] for first in range(0, len(firsts), count))
    return [[came.onset for came in row if came is not None] for row in of_rows]


def _plain_onsets(passings: Sequence[Passings], count: int) -> Floats | None:
    """float64[n]: the onset at each of ``count`` levels, which a brush's follows, if whichever it
    is a hand comes once and goes again, as most do; else None."""
    if not passings:
        return None
    spans = np.full((2, len(passings), count + 1), nan)
    for place, (level, passed) in enumerate(passings):
        once = level[::2]
        stays = not np.array_equal(once, level[1::2])
        if stays or np.count_nonzero(once[1:] == once[:-1]):
            return None
        spans[0, place, once], spans[1, place, once] = passed[::2], passed[1::2]
    starts, ends = spans[:, :, :count]
    start, end = np.fmin.reduce(starts), np.fmax.reduce(ends)
    joined = np.fmax.reduce(starts) - np.fmin.reduce(ends) < JOINED_MS
    firm, firm_ends = spans[:, :, count:]
    firm_from = np.fmin.reduce(np.where(firm_ends > start, firm, nan))
    counts = (firm_from < end) & (end - start >= BRUSH_MS) & (firm_from - start <= LEANS_MS)
    return start if np.count_nonzero(joined & counts) == count else None


def _contact(forces: Sequence[Curve], came: _Came) -> TrueContact:
    peak_n = max(_peak(force, came.start, came.end) for force in forces)
    if came.rises is None:
        return TrueContact(came.onset, peak_n)
    leant_n = max(_peak(force, came.start, came.rises) for force in forces)
    return TrueContact(came.onset, peak_n, leant_n, came.start)


def _found(
    forces: Sequence[Curve], passings: Sequence[Passings], count: int
) -> Iterator[Iterator[_Came]]:
    """What counts, for each of ``count`` thresholds, which a brush's level follows; nothing where
    there is no sensor."""
    if not forces:
        yield from (iter(()) for _ in range(count))
        return
    *spans_of, firm = zip(*(_above(own, count + 1) for own in passings), strict=True)
    for spans in spans_of:
        above = [force for force, own in zip(forces, spans, strict=True) if own]
        yield _counting(above, _joined(sorted(chain(*spans))), sorted(chain(*firm)))


def _counting(
    forces: Sequence[Curve], spans: Sequence[Span], firm: Sequence[Span]
) -> Iterator[_Came]:
    """Those of ``spans`` that are no brush, and no hand that only leans; ``firm``: when the forces
    are no brush's."""
    for start, end in spans:
        firm_from = next((begins for begins, ends in firm if ends > start), end)
        if firm_from >= end or end - start < BRUSH_MS:
            continue
        if firm_from - start <= LEANS_MS:
            yield _Came(start, end, start)
            continue
        presses = (begins for begins, ends in firm if ends > start and begins < end)
        found = (_rise(forces, start, min(end, begins + RISE_MS)) for begins in presses)
        if (rise := next(filter(None, found), None)) is not None:
            rises, onset = rise
            yield _Came(start, end, onset, rises)


def _rise(forces: Sequence[Curve], start: float, end: float) -> tuple[float, float] | None:
    """The first rise of a leaning hand that stays: when it begins, and when it passes the threshold
    above what it leaned with.
    """
    ms = np.arange(start, end + RISE_MS + BRUSH_MS, _STEP_MS)
    force = np.max([curve.at(ms) for curve in forces], axis=0)
    (rises,) = (force[_STEPS:-_STAYS] - force[: -_STEPS - _STAYS] >= RISE_N).nonzero()
    while len(rises):
        first = int(rises[0])
        level = float(force[first]) + ONSET_N
        place = first + int((force[first:] >= level).argmax())
        stays = force[place : place + _STAYS] >= level
        if stays.all():
            below, above = force[place - 1], force[place]
            onset = ms[place - 1] + (level - below) / (above - below) * _STEP_MS
            return float(ms[first]), float(onset)
        rises = rises[rises > place + int(stays.argmin())]
    return None


def _passings(force: Curve, levels_n: Floats) -> Passings:
    """When the force goes through each of the levels."""
    ms = np.concatenate((force.ms[:1], force.ms))
    newtons = np.concatenate((_NOTHING, force.newtons))  # that it begins from
    up = newtons >= levels_n[:, None]
    level, place = (up[:, 1:] != up[:, :-1]).nonzero()
    low, high, since = newtons[place], newtons[place + 1], ms[place]
    passed = since + (levels_n[level] - low) / (high - low) * (ms[place + 1] - since)
    return level, passed


def _above(passings: Passings, count: int) -> list[list[Span]]:
    """When the force is at each of ``count`` levels or above: from, to."""
    level, passed = passings
    times: list[list[float]] = [[] for _ in range(count)]
    for row, t in zip(level.tolist(), passed.tolist(), strict=True):
        times[row].append(t)
    return [list(zip(own[::2], [*own[1::2], inf], strict=False)) for own in times]


def _joined(spans: Sequence[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and start - joined[-1][1] < JOINED_MS:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _peak(force: Curve, start: float, end: float) -> float:
    inside = (force.ms >= start) & (force.ms <= end)
    return max(float(force.newtons[inside].max(initial=0.0)), float(force.at(np.array(start))))
