"""A full or read-only disk: the table plays on and says so; with room again, nothing is missing."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.store import log as log_module
from console.store.boot import open_checked
from console.store.file import StoreFile
from console.store.log import DirectLog, MatchLog
from console.store.problems import StoreTrouble
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from tests.console.store.disk import OK, Made, Op, Synced, Written, remembered
from tests.console.store.disks import may_mount, on_a_disk_of
from tests.console.store.matches import flip, header, verdict, window

_HELPERS = """
import os, subprocess, sys
from datetime import UTC, datetime
from pathlib import Path
from console.store.boot import open_checked
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header
folder = Path(sys.argv[1])
path = store_path(folder)
now = lambda: datetime(2026, 5, 1, tzinfo=UTC)
"""
_FULL = (
    _HELPERS
    + """
assert open_checked(folder, now).problem is None
log = MatchWriter(path)
match = log.begin(header())
n = 0
log.action(match, n, flip(n))
assert log.flush()
with (folder / "other files").open("wb", buffering=0) as other:
    try:
        while True:
            other.write(bytes(4096))
    except OSError:
        pass
while log.flush():
    n += 1
    log.action(match, n, flip(n))
print(log.problem.key)
for n in range(n + 1, n + 500):
    log.action(match, n, flip(n))
(folder / "other files").unlink()
assert log.flush(), log.problem
assert log.problem is None
log.close()
assert [a.n for a in Store(path).match(match).actions] == list(range(n + 1))
(folder / "more").write_bytes(bytes(os.statvfs(folder).f_bavail * 4096))
print(open_checked(folder, now).problem)
print(len(Store(path).match(match).actions) == n + 1)
"""
)
_READ_ONLY = (
    _HELPERS
    + """
