"""How much a count proves: exact bounds for rare events, without a statistics library."""

from __future__ import annotations

import math
from typing import Final

CONFIDENCE: Final = 0.95
_STEPS: Final = 80
_MANY: Final = 2_000  # events from which the normal approximation is as good


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


def lower_rate(events: int, trials: int) -> float:
    """With 95 % confidence the true rate is above this (Clopper and Pearson); 0.0 of nothing."""
    if events == 0 or trials == 0:
        return 0.0
    low, high = 0.0, events / trials
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _at_least(events, trials, middle) < 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return low


def _at_least(events: int, trials: int, rate: float) -> float:
    """The chance of so many events or more among ``trials`` of such a rate (binomial)."""
    if events > _MANY:
        spread = math.sqrt(max(trials * rate * (1 - rate), 1e-300))
        return 0.5 * math.erfc((events - 0.5 - trials * rate) / spread / math.sqrt(2))
    if rate <= 0:
        return 0.0
    log, other = math.log(rate), math.log1p(-rate)
    all_ways = math.lgamma(trials + 1)
    below = math.fsum(
        math.exp(
            all_ways
            - math.lgamma(i + 1)
            - math.lgamma(trials - i + 1)
            + i * log
            + (trials - i) * other
        )
        for i in range(events)
    )
    return max(1.0 - below, 0.0)


def standard_error(share: float, trials: int) -> float:
    """Of a share of so many trials."""
    return math.sqrt(max(share * (1 - share), 0.0) / trials) if trials else 0.0
