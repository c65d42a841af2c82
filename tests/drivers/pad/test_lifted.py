"""What slaps take off others' petals, and what they add, is no hand's coming or going."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from console.duel.doubt import RefereeConfig
from drivers.board import Samples
from drivers.events import Contact, Fault, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import WEIGHED_SPREAD, Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of, fed, near, told
from tests.drivers.pad.streams import Push, split, to_codes
from tests.drivers.pad.test_leaning import INFO, felt, hands, laid


def weighed(share: float, source: int, own: int) -> Calibration:
    """A weighed table, on which a push on one petal couples into another's sensors, and no pinch
    does."""
    channels = [
        replace(
            channel,
            gain_sigma=WEIGHED_SPREAD,
            shares=tuple(
                (share * (seat == source and index // 2 == own), 0.0) for seat in range(INFO.seats)
            ),
        )
        for index, channel in enumerate(Calibration.nominal(INFO).channels)
    ]
    return Calibration(tuple(channels))


def with_pushes(force: Floats, share: float, source: int, own: int) -> Floats:
    """The same, and what a push of ``source`` brings to ``own`` and its pull takes off it."""
    push = force[:, 2 * source] - force[:, 2 * source + 1]
    force[:, 2 * own : 2 * own + 2] += share * push[:, None]
    return np.maximum(force, 0.0)


def test_a_finger_that_rests_as_others_slap_and_then_pull_has_rested() -> None:
    """The slap hides it in what couples; fingers under that petal lift it off its sensor. It is
    the hand that rested there before, not one that comes as it is let go."""
    t = np.arange(900.0) - 300.0
    force = np.zeros((900, len(INFO.channels)))
    force[:, 0] = np.interp(t, [5, 7, 10, 15, 20, 26, 400, 420], [0, 12, 50, 46, 36, 25, 30, 0])
    force[:, 1] = np.interp(t, [19, 21, 23, 26, 34, 400, 420], [0, 18, 41, 41, 29, 25, 0])
    finger_n = [0, 0.44, 0.44, 0.64, 0.94, 2.1, 2.1, 0]  # which may be half a newton
    force[:, 2] = np.interp(t, [2, 4, 18, 22, 25, 32, 400, 420], finger_n)
    force = with_pushes(force, 0.05, 0, 1)
    _, events, _ = felt(force, calibration=weighed(0.0465, 0, 1))
    (contact,) = contacts_of(events, 1)
    assert near(contact, 304.0 * MS, 2.0)
    assert near(contact, 320.0 * MS, 2.0)


def test_what_was_taken_off_too_much_before_a_finger_came_hides_no_rest_of_it() -> None:
    """Below nothing by 0.6 N as the finger comes, nothing while it rests: it had come all the same,
    though nobody noticed before its grip."""
    t = np.arange(900.0) - 300.0
    force = np.zeros((900, len(INFO.channels)))
    force[:, 2] = np.interp(t, [-30, -22, 400, 420], [0, 20, 20, 0])
    force[:, 0] = np.interp(t, [0, 2, 25, 35, 400, 420], [0, 0.6, 0.6, 12, 12, 0])
    force = with_pushes(force, 0.03, 1, 0)
    _, events, _ = felt(force, calibration=weighed(0.06, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert near(contact, 301.7 * MS)


def test_a_light_hand_that_others_lift_at_once_has_come() -> None:
    """A child's 1.2 N, of which the fingers beside take most until the hand above them presses."""
    t = np.arange(1_000.0) - 300.0
    force = hands(1_000, Push(0, 300, 1.2, 20, 400))
    force[:, 3] = np.interp(t, [8, 28, 400, 420], [0, 24, 24, 0])
    force[:, 2] = np.interp(t, [30, 50, 400, 420], [0, 18, 18, 0])
    _, events, _ = felt(with_pushes(force, 0.04, 1, 0), calibration=weighed(0.04, 1, 0))
    assert len(contacts_of(events, 0)) == 1
    assert len(contacts_of(events, 1)) == 1


