"""What is lost of a store costs what was in it, and nothing beside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.people.profiles import Profiles
from console.store.boot import WELL, open_checked
from console.store.copies import mark_suspect
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import PAGE_BYTES, store_path
from tests.console.store.matches import flip, header, verdict, window
from tests.console.store.test_boot import pages_of, spoil

MATCHES = 30


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


def as_it_was_made(_path: Path) -> None:
    pass


def written_anew(path: Path) -> None:
    """As forgetting somebody does."""
    Profiles(path).add("Anna", now())
    Profiles(path).forget("Anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with matches of 30 turns and a verdict with samples."""
    path = store_path(tmp_path)
    log = DirectLog(path)
    for seed in range(MATCHES):
        match = log.begin(header(seed=seed))
        for n in range(30):
            log.action(match, n, flip(n))
        log.verdict(match, verdict())
        log.samples(match, window(scans=200, channels=4))
        log.end(match, {"winners": [0]})
    log.close()
    return path


@pytest.mark.parametrize("since", [as_it_was_made, written_anew])
@pytest.mark.parametrize("pages", [1, 8])
def test_a_file_without_its_beginning_is_read_all_the_same(
    path: Path, since: Callable[[Path], None], pages: int
) -> None:
    """That of a new store tells where its tables lie; a block of a card holds eight pages."""
    since(path)
    before = Store(path).matches()
    data = path.read_bytes()
    spoilt = pages * PAGE_BYTES
    path.write_bytes(b"\xa5" * spoilt + data[spoilt:])
    found = open_checked(path.parent, now)
    assert found.carried is not None
    if pages == 1:
        assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
        assert Store(path).matches() == before
    assert open_checked(path.parent, now) == WELL


def test_what_lies_between_two_damages_is_carried_over(path: Path) -> None:
    leaves = pages_of(path, "action")
    spoil(path, leaves[len(leaves) // 4], leaves[3 * len(leaves) // 4])
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
    assert 0 < len(found.carried.incomplete) < 6
    turns = [summary.actions for summary in Store(path).matches()]
    assert sum(turn == 30 for turn in turns) == MATCHES - sum(turn < 30 for turn in turns) > 24


def test_what_cannot_be_read_of_some_samples_costs_no_turn_and_no_other_match(path: Path) -> None:
    """They go on in pages of their own; a verdict lies in the first of them."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT pageno FROM dbstat WHERE name = 'verdict' AND pagetype = 'overflow'"
        pages = [page for (page,) in connection.execute(query)]
    spoil(path, *pages[10:20])
    mark_suspect(path)
    found = open_checked(path.parent, now)
    assert found.carried is not None
    stored = [Store(path).match(n) for n in range(1, MATCHES + 1)]
    assert all(len(one.actions) == 30 for one in stored)
    windows = sum(len(one.windows) for one in stored)
    assert MATCHES - 10 < windows < sum(len(one.verdicts) for one in stored)
    damaged = {n for n, one in enumerate(stored, 1) if not one.windows}
    assert damaged <= set(found.carried.incomplete)
