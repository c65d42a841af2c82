"""Who sits where in the lobby: people, whatever is played, and opponents, by game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from console.games.registry import GAMES
from console.table.games import TABLE_GAMES
from console.table.seating import Hands, NamedPerson, opposite, taken_seats
from console.table.view import Who

Opponents = Mapping[str, tuple[Who, ...]]
NOBODY: Final[Opponents] = {}


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """Those at a table of ``seats``. ``people`` sit there whatever is played; ``named`` is what
    they are called, ``hands`` where two want their hands to play (C30).

    ``opponents`` are, by game and board seat, as somebody has chosen them (EMPTY: nobody), the
    newest choice last: a game for which nobody has chosen any takes those. They are never forgotten
    because of another game, or because somebody sits at their seat for a while. ``fresh`` are those
    whom new guests find. ``sittings`` counts, by seat, how often somebody else may have come
    to sit there.
    """

    seats: int
    people: frozenset[int] = frozenset()
    named: Mapping[int, NamedPerson] = field(default_factory=dict)
    hands: Mapping[int, Hands] = field(default_factory=dict)
    opponents: Opponents = field(default_factory=dict)
    fresh: Opponents = field(default_factory=dict)
    sittings: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, who: tuple[Who, ...], game: str) -> SeatedPeople:
        """Those who are there at first, the opponents for ``game``."""
        people = frozenset(seat for seat, one in enumerate(who) if one is Who.PERSON)
        others = tuple(Who.EMPTY if one is Who.PERSON else one for one in who)
        opponents = {game: others} if taken_seats(others) else NOBODY
        return cls(len(who), people, opponents=opponents, fresh=opponents)

    # -- opponents -----------------------------------------------------------------------------

    def who(self, game: str, *, bodies: bool) -> tuple[Who, ...]:
        """Who sits where at a game, by board seat; ``bodies`` as in ``fill``. Opponents that are
        too many wait: the last ones, and of two players the one who sits opposite stays."""
        chosen = self._chosen(game, bodies=bodies)
        who = [Who.PERSON if s in self.people else one for s, one in enumerate(chosen)]
        waiting = [s for s in reversed(taken_seats(tuple(who))) if s not in self.people]
        most = GAMES[game].players[1]
        if most == 2 and self.people:
            waiting.sort(key=lambda seat: self._apart(seat, min(self.people)), reverse=True)
        for seat in waiting[: max(0, len(taken_seats(tuple(who))) - most)]:
            who[seat] = Who.EMPTY
        return tuple(who)

    def chooses(self, game: str, seat: int, who: Who, *, bodies: bool) -> SeatedPeople:
        """Somebody gives a seat to an opponent, or frees it; those who wait for room at this game
        need not any more."""
        known = self._chosen(game, bodies=bodies)
        shown = enumerate(self.who(game, bodies=bodies))
        own = [known[s] if one is Who.PERSON else one for s, one in shown]
        own[seat] = who
        others = {g: those for g, those in self.opponents.items() if g != game}
        return replace(self.leaves(seat), opponents={**others, game: tuple(own)})

    def _chosen(self, game: str, *, bodies: bool) -> tuple[Who, ...]:
        """Those chosen for a game; or the newest ones, as strong as this game knows them."""
        if game in self.opponents or not self.opponents:
            return self.opponents.get(game, (Who.EMPTY,) * self.seats)
        *_, like = self.opponents
        before, after = fill(like, bodies=bodies), fill(game, bodies=bodies)
        return tuple(_as_strong(one, before, after) for one in self.opponents[like])

    def _apart(self, seat: int, person: int) -> int:
        """How many seats lie between a seat and the one opposite to a person."""
        steps = (seat - opposite(person, self.seats)) % self.seats
        return min(steps, self.seats - steps)

    # -- people --------------------------------------------------------------------------------

    def moved(self, to: Sequence[int]) -> SeatedPeople:
        """All change places: whoever sat at seat ``s`` sits at ``to[s]``. Hands are where they are
        by themselves again, as neighbours may be others."""
        opponents = {}
        for game, those in self.opponents.items():
            there = dict(zip(to, those, strict=True))
            opponents[game] = tuple(there[seat] for seat in range(self.seats))
        named = {to[seat]: one for seat, one in self.named.items()}
        people = frozenset(to[seat] for seat in self.people)
        moved = replace(self, people=people, named=named, hands={}, opponents=opponents)
        return moved._counting(range(self.seats))

    def _counting(self, seats: Iterable[int]) -> SeatedPeople:
        """Others sit there from now on."""
        counted = {seat: self.sittings.get(seat, 0) + 1 for seat in seats}
        return replace(self, sittings={**self.sittings, **counted})

    def joins(self, seat: int) -> SeatedPeople:
        """A guest sits down."""
        return replace(self.leaves(seat), people=self.people | {seat})

    def leaves(self, seat: int) -> SeatedPeople:
        """The seat is nobody's; an opponent who was there is there again."""
        named = {s: one for s, one in self.named.items() if s != seat}
        hands = {s: one for s, one in self.hands.items() if s != seat}
        left = replace(self, people=self.people - {seat}, named=named, hands=hands)
        return left._counting((seat,))

    def alone(self) -> SeatedPeople:
        """Everybody has gone: others find what these have found."""
        found = SeatedPeople(self.seats, opponents=self.fresh, fresh=self.fresh)
        return replace(found, sittings=self.sittings)._counting(range(self.seats))

    def called(self, seat: int, named: NamedPerson | None) -> SeatedPeople:
        """The person at ``seat`` keeps a nickname, or (None) is a guest.

        Nobody sits at two seats: whoever was called so elsewhere is a guest there.
        """
        others = {
            s: other
            for s, other in self.named.items()
            if s != seat
            and (named is None or named.profile is None or other.profile != named.profile)
        }
        if named is not None and seat in self.people:
            others[seat] = named
        return replace(self, named=others)


def fill(game: str, *, bodies: bool) -> tuple[Who, ...]:
    """Whom a free seat can be given to in a game; simulated people only where they have
    ``bodies``."""
    those = TABLE_GAMES[game].fill
    return those if bodies else tuple(w for w in those if not w.simulated)


def rotated(seats: int) -> list[int]:
    """Everybody one seat on, clockwise."""
    return [(seat + 1) % seats for seat in range(seats)]


def swapped(seats: int, one: int, other: int) -> list[int]:
    """Two seats change their people."""
    to = list(range(seats))
    to[one], to[other] = other, one
    return to


def _as_strong(who: Who, before: tuple[Who, ...], after: tuple[Who, ...]) -> Who:
    if who in after or who not in before:
        return who
    return after[min(before.index(who), len(after) - 1)]
