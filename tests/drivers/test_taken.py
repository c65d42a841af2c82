"""What a table passes on late, and what it had left on a channel, or nothing, before a hand."""

from __future__ import annotations

import numpy as np

from drivers.taken import lay_still, passed_late, while_pressed


def test_what_is_passed_on_late_counts_near_a_crossing_alone() -> None:
    """What was off while a slap came is a badly weighed share: a hand 8 ms after it is no doubt."""
    coupled_n = np.array([0.0, 0.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.5, 4.5])
    assert not passed_late(coupled_n, 8)[:9].any()
    near = passed_late(coupled_n, 4)
    assert near[:5].tolist() == [0.0, 0.0, 0.4, 0.8, 0.4]
    assert not passed_late(coupled_n, -1).any(), "a sensor that passed no threshold"


def test_a_force_that_lay_still_before_a_slap_is_known() -> None:
    own, taken_n = np.repeat([0.0, 0.8, 0.92], [5, 20, 15]), np.repeat([0.0, 0.7], [25, 15])
    assert lay_still(own, taken_n, 5, 15)
    assert lay_still(own[:25], taken_n[:25], 5, 15)
    assert not lay_still(own, taken_n, 12, 15), "it had not lain for so long"
    own[5:25] = np.linspace(0.5, 0.8, 20)
    assert not lay_still(own, taken_n, 5, 15), "it still rose"


def test_a_hand_was_there_for_as_long_as_what_is_left_is_what_it_surely_pressed_with() -> None:
    left_n = np.repeat([0.0, 0.5], [10, 20])
    sure_n = np.repeat([0.0, 0.9, 0.3], [5, 5, 20])
    own = np.repeat([0.0, 1.0], [5, 25])
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n.tolist() == left_n.tolist()
    own[18:] = 0.75  # whatever the sensor reads of a slap: the hand may have gone
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n.nonzero()[0].tolist() == list(range(10, 18))
    own[9:] = 0.75
    assert while_pressed(left_n, own, sure_n, 5) is None, "it had gone before"
    assert while_pressed(left_n, own, sure_n, -1) is None, "it passed no threshold"
    assert while_pressed(left_n, own, sure_n, 10) is None, "it may be what couples"
