"""A petal whose sensors are at full scale under a hand: the others feel what nobody reads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault, Gesture, SeatFault
from drivers.pad.channels.calibration import Calibration, force_table
from drivers.pad.config import PadConfig
from drivers.pad.coupling.unmeasured import estimate_unmeasured
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, fed, near, told
from tests.drivers.pad.streams import Push, forces_at, to_codes

SHARE = 0.04
SATURATES_AT = 2_900  # 1.6 N
LOW = 2_350  # 0.8 N
STARTS_MS = (500, 2_000, 3_500)


def scans(
    *pushes: Push,
    limit: int = SATURATES_AT,
    until_ms: int = 6_000,
    below: int = 0,
    feel: tuple[int, ...] = (0, 1, 2, 3),
) -> tuple[Samples, Calibration]:
    """Those of a table on which every *top* shows a share of all others' pushes, and *under* half
    of that, as was weighed. The sensors of seat 0 are at full scale from code ``limit`` on, or up
    to ``below`` codes less, until somebody mends them. Only these petals ``feel`` others."""
    channels = []
    for own, channel in enumerate(Calibration.nominal(INFO).channels):
        part = (SHARE / 2 if own % 2 else SHARE) * (own // 2 in feel)
        shares = [(0.0 if source == own // 2 else part, 0.0) for source in range(4)]
        channels.append(replace(channel, shares=tuple(shares)))
    last_ms = max(push.start_ms for push in pushes) + 2_500
    t_ns = np.arange(int(last_ms), dtype=np.int64) * MS
    force = forces_at(INFO, list(pushes), t_ns)
    for push in pushes:
        pressed_n = push.newtons(t_ns / MS)
        for other in range(len(channels)):
            if other // 2 != push.channel // 2 and other // 2 in feel:
                force[:, other] += (SHARE / 2 if other % 2 else SHARE) * pressed_n
    codes = to_codes(INFO, force, np.random.default_rng(1), 1.0)
    for own in (0, 1):
        at_limit = (codes[:, own] >= limit) & (t_ns < until_ms * MS)
        codes[at_limit, own] = INFO.full_code - np.arange(np.count_nonzero(at_limit)) % (below + 1)
    return Samples(t_ns, codes), Calibration(tuple(channels))


def coupled(
    *pushes: Push, limit: int = SATURATES_AT, until_ms: int = 6_000, below: int = 0
) -> list[PadEvent]:
    return fed(*scans(*pushes, limit=limit, until_ms=until_ms, below=below))


def seats(events: list[PadEvent]) -> list[int]:
    return [event.seat for event in events if isinstance(event, Contact)]


@pytest.mark.parametrize("peak_n", [15.0, 30.0, 50.0])
def test_what_it_couples_is_nobodys_hand(peak_n: float) -> None:
    assert seats(coupled(*(Push(0, start, peak_n, 10.0, 200) for start in STARTS_MS))) == [0, 0, 0]


@pytest.mark.parametrize("after_ms", [30, 60, 150])
def test_a_hand_beside_it_counts_at_its_time(after_ms: int) -> None:
    """The others do not feel so much of the slap."""
    hand = Push(4, 500 + after_ms, 4.0, 12.0, 200)
    events = coupled(Push(0, 500, 35.0, 10.0, 300), hand)
    (contact,) = [e for e in events if isinstance(e, Contact) and e.seat == 2]
    assert near(contact, hand.onset_ns())


@pytest.mark.parametrize("below", [1, 8, 60])
@pytest.mark.parametrize("after_ms", [-4, 30])
def test_what_reads_more_than_any_hand_robs_nobody(below: int, after_ms: int) -> None:
    """One code below full scale is 1 000 N: no force that anybody reads either."""
    hand = Push(4, 500 + after_ms, 20.0, 12.0, 200)
    events = coupled(Push(0, 500, 15.0, 10.0, 300), hand, below=below)
    (contact,) = [e for e in events if isinstance(e, Contact) and e.seat == 2]
    assert near(contact, hand.onset_ns())


def test_one_that_reads_more_than_any_hand_is_told() -> None:
    events = coupled(*(Push(0, start, 15.0, 10.0, 200) for start in STARTS_MS), below=60)
    assert [(seat, on) for seat, on, _ in told(events, Fault.SATURATED)] == [(0, True)]
    assert [e.peak_n < 100.0 for e in events if isinstance(e, Contact)] == [True] * 3


@pytest.mark.parametrize("rise_ms", [10.0, 14.0, 20.0])
def test_its_own_onset_is_as_sure_as_two_samples_are(rise_ms: float) -> None:
    pushes = [Push(0, start + 0.3 * n, 30.0, rise_ms, 200) for n, start in enumerate(STARTS_MS)]
    contacts = [e for e in coupled(*pushes) if isinstance(e, Contact)]
    assert all(near(c, p.onset_ns(), 2.0) for c, p in zip(contacts, pushes, strict=True))


@pytest.mark.parametrize(("lead_ms", "peak_n"), [(4, 1.5), (12, 1.5), (12, 2.0)])
def test_a_light_hand_that_came_before_it_stays(lead_ms: int, peak_n: float) -> None:
    """As the only petal feels that feels it, it may push 50 N; but that felt as much before."""
    top = Push(2, 500 - lead_ms, peak_n, 10.0, 300)
    under = Push(3, 502 - lead_ms, 0.7 * peak_n, 10.0, 300)
    events = fed(*scans(Push(0, 500, 15.0, 10.0, 300), top, under, feel=(1,)))
    (hand,) = [e for e in events if isinstance(e, Contact) and e.seat == 1]
    assert near(hand, top.onset_ns())


def test_hands_beside_it_undo_no_hand_that_came_before_them() -> None:
    """At once at full scale, it carries what nobody reads; they have not brought it there."""
    own = [Push(0, start, 12.0, 12.0, 200) for start in STARTS_MS]
    hand = Push(0, 5_000, 12.0, 0.9, 200)
    beside = [Push(channel, 5_002, 40.0, 10.0, 200) for channel in (4, 6)]
    events = coupled(*own, hand, *beside)
    assert seats(events) == [0, 0, 0, 0, 2, 3]
    contact = [e for e in events if isinstance(e, Contact)][3]
    assert near(contact, hand.onset_ns())


def test_one_that_others_bring_to_full_scale_is_out_of_the_race() -> None:
    """Nobody can tell a hand on it from theirs."""
    own = [Push(0, 300 + 500 * n, 12.0, 12.0, 200) for n in range(4)]
    slaps = [Push(2, start, 40.0, 10.0, 200) for start in (3_000, 4_000)]
    events = coupled(*own, *slaps, limit=LOW)
    assert seats(events) == [0, 0, 0, 0, 1, 1]
    assert [(seat, on) for seat, on, _ in told(events, Fault.NONSENSE)] == [(0, True)]


def test_one_that_only_hands_bring_there_stays_in_it() -> None:
    own = [Push(0, 300 + 500 * n, 12.0, 12.0, 200) for n in range(4)]
    slaps = [Push(2, start, 20.0, 10.0, 200) for start in (3_000, 4_000)]
    assert not told(coupled(*own, *slaps), Fault.NONSENSE)


def test_once_its_sensors_are_mended_it_is_in_the_race_again() -> None:
    own = [Push(0, 300 + 500 * n, 12.0, 12.0, 200) for n in range(4)]
    slap = Push(2, 3_000, 40.0, 10.0, 200)
    mended = [Push(0, 4_000 + 800 * n, 12.0, 12.0, 200) for n in range(24)]
    events = coupled(*own, slap, *mended, limit=LOW, until_ms=3_800)
    assert [(seat, on) for seat, on, _ in told(events, Fault.NONSENSE)] == [(0, True), (0, False)]
    assert seats(events)[-3:] == [0, 0, 0]


def test_a_scan_says_the_same_alone_and_among_others() -> None:
    """Also one in which hands are on all other petals."""
    own = np.arange(8, dtype=np.intp) // 2
    shares = np.where(np.equal.outer(own, np.arange(8) % 4), 0.0, SHARE)
    shares[:, 4:] = 0.0
    newtons = np.full((2, 8), 6.0)
    newtons[1, 2:] = 0.3
    sources = np.zeros((2, 8))
    full = np.zeros((2, 4, 2), dtype=np.bool_)
    full[:, 0] = True
    together = sources.copy()
    sigmas = estimate_unmeasured(newtons, together, full, shares, own)
    for row in (0, 1):
        one = slice(row, row + 1)
        alone = sources[one].copy()
        assert (
            estimate_unmeasured(newtons[one], alone, full[one], shares, own) == sigmas[one]
        ).all()
        assert (alone == together[one]).all()


def test_kept_scans_say_the_same_again() -> None:
    """What a hand showed before, the kept ones do not know."""
    samples, calibration = scans(*(Push(0, start, 30.0, 7.0, 200) for start in (500, 2_000)))
    samples.codes[515, 0] = 3_400  # on its way to full scale, the first hand showed more
    whole = PadDecoder(INFO, calibration)
    begin = 6 * PadConfig().block_scans
    whole.feed(Samples(samples.t_ns[:begin], samples.codes[:begin]))
    again = PadDecoder(INFO, calibration, state=whole.state())
    rest = Samples(samples.t_ns[begin:], samples.codes[begin:])
    told_at_once, told_again = (
        [event for event in decoder.feed(rest) if isinstance(event, Contact)]
        for decoder in (whole, again)
    )
    assert told_at_once == told_again != []


def test_a_hand_that_such_a_push_may_hide_comes_once() -> None:
    """At a table of which one petal alone feels it, that one's light hand may be a part of it."""
    hand = Push(2, 400, 1.1, 12.0, 900)
    samples, calibration = scans(hand, Push(0, 600, 40.0, 10.0, 300), feel=(0, 1))
    assert seats(fed(samples, calibration)).count(1) == 1


