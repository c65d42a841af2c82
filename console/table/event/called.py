"""A match that is called to this table: who sits where, by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from console.games.registry import GAMES
from console.i18n import N_
from console.link.messages import Assignment, Placed
from console.link.played import PlayedAt
from console.table.board.match import DEAF
from console.table.games import TABLE_GAMES
from console.table.match import Match
from console.table.ranking import final_places
from console.table.seating import NamedPerson, Seating, seat_each
from console.table.settings import Settings
from console.table.view import Unready, Who
from drivers.errors import ConfigError
from drivers.events import Fault

NO_PAD: Final = "its pad has too few petals that can be trusted"
NO_GAME: Final = N_("it does not know this game")
NO_COUNT: Final = N_("so many cannot play this game")
NO_SEATS: Final = N_("it has too few seats")
NO_RULES: Final = N_("the rules of the event do not go together")


@dataclass(frozen=True, slots=True)
class Called:
    """``at``: the person of each board seat. ``why``: why it cannot be played here, a msgid for the
    organiser; empty if it can."""

    assignment: Assignment
    at: Mapping[int, Placed]
    why: str = ""

    @property
    def key(self) -> tuple[int, int]:
        """Which game of which match."""
        return self.assignment.match, self.assignment.game_n

    def match(self, event: str, table: int) -> PlayedAt:
        """What it is at the event, its players in the order of their seats."""
        persons = tuple(placed.person for _, placed in sorted(self.at.items()))
        return PlayedAt(event, table, *self.key, persons)

    def who(self, seats: int, who: Who) -> tuple[Who, ...]:
        """Who sits where."""
        return tuple(who if seat in self.at else Who.EMPTY for seat in range(seats))

    def seating(self, who: tuple[Who, ...]) -> Seating:
        """The seats of the match; the first place is the first person's (V24)."""
        return TABLE_GAMES[self.assignment.game].seat(who, 0, {}).with_names(self.named)

    def duelling(self, who: tuple[Who, ...]) -> Seating:
        """The seats of a duel, in the order of its persons."""
        return seat_each(who, 0).with_names(self.named)

    @property
    def named(self) -> dict[int, NamedPerson]:
        """What they are called, for this match alone."""
        return {seat: NamedPerson(None, placed.name) for seat, placed in self.at.items()}

    def settings(self, settings: Settings) -> Settings:
        """The table's, with the event's game and its rules. Raises ConfigError."""
        game = self.assignment.game
        house = {g: o for g, o in settings.house.items() if g != game}
        return replace(settings, game=game, house={**house, game: dict(self.assignment.options)})


def called(
    assignment: Assignment, settings: Settings, faults: Mapping[int, Fault], seats: int
) -> Called:
    """The match at a table of so many seats, at seats that can be trusted if there are enough."""
    persons = sorted(assignment.persons, key=lambda placed: placed.seat)
    if assignment.duel:
        good = [seat for seat in range(seats) if seat not in faults]
        at = dict(zip(_among(good, len(persons)), persons, strict=False))
        return Called(assignment, at, "" if at else NO_PAD)
    if assignment.game not in TABLE_GAMES:
        return Called(assignment, {}, NO_GAME)
    quiet = TABLE_GAMES[assignment.game].quiet
    bad = {seat for seat, fault in faults.items() if not quiet or fault in DEAF}
    at = dict(zip(_spread(len(persons), seats, bad), persons, strict=False))
    found = Called(assignment, at)
    return replace(found, why=_why_not(found, settings, seats))


def _why_not(found: Called, settings: Settings, seats: int) -> str:
    game = found.assignment.game
    least, most = GAMES[game].players
    if not least <= len(found.assignment.persons) <= most:
        return NO_COUNT
    fits = TABLE_GAMES[game].fits(found.who(seats, Who.PERSON))
    if len(found.at) < len(found.assignment.persons) or not fits:
        return NO_SEATS
    try:
        own = found.settings(settings)
    except ConfigError:
        return NO_RULES
    return NO_RULES if own.problem() is Unready.OPTIONS else ""


def _among(good: Sequence[int], count: int) -> tuple[int, ...]:
    """Seats of these as even as can be; none where they are too few."""
    if not 0 < count <= len(good):
        return ()
    return tuple(good[i * len(good) // count] for i in range(count))


def _spread(count: int, seats: int, bad: set[int]) -> tuple[int, ...]:
    """As evenly around the table as can be, at none of the ``bad`` seats if there are others."""
    if not 0 < count <= seats:
        return ()
    even = [(first + i * seats // count) % seats for first in range(seats) for i in range(count)]
    ways = [sorted(even[i : i + count]) for i in range(0, len(even), count)]
    good = [seat for seat in range(seats) if seat not in bad]
    if len(good) >= count:
        ways.append(list(_among(good, count)))
    return tuple(min(ways, key=lambda way: sum(seat in bad for seat in way)))


def places_of(match: Match) -> tuple[tuple[int, str], ...]:
    """Place and name of each player of a match that has ended."""
    seating = match.seating
    places = final_places(match.result(0))
    return tuple(
        sorted(
            (place, seating.name_at(seating.seats_of(player)[0]) or "")
            for player, place in enumerate(places)
        )
    )
