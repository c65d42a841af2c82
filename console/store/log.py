"""Writing the match log: the interface, and the two logs without a thread."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from console.store import rows
from console.store.appender import Appender
from console.store.file import LogFile, StoreFile
from console.store.problems import Problem
from console.store.records import ButtonCount, MatchHeader, VerdictRecord
from console.store.rows import Record, Shorten, Window
from console.store.window import SampleWindow


class MatchLog(Protocol):
    """Where a match is written while it is played. No call raises for a failing disk."""

    @property
    def problem(self) -> Problem | None:
        """Why records are not getting to the disk now; None: all is well."""
        ...

    @property
    def errors(self) -> int:
        """How often writing failed since the start."""
        ...

    def begin(self, header: MatchHeader) -> int:
        """Start a match; what to call it from now on: its number, or one below 0 while the disk
        has not given it one."""
        ...

    def resume(self, match: int) -> None:
        """Go on with a broken-off match: its next action is ``n`` = its number of actions."""
        ...

    def action(self, match: int, n: int, action: dict[str, Any]) -> None:
        """Append action ``n`` (from 0, in the order in which the rules accepted them)."""
        ...

    def verdict(self, match: int, record: VerdictRecord) -> None:
        """Append a verdict."""
        ...

    def samples(self, match: int, window: SampleWindow, shorten: Shorten | None = None) -> None:
        """Append the scans around a verdict: what ``shorten``, called by whoever writes, leaves."""
        ...

    def decline(self, match: int) -> None:
        """Do not offer this broken-off match again; it stays in the list."""
        ...

    def end(self, match: int, result: dict[str, Any] | None, played_ns: int = 0) -> None:
        """The match is over; None: it was left and may be taken up again.

        ``played_ns`` is added to the time that was spent at it. An action that comes after it (C23)
        takes the end back.
        """
        ...

    def pressed(self, counts: Iterable[ButtonCount]) -> None:
        """Add what buttons did since they were last told about."""
        ...

    def flush(self) -> bool:
        """Wait until all that was given is on the disk; False if it is not."""
        ...

    def close(self) -> None:
        """Flush and let the file go; a match that has not ended counts as broken off."""
        ...


class StoringLog(ABC):
    """What the logs that keep something share: calls become records."""

    def __init__(self) -> None:
        self._ended: set[int] = set()
        self._called = 0

    @abstractmethod
    def _give(self, record: Record) -> None: ...

    def _next_match(self) -> int:
        """What a match is called that has no number yet."""
        self._called -= 1
        return self._called

    def resume(self, match: int) -> None:
        self._ended.discard(match)
        self._give(rows.played(match))

    def action(self, match: int, n: int, action: dict[str, Any]) -> None:
        if match in self._ended:  # a late contact undid the end (C23)
            self.resume(match)
        self._give(rows.action(match, n, action))

    def verdict(self, match: int, record: VerdictRecord) -> None:
        self._give(rows.verdict(match, record))

    def samples(self, match: int, window: SampleWindow, shorten: Shorten | None = None) -> None:
        self._give(Window(match, window, shorten))

    def decline(self, match: int) -> None:
        self._give(rows.declined(match))

    def end(self, match: int, result: dict[str, Any] | None, played_ns: int = 0) -> None:
        self._ended.add(match)
        self._give(rows.end(match, result, played_ns))

    def pressed(self, counts: Iterable[ButtonCount]) -> None:
        for count in counts:
            for note in rows.pressed(count):
                self._give(note)


class DirectLog(StoringLog):
    """The log without a thread: written by ``begin``, ``flush``, ``close`` and every 1000 records.

    For headless play, where nobody waits for a card and a cut costs nobody anything.
    """

    BATCH = 1000

    def __init__(self, path: Path, file: LogFile | None = None) -> None:
        """``path`` is the store's file, opened by the first match; ``file`` may write another."""
        super().__init__()
        self._appender = Appender(file or StoreFile(path))

    @property
    def problem(self) -> Problem | None:
        return self._appender.problem

    @property
    def errors(self) -> int:
        return self._appender.errors

    def begin(self, header: MatchHeader) -> int:
        record = rows.begin(self._next_match(), header)
        self._give(record)
        self._appender.commit()
        return self._appender.number(record.match)

    def flush(self) -> bool:
        return self._appender.commit()

    def close(self) -> None:
        self._appender.close()

    def _give(self, record: Record) -> None:
        self._appender.put(record)
        if self._appender.waiting >= self.BATCH and self.problem is None:
            self._appender.commit()
