"""Samples are bounded: the oldest go first, never a result and never a record's."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.store import checks
from console.store.boot import open_checked
from console.store.checks import row_check
from console.store.copies import mark_suspect
from console.store.log import DirectLog
from console.store.process import StoreProcess
from console.store.reader import Store
from console.store.rescue import Carried
from console.store.schema import PAGE_BYTES, open_for_writing, store_path, writing
from console.store.soundness import Flaws, look_through
from console.store.trimming import STEP, trim
from console.store.window import pack
from console.store.writer import MatchWriter
from tests.console.store.changes import change_unnoticed
from tests.console.store.matches import flip, header, key_of, verdict, window
from tests.console.store.test_boot import pages_of, spoil

SIZE = len(pack(window()))
PATIENCE_S = 60.0  # never waited out unless something is broken


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


def played(path: Path, matches: int, races: int) -> None:
    """Finished matches, each with so many races."""
    log = DirectLog(path)
    for seed in range(matches):
        match = log.begin(header(seed=seed))
        for n in range(races):
            log.action(match, n, flip(n))
            log.verdict(match, verdict(n))
            log.samples(match, window(n))
        log.end(match, {"winners": [0]})
    log.close()


def count(path: Path) -> None:
    """As the records count: every finished match, of which the first one's race 3 is a record."""
    with closing(open_for_writing(path)) as connection:
        connection.execute("INSERT OR IGNORE INTO category VALUES (1, 'chaos', 4, '')")
        connection.execute(
            "INSERT OR IGNORE INTO summed SELECT id, 1, 1 FROM match WHERE result IS NOT NULL"
        )
        connection.execute("INSERT OR IGNORE INTO feat VALUES (1, 'reaction', 0, 1, 0, 5, 1, 5, 3)")


def kept(path: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT match, n FROM samples ORDER BY id").fetchall()


def trimmed(path: Path, size_bytes: int) -> None:
    before = len(kept(path))
    while trim(path, size_bytes):
        assert 0 < before - len(kept(path)) <= STEP
        before = len(kept(path))
    assert len(kept(path)) == before


def mended(path: Path, page: int) -> Carried:
    """Lose a page; what the next start saves."""
    spoil(path, page)
    mark_suspect(path)
    carried = open_checked(path.parent, lambda: datetime(2026, 5, 1, tzinfo=UTC)).carried
    assert carried is not None
    return carried


def test_the_oldest_samples_go_first_and_a_record_s_stay(path: Path) -> None:
    played(path, matches=3, races=8)
    count(path)
    trimmed(path, 10 * SIZE)
    left = kept(path)
    assert left[0] == (1, 3)
    assert left[1:] == [(2, 7)] + [(3, n) for n in range(8)]
    store = Store(path)
    assert all(m.finished and m.actions == 8 for m in store.matches())
    assert len(store.match(1).verdicts) == 8


def test_samples_that_do_not_fit_their_check_stay_as_they_are(path: Path) -> None:
    played(path, matches=3, races=8)
    count(path)
    change_unnoticed(path, "samples", "body = substr(body, 1, 20)", f"id = {key_of(2, 1)}")
    trimmed(path, 0)
    assert kept(path) == [(1, 3), (2, 1)]


def test_within_the_budget_nothing_goes(path: Path) -> None:
    played(path, matches=2, races=3)
    count(path)
    trimmed(path, 6 * SIZE)
    assert len(kept(path)) == 6


def test_what_nobody_has_counted_stays(path: Path) -> None:
    """It may hold a record."""
    played(path, matches=2, races=3)
    trimmed(path, 0)
    assert len(kept(path)) == 6


def test_where_no_store_is_none_is_made(tmp_path: Path) -> None:
    """Of a disk that was taken out the folder that it was mounted at stays."""
    assert not trim(store_path(tmp_path), 0)
    assert not trim(store_path(tmp_path / "gone"), 0)
    assert not list(tmp_path.iterdir())


def test_who_finds_nothing_to_let_go_keeps_nobody_from_writing(path: Path) -> None:
    played(path, matches=2, races=3)
    with closing(open_for_writing(path)) as other, writing(other):
        assert not trim(path, 0)


def test_a_store_process_trims_beside_a_log_that_is_open(path: Path) -> None:
    played(path, matches=2, races=3)
    count(path)
    aside = StoreProcess(path)
    log = MatchWriter(path, ask=aside.write, patience_s=PATIENCE_S)
    match = log.begin(header(seed=9))
    log.action(match, 0, flip(0))
    assert log.flush()
    while aside.ask(trim, path, 0):
        pass
    log.verdict(match, verdict(0))
    log.samples(match, window(0))
    log.close()
    aside.close()
    assert kept(path) == [(match, 0)]
    assert len(Store(path).match(match).verdicts) == 1


def test_a_page_that_is_lost_later_costs_no_match_whose_samples_were_let_go(path: Path) -> None:
    played(path, matches=60, races=1)
    count(path)
    trimmed(path, 0)
    played(path, matches=60, races=1)
    assert look_through(path) == Flaws()
    data = path.read_bytes()
    rows = {p: data[(p - 1) * PAGE_BYTES + 4] for p in pages_of(path, "samples")}
    found = mended(path, max(rows, key=rows.__getitem__))
    assert found.matches == 120
    assert len(found.incomplete) <= 2  # of which samples were lost
    assert set(found.incomplete) <= {1, *range(61, 121)}


def test_samples_that_were_let_go_and_are_found_on_a_free_page_cost_no_match(path: Path) -> None:
    played(path, matches=60, races=1)
    count(path)
    trimmed(path, 0)
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'verdict'"
        (root,) = connection.execute(query).fetchone()
    assert mended(path, root) == Carried(60)
    assert look_through(path) == Flaws()


@pytest.mark.slow
def test_freed_pages_are_used_again(path: Path) -> None:
    """Twenty times as many races as are kept: the file grows by the matches' logs alone."""
    sizes = []
    for _ in range(20):
        played(path, matches=1, races=8)
        count(path)
        trimmed(path, 8 * SIZE)
        sizes.append(path.stat().st_size)
    assert len(kept(path)) <= 9
    assert sizes[-1] - sizes[0] < 19 * 12_000 < 19 * 8 * SIZE  # of a match its log stays


def test_of_many_samples_only_those_that_go_now_are_held_against_their_checks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is read for it, and a match that is played waits."""
    played(path, 1, 5 * STEP)
    count(path)
    seen: list[str] = []

    def noted(table: str, *parts: str | float) -> int | None:
        seen.append(table)
        return row_check(table, *parts)

    monkeypatch.setattr(checks, "row_check", noted)
    assert trim(path, 0)
    assert seen.count("samples") == STEP
