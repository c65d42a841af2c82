"""The onset of a touch from its whole approach: rests, gaps, errors of force, lone samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.pad.coupling.residual import taken_too_much, while_pressed
from drivers.pad.onset import approach
from drivers.pad.onset.approach import Rule, Track, began
from drivers.pad.onset.passing import Onset
from drivers.times import MS

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
RULE = Rule(
    level_n=0.5,
    least_peak_n=1.0,
    least_loaded_ns=15 * MS,
    gap_ns=5 * MS,
    period_ns=MS,
    u_max_ns=20 * MS,
    early_ns=40 * MS,
    rise_scans=30,
)
T_MS = np.arange(160.0)


def track(force: Floats, sigma_n: float = 0.03, **more: object) -> Track:
    return Track(T_MS * MS, force, np.full(len(force), sigma_n), **more)  # type: ignore[arg-type]


def grip(start_ms: float, slope: float = 1.5, peak_n: float = 12.0) -> Floats:
    """A rise with a kink, and what it holds."""
    return np.clip(slope * (T_MS - start_ms), 0.0, peak_n)


def onset(force: Floats, sigma_n: float = 0.03, jitter_ns: float = 0.0) -> Onset:
    return began([track(force, sigma_n)], RULE, jitter_ns)


def covers(found: Onset, *moments_ms: float) -> bool:
    return all(abs(found.t_ns - at * MS) <= 2 * found.uncertainty_ns for at in moments_ms)


def test_a_quick_hand_is_known_to_a_tenth_of_a_millisecond() -> None:
    found = onset(grip(40.3))
    assert covers(found, 40.3 + 0.5 / 1.5)
    assert found.uncertainty_ns < 0.15 * MS


@pytest.mark.parametrize("rest_n", [0.47, 0.53])
def test_a_finger_that_rests_at_the_threshold_may_have_come_anywhere_in_its_rest(
    rest_n: float,
) -> None:
    """Within the calibration's error neither its coming nor its grip can be told to be the one."""
    force = np.maximum(rest_n * (T_MS >= 40), grip(60.0))
    found = onset(force)
    assert covers(found, 39.5, 60.3)
    assert found.uncertainty_ns < 15 * MS


@pytest.mark.parametrize(("rest_n", "truth_ms"), [(0.45, 60.0), (0.55, 39.9)])
def test_a_rest_is_doubted_as_far_as_the_weighing_and_no_further(
    rest_n: float, truth_ms: float
) -> None:
    """One error and a half off; both bounds of two errors would enclose the whole of it."""
    found = onset(np.maximum(rest_n * np.clip(T_MS - 39.0, 0, 1), grip(60.0)))
    assert abs(found.t_ns - truth_ms * MS) < 0.7 * MS
    assert found.uncertainty_ns < 0.5 * MS


@pytest.mark.parametrize(("rest_n", "early", "late"), [(0.43, True, False), (0.57, False, True)])
def test_the_other_end_of_a_rest_that_hardly_was_it_is_told(
    rest_n: float, early: bool, late: bool
) -> None:
    """Two errors and a third off; its error is small, but nobody who came meanwhile is first."""
    found = onset(np.maximum(rest_n * np.clip(T_MS - 39.0, 0, 1), grip(60.0)))
    assert found.uncertainty_ns < 0.5 * MS
    assert (found.t_ns - found.earliest_ns > 20 * MS) is early
    assert (found.latest_ns - found.t_ns > 20 * MS) is late
    assert found.earliest_ns <= found.t_ns <= found.latest_ns


def test_the_ends_of_a_rest_are_as_little_known_as_the_times_of_its_scans() -> None:
    force = np.maximum(0.43 * (T_MS >= 40), grip(60.0))
    sure, late = onset(force), onset(force, jitter_ns=3 * MS)
    assert (late.t_ns, late.earliest_ns) == (sure.t_ns, sure.earliest_ns - 6 * MS)
    assert late.latest_ns == sure.latest_ns + 6 * MS


@pytest.mark.parametrize("rest_n", [0.0, 0.4, 0.6])
def test_nothing_but_a_rest_near_the_threshold_has_another_end(rest_n: float) -> None:
    found = onset(np.maximum(rest_n * np.clip(T_MS - 39.0, 0, 1), grip(60.0)))
    assert found.earliest_ns == found.t_ns == found.latest_ns


