"""Is it the table that loads a petal, rather than a hand on it?

What is put on it presses on all sensors alike. None of that has a hand's time, or its force.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.reductions import greatest, greatest_by_column, least

# A load put on the table comes to all sensors within a factor, and slowly: so many newtons in so
# many scans are the quickest of it.
SLOW_N: Final = 0.5
_EVEN, _EVEN_N = 0.25, 0.15
_LAID_SCANS, _QUICK_N = 10, 1.0
_FEW = 6  # of so few sensors light hands may well come in one shape
# Petals which hands that come at once do not press in one shape, each with so much, and so much of
# that on the lesser sensor: what a palm passes on, and what all others couple into it. Light hands
# may on fewer of them.
_MANY, _DROPPED_N, _PASSED, _HEAVY_N = 4, 1.0, 0.1, 2.0
_FEWEST = 3  # sensors: two alone show no load, of one petal or of two: hands may have one shape
_LEAST = 3  # petals that nobody holds: fewer may be pressed in one shape by others' hands
# In one shape it comes to all petals, and to most of them, within another factor.
_LAID, _MOST_LAID, _MOST = 0.07, 0.15, 0.75
_LAID_LEAST_N = 0.05
_HALF = 0.5  # of the petals, which an elbow loads
_EXACT = 0.01  # as unevenly as it may be, but so exactly in one shape
_HELD_N = 0.35  # more of what did not lie on all petals is a hand's
# To each sensor it comes in one and the same shape, but for so much: newtons, and of all that the
# sensor carries, which had perhaps come before.
_SHAPE_N, _SHAPE = 0.03, 0.03
# By a curve of its own each sensor shows the same force, but for so much of the means of a period
# of hum: newtons, and of all that it carries for each petal, of which few may be so by chance.
_HUM_SCANS = 20
_APART_N, _APART_A_PETAL, _APART = 0.01, 0.0075, 0.03
# So far off one shape may be what came in one, of sensors that creep and lag, and so far for each
# petal where it may be hands: that more of them agree by chance is less likely.
_ROUGHLY, _A_PETAL = 0.08, 0.0125


def is_laid(top: Floats, under: Floats, evenly: bool = True) -> bool:
    """Do forces float64[n, s] of each *top* and *under* show something heavy put on the table? No
    hands press both sensors of all petals so slowly, or a little more quickly, and in one shape:
    each has its own time. Sensors that nobody has weighed show that roughly, which does if it comes
    slowly and ``evenly``. One petal alone shows no load."""
    top, under = top[:-1], under[:-1]  # of the last sample nobody knows yet whether it is one
    if len(top) <= _LAID_SCANS or top.shape[1] < 2:
        return False
    quickest_n = _quickest_n(top, under)
    if quickest_n > _QUICK_N:  # as nearly always
        return False
    laid = evenly and quickest_n <= SLOW_N and may_be_laid(np.hstack((top, under)))
    if not laid and quickest_n <= _most_slow_n(top):
        laid = moves(top, under)
    return laid and (not evenly or comes_as_one(top, under))


def may_be_slow(top: Floats, under: Floats) -> bool:
    """May ``is_laid``, or ``is_put_down``? Not if a sensor rises more quickly, nor of one petal."""
    if len(top) <= _LAID_SCANS + 1 or top.shape[1] < 2:
        return False
    return _quickest_n(top[:-1], under[:-1]) <= _QUICK_N


def is_dropped(top: Floats, under: Floats, whole: Flags | bool = True) -> bool:
    """Do forces float64[n, s] of each *top* and *under* show something heavy put on the table,
    however quickly? All of four petals or more carry a newton of it at least then, all of fewer two
    newtons, and both their sensors more than under palms, in one shape: hands have each its own
    time, and fingers. What had lain there has no part in it. How much those carry that are not
    ``whole`` nobody knows."""
    top, under = top[:-1], under[:-1]
    more, less = _rises(top, under)
    petals = len(more)
    least_n = _DROPPED_N if petals >= _MANY else _HEAVY_N
    if petals < 2 or least(more) < _EVEN * greatest(more):
        return False
    if not (sure := more[whole]).size or least(sure) < least_n:
        return False
    passes = least(less - _PASSED * more) >= 0.0
    rises = np.hstack((top - top[0], under - under[0]))
    return passes and _have_one_shape(rises, _off(petals)) and comes_as_one(top, under)


def is_put_down(top: Floats, under: Floats, order: int) -> bool:
    """Do forces float64[n, s] of each *top* and *under*, that of petal ``order`` with them, show
    something that was put down slowly and unevenly: so many petals in so nearly one shape, two at
    least on both sensors, as no hands have? A finger may rest on another."""
    top, under = top[:-1], under[:-1]
    if len(top) <= _LAID_SCANS or top.shape[1] < _LEAST:
        return False
    if _quickest_n(top, under) > _most_slow_n(top):
        return False
    sensors = np.stack((top, under))
    rises = sensors - sensors[:, :1]
    carry = rises[:, -1] >= max(_MOST_LAID * greatest(rises[:, -1]), _LAID_LEAST_N)
    if not np.count_nonzero(carry[:, order]):
        return False
    curves = rises.transpose(1, 0, 2)[:, carry]
    shape = np.median(curves / curves[-1], axis=1)  # a hand bends no shape of the others
    apart = rises - shape[:, None] * (shape @ rises / (shape @ shape))[:, None]
    fits = carry & (np.abs(apart).max(axis=1) <= _SHAPE_N + _EXACT * sensors.max(axis=1))
    petals = fits.any(axis=0) & ~(carry & ~fits).any(axis=0)
    many, sure = np.count_nonzero(petals), np.count_nonzero(fits[:, petals])
    if not petals[order] or many < max(_LEAST, _HALF * len(petals)) or sure < many + 2:
        return False
    return comes_as_one(top[:, petals], under[:, petals])


def comes_as_one(top: Floats, under: Floats) -> bool:
    """Is what all sensors, float64[n, s] of each *top* and *under*, carry one force that each reads
    by a curve of its own? Hands have each its own time, and tremble as they hold; and the table
    may hum."""
    newtons = np.hstack((top, under))
    summed = np.cumsum(newtons - newtons[0], axis=0)
    means = (summed[_HUM_SCANS:] - summed[:-_HUM_SCANS]) / _HUM_SCANS
    shape = means.mean(axis=1)
    curves = np.column_stack((shape, shape * shape))
    left_n = np.abs(means - curves @ np.linalg.lstsq(curves, means, rcond=None)[0])
    off = min(_APART_A_PETAL * top.shape[1], _APART)
    return not np.count_nonzero(left_n > _APART_N + off * greatest_by_column(newtons))


def lies(
    top: Floats, under: Floats, order: int, least_n: float, silent: Flags | bool = False
) -> bool:
    """Do the petals that nobody holds, of each *top* and *under*, float64[n, s] newtons from before
    a touch of petal ``order`` on, show such a load in one shape? All may be pressed evenly by light
    and slow hands that come together. Where too few are free, what the touch had come to before
    any hand came has to show it, if that was ``least_n``; where three are that alone may, for the
    hands that came couple. ``silent`` ones show nothing."""
    petals, heard = np.maximum(top, under), np.full(top.shape[1], True) & ~np.asarray(silent)
    free = free_petals(petals[:-1], order) & heard
    many = np.count_nonzero(free)
    if not free[order] or many < 2:
        return False
    show = is_laid(top[:, free], under[:, free], evenly=False)
    if show and (many >= _LEAST or (free | ~heard).all()):
        return True
    if not show and many < _LEAST:
        return False
    row = first_quick(petals[:, heard])
    if row is None or not petals[0, order] < least_n <= petals[row, order]:
        return False
    # Slow light hands of everybody come in one shape too, but from less within so many scans.
    if not show and petals[max(row - _HUM_SCANS, 0), order] < least_n / 2:
        return False
    return is_laid(top[: row + 2, heard], under[: row + 2, heard], evenly=False)


def may_be_laid(sensors: Floats) -> bool:
    """Does each of the sensors, float64[n, c] newtons, carry a part of a load by the last row that
    was not there in the first, which came to all in what may be one shape?"""
    rose = sensors[-1] - sensors[0]
    if len(rose) < _FEWEST or least(rose) < max(_EVEN * greatest(rose), _EVEN_N):
        return False
    return _have_one_shape(sensors, _ROUGHLY)


def free_petals(petals: Floats, order: int) -> Flags:
    """bool[s]: which petals, float64[n, s] newtons from before a touch of petal ``order`` on, carry
    nobody's hand but perhaps the load that this one carries: nobody pressed one as it began, nor
    came or went since as no load does."""
    began = petals[0]
    held = began >= began[order] / _EVEN + _HELD_N
    if len(petals) > _LAID_SCANS:
        moved = np.abs(petals[_LAID_SCANS:] - petals[:-_LAID_SCANS])
        held |= greatest_by_column(moved) > _QUICK_N
    free: Flags = ~held
    return free


def first_quick(petals: Floats, quick_n: float = _QUICK_N) -> int | None:
    """Before which row of forces, float64[n, s] newtons of petals, one of them began to rise as no
    load does: by more than ``quick_n`` in ten scans."""
    quick, _ = (petals[_LAID_SCANS:] - petals[:-_LAID_SCANS] > quick_n).nonzero()
    return int(quick[0]) if quick.size else None


def most_lying_n(petals: Floats) -> float:
    """Of what petals, float64[s] newtons, carry, the most that may lie on one of them, and so on
    all."""
    return least(petals) / _EVEN


def most_laid_n(sensors: Sequence[float]) -> float:
    """The same of what all sensors carry, of which a third may hardly show so little."""
    return sorted(sensors)[len(sensors) // 3] / _EVEN


def moves(top: Floats, under: Floats) -> bool:
    """Has the table loaded all petals, float64[n, s] of each *top* and *under*, in one shape, as no
    hands do? An elbow presses most on what is near, and little on *under*, yet more there than
    palms."""
    more, less = _rises(top, under)
    most_n = greatest(more)
    if least(more) < max(_LAID * most_n, _LAID_LEAST_N):
        return False
    bears = (more >= _MOST_LAID * most_n) & (less >= _PASSED * more)
    if np.count_nonzero(bears) < _MOST * len(more):
        return False
    return _have_one_shape(np.hstack((top, under)), max(_off(len(more)), _SHAPE))


def _quickest_n(top: Floats, under: Floats) -> float:
    """By how much any sensor has risen in as many scans as a load takes for it."""
    came = (sensor[_LAID_SCANS:] - sensor[:-_LAID_SCANS] for sensor in (top, under))
    return max(map(greatest, came))


def _most_slow_n(top: Floats) -> float:
    """By so much at the most what comes in one shape to so many petals."""
    return SLOW_N if 2 * top.shape[1] <= _FEW else _QUICK_N


def _off(petals: int) -> float:
    """So far off one shape may each be of what came to so many in one."""
    return min(_A_PETAL * petals, _ROUGHLY)


def _rises(top: Floats, under: Floats) -> tuple[Floats, Floats]:
    """What each petal has risen by: its one sensor, and the other, which less came to."""
    rises = top[-1] - top[0], under[-1] - under[0]
    return np.maximum(*rises), np.minimum(*rises)


def _have_one_shape(newtons: Floats, off: float) -> bool:
    """Has each column of float64[n, c] risen by a share of one shape, but for a part of itself?"""
    rises = newtons - newtons[0]
    shape = rises.mean(axis=1)
    apart = rises - shape[:, None] * (shape @ rises / (shape @ shape))
    apart_n, most_n = greatest_by_column(np.abs(apart)), greatest_by_column(newtons)
    return not np.count_nonzero(apart_n > _SHAPE_N + off * most_n)
