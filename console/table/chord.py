"""The owner's chord: ◀, ▶ and ✕ of one seat held together for three seconds.

Nothing at the table is done with the three at once. As soon as a seat holds them, its buttons count
as let go of, and nothing that is done there is heard until all of them are up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from drivers.events import Button, ButtonEvent
from drivers.times import SECOND

HOLD_NS: Final = 3 * SECOND
CHORD: Final = frozenset({Button.LEFT, Button.RIGHT, Button.BACK})


class Chord:
    """Stands between the buttons and who hears them."""

    def __init__(self) -> None:
        self._down: dict[int, set[Button]] = {}
        self._closed: set[int] = set()  # seats whose buttons are not heard
        self._since_ns: dict[int, int] = {}

    def take(self, event: ButtonEvent) -> tuple[ButtonEvent, ...]:
        """What is heard of an event."""
        down = self._down.setdefault(event.seat, set())
        held = frozenset(down)
        if event.pressed:
            down.add(event.button)
        else:
            down.discard(event.button)
        if down == CHORD:
            self._since_ns.setdefault(event.seat, event.t_ns)
        else:
            self._since_ns.pop(event.seat, None)
        if event.seat in self._closed:
            if not down:
                self._closed.discard(event.seat)
            return ()
        if down != CHORD:
            return (event,)
        self._closed.add(event.seat)
        return tuple(replace(event, button=b, pressed=False) for b in sorted(held))

    def ripe(self, now_ns: int) -> int | None:
        """A seat that has held it for long enough."""
        ripe = (s for s, since_ns in self._since_ns.items() if now_ns >= since_ns + HOLD_NS)
        return next(ripe, None)

    def used(self, seat: int) -> None:
        """What it opens is open: to open it again it must be held again."""
        self._since_ns.pop(seat, None)

    def due_ns(self) -> int | None:
        """When one may be ripe, if it stays as it is."""
        return min((since_ns + HOLD_NS for since_ns in self._since_ns.values()), default=None)
