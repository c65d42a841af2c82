"""The referee case by case: order and dead heats (C23, C25, C30)."""

from __future__ import annotations

from math import ceil

import pytest

from console.duel.doubt import RefereeConfig
from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, First, Ignored, Reason, Ruling, Standing
from drivers.errors import ConfigError
from drivers.events import Contact
from drivers.times import MS
from tests.console.duel.tools import free_referee, judge_by, pad, rule, touch

RIGHTFUL, WRONGFUL, REFUSED = Standing.RIGHTFUL, Standing.WRONGFUL, Standing.REFUSED


def test_c23_order_is_the_order_of_touch_not_of_arrival() -> None:
    referee = free_referee()
    late, early = touch(0, 105), touch(3, 100)
    referee.add(late)
    referee.add(early)
    referee.progress(pad(200, loaded=(0, 3)))
    first, runner_up = rule(referee)
    assert first == First(early, RIGHTFUL, (late,), 5 * MS, 282_843)
    assert runner_up == Ignored(late, Reason.UNSETTLED)


def test_c23_waits_for_whoever_may_still_be_earlier_or_as_early() -> None:
    config = RefereeConfig(u_max_ns=5 * MS)
    referee = free_referee(config)
    contact = touch(1, 100, u_ms=0)
    referee.add(contact)
    referee.progress(pad(109.999, loaded=(1,)))
    assert rule(referee) == []
    referee.progress(pad(110, loaded=(1,)))
    assert rule(referee) == [First(contact, RIGHTFUL, (), None, None)]


def test_c23_waits_for_falls_that_may_still_be_earlier() -> None:
    referee = Referee()
    referee.add(touch(1, 100))
    referee.progress(pad(300, loaded=(1,)))
    referee.falls_complete_to(100 * MS - 1)
    assert rule(referee) == []
    referee.falls_complete_to(100 * MS)
    assert len(rule(referee)) == 1


@pytest.mark.parametrize("gap_ms", [0, 0.28])
def test_c25_closer_than_the_joint_uncertainty_is_a_dead_heat(gap_ms: float) -> None:
    referee = free_referee()
    a, b = touch(1, 100), touch(0, 100 + gap_ms)
    referee.add(a)
    referee.add(b)
    referee.progress(pad(200, loaded=(0, 1)))
    (heat,) = rule(referee)
    assert isinstance(heat, DeadHeat)
    assert heat.standing is RIGHTFUL
    assert set(heat.contacts) == {a, b}


@pytest.mark.parametrize("u_max_ns", [0, 5 * MS])
def test_c25_equal_onsets_without_any_uncertainty_are_a_dead_heat(u_max_ns: int) -> None:
    referee = free_referee(RefereeConfig(u_max_ns=u_max_ns))
    referee.add(touch(1, 100, u_ms=0))
    referee.add(touch(0, 100, u_ms=0))
    referee.progress(pad(200, loaded=(0, 1)))
    (heat,) = rule(referee)
    assert isinstance(heat, DeadHeat)


def test_c25_a_touch_that_may_have_come_anywhere_in_its_rest_is_in_doubt() -> None:
    referee = free_referee(RefereeConfig(u_max_ns=1 * MS))
    referee.add(touch(1, 100, u_ms=0))
    referee.add(touch(0, 112.5, u_ms=10))  # the pad held back from when it may have begun
    referee.progress(pad(200, loaded=(0, 1)))
    assert isinstance(rule(referee)[0], DeadHeat)


def test_c25_the_wait_is_bounded_whatever_a_touch_states() -> None:
    """An error of an hour once let a verdict wait for an hour."""
    referee = free_referee()
    referee.add(touch(1, 100, u_ms=3_600_000))
    referee.progress(pad(149.9, loaded=(1,)))
    assert rule(referee) == []
    referee.progress(pad(150, loaded=(1,)))
    assert isinstance(rule(referee)[0], First)


