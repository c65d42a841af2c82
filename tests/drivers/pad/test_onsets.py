"""When hands came that bounce, tap or come as others press, and how long anybody waits."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.duel.doubt import RefereeConfig
from drivers.board import Samples
from drivers.events import Gesture
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.pad.sensors.sisters import Sisters
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, fed, near, pressed, sampled, weighed
from tests.drivers.pad.streams import Push, contacts, linear, split, to_codes

CONFIG = PadConfig()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0.0, 1.3), min_size=10, max_size=40), st.integers(5, 60))
def test_no_touch_holds_the_pad_back_for_longer_than_its_window_and_50_ms(
    knots: list[float], every_ms: int
) -> None:
    """Forces that wander around the threshold on both sensors, one after the other."""
    t_ms = np.arange(every_ms * len(knots))
    force = np.zeros((len(t_ms), len(INFO.channels)))
    for channel, back in ((0, 0), (1, 3)):
        rolled = np.roll(knots, back)
        force[:, channel] = np.interp(t_ms, every_ms * np.arange(len(knots)), rolled)
    pad = PadDecoder(INFO, Calibration.nominal(INFO))
    samples = Samples(t_ms.astype(np.int64) * MS, to_codes(INFO, force))
    for batch in split(samples, range(10, len(t_ms), 10)):
        pad.feed(batch)
        progress = pad.progress()
        assert progress is not None
        waited_ns = int(batch.t_ns[-1]) - progress.complete_to_ns
        assert waited_ns <= CONFIG.gesture_ns + 50 * MS


def rested(rest_n: float, rest_ms: float) -> Samples:
    """A finger that comes at 100 ms, rests for so long with so much, and then grips."""
    t_ms, grips_ms = np.arange(460.0), 102 + rest_ms
    force = np.zeros((len(t_ms), len(INFO.channels)))
    times = (100, 102, grips_ms, grips_ms + 10)
    force[:, 0] = np.interp(t_ms, times, (0.0, rest_n, rest_n, 8.0))
    return Samples(t_ms.astype(np.int64) * MS, to_codes(INFO, force))


def test_a_touch_holds_the_pad_back_from_40_ms_before_its_crossing_at_most() -> None:
    """A finger that surely rests below half a newton for 100 ms: others are ruled upon."""
    pad = PadDecoder(INFO, Calibration.nominal(INFO))
    for batch in split(rested(0.3, 98), range(10, 320, 10)):
        pad.feed(batch)
        progress, now_ns = pad.progress(), int(batch.t_ns[-1])
        assert progress is not None
        held_from_ns = min(now_ns, 200 * MS) - CONFIG.early_ns
        assert progress.complete_to_ns >= held_from_ns - 3 * MS


@pytest.mark.parametrize("rest_n", [0.42, 0.48])
@pytest.mark.parametrize("rest_ms", [50.0, 80.0, 110.0])
def test_a_rest_that_may_have_been_the_touch_holds_the_pad_back_as_long_as_it_may_last(
    rest_n: float, rest_ms: float
) -> None:
    """Within the threshold ± what it was weighed wrong by the onset may lie anywhere: `early_ns`
    ended after 40 ms of it. Who waits for its rest waits no longer for its gesture."""
    channels = Calibration.nominal(INFO).channels
    clumsy = Calibration(tuple(replace(channel, gain_sigma=0.09) for channel in channels))
    pad, complete_ns = PadDecoder(INFO, clumsy), 0
    for batch in split(rested(rest_n, rest_ms), range(10, 460, 10)):
        for contact in contacts_of(pad.feed(batch)):
            earliest_ns = contact.t_ns - contact.early_ns
            assert 98 * MS < earliest_ns <= 102 * MS
            assert earliest_ns >= complete_ns - 2 * CONFIG.u_waited_ns
            assert contact.late_ns <= CONFIG.wait_ns == RefereeConfig().wait_ns
            return
        progress = pad.progress()
        assert progress is not None
        complete_ns = progress.complete_to_ns
        assert int(batch.t_ns[-1]) - complete_ns <= CONFIG.gesture_ns + 50 * MS
    pytest.fail("the hand was not seen")


@pytest.mark.parametrize(
    ("tap_n", "u_most_ms"), [((1.4, 0.9), 3.0), ((0.25, 3.5), 3.0), ((0.44, 0.95, 0.42), 0.5)]
)
def test_a_tap_of_two_or_three_samples_is_no_lone_one(
    tap_n: tuple[float, ...], u_most_ms: float
) -> None:
    """A finger that bounces: the grip follows within 5 ms. Of three samples both neighbours of the
    middle one have a part in it."""
    force = np.zeros((500, len(INFO.channels)))
    force[300 : 300 + len(tap_n), 0] = tap_n
    force[:, 0] += np.clip(2.0 * (np.arange(500) - 304.0), 0.0, 12.0) * (np.arange(500) < 450)
    (contact,) = sampled(force)
    assert near(contact, 300.0 * MS)
    assert contact.uncertainty_ns < u_most_ms * MS


def test_fingers_under_a_petal_lift_its_neighbours() -> None:
    """They press up, harder than the hand above them presses down: a sensor shows less then."""
    t = np.arange(600.0)
    mine = np.clip(0.2 * (t - 330.3), 0.0, 9.0) * (t < 500)
    force = np.zeros((600, len(INFO.channels)))
    force[:, 3] = np.clip(3.0 * (t - 300.0), 0.0, 7.0) * (t < 500)
    force[:, 0] = np.maximum(mine - 0.03 * force[:, 3], 0.0)
    (contact,) = sampled(force, weighed(0.03))
    truth_ns = (330.3 + 0.5 / 0.2) * MS
    assert near(contact, truth_ns, 2.0)
    assert abs(contact.t_ns - truth_ns) < 0.4 * MS


@pytest.mark.parametrize(
    ("from_ms", "share", "u_most_ms"), [(320.0, 0.045, 3.0), (250.0, 0.03, 1.0)]
)
def test_what_couples_is_known_by_a_fifth_unless_it_was_seen_before(
    from_ms: float, share: float, u_most_ms: float
) -> None:
    """A slow hand as another presses, whose share is half more than was weighed; one that has
    seen the other press before, just so much."""
    t = np.arange(700.0)
    mine = np.clip(0.1 * (t - 320.0), 0.0, 9.0) * (t < 600)
    force = np.zeros((700, len(INFO.channels)))
    force[:, 2] = np.clip(4.0 * (t - from_ms), 0.0, 20.0) * (t < 600)
    force[:, 0] = mine + share * force[:, 2]
    (contact,) = sampled(force, weighed(0.03))
    assert near(contact, 325.0 * MS, 2.0)
    assert contact.uncertainty_ns < u_most_ms * MS


def test_what_was_not_waited_for_is_in_the_error() -> None:
    """A tap so short that one sample alone is loaded is no touch yet; the grip after it is."""
    force = np.zeros((500, len(INFO.channels)))
    force[300:302, 0] = 1.9, 0.15
    force[:, 0] += np.clip(2.0 * (np.arange(500) - 303.0), 0.0, 12.0) * (np.arange(500) < 450)
    (contact,) = sampled(force)
    assert near(contact, 299.5 * MS)


def test_a_bounce_whose_gap_may_be_5_ms_states_both_contacts() -> None:
    first = Push(0, 100.2, 6.0, 6.0, hold_ms=4, shape=linear)
    again = Push(0, 124.8, 15.0, 8.0, hold_ms=200, shape=linear)
    (contact,) = contacts_of(fed(pressed(first, again)))
    joint = 2 * np.hypot(contact.uncertainty_ns, contact.uncertainty_ns)
    if contact.uncertainty_ns > MS:
        assert joint >= again.onset_ns() - first.onset_ns()
    else:
        assert near(contact, first.onset_ns()) or near(contact, again.onset_ns())


@pytest.mark.parametrize("reads", [0.7, 1.43])
@pytest.mark.parametrize("seed", range(3))
def test_the_onset_of_a_petal_that_stands_off_its_sisters_is_that_of_its_newtons(
    reads: float, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow hand is told when it came by what such a petal carries, not by what it reads; while
    that is not sure, its error reaches as far."""
    hand = Push(0, 400, 12.0, 60, 200)
    samples = pressed(replace(hand, peak_n=reads * hand.peak_n), seed=seed)
    nominal = Calibration.nominal(INFO)
    exact = Calibration(tuple(replace(one, gain_sigma=0.06) for one in nominal.channels))
    (usual,) = contacts_of(fed(samples, exact))
    assert not near(usual, hand.onset_ns(), 2.0)
    for more, doubt in ((-log(reads), 0.1), (-log(reads) / 2, 0.18)):
        found = more, doubt
        monkeypatch.setattr(Sisters, "off", lambda _self, _petal, found=found: found)
        (contact,) = contacts_of(fed(samples, exact))
        assert near(contact, hand.onset_ns(), 2.0)
        assert contact.uncertainty_ns > usual.uncertainty_ns