def test_a_hand_on_both_sensors_says_nothing_of_it() -> None:
    """*Under* feels hardly any of it: what it carries is a hand's, and so is what *top* does."""
    own = np.array([0, 0, 1, 1])
    newtons = np.array([[2.0, 0.0, 0.1, 0.01], [2.0, 0.0, 1.2, 1.1]])
    sources = np.array([[2.0, 0.0, 0.0, 0.0], [2.0, 0.1, 0.0, 1.1]])
    full = np.zeros((2, 2, 2), dtype=np.bool_)
    full[:, 0, 0] = True
    shares = np.zeros((4, 4))
    shares[2:, 0] = 0.018, 0.001
    estimate_unmeasured(newtons, sources, full, shares, own)
    alone_n, beside_n = sources[:, 0].tolist()
    assert 5.0 < alone_n < 7.0
    assert beside_n == 2.0


@pytest.mark.parametrize("peak_n", [8.0, 20.0, 40.0])
def test_a_hand_that_leaves_beside_it_has_left_and_comes_again(peak_n: float) -> None:
    """What is unread may hide half a newton, but not the six that were there."""
    grabs = [Push(2, start_ms, 6.0, 12.0, 300) for start_ms in (900, 1_600)]
    samples, calibration = scans(Push(0, 600, peak_n, 10.0, 1_500), *grabs, until_ms=9_000)
    pressed = slice(640, 2_100)
    wobble = 1_500 + 350 * np.sin(0.02 * np.arange(pressed.start, pressed.stop))
    samples.codes[pressed, 1] = wobble  # *under* is read, and gives way
    assert seats(fed(samples, calibration)) == [0, 1, 1]


