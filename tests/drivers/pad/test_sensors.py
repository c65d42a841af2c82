"""Sensors and plugs that are not as they were built: told within ten touches."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Fault, Gesture
from drivers.pad.channels.calibration import WEIGHED_SPREAD, Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.sensors.sisters import STANDING_COLUMNS
from drivers.times import MS, SECOND
from tests.drivers.pad.pad_events import INFO, contacts_of, fed, near, pressed, told
from tests.drivers.pad.streams import Push, split
from tests.few import few


def test_swapped_plugs_are_told_within_ten_touches() -> None:
    rng = np.random.default_rng(4)
    pushes: list[Push] = []
    for n in range(10):
        pushes.append(Push(1, 400.0 * (n + 1), rng.uniform(8, 20), 10.0, 150))
        if n % 2:
            pushes.append(Push(0, 400.0 * (n + 1) + 4, rng.uniform(6, 15), 10.0, 150))
    events = fed(pressed(*pushes, duration_ms=4_600))
    assert told(events, Fault.SWAPPED)[0][:2] == (0, True)


def palms_on_swapped_plugs(passed_on: float) -> list[Push]:
    """*Under* reads the palm, *top* what the petal passes on."""
    pushes: list[Push] = []
    for n, peak_n in enumerate((6.0, 14.0, 9.0)):
        start = 400.0 * (n + 1)
        pushes.append(Push(1, start, peak_n, 10.0, 150))
        pushes.append(Push(0, start, passed_on * peak_n, 10.0, 150))
    return pushes


def test_a_palm_on_swapped_plugs_counts_at_its_time_and_so_does_the_one_that_tells_them() -> None:
    pushes = palms_on_swapped_plugs(0.015)
    events = fed(pressed(*pushes, duration_ms=1_800))
    found = contacts_of(events)
    for contact, push in zip(found, pushes[::2], strict=True):
        assert contact.gesture is Gesture.PALM
        assert near(contact, push.onset_ns())
    assert told(events, Fault.SWAPPED)[0][:2] == (0, True)
    assert not told(events, Fault.DEAD_CHANNEL)


def test_a_top_that_never_moves_is_dead_and_its_plugs_are_not_swapped() -> None:
    events = fed(pressed(*palms_on_swapped_plugs(0.0), duration_ms=1_800))
    assert told(events, Fault.DEAD_CHANNEL)[0][:2] == (0, True)
    assert not told(events, Fault.SWAPPED)
    for contact in contacts_of(events):  # nobody presses *under* alone
        assert contact.gesture is Gesture.GRAB
        assert contact.uncertainty_ns == PadConfig().unfelt_ns


@pytest.mark.parametrize(
    ("plugs", "told_of"),
    [((0, 3, 2, 1), {0, 1}), ((2, 1, 0, 3), {0, 1}), ((3, 1, 2, 0), {0, 1}), ((0, 1, 2, 3), set())],
)
def test_plugs_crossed_between_two_seats_are_told_within_ten_pinches(
    plugs: tuple[int, ...], told_of: set[int]
) -> None:
    """The *unders* of seats 0 and 1, their *tops*, or *top* of the one and *under* of the other are
    in each other's place; palms alone say nothing of it."""
    rng = np.random.default_rng(6)
    pushes: list[Push] = []
    for n in range(10):
        start, seat = 450.0 * (n + 1), n % 2
        pushes += [
            Push(plugs[2 * seat], start, rng.uniform(8, 20), 10.0, 150),
            Push(plugs[2 * seat + 1], start + 3, rng.uniform(6, 15), 10.0, 150),
            Push(4 + 2 * seat, start + 12, rng.uniform(8, 20), 10.0, 150),
        ]
    events = fed(pressed(*pushes, duration_ms=5_200))
    assert {seat for seat, *_ in told(events, Fault.CROSSED)} == told_of
    assert not told(events, Fault.SWAPPED)


