"""Audits are what the log and the counters say, no more and no less."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from typing import Any

import pytest

from console.people.records import record_tables
from console.service.audits import Audits, Evidence, audit, parse_day, read_evidence
from console.service.export import matches_csv
from console.service.resets import reset_audits, reset_records
from console.service.store import ServiceStore
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.records import ButtonCount
from console.store.trimming import EXPENDABLE
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import SECOND
from tests.console.store.changes import change
from tests.console.store.matches import flip, header, verdict, window

WON: dict[str, Any] = {"winners": [0], "cards": [0, 3, 4, 5]}


@pytest.fixture
def log(store: ServiceStore) -> Iterator[DirectLog]:
    log = DirectLog(store.path)
    yield log
    log.close()


def play(
    log: DirectLog, seconds: int, result: dict[str, Any] | None = None, **changes: Any
) -> None:
    """A match that lasts so long; without a result it is left."""
    people = ("person", "empty", "level_2", "empty", "adult", "empty", "person", "empty")
    match = log.begin(header(**{"people": people, "seats": (0, 2, 4, 6), **changes}))
    log.action(match, 0, flip(0))
    log.end(match, result, seconds * SECOND)
    log.flush()


def look(store: ServiceStore, since: str | None = None) -> Audits:
    return audit(read_evidence(store), parse_day(since))


def test_plays_minutes_and_hours_by_game(store: ServiceStore, log: DirectLog) -> None:
    play(log, 90, WON, started_wall="2026-05-01T20:15:00+03:00")
    play(log, 30, None, started_wall="2026-05-01T20:45:00+03:00")
    play(log, 60, None, started_wall="2026-05-02T09:00:00+03:00", game="iota")
    found = look(store)
    assert (found.plays, found.finished, found.abandoned, found.minutes) == (3, 1, 2, 3.0)
    games = {game.game: game for game in found.games}
    chaos = games["chaos"]
    assert (chaos.plays, chaos.finished, chaos.abandoned, chaos.left_early) == (2, 1, 1, 1)
    assert chaos.minutes == 2.0
    assert {h: n for h, n in enumerate(chaos.hours) if n} == {20: 2}
    assert games["iota"].left_early == 0
    assert games["ignis"].plays == 0
    assert (chaos.others_since, games["iota"].others_since, games["ignis"].others_since) == (
        1,
        0,
        3,
    )


def test_a_match_that_was_counted_in_alone_is_none(store: ServiceStore, log: DirectLog) -> None:
    """Who was late has sat down meanwhile."""
    play(log, 30)
    number = log.begin(header())
    log.end(number, None, 2 * SECOND)
    log.decline(number)
    log.flush()
    found = look(store)
    assert (found.plays, found.abandoned) == (1, 1)


def test_seats_tell_persons_from_others(store: ServiceStore, log: DirectLog) -> None:
    play(log, 60, WON)
    seats = {s.seat: (s.plays, s.people) for s in look(store).seats}
    assert len(seats) == 8
    assert {s: counts for s, counts in seats.items() if counts[0]} == {
        0: (1, 1),
        2: (1, 0),
        4: (1, 0),
        6: (1, 1),
    }


def test_buttons_are_missed_by_whoever_has_a_body(store: ServiceStore, log: DirectLog) -> None:
    log.pressed([ButtonCount(seat, Button.OK, "2026-05-01") for seat in (0, 2, 4, 5)])
    play(log, 60, WON)
    log.pressed([ButtonCount(0, Button.OK, "2026-05-01", 7, 70, "2026-05-01T20:16:00+03:00")])
    log.flush()
    play(log, 60, WON)
    buttons = {b.seat: b for b in look(store).buttons}
    assert {seat: b.unseen_games for seat, b in buttons.items()} == {0: 1, 2: 0, 4: 2, 5: 0}
    assert (buttons[0].presses, buttons[0].bounces) == (7, 70)
    assert buttons[0].last_edge == "2026-05-01T20:16:00+03:00"
    assert buttons[4].last_edge is None


def test_since_a_day_earlier_ones_do_not_count(store: ServiceStore, log: DirectLog) -> None:
    play(log, 60, WON, started_wall="2026-04-30T23:59:00+03:00")
    play(log, 60, WON, started_wall="2026-05-01T00:01:00+03:00")
    log.pressed([ButtonCount(0, 2, "2026-04-30", 5, 0, "x"), ButtonCount(0, 2, "2026-05-01", 2)])
    log.flush()
    found = look(store, "2026-05-01")
    assert (found.since, found.plays) == ("2026-05-01", 1)
    assert found.buttons[0].presses == 2
    assert look(store).buttons[0].presses == 7


def test_a_match_that_the_plug_ended_is_left_but_not_early(
    store: ServiceStore, log: DirectLog
) -> None:
    """How long it was played is not known."""
    log.action(log.begin(header()), 0, flip(0))
    log.flush()
    change(store.path, "UPDATE match SET owner = '1:2:another boot'")
    (game,) = (g for g in look(store).games if g.plays)
    assert (game.abandoned, game.left_early) == (1, 0)


def test_a_match_being_played_is_neither_finished_nor_left(
    store: ServiceStore, log: DirectLog
) -> None:
    log.begin(header())
    found = look(store)
    assert (found.plays, found.playing, found.finished, found.abandoned) == (1, 1, 0, 0)


def test_a_damaged_match_is_left_out_and_told(store: ServiceStore, log: DirectLog) -> None:
    play(log, 60, WON)
    play(log, 60, WON)
    change(store.path, "UPDATE match SET header = x'00' WHERE id = 1")
    found = look(store)
    assert (found.plays, found.unreadable) == (1, 1)


@pytest.mark.parametrize(
    ("statement", "plays", "buttons"),
    [
        ("UPDATE match SET started = '2026-05-01 25h' WHERE id = 1", 1, 1),
        ("UPDATE button SET button = 99", 2, 0),
        ("UPDATE button SET seat = 1 << 60", 2, 0),
    ],
)
def test_what_no_table_has_written_is_left_out_and_told(
    store: ServiceStore, log: DirectLog, statement: str, plays: int, buttons: int
) -> None:
    play(log, 60, WON)
    play(log, 60, WON)
    log.pressed([ButtonCount(0, Button.OK, "2026-05-01")])
    log.flush()
    change(store.path, statement)
    found = look(store)
    assert (found.plays, len(found.buttons), found.unreadable) == (plays, buttons, 1)


def test_a_reset_forgets_no_match(store: ServiceStore, log: DirectLog) -> None:
    """They are counted no more, but still exported."""
    play(log, 60, WON, started_wall="2026-05-01T20:15:00+03:00")
    play(log, 60, WON, started_wall="2026-05-02T20:15:00+03:00")
    reset_audits(store)
    play(log, 60, WON, started_wall="2026-05-03T20:15:00+03:00")
    evidence = read_evidence(store)
    assert audit(evidence).plays == 1
    for since, kept in ((None, ["1", "2", "3"]), ("2026-05-02", ["2", "3"])):
        _, *lines = matches_csv(evidence, since).splitlines()
        assert [line.split(",")[0] for line in lines] == kept


def test_without_a_store_there_is_nothing(store: ServiceStore) -> None:
    assert read_evidence(store) == Evidence()
    assert audit(Evidence()).plays == 0


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "1.5.2026", ""])
def test_what_is_no_day_is_named(text: str) -> None:
    with pytest.raises(ConfigError, match="--since"):
        parse_day(text)


def test_a_day_is_read() -> None:
    assert parse_day("2026-05-01") == date(2026, 5, 1)
    assert parse_day(None) is None


def test_audits_begin_anew_and_no_match_is_lost(store: ServiceStore, log: DirectLog) -> None:
    log.pressed([ButtonCount(0, 2, "2026-05-01", 5, 9, "2026-05-01T20:00:00+03:00")])
    play(log, 60, WON)
    reset_audits(store)
    found = look(store)
    assert (found.plays, found.minutes) == (0, 0)
    assert [(b.presses, b.bounces, b.last_edge) for b in found.buttons] == [(0, 0, None)]
    assert len(Store(store.path).matches()) == 1
    play(log, 60, WON)
    assert look(store).plays == 1
    assert look(store).buttons[0].unseen_games == 1


def test_records_begin_anew_even_when_they_are_made_again(
    store: ServiceStore, log: DirectLog
) -> None:
    play(log, 60, WON)
    log.verdict(1, verdict())
    log.samples(1, window())
    assert log.flush()
    assert sum(table.matches for table in record_tables(store.path)) == 1
    store.adjust("match.pace_ms", 900)
    reset_records(store)
    assert record_tables(store.path) == ()
    assert record_tables(store.path, rebuild=True) == ()
    with closing(sqlite3.connect(store.path)) as connection:
        expendable = [row[1:3] for row in connection.execute(EXPENDABLE)]
        assert expendable == [(1, 0)]  # they hold no record
    assert len(Store(store.path).matches()) == 1
    assert look(store).plays == 1
    assert store.adjustments().adjusted["match.pace_ms"] == 900
    play(log, 60, WON)
    assert sum(table.matches for table in record_tables(store.path)) == 1
