"""How much a count proves: exact bounds for rare events, without a statistics library."""

from __future__ import annotations

import math
from typing import Final

CONFIDENCE: Final = 0.95
_STEPS: Final = 80


def _at_most(events: int, mean: float) -> float:
    """The chance of at most so many events where ``mean`` are expected (Poisson)."""
    logs = [i * math.log(mean) - mean - math.lgamma(i + 1) for i in range(events + 1)]
    return math.fsum(math.exp(log) for log in logs)


def upper_rate(events: int, trials: int) -> float:
    """With 95 % confidence the true rate is below this; for no events the rule of three.

    Nothing tried proves nothing: 1.0.
    """
    if trials == 0:
        return 1.0
    low, high = float(events), events + 10.0 + 5.0 * math.sqrt(events)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _at_most(events, max(middle, 1e-12)) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return min(high / trials, 1.0)


def standard_error(share: float, trials: int) -> float:
    """Of a share of so many trials."""
    return math.sqrt(max(share * (1 - share), 0.0) / trials) if trials else 0.0
