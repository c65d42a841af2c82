"""What touches of two petals say of plugs that are in each other's place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Fault
from drivers.pad.config import PadConfig
from drivers.pad.faults.evidence import PadEvidence, PetalEvidence, TouchSummary
from drivers.times import MS
from tests.drivers.pad.faults.hands import FINGERS, over


def crossed_by(*touches: tuple[int, int, TouchSummary], petals_n: int = 2) -> list[bool]:
    """After each touch, (when in ms, whose, what it showed): are the plugs told as crossed?"""
    pad, states, crossed = PadEvidence(petals_n), list[bool](), False
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(petals_n)]
    for at_ms, order, touch in touches:
        over(petals[order], replace(touch, t_ns=at_ms * MS))
        for _, fault, active in pad.settle():
            crossed = active if fault is Fault.CROSSED else crossed
        states.append(crossed)
    return states


def test_fingers_alone_on_two_petals_at_once_are_halves_of_one_pinch() -> None:
    """They come up to some tens of milliseconds apart. Both seats are told at once."""
    pinch = [(0, 0, FINGERS), (20, 1, FINGERS)]
    again = [(at_ms + 3_000, order, touch) for at_ms, order, touch in pinch]
    assert crossed_by(*pinch, *again) == [False, False, False, True]
    late = [(at_ms * 2, order, touch) for at_ms, order, touch in (*pinch, *again)]
    assert not any(crossed_by(*late))


def pinch(after_ms: int) -> TouchSummary:
    """One whose *under* is loaded so much later than *top*, or sooner."""
    return replace(FINGERS, top_n=12.0, under_after_ns=after_ms * MS, pinched=True)


def at_once(late_ms: int, others_ms: int, times: int = 1) -> list[tuple[int, int, TouchSummary]]:
    """Pinches of petals 0 and 1, 5 ms apart, whose *unders* come so much later."""
    both = [(0, 0, pinch(late_ms)), (5, 1, pinch(others_ms))]
    return [(6_000 * n + at, order, touch) for n in range(times) for at, order, touch in both]


def halves_alone(order: int) -> list[tuple[int, int, TouchSummary]]:
    """A pinch of which *under* shows at petal ``order``, and *top* at the other of 0 and 1."""
    palm = replace(FINGERS, top_n=12.0, under_n=0.0)
    return [(0, order, FINGERS), (1, 1 - order, palm)]


def in_a_row(*some: list[tuple[int, int, TouchSummary]]) -> list[tuple[int, int, TouchSummary]]:
    """All that, one after another."""
    touches: list[tuple[int, int, TouchSummary]] = []
    for more in some:
        start_ms = touches[-1][0] // 1_000 * 1_000 + 6_000 if touches else 0
        touches += [(start_ms + at_ms, order, touch) for at_ms, order, touch in more]
    return touches


def test_two_pinches_of_which_each_sensor_goes_with_one_of_the_other_petal_are_halves() -> None:
    """*Under* comes as *top* of the other petal does, now here first and now there; between two
    hands some time passes."""
    first, second = at_once(70, -60), at_once(-60, 70)
    assert crossed_by(*in_a_row(first, second, first, second))[1::2] == [False] * 3 + [True]
    rolling = at_once(70, 60), at_once(-60, -70)
    assert not any(crossed_by(*in_a_row(*rolling * 4)))


def test_two_hands_that_roll_unlike_each_by_its_habit_cross_no_plugs() -> None:
    """Thumb first and fingers first, for a whole evening: both seats were out after three duels.
    That one of them palms changes nothing."""
    assert not any(crossed_by(*at_once(60, -60, 40)))
    palm = replace(FINGERS, top_n=12.0, under_n=0.0)
    beside = [
        (6_000 * n + order, order, (palm, pinch(-60))[order]) for n in range(40) for order in (0, 1)
    ]
    assert not any(crossed_by(*beside))


@pytest.mark.parametrize("seed", range(1177101, 1177109))
def test_hands_that_roll_now_so_now_otherwise_cross_no_plugs(seed: int) -> None:
    """That they roll on the same way as often tells that they roll; who was once alone as well."""
    rng = np.random.default_rng(seed)
    lates_ms = rng.integers(30, 60, (200, 2)) * rng.choice([-1, 1], (200, 2))
    before = in_a_row(at_once(40, 40, 2), [(0, 0, pinch(40))])
    assert not any(crossed_by(*in_a_row(before, *(at_once(*late) for late in lates_ms.tolist()))))


def test_halves_that_come_alone_are_told_sooner_after_pinches_that_may_be_such() -> None:
    alone = in_a_row(*(halves_alone(n % 2) for n in range(3)))
    assert crossed_by(*alone)[1::2] == [False, False, True]
    assert crossed_by(*in_a_row(at_once(60, -60), alone))[3::2] == [False, True, True]
    assert crossed_by(*in_a_row(at_once(60, -60, 9), alone))[-5] is False


@pytest.mark.parametrize(
    ("pinches", "petals", "told"), [(0, 3, True), (4, 3, False), (0, 2, False)]
)
def test_halves_that_come_alone_at_both_petals_count_however_slowly_hands_roll(
    pinches: int, petals: int, told: bool
) -> None:
    """People who grab take 50 to 90 ms from finger to thumb: *tops* in each other's place were not
    told in 25 duels. Of plugs in order fingers slip off a few times among many pinches; of two who
    always play with each other there is no more."""
    slow = [
        [(0, order, FINGERS), (roll_ms, 1 - order, replace(FINGERS, top_n=12.0, under_n=0.0))]
        for order, roll_ms in ((0, 50), (1, 70), (0, 90), (1, 60))
    ]
    beside = [(0, 0, pinch(12)), (5, 1, pinch(12))]
    touches = [part for half in slow for part in (half, *[beside] * pinches)]
    assert any(crossed_by(*in_a_row(*touches), petals_n=petals)) is told


@pytest.mark.parametrize(("orders", "told"), [((2, 2, 2), False), ((2, 2, 1), True)])
def test_under_of_one_petal_alone_may_be_the_top_of_a_third(
    orders: tuple[int, ...], told: bool
) -> None:
    """*Top* of petal 0 is in the place of *under* of 2: palms on 0 and 1 at once look like a pinch
    that falls apart, and those on 2 are as ever. Seat 1, which is in order, was out."""
    palm = replace(FINGERS, top_n=12.0, under_n=0.0)
    halves = [
        part
        for order in orders
        for part in ([(0, order, FINGERS), (2, 3 - order, palm)], [(0, 2, palm)])
    ]
    assert crossed_by(*in_a_row(*halves), petals_n=3)[-1] is told


@pytest.mark.parametrize(
    "between",
    [[(0, 0, pinch(5))], [(0, 0, pinch(5)), (90, 1, pinch(5))], at_once(40, 40)],
    ids=["alone", "some time apart", "that roll on alike"],
)
def test_pinches_take_back_what_pinches_at_once_have_shown(
    between: list[tuple[int, int, TouchSummary]],
) -> None:
    unlike = at_once(60, -60), at_once(-60, 60)
    assert crossed_by(*in_a_row(*unlike, *unlike))[-1]
    assert not any(crossed_by(*in_a_row(*unlike, *[between] * 2, *unlike)))


@pytest.mark.parametrize(("apart_ms", "told"), [(5, True), (90, False)])
def test_two_pinches_some_time_apart_take_back_what_halves_alone_have_shown(
    apart_ms: int, told: bool
) -> None:
    """Of such that come at once nobody knows whose they are."""
    plain = [(0, 0, pinch(12)), (apart_ms, 1, pinch(12))]
    halves = halves_alone(0), halves_alone(1)
    again = crossed_by(*in_a_row(*halves, *[plain] * 6, *halves))
    assert again[-1] is told


def test_a_palm_beside_such_halves_is_none() -> None:
    palm, again = replace(FINGERS, top_n=12.0, under_n=0.0), list[tuple[int, int, TouchSummary]]()
    for n in range(9):
        at_ms, order = 3_000 * n, n % 2
        again += [(at_ms, order, FINGERS), (at_ms + 3, 1 - order, palm), (at_ms + 12, 2, palm)]
    pad = PadEvidence(3)
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(3)]
    told = set[int]()
    for at_ms, order, touch in again:
        over(petals[order], replace(touch, t_ns=at_ms * MS))
        found = pad.settle()
        told |= {petal for petal, fault, active in found if fault is Fault.CROSSED and active}
    assert told == {0, 1}


def test_who_pinches_beside_another_says_little_of_crossed_plugs_who_does_alone_much() -> None:
    """Two pinches at once press both sensors of crossed petals too."""
    apart = [(0, 0, FINGERS), (5, 1, FINGERS)]
    beside = [(3_000 * n + 5 * order, order, pinch(4)) for n in range(1, 6) for order in range(2)]
    alone = [(3_000 * n, 0, pinch(4)) for n in range(1, 6)]
    again = [(30_000, 0, FINGERS), (30_005, 1, FINGERS)]
    assert [crossed_by(*apart, *more, *again)[-1] for more in (beside, alone)] == [True, False]


def test_swapped_plugs_that_are_told_stay_told_though_fingers_come_at_once_elsewhere() -> None:
    """Before they are told it may be crossed plugs, and nothing is."""
    for before, told in ((False, True), (True, None)):
        pad = PadEvidence(2)
        petals = [PetalEvidence(order, pad, PadConfig()) for order in range(2)]
        for n in range(0 if before else 3):
            over(petals[0], replace(FINGERS, t_ns=3_000 * n * MS))
        for petal in petals:
            over(petal, replace(FINGERS, t_ns=20_000 * MS))
        pad.settle()
        found = None
        for n in range(2):
            touch = replace(FINGERS, t_ns=(23_000 + 3_000 * n) * MS)
            found = over(petals[0], touch).get(Fault.SWAPPED)
        assert found is told


def test_palms_on_two_petals_that_are_told_as_swapped_are_no_halves() -> None:
    alone = [(10_000 * n + 3_000 * order, order, FINGERS) for n in range(4) for order in range(2)]
    at_once = [
        (50_000 + 3_000 * n + 5 * order, order, FINGERS) for n in range(4) for order in (0, 1)
    ]
    assert not any(crossed_by(*alone, *at_once))


def test_under_alone_by_itself_on_either_petal_speaks_against_crossed_plugs() -> None:
    """Of crossed ones it is one petal's only. Beside a hand it is not by itself."""
    apart = [(0, 0, FINGERS), (5, 1, FINGERS)]
    again = [(30_000, 0, FINGERS), (30_005, 1, FINGERS)]
    palm = replace(FINGERS, top_n=12.0, under_n=0.0)
    by_itself = [(5_000 + 2_000 * n, n % 2, FINGERS) for n in range(6)]
    beside = [(4_900, 1, palm), (5_000, 0, FINGERS)]
    told = [crossed_by(*apart, *more, *again)[-1] for more in (by_itself, beside)]
    assert told == [False, True]


