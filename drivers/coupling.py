"""Which part of a petal's force came through the table from its neighbours.

A slap of 40 N couples a few per cent into other petals: 2 N, far above the onset. What is coupled
has the shape of the forces that cause it and at most ``ratio`` of their size; a hand of its own
rises at its own time. So the forces around a doubtful crossing are explained as
``Σ coefficient × other petal``, coefficients within 0 … ``ratio``, from below: samples that stand
out above the explanation are a hand's and do not take part in it (a hand only pushes). What remains
is the petal's own force. A touch of exactly the shape and time of a slap and less than ``ratio`` of
it cannot be told from coupling and counts as coupling.
"""

from __future__ import annotations

from operator import mul

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_ROUNDS = 5
_SWEEPS = 8
_SETTLED = 1e-3
# A source that hardly pressed yet says little of its share: then "a few per cent" is assumed.
_USUAL = 0.03
_USUAL_WEIGHT_N2 = 50.0
_STANDS_OUT_N = 0.1
_STANDS_OUT = 0.05  # relative to the explained force: hysteresis and curve errors
_LEAST_SOURCE_N = 2.0


def explain(own: Floats, others: Floats, ratio: float) -> Floats:
    """Coefficients float64[s] of the other petals' forces in ``own``.

    ``own``: float64[k] newtons, the channel around its crossing; ``others``: float64[k, s], each
    petal's force at the same scans, zero for the channel's own petal.
    """
    result = np.zeros(others.shape[1])
    sources = np.flatnonzero(others.max(axis=0) >= _LEAST_SOURCE_N)
    if not len(sources):
        return result
    causes = others[:, sources]
    weights = np.ones(len(own))
    coefficients = np.zeros(len(sources))
    for _ in range(_ROUNDS):
        coefficients = _bounded_fit(own, causes, weights, coefficients, ratio)
        explained = causes @ coefficients
        kept = own - explained <= _STANDS_OUT_N + _STANDS_OUT * explained
        if np.array_equal(kept, weights > 0):
            break
        weights = kept.astype(np.float64)
    result[sources] = coefficients
    return result


def _bounded_fit(
    own: Floats, causes: Floats, weights: Floats, start: Floats, ratio: float
) -> Floats:
    """Least squares within 0 … ratio: solve, pin what leaves the bounds, then a few descents."""
    weighted = (causes * weights[:, None]).T
    gram = weighted @ causes
    np.fill_diagonal(gram, gram.diagonal() + _USUAL_WEIGHT_N2)
    target = weighted @ own + _USUAL_WEIGHT_N2 * _USUAL
    x: Floats = np.linalg.solve(gram, target).astype(np.float64, copy=False)
    if x.min() >= 0.0 and x.max() <= ratio:
        return x  # as most often: nothing to pin
    x = start.copy()
    free = np.ones(len(x), dtype=np.bool_)
    while free.any():
        rest = target[free] - gram[np.ix_(free, ~free)] @ x[~free]
        x[free] = np.linalg.solve(gram[np.ix_(free, free)], rest)
        outside = free & ((x < 0.0) | (x > ratio))
        if not outside.any():
            break
        x[outside] = np.clip(x[outside], 0.0, ratio)
        free &= ~outside
    return x if free.all() else _descend(gram.tolist(), target.tolist(), x.tolist(), ratio)


def _descend(gram: list[list[float]], target: list[float], x: list[float], ratio: float) -> Floats:
    """A coordinate at a time: frees what was pinned too early."""
    for _ in range(_SWEEPS):
        moved = 0.0
        for j, row in enumerate(gram):
            gap = target[j] - sum(map(mul, row, x))
            better = min(max(x[j] + gap / row[j], 0.0), ratio)
            moved = max(moved, abs(better - x[j]))
            x[j] = better
        if moved < _SETTLED:
            break
    return np.array(x)
