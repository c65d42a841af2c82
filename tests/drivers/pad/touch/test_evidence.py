"""What pinches of all petals say of one sensor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Fault
from drivers.pad.arrays import Floats, Times
from drivers.pad.config import PadConfig
from drivers.pad.touch.evidence import PadEvidence, PetalEvidence, TouchSummary
from drivers.times import MS


def over(petal: PetalEvidence, touch: TouchSummary) -> dict[Fault, bool]:
    """A touch whose hand is gone: the faults that it makes begin or end."""
    return petal.take(touch) | petal.goes()


def told_uneven(
    seed: int, rolled: float, factor: float, petals_n: int = 5, parts: float = 0.0
) -> set[int]:
    """The petals that were ever told, in 40 pinches of each by hands that roll as they like; on the
    last one *under* reads ``factor`` of what it carries, and all sensors' pairs differ by
    ``parts``, one sigma of the logarithm."""
    rng = np.random.default_rng(seed)
    pad = PadEvidence(petals_n)
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(petals_n)]
    reads = np.exp(rng.normal(0.0, parts, petals_n))
    reads[-1] *= factor
    told = set()
    for order in rng.integers(petals_n, size=40 * petals_n).tolist():
        top_n = rng.uniform(5, 40)
        under_n = top_n * rng.uniform(rolled, 1.1) * reads[order]
        petals[order].pinch(top_n, under_n, 0)
        told |= {who for who, fault, active in pad.settle() if active}
    return told


@pytest.mark.parametrize("parts", [0.0, 0.07])
@pytest.mark.parametrize("petals_n", [2, 3, 5, 8])
def test_hands_that_roll_as_they_like_accuse_no_sensor(petals_n: int, parts: float) -> None:
    told = [told_uneven(seed, 0.5, 1.0, petals_n, parts) for seed in range(40)]
    assert told.count(set()) >= 39


@pytest.mark.parametrize(("newtons", "told"), [(9.0, True), (38.0, False)])
def test_of_pinches_harder_than_the_weight_the_curve_has_its_part(
    newtons: float, told: bool
) -> None:
    """Under 10 N a sensor that reads 1.65 times as much is odd; under 38 N, where nobody weighed
    it, the rest of its resistance makes a sensor in order do so."""
    rng = np.random.default_rng(3)
    pad = PadEvidence(4)
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(4)]
    found = False
    for _ in range(30):
        for order, petal in enumerate(petals):
            under_n = newtons * rng.uniform(0.6, 1.0) * (1.65 if order == 0 else 1.0)
            petal.pinch(newtons, under_n, 0)
            found = found or bool(pad.settle())
    assert found is told


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_sensor_that_reads_half_or_twice_is_found_whatever_hands_do(factor: float) -> None:
    assert sum(4 in told_uneven(seed, 0.5, factor) for seed in range(20)) >= 18


def test_of_two_petals_nobody_knows_which_is_the_odd_one() -> None:
    assert told_uneven(1, 0.5, 2.0, petals_n=2) == set()


def test_of_three_petals_one_is_odd_by_more_as_the_two_others_may_lie_together_by_chance() -> None:
    told = {
        (factor, petals_n): sum(bool(told_uneven(n, 0.8, factor, petals_n)) for n in range(5))
        for factor in (1.65, 2.2)
        for petals_n in (3, 4)
    }
    assert told == {(1.65, 3): 0, (1.65, 4): 5, (2.2, 3): 5, (2.2, 4): 5}


def swapped_after(touches: list[TouchSummary], stays_n: float | None = None) -> int | None:
    """After how many touches of a petal that was in order swapped plugs are told. ``stays_n``: what
    *top* carries once a pinch has come to rest."""
    petal = PetalEvidence(0, PadEvidence(2), PadConfig())
    for _ in range(20):
        over(
            petal,
            TouchSummary(
                t_ns=0, top_n=20.0, under_n=0.0, under_after_ns=0, pinched=False, saturated=False
            ),
        )
    for count, touch in enumerate(touches, 1):
        if over(petal, touch).get(Fault.SWAPPED):
            return count
        if touch.pinched:
            petal.pinch(touch.top_n if stays_n is None else stays_n, touch.under_n, 0)
    return None


def test_plugs_swapped_at_a_petal_that_was_in_order_are_told_within_ten_touches() -> None:
    """A palm presses *under* then, and *top* by what the petal passes on; a grab says little."""
    palm, passed = (
        TouchSummary(
            t_ns=0, top_n=n, under_n=10.0, under_after_ns=-18 * MS, pinched=n > 0, saturated=False
        )
        for n in (0.0, 0.9)
    )
    grab = TouchSummary(
        t_ns=0, top_n=9.0, under_n=11.0, under_after_ns=-4 * MS, pinched=True, saturated=False
    )
    assert swapped_after([palm, grab, passed, grab, palm, grab, passed]) == 5
    assert swapped_after([passed] * 10) == 4


def test_a_hand_that_bounces_off_top_while_its_fingers_hold_is_no_palm_on_swapped_plugs() -> None:
    """It has pressed *top* before that. A table in order was told as swapped by three such."""
    grab = TouchSummary(
        t_ns=0, top_n=29.0, under_n=8.0, under_after_ns=-8 * MS, pinched=True, saturated=False
    )
    assert swapped_after([grab] * 10, stays_n=0.1) is None


def test_a_hard_palm_on_swapped_plugs_passes_more_than_half_a_newton_on() -> None:
    """That is no palm on *top*."""
    hard = TouchSummary(
        t_ns=0, top_n=0.7, under_n=33.0, under_after_ns=-MS, pinched=False, saturated=False
    )
    assert swapped_after([hard] * 10) == 4


def test_hands_that_roll_over_the_edge_are_not_taken_for_swapped_plugs() -> None:
    """*Under* comes first, and *top* has only just come when the grab is decided."""
    rolled = TouchSummary(
        t_ns=0, top_n=0.6, under_n=10.0, under_after_ns=-30 * MS, pinched=True, saturated=False
    )
    assert swapped_after([rolled] * 40, stays_n=9.0) is None


def test_one_odd_touch_of_under_says_nothing() -> None:
    odd = TouchSummary(
        t_ns=0, top_n=0.0, under_n=10.0, under_after_ns=0, pinched=False, saturated=False
    )
    whole = TouchSummary(
        t_ns=0, top_n=12.0, under_n=10.0, under_after_ns=4 * MS, pinched=True, saturated=False
    )
    assert swapped_after([odd, whole, whole, odd, whole, whole]) is None


def test_of_sensors_that_seem_to_be_swapped_no_pinch_says_more() -> None:
    """Which of them reads too little nobody knows before their plugs are in order."""
    pad, found = PadEvidence(3), []
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(3)]
    for _ in range(3):
        petals[0].felt()
    for _ in range(20):
        for order, petal in enumerate(petals):
            petal.pinch(*((6.0, 12.0) if order == 0 else (12.0, 6.0)), 0)
            found += pad.settle()
    assert not found


def test_a_top_that_stays_still_under_two_hands_is_silent() -> None:
    """What moves at all under the next one is not."""
    petal = PetalEvidence(0, PadEvidence(1), PadConfig())
    hand = TouchSummary(
        t_ns=0,
        top_n=0.0,
        under_n=10.0,
        under_after_ns=0,
        pinched=False,
        saturated=False,
        still=True,
    )
    found = []
    for still in (True, True, False):
        over(petal, replace(hand, still=still))
        found.append(petal.silent)
    assert found == [False, True, False]


def test_swapped_plugs_that_pass_nothing_on_are_no_dead_top() -> None:
    """The table was pushed: it is *under* that does not move. The others tell so before a touch is
    decided, or after."""
    hand = TouchSummary(
        t_ns=0,
        top_n=0.0,
        under_n=10.0,
        under_after_ns=0,
        pinched=False,
        saturated=False,
        still=True,
    )
    for before in (True, False):
        petal, found = PetalEvidence(0, PadEvidence(1), PadConfig()), []
        for _ in range(4):
            told = petal.felt() if before else None
            touch = over(petal, hand).get(Fault.SWAPPED)
            found.append(told or touch or (None if before else petal.felt()))
            assert not petal.silent
        assert True in found[:2]


def test_fingers_that_come_first_are_compared_as_others_are() -> None:
    """Alone they prove nothing of the plugs, however often they come first."""
    pad, found = PadEvidence(4), []
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(4)]
    for n in range(30):
        for order, petal in enumerate(petals):
            after_ns = 4 * MS if order else -4 * MS
            over(
                petal,
                TouchSummary(
                    t_ns=n,
                    top_n=12.0,
                    under_n=12.0,
                    under_after_ns=after_ns,
                    pinched=True,
                    saturated=False,
                ),
            )
            petal.pinch(*((6.0, 12.0) if order == 0 else (12.0, 6.0)), n)
            found += [order for order, fault, _ in pad.settle() if fault is Fault.UNEVEN]
    assert found == [0]


def test_a_dead_top_is_no_half_of_the_pinches_beside_it() -> None:
    """At a table of two both hands come at once, again and again."""
    pad, found = PadEvidence(2), []
    dead, flat = (PetalEvidence(order, pad, PadConfig()) for order in range(2))
    grab = TouchSummary(
        t_ns=0,
        top_n=0.0,
        under_n=10.0,
        under_after_ns=0,
        pinched=False,
        saturated=False,
        still=True,
    )
    for t_ns in range(0, 30_000 * MS, 3_000 * MS):
        over(dead, replace(grab, t_ns=t_ns))
        over(flat, replace(grab, t_ns=t_ns, top_n=10.0, under_n=0.0, still=False))
        found += pad.settle()
    assert (0, Fault.CROSSED, True) not in found


def test_a_palm_on_swapped_plugs_is_no_half_of_the_pinch_beside_it() -> None:
    """At a table of two both hands come at once, again and again: two palms look like one pinch
    that falls apart. The seat in order stays in play."""
    pad, found = PadEvidence(2), list[tuple[int, Fault, bool]]()
    swapped, flat = (PetalEvidence(order, pad, PadConfig()) for order in range(2))
    palm = TouchSummary(
        t_ns=0,
        top_n=0.0,
        under_n=10.0,
        under_after_ns=0,
        pinched=False,
        saturated=False,
    )
    told = list[bool]()
    for t_ns in range(0, 30_000 * MS, 3_000 * MS):
        told += [Fault.SWAPPED in over(swapped, replace(palm, t_ns=t_ns))]
        over(flat, replace(palm, t_ns=t_ns, top_n=10.0, under_n=0.0))
        found += pad.settle()
    assert any(told)
    assert not [order for order, fault, active in found if fault is Fault.CROSSED and active]


FINGERS = TouchSummary(
    t_ns=0, top_n=0.0, under_n=10.0, under_after_ns=0, pinched=False, saturated=False
)


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


def rolling(after_ms: int, first_n: float = 12.0) -> tuple[TouchSummary, Times, Floats]:
    """Fingers that press alone, and the times and forces since that is told: *top* comes later."""
    t_ns = np.arange(121, 400, dtype=np.int64) * MS
    top_n = np.where(t_ns >= after_ms * MS, 10.0, 0.0)
    touch = replace(FINGERS, under_n=first_n, still=True)
    return touch, t_ns, np.stack((top_n, np.full(len(t_ns), first_n)), axis=1)


def test_who_rolls_on_slowly_fingers_first_has_plugs_in_order_and_a_top_that_lives() -> None:
    """He is told as swapped, his *top* as dead, two such beside each other as crossed, by what one
    sensor shows alone when the gesture is told. The other comes as long as the hand stays."""
    pad, found, silent = PadEvidence(2), list[dict[Fault, bool]](), list[bool]()
    petals = [PetalEvidence(order, pad, PadConfig()) for order in range(2)]
    crossed = []
    for n in range(20):
        for order, petal in enumerate(petals):
            touch, t_ns, newtons = rolling(150 + 10 * n)
            start_ns = (3_000 * n + 5 * order) * MS
            found.append(petal.take(replace(touch, t_ns=start_ns)))
            petal.follow(t_ns + start_ns, newtons)
            found.append(petal.goes())
            silent.append(petal.silent)
        crossed += [fault for _, fault, active in pad.settle() if active]
    assert not any(faults.get(Fault.SWAPPED) for faults in found)
    assert Fault.CROSSED not in crossed
    assert not any(silent)


@pytest.mark.parametrize("passed_on", [0.0, 0.1])
def test_a_palm_on_swapped_plugs_is_one_however_long_it_stays(passed_on: float) -> None:
    """What the petal passes on to *top* is no thumb that comes."""
    petal = PetalEvidence(0, PadEvidence(2), PadConfig())
    found = []
    for _ in range(3):
        touch, t_ns, newtons = rolling(150)
        newtons[:, 0] = passed_on * newtons[:, 1]
        petal.take(replace(touch, still=False))
        petal.follow(t_ns, newtons)
        found.append(petal.goes().get(Fault.SWAPPED))
    assert found[-1] is True


def test_a_lone_sample_is_no_thumb_that_comes() -> None:
    touch, t_ns, newtons = rolling(500)
    newtons[20, 0] = 30.0
    assert touch.follow(t_ns, newtons, 0.5) is touch
    newtons[21, 0] = 30.0
    later = touch.follow(t_ns, newtons, 0.5)
    assert (later.pinched, later.under_after_ns) == (True, -141 * MS)


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
