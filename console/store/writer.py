"""The match log's writer: a thread of its own, so that no duel ever waits for a disk.

An SD card's sync takes 7 to 28 ms; records are gathered for 50 ms, then written and synced
together, so a power cut costs at most the last 100 ms.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from console.store.asking import Ask, here
from console.store.file import Row, StoreFile
from console.store.log import MatchLog
from console.store.problems import StoreError, StoreTrouble
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
        self,
        path: Path,
        file: StoreFile | None = None,
        ask: Ask = here,
        *,
        problem: StoreError | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """``problem``: why nothing could be written before."""
        super().__init__(path, file, ask)
        self._problem = problem
        self._path = path
        self._patience_s = patience_s
        self._wanted: SimpleQueue[Future[bool] | None] = SimpleQueue()  # flushes; None: it is fresh
        self._busy_since_s: float | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="match log", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> StoreError | None:
        """Why records are not getting to the disk now; None: all is well."""
        if not self._closed and not self._thread.is_alive():
            stopped = Sentence(
                "the writer of the match log {path} has stopped: start Khvatka again"
            )
            return StoreError.of(StoreTrouble.STOPPED, stopped, path=self._path)
        since_s = self._busy_since_s
        if since_s is not None and time.monotonic() > since_s + self._patience_s:
            return StoreError.of(StoreTrouble.SILENT, path=self._path)
        return super().problem

    def flush(self) -> bool:
        return self._flushed(self._patience_s)

    def close(self) -> None:
        self._closed = True
        self._wanted.put(Future())
        self._thread.join(self._patience_s)

    def _settle(self) -> None:
        self._flushed(min(BEGIN_S, self._patience_s))

    def _give(self, *rows: Row) -> None:
        if self._closed:
            raise StoreError("the match log {path} is closed: open a new writer", path=self._path)
        super()._give(*rows)
        if self._wanted.empty():  # else the thread looks at what waits anyhow
            self._wanted.put(None)

    def _flushed(self, longest_s: float) -> bool:
        done: Future[bool] = Future()
        self._wanted.put(done)
        if self._closed:  # only now: what was put before it closed is answered by the thread
            return self._problem is None
        try:
            return done.result(longest_s)
        except TimeoutError:
            return False

    # -- the thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        closed = False
        while not closed:
            flush, closed = self._gather(), self._closed
            self._busy_since_s = time.monotonic()
            stored = super().flush()
            self._busy_since_s = None
            if closed:
                super().close()
            if flush is not None:
                flush.set_result(stored)
        while not self._wanted.empty():  # others asked before it was closed
            flush = self._wanted.get()
            if flush is not None:
                flush.set_result(self._problem is None)

    def _gather(self) -> Future[bool] | None:
        """Wait until it is time to write; the flush that this answers, if any."""
        with suppress(Empty):
            flush = self._wanted.get(timeout=RETRY_S if self._waiting else None)
            until_s = time.monotonic() + GATHER_S
            while flush is None:
                flush = self._wanted.get(timeout=max(0.0, until_s - time.monotonic()))
            return flush
        return None
