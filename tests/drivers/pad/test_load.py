"""What is laid on the table is taken off, and nobody's hand."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of, near, told
from tests.drivers.pad.streams import Push, board_info, forces_at, to_codes
from tests.drivers.pad.test_leaning import felt, hands, laid
from tests.few import few

BAG_N = [4.4, 3.1, 3.6, 4.0, 2.2, 4.8, 3.3, 2.9]


def test_a_heavy_hand_that_trembles_on_a_load_does_not_come_again() -> None:
    """Its load is little of what the petal carries."""
    force = laid(4_000, BAG_N) + hands(4_000, Push(0, 1_200, 25.0, 12, 2_400))
    t = np.arange(4_000.0)
    force[:, 0] += 1.8 * np.sin(2 * np.pi * 8.0 * t / 1_000.0) * ((t > 1_300) & (t < 3_500))
    _, events, _ = felt(force)
    assert len(contacts_of(events)) == 1


def test_touches_of_less_than_half_a_newton_let_the_other_petals_be_followed() -> None:
    """They couple nothing that shows. A weight on a petal was told as stuck else, for as long as a
    finger played on another."""
    t = np.arange(12_000.0)
    force = hands(12_000, Push(4, 300, 0.7, 20, 12_000))
    force[:, 5] = force[:, 4]
    force[:, 0] = np.maximum(0.25 + 0.2 * np.sin(2 * np.pi * 3.0 * t / 1_000.0), 0.0)
    _, events, _ = felt(force)
    assert not contacts_of(events)
    assert not told(events, Fault.STUCK_PAD)


UNEVEN = [1.0, 0.3, 0.7, 0.4, 0.9, 0.35, 0.6, 0.5, 0.8, 0.3, 0.45, 1.0]
"""Of a load, on the sensors of six petals: within a factor of four."""


def _contacts(seats: int, load_n: float, over_ms: float, *pushes: Push) -> list[Contact]:
    """Contacts of pushes on a table of so many seats on which a load is put down from 600 ms on."""
    info, t_ms = board_info(seats), np.arange(1_600.0)
    force = forces_at(info, pushes, np.arange(1_600, dtype=np.int64) * MS)
    rise = np.sin(np.pi / 2 * np.clip((t_ms - 600) / over_ms, 0.0, 1.0)) ** 2
    force += load_n * np.outer(rise, UNEVEN[: 2 * seats])
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    found = pad.feed(Samples(np.arange(1_600, dtype=np.int64) * MS, codes))
    return [event for event in found if isinstance(event, Contact)]


@pytest.mark.parametrize(("seats", "held"), [(4, 1), (6, 1), (6, 3)])
@pytest.mark.parametrize(("load_n", "over_ms"), [(2.0, 200.0), (3.0, 300.0), (5.0, 900.0)])
def test_a_load_that_is_put_down_beside_hands_is_no_hand_on_the_other_petals(
    seats: int, held: int, load_n: float, over_ms: float
) -> None:
    """It is asked of the petals that nobody holds: the others do not show it in one shape."""
    palms = [Push(2 * seat, 200 + 30 * seat, 6.0 + 5 * seat, hold_ms=1_400) for seat in range(held)]
    wobbly = [Push(palm.channel, 500 + 90 * i, 0.8, 80, 150) for i, palm in enumerate(palms)]
    found = _contacts(seats, load_n, over_ms, *palms, *wobbly)
    assert [contact.seat for contact in found] == list(range(held))


@pytest.mark.parametrize(
    ("seats", "over_ms"),
    [(2, 20.0), (2, 60.0), *((seats, ms) for seats in (3, 4, 6) for ms in (20.0, 60.0, 150.0))],
)
def test_a_load_that_is_put_down_at_once_is_nobodys_hand(seats: int, over_ms: float) -> None:
    """It comes as quickly as hands do, but to all in one shape. Who grabs next has come."""
    hand = Push(2, 1_100.4, 9.0, 12.0, 300), Push(3, 1_102.4, 6.0, 12.0, 300)
    (contact,) = _contacts(seats, 5.0, over_ms, *hand)
    assert contact.seat == 1
    assert near(contact, hand[0].onset_ns())


@pytest.mark.parametrize("over_ms", [70.0, 150.0])
@pytest.mark.parametrize("tops", [[1.8, 2.1, 1.6], [2.1, 2.3, 1.4, 0.5, 2.0, 2.1, 2.4]])
def test_a_load_that_comes_unevenly_is_nobodys_hand(tops: list[float], over_ms: float) -> None:
    """On some petals to *top* alone, as a palm; a finger may lie on one of many."""
    unders = [0.02, 0.36, 1.16] if len(tops) == 3 else [0.4, 0.1, 1.3, 0.1, 0.5, 0.9, 0.0]
    info, t_ms = board_info(len(tops)), np.arange(1_200.0)
    rise = np.sin(np.pi / 2 * np.clip((t_ms - 600) / over_ms, 0.0, 1.0)) ** 2
    force = np.outer(rise, np.column_stack((tops, unders)).ravel())
    if len(tops) > 3:
        force[500:, 8] += 0.3 * np.sin(np.arange(700) / 25.0) ** 2
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    assert not contacts_of(pad.feed(Samples(np.arange(1_200, dtype=np.int64) * MS, codes)))


@pytest.mark.parametrize("seed", few(1, range(3)))
@pytest.mark.parametrize("dead", [4, 5])
@pytest.mark.parametrize(("seats", "over_ms"), [(3, 20.0), (4, 20.0), (4, 60.0), (6, 20.0)])
def test_a_dead_sensor_hides_no_load(seats: int, over_ms: float, dead: int, seed: int) -> None:
    """What is dropped loads all the others in one shape, and told hands at all seats but one. Who
    grabs next has come, there too."""
    info, t_ms = board_info(seats), np.arange(1_600.0)
    rng = np.random.default_rng(seed)
    hands = [Push(sensor, 1_100.4, 9.0, 12.0, 300) for sensor in (0, 1, 2, 3)]
    force = forces_at(info, hands, np.arange(1_600, dtype=np.int64) * MS)
    rise = np.sin(np.pi / 2 * np.clip((t_ms - 600) / over_ms, 0.0, 1.0)) ** 2
    force += 6.0 * np.outer(rise, rng.permutation(UNEVEN[: 2 * seats]))
    codes = to_codes(info, force, rng, 3.0)
    codes[:, dead] = 0
    state = PadDecoder(info, Calibration.nominal(info)).state()
    state[dead, -1] = 2.0
    pad = PadDecoder(info, Calibration.nominal(info), state=state)
    found = pad.feed(Samples(np.arange(1_600, dtype=np.int64) * MS, codes))
    contacts = [event for event in found if isinstance(event, Contact)]
    assert all(contact.t_ns > 900 * MS for contact in contacts)
    if dead == 5:  # nobody reads what a load pushes on a petal whose *top* is dead
        assert sorted(contact.seat for contact in contacts) == [0, 1]
        assert all(near(contact, hands[0].onset_ns()) for contact in contacts)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_load_that_two_petals_alone_could_show_may_be_hands(seats: int) -> None:
    """One of two or three is held: hands may press the others in one shape."""
    found = _contacts(seats, 3.0, 300.0, Push(0, 200, 9.0, hold_ms=1_400))
    assert {contact.seat for contact in found} == set(range(seats))


def test_light_hands_that_come_slowly_and_together_beside_one_that_holds_are_no_load() -> None:
    """Each has its own time, though all press evenly."""
    pushes = [Push(0, 200, 9.0, hold_ms=1_400)]
    for seat, start_ms in ((1, 700.0), (2, 708.0), (3, 719.0)):
        pushes += [Push(2 * seat + part, start_ms, 2.0, 70, 300) for part in (0, 1)]
    found = _contacts(4, 0.0, 300.0, *pushes)
    assert [contact.seat for contact in found] == [0, 1, 2, 3]


@pytest.mark.parametrize("late_ms", [110.0, 150.0, 200.0, 250.0])
@pytest.mark.parametrize("under_n", [0.0, 6.0])
def test_a_hand_that_comes_while_a_load_is_put_down_came_at_its_own_time(
    late_ms: float, under_n: float
) -> None:
    """What the load made of its touch before is no part of it, also if it comes as the load was
    just found to be one."""
    hand = Push(4, 600 + late_ms, 14.0, 12.0, 400)
    fingers = Push(5, 603 + late_ms, under_n, 12.0, 400)
    (contact,) = _contacts(6, 3.0, 400.0, hand, fingers)
    assert contact.seat == 2
    assert near(contact, hand.onset_ns())


def test_a_heavy_hand_that_trembles_as_a_load_is_put_down_does_not_come_again() -> None:
    """Of what its petal carries then, the load is no more than four times what others carry."""
    force = laid(3_000, BAG_N) + hands(3_000, Push(0, 100, 25.0, 12, 2_700))
    t = np.arange(3_000.0)
    force[:, 0] += 1.8 * np.sin(2 * np.pi * 8.0 * t / 1_000.0) * ((t > 200) & (t < 2_700))
    _, events, _ = felt(force)
    assert len(contacts_of(events)) == 1


def _contacts_everywhere(
    seats: int, load_n: float, grabs: list[tuple[Push, Push]], seed: int
) -> list[Contact]:
    """Contacts of grabs on a table of so many seats that has a load on it from 300 to 600 ms on."""
    info, t_ms = board_info(seats), np.arange(5_000.0)
    times = np.arange(5_000, dtype=np.int64) * MS
    force = forces_at(info, [push for grab in grabs for push in grab], times)
    force += load_n * np.outer(np.clip((t_ms - 300) / 300, 0.0, 1.0), SHARES[: 2 * seats])
    codes = to_codes(info, force, np.random.default_rng(seed), 3.0)
    found = PadDecoder(info, Calibration.nominal(info)).feed(Samples(times, codes))
    return [event for event in found if isinstance(event, Contact)]


SHARES = [0.9, 0.6, 0.7, 0.8, 0.55, 0.95, 0.75, 0.6] * 2
"""Of a load, on the sensors of eight petals."""


def _grab(
    rng: np.random.Generator,
    seat: int,
    start_ms: float,
    force_n: float,
    rise_ms: float,
    hold_ms: float,
) -> tuple[Push, Push]:
    """One whose fingers press less than its palm."""
    top = Push(2 * seat, start_ms, force_n, rise_ms, hold_ms)
    return top, Push(2 * seat + 1, start_ms + 2, rng.uniform(0.4, 0.9) * force_n, rise_ms, hold_ms)


@pytest.mark.parametrize("seed", few(1, range(5)))
@pytest.mark.parametrize("seats", [2, 3, 4, 8])
@pytest.mark.parametrize(("newtons", "rise_ms"), [((0.55, 0.9), 60.0), ((2.0, 8.0), 12.0)])
def test_hands_of_everybody_that_rest_and_let_go_are_free_to_grab(
    seats: int, newtons: tuple[float, float], rise_ms: float, seed: int
) -> None:
    """What lay on all petals for a second or two was a load else, and came off no hand."""
    rng, rest, again = np.random.default_rng(seed), [], []
    off_ms = rng.uniform(1_500, 3_500)
    for seat in range(seats):
        start_ms, left_ms = 400 + rng.uniform(0, 12), off_ms + rng.uniform(0, 60)
        hold_ms = left_ms - start_ms - rise_ms
        rest.append(_grab(rng, seat, start_ms, rng.uniform(*newtons), rise_ms, hold_ms))
        at_ms, force_n = left_ms + 10 + rng.uniform(60, 200), rng.uniform(1.5, 5.0)
        again.append(_grab(rng, seat, at_ms, force_n, rng.uniform(6, 20), 200.0))
    found = _contacts_everywhere(seats, 0.0, rest + again, seed)
    for top, _ in again:
        own = [contact for contact in found if contact.seat == top.channel // 2]
        assert any(near(contact, top.onset_ns()) for contact in own)


@pytest.mark.parametrize("seed", few(2, range(6)))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_slow_grabs_of_everybody_on_a_load_are_no_more_of_it(seats: int, seed: int) -> None:
    rng, grabs = np.random.default_rng(seed), []
    for seat in range(seats):
        start_ms, force_n = 700 + rng.uniform(0, 12), rng.uniform(2, 8)
        grabs.append(_grab(rng, seat, start_ms, force_n, rng.uniform(60, 110), 400.0))
    found = _contacts_everywhere(seats, 2.5, grabs, seed)
    assert sorted(contact.seat for contact in found) == list(range(seats))


def _beside_an_elbow(seats: int, over_ms: float, *palms: Push) -> list[Contact]:
    """Contacts while an elbow comes down by seat 0 from 600 ms on."""
    info, times = board_info(seats), np.arange(1_600, dtype=np.int64) * MS
    rise = np.clip((np.arange(1_600.0) - 600) / over_ms, 0.0, 1.0)
    near = 1.9 * np.exp(-np.minimum(np.arange(seats), seats - np.arange(seats)) / 2)
    elbow = np.outer(rise, np.stack((near, 0.2 * near), axis=1).ravel())
    codes = to_codes(info, forces_at(info, palms, times) + elbow, np.random.default_rng(1), 3.0)
    found = PadDecoder(info, Calibration.nominal(info)).feed(Samples(times, codes))
    return [event for event in found if isinstance(event, Contact)]


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("over_ms", [80.0, 200.0, 400.0])
def test_an_elbow_is_nobodys_hand(seats: int, over_ms: float) -> None:
    """It came as slowly as light hands do, and to all petals in one shape. It won before."""
    assert not _beside_an_elbow(seats, over_ms)


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_palms_of_everybody_at_once_are_no_load(seats: int) -> None:
    """They come in one shape, as after "three, two, one"; each *under* shows 2 % of the palm above
    it, and what all the others couple."""
    info, times = board_info(seats), np.arange(900, dtype=np.int64) * MS
    palms = [Push(2 * seat, 300.0, 2.0 + 0.1 * (seat % 3), 100.0, 350) for seat in range(seats)]
    force = forces_at(info, palms, times)
    push = force[:, ::2].copy()
    coupled = 0.06 / (seats - 1) * (push.sum(axis=1)[:, None] - push)
    force[:, ::2] += coupled
    force[:, 1::2] += 0.02 * push + coupled
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    found = PadDecoder(info, Calibration.nominal(info)).feed(Samples(times, codes))
    told = sorted(event.seat for event in found if isinstance(event, Contact))
    assert told == list(range(seats))


@pytest.mark.parametrize("seats", [2, 4])
def test_who_come_while_an_elbow_comes_down_came_at_their_own_time(seats: int) -> None:
    """Before the first of them all petals had shown it in one shape, and two show it still."""
    palms = [Push(0, 719.4, 8.0, 12.0, 400)]
    palms += [Push(2 * seat, 666.3 + 3 * seat, 14.0, 12.0, 400) for seat in range(1, seats - 1)]
    found = sorted(_beside_an_elbow(seats, 110.0, *palms), key=lambda contact: contact.seat)
    assert [contact.seat for contact in found] == [palm.channel // 2 for palm in palms]
    for contact, palm in zip(found, palms, strict=True):
        assert near(contact, palm.onset_ns())


def test_what_lies_beside_the_sensor_on_which_a_hand_comes_leaves_its_error() -> None:
    """A load has just gone from *top*, and a little lies on *under*: no finger rested where the
    hand came. Taken for one it was told with an error of 0.02 ms."""
    t_ms = np.arange(5_200.0)
    force = hands(5_200, Push(0, 5_000.4, 5.0, 10, 150))
    force[:, 0] += 0.8 * (t_ms < 4_500)
    force[:, 1] += 0.43 * (t_ms > 4_540)
    (contact,) = contacts_of(felt(force)[1])
    assert contact.uncertainty_ns > 0.1 * MS


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("peak_n", "rise_ms"), [(1.8, 60.0), (3.0, 40.0), (7.0, 60.0)])
def test_who_press_alike_on_all_petals_are_told(seats: int, peak_n: float, rise_ms: float) -> None:
    """Nobody is there who would feel nothing. They came a little after each other, and tremble; as
    both were decided when they had hardly come, that was too little to tell them from a load."""
    info, t_ms = board_info(seats), np.arange(1_300.0)
    times = np.arange(1_300, dtype=np.int64) * MS
    presses = [
        Push(2 * seat + part, 600.4 + 1.2 * seat, peak_n * (0.7 if part else 1.0), rise_ms, 250)
        for seat in range(seats)
        for part in (0, 1)
    ]
    trembles = 1.0 + 0.05 * np.sin(t_ms[:, None] / 18.0 + 2.0 * (np.arange(2 * seats) // 2))
    force = forces_at(info, presses, times) * trembles
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    found = PadDecoder(info, Calibration.nominal(info)).feed(Samples(times, codes))
    told = sorted(event.seat for event in found if isinstance(event, Contact))
    assert told == list(range(seats))


@pytest.mark.parametrize("seed", few(2, range(6)))
def test_a_hand_upon_a_load_counts_beside_a_petal_that_nobody_hears(seed: int) -> None:
    """It showed nothing, so no load seemed to lie on all petals, and a hand had to rise by half."""
    info, times = board_info(4), np.arange(4_500, dtype=np.int64) * MS
    grab = [Push(4, 3_000.4, 4.0, 15.0, 300), Push(5, 3_003.0, 3.5, 15.0, 300)]
    load = 10.0 * np.sin(np.pi / 2 * np.clip((times / MS - 400.0) / 600.0, 0.0, 1.0)) ** 2
    rng = np.random.default_rng(seed)
    force = forces_at(info, grab, times) + np.outer(load, rng.uniform(0.7, 1.0, 8))
    codes = to_codes(info, force, rng, 2.0)
    codes[:, :2] = 0
    calibration = Calibration.nominal(info)
    state = PadDecoder(info, calibration).state()
    state[:2, -1] = 2.0
    found = PadDecoder(info, calibration, state=state).feed(Samples(times, codes))
    assert [event.seat for event in found if isinstance(event, Contact)] == [2]


@pytest.mark.parametrize(
    ("seats", "leans_n", "rise_ms"),
    [(2, 0.7, 12.0), (3, 0.7, 12.0), (2, 0.0, 12.0), (4, 0.0, 12.0)],
)
def test_two_who_lean_on_their_petals_and_grip_as_one_have_come(
    seats: int, leans_n: float, rise_ms: float
) -> None:
    """Two who hold their fingers ready and grip on a light: nobody came, for it was a load in one
    shape. So it is where nobody was told to lean, and of more than two."""
    info, times = board_info(seats), np.arange(1_600, dtype=np.int64) * MS
    sensors = range(2 * seats)
    leans = [Push(s, 100 + 90 * (s // 2), leans_n, 60, 1_500) for s in sensors[::2]]
    grips = [Push(s, 1_000.4 + 0.1 * (s // 2), 7.0 - 2 * (s % 2), rise_ms, 300) for s in sensors]
    force = forces_at(info, leans + grips, times)
    codes = to_codes(info, force, np.random.default_rng(1), 3.0)
    found = PadDecoder(info, Calibration.nominal(info)).feed(Samples(times, codes))
    contacts = [event for event in found if isinstance(event, Contact)]
    came = leans_n and seats == 2
    assert sorted(c.seat for c in contacts) == (list(range(seats)) if came else [])
    assert all(near(c, grips[2 * c.seat].onset_ns()) for c in contacts)