def test_what_a_slap_adds_makes_no_light_hand_one_that_was_laid_down() -> None:
    """It came within 30 ms; what couples 80 ms later, and was not known, is no slower rise."""
    child, slap = Push(0, 300, 1.03, 28, 400), Push(2, 380, 40.0, 8, 200)
    force = hands(1_000, child, slap)
    force[:, :2] += 0.0035 * force[:, 2:3]
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert near(contact, child.onset_ns())


@pytest.mark.parametrize("since_ms", [300, 900])
def test_a_load_laid_down_of_late_is_no_noise(since_ms: int) -> None:
    """Its coming is not what a sample may be wrong by."""
    hand = Push(0, 600 + since_ms, 9.0, 12, 300)
    force = laid(2_200, [4.4, 4.0] * 4) + hands(2_200, hand)
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert near(contact, hand.onset_ns())
    assert contact.uncertainty_ns < 0.35 * MS


def test_a_load_that_has_lain_for_long_errs_by_a_part_of_what_comes_upon_it() -> None:
    """Sensors that read nothing above it feel no finger, whatever the load's own error is: hands
    that leapt there were told a tenth of a millisecond too early, and perhaps ten."""
    hand = Push(0, 7_600, 20.0, 8, 300)
    force = laid(8_500, [4.9, 4.4] * 4) + hands(8_500, hand)
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert abs(contact.t_ns - hand.onset_ns()) < 0.05 * MS
    assert contact.uncertainty_ns < 0.18 * MS


def test_a_hand_that_came_lightly_and_pressed_on_does_not_count_again() -> None:
    """It was sure to have come at 1.2 N; what it does on the petal half a second later is its own
    affair."""
    t = np.arange(1_400.0)
    force = np.zeros((1_400, len(INFO.channels)))
    for channel in (0, 1):
        force[:, channel] = np.interp(
            t, [300, 312, 320, 380, 620, 640, 900, 920], [0, 1.15, 1.17, 8, 8, 12, 12, 0]
        )
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    assert len(contacts_of(events, 0)) == 1


@pytest.mark.parametrize("at_ms", [360, 380])
def test_a_light_hand_that_comes_while_what_couples_is_undecided_has_come(at_ms: int) -> None:
    """A slap brought half a newton that nobody had weighed; the hand upon it is no swing of the
    table, though it was there for a part of the window only."""
    slap, child = Push(2, 300, 42.0, 8, 500), Push(0, at_ms, 1.3, 20, 400)
    force = hands(1_200, slap, child)
    force[:, 0] += 0.013 * hands(1_200, slap)[:, 2]
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert near(contact, child.onset_ns())


def test_a_load_that_is_taken_off_is_no_noise_of_its_sensors() -> None:
    """A sensor's first tenths of a newton are most of its codes: each block of scans differs from
    the one before, and scatters only by that."""
    t = np.arange(17_000.0)
    force = np.zeros((len(t), len(INFO.channels)))
    for start in (0.0, 8_500.0):
        off = start + np.array([100.0, 5_500.0, 6_000.0, 7_000.0])
        force += np.interp(t, off, [0.0, 0.3, 0.3, 0.0])[:, None]
    _, events, _ = felt(force, calibration=weighed(0.0, 1, 0))
    assert not told(events, Fault.NOISY_CHANNEL)


@pytest.mark.parametrize("before_ms", [40, 180])
def test_what_a_slap_adds_to_a_hand_takes_no_more_to_lift_off(before_ms: int) -> None:
    """A child's 1.3 N that shows 2 N under a slap, and nothing while the fingers below pull: it had
    gone, and came again; decided before the slap, or not yet."""
    t = np.arange(1_000.0) - 300.0
    force = hands(1_000, Push(0, 300 - before_ms, 1.3, 10, 500))
    force[:, 2] = np.interp(t, [0, 3, 8, 12, 26, 30, 400, 420], [0, 48, 45, 8, 8, 16, 16, 0])
    force[:, 3] = np.interp(t, [8, 12, 26, 30, 400, 420], [0, 28, 28, 14, 14, 0])
    _, events, _ = felt(with_pushes(force, 0.07, 1, 0), calibration=weighed(0.052, 1, 0))
    assert len(contacts_of(events, 0)) == 1


