"""The match log's writer: a thread of its own, so that no duel ever waits for a disk.

An SD card's sync takes 7 to 28 ms; records are gathered for 50 ms, then written and synced
together, so a power cut costs at most the last 100 ms.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from console.store.file import LogFile, StoreFile
from console.store.log import MatchLog
from console.store.problems import Problem, StoreError, Trouble, silent
from console.store.records import MatchHeader
from console.store.rows import Begin, Record
from drivers.errors import Sentence

GATHER_S: Final = 0.05
RETRY_S: Final = 1.0
PATIENCE_S: Final = 5.0
BEGIN_S: Final = 0.25
"""So long a begin waits for its number: a match whose disk is slower is begun without it."""


class MatchWriter(MatchLog):
    """The log of a table that is being played at. Calls return at once, but for:

    ``begin`` (waits a moment for the match's number), ``flush`` and ``close``: those wait for the
    disk, at most ``patience_s`` seconds. Nothing is opened before the first match.
    """

    def __init__(
        self, path: Path, file: LogFile | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        """``path`` is the store's file; ``file`` writes it, in this process if none is given."""
        super().__init__(file or StoreFile(path))
        self._path = path
        self._patience_s = patience_s
        self._changed = threading.Condition()
        self._fresh = self._hurry = False  # something has come; it is not to be gathered
        self._flushes: list[Future[bool]] = []
        self._begun: dict[int, Future[int]] = {}
        self._busy_since_s: float | None = None
        self._closed = False
        self._playing = False
        self._thread = threading.Thread(target=self._run, name="match log", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> Problem | None:
        """Why records are not getting to the disk now; None: all is well."""
        if not self._closed and not self._thread.is_alive():
            stopped = Sentence(
                "the writer of the match log {path} has stopped: start Khvatka again",
                path=self._path,
            )
            return Problem(Trouble.STOPPED, stopped)
        since_s = self._busy_since_s
        if since_s is not None and time.monotonic() > since_s + self._patience_s:
            return silent(self._path)
        return super().problem

    def begin(self, header: MatchHeader) -> int:
        self._playing = True
        begun = Future[int]()
        with self._changed:  # the thread tells no number before this one is waited for
            called = self._begin(header)
            self._begun[called] = begun
        try:
            return begun.result(min(BEGIN_S, self._patience_s))
        except TimeoutError:
            return called

    def resume(self, match: int) -> None:
        self._playing = True
        super().resume(match)

    def end(self, match: int, result: dict[str, Any] | None, played_ns: int = 0) -> None:
        super().end(match, result, played_ns)
        self._playing = False

    def flush(self) -> bool:
        if self._closed:
            return self._appender.problem is None
        done = Future[bool]()
        with self._changed:
            self._flushes.append(done)
            self._changed.notify()
        try:
            return done.result(self._patience_s)
        except TimeoutError:
            return False

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with self._changed:
            self._changed.notify()
        self._thread.join(self._patience_s)

    def _give(self, record: Record) -> None:
        if self._closed:
            raise StoreError("the match log {path} is closed: open a new writer", path=self._path)
        self._appender.put(record)
        with self._changed:
            self._fresh = True
            self._hurry = self._hurry or isinstance(record, Begin)
            self._changed.notify()

    # -- the thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        closed = False
        while not closed:
            flushes, closed = self._gather()
            stored = self._commit()
            if closed:
                self._appender.close()
            elif not flushes and self._tidying:
                self._appender.trim()
            for flush in flushes:
                flush.set_result(stored)

    def _commit(self) -> bool:
        self._busy_since_s = time.monotonic()
        stored = self._appender.commit()
        self._busy_since_s = None
        with self._changed:
            for called in tuple(self._begun):
                number = self._appender.number(called)
                if number != called or not stored:
                    self._begun.pop(called).set_result(number)
        return stored

    @property
    def _tidying(self) -> bool:
        return not self._playing and not self._appender.waiting and self._appender.untidy

    def _gather(self) -> tuple[list[Future[bool]], bool]:
        """Wait until it is time to write; the flushes that asked for it, and: is it the end?"""
        with self._changed:
            until_s: float | None = None
            while not (self._flushes or self._hurry or self._closed):
                now_s = time.monotonic()
                if self._fresh and until_s is None:
                    until_s = now_s + GATHER_S
                if until_s is not None and now_s >= until_s:
                    break
                wait_s = self._wait_s() if until_s is None else until_s - now_s
                if not self._changed.wait(wait_s):
                    break
            self._fresh = self._hurry = False
            flushes, self._flushes = self._flushes, []
            return flushes, self._closed

    def _wait_s(self) -> float | None:
        """How long nothing new is waited for; None: for ever."""
        if self._appender.waiting:
            return RETRY_S
        return GATHER_S if self._tidying else None
