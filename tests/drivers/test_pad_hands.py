"""Hands nobody modelled: leaning, bouncing, half on a neighbour, among loads, spikes and limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.board import Samples
from drivers.calibration import Calibration, ChannelCalibration
from drivers.events import Contact, Fault, Gesture, SeatFault
from drivers.pad import PadDecoder
from drivers.pad_config import PadConfig
from drivers.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.streams import Push, board_info, forces_at, linear, split, stream, to_codes

INFO = board_info(4)
CONFIG = PadConfig()
Floats = npt.NDArray[np.float64]


def fed(samples: Samples, calibration: Calibration | None = None) -> list[PadEvent]:
    """Events of a stream that comes ten scans at a time."""
    pad = PadDecoder(INFO, calibration or Calibration.nominal(INFO))
    batches = split(samples, range(10, len(samples.t_ns), 10))
    return [event for batch in batches for event in pad.feed(batch)]


def pressed(*pushes: Push, duration_ms: int = 1_000, seed: int = 1) -> Samples:
    return stream(INFO, pushes, duration_ms, rng=np.random.default_rng(seed))


def contacts_of(events: list[PadEvent], seat: int = 0) -> list[Contact]:
    return [e for e in events if isinstance(e, Contact) and e.seat == seat]


def told(events: list[PadEvent], fault: Fault) -> list[tuple[int, bool, int]]:
    return [
        (e.seat, e.active, e.t_ns) for e in events if isinstance(e, SeatFault) and e.fault is fault
    ]


def near(contact: Contact, truth_ns: float, sigmas: float = 3.0) -> bool:
    return abs(contact.t_ns - truth_ns) <= sigmas * contact.uncertainty_ns + 30_000


# -- how long anybody waits ------------------------------------------------------------------------


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


# -- when they came --------------------------------------------------------------------------------


def sampled(force: Floats, calibration: Calibration | None = None) -> list[Contact]:
    """Contacts of forces at every scan, float64[n, c]."""
    samples = Samples(np.arange(len(force), dtype=np.int64) * MS, to_codes(INFO, force))
    return contacts_of(fed(samples, calibration))


def weighed(push: float) -> Calibration:
    """A table on which a push on seat 1 couples so much into seat 0."""
    channels = list(Calibration.nominal(INFO).channels)
    none = ((0.0, 0.0),) * 4
    own = ((0.0, 0.0), (push, 0.0), (0.0, 0.0), (0.0, 0.0))
    return Calibration(
        tuple(replace(c, shares=own if i < 2 else none) for i, c in enumerate(channels))
    )


@pytest.mark.parametrize("tap_n", [(1.4, 0.9), (0.25, 3.5)])
def test_a_tap_of_two_samples_is_no_lone_one(tap_n: tuple[float, float]) -> None:
    """A finger that bounces: the grip follows within 5 ms."""
    force = np.zeros((500, len(INFO.channels)))
    force[300:302, 0] = tap_n
    force[:, 0] += np.clip(2.0 * (np.arange(500) - 304.0), 0.0, 12.0) * (np.arange(500) < 450)
    (contact,) = sampled(force)
    assert near(contact, 300.0 * MS)


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


# -- hands that lean -------------------------------------------------------------------------------


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


@pytest.mark.parametrize("after_ms", [90.0, 105.0, 112.0, 118.0, 125.0, 140.0])
def test_a_hand_that_comes_as_a_brush_is_over_counts(after_ms: float) -> None:
    """What it leans with was asked only from then on, and was the hand itself."""
    lean = Push(0, 100, 0.7, 4.0, hold_ms=600)
    grip = Push(0, 100 + after_ms, 20.0, 8.0, hold_ms=200)
    (contact,) = contacts_of(fed(pressed(lean, grip)))
    assert contact.peak_n > 10.0


@pytest.mark.parametrize("slap_ms", [300.0, 150.0], ids=["held", "undecided"])
def test_a_light_hand_that_others_lift_off_for_a_moment_is_one_contact(slap_ms: float) -> None:
    """A slap whose fingers press up harder than its palm down takes all of it off for 15 ms."""
    channels = Calibration.nominal(INFO).channels
    shares = [((0.05, 0.05) if seat == 1 else (0.0, 0.0)) for seat in range(4)]
    calibration = Calibration((replace(channels[0], shares=tuple(shares)), *channels[1:]))
    t_ns = np.arange(900, dtype=np.int64) * MS
    light, slap = Push(0, 100, 1.4, 12.0, 500), Push(2, slap_ms, 12.0, 6.0, 200)
    fingers = [Push(3, slap_ms, 12.0, 6.0, 200), Push(3, slap_ms + 4, 28.0, 5.0, 8)]
    force = forces_at(INFO, [light, slap, *fingers], t_ns)
    lifting = np.maximum(force[:, 3] - force[:, 2], 0.0)
    force[:, 0] = np.maximum(force[:, 0] + 0.05 * force[:, 2] - 0.07 * lifting, 0.0)
    samples = Samples(t_ns, to_codes(INFO, force, np.random.default_rng(1), 3.0))
    (contact,) = contacts_of(fed(samples, calibration))
    assert near(contact, light.onset_ns())


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


# -- half of a hand --------------------------------------------------------------------------------


def test_half_of_a_hand_on_the_neighbours_petal_is_told_and_is_no_touch() -> None:
    hand = Push(0, 100, 20.0, 10.0, 200)
    halves = [hand, replace(hand, channel=2, peak_n=9.0)]
    rng = np.random.default_rng(1)
    events = fed(stream(INFO, halves, 1_000, rng=rng, noise_codes=1.0))
    assert [e.seat for e in events if isinstance(e, Contact)] == [0]
    assert told(events, Fault.NEIGHBOUR)[0][:2] == (1, True)


@pytest.mark.parametrize("after_ms", [-2.0, -1.0, 1.0, 2.0])
def test_two_hands_that_come_at_once_both_count(after_ms: float) -> None:
    hand = Push(0, 100, 20.0, 10.0, 200)
    other = Push(2, 100 + after_ms, 9.0, 10.0, 200)
    found = {e.seat: e for e in fed(pressed(hand, other)) if isinstance(e, Contact)}
    assert near(found[0], hand.onset_ns())
    assert near(found[1], other.onset_ns())


# -- samples that are none -------------------------------------------------------------------------


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


def saturating(starts_ms: list[float], limit: int = 2_400, rise_ms: float = 8.0) -> Samples:
    pushes = [Push(0, start, 20.0, rise_ms, 150) for start in starts_ms]
    samples = pressed(*pushes, duration_ms=int(starts_ms[-1]) + 500)
    samples.codes[samples.codes >= limit] = INFO.full_code
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


# -- loads -----------------------------------------------------------------------------------------


def test_a_load_that_creeps_on_or_is_put_down_leaves_no_bias() -> None:
    """2 N in a minute, and 5 N at once, which may be a hand's: it counts, and is told."""
    t_ns = np.arange(30_000, dtype=np.int64) * MS
    starts = [6_000.3, 12_000.7, 22_000.1, 28_000.5]
    pushes = [Push(0, start, 12.0, 12.0, 200) for start in starts]
    force = forces_at(INFO, pushes, t_ns)
    force[:, 0] += 2.0 * t_ns / (60_000 * MS) + 5.0 * np.clip((t_ns / MS - 15_000) / 300, 0, 1)
    codes = to_codes(INFO, force, np.random.default_rng(2), 3.0)
    found = [c for c in contacts_of(fed(Samples(t_ns, codes))) if c.t_ns // (1_000 * MS) != 15]
    assert len(found) == 4
    for contact, push in zip(found, pushes, strict=True):
        assert near(contact, push.onset_ns())
    errors = [c.t_ns - p.onset_ns() for c, p in zip(found, pushes, strict=True)]
    assert max(map(abs, errors[:2])) < 0.4 * MS


# -- sensors ---------------------------------------------------------------------------------------


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


def test_a_palm_on_swapped_plugs_counts_at_its_time_before_they_are_told() -> None:
    pushes = palms_on_swapped_plugs(0.015)
    events = fed(pressed(*pushes, duration_ms=1_800))
    found = contacts_of(events)
    assert len(found) >= 2
    for contact, push in zip(found, pushes[::2], strict=False):
        assert contact.gesture is Gesture.PALM
        assert near(contact, push.onset_ns())
    assert told(events, Fault.SWAPPED)[0][:2] == (0, True)
    assert not told(events, Fault.DEAD_CHANNEL)


def test_a_top_that_never_moves_is_dead_and_its_plugs_are_not_swapped() -> None:
    events = fed(pressed(*palms_on_swapped_plugs(0.0), duration_ms=1_800))
    assert told(events, Fault.DEAD_CHANNEL)[0][:2] == (0, True)
    assert not told(events, Fault.SWAPPED)
    assert contacts_of(events) == []


@pytest.mark.parametrize("crossed", [True, False])
def test_plugs_crossed_between_two_seats_are_told_within_ten_pinches(crossed: bool) -> None:
    """*Under* of seat 0 sits on seat 1, and the other way round; palms say nothing of it."""
    rng = np.random.default_rng(6)
    under = (3, 1) if crossed else (1, 3)
    pushes: list[Push] = []
    for n in range(10):
        start, seat = 450.0 * (n + 1), n % 2
        pushes += [
            Push(2 * seat, start, rng.uniform(8, 20), 10.0, 150),
            Push(under[seat], start + 3, rng.uniform(6, 15), 10.0, 150),
            Push(4 + 2 * seat, start + 12, rng.uniform(8, 20), 10.0, 150),
        ]
    events = fed(pressed(*pushes, duration_ms=5_200))
    assert {seat for seat, *_ in told(events, Fault.CROSSED)} == ({0, 1} if crossed else set())


@pytest.mark.parametrize(("factor", "found"), [(0.68, True), (1.0, False)])
def test_a_sensor_30_percent_off_its_sisters_is_told_within_ten_pinches(
    factor: float, found: bool
) -> None:
    rng = np.random.default_rng(5)
    pushes: list[Push] = []
    for n in range(10):
        for seat in range(4):
            start, top_n = 450.0 * (n + 1) + 100 * seat, rng.uniform(8, 20)
            under_n = top_n * rng.uniform(0.75, 0.9) * (factor if seat == 2 else 1.0)
            pushes += [
                Push(2 * seat, start, top_n, 10.0, 200),
                Push(2 * seat + 1, start + 3, under_n, 10.0, 200),
            ]
    events = fed(pressed(*pushes, duration_ms=5_200))
    assert [seat for seat, *_ in told(events, Fault.UNEVEN)] == ([2] if found else [])


def test_a_fault_that_comes_and_goes_stays_told() -> None:
    samples = pressed(duration_ms=14_000)
    for start in (1_000, 4_000, 7_000):
        samples.codes[start : start + 500, 0] = INFO.full_code
    states = [active for _, active, _ in told(fed(samples), Fault.NONSENSE)]
    assert states == [True, False, True, False, True]


# -- two contacts of one bounce --------------------------------------------------------------------


def test_a_bounce_whose_gap_may_be_5_ms_states_both_contacts() -> None:
    first = Push(0, 100.2, 6.0, 6.0, hold_ms=4, shape=linear)
    again = Push(0, 124.8, 15.0, 8.0, hold_ms=200, shape=linear)
    (contact,) = contacts_of(fed(pressed(first, again)))
    joint = 2 * np.hypot(contact.uncertainty_ns, contact.uncertainty_ns)
    if contact.uncertainty_ns > MS:
        assert joint >= again.onset_ns() - first.onset_ns()
    else:
        assert near(contact, first.onset_ns()) or near(contact, again.onset_ns())


def test_fingers_that_leave_after_the_palm_invent_no_touch_beside_them() -> None:
    """What couples of *under* alone has a source too."""
    force = np.zeros((900, len(INFO.channels)))
    t_ns = np.arange(900, dtype=np.int64) * MS
    pushes = []
    for seat in (0, 1):
        pushes += [Push(2 * seat, 100, 38.0, 10.0, 200), Push(2 * seat + 1, 110, 38.0, 10.0, 280)]
    force += forces_at(INFO, pushes, t_ns)
    petals = np.maximum(force[:, 0::2], force[:, 1::2])
    force += 0.03 * np.repeat(petals.sum(axis=1, keepdims=True) - petals, 2, axis=1)
    codes = to_codes(INFO, force, np.random.default_rng(6), 3.0)
    found = [e.seat for e in fed(Samples(t_ns, codes)) if isinstance(e, Contact)]
    assert sorted(found) == [0, 1]


def added(force_of: dict[int, Floats], *pushes: Push, duration_ms: int = 900) -> list[PadEvent]:
    """Events of pushes, with further forces on some channels."""
    t_ns = np.arange(duration_ms, dtype=np.int64) * MS
    force = forces_at(INFO, pushes, t_ns)
    for channel, newtons in force_of.items():
        force[:, channel] += newtons
    return fed(Samples(t_ns, to_codes(INFO, force)))


def test_light_hand_among_slaps_is_one() -> None:
    slap, child = Push(0, 300, 45.0, rise_ms=4), Push(4, 310, 1.4, hold_ms=250)
    events = added({}, slap, child)
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 2]