def test_c25_who_touches_within_a_rest_that_may_have_been_the_touch_is_in_doubt() -> None:
    """A finger that rested, most likely below the threshold: it grips later."""
    rested, meanwhile = touch(0, 112, early_ms=20), touch(1, 100)
    referee = free_referee()
    referee.add(rested)
    referee.add(meanwhile)
    referee.progress(pad(200))
    assert rule(referee) == [DeadHeat((meanwhile, rested), Standing.RIGHTFUL)]
    assert referee.race is not None
    expected_ns = [0, ceil(20.2 * MS)]
    assert [entry.uncertainty_ns for entry in referee.race.entries] == expected_ns


def test_c25_who_may_have_touched_as_a_rest_began_is_in_doubt_with_it() -> None:
    """All of a rest is as likely, its ends too: who came 0.1 ms before, give or take 0.2 ms, was
    said to have been first for sure."""
    first, rested = touch(1, 100), touch(0, 120.1, early_ms=20)
    referee = free_referee()
    referee.add(rested)
    referee.add(first)
    referee.progress(pad(200))
    assert rule(referee) == [DeadHeat((first, rested), Standing.RIGHTFUL)]


def test_c25_a_rest_of_any_length_is_in_doubt() -> None:
    """Whoever seems to come more than 40 ms later was not asked whether he may have been first."""
    rested, meanwhile, after = touch(0, 190, early_ms=100), touch(1, 100), touch(2, 150)
    referee = free_referee()
    for contact in (rested, meanwhile, after):
        referee.add(contact)
    referee.progress(pad(300))
    assert rule(referee)[0] == DeadHeat((meanwhile, rested), Standing.RIGHTFUL)


def test_c25_a_touch_that_may_have_been_a_grip_later_is_waited_for_and_in_doubt() -> None:
    """A finger that rested, most likely above the threshold; 16 ms more for who states his late."""
    rested = touch(0, 100, late_ms=20)
    referee = free_referee()
    referee.add(rested)
    referee.progress(pad(135))
    assert rule(referee) == []
    within, after = touch(1, 119), touch(2, 121)
    referee.add(within)
    referee.add(after)
    referee.progress(pad(136))
    assert rule(referee)[0] == DeadHeat((rested, within), Standing.RIGHTFUL)


def test_c25_a_rest_that_others_came_outside_of_is_in_no_doubt() -> None:
    first, rested = touch(1, 91), touch(0, 112, early_ms=20, late_ms=20)
    referee = free_referee()
    referee.add(rested)
    referee.add(first)
    referee.progress(pad(200))
    ruling = rule(referee)[0]
    assert isinstance(ruling, First)
    assert ruling.margin_ns == 21 * MS
    assert ruling.margin_uncertainty_ns == ceil(20.2 * MS)


@pytest.mark.parametrize(("early_ms", "first"), [(5.5, True), (7.3, False)])
def test_c25_who_came_before_all_of_a_rest_is_first_whatever_error_that_states(
    early_ms: float, first: bool
) -> None:
    """What a slap left on a petal may have been a finger, but none that came before that slap. The
    middle of its rest has an error of which twice reaches beyond both ends: a dead heat."""
    slap = touch(2, 100, u_ms=0.24)
    rested = touch(3, 107.2, u_ms=3.7, early_ms=early_ms, late_ms=5.2)
    referee = free_referee()
    referee.add(rested)
    referee.add(slap)
    referee.progress(pad(200))
    ruling = rule(referee)[0]
    assert isinstance(ruling, First) is first
    assert isinstance(ruling, DeadHeat) is not first


def test_c25_two_rests_are_in_doubt_for_as_long_as_they_touch() -> None:
    apart, touching = touch(1, 112.1, u_ms=4, early_ms=5, late_ms=5), touch(1, 111.9, early_ms=5)
    for second, kind in (apart, First), (touching, DeadHeat):
        referee = free_referee()
        referee.add(touch(0, 100, u_ms=4, early_ms=7, late_ms=7))
        referee.add(second)
        referee.progress(pad(200))
        assert isinstance(rule(referee)[0], kind)


