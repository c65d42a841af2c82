"""What is true of a hand, by the section *Truth* of ``drivers/HARDWARE.md``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.second_simulator.kinds import Floats

THRESHOLD_N, PEAK_N = 0.5, 1.0
SHORTEST_S, GAP_S, WINDOW_S, RISE_S = 0.015, 0.005, 0.120, 0.030


@dataclass(frozen=True)
class Truth:
    """``onset_s`` on the curve's own time, None: it did not come; ``peak_n`` of what came (or of
    the greatest brush); ``laid_s``: when a hand that leaned was laid down; ``leaned_n``: with."""

    onset_s: float | None
    peak_n: float
    laid_s: float | None = None
    leaned_n: float = 0.0


def passing_s(t_s: Floats, force_n: Floats, at: int, level_n: float) -> float:
    """The moment between points ``at - 1`` and ``at`` at which the force is ``level_n``."""
    if at == 0:
        return float(t_s[0])
    low, high = float(force_n[at - 1]), float(force_n[at])
    return float(t_s[at - 1] + (t_s[at] - t_s[at - 1]) * (level_n - low) / (high - low))


def stretches(t_s: Floats, force_n: Floats) -> list[tuple[int, int]]:
    """Points [first, last) above the threshold, gaps below 5 ms joined."""
    above = np.concatenate([[False], force_n > THRESHOLD_N, [False]]).astype(np.int8)
    edges = np.flatnonzero(np.diff(above))
    found: list[tuple[int, int]] = []
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if found and t_s[first] - t_s[found[-1][1] - 1] < GAP_S:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return found


def _rise(t_s: Floats, sensor_n: Floats, first: int, last: int) -> tuple[float, int] | None:
    """Of one sensor, from ``first`` on: when its first rise of 1 N passes 0.5 N above what it
    carried, and the point at which that rise is complete."""
    back = round(RISE_S / float(t_s[1] - t_s[0]))
    span = sensor_n[first:last]
    if len(span) <= back:
        return None
    least = sliding_window_view(span, back + 1).min(axis=1)  # of each point and ``back`` before it
    risen = np.flatnonzero(span[back:] - least >= PEAK_N)
    if not len(risen):
        return None
    at = first + back + int(risen[0])
    foot = at - back + int(sensor_n[at - back : at].argmin())
    level_n = float(sensor_n[foot]) + THRESHOLD_N
    over = foot + int(np.argmax(sensor_n[foot : at + 1] > level_n))
    return passing_s(t_s, sensor_n, over, level_n), over


def _leaned(t_s: Floats, sensors_n: tuple[Floats, Floats], first: int, last: int) -> Truth:
    """A hand that leaned from ``first`` on: it came with its next rise, if there is one. What it
    leaned with is each sensor's own, and it came with the sensor that rose first."""
    force_n = np.maximum(*sensors_n)
    laid_s = passing_s(t_s, force_n, first, THRESHOLD_N)
    rises = [found for one in sensors_n if (found := _rise(t_s, one, first, last)) is not None]
    if not rises:
        most_n = float(force_n[first:last].max())
        return Truth(None, most_n, laid_s, most_n)
    onset_s, over = min(rises)
    held_n = float(force_n[first : max(over - 300, first + 1)].max())
    return Truth(onset_s, float(force_n[over:last].max()), laid_s, held_n)


def truth_of(t_s: Floats, top_n: Floats, under_n: Floats) -> Truth:
    """Of one hand's curves on an even grid: the first contact."""
    force_n = np.maximum(top_n, under_n)
    brush_n = 0.0
    for first, last in stretches(t_s, force_n):
        part = force_n[first:last]
        strong = part >= PEAK_N
        early = bool(strong.any()) and t_s[first + int(strong.argmax())] - t_s[first] <= WINDOW_S
        if not early and t_s[last - 1] - t_s[first] > WINDOW_S:
            return _leaned(t_s, (top_n, under_n), first, last)
        if strong.any() and t_s[last - 1] - t_s[first] >= SHORTEST_S:
            return Truth(passing_s(t_s, force_n, first, THRESHOLD_N), float(part.max()))
        if t_s[last - 1] - t_s[first] >= SHORTEST_S:
            brush_n = max(brush_n, float(part.max()))
    return Truth(None, brush_n)
