"""A table that swings under a slap, and what rests on it meanwhile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.channels.baseline import Baseline
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.pad.forces import Forces
from drivers.pad.touch.swing import RINGS, Swing, after_click, may_swing, swings
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, fed
from tests.drivers.pad.streams import Push, board_info, forces_at, to_codes
from tests.few import few

SCANS = np.arange(100.0)


def _swung(swing_n: float, *pushes: Push, seats: int = 4) -> list[Contact]:
    """Contacts of seat 0 while the table swings, from a slap on seat 2 on."""
    info, slap = board_info(seats), Push(4, 104, 57.0, 4.0, hold_ms=8)
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(info, [*pushes, slap], t_ns)
    since_ms = np.maximum(t_ns / MS - 106.0, 0.0)
    swing = swing_n * np.exp(-since_ms / 30.0) * np.sin(2e-3 * np.pi * 60.0 * since_ms)
    force[:, ::2] += swing[:, None]
    pad = PadDecoder(info, Calibration.nominal(info))
    return contacts_of(pad.feed(Samples(t_ns, to_codes(info, np.maximum(force, 0.0)))))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_slap_that_is_gone_shows_no_table_that_swings(seats: int) -> None:
    """At small tables nobody but the slapper may be free to show it: a tap beside seemed lifted,
    and there until a grip that came later."""
    info, t_ns = board_info(seats), np.arange(500, dtype=np.int64) * MS
    t_ms = t_ns / MS
    force = forces_at(info, [Push(4, 20, 15.0, 8.0, hold_ms=450)] * (seats - 2), t_ns)
    force[:, 2] = np.interp(t_ms, [100, 103, 105, 109], [0.0, 35.0, 35.0, 0.0])
    force[:, 0] = np.interp(t_ms, [94, 96, 105, 107], [0.0, 2.5, 2.5, 0.0])
    force[:, :2] += 0.01 * force[:, 2:3]
    pad = PadDecoder(info, Calibration.nominal(info))
    assert not contacts_of(pad.feed(Samples(t_ns, to_codes(info, force))))


def test_a_finger_on_one_petal_is_no_swing_as_all_others_are_slapped_later() -> None:
    """They show nothing until then, so a child that had come before is in no doubt."""
    info, t_ns = board_info(seats=4), np.arange(500, dtype=np.int64) * MS
    force = forces_at(info, [Push(2, 185, 40.0, 4.0), Push(6, 190, 40.0, 4.0)], t_ns)
    force[:, 4] = np.interp(t_ns / MS, [80, 90, 180, 190], [0.0, 0.9, 0.9, 0.0])
    force[:, 0] = np.interp(t_ns / MS, [100, 130, 400, 410], [0.0, 1.6, 1.6, 0.0])
    pad = PadDecoder(info, Calibration.nominal(info))
    (child,) = contacts_of(pad.feed(Samples(t_ns, to_codes(info, force))))[:1]
    assert child.seat == 0
    assert abs(child.t_ns - (100.0 + 30.0 * 0.5 / 1.6) * MS) < child.uncertainty_ns < 2 * MS


def test_a_hand_that_comes_while_the_table_swings_is_not_in_doubt_for_that() -> None:
    grip = Push(0, 140.0, 20.0, 8.0, hold_ms=280)
    (contact,) = _swung(0.9, grip)
    assert abs(contact.t_ns - grip.onset_ns()) <= 2 * contact.uncertainty_ns < 2 * MS


def _thumped(swing_n: float, rise_ms: float, start_ms: float) -> tuple[Contact, float]:
    """The contact of a hand at a table of two that somebody else hit at 100 ms, 25 times a second;
    and when it truly came. Sensors carry some tenths of a newton at rest, or nothing."""
    info = board_info(seats=2)
    hand = Push(0, start_ms, 12.0, rise_ms, hold_ms=200)
    t_ns = np.arange(600, dtype=np.int64) * MS
    since_ms = np.maximum(t_ns / MS - 100.0, 0.0)
    swing = swing_n * np.exp(-since_ms / 40.0) * np.sin(2e-3 * np.pi * 25.0 * since_ms)
    force = forces_at(info, [hand], t_ns) + swing[:, None] * np.array([1.0, 0.7, 0.5, 0.9])
    codes = to_codes(info, np.maximum(force, 0.0), np.random.default_rng(4), 2.0)
    (contact,) = contacts_of(PadDecoder(info, Calibration.nominal(info)).feed(Samples(t_ns, codes)))
    return contact, hand.onset_ns()


@pytest.mark.parametrize("start_ms", few(3, [108.0, 122.0, 132.0, 112.0, 118.0, 127.0, 150.0]))
@pytest.mark.parametrize("rise_ms", [8.0, 40.0])
@pytest.mark.parametrize("swing_n", [0.4, 0.7, 1.0])
def test_a_table_that_somebody_hit_moves_no_onset_unseen(
    swing_n: float, rise_ms: float, start_ms: float
) -> None:
    """It swings under both seats in one shape, above the threshold before the hand is there, or
    lifts the hand by as much."""
    contact, onset_ns = _thumped(swing_n, rise_ms, start_ms)
    assert abs(contact.t_ns - onset_ns) <= 3 * contact.uncertainty_ns
    assert contact.uncertainty_ns < (3.0 if rise_ms < 10 and start_ms > 125 else 12.0) * MS


def test_what_the_table_lifts_is_gone_once_it_has_come_to_rest() -> None:
    rest = Push(0, 95, 0.7, 2.0, hold_ms=12)
    assert _swung(0.9, rest) == []


def test_hands_that_come_together_swing_no_table() -> None:
    """All petals rise in one shape then, but none goes back."""
    info = board_info(seats=2)
    hands = [Push(0, 100.0, 8.0, 18.0), Push(1, 100.2, 7.0, 18.0)]
    hands += [Push(2, 101.4, 9.0, 18.0), Push(3, 101.6, 7.5, 18.0)]
    t_ns = np.arange(600, dtype=np.int64) * MS
    codes = to_codes(info, forces_at(info, hands, t_ns), np.random.default_rng(4), 2.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    events = pad.feed(Samples(t_ns, codes))
    first, second = (event for event in events if isinstance(event, Contact))
    assert max(first.uncertainty_ns, second.uncertainty_ns) < 0.3 * MS


def clicked(stays_n: float, apart: float) -> tuple[Samples, float]:
    """A hand that clicks, stays with ``stays_n`` and grips, while its click lets the table swing,
    ``apart`` times as much under it as under the others; and when it truly came, nanoseconds."""
    rest = Push(0, 100.0, stays_n, 1.0, hold_ms=200)
    grip = Push(0, 114.0, 15.0, 10.0, hold_ms=180)
    t_ns = np.arange(600, dtype=np.int64) * MS
    since_ms = np.maximum(t_ns / MS - 102.0, 0.0)
    swing = 0.6 * np.exp(-since_ms / 30.0) * np.sin(2e-3 * np.pi * 38.0 * since_ms)
    force = forces_at(INFO, [rest, grip], t_ns)
    force[:, 0] += np.interp(t_ns / MS, [100.0, 101.5, 103.0], [0.0, 6.0, 0.0], right=0.0)
    force[:, ::2] += swing[:, None] * np.where(np.arange(INFO.seats) == 0, apart, 1.0)
    codes = to_codes(INFO, np.maximum(force, 0.0), np.random.default_rng(4), 2.0)
    return Samples(t_ns, codes), 100.1 * MS if stays_n > 0.5 else grip.onset_ns()


@pytest.mark.parametrize("apart", [0.7, 1.0, 1.3])
@pytest.mark.parametrize("stays_n", [0.1, 0.3, 0.62])
def test_a_hand_whose_click_lets_the_table_swing_may_be_there_or_not(
    stays_n: float, apart: float
) -> None:
    """What the sensor shows between click and grip may be the finger, or the swing that the click
    has left, of which the other petals show some part."""
    samples, onset_ns = clicked(stays_n, apart)
    (contact,) = contacts_of(fed(samples))
    assert abs(contact.t_ns - onset_ns) <= 2 * contact.uncertainty_ns


def test_what_a_hand_lets_swing_after_it_came_leaves_its_onset_alone() -> None:
    hand = Push(0, 100.0, 25.0, 8.0, hold_ms=200)
    t_ns = np.arange(600, dtype=np.int64) * MS
    since_ms = np.maximum(t_ns / MS - 104.0, 0.0)
    swing = 0.8 * np.exp(-since_ms / 30.0) * np.sin(2e-3 * np.pi * 50.0 * since_ms)
    still = forces_at(INFO, [hand], t_ns)
    found = []
    for force in (still, still + swing[:, None]):
        codes = to_codes(INFO, np.maximum(force, 0.0), np.random.default_rng(4), 2.0)
        found += contacts_of(fed(Samples(t_ns, codes)))
    assert found[1].uncertainty_ns <= 1.1 * found[0].uncertainty_ns


@pytest.mark.parametrize("grip_n", [0.0, 12.0])
@pytest.mark.parametrize("bounce_n", few(2, [1.5, 6.0, 1.2, 3.0]))
@pytest.mark.parametrize("rise_ms", [8.0, 20.0])
@pytest.mark.parametrize("ahead_ms", few(1, [4.0, 1.0]))
def test_what_an_opponents_hand_bounces_with_swings_no_table(
    grip_n: float, bounce_n: float, rise_ms: float, ahead_ms: float
) -> None:
    """It comes and goes on the one other petal, as a swing does, and the hand grips, or is gone."""
    info = board_info(seats=2)
    nominal = Calibration.nominal(info).channels
    known = Calibration(tuple(replace(c, shares=((0.0, 0.0), (0.0, 0.0))) for c in nominal))
    hand = Push(0, 300.0, 15.0, rise_ms, hold_ms=200)
    t_ns = np.arange(900, dtype=np.int64) * MS
    still = forces_at(info, [hand], t_ns)
    bounced = still.copy()
    since_ms = t_ns / MS - 300.0 + ahead_ms
    curve_n = [0.0, bounce_n, bounce_n, 0.0, 0.0, grip_n, grip_n, 0.0]
    bounced[:, 2] += np.interp(since_ms, [0, 4, 7, 10, 18, 26, 204, 214], curve_n)
    found = []
    for force in (still, bounced):
        codes = to_codes(info, force, np.random.default_rng(4), 1.0)
        found += contacts_of(PadDecoder(info, known).feed(Samples(t_ns, codes)))
    alone, beside = (contact for contact in found if contact.seat == 0)
    assert abs(beside.t_ns - hand.onset_ns()) <= 3 * beside.uncertainty_ns
    assert beside.uncertainty_ns <= 1.25 * alone.uncertainty_ns


@pytest.mark.parametrize("swapped", [False, True])
def test_a_sensor_swings_as_the_others_of_its_kind_whatever_its_plug(swapped: bool) -> None:
    """The table loads each *top* as it swings: of seat 0 it is *under*'s plug that shows it."""
    info, config = board_info(seats=2), PadConfig()
    calibration = Calibration.nominal(info)
    forces = Forces(info, calibration, config, Baseline(info, calibration, config, None))
    if swapped:
        forces.swap(frozenset({0}))
    t_ns = np.arange(100, dtype=np.int64) * MS
    since_ms = np.maximum(t_ns / MS - 50.0, 0.0)
    force = np.zeros((len(t_ns), 4))
    force[:, 2] = np.maximum(0.8 * np.sin(2e-3 * np.pi * 50.0 * since_ms), 0.0)
    codes = to_codes(info, force)
    for start in range(0, len(t_ns), 10):
        forces.kept.append(t_ns[start : start + 10], codes[start : start + 10])
    view = forces.past(0, len(t_ns))
    swing = Swing(0, config, forces)
    shows = [swing.under(part, view, np.zeros(len(t_ns))) is not None for part in (0, 1)]
    assert shows == [not swapped, swapped]


