"""A click on metal just before a hand, or a sample that is none."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.onset.approach import began
from drivers.times import MS
from tests.drivers.pad.onset.test_approach import RULE, T_MS, covers, grip, onset, track


def test_a_sample_far_beyond_its_neighbours_may_have_been_a_click() -> None:
    """It came at once then, just before the sample that shows it first."""
    gone = np.zeros(len(T_MS), dtype=np.bool_)
    force = np.interp(T_MS, [39, 40, 42, 43, 60], [0.0, 1.4, 2.3, 2.2, 2.5])
    gone[41] = True
    assert covers(began([track(force, gone=gone)], RULE, 0.0), 39.95)


@pytest.mark.parametrize(("gap_ms", "doubted"), [(2, True), (5, True), (9, False)])
def test_a_click_that_one_sample_shows_may_be_a_hand_s_that_came_soon_after_it(
    gap_ms: int, doubted: bool
) -> None:
    """With a gap below 5 ms the hand came as it clicked; a lone sample may as well be none."""
    lone_n, force = np.zeros(len(T_MS)), grip(40.0, 0.4)
    lone_n[41 - gap_ms] = 4.0
    clicked = began([track(force, lone_n=lone_n)], RULE, 0.0)
    assert covers(clicked, 40.0 + 0.5 / 0.4)
    assert covers(clicked, 40.0 - gap_ms) is doubted
    assert began([track(force, lone_n=-lone_n)], RULE, 0.0) == onset(force)
    assert began([track(force, lone_n=0.1 * lone_n)], RULE, 0.0) == onset(force)
    barely = began([track(force, lone_n=0.12 * lone_n)], RULE, 0.0)  # if it reads two errors less
    assert covers(barely, 40.0 - gap_ms) is doubted


def test_a_click_that_is_the_sample_before_the_hand_is_one_of_its_ends() -> None:
    """It and the dip after it both stand alone, so a leap from the click's own sample is left of
    them: the click came within the scan before that."""
    leaps, lone_n = np.where(T_MS < 41, 0.3, 3.0), np.where(T_MS == 40, 2.4, 0.0)
    leaps[T_MS < 40] = 0.0
    found = began([track(leaps, lone_n=lone_n)], RULE, 0.0)
    assert covers(found, 39.1)
    assert covers(found, 40.9)


@pytest.mark.parametrize("lone", [True, False])
@pytest.mark.parametrize(("gap_ms", "joined"), [(4, True), (9, False)])
def test_what_came_as_shortly_before_a_click_is_of_it_too(
    gap_ms: int, joined: bool, lone: bool
) -> None:
    """Gaps below 5 ms are none, however many: only the last click was looked back at."""
    lone_n, force, first = np.zeros(len(T_MS)), grip(40.0, 0.4), 37 - gap_ms
    lone_n[37] = 4.0
    (lone_n if lone else force)[first] = 3.0
    if not lone:
        force[first - 1] = 2.0
    told = began([track(force, lone_n=lone_n)], RULE, 0.0)
    assert told.latest_ns >= (40.0 + 0.5 / 0.4) * MS
    assert (told.earliest_ns <= (first - 0.9 * (not lone)) * MS) is joined
    assert told.earliest_ns <= 37.0 * MS


def test_a_click_counts_where_something_lay_there_before_anybody_looked() -> None:
    """What came as shortly before it reached back to the first scan: there was no click then."""
    lone_n, force = np.where(T_MS == 37, 4.0, 0.0), grip(41.0, 1.0)
    force[:34] = 0.6
    told = began([track(force, lone_n=lone_n)], RULE, 0.0)
    assert told.earliest_ns <= 37 * MS


def test_a_gap_after_a_click_is_as_short_as_a_slow_hand_s_may_be() -> None:
    """As it was measured it came 7 ms after the click; if it reads 0.1 N less, in 5 ms."""
    lone_n, slow = np.where(T_MS == 38, 4.0, 0.0), grip(40.0, 0.1)
    assert covers(began([track(slow, 0.05, lone_n=lone_n)], RULE, 0.0), 38.0)
    assert not covers(began([track(slow, 0.01, lone_n=lone_n)], RULE, 0.0), 38.0)


def test_click_and_hand_are_told_as_ends_also_where_the_click_was_cut_off() -> None:
    """Nobody who came between them may lose to the hand, nor win over the click."""
    whole = track(grip(40.0, 0.4), lone_n=np.where(T_MS == 37, 4.0, 0.0))
    found = began([whole], RULE, 0.0)
    assert found.earliest_ns <= 36 * MS
    assert found.latest_ns >= (40.0 + 0.5 / 0.4) * MS
    cut = whole.since(39)
    assert began([cut], RULE, 0.0).t_ns > 41 * MS
    assert began([cut], RULE, 0.0, [whole]) == found


def test_what_is_told_as_the_ends_of_a_rest_is_no_less_than_its_click_leaves_open() -> None:
    """A referee doubts as far as these ends: the click came before the earlier one."""
    lone_n = np.where(T_MS == 38, 4.0, 0.0)
    rests = np.maximum(0.58 * (T_MS >= 40), grip(60.0))
    found = began([track(rests, lone_n=lone_n)], RULE, 0.0)
    assert found.earliest_ns <= 38 * MS
    assert found.latest_ns > 60 * MS
