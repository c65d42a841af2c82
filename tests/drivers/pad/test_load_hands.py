"""Hands that come upon what was put on the table just before."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of, told
from tests.drivers.pad.streams import Push, board_info, forces_at, in_batches, to_codes
from tests.drivers.pad.test_leaning import felt, hands

UNEVEN = [0.95, 0.97, 1.05, 0.6, 1.0, 1.0, 0.97, 0.84, 0.98, 0.6, 0.63, 0.89]
"""Of a bag, on the sensors of six petals."""


def _contacts(load_n: float, coupled: float, *pushes: Push) -> list[Contact]:
    """Contacts at a table of six on which a bag lands in 150 ms from 600 ms on, and which couples
    so much of a hand into all petals' *top*."""
    info, t_ms = board_info(6), np.arange(1_800.0)
    force = forces_at(info, pushes, np.arange(1_800, dtype=np.int64) * MS)
    couples = coupled * force.sum(axis=1)
    bag = np.sin(np.pi / 2 * np.clip((t_ms - 600) / 150.0, 0.0, 1.0)) ** 2
    force[:, ::2] += couples[:, None]
    force += load_n * np.outer(bag, UNEVEN)
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    found = pad.feed(Samples(np.arange(1_800, dtype=np.int64) * MS, codes))
    return [event for event in found if isinstance(event, Contact)]


@pytest.mark.parametrize("load_n", [1.1, 1.3])
def test_what_hands_couple_makes_no_hands_of_a_bag_that_landed_before_them(load_n: float) -> None:
    """They bend its shape on the petals that nobody holds: it is asked until they came."""
    grabs = [Push(c, 765.4 + 2.0 * (c // 2 - 4), 30.0, 12.0, 300) for c in (8, 9, 10, 11)]
    found = _contacts(load_n, 0.008, *grabs)
    assert [contact.seat for contact in found] == [4, 5]


@pytest.mark.parametrize("later_ms", [0.0, 30.0])
def test_a_hand_that_just_begins_upon_a_bag_came_at_its_own_time(later_ms: float) -> None:
    """It was told as it had risen by less than a newton in ten scans, as if it were the bag."""
    grab = [Push(c, 760.4 + later_ms, 9.0, 40.0, 300) for c in (4, 5)]
    (contact,) = _contacts(0.55, 0.002, *grab)
    assert contact.seat == 2
    assert abs(contact.t_ns - grab[0].onset_ns()) < 2 * MS  # not by u: that reached over the bag


@pytest.mark.parametrize("rests_n", [0.7, 0.9])
def test_what_lies_under_a_hand_is_not_explained_by_a_slap_as_the_hand_leaves(
    rests_n: float,
) -> None:
    """It was taken off as coupled, and came anew as who had slapped let go."""
    slap = Push(2, 1_520, 50.0, 8, 380), Push(3, 1_522, 25.0, 8, 380)
    hand = Push(0, 1_480, 11.0, 12, 200), Push(0, 1_490, rests_n, 12, 300)
    force = hands(3_000, *slap, *hand)
    force[:, 0] += 2.0 * np.clip((np.arange(3_000) - 200) / 60, 0, 1)
    _, events, _ = felt(force)
    assert [contact.t_ns > 1_000 * MS for contact in contacts_of(events)] == [False, True]


def test_what_a_heavy_load_leaves_when_a_hand_has_left_it_is_followed() -> None:
    """Some tenths of a newton more, by creep, on a sensor as noisy as the five that it carries: it
    seemed to tremble, nothing of it was taken off, and the seat was out as stuck."""
    info, t_ns = board_info(3), np.arange(22_000, dtype=np.int64) * MS
    others = [Push(2 * (1 + n % 2), 8_500.0 + 1_000 * n, 9.0, 12.0, 250) for n in range(13)]
    force = forces_at(info, [Push(0, 7_000, 20.0, 12.0, 300), *others], t_ns)
    force += 5.0 * np.clip((t_ns[:, None] / MS - 1_000) / 700.0, 0.0, 1.0)
    force[7_100:, 0] += 0.4
    noise = np.random.default_rng(3).normal(0.0, 0.008, force.shape)
    codes = to_codes(info, force * (1.0 + noise), np.random.default_rng(1), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    events = [e for batch in in_batches(Samples(t_ns, codes)) for e in pad.feed(batch)]
    assert not told(events, Fault.STUCK_PAD)
    found = [event.seat for event in events if isinstance(event, Contact)]
    assert found == [0, *(push.channel // 2 for push in others)]
