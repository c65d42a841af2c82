"""Who sits where: board seats to hands and players (C4, C30, G3, I12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType
from typing import Final

from console.table.view import Who
from drivers.errors import ConfigError


@dataclass(frozen=True, slots=True)
class HandAt:
    """With two players (C30): the hand of who sits at ``of`` plays at ``seat``."""

    seat: int
    of: int
    right: bool


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A person who keeps a nickname: the number of the profile, and what to call them. Without a
    profile they are called so for this match alone."""

    profile: int | None
    nickname: str


@dataclass(frozen=True, slots=True)
class Hands:
    """Where both hands of one of two players play (C30): two neighbouring board seats."""

    right: int
    left: int

    @property
    def seats(self) -> frozenset[int]:
        """Both, in no order."""
        return frozenset((self.right, self.left))


Wishes = Mapping[int, Hands]
"""Where people want their hands to play, by the board seat that each of them sits at."""
NO_WISHES: Final[Wishes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a match.

    ``seats[h]`` is the board seat of hand ``h``; ``player_of[h]`` its player; ``people[p]`` who
    that player is. With two players each has two hands, at two seats (C30). ``named[p]`` is None
    for a guest; () when all are guests. ``homes[p]`` is the seat that player sits at, () where
    it is not known.
    """

    seats: tuple[int, ...]
    player_of: tuple[int, ...]
    people: tuple[Who, ...]
    named: tuple[NamedPerson | None, ...] = ()
    homes: tuple[int, ...] = field(default=(), compare=False)

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.people)

    def hand_at(self, seat: int) -> int | None:
        """The hand at a board seat, None when nobody plays there."""
        return self.seats.index(seat) if seat in self.seats else None

    def who_at(self, seat: int) -> Who:
        """Who plays at a board seat; EMPTY when nobody does."""
        hand = self.hand_at(seat)
        return Who.EMPTY if hand is None else self.people[self.player_of[hand]]

    def seats_of(self, player: int) -> tuple[int, ...]:
        """The seats of a player: one, or the right and the left one of two players."""
        return tuple(s for s, p in zip(self.seats, self.player_of, strict=True) if p == player)

    @property
    def profiles(self) -> tuple[int | None, ...]:
        """The profile of each player, None for a guest; () when all are guests."""
        return tuple(None if n is None else n.profile for n in self.named)

    def name_at(self, seat: int) -> str | None:
        """What to call whoever plays at a board seat; None for a guest, and where nobody does."""
        if not self.named:
            return None
        hand = self.hand_at(seat)
        named = None if hand is None else self.named[self.player_of[hand]]
        return None if named is None else named.nickname

    def with_names(self, named: Mapping[int, NamedPerson]) -> Seating:
        """The same seats with those known who sat down at ``named``'s board seats."""
        known = (
            next((named[seat] for seat in self.seats_of(p) if seat in named), None)
            for p in range(self.players)
        )
        return replace(self, named=tuple(known) if named else ())

    def without(self, profile: int) -> Seating:
        """The same seats, and whoever has that profile a guest."""
        named = (None if n is None or n.profile == profile else n for n in self.named)
        return replace(self, named=tuple(named))

    def pairs(self) -> tuple[HandAt, ...]:
        """Whose hand plays at each seat with two hands a player (C30); () otherwise."""
        if len(self.seats) == self.players:
            return ()
        homes = self.homes or self.seats[: self.players]
        hands = zip(self.seats, self.player_of, strict=True)
        return tuple(HandAt(s, homes[p], h < self.players) for h, (s, p) in enumerate(hands))

    def same_player(self, seat: int, other: int) -> bool:
        """Do both seats' hands belong to one player (C31)?"""
        hand, second = self.hand_at(seat), self.hand_at(other)
        return (
            hand is not None
            and second is not None
            and self.player_of[hand] == self.player_of[second]
        )


def could_be(seating: Seating, people: frozenset[int], named: Mapping[int, NamedPerson]) -> bool:
    """Could those who sit at ``people`` be the people of a match: a player at each of those seats
    and nobody missing, each a guest, or called so now too? Of one without people nobody is."""
    there: set[int] = set()
    for player, who in enumerate(seating.people):
        if who is not Who.PERSON:
            continue
        at = [seat for seat in seating.seats_of(player) if seat in people]
        then = seating.named[player] if seating.named else None
        if len(at) != 1 or named.get(at[0]) not in (None, then):
            return False
        there.update(at)
    return bool(there) and there == people


def taken_seats(who: tuple[Who, ...]) -> tuple[int, ...]:
    """The board seats that somebody sits at."""
    return tuple(seat for seat, w in enumerate(who) if w is not Who.EMPTY)


def opposite(seat: int, seats: int) -> int:
    """Where the other one of two sits best: across the table, with a seat between where there is
    one (C30)."""
    return (seat + seats // 2) % seats


def hands_fit(who: tuple[Who, ...]) -> bool:
    """Whether there is a seat for every hand of «Хаос» (C4, C30)."""
    taken = len(taken_seats(who))
    return taken > 2 or (taken == 2 and len(who) >= 4)


def hands_at(who: tuple[Who, ...], wishes: Wishes) -> dict[int, Hands]:
    """Where the hands of two people play, by the seat that each sits at (C30); {} unless two sit
    at a table of four seats or more. Wishes that cannot be, or not both at once, are passed over.
    """
    taken = taken_seats(who)
    if len(taken) != 2 or not hands_fit(who):
        return {}
    pairs = product(*(_ways(seat, len(who)) for seat in taken))
    # four seats in a ring hold two pairs, so that there are some
    fitting = (dict(zip(taken, p, strict=True)) for p in pairs if not p[0].seats & p[1].seats)
    return min(fitting, key=lambda at: sum(at[s] != wishes.get(s, at[s]) for s in taken))


def hand_choices(who: tuple[Who, ...], seat: int) -> tuple[Hands, ...]:
    """All ways in which the hands of who sits at ``seat`` may play, the other one giving way."""
    ways = _ways(seat, len(who))
    return tuple(hands for hands in ways if hands_at(who, {seat: hands}).get(seat) == hands)


def wish_hands(who: tuple[Who, ...], wishes: Wishes, seat: int, hands: Hands) -> dict[int, Hands]:
    """What both have when the one at ``seat`` chooses; the other keeps theirs if that can be."""
    wanted = hands_at(who, {**wishes, seat: hands})
    return wanted if wanted.get(seat) == hands else hands_at(who, {seat: hands})


def seat_hands(who: tuple[Who, ...], lot: int, wishes: Wishes = NO_WISHES) -> Seating:
    """Seats for the hands of «Хаос», ``who`` by board seat (C4, C30); the rules draw the lot.

    Raises ConfigError for fewer than two people, or two at a table of fewer than four seats.
    """
    taken = taken_seats(who)
    if not hands_fit(who):
        raise ConfigError(
            "{count} players at {count2} seats cannot play: take 2 players at a table of 4 "
            "seats or more (each plays two hands), or 3 to 8 players with a seat each",
            count=len(taken),
            count2=len(who),
        )
    if len(taken) > 2:
        return seat_each(who, 0)
    first, second = hands_at(who, wishes).values()
    # C30: player 0 right, player 1 right, player 0 left, player 1 left
    return Seating(
        (first.right, second.right, first.left, second.left),
        (0, 1, 0, 1),
        (who[taken[0]], who[taken[1]]),
        homes=taken,
    )


def seat_each(who: tuple[Who, ...], lot: int, wishes: Wishes = NO_WISHES) -> Seating:
    """A seat a player, clockwise from the one that ``lot`` falls on (G3, I12); one hand each."""
    taken = taken_seats(who)
    first = lot % len(taken)
    seats = (*taken[first:], *taken[:first])
    return Seating(seats, tuple(range(len(seats))), tuple(who[s] for s in seats))


def seat_lesson(learner: int, seats: int, players: int) -> Seating:
    """The guided first game: the learner first, opponents of level 1 around the table."""
    taken = tuple((learner + i * seats // players) % seats for i in range(players))
    people = (Who.PERSON, *(Who.LEVEL_1,) * (players - 1))
    return Seating(taken, tuple(range(players)), people)


def _ways(seat: int, seats: int) -> tuple[Hands, ...]:
    """How the hands of who sits at ``seat`` may play: last with crossed arms.

    Seen by who sits there, the next seat clockwise is to the left.
    """
    after, before = (seat + 1) % seats, (seat - 1) % seats
    return Hands(seat, after), Hands(before, seat), Hands(after, seat), Hands(seat, before)
