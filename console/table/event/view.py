"""What is seen of an event: plain values, no words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.duel.photo_finish import PhotoFinish
from console.duel.sudden_death import Cause
from console.link.messages import NextUp
from console.table.chaos.view import VerdictView
from console.table.event.typing import TypedField
from console.table.lobby.view import NameView
from console.table.view import Menu, StartSeat, TableTrouble, View


class RaceStage(StrEnum):
    """How far a race on the pad has come."""

    COUNT = "count"
    HANDS_OFF = "hands_off"
    WAIT = "wait"
    LIGHT = "light"
    WON = "won"
    """Who was first is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Racer:
    """Somebody in a duel. ``place``: their own, once they have it; ``out``: they cannot win this
    race any more; ``touched``: their petal carries force."""

    seat: int
    place: int | None
    out: bool
    touched: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceView(View):
    """A duel on the pad between ``players`` (V29). ``again``: why the race is run once more;
    ``won`` tells of the last one, without entries where the others were too early; ``photo`` fills
    the screen; ``trouble``: why nobody can touch."""

    stage: RaceStage
    seats: tuple[StartSeat, ...]
    players: tuple[Racer, ...]
    again: Cause | None = None
    won: VerdictView | None = None
    photo: PhotoFinish | None = None
    trouble: TableTrouble | None = None


class EventStage(StrEnum):
    """How far a table has come with an event."""

    TYPING = "typing"
    """An address, then a code: by who sits at ``seat``."""
    ASKING = "asking"
    """The desk is asked."""
    CHECK = "check"
    """The organiser lets the table in that shows ``check``."""
    HOME = "home"
    """Who plays here."""


class EventWord(StrEnum):
    """What is to be known beside, the first that is so."""

    NO_CODE = "no_code"
    """The desk knows no such code."""
    NO_ADDRESS = "no_address"
    OFTEN = "often"
    UNREACHED = "unreached"
    """Nobody answers at that address."""
    NOT_LET_IN = "not_let_in"
    """The desk does not know this table (any more)."""
    FOREIGN = "foreign"
    ENDED = "ended"
    PAUSED = "paused"
    LOST = "lost"
    """The desk is not heard: all goes on as it was told last, results wait."""
    UNFIT = "unfit"
    """This table cannot play what it should."""
    NO_PAD = "no_pad"
    """A duel is called, and this table has no pad for it (any more): the organiser decides."""
    DECLINED = "declined"
    """The desk did not take a result."""
    UNSENT = "unsent"


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """A person of the match at their seat; ``won``: games of this match."""

    seat: int
    name: str
    here: bool
    won: int = 0


@dataclass(frozen=True, slots=True)
class EventTyping:
    """``signs`` in a ring, ``at`` under the cursor, ``text`` so far."""

    field: TypedField
    text: str
    signs: str
    at: int


@dataclass(frozen=True, slots=True)
class EventResult:
    """The last match of the table: place and name of each; ``sent``: the desk has it."""

    places: tuple[tuple[int, str], ...]
    sent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventView(View):
    """A table at an event. ``seats`` are all of the table, ``players`` those who are called, ()
    when nobody is. ``round`` counts from 1, ``game_n`` from 0.
    ``entry``: one may enter here, by the menu.

    Touches: ``Target("row", (i,))`` is a line of the menu or a sign of what is typed,
    ``Target("key", (seat, key))`` as good as a seat's button.
    """

    stage: EventStage
    seats: tuple[StartSeat, ...]
    seat: int | None = None
    typing: EventTyping | None = None
    check: str = ""
    name: str = ""
    table_name: str = ""
    game: str = ""
    players: tuple[EventPlayer, ...] = ()
    round: int = 0
    game_n: int = 0
    best_of: int = 1
    duel: bool = False
    next: tuple[NextUp, ...] = ()
    last: EventResult | None = None
    entry: bool = False
    word: EventWord | None = None
    menu: Menu | None = None
    naming: NameView | None = None
