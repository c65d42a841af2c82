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

_ROUNDS = 6
_SWEEPS = 100
_SETTLED = 1e-4
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
    """Least squares within 0 … ratio by coordinate descent (a handful of unknowns)."""
    weighted = (causes * weights[:, None]).T
    gram = (weighted @ causes).tolist()
    target = (weighted @ own).tolist()
    x = start.tolist()
    for _ in range(_SWEEPS):
        moved = 0.0
        for j, row in enumerate(gram):
            if row[j] <= 0:
                continue
            gap = target[j] - sum(map(mul, row, x))
            better = min(max(x[j] + gap / row[j], 0.0), ratio)
            moved = max(moved, abs(better - x[j]))
            x[j] = better
        if moved < _SETTLED:
            break
    return np.array(x)
