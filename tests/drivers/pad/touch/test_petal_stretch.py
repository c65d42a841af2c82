"""A stretch as one petal feels it."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.touch.petal_stretch import last_at_rest


@pytest.mark.parametrize(("tap_n", "before"), [(0.0, 19), (0.3, 19), (0.6, 11)])
def test_what_comes_within_a_gap_after_a_tap_left_what_lay_there_before_the_tap(
    tap_n: float, before: int
) -> None:
    """A finger that rests with 0.2 N taps in scan 12 and comes in scan 20."""
    levels = np.full((24, 2), (0.2, 0.0))
    levels[12, 0] += tap_n
    levels[20:, 0] += 0.4
    row = last_at_rest(levels, np.array([0.2, 0.0]), 0.5, gap=7)
    assert row == before
    assert last_at_rest(levels, np.array([0.2, 0.0]), 0.5, gap=6) == 19
    assert last_at_rest(levels[20:], np.array([0.2, 0.0]), 0.5, gap=7) == 0
    assert last_at_rest(levels[:0], np.array([0.2, 0.0]), 0.5, gap=7) == 0
