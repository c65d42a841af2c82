"""What pinches of all petals say of one sensor."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.events import Fault
from drivers.habits import Habits, Together
from drivers.pad_config import PadConfig


def told_uneven(seed: int, rolled: float, factor: float) -> set[int]:
    """The petals of five that were ever told, in 200 pinches by hands that roll as they like; on
    petal 2 *under* reads ``factor`` of what it carries."""
    rng = np.random.default_rng(seed)
    together = Together(5)
    petals = [Habits(order, together, PadConfig()) for order in range(5)]
    told = set()
    for order in rng.integers(5, size=200).tolist():
        top_n = rng.uniform(5, 40)
        under_n = top_n * rng.uniform(rolled, 1.1) * (factor if order == 2 else 1.0)
        if petals[order].pinch(top_n, under_n).get(Fault.UNEVEN):
            told.add(order)
    return told


def test_hands_that_roll_as_they_like_accuse_no_sensor() -> None:
    assert [told_uneven(seed, 0.5, 1.0) for seed in range(40)].count(set()) == 40


@pytest.mark.parametrize("factor", [0.65, 1.45])
def test_a_sensor_30_percent_off_is_found_whatever_hands_do(factor: float) -> None:
    """Its force is off by more than its code."""
    assert sum(2 in told_uneven(seed, 0.5, factor) for seed in range(20)) >= 18
