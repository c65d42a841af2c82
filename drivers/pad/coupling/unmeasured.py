"""How hard is a petal pressed whose sensor is at full scale, or dead? The others feel it.

What a hand pushes is felt by all other petals at once, each by its share. So the one force which
they all show is that hand's; who shows more than that has a hand of its own, and does not count.
One petal alone, of which nobody knows whether a hand is on it too, is a worse witness.
"""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.config import LEAST_SHARE

GREATEST_HAND_N = 60.0
_STANDS_OUT_N, _STANDS_OUT = 0.1, 0.1  # beyond what is felt there is a hand …
_HAND_N, _HAND = 0.3, 2.0  # … and so far beyond, however its shares were learned
_ROUNDS = 5
_LESS_N, _LESS = 0.12, 0.25  # a sensor shows that much less than it feels, and no less
_SIGMA = 0.2  # of what the others show
_HALF = 0.75  # of what a hand of its own may have added: two errors reach over it
_READ_N = 0.08  # one sigma of what a sensor reads of so little
_TINY = 1e-12


def comes_within(hands: Flags, scans: int) -> Flags:
    """bool[n, s]: where there are ``hands``, or come within so many rows."""
    if not scans:
        return hands
    rows = np.arange(len(hands))[:, None]
    coming = np.where(hands, rows, len(hands) + scans)[::-1]
    found: Flags = np.minimum.accumulate(coming)[::-1] <= rows + scans
    return found


def estimate_unmeasured(
    newtons: Floats, sources: Floats, full: Flags, shares: Floats, own: Indices
) -> Floats:
    """Put into the pushes of ``sources``, float64[n, 2 s], those of petals that are at ``full``
    scale, or dead, bool[n, s, 2] (*top*, *under*); gives one sigma of each, float64[n, s, s], as
    far as the last petal's own hand may have a part in it.

    ``newtons``: float64[n, c]; ``shares``: float64[c, 2 s]; ``own``: the petal of each channel.
    Row by row: nothing depends on how many come together.
    """
    petals = full.shape[1]
    sigmas: Floats = np.zeros((len(newtons), petals, petals))
    read = sources.copy()
    unread = full[:, :, 0] | full[:, :, 1]
    for petal in np.flatnonzero(unread.any(axis=0)).tolist():
        (rows,) = unread[:, petal].nonzero()
        (channels,) = (own != petal).nonzero()
        least = np.where(full[rows, petal, 1], 0.0, np.maximum(read[rows, petal], 0.0))
        pressed = np.maximum(newtons[rows][:, own == petal].max(axis=1), least)
        most = np.where(full[rows, petal, 0], GREATEST_HAND_N, pressed)
        others = read[rows]
        others[:, petal] = 0.0
        felt = newtons[rows][:, channels] - np.einsum("ns,cs->nc", others, shares[channels])
        sources[rows, petal], sigmas[rows, petal] = _common(
            np.maximum(felt, 0.0), shares[channels, petal], own[channels], petals, least, most
        )
    return sigmas


def _common(
    felt: Floats,
    shares: Floats,
    own: Indices,
    petals: int,
    least: Floats,
    most: Floats,
) -> tuple[Floats, Floats]:
    """The force within ``least`` and ``most``, float64[n], of which all channels feel their
    ``shares``, float64[k], but those on which a hand is; and one sigma of it for each petal,
    float64[n, s]: by what is left of it without that petal."""
    telling = shares >= LEAST_SHARE
    able = (felt[:, telling] + _LESS_N) / ((1.0 - _LESS) * shares[telling])
    most = np.clip(able.min(axis=1, initial=GREATEST_HAND_N), least, most)
    push, free = most, np.zeros(felt.shape, dtype=np.bool_)
    by_petal = np.equal.outer(own, np.arange(petals))
    squares, shown = shares * shares, felt * shares
    for round_ in range(_ROUNDS):
        brought = push[:, None] * shares
        hands = (felt > _HAND_N + _HAND * brought) @ by_petal
        before, free = free, felt <= _STANDS_OUT_N + (1.0 + _STANDS_OUT) * brought
        free &= ~hands[:, own]
        if round_ and not np.count_nonzero(free != before):
            break
        known = np.einsum("nk,k->n", free, squares)
        fitted = np.einsum("nk,nk->n", free, shown) / np.maximum(known, _TINY)
        push = np.clip(np.where(known > 0.0, fitted, least), least, most)
    known_by = np.einsum("nk,ks->ns", free * squares, by_petal)
    shown_by = np.einsum("nk,ks->ns", free * shown, by_petal)
    beside = np.maximum(known_by.sum(axis=1)[:, None] - known_by, _TINY)
    without = (shown_by.sum(axis=1)[:, None] - shown_by) / beside - _READ_N / np.sqrt(beside)
    low = np.clip(without, least[:, None], push[:, None])
    sigmas: Floats = np.hypot(_SIGMA * push[:, None], _HALF * (push[:, None] - low))
    return push, sigmas
