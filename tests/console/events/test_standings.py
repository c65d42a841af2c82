"""Standings and tie-breaks: tables worked by hand, and against the judge. V5, V7 to V13."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.events import actions as do
from console.events.actions import ByeDrawn, Drawn
from console.events.options import (
    POINT,
    EventOptions,
    GroupSwiss,
    Late,
    RoundRobin,
    Swiss,
    TieBreak,
)
from console.events.running import RunningEvent
from console.events.standings import standings
from console.events.tally import Tally
from drivers.errors import ConfigError
from tests.console.events import judge
from tests.console.events.evenings import CHAOS, begun, draw, names, play, report, take

A, B, C, D, E = range(5)


def drawn(
    event: RunningEvent, number: int, *groups: tuple[int, ...], bye: int | None = None
) -> None:
    """A round by hand."""
    byes = () if bye is None else (ByeDrawn(bye, POINT),)
    seeding = () if number else tuple(event.state.people)
    take(event, do.DrawRound(0, number, tuple(map(Drawn, groups)), byes, seeding, by_hand=True))


def by_hand() -> RunningEvent:
    """Five people, three rounds of Swiss.

    1: A beats B, C and D draw, E has the bye.      A1 E1 C½ D½ B0
    2: A beats E, C beats B, D has the bye.         A2 C1½ D1½ E1 B0
    3: A and C draw, D beats E, B has the bye.      A2½ D2½ C2 B1 E1
    """
    event = begun(5, Swiss(rounds=3))
    drawn(event, 0, (A, B), (C, D), bye=E)
    report(event, 0, A, B)
    take(event, do.Report(1, (C, D), (1, 1)))
    drawn(event, 1, (E, A), (C, B), bye=D)
    report(event, 2, A, E)
    report(event, 3, C, B)
    drawn(event, 2, (A, C), (D, E), bye=B)
    take(event, do.Report(4, (C, A), (1, 1)))
    report(event, 5, D, E)
    return event


def test_a_swiss_worked_by_hand_v12_v13() -> None:
    event = by_hand()
    tally = Tally(event.state, 0)
    assert [tally.points[p] for p in range(5)] == [2100, 840, 1680, 2100, 840]

    def values(tie_break: TieBreak) -> list[int]:
        return [tally.value(tie_break, p, range(5)) for p in range(5)]

    # opponents' points, own ones for a bye: A: B1+E1+C2, B: A2½+C2+1, C: D2½+B1+A2½, D: C2+E1+2½, …
    assert values(TieBreak.BUCHHOLZ) == [x * 420 for x in (8, 11, 12, 11, 12)]
    # A: 1+1+½·2, B: 0, C: ½·2½+1+½·2½, D: ½·2+1, E: 0
    assert values(TieBreak.SONNEBORN_BERGER) == [x * 210 for x in (12, 0, 14, 8, 0)]
    assert values(TieBreak.WINS) == [2, 0, 1, 1, 0]
    assert values(TieBreak.OPPONENTS_MEAN) == [1120, 1890, 1680, 1260, 2100]
    # A and D are equal, D has met the better ones; so has E against B
    assert names([row.person for row in standings(event.state)]) == "DACEB"
    assert [row.place for row in standings(event.state)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [("buchholz", "DACEB"), ("sonneborn_berger", "ADCBE"), ("wins", "ADCBE"), ("direct", "ADCBE")],
)
def test_the_declared_order_of_tie_breaks_counts_v12(tie_breaks: str, order: str) -> None:
    log = by_hand().log
    options = EventOptions(
        name="",
        game="",
        stages=(Swiss(rounds=3),),
        check_in=False,
        tie_breaks=(TieBreak(tie_breaks),),
    )
    event = RunningEvent(type(log)(options, log.seed, log.lines))
    rows = standings(event.state)
    assert names([row.person for row in rows]) == order
    shared = tie_breaks in ("direct",)
    assert (rows[0].place == rows[1].place) is shared  # A and D have not met


def test_a_round_robin_of_three_beating_in_a_circle_is_equal_until_a_duel_v12() -> None:
    event = begun(4, RoundRobin(), seeding="entry")
    winners = {(A, B): A, (B, C): B, (A, C): C, (A, D): A, (B, D): B, (C, D): C}
    for _ in range(3):
        for match in draw(event):
            one, other = sorted(match.persons)
            best = winners[one, other]
            report(event, match.number, best, one + other - best)
    assert [(row.person, row.place) for row in standings(event.state)] == [
        (A, 1), (B, 1), (C, 1), (D, 4),
    ]  # fmt: skip
    take(event, do.PlayOff((C, A)))  # not all of them: it does not count
    assert [row.place for row in standings(event.state)] == [1, 1, 1, 4]
    take(event, do.PlayOff((C, A, B)))
    assert [(row.person, row.place) for row in standings(event.state)] == [
        (C, 1), (A, 2), (B, 3), (D, 4),
    ]  # fmt: skip


def test_shares_of_a_group_v8() -> None:
    event = begun(4, GroupSwiss(rounds=1, size=4), sizes=CHAOS)
    drawn(event, 0, (A, B, C, D))
    take(event, do.Report(0, (D, A, B, C), (1, 2, 2, 4)))
    points = Tally(event.state, 0).points
    assert [points[p] for p in (A, B, C, D)] == [420, 420, 0, 840]


def test_the_best_of_three_v7() -> None:
    event = begun(2, Swiss(rounds=1, best_of=3))
    drawn(event, 0, (A, B))
    report(event, 0, A, B)
    report(event, 0, B, A, game=1)
    assert not event.state.matches[0].over
    report(event, 0, B, A, game=2)
    assert event.state.matches[0].places == (2, 1)
    with pytest.raises(ConfigError, match="is over: correct"):
        report(event, 0, B, A, game=2)


def test_a_group_plays_all_games_v7() -> None:
    event = begun(3, GroupSwiss(rounds=1, size=3, best_of=2), sizes=CHAOS)
    drawn(event, 0, (A, B, C))
    report(event, 0, A, B, C)
    assert not event.state.matches[0].over
    report(event, 0, C, A, B, game=1)  # A 840 + 420, C 0 + 840, B 420 + 0
    assert event.state.matches[0].places == (1, 3, 2)


def test_who_does_not_come_has_met_nobody_v9() -> None:
    event = begun(4, Swiss(rounds=2))
    drawn(event, 0, (A, B), (C, D))
    take(event, do.NoShow(0, B))
    report(event, 1, C, D)
    tally = Tally(event.state, 0)
    assert (tally.points[A], tally.points[B]) == (840, 0)
    assert tally.wins[A] == 0
    assert tally.wins[C] == 1
    assert not tally.times_met(A, B)
    assert tally.value(TieBreak.BUCHHOLZ, A, ()) == 840  # own points
    assert tally.value(TieBreak.BUCHHOLZ, B, ()) == 0


def test_a_group_goes_on_without_who_gives_up_v9() -> None:
    event = begun(4, GroupSwiss(rounds=1, size=4), sizes=CHAOS)
    drawn(event, 0, (A, B, C, D))
    take(event, do.NoShow(0, D), do.Forfeit(0, C))
    report(event, 0, B, A)
    match = event.state.matches[0]
    assert match.places == (2, 1, 3, 3)
    points = Tally(event.state, 0).points
    assert [points[p] for p in (A, B, C, D)] == [560, 840, 0, 0]
    assert match.met == (A, B, C)


def test_late_ones_get_what_the_option_says_v5() -> None:
    event = begun(4, Swiss(rounds=5), late=Late(2, 420))
    for number in range(2):
        drawn(event, number, (A, B), (C, D))
        play(event, random.Random(1))
    take(event, do.Enter("late"))
    assert Tally(event.state, 0).points[4] == 840
    drawn(event, 2, (A, B), (C, D), bye=4)
    with pytest.raises(ConfigError, match="too late"):
        take(event, do.Enter("later"))


@pytest.mark.slow
@given(
    people=st.integers(2, 9),
    seed=st.integers(0, 10**6),
    order=st.permutations(list(TieBreak)),
    size=st.sampled_from([2, 3, 4]),
)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_standings_are_the_judges_v12_v13(
    people: int, seed: int, order: list[TieBreak], size: int
) -> None:
    lots = random.Random(seed)
    form = Swiss(rounds=4) if size == 2 else GroupSwiss(rounds=4, size=size)
    event = begun(people, form, sizes=CHAOS, tie_breaks=tuple(order), late=Late(2, 420), seed=seed)
    for number in range(3):
        for match in draw(event):
            if lots.random() < 0.15:
                event.take(do.NoShow(match.number, lots.choice(match.persons)), 0, "")
            elif lots.random() < 0.15:
                event.take(do.Forfeit(match.number, lots.choice(match.persons)), 0, "")
        play(event, lots, ties=True)
        if number == 0 and lots.random() < 0.5:
            event.take(do.Enter("late"), 0, "")
    state = event.state
    season = judge.Season(
        tuple(state.people),
        [
            judge.Played(
                dict(zip(m.persons, m.places, strict=True)),
                frozenset(m.forfeits),
                frozenset(m.no_shows),
                not m.games,
            )
            for m in state.matches.values()
        ],
        {
            p: sum(b.person == p for r in state.stages[0].rounds for b in r.byes)
            for p in state.people
        },
        {p.number: Fraction(p.missed, 2) for p in state.people.values()},
    )
    tally = Tally(state, 0)
    assert {p: Fraction(tally.points[p], 840) for p in state.people} == {
        p: season.points(p) for p in state.people
    }
    assert {row.person: row.place for row in standings(state)} == season.places(order)
