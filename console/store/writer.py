"""The match log's writer: a thread of its own, so that no duel ever waits for a disk.

An SD card's sync takes 7 to 28 ms; records are gathered for 50 ms, then written and synced
together, so a power cut costs at most the last 100 ms.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from console.store import appender
from console.store.appender import NOT_STORED, Appender, Begin, Record
from console.store.log import StoringLog
from console.store.problems import Problem, StoreError, Trouble
from console.store.records import MatchHeader
from console.store.schema import open_for_writing
from console.store.trimming import UNBOUNDED, Budget

GATHER_S: Final = 0.05
RETRY_S: Final = 1.0
PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Flush:
    """Write now and say whether all is on the disk; the ``last`` one ends the thread."""

    done: Future[bool]
    last: bool = False


class MatchWriter(StoringLog):
    """The log of a table that is being played at. Calls return at once, but for:

    ``begin`` (waits for the match's number), ``flush`` and ``close``: those wait for the disk, at
    most ``patience_s`` seconds. Nothing is opened before the first match.
    """

    def __init__(
        self,
        path: Path,
        connect: Callable[[Path], sqlite3.Connection] = open_for_writing,
        patience_s: float = PATIENCE_S,
        budget: Budget = UNBOUNDED,
    ) -> None:
        """``path`` is the store's file; samples beyond ``budget`` go while nobody plays."""
        super().__init__()
        self._path = path
        self._patience_s = patience_s
        self._appender = Appender(path, connect, budget, tailed=True)
        self._queue: queue.SimpleQueue[Record | _Flush] = queue.SimpleQueue()
        self._closed = False
        self._playing = False
        self._thread = threading.Thread(target=self._run, name="match log", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> Problem | None:
        """Why records are not getting to the disk now; None: all is well."""
        if not self._closed and not self._thread.is_alive():
            stopped = f"the writer of the match log {self._path} has stopped: start Khvatka again"
            return Problem(Trouble.STOPPED, stopped)
        return self._appender.problem

    @property
    def errors(self) -> int:
        """How often writing failed since the start."""
        return self._appender.errors

    @property
    def lost(self) -> int:
        """How many records were given up for good."""
        return self._appender.lost

    def begin(self, header: MatchHeader) -> int:
        self._playing = True
        begun: Future[int] = Future()
        self._give(appender.begin(header, begun.set_result))
        try:
            return begun.result(self._patience_s)
        except TimeoutError:
            return NOT_STORED

    def resume(self, match: int) -> None:
        self._playing = True
        super().resume(match)

    def end(self, match: int, result: dict[str, Any] | None, played_ns: int = 0) -> None:
        super().end(match, result, played_ns)
        self._playing = False

    def flush(self) -> bool:
        return self._flush(last=False)

    def close(self) -> None:
        if not self._closed:
            self._flush(last=True)
            self._closed = True
            self._thread.join(self._patience_s)

    def _give(self, record: Record) -> None:
        if self._closed:
            raise StoreError(f"the match log {self._path} is closed: open a new writer")
        self._queue.put(record)

    def _flush(self, *, last: bool) -> bool:
        if self._closed:
            return self._appender.problem is None
        done: Future[bool] = Future()
        self._queue.put(_Flush(done, last))
        try:
            return done.result(self._patience_s)
        except TimeoutError:
            return False

    def _run(self) -> None:
        asked: _Flush | None = None
        while asked is None or not asked.last:
            asked = self._gather()
            stored = self._appender.commit()
            if asked is None and self._tidying:
                self._appender.trim()
            if asked is not None:
                if asked.last:
                    self._appender.close()
                asked.done.set_result(stored)

    @property
    def _tidying(self) -> bool:
        return not self._playing and self._appender.untidy

    def _gather(self) -> _Flush | None:
        """Take records until it is time to write; the flush that asked for it, if one did."""
        until_s: float | None = None  # nothing taken yet
        while True:
            wait_s = RETRY_S if self._appender.waiting else GATHER_S if self._tidying else None
            if until_s is not None:
                wait_s = max(0.0, until_s - time.monotonic())
            try:
                record = self._queue.get(timeout=wait_s)
            except queue.Empty:
                return None
            if isinstance(record, _Flush):
                return record
            self._appender.put(record)
            if isinstance(record, Begin):
                return None
            until_s = until_s or time.monotonic() + GATHER_S
