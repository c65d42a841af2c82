"""When has the pad been free for long enough (C26)? Answered in pad time, whenever it is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from drivers.events import Contact, PadProgress, PetalHold

EVER: Final = -(1 << 62)
"""A moment before all others."""


class PadRest:
    """Keeps the stretches of pad time in which no hand of interest lay on the pad.

    They begin and end with the hands that were told, by the time of these: so the answer is the
    same however late or in what portions the progress arrives. What never was a contact, and what
    leans, does not count.
    """

    def __init__(self, settle_ns: int) -> None:
        self._settle_ns = settle_ns
        self._since_ns = EVER  # nobody is known to have been there; as far as is known, if one is
        self._past: deque[tuple[int, int]] = deque(maxlen=16)
        self._seen = frozenset[int]()
        self.complete_to_ns = EVER

    def progress(
        self, progress: PadProgress, known: Iterable[Contact], counts: Callable[[int], bool]
    ) -> None:
        """Take in how far the pad is known.

        ``known``: at least all contacts with an onset after the last ``complete_to_ns``, for a
        progress without holds. ``counts``: does a hand at that seat?
        """
        before_ns = self.complete_to_ns
        now_ns = self.complete_to_ns = max(before_ns, progress.complete_to_ns)
        if before_ns == EVER:  # nothing is known of what was before
            self._since_ns = now_ns
        holds = progress.holds
        if holds is None:
            holds = self._between_looks(progress, known, before_ns)
        lately = [
            hold
            for hold in holds
            if before_ns < hold.until_ns and hold.from_ns <= now_ns and counts(hold.seat)
        ]
        for _, from_ns, until_ns in sorted(lately, key=lambda hold: hold.from_ns):
            free_until_ns = max(from_ns, before_ns)
            if free_until_ns - self._since_ns >= self._settle_ns:
                self._past.append((self._since_ns, free_until_ns))
            self._since_ns = max(self._since_ns, min(until_ns, now_ns))

    def _between_looks(
        self, progress: PadProgress, known: Iterable[Contact], before_ns: int
    ) -> tuple[PetalHold, ...]:
        """Who lay there at a look may have come just after the one before, and left just before the
        next, if no contact says more."""
        now_ns = self.complete_to_ns
        came = [PetalHold(c.seat, c.t_ns, now_ns) for c in known if c.t_ns > before_ns]
        seen, self._seen = self._seen, progress.loaded - progress.pending
        lay = seen | (self._seen - {hold.seat for hold in came})
        return *came, *(PetalHold(seat, before_ns, now_ns) for seat in lay)

    def first_after(self, t_ns: int) -> int | None:
        """When the pad had been free for the settling time after ``t_ns``; None: not yet."""
        for start_ns, end_ns in self._past:
            settled_ns = max(start_ns, t_ns) + self._settle_ns
            if settled_ns <= end_ns:
                return settled_ns
        settled_ns = max(self._since_ns, t_ns) + self._settle_ns
        return settled_ns if settled_ns <= self.complete_to_ns else None

    def earliest_after(self, t_ns: int) -> int:
        """``first_after``, or the earliest moment that it may still turn out to be."""
        settled_ns = self.first_after(t_ns)
        if settled_ns is not None:
            return settled_ns
        return max(self._since_ns, t_ns) + self._settle_ns

    def forget(self, t_ns: int) -> None:
        """Drop what no longer matters for a question about ``t_ns`` or later."""
        while self._past and self._past[0][1] - t_ns < self._settle_ns:
            self._past.popleft()