def _clicked(swing_n: float, hz: float, step_ms: float = 1.0) -> tuple[Contact, float]:
    """The contact of a hand that clicks at a table of two, where nobody else shows the swing; and
    when it truly came: 14 ms later, as flesh."""
    info = board_info(seats=2)
    t_ns = np.arange(600, dtype=np.int64) * MS
    t_ms = t_ns / MS
    since_ms = np.maximum(t_ms - 101.0, 0.0)
    flesh = 20.0 * np.clip((t_ms - 111.0) / 30.0, 0.0, 1.0) ** 2.2
    force = np.zeros((len(t_ms), 4))
    force[:, 0] = np.interp(t_ms, [99.2, 100.2, 101.9], [0.0, 8.0, 0.0]) + flesh
    force[:, 0] += swing_n * np.exp(-since_ms / 40.0) * np.sin(2e-3 * np.pi * hz * since_ms)
    codes = to_codes(info, np.maximum(force, 0.0), np.random.default_rng(4), 2.0)
    (contact,) = contacts_of(PadDecoder(info, Calibration.nominal(info)).feed(Samples(t_ns, codes)))
    return contact, (111.0 + 30.0 * (0.5 / 20.0) ** (1.0 / 2.2)) * MS


@pytest.mark.parametrize("hz", [40.0, 55.0, 70.0])
@pytest.mark.parametrize("swing_n", [0.45, 0.8])
def test_a_hand_s_own_click_lets_its_table_swing(hz: float, swing_n: float) -> None:
    """What the petal itself shows of it comes, goes, and is as much to either side after."""
    contact, truth_ns = _clicked(swing_n, hz)
    assert abs(contact.t_ns - truth_ns) <= 2 * contact.uncertainty_ns
    quiet, _ = _clicked(0.0, hz)
    assert quiet.uncertainty_ns < 0.5 * MS