@pytest.mark.parametrize("batch_ms", [1, 40, 200])
def test_c25_what_a_rest_leaves_open_ends_with_the_wait_however_scans_come(batch_ms: int) -> None:
    """50 ms are waited; who came within them is known, and in doubt with it."""
    rested, within, after = touch(0, 100, late_ms=100), touch(1, 149), touch(2, 151)
    referee = free_referee()
    referee.add(rested)
    rulings: list[Ruling] = []
    for t_ms in range(100 + batch_ms, 320, batch_ms):
        for contact in (within, after):
            if (t_ms - batch_ms) * MS < contact.t_ns <= t_ms * MS:
                referee.add(contact)
        referee.progress(pad(t_ms))
        rulings += rule(referee)
    assert rulings[0] == DeadHeat((rested, within), Standing.RIGHTFUL)


@pytest.mark.parametrize("batch_ms", [1, 40, 200])
def test_c25_a_rest_that_is_told_after_those_who_came_meanwhile_is_in_doubt_with_them(
    batch_ms: int,
) -> None:
    """It leaned for 74 ms before they came; who is decided after it is not waited for so long."""
    rested = touch(3, 100, late_ms=118, watched_ms=120)
    others = (touch(4, 174), touch(2, 178, watched_ms=40), touch(1, 165, watched_ms=120))
    told = [*sorted([rested, *others], key=lambda contact: contact.decided_ns)]
    referee = free_referee()
    rulings: list[Ruling] = []
    for t_ms in range(100 + batch_ms, 320, batch_ms):
        while told and told[0].decided_ns <= t_ms * MS:
            referee.add(told.pop(0))
        undecided = (contact.t_ns - 1 for contact in told if contact.t_ns <= t_ms * MS)
        referee.progress(pad(min(t_ms * MS, *undecided, 1 << 62) / MS))
        rulings += rule(referee)
    assert rulings[0] == DeadHeat((rested, others[0]), Standing.RIGHTFUL)


def test_c25_the_common_clock_does_not_enter_who_was_first() -> None:
    referee = free_referee()
    referee.add(touch(1, 100, clock_ms=5))
    referee.add(touch(0, 100.3, clock_ms=5))
    referee.progress(pad(200, loaded=(0, 1)))
    assert isinstance(rule(referee)[0], First)


def test_c25_the_doubt_goes_to_the_rightful() -> None:
    referee = free_referee()
    wrong, right, third = touch(1, 100), touch(0, 100.2), touch(2, 108)
    for contact in (wrong, right, third):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 1, 2)))
    first, doubt, runner_up = rule(referee, {1: WRONGFUL})
    assert isinstance(first, First)
    assert (first.contact, first.standing) == (right, RIGHTFUL)
    assert first.margin_ns == -200_000  # what the screen shows is honest: earlier, but in doubt
    assert doubt == Ignored(wrong, Reason.DOUBT)
    assert runner_up == Ignored(third, Reason.UNSETTLED)
    assert referee.race is not None
    assert [entry.contact for entry in referee.race.entries] == [wrong, right, third]


def test_c25_a_wrongful_touch_that_is_surely_first_is_first() -> None:
    referee = free_referee()
    wrong, right = touch(1, 100), touch(0, 100.3)
    referee.add(wrong)
    referee.add(right)
    referee.progress(pad(200, loaded=(0, 1)))
    first, _ = rule(referee, {1: WRONGFUL})
    assert first == First(wrong, WRONGFUL, (right,), 300_000, 282_843)


def test_c25_a_wrongful_touch_after_the_rightful_makes_no_doubt() -> None:
    referee = free_referee()
    right, wrong = touch(0, 100), touch(1, 100.1)
    referee.add(wrong)
    referee.add(right)
    referee.progress(pad(200, loaded=(0, 1)))
    first, other = rule(referee, {1: WRONGFUL})
    assert isinstance(first, First)
    assert first.contact == right
    assert other == Ignored(wrong, Reason.UNSETTLED)


def test_c25_two_wrongful_hands_are_a_dead_heat_too() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.add(touch(1, 100.1))
    referee.progress(pad(200, loaded=(0, 1)))
    (heat,) = rule(referee, {0: WRONGFUL, 1: WRONGFUL})
    assert isinstance(heat, DeadHeat)
    assert heat.standing is WRONGFUL


