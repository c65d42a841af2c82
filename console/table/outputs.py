"""What leaves the table session besides its view: sounds to make, and the log of the match.

``to_json`` of each record is a line of ``khvatka play --headless --json``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final

from console.games.forms import Formed
from console.link.played import PlayedAt
from console.table.record_values import ResultColumn
from console.table.seating import Seating
from drivers.events import Contact


class Request:
    """Something that the table asks for and whoever has it brings by ``Table.respond``. Each kind
    is a frozen dataclass."""

    __slots__ = ()


class Cue(StrEnum):
    """A sound that explains what has happened."""

    FLIP = "flip"
    TOUCH = "touch"
    VERDICT = "verdict"
    FALSE_GRAB = "false_grab"
    LIGHT = "light"
    COUNT = "count"  # a number before a match
    CALL = "call"  # somebody does not answer, and is asked
    WIN = "win"  # of a whole match
    THEME = "theme"  # of attract mode


class VerdictKind(StrEnum):
    """What came of a race."""

    DUEL_WON = "duel_won"
    SPECIAL_WON = "special_won"
    FALSE_GRAB = "false_grab"
    FELL = "fell"
    DEAD_HEAT = "dead_heat"


GOOD: Final = frozenset({VerdictKind.DUEL_WON, VerdictKind.SPECIAL_WON})


@dataclass(frozen=True, slots=True)
class Demonstrated:
    """A sound of a demonstration, which has a volume of its own."""

    cue: Cue


@dataclass(frozen=True, slots=True)
class Hushed:
    """A long sound that is not to go on."""

    cue: Cue


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBegun:
    """A match starts. ``seats`` and ``player_of`` by hand, ``people`` and ``profiles`` by player.

    ``epoch_ns`` is its time zero. ``resumed`` is the stored match that is taken up again and
    ``made`` how many actions and verdicts it has already; ``passed_over`` one that was offered and
    not taken up. ``t_ns`` is when it was begun, or taken up. ``event``: what it is at one.
    """

    game: str
    options: dict[str, Any]
    seed: int
    players: int
    seats: tuple[int, ...]
    player_of: tuple[int, ...]
    people: tuple[str, ...]
    epoch_ns: int
    resumed: int | None = None
    made: tuple[int, int] = (0, 0)
    passed_over: int | None = None
    t_ns: int = 0
    profiles: tuple[int | None, ...] = ()
    event: PlayedAt | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "match",
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "options": self.options,
            "seats": list(self.seats),
            "people": list(self.people),
        }


@dataclass(frozen=True, slots=True)
class ActionDone:
    """An action that the rules have accepted, in the engine's form; or ``UNDO``, or the beginning
    or end of an autopilot (``console.table.autopilot_log``)."""

    action: dict[str, Any]


UNDO: Final = {"type": "undo"}
"""In a match's log: the last action that still stands was taken back by agreement."""


class _Told(Formed):
    """A record that is told with all that is in it, as the ``event`` that it is."""

    __slots__ = ()
    event: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        return {"event": self.event, **super().to_json()}


@dataclass(frozen=True, slots=True)
class CardShown(_Told):
    """The display has shown a card to everyone at ``t_ns`` (C24)."""

    event = "flip"
    t_ns: int
    hand: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class ContactSeen:
    """A hand on the pad, whatever comes of it."""

    contact: Contact
    hand: int

    def to_json(self) -> dict[str, Any]:
        c = self.contact
        return {
            "event": "contact",
            "t_ns": c.t_ns,
            "hand": self.hand,
            "seat": c.seat,
            "gesture": c.gesture.value,
            "uncertainty_ns": c.uncertainty_ns,
            "clock_uncertainty_ns": c.clock_uncertainty_ns,
            "early_ns": c.early_ns,
            "late_ns": c.late_ns,
            "peak_n": round(c.peak_n, 2),
        }