def test_a_load_that_lay_there_before_has_no_other_end() -> None:
    found = began([track(np.maximum(0.43, grip(60.0)), rest_n=0.43)], RULE, 0.0)
    assert found.earliest_ns == found.t_ns == found.latest_ns


def test_a_finger_that_rested_upon_a_load_has_another_end_too() -> None:
    """Two errors and a third above half a newton more than lay there: its hand came with the grip,
    and the grip was told 20 ms early without an end."""
    rest = np.maximum(0.57 * np.clip(T_MS - 39.0, 0, 1), grip(60.0))
    found = began([track(0.3 + rest, rest_n=0.3)], RULE, 0.0)
    assert abs(found.t_ns - 39.7 * MS) < MS
    assert found.latest_ns - found.t_ns > 20 * MS


def test_a_rest_that_creeps_out_of_doubt_is_in_doubt_as_a_whole() -> None:
    """Its beginning lies within the weighing's error and its end does not: it is one rest."""
    creeps = (0.53 + 0.02 * np.clip((T_MS - 40) / 20, 0, 1)) * (T_MS >= 40)
    assert covers(onset(np.maximum(creeps, grip(60.0))), 39.5, 60.3)


@pytest.mark.parametrize(("rest_n", "truth_ms"), [(0.3, 60.2), (0.75, 39.5)])
def test_a_rest_far_from_the_threshold_makes_no_doubt(rest_n: float, truth_ms: float) -> None:
    found = onset(np.maximum(rest_n * (T_MS >= 40), grip(60.0)))
    assert abs(found.t_ns - truth_ms * MS) < 0.7 * MS
    assert found.uncertainty_ns < 0.5 * MS


def test_two_nearly_equal_samples_after_the_crossing_bound_the_error() -> None:
    """They once gave an error of hours, and the match stood still."""
    force = np.maximum(0.62 * (T_MS >= 40), grip(60.0))
    force[41] += 1e-9
    found = onset(force)
    assert covers(found, 39.5)
    assert found.uncertainty_ns <= 0.6 * MS


def test_the_error_has_a_bound() -> None:
    force = np.maximum(0.5 * (T_MS >= 10), grip(120.0))
    assert onset(force).uncertainty_ns == 20 * MS


def test_a_slow_hand_is_as_unsure_as_its_force() -> None:
    """0.03 N of 0.05 N a millisecond: 0.6 ms, one sigma."""
    found = onset(grip(30.0, slope=0.05))
    assert covers(found, 40.0)
    assert found.uncertainty_ns == pytest.approx(0.6 * MS, rel=0.15)


def test_what_the_samples_leave_open_and_the_error_of_force_add_as_squares() -> None:
    """They have nothing to do with each other; 0.06 N of 0.25 N a millisecond is 0.24 ms."""
    force = 0.01 * np.clip(T_MS - 30.6, 0.0, 30.0) ** 2  # a soft rise: its shape is open
    slope = 2 * np.sqrt(0.01 * 0.5)
    shape_ns, both_ns = (onset(force, sigma_n=s).uncertainty_ns for s in (1e-4, 0.01))
    force_ns = 0.01 / slope * MS
    assert 0.5 * shape_ns < force_ns < 2 * shape_ns
    assert both_ns < 0.85 * (shape_ns + force_ns)
    assert both_ns > 0.95 * max(shape_ns, force_ns)


@pytest.mark.parametrize(("gap_ms", "truth_ms"), [(3, 39.5), (8, 56.0)])
def test_a_gap_below_5_ms_is_joined_and_a_longer_one_is_not(gap_ms: int, truth_ms: float) -> None:
    """A first blow of 8 ms alone is a brush."""
    force = np.where((T_MS >= 40) & (T_MS < 48), 4.0, 0.0)
    force += grip(48.0 + gap_ms, slope=4.0)
    found = onset(force)
    assert abs(found.t_ns - truth_ms * MS) < MS


