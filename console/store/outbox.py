"""Results of an event's matches, on their way to its desk.

A result gets to the disk in the transaction of its match's end (``MatchLog.end``), and leaves when
the desk has answered for its id, never sooner. A match's end is final when the log has it: the
table tells an end only once nothing earlier can still arrive (``Match.ended``), and nobody undoes a
match that is over. Should an end be taken back all the same (C23), its result goes with it, and the
next one has the same id: where the first has been sent, the desk tells the organiser of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from console.link.played import Posted
from console.store.asking import Ask, here
from console.store.checks import sound
from console.store.log import MatchLog
from console.store.problems import StoreError, StoreTrouble
from console.store.schema import changing, reading


def waiting(path: Path, *, settled: bool = False) -> list[Posted]:
    """What no desk has answered for, in the order in which the matches ended; ``settled``: what
    was answered and is kept. A damaged row is none. Raises StoreError."""
    with reading(path) as connection:
        rows = connection.execute(
            f"SELECT id, event, body FROM outbox WHERE settled = ? AND {sound('outbox')}"
            " ORDER BY n",
            (settled,),
        )
        return [Posted(*row) for row in rows]


def answered(path: Path, result: str, *, keep: bool = False) -> None:
    """The desk has answered for this result: it goes; ``keep``: it stays, and is not sent again.
    Raises StoreError: it will be sent again, then."""
    what = "UPDATE outbox SET settled = 1" if keep else "DELETE FROM outbox"
    with changing(path) as connection:
        connection.execute(f"{what} WHERE id = ?", (result,))


@dataclass(frozen=True, slots=True)
class StoreOutbox:
    """``console.link.link.Outbox`` in the store that ``log`` writes; ``ask`` has the work done
    there."""

    log: MatchLog
    path: Path
    ask: Ask = here

    def waiting(self) -> list[Posted]:
        """Once all that was played is on the disk."""
        if not self.log.flush():
            problem = self.log.problem or StoreError.of(StoreTrouble.SILENT, path=self.path)
            raise problem.with_traceback(None)  # it is raised again and again, and kept
        return self.ask(waiting, self.path)

    def answered(self, result: str, *, keep: bool) -> None:
        """Synced when it returns."""
        self.ask(answered, self.path, result, keep=keep)
