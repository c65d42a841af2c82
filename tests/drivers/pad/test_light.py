"""Light hands and brushes beside others that hold still, whose fingers come first, or that lean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import WEIGHED_SPREAD, Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of, near
from tests.drivers.pad.streams import Push, in_batches, linear, to_codes
from tests.drivers.pad.test_leaning import INFO, felt, hands


def weighed(top: Mapping[int, float], under: Mapping[int, float] | None = None) -> Calibration:
    """A weighed table, on which such shares of the pushes of these petals couple into seat 0's two
    sensors, and nothing else anywhere."""
    channels = list(Calibration.nominal(INFO).channels)
    for index, channel in enumerate(channels):
        known = {0: top, 1: under or {}}.get(index, {})
        shares = tuple((known.get(seat, 0.0), 0.0) for seat in range(INFO.seats))
        channels[index] = replace(channel, gain_sigma=WEIGHED_SPREAD, shares=shares)
    return Calibration(tuple(channels))


def coupled(force: Floats, top: Mapping[int, float]) -> Floats:
    """The same forces, and what these pushes bring to seat 0's *top*."""
    for seat, share in top.items():
        force[:, 0] += share * (force[:, 2 * seat] - force[:, 2 * seat + 1])
    return np.maximum(force, 0.0)


def test_a_finger_has_rested_before_fingers_lift_it_though_somebody_leans_elsewhere() -> None:
    """It lay there alone with half a newton, of which the fingers leave 0.3 N, until it grips. Who
    leans on a petal far off couples nothing that shows."""
    t, shares = np.arange(1_000.0) - 300.0, {3: 0.0175}
    force = hands(1_000, Push(4, 50, 0.75, 20, 700))
    force[:, 0] = np.interp(t, [-3, 0, 25, 42, 400, 420], [0, 0.49, 0.57, 5.9, 5.9, 0])
    force[:, 1] = np.interp(t, [36, 50, 400, 420], [0, 4.1, 4.1, 0])
    force[:, 7] = np.interp(t, [4, 14, 400, 420], [0, 13.3, 13.3, 0])
    force[:, 6] = np.interp(t, [37, 47, 400, 420], [0, 6.7, 6.7, 0])
    _, events, _ = felt(coupled(force, shares), calibration=weighed(shares))
    (contact,) = contacts_of(events, 0)
    assert contact.t_ns - contact.early_ns <= 301 * MS


@pytest.mark.parametrize("rest_n", [0.3, 0.4])
def test_a_finger_that_lay_alone_is_under_what_is_taken_off_too_much(rest_n: float) -> None:
    """A palm brings 0.5 N less than was weighed: the finger seemed gone, and was told at its grip,
    18 ms late without ends."""
    t, palm = np.arange(1_000.0) - 300.0, Push(2, 300, 34.0, 8, 500)
    force = hands(1_000, palm)
    hand_n = [0, rest_n, rest_n, 0.5, 0.7, 12, 12, 0]
    force[:, 0] = np.interp(t, [-40, -30, 0, 12, 30, 34, 400, 420], hand_n)
    _, events, _ = felt(coupled(force, {1: 0.03}), calibration=weighed({1: 0.045}))
    (contact,) = contacts_of(events, 0)
    earliest_ns = contact.t_ns - max(contact.early_ns, 2 * contact.uncertainty_ns)
    assert earliest_ns <= 313 * MS


@pytest.mark.parametrize("rise_ms", [40, 70])
@pytest.mark.parametrize("after_ms", [1, 6, 15])
def test_a_grip_that_comes_after_a_light_hand_does_not_undo_it(after_ms: int, rise_ms: int) -> None:
    """1.3 N, of which its table was weighed to couple nothing: the first hand lost to the grip."""
    light = Push(0, 300, 1.3, rise_ms, 400, linear)
    grip = light.onset_ns() // MS + after_ms
    force = hands(1_000, light, Push(2, grip, 40.0, 12, 400), Push(3, grip, 38.0, 12, 400))
    _, events, _ = felt(force, calibration=weighed({}))
    (contact,) = contacts_of(events, 0)
    assert near(contact, light.onset_ns())
    assert len(contacts_of(events, 1)) == 1


