"""Who was late to sit down: at their seat they are told that a match is under way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.table.settings import Settings

TOLD_MS: Final = 3_000


class Latecomers:
    """The seats of those who pressed ● too late to join, each for as long as it takes to read."""

    def __init__(self) -> None:
        self._until_ns: dict[int, int] = {}

    @property
    def seats(self) -> tuple[int, ...]:
        """Where it is told now."""
        return tuple(sorted(self._until_ns))

    def came(self, seat: int, settings: Settings, t_ns: int) -> None:
        """Somebody pressed ● there."""
        self._until_ns[seat] = t_ns + settings.lasting_ns(TOLD_MS)

    def tick(self, now_ns: int) -> bool:
        """True when it was told somewhere for long enough."""
        if not self._until_ns:
            return False  # as it mostly is
        read = [seat for seat, until_ns in self._until_ns.items() if now_ns >= until_ns]
        for seat in read:
            del self._until_ns[seat]
        return bool(read)

    @property
    def dues_ns(self) -> Iterable[int]:
        """When ``tick`` has something to do by itself."""
        return self._until_ns.values()
