"""Simulated people and what befalls them; all of it by lot from one seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from console.games.rng import Rng

MINUTE_MS: Final = 60_000


class Troubles(Struct, frozen=True, forbid_unknown_fields=True):
    """How often what goes wrong: shares of persons, results, tables; minutes. ``offline_min``: so
    long there is no network."""

    late: float = 0.05
    never: float = 0.02
    drop_out: float = 0.04
    no_show: float = 0.01
    wrong: float = 0.02
    tables: float = 0.05
    table_min: int = 20
    offline_after_min: int = 45
    offline_min: int = 60
    desk_after_min: int = 30
    """Then the desk dies, and another on the same database has its place; 0: it never does."""


@dataclass(slots=True)
class Guest:
    """Somebody. ``strength`` has a mean of 0 and a deviation of 1; ``comes_ms``: None for never;
    ``leaves_after``: matches, None for who stays."""

    strength: float
    comes_ms: int | None
    leaves_after: int | None


@dataclass(slots=True)
class Crowd:
    """Everybody, and the lots of the evening."""

    rng: Rng
    troubles: Troubles
    guests: list[Guest] = field(default_factory=list)

    def invite(self, people_n: int) -> None:
        """They will come, most of them before it begins."""
        for _ in range(people_n):
            comes_ms: int | None = -int(30 * MINUTE_MS * self.rng.lot())
            if self.happens(self.troubles.never):
                comes_ms = None
            elif self.happens(self.troubles.late):
                comes_ms = int((5 + 35 * self.rng.lot()) * MINUTE_MS)
            leaves = 1 + self.rng.below(6) if self.happens(self.troubles.drop_out) else None
            self.guests.append(Guest(self.bell(), comes_ms, leaves))

    def happens(self, share: float) -> bool:
        """Yes, so often."""
        return self.rng.lot() < share

    def bell(self) -> float:
        """By lot, as lengths of leaves are: mean 0, deviation 1."""
        return sum(self.rng.lot() for _ in range(12)) - 6

    def between_ms(self, least_min: float, most_min: float) -> int:
        """A time between these."""
        return int((least_min + (most_min - least_min) * self.rng.lot()) * MINUTE_MS)

    def order(self, persons: tuple[int, ...]) -> tuple[int, ...]:
        """How a game among them ends, the best first: strength and luck count alike."""
        shown = {person: self.guests[person].strength + self.bell() for person in persons}
        return tuple(sorted(persons, key=lambda person: -shown[person]))
