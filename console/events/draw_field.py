"""What a draw weighs: those to be drawn, their points, whom they met, byes, seats, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import gcd

from console.events.state import EventState
from console.events.tally import Tally
from console.games.rng import SEED_MAX, Rng


@dataclass(frozen=True, slots=True)
class DrawField:
    """``persons`` are those to be drawn; what is told of others is not looked at. ``met``: pairs,
    the lower number first; ``firsts``: first seats minus second seats."""

    persons: Sequence[int]
    points: Mapping[int, int]
    met: Mapping[tuple[int, int], int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    firsts: Mapping[int, int] = field(default_factory=dict)
    fixed: Mapping[int, int] = field(default_factory=dict)

    def levels(self, persons: Sequence[int]) -> list[int]:
        """Their points, as small as whole numbers in the same proportions can be."""
        points = [self.points.get(person, 0) for person in persons]
        step = gcd(*points) or 1
        return [p // step for p in points]

    def clash(self, one: int, other: int) -> bool:
        """Are they fixed to different tables?"""
        fixed = self.fixed
        return one in fixed and other in fixed and fixed[one] != fixed[other]


def draw_field(
    state: EventState, persons: Sequence[int], tally: Tally, points: Mapping[int, int]
) -> DrawField:
    """What ``state`` says of them."""
    firsts: Counter[int] = Counter()
    for match in state.matches.values():
        if len(match.persons) == 2:
            firsts[match.persons[0]] += 1
            firsts[match.persons[1]] -= 1
    fixed = {p.number: p.fixed for p in state.people.values() if p.fixed is not None}
    return DrawField(persons, points, tally.met, tally.byes, firsts, fixed)


def lots(seed: int, *numbers: int) -> Rng:
    """The lots of one draw: of the event's seed, and of which draw it is."""
    text = ",".join(map(str, (seed, *numbers)))
    return Rng(int.from_bytes(sha256(text.encode()).digest()[:8], "big") & SEED_MAX)
