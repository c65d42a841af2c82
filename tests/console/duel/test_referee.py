"""The referee case by case: order, dead heats, falls, settling (C13, C23, C25, C26)."""

from __future__ import annotations

import pytest

from console.duel.referee import (
    DeadHeat,
    Fallen,
    FallIgnored,
    First,
    Ignored,
    Reason,
    Referee,
    RefereeConfig,
    Settled,
    Standing,
)
from drivers.errors import ConfigError
from drivers.events import Contact, Fall
from tests.console.duel.tools import MS, fall, free_referee, judge_by, pad, rule, touch

RIGHTFUL, WRONGFUL, REFUSED = Standing.RIGHTFUL, Standing.WRONGFUL, Standing.REFUSED


def settled_after(referee: Referee, t_ms: float) -> None:
    """The pad is free from ``t_ms`` on for just long enough."""
    referee.progress(pad(t_ms))
    referee.progress(pad(t_ms + 300))


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
    assert referee.next_due_ns() == 110 * MS
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


def test_c25_doubt_is_bounded_by_u_max_as_the_wait_is() -> None:
    referee = free_referee(RefereeConfig(u_max_ns=1 * MS))
    referee.add(touch(1, 100, u_ms=0))
    referee.add(touch(0, 102.5, u_ms=10))  # may come in after the ruling: it cannot change it
    referee.progress(pad(200, loaded=(0, 1)))
    first = rule(referee)[0]
    assert isinstance(first, First)
    assert first.margin_uncertainty_ns == 20 * MS  # yet what is shown is honest


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
    assert referee.race.heat == (doubtful,)


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


def test_c25_after_a_dead_heat_play_stands_still_until_it_is_played_off() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.add(touch(1, 100))
    referee.progress(pad(200, loaded=(0, 1)))
    assert isinstance(rule(referee)[0], DeadHeat)
    settled_after(referee, 250)
    (settled,) = rule(referee)
    assert isinstance(settled, Settled)
    touch_at_the_light = touch(0, 3000)
    referee.add(touch_at_the_light)
    referee.progress(pad(3100, loaded=(0,)))
    assert rule(referee) == [Ignored(touch_at_the_light, Reason.UNSETTLED)]
    referee.event_at(3000 * MS)
    settled_after(referee, 3200)
    again = touch(0, 3600)
    referee.add(again)
    referee.progress(pad(3700, loaded=(0,)))
    assert rule(referee) == [First(again, RIGHTFUL, (), None, None)]


def test_c25_runners_up_of_a_dead_heat_stay_in_its_race() -> None:
    referee = free_referee()
    for contact in (touch(0, 100), touch(1, 100), touch(2, 150)):
        referee.add(contact)
    referee.progress(pad(140, loaded=(0, 1, 2), pending=(2,)))
    (heat,) = rule(referee)
    assert isinstance(heat, DeadHeat)
    referee.event_at(800 * MS)
    settled_after(referee, 900)
    ignored, settled = rule(referee)
    assert ignored == Ignored(touch(2, 150), Reason.UNSETTLED)
    assert isinstance(settled, Settled)
    assert [entry.contact.seat for entry in settled.race.entries] == [0, 1, 2]


def test_c26_contacts_are_ignored_until_the_pad_was_free_for_300_ms() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    assert isinstance(rule(referee)[0], First)
    assert not referee.settled
    settled_after(referee, 250)
    before, after = touch(1, 549.9), touch(2, 550)
    referee.add(after)
    referee.progress(pad(600, loaded=(2,)))
    referee.add(before)  # the source broke its promise: still where its time belongs
    rulings = rule(referee)
    assert rulings[0] == Ignored(before, Reason.UNSETTLED)
    assert isinstance(rulings[1], Settled)
    assert isinstance(rulings[2], First)
    assert rulings[2].contact == after


def test_c26_a_touch_or_a_resting_hand_starts_the_300_ms_again() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    rule(referee)
    referee.progress(pad(250))
    referee.add(touch(1, 500))
    referee.progress(pad(540))  # touched and gone between two looks
    referee.progress(pad(580))
    assert rule(referee) == [Ignored(touch(1, 500), Reason.UNSETTLED)]
    referee.progress(pad(600, loaded=(3,)))  # rests there, too lightly for a contact
    referee.progress(pad(650))
    referee.progress(pad(949))
    assert rule(referee) == []
    referee.progress(pad(950))
    (settled,) = rule(referee)
    assert isinstance(settled, Settled)
    assert referee.settled
    assert referee.race is None
    assert [entry.contact.seat for entry in settled.race.entries] == [0, 1]


def test_c26_a_hand_found_resting_may_have_come_just_after_the_last_look() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    rule(referee)
    referee.progress(pad(250))
    referee.progress(pad(500))
    referee.progress(pad(600, loaded=(3,)))
    assert rule(referee) == []


def test_c26_a_touch_known_by_its_onset_ends_the_rest_there() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    rule(referee)
    referee.progress(pad(250))
    referee.progress(pad(500))
    referee.add(touch(3, 560))
    referee.progress(pad(600, loaded=(3,)))
    assert [type(ruling) for ruling in rule(referee)] == [Settled, First]