@pytest.mark.parametrize("sigma", [0.09, 0.15])
@pytest.mark.parametrize(("stays_n", "comes"), [(0.37, False), (0.44, False), (0.55, True)])
@pytest.mark.parametrize("stays_ms", [18, 300])
def test_a_tap_is_a_contact_by_what_stays_only_if_that_is_likely_half_a_newton(
    stays_n: float, stays_ms: int, comes: bool, sigma: float
) -> None:
    """It has not surely gone with less, but less is no touch: a tap of 6 ms is a brush."""
    stays = 310 + stays_ms
    t, n = [300, 302, 304, 306, stays, stays + 2], [0.0, 2.8, 2.8, stays_n, stays_n, 0.0]
    force = np.zeros((900, len(INFO.channels)))
    force[:, 0] = np.interp(np.arange(900.0), t, n)
    channels = [replace(c, gain_sigma=sigma) for c in Calibration.nominal(INFO).channels]
    assert bool(sampled(force, Calibration(tuple(channels)))) is comes


@pytest.mark.parametrize(("gap_scans", "comes"), [(5, True), (6, False)])
def test_two_taps_are_a_contact_only_if_the_gap_between_them_may_be_none(
    gap_scans: int, comes: bool
) -> None:
    """Six samples in a row below half a newton are 5 ms or more, wherever in a scan they lie."""
    force = np.zeros((900, len(INFO.channels)))
    force[300:307, 6] = force[307 + gap_scans : 314 + gap_scans, 6] = 3.0
    samples = Samples(np.arange(900, dtype=np.int64) * MS, to_codes(INFO, force))
    assert bool(contacts_of(fed(samples), seat=3)) is comes


