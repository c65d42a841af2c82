"""A page's process as it is started, with a board that says whatever a test says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from console.i18n import Words
from console.screens.palette import USUAL
from console.system.postbox import Postbox
from console.tuning.messages import Counted, ScopeFrame, ScopeOpen, ToBoard, Wished
from console.tuning.serve import COMMAND
from console.tuning.texts import words_of
from console.tuning.tuner import shown_settings
from console.web.messages import Opened, plain, read

PIN = "314159"
PATIENCE_S = 60.0  # never waited out unless something is broken


def opening(pin: str, every_s: float) -> ScopeOpen:
    """What the page's process is started with."""
    words = Words("en")
    return ScopeOpen(
        host="127.0.0.1",
        port=0,
        language="en",
        words=words_of(words),
        colours=USUAL.seats,
        settings=shown_settings(words),
        pin=pin,
        every_s=every_s,
    )


class Scoping:
    """``port`` is where it listens; ``wishes`` and ``refused`` are what it has told."""

    def __init__(self) -> None:
        self.box = Postbox(COMMAND, plain(opening(PIN, 0.05)))
        self.wishes: list[Wished] = []
        self.refused: dict[str, int] = {}
        self.looking = 0
        self._said: list[ToBoard] = []
        self.port = self.until(Opened).port

    def hear(self) -> None:
        self.box.wait(0.05)
        for source in self.box.hear():
            message: ToBoard = read(source, ToBoard)
            self._said.append(message)
            if isinstance(message, Wished):
                self.wishes.append(message)
            elif isinstance(message, Counted):
                self.looking = message.looking
                for word, count in message.refused.items():
                    self.refused[word] = self.refused.get(word, 0) + count

    def until(self, kind: type[Opened]) -> Opened:
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            self.hear()
            for message in self._said:
                if isinstance(message, kind):
                    return message
        raise AssertionError(f"no {kind.__name__}")

    def counted(self, word: str, least: int) -> None:
        """So many have been refused for that."""
        end_s = time.monotonic() + PATIENCE_S
        while self.refused.get(word, 0) < least:
            assert time.monotonic() < end_s, self.refused
            self.hear()

    def show(self, view: str) -> None:
        self.box.show(None, plain(ScopeFrame(view)))


@contextmanager
def scoping() -> Iterator[Scoping]:
    found = Scoping()
    try:
        yield found
    finally:
        found.box.close()