def test_two_sensors_that_read_apart_lift_nothing_off_a_sleeve() -> None:
    """*Under* of a grab that stays reads 5 N more than *top*, but the petal beside showed just
    before that nothing pulls at it: the 0.85 N that brush it then are no 1.05 N."""
    grab = [Push(2, 100, 36.0, 10, 700), Push(3, 100, 41.0, 10, 700)]
    force = hands(1_200, Push(0, 500, 0.85, 30, 80), Push(4, 100, 20.0, 10, 700), *grab)
    force[:, 0] += 0.015 * force[:, 4]
    channels = weighed(0.04, 1, 0).channels
    shares = (*channels[0].shares[:2], (0.015, 0.0), *channels[0].shares[3:])
    calibration = Calibration((replace(channels[0], shares=shares), *channels[1:]))
    _, events, _ = felt(force, calibration=calibration)
    assert not contacts_of(events, 0)


def test_a_light_hand_that_rises_as_a_slap_comes_and_goes_was_not_laid_down() -> None:
    """What the slap may have added was in doubt as it rose, and is not any more at the end of the
    window: that is no slow rise of its own."""
    child = Push(0, 300, 1.1, 30, 400)
    force = hands(1_000, child)
    force[:, 2] = np.interp(np.arange(1_000.0), [312, 320, 420, 700, 720], [0, 45, 8, 8, 0])
    _, events, _ = felt(with_pushes(force, 0.03, 1, 0), calibration=weighed(0.03, 1, 0))
    (contact,) = contacts_of(events, 0)
    assert near(contact, child.onset_ns())


def test_what_is_stated_reaches_back_no_further_than_others_have_waited() -> None:
    """Fingers pull 20 N, which may hide a finger that has rested elsewhere for long, as a hand
    comes there. Nothing was held back for it: who was first before it came has been ruled."""
    t = np.arange(900.0) - 300.0
    force = np.zeros((900, len(INFO.channels)))
    force[:, 0] = np.interp(t, [0, 10, 400, 420], [0, 20, 20, 0])
    force[:, 1] = np.interp(t, [0, 10, 400, 420], [0, 40, 40, 0])
    force[:, 2] = np.interp(t, [120, 124, 400, 420], [0, 30, 30, 0])
    samples = Samples(np.arange(900, dtype=np.int64) * MS, to_codes(INFO, force))
    pad, complete_ns = PadDecoder(INFO, weighed(0.027, 0, 1)), 0
    for scan in split(samples, range(1, 900)):
        for contact in contacts_of(pad.feed(scan), 1):
            waited_ns = 2 * RefereeConfig().u_max_ns
            assert contact.t_ns - 2 * contact.uncertainty_ns >= complete_ns - waited_ns
            return
        if (progress := pad.progress()) is not None:
            complete_ns = progress.complete_to_ns
    pytest.fail("the hand was not seen")


@pytest.mark.parametrize("slap_ms", [300, 60], ids=["told", "undecided"])
def test_a_hand_that_a_swinging_table_lifts_off_its_sensor_has_come_once(slap_ms: int) -> None:
    """The slap beside a child's hand lets the table swing, which hides it for 26 ms. While it was
    undecided it was told as it seemed to go, and once more as it showed again."""
    t = np.arange(1_100.0) - 300.0
    force = np.zeros((1_100, len(INFO.channels)))
    hidden = np.array([6, 9, 35, 38]) + slap_ms
    force[:, 0] = np.interp(t, [0, 20, *hidden, 600, 620], [0, 1.4, 1.4, 0, 0, 1.4, 1.4, 0])
    slap = np.array([0, 4, 12]) + slap_ms
    force[:, 2] = np.interp(t, [*slap, 600, 620], [0, 45, 15, 15, 0])
    _, events, _ = felt(force)
    assert len(contacts_of(events, 0)) == 1
    assert len(contacts_of(events, 1)) == 1


