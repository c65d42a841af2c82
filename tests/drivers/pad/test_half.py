"""One hand on two petals, and two hands that are alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Contact, Fault, Gesture
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from tests.drivers.pad.pad_events import INFO, fed, near, pressed, told
from tests.drivers.pad.streams import Push, board_info, in_batches, stream


def test_half_of_a_hand_on_the_neighbours_petal_is_told_beside_its_contact() -> None:
    """It is a force that was there, and may be another's."""
    hand = Push(0, 100, 20.0, 10.0, 200)
    halves = [hand, replace(hand, channel=2, peak_n=9.0)]
    rng = np.random.default_rng(1)
    events = fed(stream(INFO, halves, 1_000, rng=rng, noise_codes=1.0))
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 1]
    assert told(events, Fault.NEIGHBOUR)[0][:2] == (1, True)


def test_of_two_petals_none_is_beside_the_other() -> None:
    """Two hands that come at once, in one shape: nobody reaches half over to the other side."""
    info, hand = board_info(2), Push(0, 100, 20.0, 10.0, 200)
    hands = [hand, replace(hand, channel=2, peak_n=9.0)]
    rng = np.random.default_rng(1)
    pad = PadDecoder(info, Calibration.nominal(info))
    batches = in_batches(stream(info, hands, 1_000, rng=rng, noise_codes=1.0))
    events = [event for batch in batches for event in pad.feed(batch)]
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 1]
    assert not told(events, Fault.NEIGHBOUR)


@pytest.mark.parametrize("after_ms", [-2.0, -1.0, 1.0, 2.0])
def test_two_hands_that_come_at_once_both_count(after_ms: float) -> None:
    hand = Push(0, 100, 20.0, 10.0, 200)
    other = Push(2, 100 + after_ms, 9.0, 10.0, 200)
    found = {e.seat: e for e in fed(pressed(hand, other)) if isinstance(e, Contact)}
    assert near(found[0], hand.onset_ns())
    assert near(found[1], other.onset_ns())


def test_two_hands_alike_that_press_nearly_as_hard_both_count() -> None:
    """Children's, as slow as each other, came within 0.2 ms: a half is less than that."""
    first = Push(0, 100, 6.6, 20.0, 200)
    second = replace(first, channel=2, start_ms=100.2, peak_n=4.8)
    rng = np.random.default_rng(1)
    events = fed(stream(INFO, [first, second], 1_000, rng=rng, noise_codes=1.0))
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 1]
    assert told(events, Fault.NEIGHBOUR)[0][:2] == (1, True)


def test_a_grab_as_quick_as_the_palm_beside_it_is_another_hand() -> None:
    """Both of its sensors are pressed: no half of a palm does that."""
    palm = Push(0, 100, 17.0, 10.0, 200)
    grab = [Push(part, 100.2, 6.5, 10.0, 200) for part in (2, 3)]
    rng = np.random.default_rng(1)
    events = fed(stream(INFO, [palm, *grab], 1_000, rng=rng, noise_codes=1.0))
    assert [(e.seat, e.gesture) for e in events if isinstance(e, Contact)] == [
        (0, Gesture.PALM),
        (1, Gesture.GRAB),
    ]
    assert not told(events, Fault.NEIGHBOUR)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_short_palm_half_on_the_other_petal_is_no_blow_to_a_small_table(seats: int) -> None:
    """It loads all petals of two in one shape, and leaves them so; three hands may come so too."""
    info, palm = board_info(seats), Push(0, 500.0, 10.0, 12.0, 70.0)
    pushes = [replace(palm, channel=2 * seat, peak_n=10.0 - 3.0 * seat) for seat in range(seats)]
    samples = stream(info, pushes, 1_000, rng=np.random.default_rng(2), noise_codes=1.5)
    pad = PadDecoder(info, Calibration.nominal(info))
    events = [e for batch in in_batches(samples) for e in pad.feed(batch)]
    first, *_ = [e for e in events if isinstance(e, Contact)]
    assert first.seat == 0
    assert near(first, palm.onset_ns())
