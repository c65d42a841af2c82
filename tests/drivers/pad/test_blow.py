"""A knee or a fist against the table: no hand, whatever the sensors feel (HARDWARE.md)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from drivers.events import Contact
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import near
from tests.drivers.pad.streams import Push, board_info, contacts, in_batches, linear, stream

AT_MS, WIDTH_MS = 500.0, 24.0


def _pulse(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """It comes and goes."""
    pulse: npt.NDArray[np.float64] = np.sin(np.pi * x)
    return pulse


def _blow(seats: int, peak_n: float, rng: np.random.Generator, at_ms: float = AT_MS) -> list[Push]:
    """More of it comes to *top* than to *under*; to each sensor within half a millisecond."""
    brought = np.repeat(rng.uniform(0.85, 1.15, seats), 2) * np.resize([1.0, 0.15], 2 * seats)
    late_ms = rng.uniform(0.0, 0.5, 2 * seats)
    return [
        Push(channel, at_ms + late, peak_n * share, WIDTH_MS, 0.0, _pulse)
        for channel, (late, share) in enumerate(zip(late_ms, brought, strict=True))
    ]


def _told(seats: int, pushes: Sequence[Push], rng: np.random.Generator) -> list[Contact]:
    info = board_info(seats)
    samples = stream(info, pushes, 1_200, rng=rng, noise_codes=1.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    return contacts(pad, in_batches(samples))


@pytest.mark.parametrize("peak_n", [1.3, 3.0, 10.0])
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_wide_blow_is_no_hand(seats: int, peak_n: float) -> None:
    rng = np.random.default_rng(seats)
    assert not _told(seats, _blow(seats, peak_n, rng), rng)


@pytest.mark.parametrize("peak_n", [1.3, 3.0, 10.0])
@pytest.mark.parametrize(("seats", "dead"), [(2, [3]), (3, [3]), (5, [2, 3]), (8, [2, 3])])
def test_what_no_sensor_shows_that_is_heard_hides_no_blow(
    seats: int, dead: list[int], peak_n: float
) -> None:
    """Nor does a petal of which one sensor is dead."""
    rng, info = np.random.default_rng(seats), board_info(seats)
    samples = stream(info, _blow(seats, peak_n, rng), 1_200, rng=rng, noise_codes=1.0)
    samples.codes[:, dead] = 0
    known = PadDecoder(info, Calibration.nominal(info)).state()
    known[dead, -1] = 2.0  # both were found dead before
    assert not contacts(PadDecoder(info, Calibration.nominal(info), state=known), [samples])


@pytest.mark.parametrize("peak_n", [1.5, 4.0])
def test_a_blow_is_none_on_the_other_petals_while_hands_press(peak_n: float) -> None:
    rng = np.random.default_rng(1)
    hands = [Push(0, 300.0, 15.0, 10.0, 500.0), Push(4, 320.0, 6.0, 10.0, 500.0)]
    told = _told(5, hands + _blow(5, peak_n, rng), rng)
    assert sorted(contact.seat for contact in told) == [0, 2]


@pytest.mark.parametrize("grabs", [False, True])
@pytest.mark.parametrize("after_ms", [8.0, 16.0, 23.0, 40.0])
@pytest.mark.parametrize("peak_n", [1.5, 4.0])
def test_a_hand_upon_a_blow_came_when_it_came(peak_n: float, after_ms: float, grabs: bool) -> None:
    """Not with the blow, which it holds on to as that goes."""
    rng = np.random.default_rng(2)
    hand = Push(2, AT_MS + after_ms, 15.0, 10.0, 200.0)
    thumb = [Push(3, AT_MS + after_ms + 4.0, 8.0, 10.0, 200.0)] if grabs else []
    told = _told(5, [hand, *thumb, *_blow(5, peak_n, rng)], rng)
    assert [contact.seat for contact in told] == [1]
    assert near(told[0], hand.onset_ns())


@pytest.mark.parametrize("seed", [2, 3])
def test_a_finger_that_rested_is_doubted_upon_a_blow_too(seed: int) -> None:
    """It lay so still that it was followed as a load, which the blow had made forgotten."""
    rng, info = np.random.default_rng(seed), board_info(5)
    rest, hand = Push(2, 1_000.0, 0.2, 10.0, 3_300.0), Push(2, 4_008.0, 15.0, 20.0, 200.0)
    blow = _blow(5, 1.0, rng, 4_000.0)
    samples = stream(info, [rest, hand, *blow], 4_700, rng=rng, noise_codes=1.0)
    (told,) = contacts(PadDecoder(info, Calibration.nominal(info)), [samples])
    assert near(told, hand.onset_ns(0.5 - 0.2), 2.5)


def _thump(seats: int, peak_n: float, rng: np.random.Generator) -> list[Push]:
    """A glass that is set down: it lifts all covers alike, so as much comes to *under*."""
    shares = rng.uniform(0.75, 1.25, 2 * seats)
    return [
        Push(channel, AT_MS, peak_n * share, 10.0, 0.0, _pulse)
        for channel, share in enumerate(shares)
    ]


@pytest.mark.parametrize("after_ms", [5.0, 7.0, 9.0])
@pytest.mark.parametrize("peak_n", [1.0, 2.0])
def test_a_hand_upon_a_thump_that_comes_to_both_sensors_came_when_it_came(
    peak_n: float, after_ms: float
) -> None:
    """What more comes to *under* than of others' blows is no hand's, if the others show it too."""
    rng = np.random.default_rng(3)
    hand = Push(2, AT_MS + after_ms, 15.0, 10.0, 200.0)
    told = _told(5, [hand, *_thump(5, peak_n, rng)], rng)
    assert [contact.seat for contact in told] == [1]
    assert near(told[0], hand.onset_ns())


@pytest.mark.parametrize("seats", [4, 6])
def test_hands_that_come_to_the_others_after_a_thump_hide_it_from_nobody(seats: int) -> None:
    """What shows it does so until it has gone by, not until the gesture is known."""
    rng = np.random.default_rng(4)
    hands = [Push(2 * seat, AT_MS + 7.0 + 5.0 * seat, 15.0, 10.0, 200.0) for seat in range(seats)]
    told = _told(seats, [*hands, *_thump(seats, 1.6, rng)], rng)
    assert sorted(contact.seat for contact in told) == list(range(seats))
    for contact in told:
        assert near(contact, hands[contact.seat].onset_ns())


@pytest.mark.parametrize("third_ms", [1.5, 3.0])
def test_slaps_of_many_at_once_that_recoil_in_one_shape_are_no_blow(third_ms: float) -> None:
    """Who slaps a little later came upon none: he was told as his hand pressed again."""
    rng = np.random.default_rng(5)
    slaps = [
        Push(2 * seat, AT_MS + after_ms, peak_n, 12.0, 0.0, _pulse)
        for seat, (after_ms, peak_n) in enumerate(
            [(0.0, 40.0), (0.2, 30.0), (0.1, 35.0), (third_ms, 45.0), (1.0, 25.0)]
        )
    ]
    stays = [Push(slap.channel, slap.start_ms + 4.0, 1.1, 6.0, 300.0) for slap in slaps]
    again = [Push(slap.channel, slap.start_ms + 24.0, 8.0, 12.0, 250.0) for slap in slaps]
    told = _told(5, [*slaps, *stays, *again], rng)
    assert sorted(contact.seat for contact in told) == list(range(5))
    for contact in told:
        assert abs(contact.t_ns - slaps[contact.seat].start_ms * MS) < 2 * MS


def test_what_does_not_come_to_all_petals_is_no_blow() -> None:
    """Two who bounce at once show one; the petals beside them feel nothing."""
    rng = np.random.default_rng(6)
    bounce = Push(6, AT_MS + 1.5, 2.5, 5.0, 0.0, _pulse)
    pushes = [bounce, Push(6, AT_MS + 9.5, 26.0, 10.0, 250.0)]
    for channel in (2, 3, 4, 5):
        pushes.append(Push(channel, AT_MS, 9.0, 6.0, 0.0, _pulse))
        pushes.append(Push(channel, AT_MS + 9.0, 12.0, 10.0, 250.0))
    told = {contact.seat: contact for contact in _told(5, pushes, rng)}
    assert sorted(told) == [1, 2, 3]
    assert abs(told[3].t_ns - bounce.start_ms * MS) < 2 * MS


@pytest.mark.parametrize("later_ms", [0.4, 6.0])
@pytest.mark.parametrize("holding", [False, True])
def test_where_too_few_show_what_a_thump_brought_its_hands_are_in_doubt(
    later_ms: float, holding: bool
) -> None:
    """All petals that nobody held felt it at once, so the hand came then or upon it."""
    rng, seats = np.random.default_rng(5), 3 if holding else 2
    hands = [Push(2 * seat, AT_MS + 5.0 + later_ms * seat, 15.0, 10.0, 200.0) for seat in (0, 1)]
    held = [Push(4, 200.0, 9.0, 10.0, 600.0)] if holding else []
    told = _told(seats, [*hands, *held, *_thump(seats, 1.6, rng)], rng)
    told = [contact for contact in told if contact.seat < 2]
    assert sorted(contact.seat for contact in told) == [0, 1]
    for contact in told:
        ends = contact.t_ns - contact.early_ns, contact.t_ns + contact.late_ns
        assert ends[0] <= hands[contact.seat].onset_ns() <= ends[1]


def test_hands_that_come_within_a_scan_at_a_table_of_two_are_no_thump() -> None:
    """Palms, a light thumb before its fingers: *under* shows little then, or one is quicker."""
    hands = [Push(0, 500.0, 15.0, 12.0, 200.0), Push(2, 500.4, 12.0, 10.0, 200.0)]
    for grab in (False, True):
        fingers = [Push(channel, 503.0, 8.0, 12.0, 200.0) for channel in (1, 3)] if grab else []
        told = _told(2, [*hands, *fingers], np.random.default_rng(6))
        assert [contact.early_ns + contact.late_ns for contact in told] == [0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_what_a_slap_brings_to_all_may_be_no_blow_upon_which_a_hand_came(seed: int) -> None:
    """At a table that has got loose: a slow hand 3 ms after the slap was told as one upon a blow,
    4 ms late, with an error of half a millisecond."""
    rng = np.random.default_rng(seed)
    brought = rng.uniform(0.85, 1.15, 5) * [0.3, 0.8, 2.0, 0.0, 1.7]
    slap = [Push(2 * seat, AT_MS, peak_n, 24.0, 0.0, _pulse) for seat, peak_n in enumerate(brought)]
    slap += [Push(6, AT_MS, 50.0, 24.0, 0.0, _pulse), Push(6, AT_MS + 12.0, 12.0, 12.0, 200.0)]
    hand = Push(0, AT_MS, 3.1, 18.0, 250.0, linear)
    told = {contact.seat: contact for contact in _told(5, [hand, *slap], rng)}
    assert sorted(told) == [0, 3]
    assert near(told[0], hand.onset_ns())