@pytest.mark.parametrize("since_ms", [345, 366])
def test_a_hand_that_comes_as_fingers_beside_it_let_go_has_come(since_ms: int) -> None:
    """A child's 1.5 N, while fingers under the petal beside leave nothing to be read."""
    t = np.arange(1_000.0) - 300.0
    force = hands(1_000, Push(0, 300 + since_ms, 1.5, 20, 500 - since_ms))
    force[:, 2] = np.interp(t, [0, 8, 350, 370], [0, 11, 11, 0])
    force[:, 3] = np.interp(t, [10, 18, 350, 370], [0, 36, 36, 0])
    _, events, _ = felt(with_pushes(force, 0.065, 1, 0), calibration=weighed(0.065, 1, 0))
    assert len(contacts_of(events, 0)) == len(contacts_of(events, 1)) == 1


def test_a_finger_at_rest_before_a_slap_presses_no_more_for_what_that_may_couple() -> None:
    """What it presses with was seen while nothing coupled: less than a newton."""
    finger, slap = Push(0, 300, 0.8, 10, 270), Push(2, 375, 34.0, 6, 300)
    force = hands(1_000, finger, slap)
    force[:, 0] += 0.023 * force[:, 2]
    _, events, _ = felt(force, calibration=weighed(0.02, 1, 0))
    assert not contacts_of(events, 0)
    assert len(contacts_of(events, 1)) == 1


def test_a_hand_that_comes_as_fingers_pull_beside_it_is_not_what_those_push() -> None:
    """Were the plugs swapped there, the petal on the other side would show a push of 36 N."""
    t = np.arange(1_000.0) - 300.0
    hand = Push(0, 302, 3.0, 16, 300)
    force = hands(1_000, hand)
    force[:, 3] = np.interp(t, [0, 12, 400, 420], [0, 36, 36, 0])
    force[:, 2] = np.interp(t, [60, 70, 400, 420], [0, 12, 12, 0])
    known = weighed(0.03, 1, 0)
    shares = ((0.0, 0.0), (0.04, 0.0), *[(0.0, 0.0)] * (INFO.seats - 2))
    beside = tuple(replace(channel, shares=shares) for channel in known.channels[4:6])
    channels = (*known.channels[:4], *beside, *known.channels[6:])
    _, events, _ = felt(force, calibration=replace(known, channels=channels))
    (contact,) = contacts_of(events, 0)
    assert near(contact, hand.onset_ns(), 3.0)


@pytest.mark.parametrize(("share", "hand_n"), [(0.07, 1.9), (0.06, 1.8)])
def test_a_hand_that_rests_does_not_come_anew_as_less_is_taken_off(
    share: float, hand_n: float
) -> None:
    """A slap was said to couple what it does not: its sensor reads the same when that has gone."""
    slap = Push(2, 400, 20.0, 10, 1_100)
    force = hands(3_000, Push(0, 100, hand_n, 15, 2_500), slap)
    _, events, _ = felt(force, calibration=weighed(share, source=1, own=0))
    (contact,) = contacts_of(events)
    assert abs(contact.t_ns - 105 * MS) < 2 * MS


@pytest.mark.parametrize("at_ms", [1_396, 1_398, 1_400])
@pytest.mark.parametrize("rest_n", [0.66, 1.63])
def test_a_hand_that_rests_grips_as_a_slap_lets_go(rest_n: float, at_ms: int) -> None:
    """Its sensor reads less of the one than of the other, and more in all."""
    rest, grip = Push(0, 100, rest_n, 60, 2_000), Push(0, at_ms, 1.3, 9, 250)
    force = hands(2_300, Push(2, 1_200, 30.0, 8, 190), rest, grip)
    force[:, 0] += 0.04 * force[:, 2]
    _, events, _ = felt(force, calibration=weighed(0.04, source=1, own=0))
    assert [c for c in contacts_of(events) if c.t_ns > 1_300 * MS]


def pulled(hand: Floats, top: Floats, under: Floats, share: float) -> list[Contact]:
    """What is told of a hand, float64[n, 2], beside one whose fingers pull."""
    force = np.zeros((len(hand), len(INFO.channels)))
    force[:, :2], force[:, 2], force[:, 3] = hand, top, under
    _, events, _ = felt(with_pushes(force, share, 1, 0), calibration=weighed(share, 1, 0))
    assert len(contacts_of(events, 1)) == 1
    return contacts_of(events, 0)


