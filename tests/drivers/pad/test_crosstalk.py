"""A neighbour's slap never counts; a real hand beside it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.touch.assessing import Assessor
from drivers.times import MS
from tests.drivers.pad.pad_events import added, contacts_of, fed, near, sampled, weighed
from tests.drivers.pad.streams import Push, board_info, contacts, forces_at, split, to_codes

INFO = board_info(4)


def shaken_stream(
    pushes: Sequence[Push], share: float | Sequence[float], seed: int, duration_ms: int = 500
) -> Samples:
    """Codes when each petal's force couples into both sensors of all others.

    ``share``: of all petals' forces, or of each one's.
    """
    t_ns = np.arange(duration_ms, dtype=np.int64) * MS
    force = np.zeros((duration_ms, len(INFO.channels)))
    shares = np.broadcast_to(np.asarray(share, dtype=np.float64), (INFO.seats,))
    for channel, spec in enumerate(INFO.channels):
        everywhere = forces_at_offset(pushes, t_ns + spec.offset_ns)
        petals = np.maximum(everywhere[:, 0::2], everywhere[:, 1::2])
        others = np.arange(INFO.seats) != spec.seat
        force[:, channel] = everywhere[:, channel] + petals[:, others] @ shares[others]
    rng = np.random.default_rng(seed)
    gains = 1 + rng.normal(0, 0.05, len(INFO.channels))
    return Samples(t_ns, to_codes(INFO, force, rng, 3.0, gains))


def shaken(
    pushes: Sequence[Push], share: float | Sequence[float], seed: int, duration_ms: int = 500
) -> list[Contact]:
    """The contacts in such a stream."""
    samples = shaken_stream(pushes, share, seed, duration_ms)
    return contacts(PadDecoder(INFO, Calibration.nominal(INFO)), [samples])


def forces_at_offset(
    pushes: Sequence[Push], at_ns: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """All channels at the same moments."""
    still = board_info(INFO.seats, step_ns=0)
    return forces_at(still, pushes, at_ns)


@given(
    st.floats(0.01, 0.06), st.floats(5, 40), st.floats(5, 20), st.floats(0, 1), st.integers(0, 99)
)
def test_slap_of_a_neighbour_never_counts(
    share: float, peak_n: float, rise_ms: float, phase: float, seed: int
) -> None:
    found = shaken([Push(0, 50 + phase, peak_n, rise_ms, 200)], share, seed)
    assert [(c.seat, c.gesture) for c in found] == [(0, Gesture.PALM)]


@given(st.lists(st.floats(0, 60), min_size=3, max_size=3), st.integers(0, 99))
def test_three_slaps_at_once_do_not_make_a_fourth(starts: list[float], seed: int) -> None:
    slaps = [Push(2 * s, 50 + start, 40.0, 8.0, 250) for s, start in enumerate(starts)]
    found = shaken(slaps, (0.05, 0.02, 0.04, 0.0), seed)
    assert sorted(c.seat for c in found) == [0, 1, 2]
    assert {c.gesture for c in found} == {Gesture.PALM}


@given(st.sampled_from([-40.0, -10.0, -3.0, 12.0, 40.0, 120.0]), st.integers(0, 99))
def test_light_touch_beside_a_hard_slap_counts_at_its_own_time(gap_ms: float, seed: int) -> None:
    slap = Push(0, 100.0, 40.0, 10.0, 200)
    light = [Push(2, 100.0 + gap_ms, 2.0, 8.0, 150), Push(3, 102.0 + gap_ms, 2.0, 8.0, 150)]
    found = {c.seat: c for c in shaken([slap, *light], 0.04, seed)}
    assert sorted(found) == [0, 1]
    assert abs(found[1].t_ns - light[0].onset_ns()) <= 4 * found[1].uncertainty_ns
    assert found[1].uncertainty_ns < 4 * MS


def _earliest_ms(finger: Push, slap: Push, grip: Push, seed: int) -> float:
    """The earliest moment at which the hand may have come whose finger, grip and neighbour's slap
    are those, on a table that couples little, which nobody knows."""
    found = {c.seat: c for c in shaken([slap, finger, grip], 0.002, seed)}[1]
    return (found.t_ns - max(found.early_ns, 2 * found.uncertainty_ns)) / MS


@pytest.mark.parametrize("rest_n", [0.46, 0.5, 0.55])
@pytest.mark.parametrize("grip_ms", [120.0, 130.0])
def test_a_finger_that_lay_there_before_a_slap_is_no_part_of_what_that_couples(
    rest_n: float, grip_ms: float
) -> None:
    slap, grip = Push(0, 104.0, 40.0, 6.0, 250), Push(2, grip_ms, 12.0, 8.0, 150)
    finger = Push(2, 97.0, rest_n, 4.0, 300)
    for seed in range(8):
        assert 90.0 < _earliest_ms(finger, slap, grip, seed) < 99.0


@given(st.floats(0, 5), st.integers(0, 99))
def test_two_hands_in_the_same_moment_both_count(gap_ms: float, seed: int) -> None:
    first = [Push(0, 100.0, 25.0, 8.0, 150), Push(1, 103.0, 20.0, 8.0, 150)]
    second = [Push(2, 100 + gap_ms, 25.0, 8.0, 150), Push(3, 103 + gap_ms, 20.0, 8.0, 150)]
    found = {c.seat: c for c in shaken([*first, *second], 0.04, seed)}
    assert sorted(found) == [0, 1]
    assert {c.gesture for c in found.values()} == {Gesture.GRAB}
    for seat, hand in ((0, first), (1, second)):
        assert abs(found[seat].t_ns - hand[0].onset_ns()) <= 4 * found[seat].uncertainty_ns


@pytest.mark.parametrize(("fingers_n", "gesture"), [(0.0, Gesture.PALM), (6.0, Gesture.GRAB)])
def test_what_comes_to_under_long_after_a_palm_is_asked_for_its_gesture_alone(
    fingers_n: float, gesture: Gesture, monkeypatch: pytest.MonkeyPatch
) -> None:
    screened: set[tuple[int, int]] = set()
    screen = Assessor.screen

    def spy(self: Assessor, part: int, *rest: Any) -> bool:
        screened.add((self._order, part))
        return screen(self, part, *rest)

    monkeypatch.setattr(Assessor, "screen", spy)
    slap, palm = Push(0, 140.0, 40.0, 8.0, 200), Push(2, 100.0, 15.0, 8.0, 250)
    fingers = Push(3, 142.0, fingers_n, 8.0, 200)
    for seed in range(4):
        found = {c.seat: c for c in shaken([slap, palm, fingers], 0.04, seed)}
        assert sorted(found) == [0, 1]
        assert found[1].gesture is gesture
        assert abs(found[1].t_ns - palm.onset_ns()) <= 4 * found[1].uncertainty_ns
    assert (2, 1) in screened
    assert (1, 1) not in screened


def test_slap_does_not_turn_a_neighbours_palm_into_a_grab() -> None:
    palm, slap = Push(2, 100.0, 8.0, 8.0, 300), Push(0, 150.0, 40.0, 8.0, 250)
    for seed in range(10):
        found = {c.seat: c.gesture for c in shaken([palm, slap], 0.05, seed)}
        assert found == {0: Gesture.PALM, 1: Gesture.PALM}


@example(6)  # both slap at once: what couples loads the free petal too, but it had been free
@example(1458)
@given(st.integers(0, 99))
def test_hand_that_stays_while_others_slap_again_and_again_is_one_contact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stays = [Push(0, 100.0, 10.0, 10.0, 1_800), Push(1, 104.0, 8.0, 10.0, 1_800)]
    slaps = [
        Push(channel, start + rng.uniform(0, 60), rng.uniform(10, 40), 8.0, rng.uniform(100, 300))
        for channel in (2, 4)
        for start in (100, 700, 1_300)
    ]
    found = shaken([*stays, *slaps], 0.05, seed, 2_000)
    assert [sum(c.seat == seat for c in found) for seat in range(4)] == [1, 3, 3, 0]


def test_hand_that_left_is_seen_to_leave_while_a_neighbour_presses_on() -> None:
    """What couples (0.6 N) is more than the release (0.35 N): it must not hold the petal."""
    leaning = Push(0, 50.0, 12.0, 10.0, 2_000)
    slaps = [Push(2, 60.0, 20.0, 8.0, 150), Push(2, 700.0, 20.0, 8.0, 150)]
    for seed in range(10):
        found = [c for c in shaken([leaning, *slaps], 0.05, seed, 1_500) if c.seat == 1]
        for contact, slap in zip(found, slaps, strict=True):
            assert abs(contact.t_ns - slap.onset_ns()) <= 3 * contact.uncertainty_ns


@pytest.mark.parametrize("seed", range(6))
def test_hand_counts_again_while_one_that_stays_couples_into_its_petal(seed: int) -> None:
    """On a table that nobody weighed: 12 N leave 0.7 N on the petal, more than the release, for
    which the hand that had left was once held to be there for another second."""
    stays = [Push(4, 100.0, 12.0, 10.0, 1_800), Push(5, 104.0, 4.0, 10.0, 1_800)]
    slaps = [Push(0, start, 30.0, 8.0, 120) for start in (120, 700, 1_300)]
    found = [c for c in shaken([*stays, *slaps], 0.06, seed, 2_000) if c.seat == 0]
    assert len(found) == len(slaps)
    for contact, slap in zip(found, slaps, strict=True):
        assert abs(contact.t_ns - slap.onset_ns()) <= 3 * contact.uncertainty_ns


@settings(max_examples=15)
@given(st.lists(st.integers(1, 1_199), max_size=30), st.integers(0, 20))
def test_batches_do_not_matter_in_a_crowd(cuts: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    pushes = [
        Push(channel, start + rng.uniform(0, 50), rng.uniform(5, 40), 8.0, rng.uniform(50, 400))
        for start in (100, 700)
        for channel in (0, 1, 2, 4, 5)
    ]
    samples = shaken_stream(pushes, 0.05, seed, 1_200)
    whole = contacts(PadDecoder(INFO, Calibration.nominal(INFO)), [samples])
    assert len(whole) >= 5
    parts = split(samples, cuts)
    assert contacts(PadDecoder(INFO, Calibration.nominal(INFO)), parts) == whole


@pytest.mark.slow
def test_crowds_of_slaps_and_grabs_give_each_hand_once() -> None:
    """Two hundred crowds; none makes a false contact, all times are honest."""
    rng = np.random.default_rng(8)
    sigmas = []
    for seed in range(200):
        seats = rng.permutation(4)[: int(rng.integers(1, 4))]
        hands = {
            int(s): Push(2 * int(s), 50 + rng.uniform(0, 100), rng.uniform(10, 40), 10.0, 300)
            for s in seats
        }
        found = shaken(list(hands.values()), rng.uniform(0.01, 0.06, 4).tolist(), seed, 600)
        assert sorted(c.seat for c in found) == sorted(hands)
        sigmas += [abs(c.t_ns - hands[c.seat].onset_ns()) / c.uncertainty_ns for c in found]
    assert np.mean(np.array(sigmas) <= 2) >= 0.95


WEIGHED = Calibration(
    tuple(
        ChannelCalibration(
            gain_sigma=0.07,
            shares=tuple((0.02 * (seat != spec.seat),) * 2 for seat in range(INFO.seats)),
        )
        for spec in INFO.channels
    )
)


@pytest.mark.parametrize("seed", range(10))
def test_a_table_that_got_looser_since_it_was_weighed_invents_no_hand(seed: int) -> None:
    """It takes some tenths of a millisecond to pass a force on."""
    slap = Push(4, 100.3, 30.0, 4.0)
    samples = shaken_stream([slap], [0.0] * 4, seed)
    passed_on = shaken_stream([replace(slap, start_ms=slap.start_ms + 0.6)], 0.08, seed)
    others = [channel for channel, spec in enumerate(INFO.channels) if spec.seat != 2]
    samples.codes[:, others] = passed_on.codes[:, others]
    found = contacts(PadDecoder(INFO, WEIGHED), [samples])
    assert [contact.seat for contact in found] == [2]


@pytest.mark.parametrize("seed", range(10))
def test_a_light_hand_beside_a_slap_counts_on_a_table_that_was_weighed(seed: int) -> None:
    """Nobody else's petal shows that the table has got looser."""
    light = Push(0, 103.0, 2.4, 15.0)
    samples = shaken_stream([Push(4, 100.0, 35.0, 8.0), light], 0.02, seed)
    found = contacts(PadDecoder(INFO, WEIGHED), [samples])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert len(found) == 2
    assert abs(own.t_ns - light.onset_ns()) <= 3 * own.uncertainty_ns


