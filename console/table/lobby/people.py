"""Who sits where in the lobby: people who change places, opponents who get up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from console.table.seating import Hands, NamedPerson, opposite, taken_seats
from console.table.view import Who


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """By board seat: who sits there, what they are called, and where two want their hands to play
    (C30). ``left`` are the seats of left-handed people."""

    who: tuple[Who, ...]
    named: Mapping[int, NamedPerson] = field(default_factory=dict)
    hands: Mapping[int, Hands] = field(default_factory=dict)
    left: frozenset[int] = frozenset()

    def moved(self, to: Sequence[int]) -> SeatedPeople:
        """Everybody changes places: whoever sat at seat ``s`` sits at ``to[s]``. Hands are where
        they are by themselves again, as neighbours may be others."""
        who = [Who.EMPTY] * len(self.who)
        for seat, one in enumerate(self.who):
            who[to[seat]] = one
        named = {to[seat]: one for seat, one in self.named.items()}
        return SeatedPeople(tuple(who), named, {}, frozenset(to[seat] for seat in self.left))

    def rotated(self) -> SeatedPeople:
        """Everybody one seat on, clockwise."""
        seats = len(self.who)
        return self.moved([(seat + 1) % seats for seat in range(seats)])

    def swapped(self, one: int, other: int) -> SeatedPeople:
        """Two seats change their people."""
        to = list(range(len(self.who)))
        to[one], to[other] = other, one
        return self.moved(to)

    def sits(self, seat: int, who: Who) -> SeatedPeople:
        """Somebody else sits at a seat, a guest; or nobody does."""
        others = {s: named for s, named in self.named.items() if s != seat}
        sitting = (*self.who[:seat], who, *self.who[seat + 1 :])
        hands = {s: hands for s, hands in self.hands.items() if s != seat}
        return replace(self, who=sitting, named=others, hands=hands)

    def called(self, seat: int, named: NamedPerson | None) -> SeatedPeople:
        """The person at ``seat`` keeps a nickname, or (None) is a guest.

        Nobody sits at two seats: whoever was called so elsewhere is a guest there.
        """
        others = {
            s: other
            for s, other in self.named.items()
            if s != seat and (named is None or other.profile != named.profile)
        }
        if named is not None and self.who[seat] is Who.PERSON:
            others[seat] = named
        return replace(self, named=others)

    def at_most(self, most: int) -> SeatedPeople:
        """The same with fewer opponents, if there are more players than ``most``; people stay. The
        last ones get up first; of two players the other one is to sit opposite."""
        fewer, leaving = self, [s for s in reversed(taken_seats(self.who)) if not self._person(s)]
        person = next(filter(self._person, taken_seats(self.who)), None)
        if most == 2 and person is not None:
            leaving.sort(key=lambda seat: self._apart(seat, person), reverse=True)
        for seat in leaving[: max(0, len(taken_seats(self.who)) - most)]:
            fewer = fewer.sits(seat, Who.EMPTY)
        return fewer

    def _person(self, seat: int) -> bool:
        return self.who[seat] is Who.PERSON

    def _apart(self, seat: int, person: int) -> int:
        """How many seats lie between a seat and the one opposite to a person."""
        seats = len(self.who)
        steps = (seat - opposite(person, seats)) % seats
        return min(steps, seats - steps)
