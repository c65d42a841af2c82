"""Ratings: who is rated, by which matches, and how shared places count."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from console.people import rating, records
from console.people.rating import MU, SHOWN_ZERO, SIGMA, Belief, rate, shown
from console.people.records import ratings
from console.store.log import DirectLog
from console.table.record_values import PersonProfile, Rated
from tests.console.people.evening import ended, head, join, keep, match_of

NAMES = ("Барсук", "Сова", "Лиса", "Ёж")


@pytest.fixture
def people(path: Path) -> tuple[PersonProfile, ...]:
    return join(path, *NAMES)


def rated(path: Path) -> dict[str, Rated]:
    return {line.nickname: line for line in ratings(path)}


def test_whoever_wins_is_rated_above_whoever_loses(
    path: Path, people: tuple[PersonProfile, ...]
) -> None:
    for _ in range(3):
        match_of(path, people, (2,), 9, 20, 0, 14)
    lines = ratings(path)
    assert [(line.place, line.nickname, line.wins) for line in lines] == [
        (1, "Лиса", 3),
        (2, "Барсук", 0),
        (3, "Ёж", 0),
        (4, "Сова", 0),
    ]
    assert all(line.matches == 3 and line.game == "chaos" for line in lines)
    assert lines[0].sigma < Belief().sigma  # it is better known now
    assert shown(Belief()) == SHOWN_ZERO


def test_shared_places_are_draws(path: Path, people: tuple[PersonProfile, ...]) -> None:
    match_of(path, people[:2], (0, 1), 0, 0)
    lines = rated(path)
    assert lines["Барсук"].mu == lines["Сова"].mu == Belief().mu
    assert {line.place for line in lines.values()} == {1}
    match_of(path, people[1:], (1, 2, 3)[:2], 5, 0, 0)
    lines = rated(path)
    assert lines["Лиса"].mu == pytest.approx(lines["Ёж"].mu)
    assert lines["Сова"].mu < Belief().mu < lines["Лиса"].mu


def test_after_shared_places_come_as_many_later_ones(
    path: Path, people: tuple[PersonProfile, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each rating is worked out once, however many people there are."""
    match_of(path, people, (1, 3), 0, 9, 0, 9)
    asked: list[Belief] = []

    def counted(belief: Belief) -> int:
        asked.append(belief)
        return shown(belief)

    monkeypatch.setattr(records, "shown", counted)
    lines = ratings(path)
    assert [(line.place, line.nickname) for line in lines] == [
        (1, "Сова"),
        (1, "Ёж"),
        (3, "Барсук"),
        (3, "Лиса"),
    ]
    assert len(asked) == len(lines)


def test_matches_reckoned_in_parts_give_the_same(
    path: Path, people: tuple[PersonProfile, ...]
) -> None:
    for winner in (0, 2, 1, 2):
        match_of(path, people, (winner,), *(5 * (seat == winner) for seat in range(4)))
    ratings(path)
    with closing(sqlite3.connect(path)) as connection:
        begun = rating.rated(connection, last=2)
        assert {belief.matches for belief in begun.values()} == {2}
        assert rating.rated(connection, first=3, before=begun) == rating.rated(connection)
        skipped = rating.rated(connection, first=4, before=begun)
        assert {belief.matches for belief in skipped.values()} == {3}


def test_matches_with_guests_or_simulated_people_do_not_count(
    path: Path, people: tuple[PersonProfile, ...]
) -> None:
    match_of(path, (people[0], None), (0,))
    ids = tuple(p.id for p in people[:2])
    for who in ("adult", "level_4"):
        start = head("iota", 2, ("person", who), profiles=ids)
        keep(path, start, ended((0,), "points", 9, 3))
    assert ratings(path) == ()


def test_what_was_broken_off_counts_once_it_is_ended_in_the_order_of_the_begins(
    path: Path, people: tuple[PersonProfile, ...]
) -> None:
    first = keep(path, head(players=2, profiles=tuple(p.id for p in people[:2])), None)
    assert ratings(path) == ()
    match_of(path, people[:2], (1,))
    alone = rated(path)
    assert alone["Сова"].matches == 1
    log = DirectLog(path)
    log.resume(first)
    log.end(first, ended((0,), "cards", 0, 4))
    log.close()
    both = rated(path)
    assert both["Барсук"].matches == both["Сова"].matches == 2
    assert both["Сова"].mu > both["Барсук"].mu  # the later win was the greater surprise
    assert both["Сова"].mu != alone["Сова"].mu


def test_each_game_has_a_rating_of_its_own(path: Path, people: tuple[PersonProfile, ...]) -> None:
    match_of(path, people[:2], (0,))
    ids = tuple(p.id for p in people[:2])
    keep(path, head("ignis", 2, profiles=ids), ended((1,), "pieces", 0, 3))
    assert [line.nickname for line in ratings(path, "chaos")] == ["Барсук", "Сова"]
    assert [line.nickname for line in ratings(path, "ignis")] == ["Сова", "Барсук"]
    assert len(ratings(path)) == 4


beliefs = st.builds(Belief, st.floats(-20, 70), st.floats(0.5, SIGMA))


@given(st.lists(st.tuples(beliefs, st.integers(1, 8)), min_size=2, max_size=8))
def test_it_is_the_rating_that_others_have(played: list[tuple[Belief, int]]) -> None:
    """Weng and Lin's as the package openskill reckons it."""
    model = BradleyTerryFull(mu=MU, sigma=SIGMA)
    teams = [[model.rating(mu=b.mu, sigma=b.sigma)] for b, _ in played]
    theirs = model.rate(teams, ranks=[float(place) for _, place in played])
    ours = rate([b for b, _ in played], [place for _, place in played])
    for (mu, sigma), (other,) in zip(ours, theirs, strict=True):
        assert (mu, sigma) == pytest.approx((other.mu, other.sigma), rel=1e-12, abs=1e-12)


@pytest.mark.slow
def test_whoever_looks_at_records_loads_no_pygame() -> None:
    program = (
        "import sys; import console.people.records, console.people.profiles, console.cli;"
        "sys.exit('pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
