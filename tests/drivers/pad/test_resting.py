"""Hands that lean on a petal before they come, or rest there after."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Contact, Fault
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, added, contacts_of, fed, near, pressed, sampled, told
from tests.drivers.pad.streams import (
    Push,
    board_info,
    forces_at,
    in_batches,
    linear,
    split,
    stream,
)


@pytest.mark.parametrize("rest_n", [0.55, 0.7, 0.9])
def test_a_hand_that_leans_is_told_soon_and_counts_from_its_next_rise(rest_n: float) -> None:
    lean = Push(0, 100, rest_n, 20.0, hold_ms=700)
    grip = Push(0, 600, 12.0, 10.0, hold_ms=150)
    events = fed(pressed(lean, grip, duration_ms=1_500))
    (seat, active, t_ns), *ended = told(events, Fault.LEANING)
    assert (seat, active) == (0, True)
    assert t_ns - lean.onset_ns() < 250 * MS
    (contact,) = contacts_of(events)
    assert near(contact, grip.onset_ns())
    assert not ended[0][1]


@pytest.mark.parametrize("rest_n", [0.35, 0.42, 0.47])
@pytest.mark.parametrize("rise_ms", [10.0, 40.0])
def test_what_lay_there_may_have_been_a_finger_or_a_load(rest_n: float, rise_ms: float) -> None:
    """A finger's hand came as both passed half a newton, one on a load as it did so above that."""
    rest = Push(0, 250, rest_n, 10.0, hold_ms=600)
    grip = Push(0, 560, 6.0, rise_ms, hold_ms=150)
    (contact,) = contacts_of(fed(pressed(rest, grip)))
    of_a_finger_ns, on_a_load_ns = grip.onset_ns(0.5 - rest_n), grip.onset_ns()
    assert near(contact, of_a_finger_ns, 2.5)
    assert near(contact, on_a_load_ns, 2.5)
    assert of_a_finger_ns < contact.t_ns < on_a_load_ns
    assert contact.uncertainty_ns < on_a_load_ns - of_a_finger_ns + 0.1 * MS


WEIGHED = Calibration(
    tuple(replace(channel, gain_sigma=0.09) for channel in Calibration.nominal(INFO).channels)
)


@pytest.mark.parametrize("rest_n", [0.4, 0.45])
@pytest.mark.parametrize("rise_ms", [90.0, 110.0])
def test_a_slow_light_hand_upon_less_than_half_a_newton_has_its_whole_window(
    rest_n: float, rise_ms: float
) -> None:
    """It was missed, or told 22 ms late, as who leans has 60 ms for a newton: a table on which
    people lean presses so on petal after petal."""
    rest = Push(0, 300, rest_n, 30.0, hold_ms=1_200)
    child = Push(0, 700, 1.4, rise_ms, hold_ms=300, shape=linear)
    (contact,) = contacts_of(fed(pressed(rest, child, duration_ms=1_400)))
    of_a_finger_ns, on_a_load_ns = child.onset_ns(0.5 - rest_n), child.onset_ns()
    assert contact.t_ns - 2.5 * contact.uncertainty_ns <= of_a_finger_ns
    assert near(contact, on_a_load_ns, 2.5)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_baseline_follows_of_a_finger_is_of_the_force_that_its_hand_came_with(
    seed: int,
) -> None:
    """A newton is asked with it: of who came slowly a newton was asked without."""
    rest, child = Push(0, 300, 0.2, 30.0, hold_ms=3_700), Push(0, 3_500, 1.15, 100.0, hold_ms=300)
    (contact,) = contacts_of(fed(pressed(rest, child, duration_ms=4_200, seed=seed), WEIGHED))
    assert near(contact, child.onset_ns(), 2.5)


@pytest.mark.parametrize("first", [0, 1])
def test_a_finger_that_may_have_rested_at_the_threshold_is_in_doubt_whichever_sensor_comes_first(
    first: int,
) -> None:
    """Its own hand follows the other sensor's, and said nothing of when it came: told with u
    0.07 ms and no ends."""
    rest = Push(first, 250, 0.47, 2.0, hold_ms=180)
    others, hand = Push(1 - first, 262.3, 15.0, 8.0), Push(first, 280.3, 15.0, 8.0)
    (contact,) = contacts_of(fed(pressed(rest, others, hand), WEIGHED))
    assert near(contact, 251.5 * MS, 2.5)
    assert near(contact, others.onset_ns(), 2.5)