@pytest.mark.parametrize("hertz", [30.0, 50.0, 80.0])
def test_a_table_that_swings_under_a_slap_is_no_hand(hertz: float) -> None:
    """Up to 4 % of the slap, for some 40 ms; nothing of it is coupled as the shares say."""
    after_s = np.maximum(np.arange(900) - 308.0, 0.0) / 1_000
    swing = 1.4 * np.exp(-after_s / 0.03) * (0.5 - 0.5 * np.cos(2 * np.pi * hertz * after_s))
    events = added(
        {4: swing + 0.4 * np.exp(-after_s / 0.03) * (after_s > 0)}, Push(0, 300, 35.0, rise_ms=4)
    )
    assert [e.seat for e in events if isinstance(e, Contact)] == [0]


def test_something_put_on_the_table_is_no_hand_and_no_petal_leans() -> None:
    """It comes to all sensors, to each in its own measure."""
    t_ms = np.arange(3_000.0)
    rise = 4.0 * np.sin(np.pi / 2 * np.clip((t_ms - 500) / 400, 0.0, 1.0)) ** 2
    channels = range(len(INFO.channels))
    laid = {channel: rise * (0.7 + 0.1 * (channel % 5)) for channel in channels}
    hand = Push(2, 2_000, 15.0)
    events = added(laid, hand, duration_ms=3_000)
    assert [e.seat for e in events if isinstance(e, Contact)] == [1]
    assert not [e for e in events if isinstance(e, SeatFault) and e.seat != 1]