log = MatchWriter(path)
match = log.begin(header())
log.action(match, 0, flip(0))
log.close()
subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
found = open_checked(folder, now)
print(found.problem.key)
log = MatchWriter(path)
print(log.begin(header()) < 0, log.flush(), log.problem.key)
print(Store(path).unfinished().actions)
log.close()
subprocess.run(["mount", "-o", "remount,bind,rw", str(folder)], check=True)
print(open_checked(folder, now).problem)
log = MatchWriter(path)
print(log.begin(header()))
log.close()
"""
)


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.slow
def test_a_really_full_disk_is_told_and_nothing_is_missing_once_there_is_room(
    tmp_path: Path,
) -> None:
    if may_mount():
        said = on_a_disk_of("1m", tmp_path, _FULL).split("\n")
        assert said[0] == StoreTrouble.DISK_FULL
        assert said[1] == "None" or StoreTrouble.DISK_FULL in said[1]
        assert said[2] == "True"
        return
    refused_and_mended(tmp_path, sqlite3.SQLITE_FULL, StoreTrouble.DISK_FULL)


@pytest.mark.slow
def test_a_really_read_only_disk_is_told_and_read(tmp_path: Path) -> None:
    if may_mount():
        said = on_a_disk_of("4m", tmp_path, _READ_ONLY).splitlines()
        assert said == ["read_only", "True False read_only", "1", "None", "2"]
        return
    refused_and_mended(tmp_path, sqlite3.SQLITE_READONLY, StoreTrouble.READ_ONLY)


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (sqlite3.SQLITE_FULL, StoreTrouble.DISK_FULL),
        (sqlite3.SQLITE_READONLY, StoreTrouble.READ_ONLY),
        (sqlite3.SQLITE_IOERR_WRITE, StoreTrouble.FAILING),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreTrouble.FAILING),
    ],
)
def test_what_a_disk_refuses_is_told_by_its_key_and_written_later(
    tmp_path: Path, code: int, key: StoreTrouble
) -> None:
    refused_and_mended(tmp_path, code, key)


def test_a_disk_that_was_pulled_out_leaves_no_second_store_in_its_place(tmp_path: Path) -> None:
    """Its folder is empty until it is back; a new store there would refuse the match that runs."""
    folder, elsewhere = tmp_path / "disk", tmp_path / "elsewhere"
    path = store_path(folder)
    file = StoreFile(path)
    log = DirectLog(path, file)
    match = log.begin(header())
    log.action(match, 0, flip(0))
    assert log.flush()
    file.let_go()  # as when a disk is pulled out while it is written to
    folder.rename(elsewhere)
    folder.mkdir()
    log.action(match, 1, flip(1))
    assert not log.flush()
    assert log.problem is not None
    assert "is gone" in str(log.problem.sentence)
    assert list(folder.iterdir()) == []
    folder.rmdir()
    elsewhere.rename(folder)
    assert log.flush()
    log.close()
    assert [a.n for a in Store(path).match(match).actions] == [0, 1]


def test_a_match_is_left_to_others_though_its_disk_failed_last(tmp_path: Path) -> None:
    path = store_path(tmp_path)
    file = StoreFile(path)
    log = DirectLog(path, file)
    log.action(log.begin(header()), 0, flip(0))
    assert log.flush()
    file.let_go()  # as after a fault
    log.close()
    offered = Store(path).unfinished()
    assert offered is not None
    assert offered.actions == 1


def key_of(log: MatchLog) -> StoreTrouble | None:
    """Which problem the log has now."""
    return log.problem.key if log.problem is not None else None


def refused_and_mended(folder: Path, code: int, key: StoreTrouble) -> None:
    """The disk fails by ``code`` in the middle of a match, then works again."""
    path = store_path(folder)
    with remembered(folder) as disk:
        log = MatchWriter(path)
        match = log.begin(header())
        log.action(match, 0, flip(0))
        assert log.flush()
        disk.refuse = lambda op: code if isinstance(op, Written | Made) else OK
        if code == sqlite3.SQLITE_IOERR_FSYNC:
            disk.refuse = lambda _: code
        for n in range(1, 50):
            log.action(match, n, flip(n))
        assert not log.flush()
        assert key_of(log) is key
        disk.refuse = lambda _: OK
        assert log.flush()
        assert key_of(log) is None
        log.close()
    assert [a.n for a in Store(path).match(match).actions] == list(range(50))


@pytest.mark.parametrize("faults", range(1, 6))
def test_a_commit_that_failed_but_is_there_all_the_same_is_no_contradiction(
    tmp_path: Path, faults: int
) -> None:
    """The log was written, its sync failed, and so did taking it into the file on closing: whoever
    opens the store next finds that transaction done."""
    path = store_path(tmp_path)
    with remembered(tmp_path) as disk:
        log = DirectLog(path)
        match = log.begin(header())
        left = faults
        begun = False

        def refuse(op: Op) -> int:
            nonlocal left, begun
            begun = begun or (isinstance(op, Synced) and op.file.endswith("-wal"))
            left -= begun
            return sqlite3.SQLITE_IOERR_FSYNC if begun and left >= 0 else OK

        disk.refuse = refuse
        for n in range(4):
            log.action(match, n, flip(n))
            log.verdict(match, verdict(n))
        tries = 0
        while not log.flush():
            tries += 1
            assert tries <= faults
        log.action(match, 4, flip(4))
        assert log.flush()
        log.close()
    stored = Store(path).match(match)
    assert [a.action for a in stored.actions] == [flip(n) for n in range(5)]
    assert list(stored.verdicts) == [verdict(n) for n in range(4)]


def test_a_disk_that_is_full_from_the_start_is_told_at_boot(tmp_path: Path) -> None:
    with remembered(tmp_path) as disk:
        disk.refuse = lambda _: sqlite3.SQLITE_FULL
        found = open_checked(tmp_path, now)
        assert found.problem is not None
        assert found.problem.key is StoreTrouble.DISK_FULL
        log = MatchWriter(store_path(tmp_path))
        match = log.begin(header())
        log.action(match, 0, flip(0))
        assert match < 0
        disk.refuse = lambda _: OK
        assert log.begin(header()) == 2
        log.close()
    assert len(Store(store_path(tmp_path)).match(1).actions) == 1  # it was kept in memory


def test_a_damaged_store_on_a_full_disk_stays_where_it_is(tmp_path: Path) -> None:
    path = store_path(tmp_path)
    path.write_bytes(b"no database" * 5000)
    before = path.read_bytes()

    def full(op: Op) -> int:
        return sqlite3.SQLITE_FULL if isinstance(op, Written) else OK

    with remembered(tmp_path) as disk:
        disk.refuse = full
        found = open_checked(tmp_path, now)
    assert found.problem is not None
    assert found.problem.key is StoreTrouble.DISK_FULL
    assert path.read_bytes() == before
    assert open_checked(tmp_path, now).aside is not None


def test_samples_that_wait_for_a_disk_take_no_more_memory_than_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What proves a verdict may go, what was played may not."""
    monkeypatch.setattr(log_module, "WAITING_BYTES", 4_000)
    path = store_path(tmp_path)
    log = DirectLog(path)
    match = log.begin(header())
    for n in range(20):
        log.action(match, n, flip(n))
        log.verdict(match, verdict(n))
        log.samples(match, window(n, scans=80, channels=4))
    assert log.flush()
    log.close()
    stored = Store(path).match(match)
    assert len(stored.actions) == 20
    assert 0 < len(stored.windows) < 20