def test_a_light_hand_that_fingers_lift_as_it_has_come_is_no_swing_of_the_table() -> None:
    """Its sensor shows 1.3 N for 10 ms, and 0.7 N while the fingers beside pull: it stays."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [28, 42, 400, 420], [0, 1.4, 1.4, 0])
    top = np.interp(t, [0, 12, 450, 470], [0, 8.5, 8.5, 0])
    under = np.interp(t, [42, 60, 450, 470], [0, 23, 23, 0])
    (contact,) = pulled(np.column_stack((child, 0 * child)), top, under, 0.048)
    assert contact.gesture is Gesture.PALM
    assert abs(contact.t_ns - 333 * MS) < MS


@pytest.mark.parametrize(("child_n", "left_n"), [(1.12, 13.0), (1.12, 12.5), (1.15, 14.0)])
def test_a_light_hand_that_fingers_lift_presses_with_that_too(
    child_n: float, left_n: float
) -> None:
    """Its sensors show 0.95 N, and perhaps 1 N as the fingers press less in the end: the harder it
    pressed, the less it was a contact."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [100, 115, 500, 520], [0, child_n, child_n, 0])
    top = np.interp(t, [0, 12, 450, 470], [0, 7, 7, 0])
    under = np.interp(t, [10, 20, 214, 218, 450, 470], [0, 16, 16, left_n, left_n, 0])
    assert len(pulled(np.column_stack((child, child)), top, under, 0.022)) == 1


def test_a_grab_of_which_fingers_lift_most_off_one_sensor_is_a_grab() -> None:
    """1.2 N on both, of which *top* shows 0.25 N; nobody couples a hand into *under*."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [100, 120, 500, 520], [0, 1.2, 1.2, 0])
    late = np.interp(t, [110, 130, 500, 520], [0, 1.2, 1.2, 0])
    top = np.interp(t, [0, 12, 450, 470], [0, 7, 7, 0])
    under = np.interp(t, [10, 20, 450, 470], [0, 24, 24, 0])
    force = np.zeros((1_000, len(INFO.channels)))
    force[:, 0], force[:, 1], force[:, 2], force[:, 3] = child, late, top, under
    push = top - under
    force[:, 0] += 0.055 * push
    force[:, 1] += 0.028 * push
    known = weighed(0.055, 1, 0)
    shares = ((0.0, 0.0), (0.028, 0.0), (0.0, 0.0), (0.0, 0.0))
    second = replace(known.channels[1], shares=shares)
    known = replace(known, channels=(known.channels[0], second, *known.channels[2:]))
    _, events, _ = felt(np.maximum(force, 0.0), calibration=known)
    (contact,) = contacts_of(events, 0)
    assert contact.gesture is Gesture.GRAB


def test_a_light_hand_that_fingers_lift_below_half_a_newton_has_come() -> None:
    """1.3 N, of which its sensor shows 0.4 N for the whole of the window."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [100, 115, 500, 520], [0, 1.3, 1.3, 0])
    top = np.interp(t, [0, 12, 450, 470], [0, 19, 19, 0])
    under = np.interp(t, [10, 20, 450, 470], [0, 39, 39, 0])
    (contact,) = pulled(np.column_stack((child, 0 * child)), top, under, 0.045)
    assert contact.t_ns - contact.early_ns <= 405.8 * MS <= contact.t_ns <= 415 * MS


