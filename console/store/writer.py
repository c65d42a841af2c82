"""The match log's writer: a thread of its own, so that no duel ever waits for a disk.

An SD card's sync takes 7 to 28 ms; records are gathered for 50 ms, then written and synced
together, so a power cut costs at most the last 100 ms.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
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
        patience_s: float = PATIENCE_S,
    ) -> None:
        super().__init__(path, file, ask)
        self._path = path
        self._patience_s = patience_s
        self._changed = threading.Condition()
        self._fresh = False  # something has come
        self._asked = self._answered = 0  # flushes
        self._stored = False  # was all that waited on the disk after the last of these?
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
        if self._closed:
            return self._problem is None
        return self._flushed(self._patience_s)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(self._patience_s)

    def _settle(self) -> None:
        self._flushed(min(BEGIN_S, self._patience_s))

    def _give(self, *rows: Row) -> None:
        if self._closed:
            raise StoreError("the match log {path} is closed: open a new writer", path=self._path)
        super()._give(*rows)
        with self._changed:
            self._fresh = True
            self._changed.notify_all()

    def _flushed(self, longest_s: float) -> bool:
        with self._changed:
            self._asked += 1
            number = self._asked
            self._changed.notify_all()
            done = self._changed.wait_for(lambda: self._answered >= number, longest_s)
            return done and self._stored

    # -- the thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        closed = False
        while not closed:
            asked, closed = self._gather()
            self._busy_since_s = time.monotonic()
            stored = self._commit()
            self._busy_since_s = None
            if closed:
                self._let_go()
            with self._changed:
                self._answered, self._stored = asked, stored
                self._changed.notify_all()

    def _gather(self) -> tuple[int, bool]:
        """Wait until it is time to write; which flushes that answers, and: is it the end?"""
        with self._changed:
            longest_s = RETRY_S if self._waiting else None
            self._changed.wait_for(lambda: self._fresh or self._is_urgent(), longest_s)
            if self._fresh:
                self._changed.wait_for(self._is_urgent, GATHER_S)
            self._fresh = False
            return self._asked, self._closed

    def _is_urgent(self) -> bool:
        return self._closed or self._asked > self._answered
