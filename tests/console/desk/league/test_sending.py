"""A café sends what has changed until it is answered: the league has its events as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from console.desk.formats import options_of
from console.desk.league.options import LeagueOptions
from console.desk.league.sending import LeagueMembership, LeagueSending
from console.desk.league.store import LeagueStore
from console.desk.store.database import DeskDatabase
from console.desk.store.desk_store import DeskStore
from console.desk.store.one_event import DeskEvent
from console.events import actions as do
from console.events.drawing import proposed
from console.events.points import points
from console.link.league import LeagueResult
from console.link.messages import ResultAnswer

BEGUN_MS = 1_790_000_500_000
LEAGUE = LeagueOptions(name="Осень", first_ms=1_790_000_000_000, weeks_n=4, best_n=2)


class Café:
    """A desk with an event, its league's desk elsewhere."""

    def __init__(self, database: DeskDatabase, league: DeskDatabase, people: int = 4) -> None:
        options = options_of("Вечер", "ignis", ["swiss rounds=3"], check_in=False)
        store = DeskStore(database)
        self.event = DeskEvent(store, store.new(options, 7, BEGUN_MS))
        for number in range(people):
            self.event.take(do.Enter(f"P{number}"), BEGUN_MS, "desk")
        self.sending = LeagueSending(database)
        self.league = LeagueStore(league)
        self.id = self.league.new(LEAGUE, BEGUN_MS)
        self.league.admit(self.id, "Север")

    def round(self) -> list[int]:
        """Draw one; the first seats win."""
        draw = proposed(self.event.state)
        assert isinstance(draw, do.DrawRound)
        self.event.take(draw, BEGUN_MS, "desk")
        open_ = [m.number for m in self.event.state.open_matches()]
        for number in open_:
            persons = self.event.state.matches[number].persons
            self.event.take(do.Report(number, persons, (1, 2)), BEGUN_MS, "desk")
        return open_

    def send(self, *, lost: bool = False) -> list[LeagueResult]:
        """One message; ``lost``: its answer never comes."""
        waiting = self.sending.waiting()
        answers: list[ResultAnswer] = self.league.take(self.id, 0, waiting, BEGUN_MS)
        if not lost:
            self.sending.answered(waiting, answers)
        return waiting

    def totals(self) -> dict[str, int]:
        return {p.name: p.total for p in self.league.standings(self.id) if p.name}

    def made(self) -> dict[str, int]:
        """By the event itself."""
        state = self.event.state
        sums = {p.name: 0 for p in state.people.values() if p.name}
        for match in state.matches.values():
            for person, n in points(match).items() if match.over else ():
                if state.people[person].name:
                    sums[state.people[person].name] += n
        return sums


@pytest.fixture
def café(database: DeskDatabase, tmp_path: Path) -> Iterator[Café]:
    league = DeskDatabase(f"sqlite:///{tmp_path / 'league.sqlite3'}")
    yield Café(database, league)
    league.close()


def test_each_match_is_sent_once_it_is_over_and_not_again(café: Café) -> None:
    assert café.send() == []
    café.round()
    assert {result.revision for result in café.send()} == {0}
    assert café.totals() == café.made()
    assert café.send() == []


def test_what_was_not_answered_goes_out_again_and_counts_once(café: Café) -> None:
    café.round()
    first = café.send(lost=True)
    assert café.send() == first
    assert café.send() == []
    assert café.totals() == café.made()


def test_a_correction_is_the_next_revision_also_on_the_way(café: Café) -> None:
    number = café.round()[0]
    before = café.send(lost=True)
    persons = café.event.state.matches[number].persons
    café.event.take(do.Correct(number, persons, (2, 1)), BEGUN_MS, "desk")
    café.sending.waiting()
    café.sending.answered(before, [ResultAnswer(r.id, "taken") for r in before])  # type: ignore[arg-type]
    assert [result.revision for result in café.send()] == [1]
    assert café.totals() == café.made()


def test_a_round_that_is_withdrawn_is_taken_back(café: Café) -> None:
    café.round()
    café.round()
    café.send()
    café.event.take(do.WithdrawRound(1), BEGUN_MS, "desk")
    assert [len(result.persons) for result in café.send()] == [0, 0]
    assert café.totals() == café.made()
    assert café.send() == []


def test_w7_whom_the_café_forgets_the_league_forgets(café: Café) -> None:
    café.round()
    café.send()
    assert "P1" in café.totals()
    café.event.forget(1)
    assert len(café.send()) == 1
    assert "P1" not in café.totals()
    assert café.totals() == café.made()


def test_a_message_has_a_bounded_number(
    database: DeskDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.desk.league.sending.MOST_RESULTS", 10)
    league = DeskDatabase(f"sqlite:///{tmp_path / 'league.sqlite3'}")
    café = Café(database, league, people=24)
    café.round()
    assert [len(café.send()) for _ in range(3)] == [10, 2, 0]
    league.close()


def test_a_café_is_of_one_league(café: Café) -> None:
    assert café.sending.membership() is None
    for address in ("http://192.0.2.7:8471", "https://league.example"):
        café.sending.join(LeagueMembership(address, "secret"))
    joined = café.sending.membership()
    assert joined is not None
    assert joined.address == "https://league.example"
    café.sending.join(None)
    assert café.sending.membership() is None