@pytest.mark.parametrize(("peak_n", "counts"), [(0.9, False), (1.1, True)])
def test_slaps_do_not_undo_a_light_hand_that_had_come_before_them(
    peak_n: float, counts: bool
) -> None:
    """They couple as much as was weighed, beside a palm that lies still; what explains them takes
    of the hand too. Nor do they make a contact of a brush."""
    shares = {1: 0.018, 2: 0.043, 3: 0.018}
    light = Push(0, 320, peak_n, 20, 500, linear)
    slap = light.onset_ns() // MS + 18
    slaps = Push(2, slap, 54.0, 6, 400), Push(4, slap + 9, 54.0, 6, 400)
    force = hands(1_200, light, Push(6, 290, 20.0, 8, 700), *slaps)
    _, events, _ = felt(coupled(force, shares), calibration=weighed(shares))
    own = contacts_of(events, 0)
    assert len(own) == counts
    assert all(near(contact, light.onset_ns()) for contact in own)


@pytest.mark.parametrize("slap_n", [25.0, 45.0])
def test_what_swapped_plugs_show_of_a_slap_is_no_hand(slap_n: float) -> None:
    """Each sensor shows what was weighed of the other: *under* a newton more, *top* as much less.
    Nobody presses *under* so."""
    force = hands(1_000, Push(2, 300, slap_n, 6, 300))
    force[:, 0], force[:, 1] = 0.011 * force[:, 2], 0.047 * force[:, 2]
    _, events, _ = felt(force, calibration=weighed({1: 0.047}, {1: 0.011}))
    assert not contacts_of(events, 0)
    assert len(contacts_of(events, 1)) == 1


def test_a_light_palm_on_swapped_plugs_has_come() -> None:
    """Its *under* shows the hand and what others couple, its *top* as much less."""
    child = Push(1, 380, 1.3, 20, 300)
    force = hands(1_000, child, Push(2, 300, 30.0, 8, 500))
    force[:, 0] += 0.011 * force[:, 2]
    force[:, 1] += 0.02 * force[:, 2]
    _, events, _ = felt(force, calibration=weighed({1: 0.02}, {1: 0.011}))
    (contact,) = contacts_of(events, 0)
    assert near(contact, child.onset_ns(), 3.0)


@pytest.mark.parametrize("after_ms", [60, 90, 100, 110, 116])
def test_a_hand_waits_no_longer_for_what_fingers_bring_to_its_other_sensor(after_ms: int) -> None:
    """Its *top* has come surely; *under* seems to, while somebody else's fingers press alone."""
    palm = Push(0, 300, 8.0, 10, 500)
    force = hands(1_000, palm, Push(5, 295 + after_ms, 25.0, 10, 400))
    force += hands(1_000, Push(1, 300 + after_ms, 1.3, 8, 300))
    _, events, _ = felt(force)
    (contact,) = contacts_of(events, 0)
    assert contact.decided_ns - palm.onset_ns() <= 140 * MS


def on_parts(gain: float, *pushes: Push, calibration: Calibration | None = None) -> list[Contact]:
    """Contacts of seat 0, beside a slap on seat 2, on a table that nobody has weighed, and whose
    parts show so much of what the data sheet's do."""
    force = hands(1_000, Push(4, 330, 20.0, 6, 400), *pushes)
    codes = to_codes(INFO, force, np.random.default_rng(1), 3.0, gain)
    pad = PadDecoder(INFO, calibration or Calibration.nominal(INFO))
    samples = Samples(np.arange(len(force), dtype=np.int64) * MS, codes)
    return contacts_of([e for batch in in_batches(samples) for e in pad.feed(batch)], 0)


