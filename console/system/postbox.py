"""A child that is told what is new, by somebody who never waits for it.

What is told in order waits in a short queue; of what is shown only the newest waits, one for each
key. A child that takes nothing is lost, as one that has died.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable, Sequence
from threading import Condition, Thread
from typing import Final

from console.system.child import Child, ChildLost, Json

MOST_WAITING: Final = 256
SILENT_S: Final = 8.0
"""It tells something every second; one that is stopped or stuck is lost after so long."""
DEAF_S: Final = 1.0
"""One that takes nothing any more has gone, most often: for so long what it said last is heard."""
MOST_AT_ONCE: Final = 64
"""So many of its messages are taken in a turn; the others wait."""


class Postbox:
    """Starts ``command``, which hears ``first``. Raises ChildLost when none can be started."""

    def __init__(self, command: Sequence[str], first: Json) -> None:
        self._child = Child(command)
        self._news = Condition()
        self._orders: deque[Json] = deque([first])
        self._shown: dict[Hashable, Json] = {}
        self._heard: deque[Json] = deque()
        self._heard_s: float | None = None  # not before it listens: starting may take a while
        self._lost: str | None = None
        self._deaf: tuple[str, float] | None = None
        self._closed = False
        self._sending = Thread(target=self._send, name="postbox", daemon=True)
        self._sending.start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def tell(self, message: Json) -> None:
        """Soon, after all that was told."""
        with self._news:
            self._orders.append(message)
            if len(self._orders) > MOST_WAITING:
                self._lost = "takes nothing"
            self._news.notify()

    def show(self, key: Hashable, message: Json) -> None:
        """Once all was told; it takes the place of what still waits under its key."""
        with self._news:
            self._shown[key] = message
            self._news.notify()

    def forget(self, key: Hashable) -> None:
        """What still waits under a key is not shown any more."""
        with self._news:
            self._shown.pop(key, None)

    def hear(self) -> list[Json]:
        """What it said since, never more than a turn can bear. Raises ChildLost."""
        if self._lost is not None:
            raise ChildLost(self._lost)
        if len(self._heard) < MOST_AT_ONCE and (said := self._child.receive()):
            self._heard.extend(said)
            self._heard_s = time.monotonic()
        if self._deaf is not None and not self._heard:
            why, since_s = self._deaf
            if time.monotonic() > since_s + DEAF_S:
                raise ChildLost(why)
        if self._heard_s is not None and time.monotonic() > self._heard_s + SILENT_S:
            raise ChildLost("says nothing")
        return [self._heard.popleft() for _ in range(min(MOST_AT_ONCE, len(self._heard)))]

    def wait(self, longest_s: float) -> bool:
        """Wait until it says something; for whoever has the time."""
        return self._child.wait(longest_s)

    def close(self) -> None:
        """End it at once."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._child.kill()
        self._sending.join()

    def _send(self) -> None:
        while True:
            with self._news:
                while not (self._orders or self._shown or self._closed):
                    self._news.wait()
                if self._closed:
                    return
                if self._orders:
                    message = self._orders.popleft()
                else:  # nothing is shown before what was told
                    message = self._shown.pop(next(iter(self._shown)))
            try:
                self._child.send(message)
            except (ChildLost, ValueError) as error:
                self._deaf = str(error), time.monotonic()
                return
