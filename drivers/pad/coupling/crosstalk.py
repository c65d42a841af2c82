"""Which part of a petal's force came through the table from its neighbours.

A slap of 40 N couples a few per cent into other petals: 2 N, far above the onset. What is coupled
has the shape of the forces that cause it and at most ``ratio`` of their size; a hand of its own
rises at its own time. So the forces around a doubtful crossing are explained as
``Σ coefficient × other petal``, coefficients within 0 … ``ratio``, from below: samples that stand
out above the explanation are a hand's and do not take part in it (a hand only pushes). What remains
is the petal's own force. Six hands of which a tenth coupled would explain one of 20 N away, so at
first samples take no part that stand out of shares near what is known. What is known of the shares
beforehand (``shares.py``) takes part as if it had been measured; while nothing is, a touch of
exactly the shape and time of a slap and less than ``ratio`` of it cannot be told from crosstalk and
counts as crosstalk.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Floats, Indices
from drivers.pad.reductions import any_of, greatest_by_column

TOGETHER = 20.0
"""So many samples are wrong together: by their sensors' curves, by a hand that comes slowly."""
_ROUNDS = 5  # of leaving out what stands out, at the most
# A source that hardly pressed yet says little of its share: then "a few per cent" is assumed.
USUAL = 0.03
USUAL_WEIGHT_N2 = 50.0
_STANDS_OUT_N = 0.1
_STANDS_OUT = 0.05  # relative to the explained force: hysteresis and curve errors
_STANDS_OUT_LOOSE = 0.25  # a share that is not known bears some of the table's delay too
_LEAST_SOURCE_N = 2.0
_ABLE = 1.5  # sigmas: what is more than shares so much greater would explain has no part at first


class KnownShares(NamedTuple):
    """What is known of one channel's shares: float64[s] means, their weights, N², and their
    one-sigma errors.

    ``taken``: what is taken off of sources that do not press enough to show their share. ``loose``:
    some of them may be greater than was known.
    """

    means: Floats
    weights: Floats
    sigmas: Floats
    taken: Floats
    loose: bool = False

    def most_n(self, others: Floats, errors: float, ratio: float = inf) -> Floats:
        """float64[n]: the most that ``others``, float64[n, s], couple, if no share errs by more
        than ``errors``, nor beyond ``ratio``. Those that are known err each by itself; those that
        nobody knows all alike, for a table that couples more does so everywhere."""
        more = np.minimum(errors * self.sigmas, np.maximum(ratio - self.means, 0.0))
        alike = self.taken != self.means
        most_n: Floats = others.dot(self.means + more * alike)
        more[alike] = 0.0
        if np.count_nonzero(more):
            most_n += np.sqrt((others * others).dot(more * more))
        return most_n


def explain(
    own: Floats,
    others: Floats,
    ratio: float,
    known: KnownShares,
    steady: bool = False,
) -> Floats:
    """Coefficients float64[s] of the other petals' sources in ``own``. ``steady``: no hand comes
    among these samples, and all of them take part.

    ``own``: float64[k] newtons, the channel around its crossing; ``others``: float64[k, s], each
    source (push or pinch) at the same scans, zero for the channel's own petal.
    """
    result = known.taken.copy()
    (sources,) = (greatest_by_column(others) >= _LEAST_SOURCE_N).nonzero()
    if not len(sources):
        return result
    # The force itself as a last column: one product gives all that the fit needs.
    table = np.empty((len(own), len(sources) + 1))
    causes = table[:, :-1]
    causes[...] = others.take(sources, 1)
    table[:, -1] = own
    before, means = _beforehand(known, sources), known.means.take(sources)
    beyond = 1 + (_STANDS_OUT_LOOSE if known.loose else _STANDS_OUT)
    if steady:
        below = np.ones(len(own), dtype=np.bool_)
    else:
        below = own <= _STANDS_OUT_N + beyond * known.most_n(others, _ABLE, ratio)
    for _ in range(_ROUNDS):
        part = table if np.count_nonzero(below) == len(own) else table.compress(below, 0)
        coefficients = _bounded_fit(part.T.dot(part) / TOGETHER + before, ratio, means)
        if steady:
            break
        last, below = below, own <= _STANDS_OUT_N + beyond * causes.dot(coefficients)
        if not any_of(below != last):
            break
    result[sources] = coefficients
    return result


def _beforehand(known: KnownShares, sources: Indices) -> Floats:
    """What is known beforehand, as products like those of ``_bounded_fit``."""
    weights = known.weights.take(sources)
    count = len(sources)
    products = np.zeros((count + 1, count + 1))
    products.reshape(-1)[: -1 : count + 2] = weights
    products[:-1, -1] = weights * known.means.take(sources)
    return products


def _bounded_fit(products: Floats, ratio: float, means: Floats) -> Floats:
    """Least squares within 0 … ratio, or what is known of a share: solve, and pin what leaves the
    bounds, until nothing does.

    ``products``: float64[s + 1, s + 1], of the causes and, last, the force that they explain.
    """
    gram, target = products[:-1, :-1], products[:-1, -1]
    x: Floats = np.linalg.solve(gram, target).astype(np.float64, copy=False)
    shares = x.tolist()
    if min(shares) >= 0.0 and max(shares) <= ratio:
        return x  # as most often
    most = np.maximum(means, ratio)
    outside = pinned = (x < 0.0) | (x > most)
    while np.count_nonzero(outside):
        x = np.where(pinned, np.clip(x, 0.0, most), 0.0)
        # A pinned one's equation says what it is; the others' are of what it leaves.
        rest = np.where(pinned, x, target - gram @ x)
        mixed = np.where(pinned | pinned[:, None], np.diag(pinned.astype(np.float64)), gram)
        x[:] = np.linalg.solve(mixed, rest)
        outside = ~pinned & ((x < 0.0) | (x > most))
        pinned = pinned | outside
    return x
