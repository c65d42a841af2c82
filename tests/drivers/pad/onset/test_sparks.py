"""When a hand came whose spark reached its sensors before it."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.onset.approach import began
from drivers.times import MS
from tests.drivers.pad.onset.test_approach import RULE, T_MS, covers, grip, track


@pytest.mark.parametrize("lasts", [1, 2, 3])
@pytest.mark.parametrize("gap_ms", [1, 2, 3])
def test_full_scale_that_is_over_at_once_may_be_a_spark_before_the_touch(
    lasts: int, gap_ms: int
) -> None:
    """It jumps from a woollen sleeve. The hand was told when that came, up to 4 ms early, and its
    ends reached no further; or it was a click, of one contact with the hand."""
    first = 40 - gap_ms - lasts
    full = (first <= T_MS) & (first + lasts > T_MS)
    told = began([track(np.where(full, 2.0, grip(40.0)), full=full)], RULE, 0.0)
    assert covers(told, first - 0.5, 40.3)
    assert told.earliest_ns <= (first - 1) * MS
    assert told.latest_ns >= 40.3 * MS


def test_a_hand_that_stays_at_full_scale_or_comes_upon_it_came_then() -> None:
    for lasts in (4, 30):  # a hand that bounces, one that stays
        full = (36 - lasts <= T_MS) & (T_MS < 36)
        told = began([track(np.where(full, 2.0, grip(38.0)), full=full)], RULE, 0.0)
        assert covers(told, 35.5 - lasts)
        assert not covers(told, 38.3)
    full = T_MS >= 41  # a slap that goes on there
    force = np.where(full, 20.0, grip(40.0))
    assert began([track(force, full=full)], RULE, 0.0).latest_ns < 41 * MS
