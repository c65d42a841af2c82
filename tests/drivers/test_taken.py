"""What a table passes on late."""

from __future__ import annotations

import numpy as np

from drivers.taken import passed_late


def test_what_is_passed_on_late_counts_near_a_crossing_alone() -> None:
    """What was off while a slap came is a badly weighed share: a hand 8 ms after it is no doubt."""
    coupled_n = np.array([0.0, 0.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.5, 4.5])
    assert not passed_late(coupled_n, 8)[:9].any()
    near = passed_late(coupled_n, 4)
    assert near[:5].tolist() == [0.0, 0.0, 0.4, 0.8, 0.4]
    assert not passed_late(coupled_n, -1).any(), "a sensor that passed no threshold"
