"""Petals whose plugs are swapped, or may be: what they couple into the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault, SeatFault
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, near, told, weighed
from tests.drivers.pad.streams import Push, forces_at, in_batches, to_codes

SHARE = 0.05
WEIGHED = weighed(SHARE)


def felt(hands: list[Push], coupled: list[Push], duration_ms: int, seed: int) -> list[PadEvent]:
    """Events of a table weighed with a push's share of seat 1 in seat 0, and no pinch's:
    ``coupled`` are the pushes of which that much is felt there."""
    t_ns = np.arange(duration_ms, dtype=np.int64) * MS
    force = forces_at(INFO, hands, t_ns)
    for push in coupled:
        through = push.newtons((t_ns + INFO.channels[push.channel].offset_ns) / MS)
        force[:, :2] += SHARE * through[:, None]
    codes = to_codes(INFO, force, np.random.default_rng(seed), 2.0)
    samples = Samples(t_ns, codes)
    pad = PadDecoder(INFO, weighed(SHARE))
    return [e for batch in in_batches(samples) for e in pad.feed(batch)]


@pytest.mark.parametrize("seed", range(4))
def test_a_palm_on_swapped_plugs_invents_no_hand_beside_it(seed: int) -> None:
    """What presses *under* alone couples as a push may; who comes then has his own time."""
    palm = Push(3, 400, 25.0, 10, 200)
    hand = Push(0, 470, 9.0, 15, 200)
    events = felt([palm, hand], [palm], 900, seed)
    (contact,) = contacts_of(events)
    assert near(contact, hand.onset_ns())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lag_ms", [6.0, 12.0])
def test_a_grab_on_swapped_plugs_invents_no_hand_beside_it(lag_ms: float, seed: int) -> None:
    """Until the fingers come its thumb pushes the table, and after that by as much as it is the
    harder; all of that seemed to lift what it loads."""
    thumb, fingers = Push(3, 400, 38.0, 10, 300), Push(2, 400 + lag_ms, 26.0, 10, 300)
    pulled = replace(fingers, peak_n=-fingers.peak_n)
    assert not contacts_of(felt([thumb, fingers], [thumb, pulled], 900, seed))


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_after_what_such_a_grab_pushes_comes_at_its_own_time(seed: int) -> None:
    """What it had pushed seemed to be lifted, and so to stay: that was one touch with the hand that
    came 80 ms later, which was told then, or as a palm."""
    thumb, fingers = Push(3, 400, 38.0, 10, 400), Push(2, 412, 14.0, 10, 400)
    pulled = replace(fingers, peak_n=-0.9 * thumb.peak_n)  # its sensors read apart
    grab = [Push(0, 480, 20.0, 8, 200), Push(1, 486, 16.0, 8, 200)]
    events = felt([thumb, fingers, *grab], [thumb, pulled], 1_000, seed)
    (own,) = contacts_of(events)
    assert near(own, grab[0].onset_ns())


@pytest.mark.parametrize("seed", range(4))
def test_a_light_grab_that_fingers_lift_is_not_what_swapped_plugs_push(seed: int) -> None:
    """Both its sensors show about half of what the others lift; other petals show nothing."""
    below, above = Push(3, 400, 38.0, 8, 300), Push(2, 400, 18.0, 8, 300)
    light = [Push(0, 412, 1.6, 8, 200), Push(1, 412, 1.5, 8, 200)]
    lifting = replace(below, peak_n=-below.peak_n)
    assert len(contacts_of(felt([below, above, *light], [lifting, above], 900, seed))) == 1


@pytest.mark.parametrize("seed", range(4))
def test_swapped_plugs_that_show_what_a_slap_couples_do_not_hide_when_their_hand_came(
    seed: int,
) -> None:
    """*Under* shows what couples into *top*: four times what was weighed of it. A hand of its own
    within the gesture window of that was told 110 ms early."""
    slap = Push(2, 400, 34.0, 8, 300)
    grab = [Push(1, 508, 20.0, 10, 200), Push(0, 514, 16.0, 10, 200)]
    table = list(weighed(0.04).channels)
    table[1] = weighed(0.01).channels[1]
    t_ns = np.arange(1_000, dtype=np.int64) * MS
    force = forces_at(INFO, [slap, *grab], t_ns)
    force[:, :2] += np.outer(slap.newtons(t_ns / MS), (0.01, 0.04))
    codes = to_codes(INFO, force, np.random.default_rng(seed), 2.0)
    pad = PadDecoder(INFO, Calibration(tuple(table)))
    (own,) = contacts_of([e for b in in_batches(Samples(t_ns, codes)) for e in pad.feed(b)])
    assert near(own, grab[0].onset_ns())


@pytest.mark.parametrize("seed", range(4))
def test_fingers_that_bounce_below_a_hand_are_no_swapped_plugs(seed: int) -> None:
    """They leave last, and press alone for a moment; a light hand beside them was theirs then."""
    above = [Push(2, 400, 2.8, 3.0, 0.0), Push(2, 416, 38.0, 12.0, 300)]
    below = [replace(push, channel=3, start_ms=push.start_ms + 7) for push in above]
    lifting = [replace(push, peak_n=-push.peak_n) for push in below]
    light = Push(0, 416, 3.0, 11.0, 300)
    events = felt([*above, *below, light], [*above, *lifting], 900, seed)
    (own,) = [contact for contact in contacts_of(events) if contact.seat == 0]
    assert near(own, light.onset_ns())


@pytest.mark.parametrize("swapped", [True, False])
def test_grabs_show_swapped_plugs_by_what_the_other_petals_feel(swapped: bool) -> None:
    """A thumb that comes 12 ms before the fingers pushes the table until then: if that seems to be
    *under*, its plug is in the place of *top*. Fingers that come first push nothing."""
    thumbs = [Push(3, 400.0 + 900 * n, 15.0, 8, 200) for n in range(3)]
    fingers = [replace(push, channel=2, start_ms=push.start_ms + 12) for push in thumbs]
    pulled = [replace(push, peak_n=-push.peak_n) for push in fingers]
    lifting = [replace(push, peak_n=-push.peak_n) for push in thumbs]
    coupled = [*thumbs, *pulled] if swapped else [*lifting, *fingers]
    events = felt([*thumbs, *fingers], coupled, 3_300, 1)
    assert [seat for seat, *_ in told(events, Fault.SWAPPED)] == ([1] if swapped else [])


@pytest.mark.parametrize("lag_ms", [16, 48])
def test_a_thumb_that_comes_long_after_fingers_which_push_a_little_tells_of_no_swapped_plugs(
    lag_ms: int,
) -> None:
    """People have habits: two such grabs put a seat in order out."""
    fingers = [Push(3, 400.0 + 900 * n, 15.0, 8, 250) for n in range(5)]
    thumbs = [replace(push, channel=2, start_ms=push.start_ms + lag_ms) for push in fingers]
    pushing = [replace(push, peak_n=0.5 * push.peak_n) for push in fingers]
    rest = [replace(push, peak_n=-0.5 * push.peak_n) for push in thumbs]  # they are a pinch then
    events = felt([*fingers, *thumbs], [*pushing, *thumbs, *rest], 5_100, 1)
    assert len(contacts_of(events, seat=1)) == 5
    assert not told(events, Fault.SWAPPED)


@pytest.mark.parametrize("lag_ms", [130, 200, 280])
def test_a_thumb_that_comes_after_the_gesture_was_told_tells_of_plugs_in_order(
    lag_ms: int,
) -> None:
    """Told by the fingers alone such a seat was out as swapped, or with a dead *top*."""
    fingers = [Push(3, 400.0 + 900 * n, 15.0, 8, 450) for n in range(6)]
    thumbs = [Push(2, push.start_ms + lag_ms, 12.0, 8, 450 - lag_ms) for push in fingers]
    pulled = [replace(push, peak_n=-0.5 * push.peak_n) for push in fingers]
    events = felt([*fingers, *thumbs], [*pulled, *thumbs], 6_000, 1)
    assert len(contacts_of(events, seat=1)) == 6
    assert not [event for event in events if isinstance(event, SeatFault)]


@pytest.mark.parametrize(("reached_n", "swapped"), [(3.0, False), (12.0, True)])
def test_fingers_of_a_hand_beside_that_reach_round_to_under_are_no_palms_on_swapped_plugs(
    reached_n: float, swapped: bool
) -> None:
    """Whoever twists as he grips presses *under* of the next petal alone, by far less than his own:
    three such hands put that seat out. A palm is about as hard as the hand beside."""
    hands = [Push(0, 400.0 + 900 * n, 20.0, 8, 200) for n in range(4)]
    reaching = [replace(push, channel=3, start_ms=push.start_ms + 20) for push in hands]
    reaching = [replace(push, peak_n=reached_n) for push in reaching]
    passed_on = [replace(push, channel=2, peak_n=0.3) for push in hands]
    events = felt([*hands, *reaching, *passed_on], [], 4_000, 1)
    assert [seat for seat, *_ in told(events, Fault.SWAPPED)] == ([1] if swapped else [])


@pytest.mark.parametrize("seed", range(4))
def test_what_plugs_couple_that_are_told_as_swapped_is_known(seed: int) -> None:
    """Who presses *under* alone there pushes the table, and a light hand beside it is its own."""
    thumbs = [Push(3, 400.0 + 900 * n, 15.0, 8, 200) for n in range(4)]
    fingers = [replace(push, channel=2, start_ms=push.start_ms + 12) for push in thumbs[:3]]
    pulled = [replace(push, peak_n=-push.peak_n) for push in fingers]
    light = Push(0, thumbs[3].start_ms + 3, 1.6, 10, 200)
    events = felt([*thumbs, *fingers, light], [*thumbs, *pulled], 3_600, seed)
    assert [seat for seat, *_ in told(events, Fault.SWAPPED)] == [1]
    (own,) = [contact for contact in contacts_of(events) if contact.seat == 0]
    assert near(own, light.onset_ns())


def test_plugs_that_were_mended_keep_nobody_elses_from_being_told() -> None:
    """Seat 1 had pushed by what was *under*, and then by *top*: as if its table coupled fingers
    so. Then grabs of seat 0 said nothing for as long as the console ran."""
    seats = {1: slice(0, 2), 0: slice(2, 4)}
    nobody = ((0.0, 0.0),) * 4
    shares = [((0.0, 0.0),) * seat + ((SHARE, 0.0),) + nobody[seat + 1 :] for seat in (1, 1, 0, 0)]
    channels = zip(Calibration.nominal(INFO).channels, [*shares, *4 * [nobody]], strict=True)
    calibration = Calibration(tuple(replace(c, shares=of) for c, of in channels))
    hands = [(Push(2, 3_100.0 + 900 * n, 15.0, 8, 200), 1) for n in range(4)]  # palms of seat 1
    for seat, at_ms in ((1, 400.0), (0, 6_700.0)):  # thumb first, by swapped plugs
        for thumb in [Push(2 * seat + 1, at_ms + 900 * n, 15.0, 8, 200) for n in range(3)]:
            fingers = replace(thumb, channel=2 * seat, start_ms=thumb.start_ms + 12)
            hands += [(thumb, 1), (fingers, -1)]
    t_ns = np.arange(9_900, dtype=np.int64) * MS
    force = forces_at(INFO, [push for push, _ in hands], t_ns)
    for push, sign in hands:
        through = push.newtons((t_ns + INFO.channels[push.channel].offset_ns) / MS)
        force[:, seats[push.channel // 2]] += sign * SHARE * through[:, None]
    codes = to_codes(INFO, np.maximum(force, 0.0), np.random.default_rng(1), 2.0)
    pad = PadDecoder(INFO, calibration)
    batches = in_batches(Samples(t_ns, codes))
    faults = told([event for batch in batches for event in pad.feed(batch)], Fault.SWAPPED)
    assert [(seat, on) for seat, on, _ in faults] == [(1, True), (1, False), (0, True)]


def test_plugs_are_read_as_swapped_only_once_nobody_presses() -> None:
    """A hand that stays goes on by what was taken off when it came."""
    hands = [
        push
        for n in range(2)
        for push in (
            Push(3, 400.0 + 900 * n, 15.0, 8, 200),
            Push(2, 412.0 + 900 * n, 15.0, 8, 200),
        )
    ]
    t_ns = np.arange(2_000, dtype=np.int64) * MS
    force = forces_at(INFO, hands, t_ns)
    for k, push in enumerate(hands):
        through = push.newtons((t_ns + INFO.channels[push.channel].offset_ns) / MS)
        force[:, :2] += (SHARE, -SHARE)[k % 2] * through[:, None]
    codes = to_codes(INFO, force, np.random.default_rng(2), 2.0)
    pad, on = PadDecoder(INFO, weighed(SHARE)), []
    for k in range(len(t_ns)):
        before = pad._forces.sisters.swapped
        pad.feed(Samples(t_ns[k : k + 1], codes[k : k + 1]))
        if pad._forces.sisters.swapped != before:
            on.append([petal.mode.name for petal in pad._petals])
    assert on == [["IDLE"] * len(pad._petals)]


@pytest.mark.parametrize("start_ms", [1_190.0, 1_220.0, 1_250.0])
def test_the_palm_that_tells_of_swapped_plugs_counts_though_it_is_told_before_that(
    start_ms: float,
) -> None:
    """The others feel it before its gesture is decided: a block ends at 1 280 ms."""
    palms = [Push(3, at_ms, 25.0, 10, 200) for at_ms in (300.0, start_ms)]
    events = felt(palms, palms, 1_900, 1)
    contacts = contacts_of(events, seat=1)
    assert [near(c, p.onset_ns()) for c, p in zip(contacts, palms, strict=True)] == [True, True]
    assert [seat for seat, *_ in told(events, Fault.SWAPPED)] == [1]


def swapped_pad(
    light_at_ms: float | None = None, calibration: Calibration = WEIGHED
) -> tuple[PadDecoder, Samples, int]:
    """A pad of which seat 1 is told to have its plugs swapped; all samples, and how many were fed:
    a palm there comes after them, and perhaps a light hand beside it."""
    thumbs = [Push(3, 400.0 + 900 * n, 15.0, 8, 200) for n in range(4)]
    fingers = [replace(push, channel=2, start_ms=push.start_ms + 12) for push in thumbs[:3]]
    light = [] if light_at_ms is None else [Push(0, light_at_ms, 1.6, 10, 200)]
    t_ns = np.arange(3_600, dtype=np.int64) * MS
    force = forces_at(INFO, [*thumbs, *fingers, *light], t_ns)
    pulled = [replace(push, peak_n=-push.peak_n) for push in fingers]
    for push in [*thumbs, *pulled]:
        through = push.newtons((t_ns + INFO.channels[push.channel].offset_ns) / MS)
        force[:, :2] += SHARE * through[:, None]
    samples = Samples(t_ns, to_codes(INFO, force, np.random.default_rng(2), 2.0))
    pad = PadDecoder(INFO, calibration)
    fed = 0
    while pad._forces.sisters.swapped != {1} or not pad.begins_block:
        pad.feed(Samples(t_ns[fed : fed + 1], samples.codes[fed : fed + 1]))
        fed += 1
    return pad, samples, fed


def test_stored_samples_of_swapped_plugs_give_the_same_contacts_again() -> None:
    pad, samples, fed = swapped_pad(light_at_ms=3_103.0)
    again = PadDecoder(INFO, weighed(SHARE), state=pad.state())
    rest = Samples(samples.t_ns[fed:], samples.codes[fed:])
    first, second = (
        [e for e in decoder.feed(rest) if isinstance(e, Contact)] for decoder in (pad, again)
    )
    assert first == second
    assert [contact.seat for contact in first] == [0]


def test_of_swapped_plugs_each_sensor_is_read_by_its_own_curve_once_that_is_told() -> None:
    """A grab of 33 N read 72 N below and 16 N above, and seemed to push nobody."""
    channels = list(WEIGHED.channels)
    channels[3] = replace(channels[3], gain=1.6 * channels[3].gain)  # *under* of seat 1
    calibration = Calibration(tuple(channels))
    pad, *_ = swapped_pad(calibration=calibration)
    again = PadDecoder(INFO, calibration, state=pad.state())
    for decoder in (pad, again):  # the latter decodes what was stored
        top, under = decoder._baseline.forces[2:4, 2_000]
        assert np.isclose(under, 1.6 * top, rtol=0.02)  # it reads more siemens
    fresh = PadDecoder(INFO, calibration)._baseline
    top, under = fresh.forces[2:4, 2_000]
    assert np.isclose(top, 1.6 * under, rtol=0.02)
    # A batch in whose midst it is told has gone through that already, however it is cut.
    assert (pad._baseline.unread == fresh.unread).all()
    assert fresh.unread[2] != fresh.unread[3]


def test_what_swapped_plugs_have_taught_is_forgotten() -> None:
    """Their pushes were taken for pinches, until that was told; nor is it kept with the weighing
    what they teach since."""
    pad, samples, fed = swapped_pad()
    weighing = PadDecoder(INFO, weighed(SHARE)).learned()
    assert pad.learned() == weighing
    pad.feed(Samples(samples.t_ns[fed:], samples.codes[fed:]))
    assert pad.learned().channels[0].shares[1] == weighing.channels[0].shares[1]