def test_a_finger_that_rested_within_near_bounds_did_so_within_wider_ones() -> None:
    """As a simulated table showed it: too much was taken off for a slap of 55 N, which made all
    between the wider bounds so unsure that nothing seemed to have rested there."""
    force, sigma_n = np.full(160, 7.0), np.full(160, 0.5)
    force[:41], sigma_n[:52] = 0.0, 0.052
    force[41:52] = [0.30, 0.44, 0.54, 0.54, 0.54, 0.54, 0.54, 0.54, 0.55, 0.55, 0.55]
    force[52:66] = [0.28, -0.15, -0.3, -0.3, -0.36, -0.17, -0.18, 0.71, 2, 2.9, 4.2, 4.9, 6.2, 7]
    sigma_n[52:60] = [0.09, 0.20, 0.35, 0.46, 0.55, 0.55, 0.59, 0.56]
    found = began([track(force)._replace(sigma_n=sigma_n, coupled=True)], RULE, 0.0)
    assert found.earliest_ns < 42 * MS
    assert found.latest_ns > 58 * MS


def test_a_gap_is_as_long_as_its_edges_allow() -> None:
    """It fell at some moment between two samples: 4.2 to 5.2 ms. Either contact may be the one."""
    force = np.where((T_MS >= 40) & (T_MS < 48), 4.0, 0.0) + grip(52.1, slope=4.0)
    found = onset(force)
    assert covers(found, 39.5, 52.2)
    assert found.uncertainty_ns < 5 * MS


@pytest.mark.parametrize("gap_ms", [4.9, 5.0, 5.1, 5.2, 5.3])
def test_a_finger_that_springs_off_between_two_samples_does_so_at_any_moment(gap_ms: float) -> None:
    """One sample shows it on its way, and none how steep that is: off for 5.3 ms it was told 11 ms
    early, as if nobody could be in doubt."""
    hop = np.where(T_MS >= 40, np.clip(20.0 * (46.2 - T_MS), 0.0, 6.0), 0.0)
    again_ms = 46.2 - 0.5 / 20.0 + gap_ms
    found = onset(hop + grip(again_ms - 0.5 / 2.0, slope=2.0), sigma_n=0.02)
    assert found.earliest_ns < 40 * MS
    assert found.latest_ns > again_ms * MS


def test_a_gap_whose_edges_show_its_length_is_not_in_doubt() -> None:
    """A fall that the samples follow: 4.4 ms, and no more."""
    force = np.where(T_MS >= 40, np.clip(4.0 - 1.5 * (T_MS - 44), 0.0, 4.0), 0.0)
    found = onset(force + grip(50.6, slope=4.0))
    assert abs(found.t_ns - 39.5 * MS) < MS
    assert found.uncertainty_ns < 0.5 * MS


def test_a_rest_that_sinks_by_a_fifth_of_the_threshold_is_in_doubt_as_a_whole() -> None:
    """It was above the threshold for no 15 ms, even were its force greater; yet it never left."""
    force = np.interp(T_MS, [46.0, 48.0, 56.0, 63.0, 64.0], [0.0, 0.52, 0.40, 0.40, 1.0])
    assert covers(onset(force + grip(64.0), 0.043), 48.0, 63.1)


@pytest.mark.parametrize(("off_ms", "truth_ms"), [(4.4, 40.0), (4.8, 51.5)])
def test_what_the_samples_leave_open_of_a_gaps_two_edges_adds_as_squares(
    off_ms: float, truth_ms: float
) -> None:
    """They have nothing to do with each other: 4.8 and 5.2 ms, of which neither may be 5."""
    hop = np.clip((2.0 if off_ms > 4.5 else 1.5) * (46.3 - T_MS), 0.0, 2.0)
    hop = np.minimum(hop, np.clip(3.0 * (T_MS - 40.0), 0.0, None))
    found = onset(hop + grip(46.3 + off_ms, slope=4.0))
    assert abs(found.t_ns - truth_ms * MS) < MS
    assert found.uncertainty_ns < 0.5 * MS


