"""What is counted beside the matches: time played, and what buttons did."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from console.store.log import DirectLog, MatchLog
from console.store.records import ButtonCount
from console.store.schema import store_path
from drivers.times import SECOND
from tests.console.store.changes import change
from tests.console.store.matches import flip, header


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


@pytest.fixture
def log(path: Path) -> Iterator[MatchLog]:
    log = DirectLog(path)
    yield log
    log.close()


def rows(log: MatchLog, path: Path, query: str) -> list[tuple[Any, ...]]:
    """What is on the disk once the log has written."""
    assert log.flush()
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_the_time_at_a_match_is_added_up_over_its_sittings(log: MatchLog, path: Path) -> None:
    match = log.begin(header())
    log.action(match, 0, flip(0))
    log.end(match, None, 40 * SECOND)
    log.resume(match)
    log.end(match, {"winners": [0]}, 20 * SECOND)
    assert rows(log, path, "SELECT played_ms FROM match") == [(60_000,)]


@pytest.mark.parametrize("end", ["closed", "cut"])
def test_how_long_a_match_was_played_that_was_cut_off_is_not_known(
    log: MatchLog, path: Path, end: str
) -> None:
    match = log.begin(header())
    log.action(match, 0, flip(0))
    if end == "closed":
        log.close()
    else:
        assert rows(log, path, "SELECT played_ms FROM match") == [(0,)]
        change(path, "UPDATE match SET owner = '1:2:another boot'")
    log.resume(match)
    log.end(match, None, 20 * SECOND)
    assert rows(log, path, "SELECT played_ms FROM match") == [(None,)]


def test_presses_are_added_up_by_day_and_button(log: MatchLog, path: Path) -> None:
    log.pressed([ButtonCount(0, 2, "2026-05-01", 3, 1, "2026-05-01T20:00:00+03:00")])
    log.pressed([ButtonCount(0, 2, "2026-05-01", 2, 4, "2026-05-01T20:05:00+03:00")])
    log.pressed([ButtonCount(0, 2, "2026-05-02", 1, 0, "2026-05-02T12:00:00+03:00")])
    assert rows(log, path, "SELECT day, seat, button, presses, bounces FROM press") == [
        ("2026-05-01", 0, 2, 5, 5),
        ("2026-05-02", 0, 2, 1, 0),
    ]
    assert rows(log, path, "SELECT last_edge FROM button") == [("2026-05-02T12:00:00+03:00",)]


def test_a_button_remembers_the_match_of_its_last_press(log: MatchLog, path: Path) -> None:
    log.begin(header())
    log.pressed([ButtonCount(0, 2, "2026-05-01"), ButtonCount(1, 2, "2026-05-01")])
    log.begin(header())
    log.pressed([ButtonCount(0, 2, "2026-05-01"), ButtonCount(1, 2, "2026-05-01", 1, 0, "later")])
    assert rows(log, path, "SELECT seat, last_edge, last_match FROM button") == [
        (0, None, 1),  # only known of since then
        (1, "later", 2),
    ]
    assert rows(log, path, "SELECT seat, presses FROM press") == [(1, 1)]
