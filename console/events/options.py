"""What an event is told before it begins; checked once, here."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from drivers.errors import ConfigError, Sentence

POINT: Final = 840
"""One point; every share of V8 is a whole number of these."""
MOST_PEOPLE: Final = 10_000
MOST_PAIRED: Final = 2_000
"""Where a draw weighs all pairs (V14): in seconds and half a gigabyte."""
MOST_TABLES: Final = 1_000
MOST_ROUNDS: Final = 100
LONGEST_NAME: Final = 80
MOST_SEATS: Final = 8
"""No game takes more, and no table seats more."""


class TieBreak(StrEnum):
    """V13, in the order in which an event declares them."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    OPPONENTS_MEAN = "opponents_mean"
    DIRECT = "direct"
    WINS = "wins"


WORDS: Final = {
    "rounds": Sentence("rounds"),
    "size": Sentence("people in a group"),
    "strikes": Sentence("strikes until one is out"),
    "matches": Sentence("matches of each person at most"),
    "pools": Sentence("pools"),
    "cycles": Sentence("how often everybody meets everybody"),
    "onward": Sentence("how many of a group go on"),
    "best_of": Sentence("games of a match: best of"),
    "through": Sentence("How many go on to it"),
    "late.rounds": Sentence("One may enter after so many rounds at most"),
    "prizes": Sentence("First places that nobody shares: a duel on the pad decides"),
}
"""What each number of the options is called where people give it."""
USUAL: Final = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.DIRECT, TieBreak.WINS)
"""What an event declares that says nothing of them."""


class Seeding(StrEnum):
    """V23."""

    LOT = "lot"
    ENTRY = "entry"
    RATING = "rating"


class StrikesKind(StrEnum):
    """V18."""

    FAIR = "fair"
    PROGRESSIVE = "progressive"


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """How many persons a game takes, and with how many it is best."""

    least: int = 2
    most: int = 2
    best_least: int = 2
    best_most: int = 2


class _Stage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", kw_only=True):
    """What all stages say. ``best_of``: games of a match; ``through``: how many go on to the next
    stage."""

    best_of: int = 1
    through: int = 0


class RoundRobin(_Stage, frozen=True, tag="round_robin", kw_only=True):
    """V17."""

    pools: int = 1
    cycles: int = 1


class Swiss(_Stage, frozen=True, tag="swiss", kw_only=True):
    """One against one, V14."""

    rounds: int


class GroupSwiss(_Stage, frozen=True, tag="group_swiss", kw_only=True):
    """By places, V16; ``size`` is the wanted one."""

    rounds: int
    size: int


class Strikes(_Stage, frozen=True, tag="strikes", kw_only=True):
    """V18; ``strikes``: with so many one is out."""

    size: int = 2
    strikes: int = 3
    kind: StrikesKind = StrikesKind.FAIR


class Roundless(_Stage, frozen=True, tag="roundless", kw_only=True):
    """V19; ``matches``: the most of one person."""

    matches: int
    size: int = 2


class Elimination(_Stage, frozen=True, tag="elimination", kw_only=True):
    """Single, V20."""

    third_place: bool = False


class GroupElimination(_Stage, frozen=True, tag="group_elimination", kw_only=True):
    """V21; ``onward``: how many of a group go on."""

    size: int
    onward: int = 2


Stage: TypeAlias = (
    RoundRobin | Swiss | GroupSwiss | Strikes | Roundless | Elimination | GroupElimination
)
GROUPS: Final = (GroupSwiss, Strikes, Roundless, GroupElimination)
"""The stages whose matches may have more than two."""
NO_LATE: Final = (RoundRobin, Elimination, GroupElimination)
"""V5."""


class Late(Struct, frozen=True, forbid_unknown_fields=True):
    """V5: after how many rounds of the first stage one may still enter, and what each missed one
    gives, 0 or 420."""

    rounds: int = 2
    credit: int = 0


Rule: TypeAlias = str | int | bool | dict[str, int] | None


class EventOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of it. ``game`` is a game's id; what it takes stands in ``sizes``, for the core knows no
    game."""

    name: str
    game: str
    sizes: Sizes = Sizes()
    stages: tuple[Stage, ...]
    tie_breaks: tuple[TieBreak, ...] = USUAL
    seeding: Seeding = Seeding.LOT
    check_in: bool = True
    prizes: int = 1
    """V27: so many first places are nobody's with another."""
    rules: dict[str, Rule] = {}
    """The game's own options, checked by whoever knows the game."""
    late: Late = Late()


def most_people(options: EventOptions) -> int:
    """How many may enter (V3)."""
    pairs = any(
        isinstance(stage, Swiss) or (isinstance(stage, GroupSwiss | Strikes) and stage.size == 2)
        for stage in options.stages
    )
    return MOST_PAIRED if pairs else MOST_PEOPLE


def checked(options: EventOptions) -> EventOptions:
    """The options as they are. Raises ConfigError naming the first that makes no sense."""
    sizes = options.sizes
    if len(options.name) > LONGEST_NAME or not options.name.isprintable():
        raise ConfigError(
            "an event's name is one line of at most {longest} characters", longest=LONGEST_NAME
        )
    if not 2 <= sizes.least <= sizes.best_least <= sizes.best_most <= sizes.most <= MOST_SEATS:
        raise ConfigError(
            "sizes {least}, {best_least}, {best_most}, {most} are not in order: give least, best"
            " least, best most, most, from 2 to 8",
            least=sizes.least,
            best_least=sizes.best_least,
            best_most=sizes.best_most,
            most=sizes.most,
        )
    if not options.stages:
        raise ConfigError("the event has no stage: give one format at least")
    if len(set(options.tie_breaks)) < len(options.tie_breaks):
        raise ConfigError("a tie-break stands twice: name each once")
    if options.late.credit not in (0, POINT // 2):
        raise ConfigError("a round missed so gives nothing or half a point: give 0 or 420")
    _range("late.rounds", options.late.rounds, 0, MOST_ROUNDS)
    _range("prizes", options.prizes, 0, MOST_PEOPLE)
    for number, stage in enumerate(options.stages, 1):
        _check_stage(stage, sizes)
        if number < len(options.stages):
            _range("through", stage.through, 2, MOST_PEOPLE)
    return options


def _check_stage(stage: Stage, sizes: Sizes) -> None:
    _range("best_of", stage.best_of, 1, 99)
    if isinstance(stage, GROUPS):
        _range("size", stage.size, sizes.least, sizes.most)
    elif sizes.least > 2:
        raise ConfigError(
            "this game takes at least {least} persons: choose a format for groups",
            least=sizes.least,
        )
    match stage:
        case RoundRobin():
            _range("pools", stage.pools, 1, MOST_PEOPLE)
            _range("cycles", stage.cycles, 1, MOST_ROUNDS)
        case Swiss() | GroupSwiss():
            _range("rounds", stage.rounds, 1, MOST_ROUNDS)
        case Strikes():
            _range("strikes", stage.strikes, 1, MOST_ROUNDS)
        case Roundless():
            _range("matches", stage.matches, 1, MOST_ROUNDS)
        case GroupElimination():
            _range("onward", stage.onward, 1, max(1, stage.size - 1))


def _range(what: str, value: int, least: int, most: int) -> None:
    in_range(WORDS[what], value, least, most)


def in_range(what: Sentence, value: int, least: int, most: int) -> int:
    """``value``. Raises ConfigError, which names it in words, where it is not within these."""
    if not least <= value <= most:
        raise ConfigError(
            "“{what}”: {value} is not possible, give {least} to {most}",
            what=what,
            value=value,
            least=least,
            most=most,
        )
    return value
