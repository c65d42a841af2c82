"""Samples that are none: at full scale, or alone far beyond both their neighbours."""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.reductions import any_of, least

# A lone sample beyond both its neighbours by more than so much, and a share of them, is none.
_LONE_N, _SURELY_N = 0.15, 0.149
_LONE = 0.25
_HUMP_N = 0.1  # its neighbour beyond all others by more than so much, and a share: it is one
_HUMP = 0.1


def without_lone(newtons: Floats, full: Flags) -> tuple[Floats, Flags | None, bool]:
    """Forces float64[n, c] without samples that cannot be, put right in place, which of them those
    were, and whether any even seemed to be one. ``full``: bool[n, c], those at full scale.

    Full scale is what no hand can do: the sample before it stands for it. A lone sample far
    beyond both its neighbours is no hand either: it is taken on a line between them.
    """
    if len(newtons) < 3:
        return newtons, None, False
    any_full = any_of(full)
    if any_full:
        for row in range(1, len(newtons)):
            newtons[row, full[row]] = newtons[row - 1, full[row]]
        newtons[0, full[0]] = 0.0
    moved = newtons[1:] - newtons[:-1]
    # As nearly always none comes and goes by so much.
    if not any_full and least(moved[1:] * moved[:-1]) > -(_SURELY_N**2):
        return newtons, None, False
    before, middle, after = newtons[:-2], newtons[1:-1], newtons[2:]
    high, low = np.maximum(before, after), np.minimum(before, after)
    apart = _LONE_N + _LONE * np.abs(high)
    lone = (middle > high + apart) | (middle < low - apart)
    if any_of(lone):
        lone &= ~_humps(newtons, lone)
    elif not any_full:
        return newtons, None, False
    lone |= full[1:-1]
    if not np.count_nonzero(lone):
        return newtons, None, True
    newtons[1:-1] = np.where(lone & ~full[:-2] & ~full[2:], (before + after) / 2, middle)
    gone = np.zeros(newtons.shape, dtype=np.bool_)
    gone[1:-1] = lone
    return newtons, gone, True


def clicks(newtons: Floats) -> Flags:
    """bool[n, c]: samples so far beyond both their neighbours that only metal, or a nail, is off
    again so soon, though a neighbour may have a part in it."""
    clicked = np.zeros(newtons.shape, dtype=np.bool_)
    high = np.maximum(newtons[:-2], newtons[2:])
    clicked[1:-1] = newtons[1:-1] > high + _LONE_N + _LONE * np.abs(high)
    return clicked


def _humps(newtons: Floats, lone: Flags) -> Flags:
    """Which of the samples bool[n - 2, c] that seem to be lone ones are the top of something that
    came and went within three, a finger that bounces: a neighbour has a part in it."""
    humps = np.zeros_like(lone)
    for row, channel in np.argwhere(lone).tolist():
        force = newtons[max(row - 1, 0) : row + 4, channel].tolist()
        k = min(row, 1) + 1
        beside = max(force[k - 1], force[k + 1])
        rest = max([*force[: k - 1], *force[k + 2 :]], default=beside)
        humps[row, channel] = force[k] > beside > rest + _HUMP_N + _HUMP * abs(rest)
    return humps