def leaping(hand: Push | None, *beside: Push) -> list[PadEvent]:
    """Seat 0 is at full scale at once, for 200 ms from 500 ms on; ``hand``: what pushes it."""
    pushes = [*beside] if hand is None else [hand, *beside]
    samples, calibration = scans(*pushes, limit=1 << 14)
    samples.codes[500:700, 0] = INFO.full_code
    return fed(samples, calibration)


@pytest.mark.parametrize("peak_n", [10.0, 30.0])
def test_a_hand_that_leaps_to_full_scale_counts_by_what_the_others_feel(peak_n: float) -> None:
    events = leaping(Push(0, 499.5, peak_n, 4.0, 200))
    (contact,) = [e for e in events if isinstance(e, Contact)]
    assert (contact.seat, contact.gesture) == (0, Gesture.PALM)
    assert abs(contact.t_ns - 499.6 * MS) <= 2 * contact.uncertainty_ns
    assert not told(events, Fault.NONSENSE)


@pytest.mark.parametrize("dead", [2, 3])
def test_a_dead_sensor_is_no_witness_that_nobody_leapt_to_full_scale(dead: int) -> None:
    samples, calibration = scans(Push(0, 499.5, 10.0, 4.0, 200), limit=1 << 14)
    samples.codes[500:700, 0] = INFO.full_code
    samples.codes[:, dead] = 0
    state = PadDecoder(INFO, calibration).state()
    state[dead, -1] = 2.0
    events = PadDecoder(INFO, calibration, state=state).feed(samples)
    assert seats(events) == [0]
    assert not told(events, Fault.NONSENSE)


def test_hands_that_leap_to_full_scale_are_no_nonsense_however_soon_they_follow() -> None:
    starts_ms = (500, 750, 1_000, 1_250)
    slaps = [Push(0, start_ms - 0.5, 30.0, 4.0, 100) for start_ms in starts_ms]
    samples, calibration = scans(*slaps, limit=1 << 14)
    for start_ms in starts_ms:
        samples.codes[start_ms : start_ms + 100, 0] = INFO.full_code
    events = fed(samples, calibration)
    assert seats(events) == [0, 0, 0, 0]
    assert not told(events, Fault.NONSENSE)


