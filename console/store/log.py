"""Writing the match log: what every log does, and the one without a thread.

What is given waits for the disk in bounded memory, in order; what that refuses is given to it
again. A stored match never has a hole: its actions are always the first so many of those played.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from console.link.played import Posted
from console.store.asking import Ask, here
from console.store.bodies import pack
from console.store.file import BatchOutcome, Row, StoreFile
from console.store.problems import StoreError
from console.store.process_lock import own_mark
from console.store.records import ButtonCount, MatchHeader, RefusalCount, VerdictRecord
from console.store.schema import entries_of
from drivers.times import MS

if TYPE_CHECKING:
    from console.store.window import SampleWindow

WAITING_LIMIT: Final = 20_000  # records kept in memory while the disk refuses them
WAITING_BYTES: Final = 8_000_000  # and of samples so much
NOT_STORED: Final = 0
"""The number of no match: what is said of it is dropped."""
Shorten = Callable[["SampleWindow"], "SampleWindow"]
"""Which scans of a window are to be kept (``console.store.shorten``)."""
_BEGUN: Final = (
    "INSERT INTO match (game, started, header, owner, played_ms)"
    " VALUES (:game, :started, :header, :owner, 0)"
)
_SITS: Final = (
    "INSERT OR IGNORE INTO sitter SELECT :match, :player, id FROM profile WHERE id = :profile"
)
"""A person who has been forgotten by now is a guest; nobody is two players of one match."""
_PLAYED: Final = (
    "UPDATE match SET owner = :owner, ended = NULL, result = NULL, entries = NULL, declined = 0,"
    " played_ms = iif(owner IS NULL, played_ms, NULL) WHERE id = :match"
)
"""This process plays the match now. How long one was played that a power cut broke off (it is
somebody's still) is not known any more."""
_LEFT: Final = "UPDATE match SET owner = NULL, played_ms = NULL WHERE owner = :owner"
_DECLINED: Final = "UPDATE match SET declined = 1 WHERE id = :match"
_ACTION, _VERDICT = (
    f"INSERT INTO {table} (id, body) SELECT :match << 24 | :n, :body WHERE NOT EXISTS"
    f" (SELECT 1 FROM {table} WHERE id = :match << 24 | :n AND body = :body)"
    for table in ("action", "verdict")
)
"""The very same one may be there: a commit that failed can be found done (``StoreFile``)."""
_SAMPLES: Final = (
    "INSERT INTO samples (id, body) SELECT id, :samples FROM verdict"
    " WHERE id = :match << 24 | :n ON CONFLICT DO UPDATE SET body = excluded.body"
)
_END: Final = (
    "UPDATE match SET owner = NULL, ended = :ended, result = :result,"
    " played_ms = played_ms + :played_ms,"
    f" entries = iif(:result IS NULL, NULL, {entries_of(':match')}) WHERE id = :match"
)
"""Without a result the match is only nobody's any more."""
SENDS: Final = (
    "INSERT INTO outbox (id, event, body) SELECT :id, :event, :body"
    " WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE id = :id)"
)
"""The very same one may be there, as above."""
_RECALLED: Final = "DELETE FROM outbox WHERE id = :id"
_BUTTON: Final = (
    "INSERT INTO button VALUES (:seat, :button, :last_edge,"
    " (SELECT coalesce(max(id), 0) FROM match))"
    " ON CONFLICT DO UPDATE SET last_edge = excluded.last_edge,"
    " last_match = excluded.last_match WHERE excluded.last_edge IS NOT NULL"
)
_PRESS: Final = (
    "INSERT INTO press VALUES (:day, :seat, :button, :presses, :bounces)"
    " ON CONFLICT DO UPDATE SET"
    " presses = presses + excluded.presses, bounces = bounces + excluded.bounces"
)
"""What a button did, added to what it has done; a new button is known from now on."""
_REFUSED: Final = (
    "INSERT INTO refusal VALUES (:day, :word, :times)"
    " ON CONFLICT DO UPDATE SET times = times + excluded.times"
)
"""What phones were refused, added to what they were."""


class MatchLog:
    """Where a match is written while it is played, by any thread. No call raises for a failing
    disk."""

    def __init__(self, path: Path, file: StoreFile | None = None, ask: Ask = here) -> None:
        """``path`` is the store's file, which is opened by the first match; ``ask`` has ``file``
        write it, here or in another process."""
        self._file, self._ask = file or StoreFile(path), ask
        self._lock = threading.Lock()
        self._waiting: list[Row] = []
        self._torn: set[int | None] = {NOT_STORED}  # matches of which nothing more is taken
        self._outcome = BatchOutcome()
        self._problem: StoreError | None = None
        self._ended: dict[int, Posted | None] = {}
        self._called = 0

    @property
    def problem(self) -> StoreError | None:
        """Why records are not getting to the disk now; None: all is well."""
        return self._problem

    def flush(self) -> bool:
        """Get all that was given to the disk; False if it is not there: then it is kept for the
        next time."""
        batch = [row.packed() for row in self._waiting]  # more may come behind them
        if not batch:
            return self._problem is None
        self._waiting[: len(batch)] = batch
        again = self._problem is not None
        try:
            self._outcome = self._ask(self._file.write, batch, self._outcome, again=again)
        except StoreError as problem:
            self._problem = problem.with_traceback(None)  # it is kept
            return False
        with self._lock:
            self._problem = None
            for place, refusal in self._outcome.refused.items():
                self._give_up(batch[place])
                self._problem = refusal
            del self._waiting[: len(batch)]
        return self._problem is None

    def close(self) -> None:
        """Flush, leave this process's matches to whoever takes them up, and let the file go; one
        that has not ended counts as broken off."""
        if self._outcome.store is not None:
            MatchLog._give(self, Row(None, _LEFT, {"owner": own_mark()}))
        MatchLog.flush(self)
        self._waiting.clear()
        with suppress(StoreError):
            self._ask(self._file.let_go)

    def _settle(self) -> None:
        """Get what was given to the disk, unless that takes long."""
        self.flush()

    def _give(self, *rows: Row) -> None:
        """Take them; they get to the disk in one transaction, or not at all."""
        with self._lock:
            # In one step: a commit, which takes no lock, sees all of them or none.
            self._waiting += [row for row in rows if self._takes(row)]

    def begin(self, header: MatchHeader) -> int:
        """Start a match; what to call it from now on: its number, or one below 0 while the disk
        has not given it one. Who the players are is kept where it can be forgotten."""
        self._called -= 1
        values = {
            "game": header.game,
            "started": header.started_wall,
            "header": pack(replace(header, profiles=())),
            "owner": own_mark(),
        }
        people = (
            Row(self._called, _SITS, {"player": player, "profile": profile}, needed=False)
            for player, profile in enumerate(header.profiles)
            if profile is not None
        )
        self._give(Row(self._called, _BEGUN, values, begins=True), *people)
        self._settle()
        return self._outcome.numbers.pop(self._called, self._called)

    def resume(self, match: int) -> None:
        """Go on with a broken-off match: its next action is ``n`` = its number of actions."""
        posted = self._ended.pop(match, None)
        recalled = [] if posted is None else [Row(None, _RECALLED, {"id": posted.id})]
        self._give(Row(match, _PLAYED, {"owner": own_mark()}), *recalled)

    def action(self, match: int, n: int, action: dict[str, Any]) -> None:
        """Append action ``n`` (from 0, in the order in which the rules accepted them); it is
        encoded now, so the caller may go on using the dictionary."""
        if match in self._ended:  # a late contact undid the end (C23)
            self.resume(match)
        self._give(Row(match, _ACTION, {"n": n, "body": pack(action)}))

    def verdict(self, match: int, record: VerdictRecord) -> None:
        """Append a verdict."""
        values = {"n": record.n, "body": pack(record)}
        self._give(Row(match, _VERDICT, values, needed=False))

    def samples(self, match: int, window: SampleWindow, shorten: Shorten | None = None) -> None:
        """Append the scans around a verdict: what ``shorten``, called by whoever writes, leaves."""

        def packed() -> bytes:
            from console.store.window import pack  # needs numpy, which no setting does

            return pack(shorten(window) if shorten else window)

        arrays = window.t_ns, window.codes, window.errors, window.pad_state
        size_bytes = sum(array.nbytes for array in arrays)
        values = {"n": window.verdict}
        row = Row(match, _SAMPLES, values, needed=False, samples_bytes=size_bytes, samples=packed)
        self._give(row)

    def decline(self, match: int) -> None:
        """Do not offer this broken-off match again; it stays in the list."""
        self._give(Row(match, _DECLINED, {}, needed=False))

    def end(
        self,
        match: int,
        result: dict[str, Any] | None,
        played_ns: int = 0,
        posted: Posted | None = None,
    ) -> None:
        """The match is over; None: it was left and may be taken up again.

        ``played_ns`` is added to the time that was spent at it. ``posted`` is the same for an
        event's desk, and gets to the disk with the end. An action that comes after it (C23) takes
        the end back.
        """
        self._ended[match] = posted
        values: dict[str, Any] = {"ended": None, "result": None, "played_ms": played_ns // MS}
        if result is not None:
            values["ended"] = datetime.now().astimezone().isoformat(timespec="seconds")
            values["result"] = pack(result)
        sent = [] if posted is None else [Row(None, SENDS, asdict(posted))]
        self._give(Row(match, _END, values), *sent)

    def post(self, posted: Posted) -> None:
        """Something for an event's desk that is of no match."""
        self._give(Row(None, SENDS, asdict(posted)))

    def pressed(self, counts: Iterable[ButtonCount]) -> None:
        """Add what buttons did since they were last told about."""
        for count in counts:
            self._give(Row(None, _BUTTON, asdict(count), needed=False))
            if count.presses or count.bounces:
                self._give(Row(None, _PRESS, asdict(count), needed=False))

    def refused(self, counts: Iterable[RefusalCount]) -> None:
        """Add what phones were refused since it was last told about."""
        for count in counts:
            self._give(Row(None, _REFUSED, asdict(count), needed=False))

    # -- what waits, for the one thread that writes ------------------------------------------------

    @property
    def _samples_bytes(self) -> int:
        return sum(row.samples_bytes for row in self._waiting)

    def _takes(self, row: Row) -> bool:
        if row.match in self._torn:
            return False
        size_bytes = row.samples_bytes
        too_much = size_bytes and self._samples_bytes + size_bytes > WAITING_BYTES
        if too_much or len(self._waiting) >= WAITING_LIMIT:
            self._give_up(row)
            return False
        return True

    def _give_up(self, row: Row) -> None:
        if row.needed:
            self._torn.add(row.match)


class DirectLog(MatchLog):
    """The log without a thread: written by ``begin``, ``flush``, ``close`` and every 1000 records.

    For headless play, where nobody waits for a card and a cut costs nobody anything.
    """

    BATCH = 1000

    def _give(self, *rows: Row) -> None:
        super()._give(*rows)
        if len(self._waiting) >= self.BATCH and self._problem is None:
            self.flush()
