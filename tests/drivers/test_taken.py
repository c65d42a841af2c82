"""What a table passes on late, and what it had left on a channel, or nothing, before a hand."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.taken import first_late, passed_late, since_before, while_pressed, with_doubt


def test_what_is_passed_on_late_counts_near_a_crossing_alone() -> None:
    """What was off while a slap came is a badly weighed share: a hand 8 ms after it is no doubt."""
    coupled_n = np.array([0.0, 0.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.5, 4.5])
    assert not passed_late(coupled_n, 8)[:9].any()
    near = passed_late(coupled_n, 4)
    assert near[:5].tolist() == [0.0, 0.0, 0.4, 0.8, 0.4]
    assert not passed_late(coupled_n, -1).any(), "a sensor that passed no threshold"


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


def test_how_far_a_force_rises_that_rose_still_is_in_doubt() -> None:
    """By what it had just risen, or by what is likely; one that lay still by nothing."""
    own, slap_n = np.repeat([0.0, 0.6], [5, 35]), np.repeat([0.0, 1.0], [12, 28])
    own[5:12] = np.linspace(0.24, 0.6, 7)
    read, none = own + slap_n, np.zeros(40)
    for left_n, more_n in ((0.4, 0.3), (2.0, 0.3)):
        more = with_doubt(own, read, slap_n, none + left_n, 9) - own
        assert not more[:12].any(), "nothing was taken off"
        assert more[12:] == pytest.approx(more_n)
    more = with_doubt(own, read, 0.3 * slap_n, none, 9) - own
    assert more[12:] == pytest.approx(0.7)
    own = np.repeat([0.0, 0.85], [4, 36])
    assert not (with_doubt(own, own + slap_n, none, none + 0.7, 10) - own).any(), "it rose no more"


def test_before_a_slap_nothing_is_left_of_what_it_couples() -> None:
    """A hand 8 ms after it was in doubt to have rested before the slap, by what that left."""
    left_n, own = np.repeat([0.0, 0.6], [20, 30]), np.repeat([0.0, -0.5, 30.0], [20, 10, 20])
    left = since_before(left_n, own, own + 2 * left_n, 30)
    assert not left[:20].any()
    assert left[20:].max() <= 0.6


def test_who_presses_later_than_a_crossing_is_known_by_then() -> None:
    others = np.zeros((30, 4))
    others[5:, 0], others[16:, 2] = 20.0, 30.0
    assert first_late(others, 8) == 16
    assert first_late(others, 14) == 30, "so soon after it nothing shows whose it was"
    assert first_late(others, 20) == 30