def test_two_who_roll_on_unlike_at_every_grab_cross_no_plugs() -> None:
    """The one has his thumb first, the other her fingers, and both come within some milliseconds.
    Both seats were out after five such duels, and nobody won any more."""
    rng = np.random.default_rng(1177110)
    pushes: list[Push] = []
    for n in range(12):
        start, (late, others) = 450.0 * (n + 1), rng.uniform(30, 60, 2)
        for channel, at in ((0, 0.0), (1, late), (3, 8.0), (2, 8.0 + others)):
            pushes.append(Push(channel, start + at, rng.uniform(6, 15), 10.0, 150))
    events = fed(pressed(*pushes, duration_ms=6_000))
    assert not told(events, Fault.CROSSED)
    assert len(contacts_of(events, 0)) == len(contacts_of(events, 1)) == 12


def test_plugs_told_as_swapped_are_told_as_crossed_once_pinches_fall_apart() -> None:
    """*Top* of seat 0 and *under* of seat 1 are in each other's place: palms at 0, who come first,
    look like palms on swapped plugs of 1."""
    pushes: list[Push] = []
    for n in range(8):
        start = 450.0 * (n + 1)
        pushes.append(Push(3, start, 12.0, 10.0, 150))
        if n >= 4:
            pushes.append(Push(1, start + 3, 8.0, 10.0, 150))
        pushes += [Push(channel, start, 0.2, 10.0, 150) for channel in (0, 2)]  # is coupled
    events = fed(pressed(*pushes, duration_ms=4_300))
    assert [(seat, active) for seat, active, _ in told(events, Fault.SWAPPED)] == [
        (1, True),
        (1, False),
    ]
    assert {seat for seat, *_ in told(events, Fault.CROSSED)} == {0, 1}


@pytest.mark.parametrize("seed", few(1, range(6)))
@pytest.mark.parametrize(
    ("factor", "known", "found"),
    [
        (0.55, True, True),
        (0.8, True, False),
        (1.0, True, False),
        (0.3, False, True),
        (0.55, False, False),
    ],
)
def test_a_sensor_far_off_its_sister_is_told_within_ten_pinches(
    factor: float, known: bool, found: bool, seed: int
) -> None:
    """By nearly a half: what is off by 30 % stands hardly further apart than sound ones may, and is
    told of a whole petal alone, by what couples (``test_in_turn.py``). Where nobody has weighed
    them two sensors of one petal may well lie so far apart (``PadEvidence.shared``)."""
    rng = np.random.default_rng(seed)
    pushes: list[Push] = []
    for n in range(10):
        for seat in range(4):
            start, top_n = 450.0 * (n + 1) + 100 * seat, rng.uniform(8, 20)
            under_n = top_n * rng.uniform(0.75, 0.9) * (factor if seat == 2 else 1.0)
            pushes += [
                Push(2 * seat, start, top_n, 10.0, 200),
                Push(2 * seat + 1, start + 3, under_n, 10.0, 200),
            ]
    nominal = Calibration.nominal(INFO)
    channels = tuple(replace(c, gain_sigma=WEIGHED_SPREAD) for c in nominal.channels)
    calibration = Calibration(channels) if known else nominal
    events = fed(pressed(*pushes, duration_ms=5_200), calibration)
    assert [seat for seat, *_ in told(events, Fault.UNEVEN)] == ([2] if found else [])


def test_a_fault_that_comes_and_goes_stays_told() -> None:
    samples = pressed(duration_ms=14_000)
    for start in (1_000, 4_000, 7_000):
        samples.codes[start : start + 500, 0] = INFO.full_code
    states = [active for _, active, _ in told(fed(samples), Fault.NONSENSE)]
    assert states == [True, False, True, False, True]