def test_fingers_that_came_at_once_long_ago_keep_no_swapped_plugs_from_being_told() -> None:
    pad, found = PadEvidence(2), []
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(2)]
    whole = replace(FINGERS, top_n=12.0, pinched=True)
    for n, touch in enumerate((FINGERS, *[whole] * 30, *[FINGERS] * 4)):
        for order in range(2 if n < 31 else 1):
            at_ns = (4_000 * n + (1_500 * order if n else 0)) * MS
            fault = over(petals[order], replace(touch, t_ns=at_ns)).get(Fault.SWAPPED)
            found += [fault] if order == 0 else []
        pad.settle()
    assert found[-1] is True


def test_plugs_that_are_crossed_are_not_told_as_swapped_first() -> None:
    """*Tops* in each other's place: lone grabs, mostly of one seat, show *under* alone there, and
    the others are pushed, as by swapped plugs."""
    pad, told = PadEvidence(2), list[tuple[int, Fault]]()
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(2)]
    for n, grabbed in enumerate((1, 0, 0)):
        palm = replace(FINGERS, top_n=12.0, under_n=0.0)
        told += [(0, Fault.SWAPPED)] if grabbed == 0 and petals[0].felt() else []
        for order, touch in ((grabbed, FINGERS), (1 - grabbed, palm)):
            found = over(petals[order], replace(touch, t_ns=3_000 * n * MS))
            told += [(order, fault) for fault, active in found.items() if active]
        told += [(order, fault) for order, fault, active in pad.settle() if active]
    assert told == [(0, Fault.CROSSED), (1, Fault.CROSSED)]


def test_plugs_that_are_told_as_swapped_in_vain_are_crossed_after_all() -> None:
    """Grabs of the one seat alone look like swapped plugs there; *under* of the other, told to be
    in order, is no palm."""
    pad, told = PadEvidence(2), list[tuple[int, Fault]]()
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(2)]
    petals[0].were_swapped()
    palm = replace(FINGERS, top_n=12.0, under_n=0.0)
    for n in range(3):
        for order, touch in ((1, FINGERS), (0, palm)):
            over(petals[order], replace(touch, t_ns=3_000 * n * MS))
        told += [(order, fault) for order, fault, active in pad.settle() if active]
    assert told == [(0, Fault.CROSSED), (1, Fault.CROSSED)]