def test_only_what_stays_for_a_while_after_a_click_and_goes_is_a_swing() -> None:
    own = np.zeros(60)
    own[10:12] = 6.0
    assert after_click(own, None) is None
    own[12:20] = 0.4
    swing_n = after_click(own, None)
    assert swing_n is not None
    assert np.allclose(swing_n[1:, 13:20], -0.4)
    assert not np.count_nonzero(swing_n[0, 13:20])  # or the finger is there
    assert swing_n[0, 20] == -swing_n[2, 20] == pytest.approx(0.4)
    assert 0.0 < swing_n[0, 59] < 0.2
    own[12:] = 0.4
    assert after_click(own, None) is None  # it rests there
    own[12:] = 0.0
    own[8:16] = (3.0, 5.0, 6.0, 5.5, 4.0, 2.0, 0.7, 0.15)
    assert after_click(own, None) is None  # a finger that bounces is gone more slowly
    own[8:12], own[12:] = 0.0, 0.4
    own[10:12], own[20:] = 0.0, 0.0
    assert after_click(own, None) is None
    lone_n = np.zeros(60)
    lone_n[10] = 6.0
    assert after_click(own, lone_n) is not None
    lone_n[10], own[10:12], own[14:18] = 0.0, 6.0, (0.7, 1.1, 1.0, 0.7)
    assert after_click(own, None) is None  # the table swings by no newton: it hopped
    own[14:18] = 0.6, 0.9, 1.1, 0.6
    assert after_click(own, None) is not None  # but one sample may be anything


