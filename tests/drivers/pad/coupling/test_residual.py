"""What a table passes on late, and what it had left on a channel, or nothing, before a hand."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.coupling.residual import (
    borne_out,
    cut_off,
    each_since_before,
    lay_alone,
    may_be_late,
    passed_late,
    since_before,
    swings_back_n,
    while_pressed,
    with_doubt,
)
from drivers.pad.reductions import smoothed


def test_what_is_passed_on_late_counts_near_a_crossing_alone() -> None:
    """What was off while a slap came is a badly weighed share: a hand 8 ms after it is no doubt."""
    coupled_n = np.array([0.0, 0.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.5, 4.5])
    assert not passed_late(coupled_n, 8)[:9].any()
    near = passed_late(coupled_n, 4)
    assert near[:5].tolist() == [0.0, 0.0, 0.4, 0.8, 0.4]
    assert not passed_late(coupled_n, -1).any(), "a sensor that passed no threshold"


def test_what_may_come_three_scans_late_counts_near_a_crossing_alone() -> None:
    """Two errors of it are all that three scans have brought."""
    coupled_n = np.arange(20.0)
    late_n = may_be_late(coupled_n, 8)
    assert not late_n[:6].any()
    assert late_n[6:11] == pytest.approx(1.5)
    assert not late_n[11:].any()
    assert not may_be_late(coupled_n, 0)[:3].any()
    assert not may_be_late(coupled_n, -1).any()


def test_a_hand_that_is_read_by_jumps_is_calmer_in_the_mean() -> None:
    """A hand of 34 N is read to a newton or two, and so is what is taken off for it."""
    taken_n = 0.6 + np.random.default_rng(4).uniform(-0.15, 0.15, 60)
    own = np.repeat([0.0, 0.95], [10, 50]) + 0.6 - taken_n
    assert np.ptp(smoothed(own)[12:]) < 0.6 * np.ptp(own[12:])


def test_what_a_lifted_hand_shows_before_it_is_a_touch_takes_no_lift_off_it() -> None:
    """Fingers lift 0.8 N: of a hand the sensor shows 0.2 N for 12 ms before it shows enough."""
    own, lifted_n = np.repeat([0.0, 0.2, 0.4], [20, 12, 30]), np.full(62, 0.8)
    assert borne_out(lifted_n, own, own, 32)[20:] == pytest.approx(0.8)
    apart = np.repeat([0.02, 0.4], [32, 30])
    assert borne_out(lifted_n, apart, apart + 0.5, 32) == pytest.approx(0.0), "it would show that"


def test_a_hand_was_there_for_as_long_as_what_may_be_left_is_what_it_surely_pressed_with() -> None:
    left_n = np.repeat([0.0, 0.3], [10, 20])
    sure_n = np.repeat([0.0, 0.9, 0.3], [5, 5, 20])
    own = np.repeat([0.0, 1.0], [5, 25])
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n.tolist() == [left_n.tolist(), [0.0] * 30], "it has lost nothing"
    own[14:] = 0.25  # two errors are too much taken off
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n[1] == pytest.approx(np.repeat([0.0, 0.6], [14, 16]))
    own[18:] = 0.15  # whatever the sensor reads of a slap: the hand may have gone
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n[0].nonzero()[0].tolist() == list(range(10, 18))
    own[12:] = np.repeat(
        [1.6, 0.5], [2, 16]
    )  # a slap that couples more, as a brush leaves: so much
    kept_n = while_pressed(left_n, own, sure_n, 5)
    assert kept_n is not None
    assert kept_n[0].nonzero()[0].tolist() == list(range(10, 14)), "was not taken off since"
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
        more = with_doubt(own, read, none, none + left_n, 9) - own
        assert not more[:12].any(), "nothing was taken off"
        assert more[12:] == pytest.approx(more_n)
    more = with_doubt(own, read, 0.7 * slap_n, none, 9) - own
    assert more[12:] == pytest.approx(0.7)
    own = np.repeat([0.0, 0.85], [4, 36])
    assert not (with_doubt(own, own + slap_n, none, none + 0.7, 10) - own).any(), "it rose no more"
    more = with_doubt(own - 0.3 * slap_n, own + slap_n, 0.7 * slap_n, none, 10)
    assert more == pytest.approx(own), "what it had come to is its own, and no more"


def test_what_explains_all_that_has_come_says_not_that_a_hand_rose_no_more() -> None:
    """It takes of the rise from the first moment on: a child's 1.2 N were 0.96."""
    rise = np.arange(40.0)
    hand_n, over_n = np.minimum(0.03 * rise, 1.2), 0.02 * np.clip(rise - 20, 0, 12)
    assert with_doubt(hand_n - over_n, hand_n, over_n, 0 * rise, 17) == pytest.approx(hand_n)