def test_c26_a_race_is_not_settled_before_its_falls_are_known() -> None:
    referee = Referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    referee.falls_complete_to(120 * MS)
    assert isinstance(rule(referee)[0], First)
    settled_after(referee, 250)
    assert rule(referee) == []
    referee.add_fall(fall(150))
    referee.falls_complete_to(600 * MS)
    assert [type(ruling) for ruling in rule(referee)] == [FallIgnored, Settled]


def test_c26_a_touch_under_way_does_not_take_back_the_rest_before_it() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    rule(referee)
    referee.progress(pad(250))
    referee.progress(pad(559, loaded=(1,), pending=(1,)))
    assert isinstance(rule(referee)[0], Settled)
    referee.add(touch(1, 560))
    referee.progress(pad(600, loaded=(1,)))
    assert isinstance(rule(referee)[0], First)


def test_c26_an_onset_before_the_event_is_late() -> None:
    referee = free_referee()
    referee.event_at(1000 * MS)
    late = touch(1, 999)
    referee.add(late)
    referee.progress(pad(1100, loaded=(1,)))
    assert rule(referee) == [Ignored(late, Reason.LATE)]


def test_c18_a_choice_closes_play_until_the_pad_was_free_after_it() -> None:
    referee = free_referee()
    referee.progress(pad(4000))
    referee.event_at(5000 * MS)
    referee.progress(pad(5298))
    touched = touch(2, 5299)
    referee.add(touched)
    referee.progress(pad(5310))
    assert rule(referee) == [Ignored(touched, Reason.UNSETTLED)]
    referee.progress(pad(5610))
    assert rule(referee) == []  # there was no race to settle
    assert referee.settled


def test_hold_ignores_everything_until_event_at() -> None:
    referee = free_referee()
    referee.hold(100 * MS)
    referee.progress(pad(1000))
    paused = touch(1, 1500)
    referee.add(paused)
    referee.progress(pad(1600, loaded=(1,)))
    assert rule(referee) == [Ignored(paused, Reason.UNSETTLED)]
    assert not referee.settled


def test_race_grows_after_its_ruling() -> None:
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(150, loaded=(0, 2), pending=(2,)))
    (first,) = rule(referee)
    assert isinstance(first, First)
    assert first.margin_ns is None
    referee.add(touch(2, 160, u_ms=0.2))
    assert referee.race is not None
    assert referee.race.runner_up is not None
    assert referee.race.runner_up.behind_ns == 60 * MS
    assert referee.race.runner_up.uncertainty_ns == 447_214
    assert [entry.place for entry in referee.race.entries] == [1, 2]


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


def test_c13_the_doubt_between_fall_and_touch_is_bounded_by_u_max() -> None:
    referee = free_referee(RefereeConfig(u_max_ns=1 * MS))
    referee.add(touch(1, 105, clock_ms=20))
    referee.add_fall(fall(100))
    referee.progress(pad(200, loaded=(1,)))
    assert rule(referee)[0] == Fallen(fall(100), None)


def test_c13_a_fall_waits_for_touches_that_may_have_caused_it() -> None:
    referee = free_referee()
    referee.add_fall(fall(100, u_ms=0))
    referee.progress(pad(109.9))
    assert referee.next_due_ns() == 110 * MS
    assert rule(referee) == []
    referee.progress(pad(110))
    assert rule(referee) == [Fallen(fall(100, u_ms=0), None)]


def test_putting_the_pad_back_is_no_ruling() -> None:
    referee = free_referee()
    referee.add_fall(Fall(False, 100 * MS, 0))
    referee.progress(pad(500))
    assert rule(referee) == []


def test_disabled_seats_neither_count_nor_hold_up_settling() -> None:
    referee = free_referee()
    referee.disable(5)
    broken, honest = touch(5, 100), touch(1, 100.1)
    referee.add(broken)
    referee.add(honest)
    referee.progress(pad(200, loaded=(1, 5)))
    ignored, first = rule(referee)
    assert ignored == Ignored(broken, Reason.DISABLED)
    assert isinstance(first, First)
    assert first.field == ()
    referee.progress(pad(250, loaded=(5,)))
    referee.progress(pad(550, loaded=(5,)))
    assert isinstance(rule(referee)[0], Settled)
    referee.enable(5)
    trusted = touch(5, 700)
    referee.add(trusted)
    referee.progress(pad(800, loaded=(5,)))
    assert rule(referee) == [First(trusted, RIGHTFUL, (), None, None)]


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


def test_nothing_waits_nothing_is_due() -> None:
    referee = free_referee()
    assert referee.next_due_ns() is None
    referee.event_at(100 * MS)
    assert referee.next_due_ns() == 400 * MS


def test_bad_configuration_names_the_value() -> None:
    with pytest.raises(ConfigError, match="coverage is -1"):
        RefereeConfig(coverage=-1)