@pytest.mark.parametrize("seed", range(5))
def test_two_light_hands_at_once_do_not_show_that_a_table_has_got_looser(seed: int) -> None:
    """They rise as a slap beside them does; the third petal would show it too, and does not."""
    light = [Push(0, 100.2, 2.4, 8.0, 250), Push(2, 100.4, 2.2, 8.0, 250)]
    samples = shaken_stream([Push(4, 100.0, 30.0, 8.0, 250), *light], 0.02, seed)
    found = contacts(PadDecoder(INFO, WEIGHED), [samples])
    assert sorted(contact.seat for contact in found) == [0, 1, 2]
    for hand, contact in zip(light, sorted(found, key=lambda c: c.seat), strict=False):
        assert abs(contact.t_ns - hand.onset_ns()) <= 3 * contact.uncertainty_ns


@pytest.mark.parametrize("seed", range(6))
def test_a_brush_is_no_contact_by_what_a_slap_leaves_in_it_for_some_samples(seed: int) -> None:
    """0.85 N for a fifth of a second, and 0.2 N more for less than a contact takes, on a table that
    couples a little more than is known; somebody else has pressed since long before."""
    stays, slap = Push(6, 100.0, 15.0, 10.0, 600), Push(2, 400.0, 45.0, 4.0, 4.0)
    brush = Push(0, 300.0, 0.85, 20.0, 200)
    t_ns = np.arange(900, dtype=np.int64) * MS
    force = np.zeros((len(t_ns), len(INFO.channels)))
    for channel, spec in enumerate(INFO.channels):
        everywhere = forces_at_offset([stays, brush, slap], t_ns + spec.offset_ns)
        others = np.arange(INFO.seats) != spec.seat
        force[:, channel] = everywhere[:, channel] + everywhere[:, 0::2][:, others].sum(1) * 0.024
    samples = Samples(t_ns, to_codes(INFO, force, np.random.default_rng(seed), 3.0))
    assert [c.seat for c in contacts(PadDecoder(INFO, WEIGHED), [samples])] == [3, 1]


