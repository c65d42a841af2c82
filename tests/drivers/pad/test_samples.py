"""Samples that are none: lone ones, and those at full scale."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.board import Samples
from drivers.events import Fault, Gesture
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, fed, near, pressed, told
from tests.drivers.pad.streams import Push, to_codes


@settings(max_examples=40, deadline=None)
@given(
    st.integers(-30, 140), st.integers(0, 1), st.sampled_from([4_095, 65_535, 3_000, 0]),
    st.sampled_from(list(Gesture)),
)  # fmt: skip
def test_a_lone_sample_changes_no_gesture_and_no_time(
    after_ms: int, channel: int, code: int, gesture: Gesture
) -> None:
    pushes = [Push(0, 200, 15.0, 10.0, 200)]
    if gesture is Gesture.GRAB:
        pushes.append(Push(1, 203, 12.0, 10.0, 200))
    samples = pressed(*pushes)
    (whole,) = contacts_of(fed(samples))
    samples.codes[200 + after_ms, channel] = code
    (contact,) = contacts_of(fed(samples))
    assert contact.gesture is whole.gesture is gesture
    assert abs(contact.t_ns - whole.t_ns) <= 2 * contact.uncertainty_ns
    assert near(contact, pushes[0].onset_ns())


@pytest.mark.parametrize("code", [3_000, 4_095])
@pytest.mark.parametrize("part", [0, 1])
def test_a_click_of_one_sample_just_before_a_hand_may_be_that_hand(part: int, code: int) -> None:
    """Metal is off the petal again within a millisecond, be it on the sensor that the hand does not
    press first. At full scale it is nonsense."""
    samples = pressed(Push(0, 200, 6.0, 40.0, 200))
    (whole,) = contacts_of(fed(samples))
    click_ns = whole.t_ns // MS * MS - 3 * MS
    samples.codes[click_ns // MS, part] = code
    (contact,) = contacts_of(fed(samples))
    assert (contact.t_ns - click_ns <= 2 * contact.uncertainty_ns) is (code < INFO.full_code)
    assert near(contact, whole.t_ns)


def test_a_ring_that_knocks_on_under_just_before_a_hand_may_be_that_hand() -> None:
    """It is off again within 2 ms: the sample beside has a part in it. The hand came on *top*
    within a gap, and was told with an error that did not reach the knock."""
    samples = pressed(Push(0, 200, 6.0, 40.0, 200))
    (whole,) = contacts_of(fed(samples))
    row = whole.t_ns // MS - 2
    knock = np.zeros((3, 8))
    knock[:, 1] = 0.18, 2.2, 0.0
    samples.codes[row - 1 : row + 2, 1] = to_codes(INFO, knock)[:, 1]
    (contact,) = contacts_of(fed(samples))
    assert contact.t_ns - contact.early_ns <= row * MS
    assert near(contact, whole.t_ns)


def test_a_click_that_no_hand_makes_beside_one_that_comes_is_none() -> None:
    """What the other sensor read is not added to what this one carries: that is no force."""
    samples = pressed(Push(0, 200, 6.0, 60.0, 200))
    (whole,) = contacts_of(fed(samples))
    samples.codes[whole.t_ns // MS - 2, 1] = to_codes(INFO, np.full((1, 8), 0.3))[0, 1]
    assert contacts_of(fed(samples)) == [whole]


def saturating(starts_ms: list[float]) -> Samples:
    pushes = [Push(0, start, 20.0, 8.0, 150) for start in starts_ms]
    samples = pressed(*pushes, duration_ms=int(starts_ms[-1]) + 500)
    samples.codes[samples.codes >= 2_400] = INFO.full_code
    return samples


def test_a_petal_that_saturates_counts_and_is_told() -> None:
    starts = [500.0 * n for n in range(1, 7)]
    events = fed(saturating(starts))
    assert len(contacts_of(events)) == 6
    assert told(events, Fault.SATURATED)[0][:2] == (0, True)
    assert not told(events, Fault.NONSENSE)


@pytest.mark.parametrize(
    ("under_n", "gesture"),
    [(0.0, Gesture.PALM), (0.8, Gesture.PALM), (1.5, Gesture.GRAB), (12.0, Gesture.GRAB)],
)
def test_a_petal_that_saturates_still_tells_grab_from_palm(
    under_n: float, gesture: Gesture
) -> None:
    """*Under* is held against what the hardest palm passes on, not against a peak nobody knows; at
    full scale itself it is surely pressed."""
    pushes = [Push(0, 500, 30.0, 10.0, 200), Push(1, 503, under_n, 10.0, 200)]
    samples = pressed(*pushes, duration_ms=1_200)
    samples.codes[samples.codes >= 2_400] = INFO.full_code
    assert [contact.gesture for contact in contacts_of(fed(samples))] == [gesture]


def test_a_slap_that_saturates_within_a_scan_counts_once_that_is_known() -> None:
    starts = [500.0 * n for n in range(1, 6)]
    samples = saturating(starts)
    samples.codes[2_500:2_502, 0] = [30, INFO.full_code]
    samples.codes[2_501:2_650, 0] = INFO.full_code
    assert len(contacts_of(fed(samples))) == 5
