"""Onset estimation: bounds, exact cases, gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.onset import Onset, Precision, estimate
from tests.drivers.streams import MS

EXACT = Precision(noise_n=[0.0] * 8, gain=0.0, jitter_ns=0.0)


def sampled(
    force: np.ndarray[tuple[int], np.dtype[np.float64]], step_ns: int = MS
) -> tuple[list[int], list[float], int]:
    t = [step_ns * i for i in range(len(force))]
    f = [float(x) for x in force]
    return t, f, next(i for i, x in enumerate(f) if x >= 0.5)


@given(st.floats(0.3, 8.0), st.floats(2.0, 3.0))
def test_linear_rise_is_found_exactly_wherever_it_starts(slope: float, start_ms: float) -> None:
    t, f, k = sampled(slope * np.maximum(np.arange(9.0) - start_ms, 0.0))
    onset = estimate(t[k - 2 :], f[k - 2 :], 2, 0.5, EXACT)
    truth_ns = (start_ms + 0.5 / slope) * MS
    assert onset.t_ns == pytest.approx(truth_ns, abs=max(3.0, 2 * onset.uncertainty_ns))
    assert onset.t_ns == pytest.approx(truth_ns, abs=60_000)


@given(st.floats(0.1, 4.0), st.floats(1.5, 3.5))
def test_smooth_foot_lies_within_two_sigma(bend: float, start_ms: float) -> None:
    t, f, k = sampled(bend * np.maximum(np.arange(12.0) - start_ms, 0.0) ** 2)
    onset = estimate(t[k - 2 :], f[k - 2 :], 2, 0.5, EXACT)
    truth_ns = (start_ms + (0.5 / bend) ** 0.5) * MS
    assert abs(onset.t_ns - truth_ns) <= 2 * onset.uncertainty_ns + 2


@given(
    st.lists(st.floats(0.0, 0.49), min_size=2, max_size=2),
    st.lists(st.floats(0.5, 50.0), min_size=1, max_size=3),
)
def test_onset_is_always_between_the_two_samples(before: list[float], after: list[float]) -> None:
    f = before + after
    t = [MS * i for i in range(len(f))]
    onset = estimate(t, f, 2, 0.5, EXACT)
    assert t[1] < onset.t_ns <= t[2]
    assert onset.uncertainty_ns >= 1


def test_gap_before_the_crossing_widens_the_uncertainty() -> None:
    f = [0.0, 0.0, 3.0, 9.0, 16.0]
    tight = estimate([0, MS, 2 * MS, 3 * MS, 4 * MS], f, 2, 0.5, EXACT)
    wide = estimate([0, MS, 9 * MS, 10 * MS, 11 * MS], f, 2, 0.5, EXACT)
    assert wide.uncertainty_ns > 2 * tight.uncertainty_ns


@pytest.mark.parametrize(
    "worse",
    [
        Precision([0.05] * 8, 0.0, 0.0),
        Precision([0.0] * 8, 0.06, 0.0),
        Precision([0.0] * 8, 0.0, 80_000.0),
        Precision([0.0] * 8, 0.0, 0.0, extra_n=0.1),
    ],
    ids=["noise", "calibration", "jitter", "coupling"],
)
def test_every_source_of_error_widens_the_uncertainty(worse: Precision) -> None:
    t, f = [MS * i for i in range(5)], [0.0, 0.2, 0.8, 1.5, 2.2]
    best = estimate(t, f, 2, 0.5, EXACT)
    assert estimate(t, f, 2, 0.5, worse).uncertainty_ns > best.uncertainty_ns


def test_crossing_alone_is_enough() -> None:
    assert estimate([0, MS], [0.0, 1.0], 1, 0.5, EXACT).t_ns in range(1, MS + 1)


def test_no_sample_before_is_refused() -> None:
    with pytest.raises(ValueError, match="sample before"):
        estimate([0], [1.0], 0, 0.5, EXACT)


def test_onset_does_not_depend_on_when_the_clock_began() -> None:
    t, f = [MS * i for i in range(5)], [0.0, 0.2, 0.8, 1.9, 2.9]
    late_ns = 1 << 60
    here, there = (
        estimate(t, f, 2, 0.5, EXACT),
        estimate([x + late_ns for x in t], f, 2, 0.5, EXACT),
    )
    assert there == Onset(here.t_ns + late_ns, here.uncertainty_ns)
