"""When a hand really came: the one definition that every judgement is held against.

In words it stands in ``drivers/HARDWARE.md``, "The truth".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

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


def contacts(forces: Sequence[Curve], onset_n: float = ONSET_N) -> list[TrueContact]:
    """What counts of the mechanical ``forces`` on a petal's sensors, oldest first. ``onset_n``: the
    threshold, for who asks what would be true if it were another.
    """
    forces = [force for force in forces if force.peak_n >= onset_n]
    spans = _joined(sorted(span for force in forces for span in _above(force, onset_n)))
    found = (_contact(forces, start, end) for start, end in spans)
    return [contact for contact in found if contact is not None]


def _contact(forces: Sequence[Curve], start: float, end: float) -> TrueContact | None:
    """What one stretch above the threshold is; None: a brush, or a hand that only leans."""
    peak_n = max(_peak(force, start, end) for force in forces)
    if peak_n < BRUSH_N or end - start < BRUSH_MS:
        return None
    firm = min(span[0] for force in forces for span in _above(force, BRUSH_N) if span[1] > start)
    if firm - start <= LEANS_MS:
        return TrueContact(start, peak_n)
    rise = _rise(forces, start, min(end, firm + RISE_MS))
    if rise is None:
        return None
    began, onset = rise
    leant_n = max(_peak(force, start, began) for force in forces)
    return TrueContact(onset, peak_n, leant_n, start)


def _rise(forces: Sequence[Curve], start: float, end: float) -> tuple[float, float] | None:
    """The first rise of a leaning hand: when it begins, and when it passes the threshold above what
    it leaned with.
    """
    ms = np.arange(start, end + RISE_MS, _STEP_MS)
    force = np.max([curve.at(ms) for curve in forces], axis=0)
    steep = force[_STEPS:] - force[:-_STEPS] >= RISE_N
    if not steep.any():
        return None
    first = int(steep.argmax())
    level = float(force[first]) + ONSET_N
    place = first + int((force[first:] >= level).argmax())
    below, above = force[place - 1], force[place]
    onset = ms[place - 1] + (level - below) / (above - below) * _STEP_MS
    return float(ms[first]), float(onset)


def _above(force: Curve, level: float) -> list[tuple[float, float]]:
    """When the force is at ``level`` or above: from, to, in milliseconds."""
    ms, newtons = force.ms, force.newtons
    up = newtons >= level
    turns = (np.flatnonzero(up[1:] != up[:-1]) + 1).tolist()
    times = [_passing(ms, newtons, place, level) for place in ([0, *turns] if up[0] else turns)]
    if len(times) % 2:
        times.append(float("inf"))
    return list(zip(times[::2], times[1::2], strict=True))


def _passing(ms: Floats, newtons: Floats, place: int, level: float) -> float:
    """When the force passes ``level`` on its way to knot ``place``."""
    if place == 0:
        return float(ms[0])
    low, high = newtons[place - 1], newtons[place]
    return float(ms[place - 1] + (level - low) / (high - low) * (ms[place] - ms[place - 1]))


def _joined(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    joined: list[tuple[float, float]] = []
    for start, end in spans:
        if joined and start - joined[-1][1] < JOINED_MS:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _peak(force: Curve, start: float, end: float) -> float:
    inside = (force.ms >= start) & (force.ms <= end)
    return max(float(force.newtons[inside].max(initial=0.0)), float(force.at(np.array(start))))
