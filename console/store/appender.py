"""What waits for the disk, in bounded memory, in order; what it refuses is given to it again.

A stored match never has a hole: its actions are always the first so many of those played.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from typing import Final

from console.store.file import LogFile, StoreFile
from console.store.problems import StoreError
from console.store.process_lock import own_mark
from console.store.rows import NOT_STORED, Record, Row, Window

WAITING_LIMIT: Final = 20_000  # records kept in memory while the disk refuses them
WAITING_BYTES: Final = 8_000_000  # and of samples so much


class Appender:
    """Takes records from any thread, and writes them into ``file`` in one.

    ``problem`` as in ``MatchLog``; ``untidy``: would ``trim`` have something to do?
    """

    def __init__(self, file: LogFile) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._waiting: list[Record] = []
        self._torn: set[int | None] = {NOT_STORED}
        self._numbers: dict[int, int] = {}  # of the matches begun here, by what they were called
        self._store: int | None = None  # which one has what was written
        self.problem: StoreError | None = None
        self.untidy = False

    @property
    def waiting(self) -> int:
        """How many records are not on the disk yet."""
        return len(self._waiting)

    @property
    def _samples_bytes(self) -> int:
        return sum(record.samples_bytes for record in self._waiting)

    def number(self, match: int) -> int:
        """The number of a match that was begun here; what it is called while it has none."""
        return self._numbers.get(match, match)

    def put(self, *records: Record) -> None:
        """Take records; the next ``commit`` writes all of them."""
        with self._lock:
            # In one step: a commit, which takes no lock, sees all of them or none.
            self._waiting += [record for record in records if self._takes(record)]

    def _takes(self, record: Record) -> bool:
        size_bytes = record.samples_bytes
        if record.match in self._torn:
            return False
        too_much = size_bytes and self._samples_bytes + size_bytes > WAITING_BYTES
        if too_much or len(self._waiting) >= WAITING_LIMIT:
            self._give_up(record)
            return False
        return True

    def commit(self) -> bool:
        """Write and sync all that waits; on a fault keep it for the next time."""
        batch = [self._row(place) for place in range(self.waiting)]  # more may come behind them
        if not batch:
            return self.problem is None
        again = self.problem is not None
        outcome = self._file(partial(StoreFile.write, batch=batch, again=again, store=self._store))
        if outcome.problem is not None:
            self.problem = outcome.problem
            return False
        with self._lock:
            self.problem = None
            for place, self.problem in outcome.refused.items():
                self._give_up(self._waiting[place])
            del self._waiting[: len(batch)]
        self._numbers |= outcome.numbers
        self._store = outcome.store
        self.untidy = outcome.untidy
        return not outcome.refused

    def _row(self, place: int) -> Row:
        """What waits there, samples as bytes, its match by its number."""
        record = self._waiting[place]
        if isinstance(record, Window):
            self._waiting[place] = record = record.packed()
        return record if record.match is None else replace(record, match=self.number(record.match))

    def trim(self) -> None:
        """Let a few of the samples go that are over the budget."""
        outcome = self._file(StoreFile.trim)
        self.untidy = outcome.untidy
        if outcome.problem is not None:
            self.problem = outcome.problem

    def close(self) -> None:
        """Write what waits, leave this process's matches to whoever takes them up, close."""
        if self._waiting:
            self.commit()
        self._waiting.clear()
        self._file(partial(StoreFile.close, mark=own_mark()))

    def _give_up(self, record: Record) -> None:
        if isinstance(record, Row) and record.needed:
            self._torn.add(record.match)