@pytest.mark.parametrize("rest_n", [0.15, 0.2, 0.3])
def test_a_finger_that_lay_there_for_long_is_still_in_doubt(rest_n: float) -> None:
    """By 9 s an eighth of it was remembered, and 2 u held two thirds of such hands."""
    rest = Push(0, 250, rest_n, 10.0, hold_ms=9_500)
    grip = Push(0, 9_250.6, 6.0, 20.0, hold_ms=150)
    (contact,) = contacts_of(fed(pressed(rest, grip, duration_ms=9_800), WEIGHED))
    assert near(contact, grip.onset_ns(0.5 - rest_n), 2.5)
    assert near(contact, grip.onset_ns(), 3.0)


def after_a_grip(stays_n: float, goes_ms: float) -> tuple[Contact, Push]:
    """What is told of a hand 2 s after a grip of the same petal, of which some stayed: that goes by
    and by, as a sensor's creep does, or lies there."""
    first, hand = Push(0, 300, 14.0, 10.0, hold_ms=500), Push(0, 3_000.3, 6.0, 20.0, hold_ms=150)
    t_ms = np.arange(3_500, dtype=np.int64)
    force = forces_at(INFO, [first, hand], t_ms * MS)
    force[850:, 0] += stays_n * np.exp(-(t_ms[850:] - 850) / goes_ms)
    return sampled(force, WEIGHED)[-1], hand


@pytest.mark.parametrize("stays_n", [0.14, 0.2])
def test_what_a_sensor_shows_of_a_hand_that_has_gone_is_no_finger(stays_n: float) -> None:
    """It creeps back, and the next hand there was told 0.1 ms early, with u 0.28 ms."""
    contact, hand = after_a_grip(stays_n, 2_000.0)
    assert abs(contact.t_ns - hand.onset_ns()) < 0.05 * MS
    assert contact.uncertainty_ns < 0.23 * MS


def test_a_finger_that_stays_after_a_grip_may_be_one() -> None:
    contact, hand = after_a_grip(0.3, np.inf)
    assert near(contact, hand.onset_ns(0.2), 2.5)
    assert near(contact, hand.onset_ns(), 2.5)


@pytest.mark.parametrize("rest_n", [0.2, 0.3, 0.35])
@pytest.mark.parametrize("light", [False, True])
def test_what_was_taken_for_a_load_of_late_may_have_been_a_finger(
    rest_n: float, light: bool
) -> None:
    """It lay so still that it was followed, and its hand was told a millisecond late, with an error
    of hundredths. A light one rises by less than a newton from there, and was told as a brush."""
    rest = Push(0, 250, rest_n, 10.0, hold_ms=3_400)
    grip = Push(0, 3_250.6, 1.3 - rest_n if light else 6.0, 20.0, hold_ms=150)
    samples = pressed(rest, grip, duration_ms=3_800)
    (contact,) = contacts_of(fed(samples, WEIGHED))
    of_a_finger_ns, on_a_load_ns = grip.onset_ns(0.5 - rest_n), grip.onset_ns()
    assert near(contact, of_a_finger_ns, 2.5)
    assert near(contact, on_a_load_ns, 2.5)
    assert contact.uncertainty_ns < on_a_load_ns - of_a_finger_ns + 0.1 * MS


