"""Bounds of rare events."""

from __future__ import annotations

import pytest

from console.trials.fairness.confidence import lower_rate, standard_error, upper_rate


def test_no_event_is_the_rule_of_three() -> None:
    assert upper_rate(0, 100_000) == pytest.approx(3.0e-5, rel=0.01)


def test_few_events_are_the_poisson_bounds_of_the_tables() -> None:
    for events, upper in ((1, 4.744), (2, 6.296), (10, 16.96), (100, 118.1)):
        assert upper_rate(events, 1_000_000) == pytest.approx(upper / 1e6, rel=0.01)


def test_nothing_tried_proves_nothing() -> None:
    assert upper_rate(0, 0) == 1.0
    assert standard_error(0.5, 0) == 0.0


def test_lower_bounds_are_clopper_pearsons() -> None:
    for events, trials, lower in ((1, 500, 1.026e-4), (1, 10, 0.00512), (5, 100, 0.0199)):
        assert lower_rate(events, trials) == pytest.approx(lower, rel=0.01)
    assert lower_rate(0, 100) == 0.0
    assert lower_rate(3_000, 60_000) == pytest.approx(0.0485, rel=0.01)
