"""A file of an older version is read as it is, and taken forward when it is written to."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from console.people.profiles import Profiles
from console.people.records import record_tables
from console.store import boot
from console.store.boot import open_checked
from console.store.log import DirectLog
from console.store.problems import Trouble
from console.store.reader import Store
from console.store.records import StoredMatch
from console.store.schema import (
    APPLICATION_ID,
    PEOPLE_SINCE,
    STEPS,
    VERSION,
    of_match,
    open_for_reading,
    open_for_writing,
    store_path,
    version_of,
)
from console.table.records.values import Kind
from tests.console.people.evening import NOW, duel, ended, head
from tests.console.store.matches import flip, header, same, verdict, window
from tests.console.store.older import backdate


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store as version 1 wrote it: one finished match, whose header knows no profiles."""
    path = store_path(tmp_path)
    header = msgspec.to_builtins(head())
    del header["profiles"]
    with closing(sqlite3.connect(path)) as connection:
        for statement in STEPS[0]:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute(
            "INSERT INTO match (game, started, header, ended, result) VALUES (?, ?, ?, ?, ?)",
            (
                "chaos",
                header["started_wall"],
                msgspec.json.encode(header),
                header["started_wall"],
                msgspec.json.encode(ended((0,), "cards", 0, 20, 18, 22)),
            ),
        )
        race = duel(0, 0, 1)
        connection.execute(
            "INSERT INTO verdict VALUES (1, 0, ?, ?)", (race.kind, msgspec.json.encode(race))
        )
        connection.commit()
    return path


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A store of today with one broken-off match."""
    path = store_path(tmp_path)
    log = DirectLog(path)
    match = log.begin(header())
    for n in range(40):
        log.action(match, n, flip(n))
    for n in range(3):
        log.verdict(match, verdict(n))
    log.samples(match, window(0))
    log.samples(match, window(2))
    log.end(match, None)
    log.close()
    return path


def test_old_matches_are_read_without_migrating_and_are_guests(old: Path) -> None:
    assert PEOPLE_SINCE > 1
    before = old.read_bytes()
    stored = Store(old).match(1)
    assert (stored.header.profiles, stored.nicknames) == ((), ())
    assert [m.id for m in Store(old).matches()] == [1]
    assert old.read_bytes() == before


def test_old_matches_are_counted_once_the_file_is_taken_forward(old: Path) -> None:
    stored = Store(old).match(1)
    (table,) = record_tables(old)
    assert table.of(Kind.REACTION)[0].holder.nickname is None
    with closing(open_for_writing(old)) as connection:
        assert version_of(connection) == VERSION
    again = Store(old).match(1)
    assert (again.header, again.verdicts, again.result) == (
        stored.header,
        stored.verdicts,
        stored.result,
    )
    assert Profiles(old).add("Барсук", NOW).nickname == "Барсук"
    assert Store(old).match(1).nicknames == ()


def test_a_failed_step_leaves_the_file_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (*STEPS, ("CREATE TABLE fine (x)", "CREATE TABLE fine (x)"))
    monkeypatch.setattr("console.store.schema.STEPS", broken)
    monkeypatch.setattr("console.store.schema.VERSION", len(broken))
    with pytest.raises(OSError, match="fine already exists"):
        open_for_writing(old)
    with closing(sqlite3.connect(old)) as connection:
        assert version_of(connection) == 1
    assert len(Store(old).matches()) == 1


def test_an_older_file_is_copied_before_it_is_taken_forward(old: Path) -> None:
    before = Store(old).match(1)
    open_for_writing(old).close()
    copy = old.with_name("khvatka.version-1.sqlite3")
    assert {file.name for file in old.parent.iterdir()} == {old.name, copy.name}
    with closing(sqlite3.connect(copy)) as connection:
        assert version_of(connection) == 1
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    assert Store(copy).match(1) == before


def test_without_room_for_the_copy_nothing_is_taken_forward(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("console.store.copies.put_in_place", full)
    with pytest.raises(OSError, match="no room"):
        open_for_writing(old)
    with closing(sqlite3.connect(old)) as connection:
        assert version_of(connection) == 1


@pytest.mark.parametrize("times", [1, 2, 3])
def test_on_a_disk_without_room_for_all_of_it_not_even_the_copy_is_begun(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """A table tries again every second: it would write the copy again and again."""
    backdate(recorded)
    room = times * recorded.stat().st_size
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=room))
    found = open_checked(recorded.parent, lambda: NOW)
    assert found.problem is not None
    assert found.problem.key is Trouble.DISK_FULL
    assert [file.name for file in recorded.parent.glob("*.version-*")] == []
    monkeypatch.undo()
    assert open_checked(recorded.parent, lambda: NOW).problem is None


def test_a_whole_log_is_read_as_it_is_and_the_same_once_taken_forward(recorded: Path) -> None:
    """Actions, verdicts and samples: where the rows lie has changed, what is in them has not."""
    now = Store(recorded).match(1)
    assert now.verdicts
    assert now.windows
    backdate(recorded)
    before = recorded.read_bytes()
    assert_same(Store(recorded).match(1), now)
    assert Store(recorded).matches()[0].actions == len(now.actions)
    assert recorded.read_bytes() == before
    open_for_writing(recorded).close()
    assert_same(Store(recorded).match(1), now)
    with closing(sqlite3.connect(recorded)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    assert not {"samples", "action_by_match", "verdict_by_match"} & tables


@pytest.mark.parametrize("table", ["action", "verdict"])
def test_a_match_of_an_older_log_is_found_without_reading_all_the_others(
    recorded: Path, table: str
) -> None:
    """700 of them were listed in 16 seconds."""
    backdate(recorded)
    with closing(open_for_reading(recorded)) as connection:
        query = f"EXPLAIN QUERY PLAN SELECT count(*) FROM {table} WHERE {of_match(':match')}"
        plan = [how for *_, how in connection.execute(query, {"match": 1})]
    assert plan
    assert not any(how.startswith("SCAN") for how in plan)


@pytest.mark.parametrize("whole_check_bytes", [0, boot.WHOLE_CHECK_BYTES])
def test_an_older_log_that_is_damaged_is_carried_over(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, whole_check_bytes: int
) -> None:
    """A large one too: its actions are checked, not what stands before them while it is read."""
    monkeypatch.setattr(boot, "WHOLE_CHECK_BYTES", whole_check_bytes)
    now = Store(recorded).match(1)
    backdate(recorded)
    data = bytearray(recorded.read_bytes())
    with closing(sqlite3.connect(recorded)) as connection:
        pages = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = 'action' AND pagetype = 'leaf' ORDER BY path"
        ).fetchall()
    at = (pages[-1][0] - 1) * 512
    data[at : at + 512] = b"\xa5" * 512
    recorded.write_bytes(data)
    found = open_checked(recorded.parent, lambda: NOW)
    assert found.carried is not None
    assert (found.carried.matches, found.carried.lost) == (1, 0)
    again = Store(recorded).match(1)
    assert 0 < len(again.actions) < len(now.actions)
    assert again.actions == now.actions[: len(again.actions)]
    assert_same(replace(again, actions=now.actions), now)


@pytest.mark.parametrize("table", ["verdict", "samples"])
def test_damage_that_only_taking_a_log_forward_meets_is_carried_over_too(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """Of a large file these are not checked: every start would fail, and nothing be kept again."""
    monkeypatch.setattr(boot, "WHOLE_CHECK_BYTES", 0)
    now = Store(recorded).match(1)
    backdate(recorded)
    with closing(sqlite3.connect(recorded)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (root,) = connection.execute(query, (table,)).fetchone()
    data = bytearray(recorded.read_bytes())
    data[(root - 1) * 512 : root * 512] = b"\xa5" * 512
    recorded.write_bytes(data)
    found = open_checked(recorded.parent, lambda: NOW)
    assert found.aside is not None
    assert Store(recorded).match(1).actions == now.actions
    assert open_checked(recorded.parent, lambda: NOW) == boot.WELL


def assert_same(one: StoredMatch, other: StoredMatch) -> None:
    assert replace(one, windows=()) == replace(other, windows=())
    assert len(one.windows) == len(other.windows)
    assert all(same(a, b) for a, b in zip(one.windows, other.windows, strict=True))
