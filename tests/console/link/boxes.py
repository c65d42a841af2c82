"""Outboxes and results for the tests of the link."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from console.link.messages import ResultSent
from console.link.played import PlayedAt, Posted
from drivers.errors import KhvatkaError

EVENT = "3a6c"


def result(n: int, *, places: tuple[int, ...] = (1, 2)) -> ResultSent:
    """That of match ``n``."""
    played = PlayedAt(EVENT, 2, n, 0, (2 * n, 2 * n + 1), f"{n:032x}")
    return played.result(places, "boot", 10**9 * n)


def posted(n: int, event: str = EVENT) -> Posted:
    return Posted.of(event, result(n))


class Box:
    """An outbox in memory; ``failing``: the disk says no so often."""

    def __init__(self, *results: Posted) -> None:
        self.kept: list[Posted] = list(results)
        self.settled: list[str] = []
        self.failing = 0
        self._lock = Lock()

    def _may_fail(self) -> None:
        if self.failing:
            self.failing -= 1
            raise KhvatkaError("the disk says no")

    def waiting(self) -> Sequence[Posted]:
        with self._lock:
            self._may_fail()
            return [one for one in self.kept if one.id not in self.settled]

    def answered(self, result: str, *, keep: bool) -> None:
        with self._lock:
            self._may_fail()
            if keep:
                self.settled.append(result)
            else:
                self.kept = [one for one in self.kept if one.id != result]
