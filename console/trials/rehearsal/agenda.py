"""What happens when: simulated time goes from one thing to the next."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Final

from drivers.times import MS

BEGAN_MS: Final = 1_800_000_000_000
"""What calendars say when the event begins: the same at each rehearsal."""


class Agenda:
    """``now_ms`` is from the event's beginning."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._queued = 0

    def at(self, at_ms: int, happens: Callable[[], None]) -> None:
        """It happens then, behind all that was to happen then before."""
        self._queued += 1
        heapq.heappush(self._queue, (max(at_ms, self.now_ms), self._queued, happens))

    def after(self, wait_ms: int, happens: Callable[[], None]) -> None:
        """It happens so much later."""
        self.at(self.now_ms + wait_ms, happens)

    def step(self) -> bool:
        """Let the next thing happen; False: there is none."""
        if not self._queue:
            return False
        self.now_ms, _, happens = heapq.heappop(self._queue)
        happens()
        return True

    def calendar_ms(self) -> int:
        """Milliseconds since 1970, as a desk's clock has them."""
        return BEGAN_MS + self.now_ms

    def now_ns(self) -> int:
        """The same moment, as a monotonic clock has it."""
        return self.calendar_ms() * MS