def bent(slap: Push, seed: int, *hands: Push, late_ms: float = 0.6) -> Samples:
    """A slap that couples into one petal only, thrice what is known, in a shape that the sensors
    bend: the source sags, and what reads some tenths of a newton reads too little."""
    samples = shaken_stream([slap, *hands], [0.0] * 4, seed)
    felt = Push(0, slap.start_ms + late_ms, 2.4, slap.rise_ms, slap.hold_ms, lambda x: x**2.6)
    echo = shaken_stream([slap, felt, *hands], [0.0] * 4, seed)
    samples.codes[:, :2] = echo.codes[:, :2]
    return samples


@pytest.mark.parametrize("seed", range(3))
def test_an_echo_of_a_slap_is_no_hand_however_much_of_it_couples(seed: int) -> None:
    """No other petal shows that the table couples more: the shape says so alone."""
    slap = Push(4, 100.3, 40.0, 12.0, 300, lambda x: x**2)
    found = contacts(PadDecoder(INFO, WEIGHED), [bent(slap, seed)])
    assert [contact.seat for contact in found] == [2]


@pytest.mark.parametrize("after_ms", [40.0, 80.0])
def test_a_hand_that_comes_after_an_echo_has_its_own_time(after_ms: float) -> None:
    """The echo once opened its touch, and was its onset."""
    slap = Push(4, 100.3, 40.0, 12.0, 300, lambda x: x**2)
    hand = Push(0, 112.0 + after_ms, 15.0, 10.0, 150)
    found = contacts(PadDecoder(INFO, WEIGHED), [bent(slap, 1, hand)])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert abs(own.t_ns - hand.onset_ns()) <= 3 * own.uncertainty_ns
    assert own.uncertainty_ns < MS


