"""Where an event stands: what its log comes to. Changed by ``console.events.apply`` alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from console.events.actions import ByeDrawn, PlayOff
from console.events.options import MOST_SEATS, NO_LATE, EventOptions, Stage
from console.nicknames import folded
from drivers.errors import ConfigError


class Entrant(Struct, frozen=True):
    """Somebody who entered. ``missed``: rounds drawn before they did (V5); ``since_ms``: when they
    checked in, else entered."""

    number: int
    name: str
    rating: int
    checked_in: bool
    dropped: bool = False
    fixed: int | None = None
    missed: int = 0
    since_ms: int = 0

    @property
    def present(self) -> bool:
        """V4."""
        return self.checked_in and not self.dropped


class EventTable(Struct, frozen=True):
    """A table of the event, for so many persons at once."""

    number: int
    name: str
    working: bool = True
    seats: int = MOST_SEATS


class EventMatch(Struct, frozen=True, kw_only=True):
    """A match that was drawn. ``persons`` in the order of seats; ``games``: by number, the places
    of ``persons``, 0 for who had given up; ``places``: those of the match, empty while it is open.
    """

    number: int
    stage: int
    round: int
    slot: int
    persons: tuple[int, ...]
    table: int | None
    drawn_ms: int
    waited: bool = False
    """There was no table for it when it was drawn."""
    moved: bool = False
    """Its table was out of order (V25)."""
    called_ms: int | None = None
    began_ms: int | None = None
    over_ms: int | None = None
    games: tuple[tuple[int, tuple[int, ...]], ...] = ()
    forfeits: tuple[int, ...] = ()
    no_shows: tuple[int, ...] = ()
    places: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """It has its places."""
        return bool(self.places)

    @property
    def left(self) -> tuple[int, ...]:
        """Those who have not given it up."""
        return tuple(p for p in self.persons if p not in self.forfeits and p not in self.no_shows)

    @property
    def met(self) -> tuple[int, ...]:
        """Those who meet each other in it (V9); an open match counts."""
        if self.over and not self.games and len(self.left) < 2:
            return ()
        return tuple(p for p in self.persons if p not in self.no_shows)


class EventDuel(Struct, frozen=True):
    """Who was called to a pad to play off, and where (V28). ``match`` as in ``PlayOff``."""

    number: int
    stage: int
    persons: tuple[int, ...]
    match: int | None
    table: int


class EventRound(Struct, frozen=True):
    """A draw: the numbers of its matches, its byes, who was present."""

    number: int
    matches: tuple[int, ...]
    byes: tuple[ByeDrawn, ...]
    by_hand: bool = False


@dataclass(slots=True)
class StageState:
    """A stage that has begun. ``seeding``: its persons at the first draw, the best first."""

    number: int
    format: Stage
    seeding: tuple[int, ...]
    rounds: list[EventRound] = field(default_factory=list)
    play_offs: list[PlayOff] = field(default_factory=list)


@dataclass(slots=True)
class EventState:
    """The whole of it. Persons, tables and matches by their numbers."""

    options: EventOptions
    seed: int
    people: dict[int, Entrant] = field(default_factory=dict)
    tables: dict[int, EventTable] = field(default_factory=dict)
    matches: dict[int, EventMatch] = field(default_factory=dict)
    stages: list[StageState] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    """Who has a nickname, by what it looks like."""
    next_person: int = 0
    never_entered: dict[int, str] = field(default_factory=dict)
    """What those are called whose entering was undone."""
    next_match: int = 0
    duels: list[EventDuel] = field(default_factory=list)
    next_duel: int = 0
    paused: bool = False
    ended: bool = False

    def person(self, number: int) -> Entrant:
        """Raises ConfigError if there is none."""
        if number not in self.people:
            name = self.never_entered.get(number)
            if name and folded(name) not in self.names:
                raise ConfigError("{name} has not entered this event", name=name)
            raise ConfigError("person {number} has not entered this event", number=number + 1)
        return self.people[number]

    def match(self, number: int) -> EventMatch:
        """Raises ConfigError if there is none."""
        if number not in self.matches:
            raise ConfigError("match {number} is not drawn, or was withdrawn", number=number + 1)
        return self.matches[number]

    def table(self, number: int) -> EventTable:
        """Raises ConfigError if there is none."""
        if number not in self.tables:
            raise ConfigError("table {number} is not part of this event", number=number + 1)
        return self.tables[number]

    def name(self, number: int) -> str:
        """What to call a person: their nickname, else their number."""
        return self.people[number].name or f"#{number + 1}"

    def table_name(self, number: int | None) -> str:
        """What to call a table, also one that is not part of the event."""
        if number is None:
            return ""
        return self.tables[number].name if number in self.tables else str(number + 1)

    def present(self) -> list[int]:
        """V4, by number."""
        return [p.number for p in self.people.values() if p.present]

    def matches_of(self, stage: int) -> Iterator[EventMatch]:
        """Those that count, in the order of their draw; none of a stage that has not begun."""
        for drawn in self.stages[stage].rounds if stage < len(self.stages) else ():
            for number in drawn.matches:
                yield self.matches[number]

    def open_matches(self) -> list[EventMatch]:
        """Those without an end, in the order of their draw."""
        return [m for m in self.matches.values() if not m.over]

    def free_tables(self) -> list[int]:
        """Those where nobody plays or is called to."""
        taken = {m.table for m in self.matches.values() if not m.over}
        return [t.number for t in self.tables.values() if t.working and t.number not in taken]

    def field(self, stage: int) -> tuple[int, ...]:
        """The persons of a stage: its seeding, and in the first those who came later (V5)."""
        seeding = self.stages[stage].seeding
        if stage or isinstance(self.stages[stage].format, NO_LATE):
            return seeding
        known = set(seeding)
        late = (p.number for p in self.people.values() if p.checked_in and p.number not in known)
        return (*seeding, *late)