def test_what_lay_on_a_bag_may_have_been_a_finger_too() -> None:
    """What came of late is told from what lies there for long: with all of it no load was a
    finger's, and a grip was told 2 ms late with u 0.3 ms."""
    bag = np.outer(np.clip((np.arange(40_800) - 300) / 30_000.0, 0.0, 1.0), [0.8, 0.6, 0.4, 0.7])
    rest, grip = Push(0, 37_250, 0.3, 10.0, hold_ms=3_400), Push(0, 40_250.6, 6.0, 20.0)
    force = forces_at(INFO, [rest, grip], np.arange(40_800, dtype=np.int64) * MS)
    force[:, ::2] += bag[:, : force.shape[1] // 2]
    (contact,) = sampled(force, WEIGHED)
    assert near(contact, grip.onset_ns(0.2), 2.5)
    assert near(contact, grip.onset_ns(), 2.5)


def clicked(rest_n: float, ring_n: float, second_n: float) -> tuple[Contact, float]:
    """A ring clicks at 3 997 ms where something rests, and the flesh comes 5 ms later: what is told
    of it, and when that passes half a newton."""
    rest, grip = Push(0, 250, rest_n, 10.0, hold_ms=4_400), Push(0, 4_000.2, 6.0, 10.0)
    force = forces_at(INFO, [rest, grip], np.arange(4_500, dtype=np.int64) * MS)
    force[3_997:3_999, 0] += ring_n, second_n
    (contact,) = sampled(force, WEIGHED)
    return contact, grip.onset_ns()


@pytest.mark.parametrize("rest_n", [0.0, 0.25])
@pytest.mark.parametrize("ring_n", [0.45, 4.0])
def test_a_ring_that_one_sample_shows_is_doubted_also_where_a_finger_may_have_rested(
    rest_n: float, ring_n: float
) -> None:
    """Who came between the click and the flesh was the first, or that hand was."""
    contact, flesh_ns = clicked(rest_n, ring_n, 0.0)
    assert contact.t_ns - contact.early_ns <= 3_997 * MS
    assert contact.t_ns + contact.late_ns >= flesh_ns


def test_what_rested_is_a_part_of_what_a_ring_shows() -> None:
    """Together they passed half a newton, which neither does alone."""
    contact, _ = clicked(0.3, 0.38, 0.0)
    assert contact.t_ns - contact.early_ns <= 3_997 * MS


def test_a_ring_whose_end_a_second_sample_shows_is_no_part_of_what_rested() -> None:
    contact, _ = clicked(0.25, 4.0, 0.4)
    assert near(contact, 3_996.5 * MS)


def test_stored_samples_know_what_came_of_late() -> None:
    rest, grip = Push(0, 250, 0.3, 10.0, hold_ms=3_400), Push(0, 3_250.6, 6.0, 20.0, hold_ms=150)
    before, since = split(pressed(rest, grip, duration_ms=3_800), [3_000])
    pad = PadDecoder(INFO, WEIGHED)
    pad.feed(before)
    again = PadDecoder(INFO, WEIGHED, state=pad.state())
    assert contacts_of(again.feed(since)) == contacts_of(pad.feed(since)) != []


@pytest.mark.parametrize(("everywhere", "lies_ms"), [(True, 3_000), (False, 40_000)])
def test_what_lies_on_all_petals_or_for_long_is_a_load(everywhere: bool, lies_ms: int) -> None:
    """Nobody's hand is in more doubt for that; nor for a plate that sits otherwise since a slap."""
    hand = Push(0, 400.3 + lies_ms, 6.0, 10.0, hold_ms=150)
    force = forces_at(INFO, [hand], np.arange(lies_ms + 1_000, dtype=np.int64) * MS)
    force[300:, : None if everywhere else 1] += 0.35
    (contact,) = sampled(force, WEIGHED)
    assert near(contact, hand.onset_ns())
    assert contact.uncertainty_ns < 0.15 * MS


@pytest.mark.parametrize(("newtons", "then_ms"), [(0.7, 35_000), (1.0, 75_000)])
def test_a_glass_is_no_finger_as_it_is_forgotten(newtons: float, then_ms: int) -> None:
    """What came of late grew less until it might have been one, a minute after it was put down."""
    hand = Push(0, then_ms + 400.3, 8.0, 12.0, hold_ms=150)
    force = forces_at(INFO, [hand], np.arange(then_ms + 1_000, dtype=np.int64) * MS)
    force[300:, 0] += newtons
    contact = sampled(force, WEIGHED)[-1]
    assert near(contact, hand.onset_ns())
    assert contact.uncertainty_ns < 0.25 * MS


def test_what_lay_there_before_an_elbow_came_and_went_is_no_finger() -> None:
    """What went was taken off what had lain there for long, and an elbow that came back won."""
    hand = Push(0, 16_000.3, 6.0, 10.0, hold_ms=150)
    force = forces_at(INFO, [hand], np.arange(17_000, dtype=np.int64) * MS)
    force[:, 0] += 0.2
    force[12_000:15_000, 0] += 0.25
    contact = sampled(force, WEIGHED)[-1]
    assert near(contact, hand.onset_ns())
    assert contact.uncertainty_ns < 0.15 * MS


def test_a_hand_that_surely_leant_is_in_no_more_doubt() -> None:
    lean = Push(0, 250, 0.62, 10.0, hold_ms=600)
    grip = Push(0, 560, 6.0, 10.0, hold_ms=150)
    (contact,) = contacts_of(fed(pressed(lean, grip)))
    assert near(contact, grip.onset_ns())
    assert contact.uncertainty_ns < 0.25 * MS


@pytest.mark.parametrize("after_ms", [90.0, 105.0, 112.0, 118.0, 125.0, 140.0])
def test_a_hand_that_comes_as_a_brush_is_over_counts(after_ms: float) -> None:
    """What it leans with was asked only from then on, and was the hand itself."""
    lean = Push(0, 100, 0.7, 4.0, hold_ms=600)
    grip = Push(0, 100 + after_ms, 20.0, 8.0, hold_ms=200)
    (contact,) = contacts_of(fed(pressed(lean, grip)))
    assert contact.peak_n > 10.0


def test_a_hand_that_rests_where_it_gripped_counts_again() -> None:
    first = Push(0, 100, 8.0, 10.0, hold_ms=2_500)
    again = Push(0, 2_000, 9.0, 10.0, hold_ms=150)
    events = fed(pressed(first, again, duration_ms=3_500))
    assert len(contacts_of(events)) == 2
    assert near(contacts_of(events)[1], again.onset_ns())
    assert told(events, Fault.LEANING)[0][:2] == (0, True)


def test_a_slow_swaying_of_a_resting_hand_is_no_rise() -> None:
    lean = Push(0, 100, 0.7, 20.0, hold_ms=1_200)
    sway = Push(0, 500, 0.9, 300.0, hold_ms=300)
    assert contacts_of(fed(pressed(lean, sway, duration_ms=2_000))) == []


def test_nobody_leans_with_less_than_nothing() -> None:
    """Too much taken off one sensor for a slap beside it once held an empty petal for ever."""
    channels = Calibration.nominal(INFO).channels
    wrong = tuple((0.06 if seat == 1 else 0.0, 0.0) for seat in range(4))
    none = ((0.0, 0.0),) * 4
    shares = [wrong, *([none] * 7)]
    calibration = Calibration(
        tuple(replace(c, shares=s) for c, s in zip(channels, shares, strict=True))
    )
    slap = Push(2, 250, 25.0, 10.0, hold_ms=500)
    lean, grip = Push(1, 100, 0.8, 20.0, 600), Push(1, 500, 6.0, 10.0, 150)
    later = Push(0, 1_500, 15.0, 10.0, 150)
    events = fed(pressed(slap, lean, grip, later, duration_ms=2_000), calibration)
    assert any(near(contact, later.onset_ns()) for contact in contacts_of(events))


@pytest.mark.parametrize("comes_ms", [600, 1_000])
def test_hand_that_leant_with_what_may_be_a_contact_counts_when_it_comes(comes_ms: float) -> None:
    leans, comes = Push(0, 200, 1.05, hold_ms=1_000), Push(0, comes_ms, 12.0, hold_ms=200)
    events = added({}, leans, comes, duration_ms=1_500)
    onsets = [e.t_ns for e in events if isinstance(e, Contact)]
    assert abs(onsets[-1] - comes.onset_ns()) < MS


@pytest.mark.parametrize("gap_ms", [12.0, 20.0, 30.0])
def test_a_tap_just_after_a_hand_has_only_its_own_time(gap_ms: float) -> None:
    """It presses for 4 ms with a contact's force, and stays for less than 15 ms in all with what
    may be half a newton; the hand before it is no part of that."""
    again_ms = 406.0 + gap_ms
    force = np.zeros((900, len(INFO.channels)))
    times = [300.0, 306.0, 400.0, 406.0]
    times += [again_ms + after for after in (0.0, 2.0, 4.0, 6.0, 26.0, 28.0)]
    newtons = [0.0, 8.0, 8.0, 0.0, 0.0, 2.8, 2.8, 0.37, 0.37, 0.0]
    force[:, 0] = np.interp(np.arange(900.0), times, newtons)
    channels = Calibration.nominal(INFO).channels
    clumsy = Calibration(tuple(replace(channel, gain_sigma=0.09) for channel in channels))
    assert len(sampled(force, clumsy)) == 1


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_hand_rises_from_what_rested_where_no_petal_can_be_heard(seats: int) -> None:
    """A bad plug of the pad had all petals give nonsense; hands that lay there and rose stopped the
    decoder: no petal was left of which to ask whether it is a load."""
    info = board_info(seats)
    rest = [Push(2 * seat, 300, 5.0, 40.0, 2_000) for seat in range(seats)]
    samples = stream(info, [*rest, Push(0, 1_700, 9.0, 10.0, 300)], 2_100)
    samples.codes[50:200:5, ::2] = info.full_code
    decoder = PadDecoder(info, Calibration.nominal(info))
    events = [event for batch in in_batches(samples) for event in decoder.feed(batch)]
    assert {seat for seat, active, _ in told(events, Fault.NONSENSE) if active} == set(range(seats))
    assert not contacts_of(events)
    assert told(events, Fault.LEANING)[0][:2] == (0, True)