def test_a_short_circuit_that_nobody_feels_is_nonsense_within_20_ms() -> None:
    """Be it while a hand comes to another petal, which others feel as that one's."""
    hand = Push(4, 496, 20.0, 8.0, 100)
    events = leaping(None, hand)
    assert seats(events) == [2]
    ((seat, on, t_ns), *_) = told(events, Fault.NONSENSE)
    assert (seat, on) == (0, True)
    assert t_ns <= 520 * MS


def test_a_short_circuit_seems_a_hand_for_eight_scans_once() -> None:
    """Then it has to be away for as long as any hand: it does not begin again."""
    samples, calibration = scans(Push(4, 400, 20.0, 8.0, 20))
    samples.codes[500:, 0] = INFO.full_code
    pad, seems = PadDecoder(INFO, calibration), []
    for k in range(600):
        pad.feed(Samples(samples.t_ns[k : k + 1], samples.codes[k : k + 1]))
        progress = pad.progress()
        if progress is not None and 0 in progress.loaded:
            seems.append(k)
    assert seems == list(range(502, 502 + len(seems)))
    assert len(seems) <= 8 + PadConfig().release_hold_ns // MS


def test_one_that_others_bring_to_full_scale_for_the_first_time_is_nobodys_hand() -> None:
    """And out of the race: until nobody has brought it there for a while. Nobody says that it was
    they: it may be a short circuit, too."""
    events = coupled(Push(2, 1_000, 40.0, 10.0, 200), Push(0, 5_000, 12.0, 12.0, 200), limit=LOW)
    details = [e.detail for e in events if isinstance(e, SeatFault) and e.active]
    assert details == ["at full scale, and no hand's"]
    assert seats(events) == [1, 0]
    assert [(seat, on) for seat, on, _ in told(events, Fault.NONSENSE)] == [(0, True), (0, False)]


@pytest.mark.parametrize("beside_n", [14.0, 18.0])
def test_hands_that_hold_still_bring_nothing_to_full_scale(beside_n: float) -> None:
    """Whoever comes to a petal that is known to saturate, and that they have brought near that, has
    come: he was out of the race."""
    hands = [Push(0, start_ms, 12.0, 12.0, 150) for start_ms in (*STARTS_MS, 5_200)]
    events = coupled(*hands, Push(2, 5_000, beside_n, 10.0, 400), limit=LOW)
    assert seats(events) == [0, 0, 0, 1, 0]
    assert [(seat, on) for seat, on, _ in told(events, Fault.SATURATED)] == [(0, True)]
    assert not told(events, Fault.NONSENSE)


def test_a_hand_on_what_others_may_have_brought_to_full_scale_counts() -> None:
    """It shows nothing of its own before: but the others feel it, too."""
    slap = Push(2, 1_000, 15.0, 10.0, 400)
    samples, calibration = scans(slap, Push(0, 1_200, 20.0, 4.0, 150), limit=1 << 14)
    samples.codes[1_201:1_340, 0] = INFO.full_code
    events = fed(samples, calibration)
    assert seats(events) == [1, 0]
    assert not told(events, Fault.NONSENSE)


def test_a_seat_is_told_as_nonsense_for_as_long_as_it_is_muted() -> None:
    """Be it that another one's hand may have brought it to full scale, and has not for long."""
    samples, calibration = scans(Push(4, 4_000, 30.0, 10.0, 300), Push(2, 12_000, 20.0))
    for shorted in (slice(500, 5_000), slice(5_300, 9_000)):
        samples.codes[shorted, 0] = INFO.full_code
    (_, on, _), (_, off, end_ns) = told(fed(samples, calibration), Fault.NONSENSE)
    assert (on, off) == (True, False)
    assert end_ns > 9_000 * MS


def test_nobody_has_to_feel_what_a_petal_that_saturates_reads_below_full_scale() -> None:
    """It reads 80 N under hands of 15 N once it is told: the others felt too little, and lost their
    seats as dead."""
    starts_ms = [500 + 1_500 * n for n in range(7)]
    pushes = [Push(0, start, 15.0, 10.0, 200) for start in starts_ms]
    samples, calibration = scans(*pushes, until_ms=4_700)
    high = (samples.t_ns >= 4_700 * MS) & (samples.codes[:, 0] >= SATURATES_AT)
    table = force_table(INFO, calibration.channels[0], 0.0)
    samples.codes[high, 0] = np.searchsorted(table, 80.0)
    events = fed(samples, calibration)
    assert [(seat, on) for seat, on, _ in told(events, Fault.SATURATED)] == [(0, True)]
    assert not told(events, Fault.DEAD_CHANNEL)
