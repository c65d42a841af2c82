"""A duel that ranks its hands: V29."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.duel.bout import Bout
from console.duel.sudden_death import Again, Cause, Phase, Winner
from drivers.errors import ConfigError
from drivers.events import Contact
from drivers.times import MS
from tests.console.duel.tools import pad, touch

Outcome = Winner | Again


class Pad:
    """A bout in virtual time; ``ms`` is now."""

    def __init__(self, *seats: int, seed: int = 7) -> None:
        self.bout = Bout(seats, Random(seed), 0)
        self.ms = 0.0

    def lit(self) -> float:
        """Hands off, the wait, the light; when it came on."""
        assert self.bout.race is not None
        self.bout.progress(pad(self.ms))
        self.ms += 300
        self.bout.progress(pad(self.ms))
        due_ns = self.bout.race.next_due_ns()
        assert due_ns is not None
        self.bout.race.tick(due_ns)
        assert self.bout.race.phase is Phase.LIGHT
        self.ms = due_ns / MS
        self.bout.race.light_shown(round(self.ms * MS))
        return self.ms

    def hands(self, *contacts: Contact) -> list[Outcome]:
        """They touch, and let go; what came of it."""
        for contact in contacts:
            self.bout.add(contact)
        last = max(contact.t_ns for contact in contacts) / MS
        self.bout.progress(pad(last + 1, tuple(contact.seat for contact in contacts)))
        self.ms = last + 200
        self.bout.progress(pad(self.ms))
        return self.decided()

    def decided(self) -> list[Outcome]:
        found: list[Outcome] = []
        while (outcome := self.bout.decide()) is not None:
            found.append(outcome)
        return found


def test_the_first_of_two_has_the_first_place_v29() -> None:
    table = Pad(1, 4)
    at = table.lit()
    (won,) = table.hands(touch(4, at + 180), touch(1, at + 200))
    assert isinstance(won, Winner)
    assert table.bout.placed == (4, 1)
    assert table.bout.over
    assert [c.seat for c in table.bout.touched] == [4, 1]


def test_three_race_twice_each_time_for_the_best_place_left_v29() -> None:
    table = Pad(0, 1, 2)
    at = table.lit()
    table.hands(touch(1, at + 150), touch(0, at + 160))
    assert (table.bout.placed, table.bout.left) == ((1,), (0, 2))
    assert table.bout.race is None
    table.bout.go_on(round(table.ms * MS))
    at = table.lit()
    table.hands(touch(2, at + 150))
    assert table.bout.placed == (1, 2, 0)


def test_who_is_too_early_cannot_win_that_race_but_the_next_v29() -> None:
    table = Pad(0, 1, 2)
    assert table.bout.race is not None
    table.bout.progress(pad(0))
    table.bout.progress(pad(300))
    due_ns = table.bout.race.next_due_ns()
    assert due_ns is not None
    assert table.hands(touch(0, due_ns / MS - 500)) == []
    assert table.bout.race.out == (0,)
    table.bout.race.tick(due_ns)
    table.bout.race.light_shown(due_ns)
    table.hands(touch(2, due_ns / MS + 150))
    assert list(table.bout.placed) == [2]
    table.bout.go_on(round(table.ms * MS))
    at = table.lit()
    table.hands(touch(0, at + 150))
    assert list(table.bout.placed) == [2, 0, 1]


def test_a_dead_heat_is_raced_again_v29() -> None:
    table = Pad(0, 1)
    at = table.lit()
    (again,) = table.hands(touch(0, at + 150), touch(1, at + 150.05))
    assert again == Again(Cause.DEAD_HEAT, (0, 1))
    assert list(table.bout.placed) == []
    at = table.lit()
    table.hands(touch(1, at + 120), touch(0, at + 150))
    assert list(table.bout.placed) == [1, 0]


@pytest.mark.parametrize("seats", [(), (1,), (2, 2)])
def test_one_alone_is_no_duel_v29(seats: tuple[int, ...]) -> None:
    with pytest.raises(ConfigError, match="two or more different seats"):
        Bout(seats, Random(1), 0)


TRIES = st.lists(st.lists(st.sampled_from((None, 0, 0.02, 5, 40, 300)), min_size=8, max_size=8))


@given(st.integers(2, 8), st.integers(0, 99), TRIES)
def test_whatever_hands_do_everybody_gets_one_place_v29(
    count: int, seed: int, tries: list[list[float | None]]
) -> None:
    """Each try says how long after the light each hand comes, if at all; in the end one by one."""
    table = Pad(*range(count), seed=seed)
    orderly: list[float | None] = [1.0 + 7 * n for n in range(8)]
    for number in range(len(tries) + 8):
        if table.bout.over:
            break
        if table.bout.race is None:
            table.bout.go_on(round(table.ms * MS))
        at = table.lit()
        delays = tries[number] if number < len(tries) else orderly
        race = table.bout.race
        assert race is not None
        left = [seat for seat in table.bout.left if seat not in race.out]
        late = [(s, d) for s, d in zip(range(count), delays, strict=False) if d is not None]
        come = [touch(s, at + 150 + d) for s, d in late if s in left]
        before = table.bout.placed
        if come:
            outcomes = table.hands(*come)
        else:
            table.ms = at + 10_001
            table.bout.progress(pad(table.ms))
            outcomes = table.decided()
            assert [type(o) for o in outcomes] == [Again]
        assert table.bout.placed[: len(before)] == before
        if isinstance(outcomes[-1], Winner):
            first = min(come, key=lambda c: c.t_ns)
            assert table.bout.placed[len(before)] == outcomes[-1].seat == first.seat
    assert sorted((*table.bout.placed, *table.bout.left)) == list(range(count))
    if not any(tries):
        assert table.bout.placed == tuple(range(count))
