"""The models against the figures of HARDWARE.md, "What real parts do"."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import ConfigError
from drivers.events import Gesture
from drivers.times import MS
from host_sim.link import SimulatedLink
from host_sim.models import (
    BOUNCE_WORST_MS,
    MCP3008,
    RP2040,
    Touch,
    bounce_train,
)
from host_sim.truth import ONSET_N


def _codes(adc_ideal: float, count: int = 20_000) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    noise = np.random.default_rng(1).standard_normal(count, dtype=np.float32)
    return RP2040.convert(np.full(count, adc_ideal), noise)


def test_rp2040_has_8_7_effective_bits() -> None:
    sigma = float(np.std(_codes(1000.0)))
    assert np.log2(4096 / (sigma * np.sqrt(12))) == pytest.approx(8.7, abs=0.05)


@pytest.mark.parametrize("spike", [512, 1536, 2560, 3584])
def test_rp2040_sticks_at_its_error_spikes(spike: int) -> None:
    share_there = np.mean(_codes(float(spike)) == spike)
    share_elsewhere = np.mean(_codes(spike + 100.0) == spike + 100)
    assert share_there > 5 * share_elsewhere


def test_mcp3008_stays_within_one_code_mostly() -> None:
    noise = np.random.default_rng(1).standard_normal(5000, dtype=np.float32)
    codes = MCP3008.convert(np.full(5000, 400.0), noise)
    assert np.mean(np.abs(codes.astype(int) - 400) <= 1) > 0.99
    assert codes.max() <= MCP3008.full_code


def test_codes_stay_on_the_scale() -> None:
    ends = RP2040.convert(np.array([-50.0, 9000.0]), np.zeros(2, dtype=np.float32))
    assert ends.tolist() == [0, 4095]


def test_bounce_lasts_1_6_ms_in_the_mean_and_6_2_at_worst() -> None:
    rng = Random(5)
    lengths_ms = [
        (train[-1] - train[0]) / MS for train in (bounce_train(rng, 0) for _ in range(4000))
    ]
    assert np.mean(lengths_ms) == pytest.approx(1.6, abs=0.06)
    assert BOUNCE_WORST_MS - 1 < max(lengths_ms) <= BOUNCE_WORST_MS


@given(st.integers(0, 10_000))
def test_a_bounce_train_alternates_and_ends_where_it_began(seed: int) -> None:
    train = bounce_train(Random(seed), 77)
    assert train[0] == 77
    assert len(train) % 2 == 1
    assert len(train) >= 3
    assert all(a < b for a, b in pairwise(train))


@given(st.floats(1.0, 40), st.floats(5, 25))
def test_true_onset_is_where_the_force_passes_half_a_newton(peak_n: float, rise_ms: float) -> None:
    touch = Touch(seat=0, gesture=Gesture.PALM, t_ns=5 * MS, peak_n=peak_n, rise_ms=rise_ms)
    onset_ns = touch.true_onset_ns()
    assert onset_ns is not None
    assert touch.force(np.array([onset_ns]))[0] == pytest.approx(ONSET_N, abs=1e-4)
    times = np.arange(5 * MS, onset_ns - 1000, 50_000)
    assert (touch.force(times) < ONSET_N).all()


def test_what_counts_of_a_touch_is_found_once_and_told_of_it_at_another_time_too() -> None:
    touch = Touch(seat=0, gesture=Gesture.GRAB, t_ns=0)
    found = touch.true_contacts()
    assert touch.true_contacts() is touch.at(5 * MS).true_contacts() is found
    assert touch.let_go(20 * MS).true_contacts() is not found


def test_a_brush_has_no_onset() -> None:
    assert Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=0.9).true_onset_ns() is None


def test_a_hand_rises_holds_and_leaves() -> None:
    touch = Touch(
        seat=0,
        gesture=Gesture.GRAB,
        t_ns=0,
        peak_n=20.0,
        rise_ms=10,
        hold_ms=100,
        fall_ms=20,
        under_lag_ms=6,
    )
    top = touch.force(np.array([0, 5, 10, 60, 110, 120, 130, 200]) * MS)
    assert top == pytest.approx([0, 10, 20, 20, 20, 10, 0, 0])
    assert touch.force(np.array([5 * MS]), "under")[0] == 0.0
    assert touch.force(np.array([60 * MS]), "under")[0] == pytest.approx(16.0)
    assert touch.end_ns == 130 * MS


def test_a_palm_leaves_under_alone() -> None:
    touch = Touch(seat=0, gesture=Gesture.PALM, t_ns=0)
    assert not touch.force(np.arange(0, 300 * MS, MS), "under").any()


def test_a_touch_without_rise_is_refused() -> None:
    with pytest.raises(ConfigError, match="seat 3"):
        Touch(seat=3, gesture=Gesture.GRAB, t_ns=0, rise_ms=0)


@given(st.integers(0, 50), st.integers(0, 3_000_000_000))
def test_nothing_overtakes_on_the_link(seed: int, t_ns: int) -> None:
    link = SimulatedLink(
        np.random.default_rng(seed),
        frame_ns=MS,
        base_ns=300_000,
        jitter_ns=150_000,
        spike_share=0.02,
        worst_ns=10 * MS,
    )
    arrival_ns = link.arrival_ns(t_ns)
    assert t_ns < arrival_ns <= t_ns + 12 * MS
    assert link.horizon_ns(arrival_ns) >= t_ns
    assert link.horizon_ns(arrival_ns - 1) < t_ns
    assert link.arrival_ns(t_ns + MS) >= arrival_ns