@pytest.mark.parametrize("rest_n", [0.65, 0.7])
@pytest.mark.parametrize("seed", range(2))
def test_a_finger_that_rests_in_the_shape_of_a_slap_is_no_echo(rest_n: float, seed: int) -> None:
    """It was taken off as coupled, so its grip was told 15 ms late, with u 0.09 ms and no ends."""
    slap, finger = Push(4, 100.3, 35.0, 14.0, 300), Push(0, 100.9, rest_n, 14.0, 300)
    grip = Push(0, 126.0, 11.0, 8.0, 150)
    found = contacts(PadDecoder(INFO, WEIGHED), [shaken_stream([slap, finger, grip], 0.02, seed)])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert near(own, finger.onset_ns(), 2.5)
    assert near(own, grip.onset_ns(), 2.5)


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_alike_a_slap_counts_where_no_weighing_errs_by_so_much(seed: int) -> None:
    """A table might couple as much, in the slap's very shape, but not one weighed at a quarter."""
    slap = Push(4, 100.3, 30.0, 10.0, 300)
    hand = replace(slap, channel=0, start_ms=100.9, peak_n=2.1)
    found = contacts(PadDecoder(INFO, WEIGHED), [shaken_stream([slap, hand], 0.02, seed)])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert abs(own.t_ns - hand.onset_ns()) <= 3 * own.uncertainty_ns


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_alike_a_slap_counts_where_no_table_couples_so_much(seed: int) -> None:
    """More than a tenth of the slap, in its very shape, was taken for its echo."""
    slap = Push(4, 100.3, 20.0, 10.0, 300)
    hand = replace(slap, channel=0, start_ms=100.9, peak_n=2.3)
    found = contacts(PadDecoder(INFO, WEIGHED), [shaken_stream([slap, hand], 0.02, seed)])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert abs(own.t_ns - hand.onset_ns()) <= 3 * own.uncertainty_ns


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_a_finger_that_bounces_beside_a_slap_is_one_contact(seed: int) -> None:
    """It came back in the very scan in which its first contact was found to be its own."""
    bounce, hand = Push(0, 100.0, 2.0, 1.0, 0.0), Push(0, 114.5, 30.0, 8.0, 200)
    found = shaken([Push(4, 88.0, 30.0, 8.0, 300), bounce, hand], 0.04, seed)
    assert sorted(contact.seat for contact in found) == [0, 2]