@pytest.mark.parametrize("before_ms", [260, 25])
def test_a_light_hand_that_fingers_lift_to_a_quarter_of_a_newton_has_come(before_ms: int) -> None:
    """1.26 N, of which its sensor shows 0.3 N for the whole of the window: it was told as the
    fingers let go, as a hand that nobody made. They do so before it rests."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [100, 120, 500, 520], [0, 1.26, 1.26, 0])
    since = 100.0 - before_ms
    top = np.interp(t, [since, since + 12, 400, 420], [0, 9.5, 9.5, 0])
    under = np.interp(t, [since, since + 12, 400, 420], [0, 23, 23, 0])
    (contact,) = pulled(np.column_stack((child, 0 * child)), top, under, 0.071)
    assert contact.t_ns - contact.early_ns <= 408 * MS <= contact.t_ns <= 450 * MS


def test_a_light_hand_that_shows_more_as_the_hand_above_the_fingers_comes_has_come() -> None:
    """1.15 N, of which 0.2 N show for 12 ms, and 0.4 N then, as less is lifted off."""
    t = np.arange(1_000.0) - 300.0
    child = np.interp(t, [100, 115, 500, 520], [0, 1.15, 1.15, 0])
    top = np.interp(t, [120, 135, 450, 470], [0, 5.2, 5.2, 0])
    under = np.interp(t, [75, 95, 450, 470], [0, 24, 24, 0])
    (contact,) = pulled(np.column_stack((child, 0 * child)), top, under, 0.04)
    assert near(contact, 406 * MS, 2.0)


def test_a_finger_that_fingers_beside_it_lift_off_has_rested() -> None:
    """It pressed 0.6 N, of which its sensor showed 0.45 N, and soon nothing. Its grip came later:
    who came first between them is in doubt."""
    t = np.arange(1_000.0) - 300.0
    finger = np.interp(t, [100, 103, 115, 128, 140, 500, 520], [0, 0.45, 0.6, 0.6, 14, 14, 0])
    top = np.interp(t, [128, 140, 450, 470], [0, 33, 33, 0])
    under = np.interp(t, [103, 115, 122, 132, 450, 470], [0, 2.7, 12, 33, 33, 0])
    (contact,) = pulled(np.column_stack((finger, 0 * finger)), top, under, 0.055)
    assert near(contact, 407 * MS, 2.0)


@pytest.mark.parametrize(("grip_n", "reads"), [(45.0, 1.25), (75.0, 1.3)])
def test_a_sleeve_beside_a_hard_grip_whose_sensors_read_apart_is_no_hand(
    grip_n: float, reads: float
) -> None:
    """It brushes with 0.65 N as somebody pinches evenly, and nothing is lifted: *under* reads more
    than *top*, as two sensors of one force do, the further the harder it is."""
    force = hands(1_000, Push(0, 290, 0.65, 20, 300), Push(2, 300, grip_n, 10, 400))
    force[:, 3] = reads * force[:, 2]
    _, events, _ = felt(force, calibration=weighed(0.05, 1, 0))
    assert not contacts_of(events, 0)
    assert len(contacts_of(events, 1)) == 1


def test_a_hand_that_comes_while_the_table_swings_back_is_in_doubt_for_so_long() -> None:
    """A plate passes a slap on 6 ms late, and more of it then. What is left passes half a newton
    before the hand does, which came 10 ms after that: it was told there, give or take 0.4 ms."""
    t = np.arange(900.0) - 300.0
    slap = np.interp(t, [0, 2, 4, 8, 12, 400, 420], [0, 45, 45, 18, 11, 11, 0])
    swings = np.interp(t, [0, 4, 10, 18, 26, 400, 420], [0, 0, 2, 0.1, 0.3, 0.3, 0])
    hand = np.interp(t, [18, 21, 400, 420], [0, 40, 40, 0])
    force = np.zeros((900, len(INFO.channels)))
    force[:, 2], force[:, 0] = slap, swings + hand
    _, events, _ = felt(force, calibration=weighed(0.03, 1, 0))
    (contact,) = contacts_of(events, 0)
    off_ns = 318.0 * MS - contact.t_ns
    assert -contact.early_ns - 2 * contact.uncertainty_ns <= off_ns
    assert off_ns <= contact.late_ns + 2 * contact.uncertainty_ns


@pytest.mark.parametrize("rises_n", [0.1, 0.15])
def test_a_child_that_comes_as_a_table_swings_on_after_a_blow_is_in_doubt_by_it(
    rises_n: float,
) -> None:
    """A blow of 50 N beside it has recoiled, and nobody presses: the table swings by a third of a
    newton, and a light hand that rises by so much a millisecond was told 2.7 u late."""
    t = np.arange(900.0) - 300.0
    blow = np.interp(t, [0, 2, 4, 9, 14, 400, 420], [0, 50, 50, 12, 10, 10, 0])
    since = np.maximum(t - 6.0, 0.0)
    swings = -0.4 * np.sin(2 * np.pi * since / 25.0) * np.exp(-since / 12.0)
    child = np.clip((t - 8.0) * rises_n, 0.0, 2.0) * (t < 400)
    force = np.zeros((900, len(INFO.channels)))
    force[:, 2], force[:, 0] = blow, np.maximum(0.03 * blow + swings + child, 0.0)
    _, events, _ = felt(force, calibration=weighed(0.03, 1, 0))
    (contact,) = contacts_of(events, 0)
    onset_ns = (308.0 + 0.5 / rises_n) * MS
    assert abs(contact.t_ns - onset_ns) <= 2 * contact.uncertainty_ns


LIFTED_N = 0.17  # by 30 N on a petal two seats away


def beside_a_palm(hand: Push, share: float, *, lifted: bool = True) -> list[Contact]:
    """What is told of a hand beside one of 30 N, that couples ``share`` into the petal between them
    and lifts the first by a sixth of that."""
    force = hands(1_000, hand, Push(4, 312, 30.0, 6, 400))
    force[:, 2:4] += share * force[:, 4:5]
    force[:, 0] -= LIFTED_N / 30.0 * force[:, 4] * lifted
    _, events, _ = felt(np.maximum(force, 0.0), calibration=weighed(share, 2, 1))
    assert len(contacts_of(events, 2)) == 1
    return contacts_of(events, 0)


def test_a_light_hand_that_the_table_lifts_as_a_palm_bends_it_has_come() -> None:
    """A child's 1.08 N came before a palm two seats away, which brought nothing to that petal as it
    was weighed. Its sensor showed 0.91 N, and the palm won."""
    child = Push(0, 296, 1.08, 24, 400)
    (contact,) = beside_a_palm(child, 0.035)
    assert near(contact, child.onset_ns())


def test_a_slow_hand_that_a_palm_lifts_came_before_it_showed_half_a_newton() -> None:
    """It presses harder and harder while the table goes up below it, and was told 5 ms late."""
    slow = Push(0, 330, 3.0, 120, 300)
    (contact,) = beside_a_palm(slow, 0.035)
    assert abs(contact.t_ns - slow.onset_ns()) < 2 * MS


def test_a_table_that_couples_nothing_lifts_nobody() -> None:
    """It does not bend: 0.88 N beside a palm are a brush."""
    brush = Push(0, 296, 0.88, 24, 400)
    assert not beside_a_palm(brush, 0.0, lifted=False)


@pytest.mark.parametrize("start_ms", [443.0, 444.0, 446.0])
def test_a_palm_may_as_well_lift_nothing(start_ms: float) -> None:
    """A slap of 57 N two seats away, of which this sensor has shown nothing as it was weighed: a
    hand was told as lifted by it, up to 2 ms before it came, with a third of that for its error."""
    rest_code = float(fsr.ohm_to_code(fsr.force_to_ohm(0.1), INFO.divider_ohm, INFO.full_code))
    shares = [
        ((0.0, 0.0), (0.0, 0.0), (0.08 * (i // 2 in (1, 3)), 0.0), (0.0, 0.0)) for i in range(8)
    ]
    known = Calibration(
        tuple(
            replace(channel, shares=own, rest_code=rest_code, gain_sigma=WEIGHED_SPREAD)
            for channel, own in zip(Calibration.nominal(INFO).channels, shares, strict=True)
        )
    )
    t, hand = np.arange(900.0), Push(0, start_ms, 20.0, 30.0, 200)
    force = np.zeros((900, len(INFO.channels)))
    force[:, 4], force[:, 0] = Push(4, 440.0, 57.0, 8.0, 300).newtons(t), hand.newtons(t)
    codes = to_codes(INFO, force, np.random.default_rng(2), 3.0, rest_n=0.1)
    (contact,) = contacts_of(fed(Samples((t * MS).astype(np.int64), codes), known))
    assert near(contact, hand.onset_ns(), 1.5)
    assert contact.uncertainty_ns < 1.5 * MS