@pytest.mark.parametrize(("gap_scans", "comes"), [(4, True), (5, False)])
def test_a_gap_between_taps_is_as_many_scans_as_surely_last_so_long(
    gap_scans: int, comes: bool
) -> None:
    """At 750 Hz four samples are some 5.3 ms, give or take 1.3; five are 5.3 or more."""
    info = replace(INFO, scan_period_ns=4 * MS // 3)
    force = np.zeros((900, len(info.channels)))
    force[300:306, 6] = force[306 + gap_scans : 312 + gap_scans, 6] = 3.0
    t_ns = np.arange(900, dtype=np.int64) * info.scan_period_ns
    batches = split(Samples(t_ns, to_codes(info, force)), range(10, 900, 10))
    assert bool(contacts(PadDecoder(info, Calibration.nominal(info)), batches)) is comes


@pytest.mark.parametrize("late_ms", [0.0, 0.6, 1.2])
def test_a_table_that_gives_way_passes_a_slap_on_late(late_ms: float) -> None:
    """While it rises by 8 N a scan, less is coupled than its force of that moment would: how late
    that comes nobody has shown yet."""
    t = np.arange(700.0)
    corners = [318, 326, 500, 510], [0, 60, 60, 0]
    force = np.zeros((700, len(INFO.channels)))
    force[:, 2] = np.interp(t, *corners)
    force[:, 0] = np.clip(2.0 * (t - 319.8), 0.0, 20.0) * (t < 500)
    force[:, 0] += 0.05 * np.interp(t - late_ms, *corners)
    (contact,) = [found for found in sampled(force, weighed(0.05)) if found.seat == 0]
    assert near(contact, (319.8 + 0.5 / 2.0) * MS, 1.5)
    assert contact.uncertainty_ns < 0.55 * MS


@pytest.mark.parametrize("after_ms", [100, 108, 115])
def test_a_hand_that_comes_upon_what_a_brush_left_has_a_gesture_window_of_its_own(
    after_ms: int,
) -> None:
    """What is left of the brush is half a newton no more, but a touch. The fingers of the hand come
    25 ms after its palm."""
    t_ms = np.arange(900.0)
    came_ms = 400.0 + after_ms
    force = np.zeros((len(t_ms), len(INFO.channels)))
    brush = np.interp(
        t_ms, [400.0, 403.0, 410.0, 414.0, 800.0, 801.0], [0, 0.8, 0.8, 0.42, 0.42, 0]
    )
    for channel, start_ms, peak_n in ((0, came_ms, 25.0), (1, came_ms + 25.0, 9.0)):
        hand = np.clip((t_ms - start_ms) / 10.0, 0.0, 1.0) * peak_n * (t_ms < 800.0)
        force[:, channel] = np.maximum(hand, brush * (channel == 0))
    (contact,) = sampled(force)
    assert contact.gesture is Gesture.GRAB
    assert near(contact, (came_ms + 0.2) * MS)
    assert contact.peak_n > 15.0