@pytest.mark.parametrize("gain", [0.76, 0.85, 1.0])
@pytest.mark.parametrize("rise_ms", [12, 25])
def test_a_grip_of_a_child_is_none_too_light_for_parts_that_nobody_has_weighed(
    gain: float, rise_ms: int
) -> None:
    """1.2 N read 0.9 N on both sensors of a table whose parts show so little: in 13 of 116 such
    races somebody who came later won."""
    grip = Push(0, 300, 1.2, rise_ms, 300), Push(1, 303, 1.15, rise_ms, 300)
    (contact,) = on_parts(gain, *grip)
    assert contact.gesture is Gesture.GRAB


@pytest.mark.parametrize("newtons", [0.75, 0.9])
def test_what_one_sensor_alone_shows_is_no_grip_on_a_new_table(newtons: float) -> None:
    """A sleeve, or a finger that leans, as light as that child reads."""
    assert not on_parts(1.0, Push(0, 300, newtons, 20, 300))


@pytest.mark.parametrize("newtons", [0.6, 0.65])
def test_who_surely_presses_with_less_than_a_newton_on_both_makes_no_contact(
    newtons: float,
) -> None:
    pushes = Push(0, 300, newtons, 20, 300), Push(1, 302, newtons, 20, 300)
    assert not on_parts(1.0, *pushes)


def test_a_palm_on_a_petal_that_nobody_weighed_is_read_as_the_others_are() -> None:
    """It shows 0.9 N by the data sheet, as the others would, which somebody has weighed."""
    other = ChannelCalibration(0.75, WEIGHED_SPREAD, exponent=0.83)
    never = [ChannelCalibration()] * 2
    some = Calibration((*never, *[other] * (len(INFO.channels) - 2)))
    palm = Push(0, 300, 1.2, 12, 300)
    assert len(on_parts(0.75, palm, calibration=some)) == 1
    assert not on_parts(0.75, palm)
    pad = PadDecoder(INFO, some)
    assert [channel.exponent for channel in pad.learned().channels[:2]] == [None, None]


@pytest.mark.parametrize(("palm_n", "comes"), [(1.1, True), (0.75, False)])
def test_what_nobody_can_couple_is_not_explained_by_what_others_couple(
    palm_n: float, comes: bool
) -> None:
    """As the palm rose more slowly than the slap its first newton taught more of a share, and that
    explained the rest of it."""
    at_ms = np.array([291, 300, 302, 304, 306, 310, 314, 320, 410, 600, 620])
    slap_n = [0.0, 0, 13, 23, 29, 36, 39, 41, 45, 45, 0]
    rise = np.array([0.0, 0.4, 0.45, 0.56, 0.67, 0.84, 0.96, 1, 1.05, 1.05, 0])
    t_ms = np.arange(900.0)
    force = np.zeros((len(t_ms), len(INFO.channels)))
    force[:, 2] = np.interp(t_ms, at_ms + 1, slap_n)
    force[:, 0] = np.interp(t_ms, at_ms, palm_n * rise)
    _, events, _ = felt(coupled(force, {1: 0.04}), calibration=weighed({1: 0.04}))
    assert len(contacts_of(events)) == comes


@pytest.mark.parametrize("slap_ms", [380, 390])
@pytest.mark.parametrize("share", [0.033, 0.035])
def test_a_finger_that_lay_still_does_not_press_harder_just_as_somebody_slaps_beside_it(
    share: float, slap_ms: int
) -> None:
    """What it seemed to gain made a contact of it, and won races: shares are off by a third more
    often."""
    force = hands(1_000, Push(0, 280, 0.8, 15, 500), Push(2, slap_ms, 30.0, 20, 300))
    _, events, _ = felt(coupled(force, {1: share}), calibration=weighed({1: 0.0226}))
    assert not contacts_of(events, 0)
    assert len(contacts_of(events, 1)) == 1
