"""What is lost of a store costs what was in it, and nothing beside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.link.played import Posted
from console.people.profiles import Profiles
from console.store.boot import WELL, open_checked
from console.store.copies import mark_suspect
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.rescue import Carried
from console.store.schema import PAGE_BYTES, open_for_writing, roots, store_path
from console.store.soundness import look_through
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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with matches of 30 turns and a verdict with samples. Do not write."""
    path = store_path(tmp_path_factory.mktemp("made"))
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


SECTOR = 4096


@pytest.mark.parametrize(
    "since", [as_it_was_made, pytest.param(written_anew, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("at", "size"),
    [
        (0, PAGE_BYTES),
        (0, SECTOR),
        (200, SECTOR),
        (2 * PAGE_BYTES + 100, 3 * PAGE_BYTES),
        (90, 900),
    ],
)
@pytest.mark.parametrize("rubbish", [b"\0", pytest.param(b"\xa5", marks=pytest.mark.slow)])
def test_a_file_without_its_beginning_is_read_all_the_same(
    path: Path, since: Callable[[Path], None], at: int, size: int, rubbish: bytes
) -> None:
    """There stands where the tables begin: what they have is found elsewhere, page by page. A block
    of a disk holds eight pages."""
    since(path)
    before = Store(path).matches()
    data = path.read_bytes()
    path.write_bytes(data[:at] + rubbish * size + data[at + size :])
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
    assert found.carried.incomplete == ()
    assert Store(path).matches() == before
    assert all(len(Store(path).match(n).windows) == 1 for n in range(1, MATCHES + 1))
    uncounted = "cannot be counted" in str(found.problem.sentence)
    assert uncounted == found.carried.uncounted == (size > 2 * PAGE_BYTES)
    assert not [file for file in path.parent.iterdir() if "carried-over" in file.name]
    assert open_checked(path.parent, now) == WELL


@pytest.mark.slow
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.complete)])
def test_each_sector_in_turn_costs_what_was_in_it_and_is_told(path: Path, every: int) -> None:
    Profiles(path).add("Anna", now())
    data = path.read_bytes()
    lost = incomplete = people = 0
    sectors = range(0, len(data), every * SECTOR)
    for at in sectors:
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(data[:at] + b"\0" * len(data[at : at + SECTOR]) + data[at + SECTOR :])
        carried = open_checked(path.parent, now).carried or Carried(MATCHES)
        lost += len(carried.lost)
        incomplete += len(carried.incomplete)
        flaws = {int(flaw.which) for flaw in look_through(path).known if flaw.which}
        damaged = {*carried.lost, *carried.incomplete, *flaws}
        for n in set(range(1, MATCHES + 1)) - damaged:
            stored = Store(path).match(n)
            assert (len(stored.actions), len(stored.windows)) == (30, 1), at
        there = len(Profiles(path).all())
        assert there or carried.uncounted, at
        people += there
    assert lost < 2.5 * MATCHES
    assert incomplete < 3 * len(sectors)
    assert len(sectors) - 1 <= people < len(sectors) + (every > 1)


def test_results_that_cannot_be_counted_are_told(path: Path) -> None:
    log = DirectLog(path)
    for n in range(5):
        log.post(Posted(f"{n:032x}", "3a6c", b"{}"))
    log.close()
    spoil(path, roots()["outbox"])
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.carried == Carried(matches=MATCHES, uncounted=True)
    assert "cannot be counted" in str(found.problem.sentence)


def test_what_lies_between_two_damages_is_carried_over(path: Path) -> None:
    leaves = pages_of(path, "action")
    spoil(path, leaves[len(leaves) // 4], leaves[3 * len(leaves) // 4])
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
    assert 0 < len(found.carried.incomplete) < 6
    turns = [summary.actions for summary in Store(path).matches()]
    assert sum(turn == 30 for turn in turns) == MATCHES - sum(turn < 30 for turn in turns) > 24


def test_of_a_page_one_row_of_which_cannot_be_read_the_others_are_carried_over(path: Path) -> None:
    data = bytearray(path.read_bytes())
    leaves = pages_of(path, "action")
    page = PAGE_BYTES * (leaves[len(leaves) // 2] - 1)
    third = int.from_bytes(data[page + 12 : page + 14], "big")  # where its third row lies
    data[page + third : page + third + 4] = b"\x87\xff\xff\x7f"  # longer than the file
    path.write_bytes(data)
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert (found.carried.matches, len(found.carried.incomplete)) == (MATCHES, 1)
    assert sum(summary.actions for summary in Store(path).matches()) == 30 * MATCHES - 1


def test_a_match_that_goes_on_and_has_lost_its_last_turns_is_told(path: Path) -> None:
    """Nothing but the file's pages says that there were more."""
    log = DirectLog(path)
    match = log.begin(header(seed=99))
    for n in range(30):
        log.action(match, n, flip(n))
    log.close()
    spoil(path, pages_of(path, "action")[-1])
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.incomplete) == (MATCHES + 1, (match,))
    assert 0 < len(Store(path).match(match).actions) < 30


def test_what_cannot_be_read_of_some_samples_costs_no_turn_and_no_other_match(path: Path) -> None:
    """They go on in pages of their own."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT pageno FROM dbstat WHERE name = 'samples' AND pagetype = 'overflow'"
        pages = [page for (page,) in connection.execute(query)]
    spoil(path, *pages[11:20:2])
    mark_suspect(path)
    found = open_checked(path.parent, now)
    assert found.carried is not None
    stored = [Store(path).match(n) for n in range(1, MATCHES + 1)]
    assert all(len(one.actions) == 30 for one in stored)
    windows = sum(len(one.windows) for one in stored)
    assert windows == MATCHES - 5
    assert all(len(one.verdicts) == 1 for one in stored)
    damaged = {n for n, one in enumerate(stored, 1) if not one.windows}
    assert damaged <= set(found.carried.incomplete)


def test_what_only_the_log_beside_a_damaged_file_holds_is_carried_over(path: Path) -> None:
    """A power cut, and the beginning of the file is lost: its last match is not in the file yet."""
    data = path.read_bytes()
    with closing(open_for_writing(path)) as held, closing(open_for_writing(path)):
        log = DirectLog(path)
        match = log.begin(header(seed=99))
        log.action(match, 0, flip(0))
        log.close()
        assert held.execute("SELECT max(id) FROM match").fetchone() == (match,)
        wal = path.with_name(path.name + "-wal").read_bytes()
    path.with_name(path.name + "-wal").write_bytes(wal)
    path.write_bytes(b"\0" * SECTOR + data[SECTOR:])
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES + 1, ())
    assert Store(path).match(match).header.seed == 99
