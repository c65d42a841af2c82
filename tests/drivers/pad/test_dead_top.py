"""A petal whose *top* is dead: its hands push the table, and only the others feel it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.coupling.shares import ANY
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.forces import Forces
from drivers.pad.past import Past
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, near, told
from tests.drivers.pad.streams import Push, forces_at, in_batches, split, to_codes

SHARES = np.array([0.05, 0.03, 0.0, 0.0, 0.06, 0.04, 0.045, 0.025])
"""Of a push on seat 1, by channel: nobody shows it on that seat itself."""
DEAD, UNDER = 2, 3
GRABS = [Push(UNDER, 1_000.0 + 1_500 * n, 8.0, 10, 200) for n in range(2)]


def table(*hands: Push, pushed_by: int = DEAD, rest: int = 0) -> tuple[PadDecoder, Samples]:
    """A pad, and all samples, of a table weighed with those shares; whoever presses *top* of seat 1
    is not read. ``pushed_by``: whose force the others feel; ``rest``: what each sensor read at
    rest, in codes, and all but *top* of seat 1 still do."""
    channels = [ChannelCalibration(rest_code=float(rest)) for _ in INFO.channels]
    weighed = tuple(
        replace(c, shares=((0.0, 0.0), (share, 0.0), (0.0, 0.0), (0.0, 0.0)))
        for c, share in zip(channels, SHARES.tolist(), strict=True)
    )
    t_ns = np.arange(8_000, dtype=np.int64) * MS
    force = forces_at(INFO, hands, t_ns)
    force += force[:, [pushed_by]] * SHARES
    force[:, DEAD] = 0.0
    codes = to_codes(INFO, force, np.random.default_rng(1), 1.0) + np.uint16(rest)
    if rest:
        codes[:, DEAD] = 0
    samples = Samples(t_ns, np.minimum(codes, INFO.full_code))
    return PadDecoder(INFO, Calibration(weighed)), samples


def events_of(*hands: Push, pushed_by: int = DEAD, rest: int = 0) -> list[PadEvent]:
    """The events of such a table."""
    pad, samples = table(*hands, pushed_by=pushed_by, rest=rest)
    return [e for batch in in_batches(samples) for e in pad.feed(batch)]


def test_hands_that_show_it_count_with_doubt_and_those_after_them_do_not() -> None:
    events = events_of(*GRABS, Push(UNDER, 5_000.0, 8.0, 10, 200))
    assert [(seat, on) for seat, on, _ in told(events, Fault.DEAD_CHANNEL)] == [(1, True)]
    for contact, push in zip(contacts_of(events, 1), GRABS, strict=True):
        assert contact.gesture is Gesture.GRAB
        assert near(contact, push.onset_ns())
        assert near(contact, push.onset_ns() - 10 * MS)


@pytest.mark.parametrize("push_n", [2.0, 5.0, 12.0])
def test_who_races_beside_a_petal_that_is_told_is_known_as_ever(push_n: float) -> None:
    """Hands that rise together look like what a push on that petal would make others feel."""
    race = [Push(2 * seat, 5_000.0 + seat, push_n, 10, 200) for seat in (0, 2, 3)]
    grips = [Push(push.channel + 1, push.start_ms, push_n, 10, 200) for push in race]
    events = events_of(*GRABS, *race, *grips)
    came = [e for e in events if isinstance(e, Contact) and e.seat != 1]
    assert [contact.seat for contact in came] == [0, 2, 3]
    for contact, push in zip(came, race, strict=True):
        assert near(contact, push.onset_ns())
        assert contact.uncertainty_ns < MS


def test_who_pushes_the_others_by_under_has_swapped_plugs_and_no_dead_top() -> None:
    starts_ms = (800.0, 2_500.0, 4_000.0, 5_500.0)  # at once felt by the others, or later
    palms = [Push(UNDER, start_ms, 20.0, 10, 200) for start_ms in starts_ms]
    events = events_of(*palms, pushed_by=UNDER)
    assert [(seat, on) for seat, on, _ in told(events, Fault.SWAPPED)] == [(1, True)]
    assert not told(events, Fault.DEAD_CHANNEL)


def test_a_top_that_gives_nothing_at_all_is_dead_and_no_plugs_are_swapped() -> None:
    """The others feel the push that it does not read, in the shape of the fingers below."""
    starts_ms = (800.0, 2_500.0, 4_000.0, 5_500.0)
    grabs = [Push(UNDER, start_ms, 20.0, 10, 200) for start_ms in starts_ms]
    events = events_of(*grabs, pushed_by=UNDER, rest=60)
    assert [(seat, on) for seat, on, _ in told(events, Fault.DEAD_CHANNEL)] == [(1, True)]
    assert not told(events, Fault.SWAPPED)


@pytest.mark.parametrize("after_ms", [4.0, 8.0, 14.0])
def test_what_a_hand_pushes_on_a_petal_that_is_told_is_none_of_a_hand_that_comes_after_it(
    after_ms: float,
) -> None:
    """*Under* shows that hand 10 ms late; the others feel its push before."""
    grab = [Push(DEAD, 5_000.0, 27.0, 10, 200), Push(UNDER, 5_010.0, 10.0, 10, 200)]
    hand = Push(0, 5_000.0 + after_ms, 12.0, 10, 200)
    (contact,) = [
        contact
        for contact in contacts_of(events_of(*GRABS, *grab, hand), 0)
        if contact.t_ns > 4_900 * MS
    ]
    assert abs(contact.t_ns - hand.onset_ns()) <= 3 * contact.uncertainty_ns
    assert contact.uncertainty_ns < after_ms / 2 * MS
    assert contact.gesture is Gesture.PALM


def test_stored_samples_of_a_dead_sensor_give_the_same_contacts_again() -> None:
    grab = [Push(DEAD, 5_000.0, 27.0, 10, 200), Push(UNDER, 5_010.0, 10.0, 10, 200)]
    pad, samples = table(*GRABS, *grab, Push(0, 5_008.0, 12.0, 10, 200))
    stored = 3_840  # a block ends there
    pad.feed(Samples(samples.t_ns[:stored], samples.codes[:stored]))
    again = PadDecoder(INFO, pad._calibration, state=pad.state())
    rest = Samples(samples.t_ns[stored:], samples.codes[stored:])
    first, second = (contacts_of(decoder.feed(rest)) for decoder in (pad, again))
    assert first == second
    assert [contact.seat for contact in first] == [0]


def known_dead(*channels: int) -> PadDecoder:
    """A pad at that table which begins with these sensors known to be dead."""
    pad, _ = table()
    state = pad.state()
    state[list(channels), -1] = 2.0
    return PadDecoder(INFO, pad._calibration, state=state)


def shown(forces: Forces, push_n: float, under_n: float, *dead: int) -> tuple[Floats, Floats]:
    """Three scans of what such a push on seat 1 brings to the others, and what is read of it."""
    newtons = np.repeat(push_n * SHARES[None], 3, axis=0)
    newtons[:, UNDER] = under_n
    newtons[:, dead] = 0.0
    return newtons, forces.sources(newtons)


@pytest.mark.parametrize("other", [0, 5, 6], ids=["top", "under", "far"])
def test_another_dead_sensor_is_no_witness_that_nobody_pushes(other: int) -> None:
    forces = known_dead(DEAD, other)._forces
    newtons, sources = shown(forces, 30.0, 1.0, DEAD, other)
    assert forces.estimate_unmeasured(newtons, sources, 0) is not None
    assert sources[:, 1] == pytest.approx(30.0, abs=1.0)


def test_dead_sensors_are_no_witnesses_that_fingers_pull() -> None:
    dead = (4, 5, 6)
    forces = known_dead(*dead)._forces
    newtons, sources = shown(forces, 20.0, 20.0, DEAD, *dead)
    nothing = np.zeros((0, len(INFO.channels)), dtype=np.uint16)
    view = Past(0, np.zeros(0, dtype=np.int64), nothing, newtons, sources)
    assert forces.loosened(0, view)[INFO.seats + 1] == ANY


def test_who_pinches_a_petal_whose_under_is_dead_makes_nobody_else_seem_dead() -> None:
    """Its *top* alone seems to push, but the table feels nothing of it."""
    grabs = [Push(DEAD, 500.0 + 1_000 * n, 25.0, 10, 300) for n in range(6)]
    t_ns = np.arange(7_000, dtype=np.int64) * MS
    codes = to_codes(INFO, forces_at(INFO, grabs, t_ns), np.random.default_rng(990_601), 1.0)
    codes[:, UNDER] = 0
    pad, batches = known_dead(UNDER), in_batches(Samples(t_ns, codes))
    events = [e for batch in batches for e in pad.feed(batch)]
    assert not told(events, Fault.DEAD_CHANNEL)


@pytest.mark.parametrize("held_ms", [6, 10])
def test_a_tap_beside_a_hand_that_a_dead_top_does_not_read_is_no_touch(held_ms: int) -> None:
    """What nobody reads may hide that a tap has gone, but adds to it no more than it may be."""
    t_ns = np.arange(1_500, dtype=np.int64) * MS
    hand = [Push(DEAD, 500.0, 10.0, 10, 600), Push(UNDER, 506.0, 8.0, 10, 590)]
    force = forces_at(INFO, hand, t_ns)
    force += force[:, [DEAD]] * SHARES
    force[:, DEAD] = 0.0
    force[700 : 700 + held_ms, 4] += 2.5
    force[700 + held_ms : 712 + held_ms, 4] += 0.33
    samples = Samples(t_ns, to_codes(INFO, force, np.random.default_rng(990_602), 1.0))
    pad = known_dead(DEAD)
    events = [e for batch in split(samples, range(8, 1_500, 8)) for e in pad.feed(batch)]
    assert not contacts_of(events, 2)


def test_fingers_on_a_petal_whose_top_is_dead_lift_nothing() -> None:
    """They seem to pull alone: what that would lift off a palm beside them is none of its force."""
    hand = Push(4, 560.0, 3.0, 20, 200)
    _, samples = table(Push(DEAD, 500.0, 12.0, 10, 400), Push(UNDER, 505.0, 12.0, 10, 390), hand)
    samples = Samples(samples.t_ns[:1_500], samples.codes[:1_500])
    for step in (1, 7, 50, 1_500):
        pad = known_dead(DEAD)
        cuts = split(samples, range(step, 1_500, step))
        (contact,) = (e for batch in cuts for e in pad.feed(batch) if isinstance(e, Contact))
        assert (contact.seat, contact.gesture) == (2, Gesture.PALM)
        assert near(contact, hand.onset_ns())
        assert contact.uncertainty_ns < MS


@pytest.mark.parametrize("seed", [990_606, 990_607])
def test_an_evening_beside_a_dead_sensor_is_decoded_alike_however_it_is_cut(seed: int) -> None:
    """It is told on the way."""
    rng = np.random.default_rng(seed)
    hands = list(GRABS)
    for start_ms in (4_600.0, 6_000.0):
        starts = start_ms + rng.uniform(0.0, 40.0, INFO.seats)
        for seat, (start, peak_n) in enumerate(zip(starts, rng.uniform(5.0, 25.0, 4), strict=True)):
            hands += [Push(2 * seat, start, peak_n, 10, 300)]
            hands += [Push(2 * seat + 1, start + 6.0, 0.6 * peak_n, 10, 290)]
    found = []
    for cuts in (range(50, 8_000, 50), range(1, 8_000, 3), rng.integers(1, 8_000, 300).tolist()):
        pad, samples = table(*hands)
        events = [e for batch in split(samples, cuts) for e in pad.feed(batch)]
        assert told(events, Fault.DEAD_CHANNEL)
        found.append((sorted(map(repr, events)), pad.state()))
    (first, state), *others = found
    for again, other in others:
        assert again == first
        assert np.array_equal(other, state)


@pytest.mark.parametrize("high", [510, 530])
@pytest.mark.parametrize("low", [480, 499, 505])
def test_what_a_longer_past_holds_beside_a_dead_sensor_is_as_if_asked_for_alone(
    low: int, high: int
) -> None:
    """But for what comes after its end, which may show that it was pressed before."""
    _, samples = table(Push(DEAD, 500.0, 27.0, 10, 200), Push(UNDER, 515.0, 10.0, 10, 200))
    first = Samples(samples.t_ns[:540], samples.codes[:540])
    pads = [known_dead(DEAD) for _ in range(2)]
    for pad in pads:
        pad.feed(first)
    forces, alone = (pad._forces for pad in pads)
    forces.past(450, 540)
    forces.past(450, high)
    part, whole = forces.past(low, high), alone.read(low, high)[0]
    assert part.newtons.base is not None
    assert np.array_equal(part.sources, whole.sources)
    assert np.array_equal(forces.left_n(0, part), alone.left_n(0, whole))