@dataclass(frozen=True, slots=True)
class RaceMargin(Formed):
    """A contact of a race: behind the first by ``margin_ns``, ± ``margin_uncertainty_ns``."""

    contact: Contact
    reaction_ns: int | None
    margin_ns: int
    margin_uncertainty_ns: int

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.contact.seat,
            "gesture": self.contact.gesture.value,
            "t_ns": self.contact.t_ns,
            "uncertainty_ns": self.contact.uncertainty_ns,
            "reaction_ns": self.reaction_ns,
            "margin_ns": self.margin_ns,
            "margin_uncertainty_ns": self.margin_uncertainty_ns,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictReached(_Told):
    """A race, closed: what it came to and everybody who was in it, in the order of touch.

    ``sudden_death`` is the played-off order of seats after a dead heat, else empty.
    """

    event = "verdict"
    kind: VerdictKind
    t_ns: int
    seats: tuple[int, ...]
    losers: tuple[int, ...]
    special: str | None
    shown_ns: int | None
    order: tuple[RaceMargin, ...]
    sudden_death: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTrouble(_Told):
    """A seat was disabled or enabled again, with the reason."""

    event = "fault"
    t_ns: int
    seat: int
    fault: str
    active: bool


@dataclass(frozen=True, slots=True)
class DuelFigures(Formed):
    """What a match of «Хаос» is remembered for, by player; the best reaction, if there was one."""

    duels_won: tuple[int, ...]
    false_grabs: tuple[int, ...]
    best_seat: int | None
    best_reaction_ns: int | None
    best_uncertainty_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The result. ``counts`` by player is what ``column`` names (``cards`` left, ``points``,
    ``pieces``), zeros where nothing is counted; ``abandoned`` when people left before the end,
    ``declined`` if they ended it on purpose and do not want to be asked about it. ``played_for``
    are the players whom an autopilot played for to a considerable part."""

    t_ns: int
    winners: tuple[int, ...]
    column: ResultColumn | None
    counts: tuple[int, ...]
    duels: DuelFigures | None = None
    abandoned: bool = False
    declined: bool = False
    played_for: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "result",
            "t_ns": self.t_ns,
            "winners": list(self.winners),
            **({} if self.column is None else {self.column.value: list(self.counts)}),
            **({} if self.duels is None else self.duels.to_json()),
            "abandoned": self.abandoned,
            **({"played_for": list(self.played_for)} if self.played_for else {}),
        }


@dataclass(frozen=True, slots=True)
class DuelRaced:
    """The race of a duel for the first place is over, and a touch has won it. ``seating`` has the
    event's persons in their order."""

    event: PlayedAt
    seating: Seating
    verdict: VerdictReached

    def to_json(self) -> dict[str, Any]:
        return self.verdict.to_json()


@dataclass(frozen=True, slots=True)
class DuelEnded:
    """A duel on the pad has ranked everybody: ``places`` in the order of the event's persons, as
    ``seating`` has them."""

    t_ns: int
    event: PlayedAt
    places: tuple[int, ...]
    seating: Seating

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "duel",
            "t_ns": self.t_ns,
            "seats": list(self.seating.seats),
            "places": list(self.places),
        }


@dataclass(frozen=True, slots=True)
class AgentQuestion:
    """An opponent is to think: ``observation`` is all it may know.

    The answer comes back through ``Table.answer``. ``legal`` are the actions that could be made,
    for an agent that fails altogether. ``n`` tells one question from the next.
    """

    n: int
    game: str
    observation: dict[str, Any]
    level: int
    legal: tuple[dict[str, Any], ...]
    salt: int  # so that the same position need not be played the same in every match


class AgentFailure(StrEnum):
    """What became of an opponent at the level that was asked for."""

    DIED = "died"
    """It ended, or answered what is no legal action."""
    OVERRAN = "overran"
    """It was still thinking long after its time."""


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """What came of question ``n``: ``level`` is the one it was found at; ``failed`` tells why it is
    not the one asked for."""

    n: int
    action: dict[str, Any]
    level: int
    failed: AgentFailure | None = None


@dataclass(frozen=True, slots=True)
class PhonesRefused:
    """Something was refused, so many times by a word of reason
    (``console.web.guards.Word``)."""

    counts: tuple[tuple[str, int], ...]


Output = (
    Cue
    | Demonstrated
    | Hushed
    | MatchBegun
    | ActionDone
    | CardShown
    | ContactSeen
    | VerdictReached
    | SeatTrouble
    | MatchEnded
    | DuelRaced
    | DuelEnded
    | AgentQuestion
    | PhonesRefused
    | Request
)
