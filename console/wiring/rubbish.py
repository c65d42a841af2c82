"""Garbage collection at moments when nobody can notice it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """No collection inside: what runs here makes hardly any cycles and ends soon."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class IdleCollector:
    """Collects only when told that the table is idle, and at most once a second.

    A full collection takes tens of milliseconds, too long for a moment when hands may be on their
    way; ``start`` sets everything that lives for ever aside, so that the rest is quickly done.
    """

    EVERY_NS = 1_000_000_000

    def __init__(self) -> None:
        self._last_ns = 0

    def start(self) -> None:
        """Everything is loaded: none of it is rubbish."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def idle(self, now_ns: int) -> None:
        """Nobody is near the pad."""
        if now_ns - self._last_ns >= self.EVERY_NS:
            self._last_ns = now_ns
            gc.collect(1)

    def stop(self) -> None:
        """Back to Python's own way."""
        gc.unfreeze()
        gc.enable()