@pytest.mark.parametrize(("off_ms", "doubts"), [(4.6, False), (5.0, True), (5.3, False)])
def test_what_the_samples_leave_open_of_a_gap_and_the_error_of_force_add_as_squares(
    off_ms: float, doubts: bool
) -> None:
    """Three errors of 0.045 N are 0.17 ms of each edge; their shapes are as open."""
    hop = np.minimum(
        np.clip(0.5 + 0.8 * (46.3 - T_MS), 0.0, 3.0), np.clip(3 * (T_MS - 38), 0, None)
    )
    found = onset(hop + grip(46.3 + off_ms - 0.5 / 0.8, slope=0.8), sigma_n=0.045)
    assert (found.latest_ns - found.earliest_ns > MS) is doubts
    assert (found.uncertainty_ns > MS) is doubts


@pytest.mark.parametrize("gap_ms", [2.5, 2.625, 2.75, 2.875])
def test_a_brush_that_was_dropped_is_no_edge_of_a_later_gap(gap_ms: float) -> None:
    """A rest below the threshold may have been above it; before it nothing was that is joined."""
    rest = np.interp(T_MS, [60, 63, 72, 75], [0.0, 0.46, 0.46, 0.0])
    touch = rest + grip(75 + gap_ms, slope=3.0, peak_n=3.0)
    brush = np.interp(T_MS, [20, 21, 29, 30], [0.0, 2.0, 2.0, 0.0])
    assert onset(touch + brush, sigma_n=0.045) == onset(touch, sigma_n=0.045)


def test_where_a_sensor_shows_nothing_there_may_be_as_much_as_was_taken_off_it() -> None:
    force = np.where(T_MS >= 44, grip(40.0, slope=0.3), 0.0)
    hidden = np.where(T_MS < 44, 1.0, 0.0)
    assert not covers(onset(force), 40.0 + 0.5 / 0.3)
    assert covers(began([track(force, hidden_n=hidden).since(35)], RULE, 0.0), 40.0 + 0.5 / 0.3)


def test_a_sensor_that_shows_nothing_shows_no_finger_that_stays() -> None:
    lifted = np.interp(T_MS, [14, 15, 29, 30, 49, 50], [0.0, 0.7, 0.7, 0.3, 0.3, 0.0])
    found = began([track(grip(50.0), hidden_n=lifted)], RULE, 0.0)
    assert covers(found, 50.3)
    assert found.uncertainty_ns < 0.2 * MS


def test_nothing_that_was_taken_off_was_not_too_much() -> None:
    """A hand that leans eases a little while nobody presses, before others slap."""
    own = np.where((T_MS >= 20) & (T_MS < 31), -0.2, 0.0)
    assert taken_too_much(own, np.where(T_MS >= 60, 1.2, 0.0), 70) is None
    assert taken_too_much(own, np.where(T_MS >= 20, 1.2, 0.0), 70) is not None


@pytest.mark.parametrize("lost_n", [0.0, 0.9])
def test_a_hand_that_surely_was_there_goes_by_nothing_that_may_be_taken_off_wrongly(
    lost_n: float,
) -> None:
    """A slap couples 4 ms after it came; it might have gone then, and come as that went."""
    own = np.clip((T_MS - 40.0) / 5.0, 0.0, 1.2) * (T_MS < 130)
    slap = ((T_MS >= 46) & (T_MS < 120)).astype(np.float64)
    force, left_n = own - lost_n * slap, 0.6 * slap
    slapped = track(force)._replace(sigma_n=np.hypot(left_n, 0.03))
    assert began([slapped], RULE, 0.0).uncertainty_ns == 20 * MS
    kept_n = while_pressed(left_n, force, force - 2.0 * slapped.sigma_n, 43)
    found = began([slapped._replace(stays_n=kept_n)], RULE, 0.0)
    assert covers(found, 42.5)
    assert found.uncertainty_ns < 0.5 * MS
    assert found.latest_ns == found.t_ns


def test_a_first_contact_that_counts_by_itself_is_the_onset() -> None:
    force = np.where((T_MS >= 40) & (T_MS < 60), 4.0, 0.0) + grip(80.0)
    assert abs(onset(force).t_ns - 39.5 * MS) < MS


def test_the_earlier_of_two_sensors_is_the_onset() -> None:
    early, late = track(grip(40.0)), track(grip(44.0))
    assert began([late, early], RULE, 0.0) == began([early], RULE, 0.0)


def test_every_source_of_error_widens_the_uncertainty() -> None:
    best = onset(grip(40.3))
    assert onset(grip(40.3), sigma_n=0.2).uncertainty_ns > best.uncertainty_ns
    assert onset(grip(40.3), jitter_ns=80_000).uncertainty_ns > best.uncertainty_ns


