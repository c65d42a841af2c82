"""The table's end of the pipe: nothing here ever waits for the web process.

What is told in order waits in a short queue; of views only the newest waits, one for each session
and one for everybody. A process that takes nothing is ended, as one that has died.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Sequence
from threading import Condition, Thread
from typing import Final

import msgspec

from console.bots.child import Child, ChildLost
from console.i18n import N_
from console.phones import messages
from console.phones.messages import Drop, Hand, Public, ToTable, ToWeb
from drivers.errors import KhvatkaError

COMMAND: Final = (sys.executable, "-P", "-m", "console.phones")
GONE: Final = N_("phones have lost the table for a moment: their process {why}")
MOST_WAITING: Final = 256
SILENT_S: Final = 8.0
"""It tells something every second; one that is stopped or stuck is ended after so long."""
MOST_AT_ONCE: Final = 64
"""So many messages of phones are taken in a turn of the loop; the others wait."""


class LinkLost(KhvatkaError):
    """The web process has gone, or cannot listen."""


class Link:
    """A web process, begun with ``opening``. Raises LinkLost when none can be started."""

    def __init__(self, opening: messages.Open, command: Sequence[str] = COMMAND) -> None:
        try:
            self._child = Child(command)
        except ChildLost as lost:
            raise LinkLost(GONE, why=lost) from None
        self._news = Condition()
        self._orders: deque[ToWeb] = deque([opening])
        self._views: dict[int | None, Hand | Public] = {}
        self._heard: deque[ToTable] = deque()
        self._heard_s: float | None = None  # not before it listens: starting may take a while
        self._lost: str | None = None
        self._closed = False
        self._sending = Thread(target=self._send, name="phones", daemon=True)
        self._sending.start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def tell(self, message: ToWeb) -> None:
        """Soon; a view takes the place of an older one that still waits."""
        with self._news:
            match message:
                case Hand(number):
                    self._views[number] = message
                case Public():
                    self._views[None] = message
                case _:
                    if isinstance(message, Drop):
                        self._views.pop(message.session, None)
                    self._orders.append(message)
                    if len(self._orders) > MOST_WAITING:
                        self._lost = "takes nothing"
            self._news.notify()

    def hear(self) -> list[ToTable]:
        """What phones did since, never more than a turn can bear. Raises LinkLost."""
        if self._lost is not None:
            raise LinkLost(GONE, why=self._lost)
        if len(self._heard) < MOST_AT_ONCE:
            try:
                for source in self._child.receive():
                    self._heard.append(messages.read(source, ToTable))
                    self._heard_s = time.monotonic()
            except (ChildLost, msgspec.ValidationError) as error:
                raise LinkLost(GONE, why=error) from None
        if self._heard_s is not None and time.monotonic() > self._heard_s + SILENT_S:
            raise LinkLost(GONE, why="says nothing")
        return [self._heard.popleft() for _ in range(min(MOST_AT_ONCE, len(self._heard)))]

    def wait(self, longest_s: float) -> bool:
        """Wait until it says something; for whoever has the time."""
        return self._child.wait(longest_s)

    def close(self) -> None:
        """End it at once: no phone sees anything any more."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._child.kill()
        self._sending.join()

    def _send(self) -> None:
        while True:
            with self._news:
                while not (self._orders or self._views or self._closed):
                    self._news.wait()
                if self._closed:
                    return
                if self._orders:
                    message = self._orders.popleft()
                else:  # a view is never sent before what was told
                    message = self._views.pop(next(iter(self._views)))
            try:
                self._child.send(messages.plain(message))
            except (ChildLost, ValueError) as error:
                self._lost = str(error)
                return
