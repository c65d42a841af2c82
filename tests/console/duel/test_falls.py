"""The pad falls: whose fault, and what came before (C13, C25)."""

from __future__ import annotations

import pytest

from console.duel.doubt import RefereeConfig
from console.duel.referee import Referee
from console.duel.rulings import Fallen, FallIgnored, First, Ignored, Reason, Standing
from drivers.events import Contact, Fall
from drivers.times import MS
from tests.console.duel.tools import fall, free_referee, pad, rule, touch

RIGHTFUL, WRONGFUL, REFUSED = Standing.RIGHTFUL, Standing.WRONGFUL, Standing.REFUSED


def test_c25_the_benefit_of_the_doubt_waits_for_falls_before_it() -> None:
    referee = Referee()
    referee.add(touch(1, 100))
    referee.add(touch(0, 100.2))
    referee.progress(pad(200, loaded=(0, 1)))
    referee.falls_complete_to(100 * MS)
    assert rule(referee, {1: WRONGFUL}) == []
    referee.add_fall(fall(100.1))
    referee.falls_complete_to(101 * MS)
    rulings = rule(referee, {1: WRONGFUL})
    assert isinstance(rulings[0], First)
    assert rulings[0].contact.seat == 0
    assert rulings[2] == FallIgnored(fall(100.1), Reason.DOUBT)


def test_c13_a_fall_that_nobody_claims_has_an_unknown_fault() -> None:
    referee = free_referee()
    fallen, afterwards = fall(100), touch(1, 120)
    referee.add(afterwards)
    referee.add_fall(fallen)
    referee.progress(pad(200, loaded=(1,)))
    ruling, ignored = rule(referee)
    assert ruling == Fallen(fallen, None)
    assert ignored == Ignored(afterwards, Reason.UNSETTLED)


@pytest.mark.parametrize(
    ("touches", "seat"),
    [
        ((touch(3, 60),), 3),
        ((touch(3, 60), touch(2, 90)), None),
        ((touch(3, 60), touch(3, 90)), 3),
        ((touch(3, -60),), None),
    ],
)
def test_c13_the_one_hand_just_before_the_fall_is_at_fault(
    touches: tuple[Contact, ...], seat: int | None
) -> None:
    referee = Referee()
    referee.falls_complete_to(1 << 62)
    for contact in touches:
        referee.add(contact)
    referee.add_fall(fall(100))
    referee.progress(pad(200))
    assert rule(referee, {2: REFUSED, 3: REFUSED})[-1] == Fallen(fall(100), seat)


def test_c13_a_fall_after_a_touch_that_counted_is_its_consequence() -> None:
    referee = free_referee()
    referee.add(touch(1, 100))
    referee.add_fall(fall(150))
    referee.progress(pad(200, loaded=(1,)))
    first, ignored = rule(referee)
    assert isinstance(first, First)
    assert ignored == FallIgnored(fall(150), Reason.UNSETTLED)


def test_c13_what_decides_nothing_is_reported_in_order_of_time() -> None:
    referee = free_referee()
    for contact in (touch(1, 100), touch(2, 200, u_ms=5)):
        referee.add(contact)
    referee.add_fall(fall(195))
    referee.progress(pad(300, loaded=(1, 2)))
    assert [type(ruling) for ruling in rule(referee)] == [First, FallIgnored, Ignored]


def test_c13_a_disabled_seat_does_not_hide_a_doubtful_touch_from_a_fall() -> None:
    referee = free_referee()
    referee.disable(5)
    for contact in (touch(5, 101, u_ms=0), touch(1, 101, u_ms=2)):
        referee.add(contact)
    referee.add_fall(fall(100, u_ms=0))
    referee.progress(pad(200, loaded=(1, 5)))
    assert First(touch(1, 101, u_ms=2), RIGHTFUL, (), None, None) in rule(referee)


def test_c13_in_doubt_the_touch_caused_the_fall() -> None:
    referee = free_referee()
    referee.add(touch(1, 100, clock_ms=0.5))  # two clocks: the map's error counts
    referee.add_fall(fall(99.2))
    referee.progress(pad(200, loaded=(1,)))
    first, ignored = rule(referee)
    assert isinstance(first, First)
    assert ignored == FallIgnored(fall(99.2), Reason.DOUBT)


def test_c13_a_touch_whose_finger_may_have_come_before_the_fall_may_have_caused_it() -> None:
    config = RefereeConfig()
    assert config.falls_before(fall(100), touch(1, 110))
    assert not config.falls_before(fall(100), touch(1, 110, early_ms=15))
    assert not config.falls_before(fall(95, u_ms=1), touch(1, 110, early_ms=14.9))


def test_c13_a_finger_that_rested_surely_came_after_a_fall_before_its_rest() -> None:
    config = RefereeConfig()
    assert not config.falls_before(fall(100), touch(1, 110, u_ms=6))
    assert config.falls_before(fall(100), touch(1, 110, u_ms=6, early_ms=8))
    assert not config.falls_before(fall(100), touch(1, 110, u_ms=6, clock_ms=4, early_ms=8))


def test_c13_the_doubt_between_fall_and_touch_is_bounded_by_u_max() -> None:
    referee = free_referee(RefereeConfig(u_max_ns=1 * MS))
    referee.add(touch(1, 105, clock_ms=20))
    referee.add_fall(fall(100))
    referee.progress(pad(200, loaded=(1,)))
    assert rule(referee)[0] == Fallen(fall(100), None)


def test_c13_a_fall_waits_for_touches_that_may_have_caused_it() -> None:
    referee = free_referee()
    referee.add_fall(fall(100, u_ms=0))
    referee.progress(pad(115.9))
    assert rule(referee) == []
    referee.progress(pad(116))
    assert rule(referee) == [Fallen(fall(100, u_ms=0), None)]


def test_putting_the_pad_back_is_no_ruling() -> None:
    referee = free_referee()
    referee.add_fall(Fall(False, 100 * MS, 0))
    referee.progress(pad(500))
    assert rule(referee) == []