def test_a_sample_that_is_none_is_left_out() -> None:
    force, gone = grip(40.3), np.zeros(len(T_MS), dtype=np.bool_)
    whole = onset(force)
    force[40], gone[40] = 0.4, True  # somebody filled in what was not there
    holed = began([track(force, gone=gone)], RULE, 0.0)
    assert covers(holed, 40.3 + 0.5 / 1.5)
    assert holed.uncertainty_ns > whole.uncertainty_ns


def test_what_the_table_swings_by_may_be_the_hand_or_none_of_it() -> None:
    """A click, then 0.55 N, of which the swing is a part, then the grip."""
    force = np.where((T_MS >= 30) & (T_MS < 33), 6.0, np.where(T_MS >= 33, 0.55, 0.0))
    force = np.maximum(force, grip(45.0))
    between = (T_MS >= 33) & (T_MS < 46)
    swing_n = np.outer([0.0, -0.2, -0.3], between)
    assert not covers(began([track(force)], RULE, 0.0), 45.0 + 0.5 / 1.5)
    assert covers(began([track(force, swing_n=swing_n)], RULE, 0.0), 29.5, 45.0 + 0.5 / 1.5)


def test_a_hand_came_as_it_left_what_others_had_long_coupled_near_the_threshold() -> None:
    """For 60 ms a finger may have rested there; u would be its greatest, and not reach the grip."""
    left_n = 0.4 + 0.15 * (T_MS >= 45) + 0.03 * np.sin(T_MS)
    found = began([track(left_n + grip(105.4, 3.0), 0.25, coupled=True)], RULE, 0.0)
    assert covers(found, 105.4 + 0.5 / 3.0)
    assert found.uncertainty_ns < 1.5 * MS
    assert found.t_ns - found.earliest_ns > 40 * MS  # who came meanwhile is in doubt all the same


def test_what_was_taken_away_is_no_rest_from_which_a_hand_came() -> None:
    """Half a newton above that is less than nothing, where a passing has no curve."""
    at_ms, forces_n = [40, 41, 46, 47, 48, 49, 60], [3.45, 3.49, 3.49, 3.475, 3.486, 3.482, 3.98]
    taken_n = np.interp(T_MS, at_ms, forces_n)
    found = began([track(grip(110.2, 20.0, 20.0) - taken_n, 4.5, coupled=True)], RULE, 0.0)
    assert covers(found, 110.2 + 4.48 / 20.0)


def test_what_long_stays_near_the_threshold_and_hardly_rises_may_have_come_at_either_end() -> None:
    left_n = 0.4 + 0.15 * (T_MS >= 45) + 0.4 * (T_MS >= 105)
    found = began([track(left_n, 0.2, coupled=True, rest_n=0.05)], RULE, 0.0)
    assert found.earliest_ns < 45 * MS
    assert found.latest_ns > 104 * MS


def test_what_may_have_been_a_brush_alone_is_as_early_as_what_came_after_it_was_measured() -> None:
    """If all forces are two errors less, only the brush before the rest passed half a newton."""
    force = np.interp(
        T_MS, [5, 7, 14, 16, 40, 42, 104, 110], [0, 0.9, 0.9, 0.25, 0.25, 0.42, 0.42, 1.2]
    )
    sigma_n = np.interp(T_MS, [0, 39, 42, 100, 106], [0.05, 0.05, 0.1, 0.1, 0.4])
    found = began([Track(T_MS * MS, force, sigma_n, coupled=True)], RULE, 0.0)
    assert found.earliest_ns < 42 * MS
    assert found.latest_ns > 104 * MS
    assert found.uncertainty_ns == 20 * MS


def test_a_light_hand_that_was_told_came_when_it_was_laid_down() -> None:
    """What slaps couple later is badly known: with less of it the hand seems to go and come."""
    force = np.minimum(grip(40.0, 0.2), 1.05) + 0.1 * (T_MS >= 100)
    sigma = np.where(T_MS < 90, 0.045, np.where(T_MS < 100, 0.3, 0.2))
    found = began([Track(T_MS * MS, force, sigma)], RULE, 0.0)
    assert covers(found, 42.5)
    assert found.latest_ns - found.t_ns < MS
    assert found.uncertainty_ns < MS


