"""The passing of a level between two samples: bounds, exact cases, gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.events import Contact, Gesture
from drivers.pad.onset.passing import Onset, Passing, passing
from drivers.times import MS


def sampled(force: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[list[float], int]:
    f = [float(x) for x in force]
    return f, next(i for i, x in enumerate(f) if x >= 0.5)


def found(f: list[float], k: int) -> Passing:
    """Of samples a millisecond apart, from four before the passing to three after it."""
    low = max(k - 4, 0)
    t = [float(MS * i) for i in range(low, min(k + 4, len(f)))]
    return passing(t, f[low : k + 4], k - low, 0.5)


@given(st.floats(0.3, 8.0), st.floats(4.0, 5.0))
def test_linear_rise_is_within_the_bounds_wherever_it_starts(slope: float, start: float) -> None:
    f, k = sampled(slope * np.maximum(np.arange(14.0) - start, 0.0))
    truth_ns = (start + 0.5 / slope) * MS
    bounds = found(f, k)
    assert bounds.earliest - 20_000 <= truth_ns <= bounds.latest + 20_000
    assert bounds.width < 0.5 * MS


@given(st.floats(0.3, 6.0), st.floats(1.4, 3.5), st.floats(3.5, 5.5))
def test_smooth_foot_is_within_the_bounds(bend: float, power: float, start: float) -> None:
    f, k = sampled(bend * np.maximum(np.arange(16.0) - start, 0.0) ** power)
    truth_ns = (start + (0.5 / bend) ** (1 / power)) * MS
    bounds = found(f, k)
    assert bounds.earliest - 60_000 <= truth_ns <= bounds.latest + 60_000


@given(st.floats(5.0, 40.0), st.floats(3.0, 8.0), st.floats(4.0, 5.0))
def test_blow_that_gives_way_is_within_the_bounds(
    peak_n: float, fades_ms: float, start: float
) -> None:
    after = np.maximum(np.arange(14.0) - start, 0.0)
    f, k = sampled(peak_n * (1 - np.exp(-after / fades_ms)))
    truth_ns = (start - fades_ms * np.log(1 - 0.5 / peak_n)) * MS
    bounds = found(f, k)
    assert bounds.earliest - 60_000 <= truth_ns <= bounds.latest + 60_000


@given(
    st.lists(st.floats(0.0, 0.49), min_size=2, max_size=2),
    st.lists(st.floats(0.5, 50.0), min_size=1, max_size=3),
)
def test_a_passing_is_always_between_the_two_samples(
    before: list[float], after: list[float]
) -> None:
    bounds = found(before + after, 2)
    assert MS <= bounds.earliest <= bounds.latest <= 2 * MS


def test_nothing_after_the_crossing_leaves_the_whole_interval_open() -> None:
    """Two nearly equal samples after it say nothing of a slope, and no more than this."""
    for after in ([], [1.0], [1.0 + 1e-9, 1.0 + 2e-9]):
        assert found([0.0, 0.0, 1.0, *after], 2) == Passing(MS, 2 * MS)


def test_gap_before_the_crossing_widens_the_bounds() -> None:
    f = [0.0, 0.0, 3.0, 9.0, 16.0]
    tight = passing([0, MS, 2 * MS, 3 * MS, 4 * MS], f, 2, 0.5)
    wide = passing([0, MS, 9 * MS, 10 * MS, 11 * MS], f, 2, 0.5)
    assert wide.width > 1.5 * tight.width


def test_a_long_gap_tells_nothing_of_the_moment() -> None:
    """A hand that came and held within it once seemed to have come at its beginning."""
    f = [0.0, 0.0, 11.2, 11.6, 11.9]
    assert passing([0, MS, 9 * MS, 10 * MS, 11 * MS], f, 2, 0.5) == Passing(MS, 9 * MS)


def test_a_grip_after_a_rest_starts_from_the_rest() -> None:
    """A finger that lay at 0.3 N grips between two samples: a kink, no curve from nothing."""
    slope, start = 4.0, 4.35
    f, k = sampled(0.3 + slope * np.maximum(np.arange(10.0) - start, 0.0))
    truth_ns = (start + 0.2 / slope) * MS
    bounds = found(f, k)
    assert bounds.earliest - 20_000 <= truth_ns <= bounds.latest + 20_000
    assert bounds.width < 0.55 * MS


@pytest.mark.parametrize("start", [4.05, 4.3, 4.55, 4.8])
@pytest.mark.parametrize("rise", [0.3, 0.7, 1.0])
def test_a_rise_that_is_over_in_the_second_sample_may_have_been_steeper(
    start: float, rise: float
) -> None:
    """A blow that holds at once; seen from behind, a finger that springs off what it had held. Two
    samples of a rise that is over by then say no more than how steep it was at least."""
    f, k = sampled(8.0 * np.clip((np.arange(12.0) - start) / rise, 0.0, 1.0))
    truth = start + rise / 16
    bounds = found(f, k)
    assert bounds.earliest - 20_000 <= truth * MS <= bounds.latest + 20_000


@pytest.mark.parametrize("jump", [4.05, 4.95])
def test_a_jump_between_two_samples_came_at_any_moment(jump: float) -> None:
    """A finger that bounces is there at once and goes on slowly: no curve tells when it came."""
    t = np.arange(10.0)
    f, k = sampled(np.where(t >= jump, 1.4 + 0.6 * (t - jump), 0.0))
    bounds = found(f, k)
    assert bounds.earliest - 50_000 <= jump * MS <= bounds.latest + 50_000


@pytest.mark.parametrize("start", [4.1, 4.4, 4.7, 4.9])
def test_a_jump_that_gives_way_came_at_any_moment(start: float) -> None:
    """Who snatches presses with half of all force at once and with ever less more: whatever power
    the samples after it seem to follow was another one when it began."""
    phase = np.clip((np.arange(12.0) - start) / 14.0, 0.0, 1.0) ** 0.6
    f, k = sampled(14.0 * np.sin(np.pi * phase))
    truth = start + 14.0 * (np.arcsin(0.5 / 14.0) / np.pi) ** (1.0 / 0.6)
    bounds = found(f, k)
    assert bounds.earliest - 20_000 <= truth * MS <= bounds.latest + 20_000


@pytest.mark.parametrize("start", [3.83, 3.87, 3.91])
@pytest.mark.parametrize("recoils", [False, True])
def test_a_slap_that_shows_before_it_leaps_came_then(start: float, recoils: bool) -> None:
    """The sample before the leap shows it already: none of the whole interval after is as likely.
    It was told 0.3 ms late there."""
    up = np.clip((np.arange(12.0) - start) / (2.2 if recoils else 3.0), 0.0, 1.0)
    down = np.clip((np.arange(12.0) - start - 2.2) / 5.0, 0.0, 1.0) if recoils else 0.0
    f, k = sampled(50.0 * np.sin(np.pi / 2 * up) ** 2 - 40.0 * np.sin(np.pi / 2 * down) ** 2)
    truth = start + (2.2 if recoils else 3.0) * 2.0 / np.pi * np.arcsin(np.sqrt(0.5 / 50.0))
    bounds = found(f, k)
    assert k == (4 if f[4] >= 0.5 else 5)
    assert bounds.earliest - 20_000 <= truth * MS <= bounds.latest + 20_000
    assert bounds.width < 0.3 * MS


@pytest.mark.parametrize("start", [3.985, 3.995])
def test_a_snatch_that_shows_before_it_leaps_came_then(start: float) -> None:
    f, k = sampled(40.0 * (1.0 - np.exp(-np.maximum(np.arange(12.0) - start, 0.0) / 1.5)))
    bounds = found(f, k)
    truth = start - 1.5 * np.log(1.0 - 0.5 / 40.0)
    assert k == 5
    assert bounds.earliest - 20_000 <= truth * MS <= bounds.latest + 20_000
    assert bounds.width < 0.3 * MS


@pytest.mark.parametrize("jump", [4.05, 4.95])
def test_what_lies_as_far_off_as_its_noise_shows_no_hand(jump: float) -> None:
    """A load that trembles was a little more in the sample before: nothing tells when it leapt."""
    t = np.arange(10.0)
    noise = np.array([0.05, -0.04, 0.06, -0.05, 0.17, 0.0, 0.0, 0.0, 0.0, 0.0])
    bounds = found(*sampled(noise + np.where(t >= jump, 4.0 + 1.5 * (t - jump), 0.0)))
    assert bounds.earliest - 50_000 <= jump * MS <= bounds.latest + 50_000


@pytest.mark.parametrize("start", [4.1, 4.3, 4.5, 4.7])
def test_a_tap_that_is_over_at_once_may_have_come_more_steeply(start: float) -> None:
    """The second sample lies behind its top: the two of them are no curve of one rise."""
    t = np.arange(10.0)
    phase = np.clip((t - start) / 2.4, 0.0, 1.0)
    f, k = sampled(5.0 * np.sin(np.pi * phase))
    bounds = found(f, k)
    truth = start + 2.4 / np.pi * np.arcsin(0.5 / 5.0)
    assert bounds.earliest - 20_000 <= truth * MS <= bounds.latest + 20_000


def test_no_sample_before_is_refused() -> None:
    with pytest.raises(ValueError, match="sample before"):
        passing([0], [1.0], 0, 0.5)


def _told(least_u_ns: int, early_ms: int, late_ms: int) -> Contact:
    """What is told of a hand at 100 ms, which is known to a tenth of one."""
    onset = Onset(100 * MS, MS // 10, (100 - early_ms) * MS, (100 + late_ms) * MS)
    return onset.contact(
        0,
        Gesture.GRAB,
        least_u_ns=least_u_ns,
        clock_uncertainty_ns=0,
        decided_ns=130 * MS,
        peak_n=8.0,
    )


def test_the_ends_of_a_rest_are_no_nearer_than_the_least_doubt() -> None:
    """Who grabs with *top* first, where that is dead, may have come up to 10 ms earlier."""
    for early_ms, late_ms, ends_ms in (0, 0, (0, 0)), (4, 12, (10, 12)), (0, 3, (10, 10)):
        told = _told(5 * MS, early_ms, late_ms)
        assert (told.early_ns, told.late_ns) == tuple(end * MS for end in ends_ms)
        assert told.uncertainty_ns == 5 * MS
    assert (_told(0, 4, 0).early_ns, _told(0, 4, 0).late_ns) == (4 * MS, 0)


def test_who_is_told_later_than_measured_came_between_what_was_measured() -> None:
    """Nobody waited for it from 103 ms back. A referee took the three milliseconds for all of its
    doubt, though it may as well have come a millisecond later than told."""
    waited = 103 * MS, 8 * MS, 50 * MS, 20 * MS
    soft = Onset(100 * MS, 2 * MS, 100 * MS, 100 * MS).waited_for(0, *waited)
    assert soft.t_ns > 103 * MS
    assert (soft.earliest_ns, soft.latest_ns) == (96 * MS, 104 * MS)
    sharp = Onset(100 * MS, MS // 10, 100 * MS, 100 * MS).waited_for(0, *waited)
    assert (sharp.earliest_ns, sharp.latest_ns) == (998 * MS // 10, sharp.t_ns)
    rested = Onset(100 * MS, 2 * MS, 94 * MS, 106 * MS).waited_for(0, *waited)
    assert (rested.earliest_ns, rested.latest_ns) == (94 * MS, 106 * MS)
    in_time = 99 * MS, 8 * MS, 50 * MS, 20 * MS
    vague = Onset(100 * MS, 18 * MS, 100 * MS, 100 * MS).waited_for(0, *in_time)
    assert (vague.earliest_ns, vague.latest_ns) == (83 * MS, 136 * MS)
    sure = Onset(100 * MS, 2 * MS, 100 * MS, 100 * MS).waited_for(0, *in_time)
    assert sure.earliest_ns == sure.t_ns == sure.latest_ns == 100 * MS
    # A referee waits for 50 ms: who came behind them lost to a rest that may have ended later.
    told = Onset(100 * MS, 2 * MS, 94 * MS, 190 * MS).waited_for(0, *in_time)
    assert (told.earliest_ns, told.t_ns, told.latest_ns) == (94 * MS, 140 * MS, 190 * MS)
    assert told.uncertainty_ns == 20 * MS
