"""The onset of a hand that comes as the table swings."""

from __future__ import annotations

import numpy as np

from drivers.pad.onset.approach import began
from drivers.times import MS
from tests.drivers.pad.onset.test_approach import RULE, track


def test_what_a_swing_may_have_added_in_one_scan_more_than_in_the_next_is_no_rise() -> None:
    """A slap leaps between two scans: it may have passed at nearly any moment. If the swing ends
    just then, that scan seemed to be its beginning, and the slap was told with a third of its
    error."""
    force = np.concatenate((np.zeros(45), [5.1, 35.4, 42.1, 40.2], np.full(40, 12.0)))
    added = np.zeros((3, len(force)))
    added[0, 44:], added[2, :44] = 0.05, -0.2
    hidden = np.zeros(len(force))  # nothing is, but it may have been
    alone, swung = (
        began([more], RULE, 0.0)
        for more in (track(force, 0.05), track(force, 0.05, swing_n=added, hidden_n=hidden))
    )
    assert alone.uncertainty_ns >= 0.12 * MS
    assert swung.uncertainty_ns >= alone.uncertainty_ns / 2
    assert abs(swung.t_ns - alone.t_ns) <= 2 * alone.uncertainty_ns