def _bounced(weak_n: float, gap_ms: float, seats: int) -> tuple[Contact, float, float]:
    """The contact of a hand that touches the petal for 4.5 ms, once more with ``weak_n``, and
    grips, off for ``gap_ms`` before either; when it truly came first, and when it gripped."""
    info = board_info(seats=seats)
    t_ns = np.arange(700, dtype=np.int64) * MS
    t_ms = t_ns / MS - 300.3
    force = np.zeros((len(t_ns), 2 * seats))
    force[:, 0] = 3.0 * np.sin(np.pi * np.clip(t_ms / 4.5, 0.0, 1.0))
    force[:, 0] += weak_n * np.sin(np.pi * np.clip((t_ms - 4.5 - gap_ms) / 7.0, 0.0, 1.0))
    grips_ms = 11.5 + 2 * gap_ms
    force[:, 0] += 30.0 * np.clip((t_ms - grips_ms) / 10.0, 0.0, 1.0)
    codes = to_codes(info, force, np.random.default_rng(4), 1.0)
    (contact,) = contacts_of(PadDecoder(info, Calibration.nominal(info)).feed(Samples(t_ns, codes)))
    first_ms = 4.5 / np.pi * np.arcsin(0.5 / 3.0)
    return contact, (300.3 + first_ms) * MS, (300.3 + grips_ms + 1.0 / 6.0) * MS


