"""Garbage collection at moments when nobody can notice it."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager

from drivers.times import MINUTE, SECOND


def tidy_up() -> None:
    """Collect everything and give memory that nobody uses back to the system (some 50 ms)."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries than glibc have none
    if trim is not None:
        trim(0)


@contextmanager
def no_collection() -> Iterator[None]:
    """No collection inside: what runs here makes hardly any cycles and ends soon.

    What was made here is looked through at the end. Otherwise Python would look through all that
    it knows as soon as it may, which takes as long as some simulated duels.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.collect(0)
            gc.enable()


class IdleCollector:
    """Collects only when told that the table is idle, and at most once a second; all of it when no
    match is on the table, at most once a minute.

    A full collection takes tens of milliseconds, too long for a moment when hands may be on their
    way; ``start`` sets everything that lives for ever aside, so that the rest is quickly done.
    """

    EVERY_NS = SECOND
    ALL_NS = MINUTE

    def __init__(self) -> None:
        self._last_ns = 0
        self._all_ns = 0

    def start(self) -> None:
        """Everything is loaded: none of it is garbage."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def idle(self, now_ns: int, *, at_rest: bool) -> None:
        """Nobody is near the pad; ``at_rest``: no match is under way either."""
        if at_rest and now_ns - self._all_ns >= self.ALL_NS:
            self._all_ns = self._last_ns = now_ns
            tidy_up()
        elif now_ns - self._last_ns >= self.EVERY_NS:
            self._last_ns = now_ns
            gc.collect(1)

    def stop(self) -> None:
        """Back to Python's own way."""
        gc.unfreeze()
        gc.enable()
