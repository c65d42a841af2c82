"""Sudden death: hands off, wait, light, first touch (C25)."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.duel.sudden_death import Again, Cause, Phase, SuddenDeath, Winner
from drivers.errors import ConfigError
from drivers.events import Contact
from drivers.times import MS
from tests.console.duel.tools import pad, touch


def waiting(*seats: int) -> tuple[SuddenDeath, float]:
    """A sudden death with all hands off since 0 ms, and when its light is due in ms."""
    death = SuddenDeath(seats, Random(7), 0)
    death.progress(pad(0))
    death.progress(pad(300))
    due_ns = death.next_due_ns()
    assert due_ns is not None
    return death, due_ns / MS


def lit(*seats: int) -> tuple[SuddenDeath, float]:
    """A sudden death whose light came on 8 ms after it was due, and that moment in ms."""
    death, due = waiting(*seats)
    death.tick(round(due * MS))
    death.light_shown(round((due + 8) * MS))
    return death, due + 8


def outcomes(death: SuddenDeath) -> list[Winner | Again]:
    found = []
    while (outcome := death.decide()) is not None:
        found.append(outcome)
    return found


def left_over(seat: int, *losers: int) -> Winner:
    """Who has won as the others lost before the light."""
    return Winner(
        seat=seat, contact=None, margin_ns=None, margin_uncertainty_ns=None, losers=losers
    )


def test_c25_hands_off_until_the_pad_was_free_for_300_ms() -> None:
    death = SuddenDeath((1, 4), Random(7), 1000 * MS)
    phases = []
    for t_ms, loaded in ((1000, (4,)), (1500, (1,)), (1600, ()), (1899, ()), (1900, ())):
        death.progress(pad(t_ms, loaded))
        phases.append(death.phase)
    assert phases == [Phase.HANDS_OFF] * 4 + [Phase.WAIT]


def test_c25_who_does_not_take_part_cannot_hold_it_up_or_win() -> None:
    death = SuddenDeath((1, 4), Random(7), 0)
    death.progress(pad(0, loaded=(2,)))
    death.progress(pad(300, loaded=(2,)))
    assert death.phase is Phase.WAIT
    death, light = lit(1, 4)
    death.add(touch(2, light + 100))
    death.add(touch(4, light + 200))
    death.progress(pad(light + 300, loaded=(2, 4)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert winner.seat == 4


@given(st.integers(0, 1 << 32))
def test_c25_the_wait_is_1_to_3_s(seed: int) -> None:
    death = SuddenDeath((0, 1), Random(seed), 0)
    death.progress(pad(0))
    death.progress(pad(300))
    due_ns = death.next_due_ns()
    assert due_ns is not None
    assert 1300 * MS <= due_ns <= 3300 * MS
    death.tick(due_ns - 1)
    assert death.next_due_ns() == due_ns
    death.tick(due_ns)
    assert death.phase is Phase.LIGHT


def test_c25_the_first_touch_after_the_light_wins() -> None:
    death, light = lit(1, 4)
    loser, winning = touch(1, light + 230), touch(4, light + 212, clock_ms=0.1)
    death.add(loser)
    death.add(winning)
    death.progress(pad(light + 227, loaded=(1, 4)))
    assert outcomes(death) == []  # somebody earlier or as early may still be under way
    death.progress(pad(light + 229, loaded=(1, 4)))
    (winner,) = outcomes(death)
    assert winner == Winner(
        seat=4, contact=winning, margin_ns=18 * MS, margin_uncertainty_ns=282_843, losers=(1,)
    )
    assert death.phase is Phase.OUTCOME


def test_c25_nobody_has_won_before_the_light_is_known_to_be_on() -> None:
    death, due = waiting(1, 4)
    death.tick(round(due * MS))
    death.add(touch(1, due + 5))
    death.progress(pad(due + 100, loaded=(1,)))
    assert outcomes(death) == []  # perhaps before the light, perhaps after it
    death.light_shown(round((due + 8) * MS))
    assert outcomes(death) == [left_over(4, 1)]


def test_c25_a_touch_before_the_light_loses_at_once() -> None:
    death, due = waiting(1, 4)
    death.add(touch(1, due - 500))
    death.progress(pad(due - 400, loaded=(1,)))
    assert outcomes(death) == [left_over(4, 1)]
    assert death.out == (1,)


def test_c25_a_touch_that_may_have_come_after_the_light_is_no_false_start() -> None:
    death, light = lit(1, 4)
    death.add(touch(1, light - 0.1, u_ms=0.1))
    death.progress(pad(light + 100, loaded=(1,)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert winner.seat == 1


def test_c25_a_rest_before_the_light_whose_grip_came_after_it_is_no_false_start() -> None:
    death, light = lit(1, 4)
    death.add(touch(4, light - 5, late_ms=12))
    death.add(touch(1, light + 100))
    death.progress(pad(light + 300, loaded=(1, 4)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert winner.seat == 4


def test_c25_a_rest_that_surely_ended_in_a_grip_before_the_light_is_a_false_start() -> None:
    death, light = lit(1, 4)
    death.add(touch(4, light - 10, u_ms=6, late_ms=8))
    death.progress(pad(light + 300, loaded=(4,)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert winner.seat == 1


def test_c25_with_three_the_others_go_on() -> None:
    death, light = lit(1, 4, 5)
    death.add(touch(4, light - 300))
    death.progress(pad(light - 200, loaded=(4,)))
    assert outcomes(death) == []
    assert death.out == (4,)
    death.add(touch(4, light + 100))  # out is out
    death.add(touch(5, light + 180))
    death.progress(pad(light + 300, loaded=(4, 5)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert (winner.seat, winner.losers) == (5, (1, 4))


def test_c25_all_out_plays_again() -> None:
    death, due = waiting(1, 4)
    death.add(touch(1, due - 500))
    death.add(touch(4, due - 499.9))
    death.progress(pad(due - 400, loaded=(1, 4)))
    assert outcomes(death) == [Again(Cause.ALL_OUT, (1, 4))]
    assert death.phase is Phase.HANDS_OFF
    assert death.out == ()


def test_c25_touches_closer_than_their_uncertainty_play_again() -> None:
    death, light = lit(1, 4, 5)
    for contact in (touch(5, light + 200), touch(1, light + 200.2), touch(4, light + 201)):
        death.add(contact)
    death.progress(pad(light + 300, loaded=(1, 4, 5)))
    assert outcomes(death) == [Again(Cause.DEAD_HEAT, (1, 5))]
    assert (death.out, death.seats) == ((4,), (1, 4, 5))
    death.progress(pad(light + 400))
    death.progress(pad(light + 700))
    due_ns = death.next_due_ns()
    assert due_ns is not None
    death.tick(due_ns)
    death.light_shown(due_ns)
    again = touch(5, due_ns / MS + 150)
    death.add(again)
    death.progress(pad(due_ns / MS + 200, loaded=(5,)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert (winner.contact, winner.losers) == (again, (1, 4))


def test_c25_nobody_within_10_s_plays_again() -> None:
    death, light = lit(1, 4)
    death.progress(pad(light + 9_999))
    assert outcomes(death) == []
    death.add(touch(1, light + 10_001))
    death.progress(pad(light + 10_020))
    assert outcomes(death) == [Again(Cause.NOBODY, (1, 4))]
    assert death.light_ns is None


def test_c25_nobody_at_all_plays_again() -> None:
    death, light = lit(1, 4)
    death.progress(pad(light + 10_000))
    assert outcomes(death) == [Again(Cause.NOBODY, (1, 4))]


def test_c25_one_sure_false_start_does_not_decide_while_another_is_open() -> None:
    death, due = waiting(1, 4)
    death.tick(round(due * MS))
    death.add(touch(1, due - 1))
    death.add(touch(4, due - 0.5, u_ms=2))  # perhaps before the first, perhaps after the light
    death.progress(pad(due + 100, loaded=(1, 4)))
    assert outcomes(death) == []
    death.light_shown(round((due + 8) * MS))
    assert outcomes(death) == [Again(Cause.ALL_OUT, (1, 4))]


def test_c25_a_touch_surely_before_the_light_is_out_beside_one_in_doubt() -> None:
    death, light = lit(1, 4)
    death.add(touch(1, light - 2, u_ms=3))
    death.add(touch(4, light - 1, u_ms=0.1))
    death.progress(pad(light + 100, loaded=(1, 4)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert (winner.seat, death.out) == (1, (4,))


def test_c25_a_light_comes_on_once() -> None:
    death, light = lit(1, 4)
    death.light_shown(round((light + 500) * MS))
    death.add(touch(1, light + 15))
    death.progress(pad(light + 100, loaded=(1,)))
    (winner,) = outcomes(death)
    assert isinstance(winner, Winner)
    assert winner.seat == 1


@pytest.mark.parametrize(("behind_ms", "outcome"), [(39, Again), (41, Winner)])
def test_c25_a_touch_that_may_have_come_anywhere_in_its_rest_is_in_doubt(
    behind_ms: float, outcome: type
) -> None:
    death, light = lit(1, 4)
    death.add(touch(1, light + 100, u_ms=0))
    death.add(touch(4, light + 100 + behind_ms, u_ms=20))
    death.progress(pad(light + 200, loaded=(1, 4)))
    (found,) = outcomes(death)
    assert isinstance(found, outcome)


def test_c25_a_rest_of_any_length_is_in_doubt() -> None:
    """Who seemed to come more than 40 ms after the other had lost, however long he had rested."""
    death, light = lit(1, 4)
    death.add(touch(1, light + 100))
    death.add(touch(4, light + 190, early_ms=100))
    death.progress(pad(light + 300, loaded=(1, 4)))
    assert outcomes(death) == [Again(Cause.DEAD_HEAT, (1, 4))]


def test_c25_the_first_to_go_out_is_the_last_of_the_losers() -> None:
    death, due = waiting(1, 2, 4, 5)
    for seat, before in ((4, 500), (1, 400), (2, 300)):
        death.add(touch(seat, due - before))
    death.progress(pad(due - 200, loaded=(1, 2, 4)))
    assert outcomes(death) == [left_over(5, 2, 1, 4)]


def test_a_pad_that_is_not_heard_ends_the_round_and_the_next_begins_when_it_is() -> None:
    death, light = lit(0, 1)
    death.add(touch(0, light + 200))
    death.hear(False, round((light + 250) * MS))
    phases = [death.phase]
    death.progress(pad(light + 9_000))
    assert outcomes(death) == []
    death.hear(True, round((light + 9_000) * MS))
    for after_ms in (9_000, 9_299, 9_300):
        phases.append(death.phase)
        death.progress(pad(light + after_ms))
    assert set(phases) == {Phase.HANDS_OFF}
    assert outcomes(death) == [], "what was undecided counts no more"
    assert death.phase is Phase.WAIT


@pytest.mark.parametrize("phase", [Phase.WAIT, Phase.LIGHT])
def test_nobody_wins_or_pays_while_play_is_closed_and_the_round_begins_anew(phase: Phase) -> None:
    death, at = waiting(0, 1) if phase is Phase.WAIT else lit(0, 1)
    closed_ns = round((at - 500 if phase is Phase.WAIT else at + 500) * MS)
    for after_ms in range(0, 9_000, 500):
        death.close(closed_ns)
        death.tick(closed_ns + after_ms * MS)
        death.add(touch(1, closed_ns / MS + after_ms))
        death.progress(pad(closed_ns / MS + after_ms + 400))
        assert outcomes(death) == []
        assert death.next_due_ns() is None
    assert death.phase is phase, "no light has come meanwhile"
    over = closed_ns / MS + 9_000
    death.add(touch(1, over - 1))
    death.progress(pad(over))
    death.close(None)
    death.tick(round(over * MS))
    assert outcomes(death) == []
    phases = [death.phase]
    death.progress(pad(over + 300))
    phases.append(death.phase)
    assert phases == [Phase.HANDS_OFF, Phase.WAIT]


def test_a_touch_from_before_play_was_closed_counts_once_it_is_known() -> None:
    """Whoever grabs may knock the pad off, for a moment only."""
    death, light = lit(0, 1)
    for closed_ns in (round((light + 250) * MS), None):
        death.close(closed_ns)
        death.tick(round((light + 280) * MS))
    death.progress(pad(light + 199))
    assert outcomes(death) == []
    death.add(touch(0, light + 200))
    death.add(touch(1, light + 255))
    death.progress(pad(light + 260))
    (won,) = outcomes(death)
    assert isinstance(won, Winner)
    assert (won.seat, won.losers) == (0, (1,))


def test_a_seat_that_fails_is_out() -> None:
    death = SuddenDeath((1, 4), Random(7), 0)
    death.disable(1)
    death.disable(4)  # the last one in stays
    assert outcomes(death) == [left_over(4, 1)]
    assert outcomes(death) == []


@pytest.mark.parametrize("seats", [(1,), (2, 2)])
def test_it_takes_two(seats: tuple[int, ...]) -> None:
    with pytest.raises(ConfigError, match="two or more different seats"):
        SuddenDeath(seats, Random(7), 0)


@st.composite
def touches(draw: st.DrawFn) -> list[Contact]:
    """Some touches around the light, at most one a seat."""
    seats = draw(st.lists(st.integers(0, 3), unique=True, max_size=4))
    return [
        touch(seat, draw(st.integers(-800, 800)) / 2, draw(st.sampled_from((0, 0.2, 5))))
        for seat in seats
    ]


def play(field: list[Contact], leads: list[int], light_late: int) -> Winner | Again | None:
    """The outcome; contact ``i`` comes ``leads[i]`` looks at the pad before it must."""
    death, due = waiting(0, 1, 2, 3)
    light, start = due + 3, due - 500
    death.progress(pad(start))
    moved = [touch(c.seat, light + c.t_ns / MS, c.uncertainty_ns / MS) for c in field]
    looks = [ceil((c.t_ns / MS - start) / 10) - lead for c, lead in zip(moved, leads, strict=False)]
    for number in range(200):
        now = start + 10 * number
        for contact, look in zip(moved, looks, strict=True):
            if max(look, 0) == number:
                death.add(contact)
        death.tick(round(now * MS))
        if now >= light + 10 * light_late:
            death.light_shown(round(light * MS))
        death.progress(pad(now))
        outcome = death.decide()
        if outcome is not None:
            return outcome
    return None


@given(touches(), st.lists(st.integers(0, 90), min_size=4, max_size=4), st.integers(0, 20))
def test_c25_outcomes_do_not_depend_on_arrival(
    field: list[Contact], leads: list[int], light_late: int
) -> None:
    """Touches come any time before the pad's promise, the light's moment any time after it."""
    assert core(play(field, leads, light_late)) == core(play(field, [0, 0, 0, 0], 0))


def core(outcome: Winner | Again | None) -> Winner | Again | None:
    """Without the margin to a runner-up who may or may not be known yet."""
    if isinstance(outcome, Winner):
        return replace(outcome, margin_ns=None, margin_uncertainty_ns=None)
    return outcome
