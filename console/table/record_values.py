"""Records, ratings and people as values: made by ``console.people``, shown by screens and text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from console.games.registry import GAMES

UNKNOWN_SIGMA: Final = 25.0 / 3
"""The deviation of a rating that nothing is known of (Weng and Lin 2011)."""
WELL_KNOWN_SIGMA: Final = 1.5
SURENESS: Final = 5
"""Steps from a guess to a rating that is well known."""


class ResultColumn(StrEnum):
    """What a match counts of each player, in its result and its ranking."""

    POINTS = "points"
    PIECES = "pieces"
    """Left."""
    CARDS = "cards"
    """Left: the fewer the better."""
    DUELS = "duels"
    """Won."""
    FALSE = "false"
    """False grabs."""


class RecordKind(StrEnum):
    """What a record is about."""

    RESULT = "result"
    REACTION = "reaction"
    CLOSEST = "closest"
    CLEANEST = "cleanest"
    WINS = "wins"


SHORTEST: Final = (RecordKind.REACTION, RecordKind.CLOSEST)  # of all others the most is the best


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One of the best of its kind at a game.

    ``place`` counts from 1; those that cannot be told apart share theirs (principle 4). ``value``
    and ``error`` are nanoseconds of ``SHORTEST``, the error expanded; else a count: of the cleanest
    match the duels won without a false grab. ``nickname`` is None for a guest, known by the symbol
    of the board ``seat`` alone. ``started`` is when its match began, ISO 8601. ``verdict`` numbers
    the race in ``match``, None when it is about the whole match: its photo finish can be shown.

    The most wins are those among people at all games: they have neither ``game`` nor ``seat``, a
    nickname, and the match that was won last.
    """

    kind: RecordKind
    game: str | None
    place: int
    value: int
    error: int
    seat: int | None
    nickname: str | None
    started: str
    match: int
    verdict: int | None


@dataclass(frozen=True, slots=True)
class Wins:
    """How often somebody with a nickname has won, of how many matches among people."""

    place: int
    nickname: str
    wins: int
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTable:
    """What was achieved at one game with equal options and as many players.

    ``measure`` names what the best result counts: ``duels``, ``lead``, ``points``, ``pieces``;
    None for a game without.
    """

    game: str
    players: int
    options: dict[str, Any]
    matches: int
    measure: str | None
    records: tuple[Record, ...]
    wins: tuple[Wins, ...]

    def of(self, kind: RecordKind) -> tuple[Record, ...]:
        """The records of one kind, best first."""
        return tuple(r for r in self.records if r.kind is kind)


@dataclass(frozen=True, slots=True)
class Rated:
    """A line of a game's rating list; players with equal ratings share ``place``."""

    game: str
    place: int
    nickname: str
    rating: int
    mu: float
    sigma: float
    matches: int
    wins: int

    @property
    def sureness(self) -> int:
        """How well it is known, from 0 (a guess) to ``SURENESS``."""
        share = (UNKNOWN_SIGMA - self.sigma) / (UNKNOWN_SIGMA - WELL_KNOWN_SIGMA)
        return round(SURENESS * min(1.0, max(0.0, share)))


@dataclass(frozen=True, slots=True)
class PersonProfile:
    """Somebody who keeps a nickname, since when (ISO 8601), and the finished matches of theirs;
    ``last`` is when the last one of all began (ISO 8601), None before the first."""

    id: int
    nickname: str
    since: str
    matches: int = 0
    wins: int = 0
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Best:
    """Somebody's own best of a kind at a game, whatever its options; fields as of ``Record``."""

    game: str
    kind: RecordKind
    measure: str | None
    value: int
    error: int
    started: str
    match: int
    verdict: int | None


@dataclass(frozen=True, slots=True)
class Liked:
    """How often somebody has played a game to its end, and won."""

    game: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who keeps a nickname; ``games`` the most played first."""

    profile: PersonProfile
    games: tuple[Liked, ...] = ()
    bests: tuple[Best, ...] = ()


class NewsKind(StrEnum):
    """What a match has changed: the table's record, a person's own, a first win, a rating."""

    RECORD = "record"
    OWN = "own"
    FIRST_WIN = "first_win"
    RATING = "rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Something that the last match has changed for who sits at ``seat``.

    Of ``RECORD`` and ``OWN`` ``what`` and ``measure`` tell what it is about, ``value`` and
    ``error`` as of a ``Record``; of ``RATING`` ``value`` is the new one, ``gain`` what it gained.
    """

    kind: NewsKind
    seat: int
    nickname: str | None
    what: RecordKind | None = None
    measure: str | None = None
    value: int = 0
    error: int = 0
    gain: int = 0


Changed = tuple[tuple[str, Any], ...]
"""Options that differ from the rules' own: the menu's key of each, and its value."""


def changed_options(game: str, options: Mapping[str, Any]) -> Changed:
    """Which of a match's ``options`` are not the rules' own."""
    known = GAMES[game].options if game in GAMES else {}
    found: list[tuple[str, Any]] = []
    for name, option in known.items():
        value, usual = options.get(name, option.default), option.default
        if value == usual:
            continue
        if not isinstance(value, dict):
            found.append((f"{game}.{name}", value))
            continue
        parts = ((part, one) for part, one in value.items() if one != usual.get(part))
        found += ((f"{game}.{name}.{part}", one) for part, one in parts)
    return tuple(found)