def test_c25_refused_contacts_decide_nothing() -> None:
    referee = free_referee()
    refused, first, also = touch(0, 100), touch(1, 100.1), touch(2, 100.15)
    for contact in (refused, first, also):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 1, 2)))
    rulings = rule(referee, {0: REFUSED, 2: REFUSED})
    assert rulings[0] == Ignored(refused, Reason.REFUSED)
    assert isinstance(rulings[1], First)
    assert rulings[1].contact == first
    assert rulings[2] == Ignored(also, Reason.UNSETTLED)


def test_c25_only_those_who_may_have_been_first_are_in_a_dead_heat() -> None:
    referee = free_referee()
    vague, sharp, after = touch(0, 100, u_ms=2), touch(1, 101, u_ms=0.1), touch(2, 103, u_ms=0.1)
    for contact in (vague, sharp, after):
        referee.add(contact)  # 2 is surely after 1, though not surely after 0
    referee.progress(pad(200, loaded=(0, 1, 2)))
    heat, runner_up = rule(referee)
    assert heat == DeadHeat((vague, sharp), RIGHTFUL)
    assert runner_up == Ignored(after, Reason.UNSETTLED)


def test_c25_a_rightful_touch_surely_after_a_wrongful_one_cannot_be_first() -> None:
    referee = free_referee()
    wrong, doubtful, after = touch(0, 100, u_ms=0.1), touch(1, 101, u_ms=2), touch(2, 101.1)
    for contact in (wrong, doubtful, after):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 1, 2)))
    assert [type(ruling) for ruling in rule(referee, {0: WRONGFUL})] == [First, Ignored, Ignored]
    assert referee.race is not None
    assert [e.contact for e in referee.race.entries if e.behind_ns == 0] == [doubtful]


def test_c30_no_dead_heat_between_the_hands_of_one_person() -> None:
    referee = Referee(same_party=lambda a, b: a % 2 == b % 2)
    referee.falls_complete_to(1 << 62)
    own, other_own, other = touch(2, 100), touch(0, 100), touch(1, 100.1)
    for contact in (own, other_own, other):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 1, 2)))
    heat, second_hand = rule(referee)
    assert heat == DeadHeat((other_own, other), RIGHTFUL)  # equal onsets of one person: by seat
    assert second_hand == Ignored(own, Reason.UNSETTLED)


def test_c30_the_margin_is_to_the_other_person() -> None:
    referee = Referee(same_party=lambda a, b: a % 2 == b % 2)
    referee.falls_complete_to(1 << 62)
    for contact in (touch(0, 100), touch(2, 101), touch(3, 106)):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 2, 3)))
    first = rule(referee)[0]
    assert isinstance(first, First)
    assert first.margin_ns == 6 * MS


def test_a_disabled_seat_between_two_doubtful_ones_is_set_aside() -> None:
    referee = free_referee()
    referee.disable(5)
    for contact in (touch(0, 100), touch(5, 100.05), touch(3, 100.07), touch(1, 100.1)):
        referee.add(contact)
    referee.progress(pad(200, loaded=(0, 1, 5)))
    rulings = rule(referee, {0: WRONGFUL, 3: REFUSED})
    assert isinstance(rulings[0], First)
    assert rulings[0].contact.seat == 1
    assert [(r.contact.seat, r.reason) for r in rulings[1:] if isinstance(r, Ignored)] == [
        (0, Reason.DOUBT),
        (5, Reason.DISABLED),
        (3, Reason.REFUSED),
    ]


def test_the_judge_is_asked_about_those_only_who_may_be_first() -> None:
    referee = free_referee()
    asked = []

    def judge(contact: Contact) -> Standing:
        asked.append(contact.seat)
        return judge_by({})(contact)

    for seat, t_ms in ((0, 100), (1, 105), (2, 150)):
        referee.add(touch(seat, t_ms))
    referee.progress(pad(200, loaded=(0, 1, 2)))
    while referee.decide(judge) is not None:
        pass
    assert asked == [0, 1]


def test_bad_configuration_names_the_value() -> None:
    with pytest.raises(ConfigError, match="coverage is -1"):
        RefereeConfig(coverage=-1)