def test_a_child_beside_a_grab_whose_thumb_comes_first_is_a_hand() -> None:
    """*Under* alone may be a palm on swapped plugs, which couples more than a pinch; not once *top*
    is pressed."""
    shares = ((0.0, 0.0), (0.023, 0.001), (0.0, 0.0), (0.0, 0.0))
    channels = (ChannelCalibration(shares=shares), *Calibration.nominal(INFO).channels[1:])
    child = Push(0, 296, 1.6, 14.0, hold_ms=250)
    grab = Push(3, 300, 27.0, 8.0, hold_ms=250), Push(2, 304, 39.0, 9.0, hold_ms=250)
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(INFO, [child, *grab], t_ns)
    force[:, 0] += 0.023 * np.maximum(force[:, 2] - force[:, 3], 0.0)
    events = fed(Samples(t_ns, to_codes(INFO, force)), Calibration(channels))
    (contact,) = contacts_of(events)
    assert near(contact, child.onset_ns())


def _grab(seat: int, start_ms: float, top_n: float, under_n: float) -> list[Push]:
    return [
        Push(2 * seat, start_ms, top_n, 10.0, hold_ms=250),
        Push(2 * seat + 1, start_ms, under_n, 10.0, hold_ms=250),
    ]


def test_a_child_is_no_proof_that_the_table_couples_a_hundred_times_as_much_into_another() -> None:
    """Both rise as the adult between them does. What slaps have taught grows by some times."""
    taught = enumerate((0.0, 28.0, 0.0, 34.0))
    grabs = [push for k, under_n in taught for push in _grab(1, 600.0 * (k + 1), 35.0, under_n)]
    grab = _grab(1, 3_300, 31.0, 24.0)
    children = [Push(channel, 3_299, 1.5, 12.0, hold_ms=250) for channel in (0, 4)]
    t_ns = np.arange(3_800, dtype=np.int64) * MS
    force = forces_at(INFO, [*grabs, *grab, *children], t_ns)
    push = force[:, 2] - force[:, 3]
    force[:, [0, 4]] += 0.02 * push[:, None]
    events = fed(Samples(t_ns, to_codes(INFO, force)))
    found = [e for e in events if isinstance(e, Contact) and e.t_ns > 3_200 * MS]
    assert sorted(e.seat for e in found) == [0, 1, 2]
    assert all(near(e, children[0].onset_ns()) for e in found if e.seat != 1)