def test_plugs_that_were_swapped_again_and_again_are_read_as_they_are_now() -> None:
    """That they were stays told for a while."""
    pad, out = PadDecoder(INFO, Calibration.nominal(INFO)), list[PadEvent]()
    faults = pad._petals[0].faults
    for n in range(6):
        faults.set(Fault.SWAPPED, n % 2 == 0, n * SECOND, "", out)
        assert faults.swapped == (n % 2 == 0)
    assert Fault.SWAPPED in faults.active


@pytest.mark.parametrize(
    ("reads", "doubt", "light_n", "count"),
    [
        (1.43, 0.0, 1.07, 0),
        (1.43, 0.1, 1.07, 0),
        (1.43, 0.1, 1.38, 1),
        (1.05, 0.2, 0.97, 0),
        (0.7, 0.0, 0.84, 1),
    ],
)
def test_a_petal_off_its_sisters_takes_no_brush_for_a_hand_and_no_hand_for_a_brush(
    reads: float, doubt: float, light_n: float, count: int
) -> None:
    """0.75 N are none where sensors read 43 % too much; 1.2 N are one where they read 30 % less.
    That they do is known to a tenth: who presses with 0.97 N is no brush by that."""
    standing = PadDecoder(INFO, Calibration.nominal(INFO)).state()
    standing[:2, -STANDING_COLUMNS] = -np.log(reads)
    standing[:2, 1 - STANDING_COLUMNS] = doubt
    pad = PadDecoder(INFO, Calibration.nominal(INFO), state=standing)
    events = pad.feed(pressed(Push(0, 400.0, light_n, 12.0, 200), duration_ms=1_000))
    assert len(contacts_of(events)) == count


def palm(seat: int, start_ms: float, passed_on: float) -> list[Push]:
    hand = Push(2 * seat, start_ms, 8.0, 10.0, 150)
    return [hand, Push(2 * seat + 1, start_ms, passed_on * hand.peak_n, 10.0, 150)]


BEFORE = palm(0, 400, 0.02)
LATER = palm(0, 1_403, 0.02)
"""The first petal of a stretch of scans is gone through to its end before the others."""


@pytest.mark.parametrize(
    ("before", "beside"),
    [(BEFORE, []), (BEFORE + palm(1, 800, 0.02), []), ([], LATER), (BEFORE, LATER)],
)
@pytest.mark.parametrize("step", [1, 7, 800])
def test_how_surely_a_palm_came_hangs_neither_on_what_came_before_nor_on_batches(
    before: list[Push], beside: list[Push], step: int
) -> None:
    """Nor does it if samples are decoded again from what the pad knew by then. *Under* is still,
    though that of another petal feels what palms pass on there."""
    hand = Push(2, 1_400, 8.0, 10.0, 150)
    samples = pressed(hand, *before, *beside, duration_ms=2_000)
    pad = PadDecoder(INFO, Calibration.nominal(INFO))
    first, rest = split(samples, [1_280])
    pad.feed(first)
    again = PadDecoder(INFO, Calibration.nominal(INFO), state=pad.state())
    batches = split(rest, range(step, len(rest.t_ns), step))
    found, repeated = ([e for batch in batches for e in p.feed(batch)] for p in (pad, again))
    assert contacts_of(found, 1) == contacts_of(repeated, 1)
    (contact,) = contacts_of(found, 1)
    assert contact.gesture is Gesture.PALM
    assert near(contact, hand.onset_ns())
    assert contact.uncertainty_ns < MS


@pytest.mark.parametrize("apart_ms", [-20.0, 3.0])
def test_what_a_slap_couples_into_an_under_puts_no_palm_in_doubt(apart_ms: float) -> None:
    """No petal passes palms on, and none shows that it does."""
    pushes = [Push(2, 400, 8.0, 10.0, 150), Push(0, 400 + apart_ms, 30.0, 10.0, 150)]
    samples = pressed(*pushes, Push(1, 400, 0.4, 10.0, 150), duration_ms=900)
    (contact,) = contacts_of(fed(samples), 1)
    assert contact.uncertainty_ns < MS
