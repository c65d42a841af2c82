"""At boot the store is looked at once: mended, set aside, or told why it takes nothing."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from console.people.profiles import Profiles
from console.service.store import ServiceStore
from console.store import boot as boot_module
from console.store import checks
from console.store.boot import WELL, open_checked
from console.store.copies import mark_suspect
from console.store.log import DirectLog
from console.store.problems import StoreError, StoreTrouble
from console.store.reader import Store
from console.store.schema import PAGE_BYTES, VERSION, store_path
from console.store.soundness import Flaws, look_through
from console.store.writer import MatchWriter
from tests.console.store.changes import change_unnoticed, make_newer
from tests.console.store.matches import flip, header, verdict, window
from tests.posix import make_pipe

if TYPE_CHECKING:  # the other systems' doubles lack what it needs
    from pytest_mock import MockerFixture

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
MATCHES = 6
ACTIONS = 60


def now() -> datetime:
    return NOW


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with five finished matches and one that was broken off, people and settings.

    Do not write."""
    path = store_path(tmp_path_factory.mktemp("made"))
    log = DirectLog(path)
    for seed in range(MATCHES):
        match = log.begin(header(seed=seed))
        for n in range(ACTIONS):
            log.action(match, n, flip(n))
        log.verdict(match, verdict())
        log.samples(match, window())
        if seed < MATCHES - 1:
            log.end(match, {"winners": [0]}, 1_000_000_000)
    log.close()
    Profiles(path).add("Барсук", NOW)
    ServiceStore(path).adjust("sound.moves", 15)
    return path


def spoil(path: Path, *pages: int) -> None:
    """Overwrite pages (from 1) with what no page looks like."""
    data = bytearray(path.read_bytes())
    for page in pages:
        at = (page - 1) * PAGE_BYTES
        data[at : at + PAGE_BYTES] = b"\xa5" * PAGE_BYTES
    path.write_bytes(data)


def pages_of(path: Path, table: str) -> list[int]:
    """The leaves of a table, in order; skips where SQLite was built without ``dbstat``."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            found = connection.execute(
                "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,)
            ).fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite has no dbstat to find pages by")
    return [page for (page,) in found]


def test_only_rows_that_are_packed_otherwise_are_lost_and_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = store_path(tmp_path)
    with monkeypatch.context() as earlier:
        earlier.setattr(checks, "_FORMAT", 0)
        log = DirectLog(path)
        log.action(log.begin(header()), 0, flip(0))
        log.close()
        Profiles(path).add("Барсук", NOW)
        ServiceStore(path).adjust("sound.moves", 15)
    mark_suspect(path)
    with closing(sqlite3.connect(path)) as connection:  # of an earlier build's form too
        connection.execute("DROP VIEW person")
    carried = open_checked(path.parent, now).carried
    assert carried is not None
    assert (carried.matches, carried.lost, carried.unfit) == (0, (1,), 0)
    assert [p.nickname for p in Profiles(path).all()] == ["Барсук"]
    assert ServiceStore(path).adjustments().adjusted["sound.moves"] == 15
    assert look_through(path) == Flaws()


def test_a_sound_store_and_a_new_one_are_well(path: Path, tmp_path: Path) -> None:
    before = Store(path).matches()
    assert open_checked(path.parent, now) == WELL
    assert open_checked(tmp_path / "new", now) == WELL
    assert Store(path).matches() == before
    assert Store(store_path(tmp_path / "new")).matches() == []
    assert [file.name for file in path.parent.glob("khvatka*.sqlite3")] == [path.name]


def test_what_is_readable_of_a_damaged_file_is_carried_over(path: Path) -> None:
    """One leaf of the actions is rubbish: one match has a hole, everything else is there."""
    leaves = pages_of(path, "action")
    spoil(path, leaves[len(leaves) // 2])
    with pytest.raises(StoreError, match="damaged"):
        [Store(path).match(n) for n in range(1, MATCHES + 1)]
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.DAMAGED
    assert found.aside == path.with_name("khvatka.damaged-2026-05-01.sqlite3")
    assert found.aside.exists()
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (MATCHES, ())
    stored = [Store(path).match(n) for n in range(1, MATCHES + 1)]
    assert [s.result for s in stored] == [{"winners": [0]}] * (MATCHES - 1) + [None]
    assert all(len(s.verdicts) == len(s.windows) == 1 for s in stored)
    kept = sum(len(s.actions) for s in stored)
    assert MATCHES * ACTIONS - 40 < kept < MATCHES * ACTIONS
    assert [p.nickname for p in Profiles(path).all()] == ["Барсук"]
    assert ServiceStore(path).adjustments().adjusted["sound.moves"] == 15
    assert open_checked(path.parent, now) == WELL


def test_a_broken_off_match_is_offered_up_to_its_first_hole(path: Path) -> None:
    spoil(path, pages_of(path, "action")[-3])
    open_checked(path.parent, now)
    offered = Store(path).unfinished()
    assert offered is not None
    actions = [a.n for a in Store(path).match(offered.id).actions]
    assert actions == list(range(len(actions)))
    assert 0 < len(actions) < ACTIONS


@pytest.mark.parametrize("pages", [(1,), (1, 2), (3,)])
def test_a_file_without_its_beginning_is_read_all_the_same(
    path: Path, pages: tuple[int, ...]
) -> None:
    """The first page tells where the tables are; a new store's own tells it as well."""
    spoil(path, *pages)
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.DAMAGED
    assert found.carried is not None
    assert found.carried.matches >= (MATCHES if pages == (1,) else 0)
    assert open_checked(path.parent, now) == WELL