@pytest.mark.parametrize("weak_n", [0.8, 0.95])
def test_what_a_click_leaves_is_no_swing_of_which_nobody_shows_anything(weak_n: float) -> None:
    """A finger bounced twice, with gaps far below 5 ms: it was told at its grip, 12 ms late."""
    contact, first_ns, _ = _bounced(weak_n, 0.3, 4)
    assert abs(contact.t_ns - first_ns) <= 3 * contact.uncertainty_ns < 1.5 * MS


def test_what_a_click_leaves_may_be_a_finger_or_a_swing_where_nobody_can_show_it() -> None:
    """It is one end of the onset, what comes after it the other."""
    contact, first_ns, grips_ns = _bounced(0.8, 0.3, 2)
    assert contact.t_ns - contact.early_ns <= first_ns
    assert contact.t_ns + contact.late_ns >= grips_ns


def test_a_light_hand_that_came_before_a_slap_is_no_swing_whatever_that_adds() -> None:
    slap_n = np.interp(SCANS, [30, 35, 60, 100], [0, 55, 35, 35])
    swing_n = 0.25 * np.sin(SCANS / 3.0) * np.exp(-SCANS / 60.0)
    own = 1.05 * np.clip((SCANS + 5.0) / 10.0, 0.0, 1.0) + (0.1 + swing_n) * (SCANS >= 32)
    assert not swings(own, slap_n, _rings(slap_n), 15, 1.0)


def test_a_light_hand_that_fingers_lift_as_soon_as_it_has_come_is_no_swing() -> None:
    """It pressed with 1 N before anybody else did."""
    slap_n = np.interp(SCANS, [8, 20, 100], [0, 35, 35])
    own = np.interp(SCANS, [0, 7, 10, 18, 100], [0.5, 1.05, 1.05, 0.0, 0.0])
    assert not swings(own, slap_n, _rings(slap_n), 15, 1.0)
    assert swings(0.9 * own, slap_n, _rings(slap_n), 15, 1.0)


def test_a_finger_that_rests_and_then_grips_among_slaps_has_come() -> None:
    slap_n = np.interp(SCANS, [30, 35, 60, 100], [0, 55, 35, 35])
    own = np.interp(SCANS, [0, 10, 40, 55, 100], [0.5, 0.7, 0.7, 1.9, 1.9])
    assert not swings(own, slap_n, _rings(slap_n), 15, 1.0)


def test_what_comes_and_goes_beside_a_slap_is_a_swing() -> None:
    slap_n = np.interp(SCANS, [0, 5, 100], [0, 17, 12])
    swung = np.interp(SCANS, [0, 8, 25, 41, 100], [0.5, 1.28, 0.4, 0.9, 0.58])
    assert swings(swung, slap_n, _rings(slap_n), 15, 1.0)


def test_no_table_swings_by_more_than_a_part_of_the_slaps() -> None:
    assert may_swing(2.9, 50.0, 1.0)
    assert not may_swing(3.1, 50.0, 1.0)


def test_a_light_hand_that_fingers_lift_after_a_while_had_stayed() -> None:
    """It came as a slap swung the table; a hand stays for longer than that does."""
    slap_n = np.interp(SCANS, [0, 5, 100], [0, 27, 25])
    own = np.interp(SCANS, [0, 4, 45, 52, 85, 92, 100], [0.5, 1.6, 1.6, 0.4, 0.4, 1.6, 1.6])
    assert not swings(own, slap_n, _rings(slap_n), 15, 1.0)


def _rings(slap_n: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return RINGS * np.maximum.accumulate(slap_n * (slap_n >= 2.0))
