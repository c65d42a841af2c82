"""What is the table's and no hand: loads, what swings, what couples; light hands beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, SeatFault
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, added, contacts_of, fed, near, pressed
from tests.drivers.pad.streams import Push, board_info, forces_at, to_codes
from tests.few import few


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


@pytest.mark.parametrize("newtons", few(1, [2.0, -2.0]))
def test_a_load_that_creeps_on_leaves_slow_hands_no_bias_beyond_a_fifth_of_a_ms(
    newtons: float,
) -> None:
    """By so many newtons in a minute: what is followed late by 0.07 N has them 0.8 ms early."""
    t_ns = np.arange(30_000, dtype=np.int64) * MS
    pushes = [Push(0, 4_000.3 + 3_100.37 * n, 5.0, 60.0, 200) for n in range(8)]
    lies_n = max(-newtons, 0.0) + newtons * t_ns[:, None] / (60_000 * MS)
    codes = to_codes(INFO, forces_at(INFO, pushes, t_ns) + lies_n, np.random.default_rng(2), 3.0)
    found = contacts_of(fed(Samples(t_ns, codes)))
    assert all(near(c, p.onset_ns()) for c, p in zip(found, pushes, strict=True))
    errors = [c.t_ns - p.onset_ns() for c, p in zip(found, pushes, strict=True)]
    assert abs(np.mean(errors)) <= 0.2 * MS


@pytest.mark.parametrize("least", few(1, [0.1, 0.3, 0.7]))
@pytest.mark.parametrize(("newtons", "over_ms"), [(1.2, 100), (2.5, 250), (5.0, 100), (5.0, 400)])
def test_something_put_on_the_table_is_no_hand_and_no_petal_leans(
    newtons: float, over_ms: float, least: float
) -> None:
    """It comes to all sensors, to each in its own measure."""
    t_ms = np.arange(3_000.0)
    rise = newtons * np.sin(np.pi / 2 * np.clip((t_ms - 500) / over_ms, 0.0, 1.0)) ** 2
    shares = np.linspace(1.0, least, len(INFO.channels))
    laid = {channel: rise * share for channel, share in enumerate(shares)}
    hand = Push(2, 2_000, 15.0)
    events = added(laid, hand, duration_ms=3_000)
    assert [e.seat for e in events if isinstance(e, Contact)] == [1]
    assert not [e for e in events if isinstance(e, SeatFault) and e.seat != 1]


@pytest.mark.parametrize("newtons", [1.3, 3.5])
@pytest.mark.parametrize("under", [0.0, 0.4])
def test_a_blow_to_the_table_that_loads_all_petals_for_a_moment_is_no_hand(
    under: float, newtons: float
) -> None:
    """It may look like a grab, or like a palm."""
    swing = newtons * np.sin(np.pi * np.clip((np.arange(900.0) - 300) / 24, 0.0, 1.0))
    tops = {0: 0.9 * swing, 2: swing, 4: 0.8 * swing, 6: 0.7 * swing}
    events = added(tops | {channel + 1: under * swing for channel in tops})
    assert not [e for e in events if isinstance(e, Contact)]


@pytest.mark.parametrize(
    ("seats", "under", "over_ms", "hands"),
    [
        (3, 0.5, 24, False),
        (3, 0.0, 24, True),
        (2, 0.5, 24, False),
        (2, 0.0, 24, True),
        (2, 0.5, 70, True),
    ],
)
def test_where_there_are_few_petals_a_blow_is_known_by_what_is_under_them_too(
    seats: int, under: float, over_ms: float, hands: bool
) -> None:
    """A palm may lie on all of them; of two, light grabs come and go together, but stay longer."""
    info = board_info(seats)
    swing = 1.3 * np.sin(np.pi * np.clip((np.arange(900.0) - 300) / over_ms, 0.0, 1.0))
    force = np.outer(swing, np.tile([1.0, under], seats) * np.repeat([1.0, 0.8, 0.9][:seats], 2))
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    found = pad.feed(Samples(np.arange(900, dtype=np.int64) * MS, codes))
    assert any(isinstance(event, Contact) for event in found) is hands


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("newtons", [5.0, 9.0, 20.0])
@pytest.mark.parametrize("over_ms", [17.0, 40.0])
def test_a_hard_blow_is_none_either(seats: int, newtons: float, over_ms: float) -> None:
    """One of 17 ms is over before it is seen to be no load; until 4 N it was known as a blow. From
    11 N on each sample is off by more than a blow's shape may be, so these were hands."""
    info = board_info(seats)
    swing = newtons * np.sin(np.pi * np.clip((np.arange(900.0) - 300.3) / over_ms, 0.0, 1.0))
    force = np.outer(swing, np.tile([1.0, 0.7, 0.8, 0.9], seats // 2))
    pad = PadDecoder(info, Calibration.nominal(info))
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    found = pad.feed(Samples(np.arange(900, dtype=np.int64) * MS, codes))
    assert not [event for event in found if isinstance(event, Contact)]


@pytest.mark.parametrize("hertz", [30.0, 50.0, 80.0])
def test_a_table_that_swings_under_a_slap_is_no_hand(hertz: float) -> None:
    """Up to 4 % of the slap, for some 40 ms; nothing of it is coupled as the shares say."""
    after_s = np.maximum(np.arange(900) - 308.0, 0.0) / 1_000
    swing = 1.4 * np.exp(-after_s / 0.03) * (0.5 - 0.5 * np.cos(2 * np.pi * hertz * after_s))
    events = added(
        {4: swing + 0.4 * np.exp(-after_s / 0.03) * (after_s > 0)}, Push(0, 300, 35.0, rise_ms=4)
    )
    assert [e.seat for e in events if isinstance(e, Contact)] == [0]


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


def test_light_hand_among_slaps_is_one() -> None:
    slap, child = Push(0, 300, 45.0, rise_ms=4), Push(4, 310, 1.4, hold_ms=250)
    events = added({}, slap, child)
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 2]


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


_WEIGHED = Calibration(
    tuple(replace(c, shares=((0.003, 0.001),) * 4) for c in Calibration.nominal(INFO).channels)
)


def _touched(touch_ms: float, *slaps: Push, swing_n: float = 0.0) -> list[int]:
    """Whose contacts are told where a touch of 30 ms comes beside a slap, or the table swings."""
    since_ms = np.clip(np.arange(900.0) - touch_ms, 0.0, 30.0)
    swing = swing_n * np.sin(np.pi * since_ms / 30.0)
    touch = np.zeros_like(swing) if swing_n else 1.45 * np.sin(np.pi * since_ms / 30.0)
    force = forces_at(INFO, slaps, np.arange(900, dtype=np.int64) * MS)
    force[:, 2:] += 0.003 * force[:, :1] + swing[:, None] * np.array([1.0, 0.5] * 3)
    force[:, 4] += touch
    codes = to_codes(INFO, force, np.random.default_rng(3), 3.0)
    events = fed(Samples(np.arange(900, dtype=np.int64) * MS, codes), _WEIGHED)
    return [event.seat for event in events if isinstance(event, Contact)]


@pytest.mark.parametrize("slap_ms", [312.0, 316.0])
def test_no_table_swings_under_a_slap_that_is_yet_to_come(slap_ms: float) -> None:
    """A light first touch was the table's own by a slap that came as it went."""
    light = Push(6, 290.0, 5.0, 8.0, hold_ms=250)
    assert 2 in _touched(300.0, light, Push(0, slap_ms, 38.0, 8.0, hold_ms=250))


def test_a_touch_after_a_slap_is_no_swing_where_idle_petals_show_none() -> None:
    slap = Push(0, 280.0, 30.0, 8.0, hold_ms=250)
    assert 2 in _touched(300.0, slap)
    assert _touched(292.0, slap, swing_n=1.45) == [0]


@pytest.mark.parametrize(("touch_n", "swung_n", "hand"), [(2.2, 0.0, True), (0.0, 2.0, False)])
def test_a_short_light_hand_among_slaps_stands_out_of_what_idle_petals_show_of_their_swing(
    touch_n: float, swung_n: float, hand: bool
) -> None:
    """Three far petals are slapped, and the table swings by half a newton under all others: nobody
    was free to show that, so 4 % of a slap stood for it."""
    info, t_ns = board_info(8), np.arange(900, dtype=np.int64) * MS
    slaps = Push(0, 290, 42, 6, 250), Push(8, 291, 46, 6, 250), Push(12, 288.4, 43, 6, 250)
    force = forces_at(info, slaps, t_ns)
    since_ms = np.maximum(np.arange(900.0) - 291.0, 0.0)
    swing = np.exp(-since_ms / 20.0) * np.sin(2e-3 * np.pi * 35.0 * since_ms)
    swings = np.outer(swing, [0.0, 0.6, swung_n, 0.6, 0.0, 1.0, 0.0, 1.2])
    force[:, ::2] += np.maximum(swings, 0.0) + 0.006 * force[:, :1]
    force[:, 4] += np.interp(np.arange(900.0), [300, 309, 321, 330], [0, touch_n, touch_n, 0])
    shares = ((0.006, 0.001), *((0.0, 0.001),) * 7)
    weighed = (replace(channel, shares=shares) for channel in Calibration.nominal(info).channels)
    pad = PadDecoder(info, Calibration(tuple(weighed)))
    codes = to_codes(info, force, np.random.default_rng(5), 3.0)
    seats = {e.seat for e in pad.feed(Samples(t_ns, codes)) if isinstance(e, Contact)}
    assert seats == ({0, 2, 4, 6} if hand else {0, 4, 6})