def test_a_table_s_name_in_damaged_bytes_costs_that_table_only(path: Path) -> None:
    """SQLite's own sentence then holds bytes that are no text."""
    data = path.read_bytes()
    spoilt = data.replace(b"tablepresspress", b"table\xff\xd2esspress")
    path.write_bytes(spoilt.replace(b"CREATE TABLE press", b"CREATE TABLX press"))
    with pytest.raises(StoreError, match="damaged"):
        Store(path).matches()
    log = MatchWriter(path)
    assert log.begin(header()) < 0
    assert log.problem is not None
    assert log.problem.key is StoreTrouble.DAMAGED
    log.close()
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert found.carried.matches == MATCHES
    assert open_checked(path.parent, now) == WELL


def test_a_table_of_a_large_store_may_be_damaged_in_many_rows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which SQLite says one sentence each."""
    monkeypatch.setattr(boot_module, "WHOLE_CHECK_BYTES", 0)
    for old, new in (("game TEXT NOT NULL", "game TEXT"), ("game TEXT", "game TEXT NOT NULL")):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'match'", (old, new)
            )
        for match in (1, 2, 3) if new == "game TEXT" else ():
            change_unnoticed(path, "match", "game = NULL", f"id = {match}")
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert found.carried.matches == MATCHES - 3
    assert open_checked(path.parent, now) == WELL


@pytest.mark.parametrize("large", [False, True])
def test_damage_that_somebody_met_in_reading_is_mended_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    """Of a large file samples are not checked otherwise."""
    monkeypatch.setattr(boot_module, "WHOLE_CHECK_BYTES", 0 if large else 1 << 30)
    spoil(path, pages_of(path, "samples")[0])
    with pytest.raises(StoreError, match="damaged"):
        Store(path).match(1)
    assert open_checked(path.parent, now).aside is not None
    assert len(Store(path).matches()) == MATCHES
    assert open_checked(path.parent, now) == WELL


def test_rubbish_leaves_an_empty_store_that_works(path: Path) -> None:
    path.write_bytes(b"these are not the bytes of a database " * 2000)
    found = open_checked(path.parent, now)
    assert found.carried is not None
    assert found.carried.matches == 0
    log = DirectLog(path)
    assert log.begin(header()) == 1
    log.close()


def test_no_number_is_given_twice(path: Path) -> None:
    """A match after the mending gets a number that none of the old file had."""
    spoil(path, *pages_of(path, "match")[-1:])
    open_checked(path.parent, now)
    log = DirectLog(path)
    assert log.begin(header()) > MATCHES
    log.close()


def test_two_damages_on_a_day_are_both_kept(path: Path) -> None:
    for _ in range(2):
        spoil(path, pages_of(path, "action")[0])
        assert open_checked(path.parent, now).aside is not None
    assert len(list(path.parent.glob("khvatka.damaged-2026-05-01*.sqlite3"))) == 2


def test_a_cut_between_carrying_over_and_renaming_is_finished_by_the_next_boot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PowerCut(BaseException):
        """Nothing after it happens."""

    def cut(*_: object) -> None:
        raise PowerCut

    before = len(Store(path).matches())
    spoil(path, pages_of(path, "action")[0])
    for moment in ("set_aside", "os.replace", "sync_folder"):
        with monkeypatch.context() as patched:
            patched.setattr(f"console.store.boot.{moment}", cut)
            with pytest.raises(PowerCut):
                open_checked(path.parent, now)
        if moment != "sync_folder":
            assert path.with_name("khvatka.carried-over.sqlite3").exists()
    open_checked(path.parent, now)
    assert len(Store(path).matches()) == before
    assert open_checked(path.parent, now) == WELL


def test_a_large_store_is_checked_whole_once_something_could_not_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boot_module, "WHOLE_CHECK_BYTES", 0)
    spoil(path, pages_of(path, "samples")[0])
    assert open_checked(path.parent, now) == WELL
    mark_suspect(path)
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.DAMAGED
    assert open_checked(path.parent, now) == WELL


def test_a_newer_file_is_set_aside_for_a_new_one(path: Path) -> None:
    """An update that went back."""
    make_newer(path)
    newer = path.read_bytes()
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.NEWER
    assert found.aside is not None
    assert found.aside == path.with_name(f"khvatka.version-{VERSION + 1}.sqlite3")
    assert found.aside.read_bytes() == newer
    assert Store(path).matches() == []
    assert open_checked(path.parent, now) == WELL


def test_a_store_of_another_build_s_tables_is_told_as_maybe_that(path: Path) -> None:
    before = len(Store(path).matches())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    found = open_checked(path.parent, now)
    assert "damaged, or of another build" in str(found.problem)
    assert len(Store(path).matches()) == before


def test_somebody_else_s_file_stays_and_is_told(tmp_path: Path) -> None:
    path = store_path(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    found = open_checked(tmp_path, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.FOREIGN
    assert path.read_bytes() == before


@pytest.mark.parametrize("make", [Path.mkdir, make_pipe])
def test_what_is_no_file_is_told_and_nothing_is_made_beside_it(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = store_path(tmp_path)
    make(path)
    found = open_checked(tmp_path, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.FOREIGN
    for read in (Store(path).matches, Profiles(path).all):
        with pytest.raises(StoreError, match="is not a match log"):
            read()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_file_where_the_folder_should_be_is_not_blamed_on_the_disk(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").touch()
    problem = open_checked(tmp_path / place, now).problem
    assert problem is not None
    assert problem.key is StoreTrouble.FOREIGN


def test_what_cannot_be_carried_over_leaves_nothing_half_done(
    path: Path, mocker: MockerFixture
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    failing = mocker.patch("console.store.rescue.put_in_place", side_effect=full)
    spoil(path, pages_of(path, "action")[0])
    found = open_checked(path.parent, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.DISK_FULL
    assert [file.name for file in path.parent.glob("*carried-over*")] == []
    mocker.stop(failing)
    assert open_checked(path.parent, now).carried is not None


def test_who_is_forgotten_is_in_nothing_set_aside(path: Path) -> None:
    spoil(path, pages_of(path, "action")[0])
    aside = open_checked(path.parent, now).aside
    assert aside is not None
    assert "Барсук".encode() in aside.read_bytes()
    Profiles(path).forget("Барсук")
    assert not any("Барсук".encode() in file.read_bytes() for file in path.parent.iterdir())
    assert len(Store(path).matches()) == MATCHES


@pytest.mark.parametrize("year", [1970, 2001, 2099])
def test_a_clock_years_off_changes_nothing_but_the_date_in_the_name(path: Path, year: int) -> None:
    spoil(path, pages_of(path, "action")[0])
    wrong: Callable[[], datetime] = lambda: NOW.replace(year=year)  # noqa: E731
    found = open_checked(path.parent, wrong)
    assert found.aside is not None
    assert f"damaged-{year}-05-01" in found.aside.name
    assert Store(path).unfinished() is not None
