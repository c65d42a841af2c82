"""The writer works by itself, beside others, and holds nobody up (ARCHITECTURE.md, principle 3)."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from console.store.checks import add_function
from console.store.file import StoreFile
from console.store.reader import Store
from console.store.schema import open_for_writing, store_path
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header, verdict

PATIENCE_S = 60.0  # never waited out unless something is broken


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


def test_every_commit_is_synced_to_the_disk(path: Path) -> None:
    connection = open_for_writing(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    connection.close()


def test_what_is_given_is_written_without_being_asked(path: Path) -> None:
    done = threading.Semaphore(0)

    class Noticed(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            cursor = super().execute(sql, *values)
            if sql == "COMMIT":
                done.release()
            return cursor

    def connect(file: Path) -> sqlite3.Connection:
        open_for_writing(file).close()
        connection = sqlite3.connect(file, isolation_level=None, factory=Noticed)
        add_function(connection)
        return connection

    log = MatchWriter(path, StoreFile(path, connect))
    match = log.begin(header())
    assert done.acquire(timeout=PATIENCE_S)
    log.action(match, 0, flip(0))
    assert done.acquire(timeout=PATIENCE_S)
    assert len(Store(path).match(match).actions) == 1
    log.verdict(match, verdict())
    assert done.acquire(timeout=PATIENCE_S)
    stored = Store(path).match(match)
    assert (len(stored.actions), len(stored.verdicts)) == (1, 1)
    log.close()


def test_two_tables_may_share_a_folder(path: Path) -> None:
    logs = [MatchWriter(path), MatchWriter(path)]
    matches = [log.begin(header(seed=seed)) for seed, log in enumerate(logs)]
    for n in range(50):
        for match, log in zip(matches, logs, strict=True):
            log.action(match, n, flip(n))
    assert all(log.flush() for log in logs)
    for log in logs:
        log.close()
    stored = [Store(path).match(match) for match in matches]
    assert [s.header.seed for s in stored] == [0, 1]
    assert [len(s.actions) for s in stored] == [50, 50]


def test_a_disk_that_hangs_holds_nobody_up(path: Path) -> None:
    hung = threading.Event()

    def connect(file: Path) -> sqlite3.Connection:
        hung.wait(PATIENCE_S)
        return open_for_writing(file)

    log = MatchWriter(path, StoreFile(path, connect), patience_s=0.01)
    assert log.begin(header()) < 0
    assert not log.flush()
    hung.set()
    log.close()
    assert Store(path).unfinished() is None


def test_who_asks_while_it_is_closed_is_answered(path: Path) -> None:
    begun, hung = threading.Event(), threading.Event()

    def connect(file: Path) -> sqlite3.Connection:
        begun.set()
        hung.wait(PATIENCE_S)
        return open_for_writing(file)

    log = MatchWriter(path, StoreFile(path, connect), patience_s=0.01)
    log.decline(1)
    assert begun.wait(PATIENCE_S)
    flushes: list[Future[bool]] = [Future(), Future()]  # as two threads ask that come before
    for flush in flushes:
        log._wanted.put(flush)
    log.close()
    hung.set()
    assert [flush.result(PATIENCE_S) for flush in flushes] == [True, True]


def test_a_writer_whose_thread_has_died_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    died = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: died.set())

    def connect(_: Path) -> sqlite3.Connection:
        raise MemoryError

    log = MatchWriter(path, StoreFile(path, connect), patience_s=0.01)
    assert log.begin(header()) < 0
    assert died.wait(PATIENCE_S)
    log._thread.join(PATIENCE_S)
    assert log.problem is not None
    assert "has stopped" in str(log.problem.sentence)
    log.close()
