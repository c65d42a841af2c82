"""The referee between races: settling, holding, disabled seats (C18, C25, C26)."""

from __future__ import annotations

from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, FallIgnored, First, Ignored, Reason, Settled, Standing
from drivers.times import MS
from tests.console.duel.tools import fall, free_referee, pad, rule, settled_after, touch

RIGHTFUL = Standing.RIGHTFUL


def won_and_let_go() -> Referee:
    """Seat 0 has won at 100 ms, and the pad is free from 250 ms on."""
    referee = free_referee()
    referee.add(touch(0, 100))
    referee.progress(pad(200, loaded=(0,)))
    rule(referee)
    referee.progress(pad(250))
    return referee


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
    referee = won_and_let_go()
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
    referee = won_and_let_go()
    referee.progress(pad(500))
    referee.progress(pad(600, loaded=(3,)))
    assert rule(referee) == []


def test_c26_a_touch_known_by_its_onset_ends_the_rest_there() -> None:
    referee = won_and_let_go()
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
    referee = won_and_let_go()
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
    own, runner_up = referee.race.entries
    assert (own.place, runner_up.place) == (1, 2)
    assert runner_up.behind_ns == 60 * MS
    assert runner_up.uncertainty_ns == 447_214


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


def test_c26_of_a_silence_counts_what_came_before_and_nothing_that_may_have_come_in_it() -> None:
    referee = free_referee()
    before, doubtful = touch(0, 90), touch(1, 95, early_ms=1, late_ms=6)
    lost, after = touch(2, 130, early_ms=30), touch(3, 300)
    referee.silent_from(100 * MS)
    for contact in (before, doubtful, lost, after):
        referee.add(contact)
    referee.progress(pad(310, loaded=(0, 1, 2, 3)))
    first, settled, *ignored = rule(referee)
    assert first == First(before, RIGHTFUL, (), None, None)
    assert isinstance(settled, Settled)
    assert [entry.contact for entry in settled.race.entries] == [before]
    assert ignored == [Ignored(c, Reason.UNSETTLED) for c in (doubtful, lost, after)]


def test_c26_after_a_silence_play_opens_once_the_pad_was_free() -> None:
    referee = free_referee()
    referee.silent_from(100 * MS)
    referee.progress(pad(350))
    assert rule(referee) == []
    assert not referee.settled
    referee.heard_from(350 * MS)
    early, late = touch(0, 649), touch(1, 1_010)
    referee.add(early)
    referee.progress(pad(660, loaded=(0,)))
    referee.progress(pad(700))
    referee.add(late)
    referee.progress(pad(1_100, loaded=(1,)))
    ignored, first = rule(referee)
    assert ignored == Ignored(early, Reason.UNSETTLED)
    assert isinstance(first, First)
    assert first.contact == late


def test_c26_a_choice_stays_open_over_a_silence() -> None:
    referee = free_referee()
    referee.hold(100 * MS)
    referee.silent_from(200 * MS)
    referee.progress(pad(200))
    rule(referee)
    referee.heard_from(900 * MS)
    referee.progress(pad(2_000))
    assert rule(referee) == []
    assert not referee.settled
    referee.event_at(2_000 * MS)
    referee.progress(pad(2_300))
    assert rule(referee) == []
    assert referee.settled
