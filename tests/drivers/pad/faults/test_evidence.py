"""What pinches of all petals say of one sensor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.events import Fault
from drivers.pad.arrays import Floats, Times
from drivers.pad.config import PadConfig
from drivers.pad.faults.evidence import PadEvidence, PetalEvidence, TouchSummary
from drivers.times import MS
from tests.drivers.pad.faults.hands import FINGERS, over
from tests.few import few


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
@pytest.mark.parametrize("petals_n", few(2, [2, 5, 3, 8]))
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
            replace(FINGERS, top_n=20.0, under_n=0.0),
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
        replace(FINGERS, top_n=n, under_after_ns=-18 * MS, pinched=n > 0) for n in (0.0, 0.9)
    )
    grab = replace(FINGERS, top_n=9.0, under_n=11.0, under_after_ns=-4 * MS, pinched=True)
    assert swapped_after([palm, grab, passed, grab, palm, grab, passed]) == 5
    assert swapped_after([passed] * 10) == 4


def test_a_hand_that_bounces_off_top_while_its_fingers_hold_is_no_palm_on_swapped_plugs() -> None:
    """It has pressed *top* before that. A table in order was told as swapped by three such."""
    grab = replace(FINGERS, top_n=29.0, under_n=8.0, under_after_ns=-8 * MS, pinched=True)
    assert swapped_after([grab] * 10, stays_n=0.1) is None


def test_a_hard_palm_on_swapped_plugs_passes_more_than_half_a_newton_on() -> None:
    """That is no palm on *top*."""
    hard = replace(FINGERS, top_n=0.7, under_n=33.0, under_after_ns=-MS)
    assert swapped_after([hard] * 10) == 4


def test_hands_that_roll_over_the_edge_are_not_taken_for_swapped_plugs() -> None:
    """*Under* comes first, and *top* has only just come when the grab is decided."""
    rolled = replace(FINGERS, top_n=0.6, under_after_ns=-30 * MS, pinched=True)
    assert swapped_after([rolled] * 40, stays_n=9.0) is None


@pytest.mark.parametrize(("slips", "told"), [(2, False), (4, True)])
def test_who_grips_with_his_fingers_first_by_habit_may_slip_off_twice(
    slips: int, told: bool
) -> None:
    """However often he does, that is one habit: *under* alone has to say the rest."""
    first = replace(FINGERS, top_n=12.0, under_after_ns=-20 * MS, pinched=True)
    slip = FINGERS
    played = ([first] * 10 + [slip]) * slips + [first] * 10
    assert (swapped_after(played) is not None) is told


def test_grabs_with_the_thumb_first_alone_take_swapped_plugs_back() -> None:
    """They were put right, or it was told in vain, and nobody plays a palm."""
    grab = replace(FINGERS, top_n=12.0, under_after_ns=20 * MS, pinched=True)
    petal = PetalEvidence(0, PadEvidence(2), PadConfig())
    petal.were_swapped()
    assert any(over(petal, grab).get(Fault.SWAPPED) is False for _ in range(16))


def test_one_odd_touch_of_under_says_nothing() -> None:
    odd = FINGERS
    whole = replace(FINGERS, top_n=12.0, under_after_ns=4 * MS, pinched=True)
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
    hand = replace(FINGERS, still=True)
    found = []
    for still in (True, True, False):
        over(petal, replace(hand, still=still))
        found.append(petal.silent)
    assert found == [False, True, False]


def test_swapped_plugs_that_pass_nothing_on_are_no_dead_top() -> None:
    """The table was pushed: it is *under* that does not move. The others tell so before a touch is
    decided, or after."""
    hand = replace(FINGERS, still=True)
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
                replace(
                    FINGERS, t_ns=n, top_n=12.0, under_n=12.0, under_after_ns=after_ns, pinched=True
                ),
            )
            petal.pinch(*((6.0, 12.0) if order == 0 else (12.0, 6.0)), n)
            found += [order for order, fault, _ in pad.settle() if fault is Fault.UNEVEN]
    assert found == [0]


def test_a_dead_top_is_no_half_of_the_pinches_beside_it() -> None:
    """At a table of two both hands come at once, again and again."""
    pad, found = PadEvidence(2), []
    dead, flat = (PetalEvidence(order, pad, PadConfig()) for order in range(2))
    grab = replace(FINGERS, still=True)
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
    palm = FINGERS
    told = list[bool]()
    for t_ns in range(0, 30_000 * MS, 3_000 * MS):
        told += [Fault.SWAPPED in over(swapped, replace(palm, t_ns=t_ns))]
        over(flat, replace(palm, t_ns=t_ns, top_n=10.0, under_n=0.0))
        found += pad.settle()
    assert any(told)
    assert not [order for order, fault, active in found if fault is Fault.CROSSED and active]


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