@pytest.mark.parametrize("comes_ms", [600, 1_000])
def test_hand_that_leant_with_what_may_be_a_contact_counts_when_it_comes(comes_ms: float) -> None:
    leans, comes = Push(0, 200, 1.05, hold_ms=1_000), Push(0, comes_ms, 12.0, hold_ms=200)
    events = added({}, leans, comes, duration_ms=1_500)
    onsets = [e.t_ns for e in events if isinstance(e, Contact)]
    assert abs(onsets[-1] - comes.onset_ns()) < MS


def test_a_light_hand_that_came_before_a_slap_is_no_swinging_table() -> None:
    """Fingers under another petal lift the table off it for a while, just as it is decided."""
    child = Push(0, 100, 1.1, 12.0, 400)
    samples = pressed(child, Push(3, 175, 30.0, 10.0, 300), Push(2, 205, 28.0, 10.0, 270))
    samples.codes[165:220, 0] = pressed(Push(0, 100, 0.4, 12.0, 400)).codes[165:220, 0]
    (contact,) = contacts_of(fed(samples))
    assert near(contact, child.onset_ns())


@pytest.mark.parametrize(("fingers_n", "comes"), [(22.0, True), (16.0, False)])
def test_a_light_hand_that_fingers_lift_the_table_off_has_come(
    fingers_n: float, comes: bool
) -> None:
    """Its sensor shows 0.93 N; fingers that press harder than the hand above them take the rest."""
    shares = ((0.0, 0.0), (0.05, 0.0), (0.0, 0.0), (0.0, 0.0))
    channels = (ChannelCalibration(shares=shares), *Calibration.nominal(INFO).channels[1:])
    hand, pinch = Push(2, 120, 16.0, 10.0, 400), Push(3, 118, fingers_n, 10.0, 400)
    samples = pressed(Push(0, 100, 0.93, 12.0, 300), hand, pinch)
    events = PadDecoder(INFO, Calibration(channels)).feed(samples)
    assert bool(contacts_of(events)) == comes


def test_two_hands_alike_that_press_nearly_as_hard_both_count() -> None:
    """Children's, as slow as each other, came within 0.2 ms: a half is less than that."""
    first = Push(0, 100, 6.6, 20.0, 200)
    second = replace(first, channel=2, start_ms=100.2, peak_n=4.8)
    rng = np.random.default_rng(1)
    events = fed(stream(INFO, [first, second], 1_000, rng=rng, noise_codes=1.0))
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 1]
    assert told(events, Fault.NEIGHBOUR)[0][:2] == (1, True)