def test_before_a_slap_nothing_is_left_of_what_it_couples() -> None:
    """A hand 8 ms after it was in doubt to have rested before the slap, by what that left."""
    left_n, own = np.repeat([0.0, 0.6], [20, 30]), np.repeat([0.0, -0.5, 30.0], [20, 10, 20])
    left = since_before(left_n, own, own + 2 * left_n, 30)
    assert not left[:20].any()
    assert left[20:].max() <= 0.6


def test_what_one_cause_has_shown_says_nothing_of_anothers_error() -> None:
    """A palm's share had shown itself as small before fingers came under it, and what those lift
    was held to be known as well: a hand was told 111 ms early, to a millisecond."""
    coupled_n, lifted_n = np.repeat([0.25, 0.0], 20), np.repeat([0.0, 0.3], 20)
    own, read = np.zeros(40), np.full(40, 0.25)
    each = each_since_before([coupled_n, lifted_n], own, read, 20)
    assert each[:20].max() <= 0.05
    assert each[20:].min() >= 0.3
    assert since_before(lifted_n + coupled_n, own, read, 20)[20:].max() <= 0.06


def test_what_lay_there_before_others_pressed_is_a_fingers_that_stays() -> None:
    own, others = np.array([0.0, 0.5, 0.52, 0.6, 1.4]), np.zeros((5, 2))
    others[3:, 1] = 2.0, 20.0
    assert lay_alone(own, others, 0.4).tolist() == [0.0, 0.0, 0.0, 0.5, 0.5]
    assert not lay_alone(own, others, 0.51).any()
    assert lay_alone(own, others + np.array([0.8, 0.0]), 0.4)[3:].tolist() == [0.5, 0.5], "it leans"
    assert not lay_alone(own, np.ones((5, 2)), 0.4).any()
    assert not lay_alone(own, np.zeros((5, 2)), 0.4).any()


def test_what_a_table_had_not_passed_on_yet_it_swings_back_by() -> None:
    """Nobody pulls: 1.2 N below nothing, for what was known to 0.2 N, came later."""
    own, left_n = np.zeros(60), np.full(60, 0.2)
    own[10:15] = -1.2
    back_n = swings_back_n(own, left_n, 20, None)
    assert back_n is not None
    assert not back_n[:2].any(), "no hand is hidden by it"
    assert not back_n[2, :10].any()
    assert back_n[2, 10:30] == pytest.approx(-1.8)
    assert not back_n[2, 30:].any()
    assert swings_back_n(own, 4 * left_n, 20, None) is None, "its share may be so much less"
    assert swings_back_n(own, left_n, 10, None) is None, "it came afterwards"


@pytest.mark.parametrize(
    ("rests_n", "scans", "slowly", "hidden"),
    [
        (0.3, 1, False, True),
        (0.3, 32, False, True),
        (0.3, 33, False, False),
        (0.3, 8, True, False),
        (0.15, 4, False, True),
        (0.1, 4, False, False),
    ],
)
def test_a_sensor_is_cut_off_at_once_and_for_some_milliseconds(
    rests_n: float, scans: int, slowly: bool, hidden: bool
) -> None:
    """What sinks there, as a load is taken away, and what stays there has left; so may what rests
    with little."""
    read = np.full(60, 0.02)
    read[20 : 20 + scans] = -rests_n
    if slowly:
        read[16:20] = np.linspace(0.0, -0.6 * rests_n, 4)
    hidden_n = cut_off(read, -rests_n)
    cut = np.zeros(60) if hidden_n is None else hidden_n
    assert cut.nonzero()[0].tolist() == [*range(20, 20 + scans * hidden)]