@pytest.mark.parametrize("start_ms", [1_797.0, 1_800.0, 1_802.0])
@pytest.mark.parametrize("child_n", [1.3, 1.5])
def test_a_light_hand_beside_another_is_no_proof_that_the_table_has_got_loose(
    start_ms: float, child_n: float
) -> None:
    """It rose as the grab did, by five times of what slaps have taught."""
    palms = [push for at_ms in (600.0, 1_200.0) for push in _grab(1, at_ms, 40.0, 2.0)]
    child, beside = Push(0, start_ms, child_n, 14.0, 250), Push(4, 1_801, 2.0, 10.0, 250)
    t_ns = np.arange(2_300, dtype=np.int64) * MS
    force = forces_at(INFO, [*palms, *_grab(1, 1_800.0, 44.0, 20.0), child, beside], t_ns)
    force[:, [0, 4]] += 0.01 * np.maximum(force[:, 2] - force[:, 3], 0.0)[:, None]
    (own,) = contacts_of(fed(Samples(t_ns, to_codes(INFO, force)), weighed(0.01)))
    assert near(own, child.onset_ns())


@pytest.mark.parametrize(("child_n", "comes"), [(1.2, True), (0.7, False)])
def test_too_much_taken_off_a_child_that_surely_presses_makes_no_brush_of_it(
    child_n: float, comes: bool
) -> None:
    """The table couples 1.8 % by now, of 3.3 % that were weighed: it shows 0.85 N of 1.2 N."""
    shares = ((0.0, 0.0), (0.033, 0.0), (0.0, 0.0), (0.0, 0.0))
    channels = (ChannelCalibration(shares=shares), *Calibration.nominal(INFO).channels[1:])
    child, slap = Push(0, 292, child_n, 16.0, hold_ms=250), Push(2, 303, 25.0, 6.0, hold_ms=250)
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(INFO, [child, slap], t_ns)
    force[:, 0] += 0.018 * force[:, 2]
    found = contacts_of(fed(Samples(t_ns, to_codes(INFO, force)), Calibration(channels)))
    assert [near(contact, child.onset_ns()) for contact in found] == [True] * comes


@pytest.mark.parametrize("known", [0.03, 0.035])
@pytest.mark.parametrize("hand_ms", [318.0, 325.0, 335.0])
def test_a_brush_before_a_slap_is_not_surely_the_hand_that_comes_after_it(
    known: float, hand_ms: float
) -> None:
    """What the slap couples more than is known looks like a brush that stays."""
    none = (0.0, 0.0)
    shares = (none, (known, 0.0), none, none)
    channels = (ChannelCalibration(shares=shares), *Calibration.nominal(INFO).channels[1:])
    t_ms = np.arange(900.0)
    force = forces_at(INFO, [Push(2, 300, 50.0, 6.0, hold_ms=150)], np.arange(900) * MS)
    force[:, 0] += 0.05 * force[:, 2]
    force[:, 0] += np.interp(t_ms, [295, 297, 305, 308], [0.0, 1.1, 1.1, 0.0])
    force[:, 0] += np.interp(t_ms, [hand_ms, hand_ms + 6, 494, 500], [0.0, 1.5, 1.5, 0.0])
    (own,) = sampled(force, Calibration(channels))
    assert near(own, (hand_ms + 2.0) * MS)