def test_what_lay_there_before_may_be_a_load_or_a_finger() -> None:
    force = 0.2 + grip(40.3, slope=0.5)
    found = began([track(force, rest_n=0.2)], RULE, 0.0)
    assert covers(found, 40.3 + 0.3 / 0.5, 40.3 + 0.5 / 0.5)


@pytest.mark.parametrize("slope", [0.5, 1.0])
def test_a_hand_that_leant_came_as_it_passed_half_a_newton_more(slope: float) -> None:
    """And not with its foot: no rule of the page says so, and none came with that."""
    force, sigma_n = grip(40.3, slope=slope), np.full(len(T_MS), 0.03)
    found = began([Track(T_MS * MS, force, sigma_n)], replace(RULE, leant=True), 0.0)
    assert covers(found, 40.3 + 0.5 / slope)
    assert not covers(found, 40.3 + 0.15 / slope)


def test_onset_does_not_depend_on_when_the_clock_began() -> None:
    here = track(grip(40.3))
    there = here._replace(t=here.t + float(1 << 40))
    later = began([there], RULE, 0.0)
    assert later.t_ns - (1 << 40) == pytest.approx(began([here], RULE, 0.0).t_ns, abs=2)


def test_who_may_have_come_at_moments_that_no_error_reaches_came_as_measured() -> None:
    """In the middle between them nothing shows that anybody came."""
    force = np.interp(T_MS, [27, 30, 145, 155], [0.0, 1.0, 1.0, 12.0])
    doubted = track(force)._replace(sigma_n=np.where(T_MS < 40, 0.03, 0.4))
    found = began([doubted], RULE, 0.0)
    assert abs(found.t_ns - 28.5 * MS) < MS
    assert found.latest_ns >= 140 * MS


def test_what_creeps_past_the_threshold_may_be_no_hand_until_one_grips() -> None:
    """An elbow does, and the hand that came upon it 60 ms later was told as surely come before."""
    creep = np.interp(T_MS, [0, 125], [0.40, 0.58])
    found = began([track(creep + grip(130.0), rest_n=0.3)], RULE, 0.0)
    assert found.earliest_ns < 80 * MS
    assert found.latest_ns > 130 * MS


@pytest.mark.parametrize("start_ms", [39.2, 39.4, 39.6])
def test_what_others_couple_a_little_more_before_a_leap_is_no_foot_of_it(start_ms: float) -> None:
    """Taken off too much for long, by what may be wrong, and a tenth of a newton less in the sample
    before: the slap was told up to half a millisecond early, as if it had come by that sample."""
    phase = np.clip((T_MS - start_ms) / 3.0, 0.0, 1.0)
    slap = 50.0 * np.sin(np.pi / 2 * phase) ** 2
    found = onset(slap - 0.23 * (T_MS >= 20.0) + 0.12 * (T_MS >= 39.0), 0.13)
    assert covers(found, start_ms + 3.0 * 2.0 / np.pi * np.arcsin(np.sqrt(0.5 / 50.0)))


def test_whether_a_finger_may_have_rested_is_seen_by_the_scans_it_passed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To ask only then for its surest bounds leaves every onset as it is."""
    rng = np.random.default_rng(1031001)
    touches = []
    for _ in range(400):
        slope, rest_n = rng.uniform(0.05, 6.0), rng.uniform(0.0, 0.7)
        force = np.maximum(rest_n * (T_MS >= 40), grip(rng.uniform(41, 48), slope))
        force += rng.normal(0.0, 0.01, force.shape)
        sister = track(force * rng.uniform(0.2, 1.4))
        sister = sister._replace(t=sister.t + 0.3 * MS)
        touches.append([track(force, rng.uniform(0.01, 0.15)), sister])
    asked = [began(tracks, RULE, 0.0) for tracks in touches]
    assert sum(not approach._may_rest(tracks, RULE) for tracks in touches) > 100
    monkeypatch.setattr(approach, "_may_rest", lambda _tracks, _rule: True)
    assert asked == [began(tracks, RULE, 0.0) for tracks in touches]
