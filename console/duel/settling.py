"""When has the pad been free for long enough (C26)? Answered in pad time, whenever it is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from drivers.events import Contact, PadProgress

EVER: Final = -(1 << 62)
"""A moment before all others."""


class PadRest:
    """Keeps the stretches of pad time in which no petal of interest carried force.

    A stretch begins at the first progress that shows the pad free and ends at the next onset; so
    the answer is the same however late or in what portions the progress arrives, as long as a
    progress is given for each change of ``loaded``.
    """

    def __init__(self, settle_ns: int) -> None:
        self._settle_ns = settle_ns
        self._since_ns: int | None = None
        self._past: deque[tuple[int, int]] = deque(maxlen=16)
        self.complete_to_ns = EVER

    def progress(
        self, progress: PadProgress, known: Iterable[Contact], ignored: AbstractSet[int]
    ) -> None:
        """Take in how far the pad is known.

        ``known``: at least all contacts with an onset after the last ``complete_to_ns``.
        ``ignored``: seats whose load does not count.
        """
        before_ns = self.complete_to_ns
        now_ns = self.complete_to_ns = max(before_ns, progress.complete_to_ns)
        loaded = progress.loaded - ignored
        if self._since_ns is not None:
            end_ns = now_ns
            touched = bool(loaded)
            unexplained = set(loaded)
            unexplained -= progress.pending
            for contact in known:
                t_ns = contact.t_ns
                if t_ns <= before_ns or contact.seat in ignored:
                    continue
                unexplained.discard(contact.seat)
                if t_ns <= now_ns:
                    touched = True
                    if t_ns < end_ns:
                        end_ns = t_ns
            if unexplained:  # a hand rests there without a contact: since when is not known
                end_ns = min(end_ns, before_ns)
            if touched:
                if end_ns - self._since_ns >= self._settle_ns:
                    self._past.append((self._since_ns, end_ns))
                self._since_ns = None
        if self._since_ns is None and not loaded:
            self._since_ns = now_ns

    def first_after(self, t_ns: int) -> int | None:
        """When the pad had been free for the settling time after ``t_ns``; None: not yet."""
        for start_ns, end_ns in self._past:
            settled_ns = max(start_ns, t_ns) + self._settle_ns
            if settled_ns <= end_ns:
                return settled_ns
        if self._since_ns is not None:
            settled_ns = max(self._since_ns, t_ns) + self._settle_ns
            if settled_ns <= self.complete_to_ns:
                return settled_ns
        return None

    def earliest_after(self, t_ns: int) -> int:
        """``first_after``, or the earliest moment that it may still turn out to be."""
        settled_ns = self.first_after(t_ns)
        if settled_ns is not None:
            return settled_ns
        since_ns = self.complete_to_ns if self._since_ns is None else self._since_ns
        return max(since_ns, t_ns) + self._settle_ns

    def forget(self, t_ns: int) -> None:
        """Drop what no longer matters for a question about ``t_ns`` or later."""
        while self._past and self._past[0][1] - t_ns < self._settle_ns:
            self._past.popleft()