def test_a_child_that_came_before_a_slap_is_no_later_for_what_that_couples() -> None:
    """Twice its force: it may have been too much, and too little, by as much as the child presses
    with. But it was there, and has not gone by that."""
    none = (0.0, 0.0)
    shares = (none, (0.05, 0.0), none, none)
    channels = (ChannelCalibration(shares=shares), *Calibration.nominal(INFO).channels[1:])
    child, slap = Push(0, 294, 1.15, 12.0, hold_ms=300), Push(2, 303, 50.0, 6.0, hold_ms=50)
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(INFO, [child, slap], t_ns)
    force[:, 0] += 0.05 * force[:, 2]
    found = contacts_of(fed(Samples(t_ns, to_codes(INFO, force)), Calibration(channels)))
    (own,) = [contact for contact in found if contact.seat == 0]
    assert near(own, child.onset_ns())
    assert own.uncertainty_ns < MS
    assert own.late_ns < MS


def on_a_new_table(pushes: Sequence[Push], shares: Sequence[float]) -> list[Contact]:
    """Contacts of a petal into which each other one couples a share of what it is pushed with."""
    t_ns = np.arange(900, dtype=np.int64) * MS
    force = forces_at(INFO, pushes, t_ns)
    push = np.maximum(force[:, 2::2] - force[:, 3::2], 0.0)
    force[:, 0] += push @ np.array(shares)
    return contacts_of(fed(Samples(t_ns, to_codes(INFO, force))))


@pytest.mark.parametrize(
    ("peak_n", "rise_ms", "start_ms", "comes"),
    [
        (1.35, 16.0, 293.0, True),
        (1.35, 20.0, 290.0, True),
        (1.5, 24.0, 291.0, True),
        (0.7, 16.0, 287.0, False),
        (0.7, 24.0, 280.0, False),
    ],
)
def test_on_a_new_table_a_child_that_came_before_a_slap_is_none_of_its_echo(
    peak_n: float, rise_ms: float, start_ms: float, comes: bool
) -> None:
    """It rises on as the slap does: of that alone nobody knows how much is coupled."""
    child = Push(0, start_ms, peak_n, rise_ms, hold_ms=250)
    slap = Push(2, 303.0, 34.0, 6.0, hold_ms=250)
    found = on_a_new_table([child, slap], [0.01, 0.0, 0.0])
    assert [near(contact, child.onset_ns()) for contact in found] == [True] * comes


@pytest.mark.parametrize("rise_ms", [20.0, 25.0])
def test_three_slaps_do_not_explain_an_adult_away_who_came_before_them(rise_ms: float) -> None:
    """Seven per cent of one, three of another, five of the third: of 6 N nothing was left."""
    finger, hand = Push(0, 294.0, 0.46, 4.0, 320), Push(0, 302.0, 6.0, rise_ms, 300)
    slaps = [Push(2, 304.0, 56.0, 10.0, 200), Push(4, 310.0, 36.0, 14.0, 200)]
    slaps.append(Push(6, 307.0, 42.0, 16.0, 200))
    (contact,) = on_a_new_table([finger, hand, *slaps], [0.012, 0.003, 0.006])
    assert near(contact, 303.0 * MS)


@pytest.mark.parametrize("after_ms", [-1.0, 0.0, 1.0])
def test_on_a_new_table_a_light_hand_is_seen_beside_a_slap_across_the_table(
    after_ms: float,
) -> None:
    """It has the slap's shape, but of a slap so far away nobody expects as much."""
    mine, slap = Push(0, 300.0, 3.0, 12.0), Push(4, 300.0 + after_ms, 40.0, 10.0)
    times_ms = np.arange(900.0)
    (contact,) = contacts_of(added({0: 0.008 * slap.newtons(times_ms)}, mine, slap))
    assert near(contact, mine.onset_ns())
