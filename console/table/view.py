"""What the table session offers to whoever draws it: plain values, no words, no rules.

Seats are board seats (their colour and shape follow from the number). Texts are made by the
screens, from keys and numbers. What a game shows of itself is in its own ``view`` module.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from console.duel.photo_finish import PhotoFinish
from console.table.record_values import News, ResultColumn
from drivers.errors import Misfit
from drivers.events import Fault
from drivers.times import MS


class Who(StrEnum):
    """Who sits at a seat: a simulated body, or an opponent of a level that only thinks."""

    EMPTY = "empty"
    PERSON = "person"
    CHILD = "child"
    ADULT = "adult"
    EXPERT = "expert"
    LEVEL_1 = "level_1"
    LEVEL_2 = "level_2"
    LEVEL_3 = "level_3"
    LEVEL_4 = "level_4"

    @property
    def level(self) -> int | None:
        """How strongly an opponent thinks, 1 to 4; None for whoever has a body."""
        return int(self.value[-1]) if self.value.startswith("level_") else None

    @property
    def simulated(self) -> bool:
        """Has a body that acts by itself: simulated tables have such people."""
        return self in (Who.CHILD, Who.ADULT, Who.EXPERT)


class TargetKind(StrEnum):
    """What may be pointed at beside a game's own."""

    ROW = "row"
    """A line of the menu on show, ``at`` its place."""
    KEY = "key"
    """As good as a button."""
    OK = "ok"
    BACK = "back"
    """The seat's ● and ✕."""
    PAGE = "page"
    """Turns pages, ``at`` by how many; 0 goes back."""
    GAME = "game"
    AGAIN = "again"
    HERE = "here"
    PHONE = "phone"
    WAKE = "wake"
    LESSON = "lesson"
    NEWS = "news"
    LOOK = "look"
    """Shows a hand for as long as it is touched."""
    AGREE = "agree"
    REFUSE = "refuse"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Target:
    """Something that a player may point at: one pick on the way to an action.

    ``kind``, a ``TargetKind`` or the game's own, says what ``at`` is: ``Target("card", (2,))``.
    """

    kind: str
    at: tuple[int, ...] = ()


class PhoneStage(StrEnum):
    """How far it has come with a seat's phone."""

    CODE = "code"
    """Its code stands there, ``url``."""
    ASKED = "asked"
    """A phone has given it: ● lets it see the hand, ✕ does not."""
    BOUND = "bound"
    """It has just been let in."""
    AWAY = "away"
    """It has gone: the strip is all there is, as ever."""

    @property
    def asks(self) -> bool:
        """Does it stand in the place of what may be done?"""
        return self in (PhoneStage.CODE, PhoneStage.ASKED)


@dataclass(frozen=True, slots=True)
class PhoneAt:
    """What stands at ``seat`` about a phone. ``late``: its code has stood there for a while, and
    nobody came. ``sign`` is what the phone shows that asks. ``own_back``: ✕ is for it, and for
    nothing of the game."""

    seat: int
    stage: PhoneStage
    url: str = ""
    late: bool = False
    sign: int = 0
    own_back: bool = True


@dataclass(frozen=True, slots=True)
class PhonesView:
    """Phones are on. ``at`` is what stands at seats; ``bound`` are the seats whose hands are on
    phones, ``away`` those of them whose phone is not there now. May more of them join, then
    ``joining``; ``url`` is the table's address."""

    at: tuple[PhoneAt, ...] = ()
    bound: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    joining: bool = True
    url: str = ""

    def at_seat(self, seat: int) -> PhoneAt | None:
        """What stands at the seat."""
        return next((at for at in self.at if at.seat == seat), None)

    def stage(self, seat: int) -> PhoneStage | None:
        """How far it has come there."""
        at = self.at_seat(seat)
        return None if at is None else at.stage

    @property
    def asking(self) -> frozenset[int]:
        """Where a code or a question stands in the place of what may be done."""
        return frozenset(at.seat for at in self.at if at.stage.asks)

    def here(self, seat: int) -> bool:
        """Is the seat's hand on a phone that is there?"""
        return seat in self.bound and seat not in self.away

    @property
    def open(self) -> bool:
        """Would a wish for a code be heard? Not where the owner has closed joining."""
        return self.joining and bool(self.url)

    def offers(self, seat: int) -> bool:
        """May a phone join at a seat that has none, or whose own is away: its page may be lost."""
        return self.open and not self.here(seat) and self.stage(seat) is None


class NoticeKind(StrEnum):
    """What people should know, told in passing."""

    CLOSING = "closing"
    """In so many ``minutes``."""
    TIME_UP = "time_up"
    """They have sat for long enough."""
    UNKEPT = "unkept"
    """What they play is not kept, and ``why`` (as ``StorageStatus`` has it)."""
    SET_ASIDE = "set_aside"
    """What was played before was set aside."""
    FLAWED = "flawed"
    """Something of it was."""
    CALLED = "called"
    """A match of the event is called to this table."""
    CALLED_OFF = "called_off"
    """The desk has taken the match back that is played."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something told in passing."""

    key: NoticeKind
    minutes: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one frame shows. Each kind of screen has its own frozen dataclass.

    ``caption`` is the value of the ``Cue`` that is told in words now, if any. ``count`` is what is
    left of the count before a match. ``phones`` is what is known of them, None while they are off.
    ``joins`` are seats where ● sits down though a match is about to begin, ``late`` those where it
    was pressed too late.
    """

    caption: str | None = None
    notice: Notice | None = None
    count: int | None = None
    phones: PhonesView | None = None
    joins: tuple[int, ...] = ()
    late: tuple[int, ...] = ()


class MenuLine(StrEnum):
    """The lines of menus in lobby, pause and at the end that are no field of ``Settings``."""

    START = "start"
    GAME = "game"
    """Value: its id."""
    RESUME = "resume"
    TAKE_UP = "take_up"
    NAME = "name"
    SERVICE = "service"
    SEAT = "seat"
    """``seat`` tells which; value a Who."""
    HANDS = "hands"
    """Value: the seats of the right and left hand of who sits at ``seat``."""
    SWAP_SEAT = "swap_seat"
    """Value: a Who, or ``first`` of two."""
    ROTATE = "rotate"
    DEFAULTS = "defaults"
    RULES = "rules"
    LESSON = "lesson"
    RECORDS = "records"
    PHONE = "phone"
    """The code of who chooses it."""
    EVENT = "event"
    EVENT_ENTER = "event_enter"
    EVENT_FREE = "event_free"
    """The event is put aside until somebody is called."""
    EVENT_GOES = "event_goes"
    """Leads to the question whether the table leaves it."""
    EVENT_LEAVE = "event_leave"
    NO_PHONE = "no_phone"
    """The phone of who chooses it is to go."""
    # while a match is paused
    CONTINUE = "continue"
    UNDO = "undo"
    HINT = "hint"
    SKIP = "skip"
    GO = "go"
    LEAVE = "leave"
    """Leads to the question whether it ends."""
    END = "end"
    # when it is over
    REMATCH = "rematch"
    OTHER_GAME = "other_game"
    OTHER_PEOPLE = "other_people"
    ALL_LEAVE = "all_leave"
    # what leads to another level
    MORE = "more"
    PEOPLE = "people"
    SWAP = "swap"
    OPTIONS = "options"
    COMFORT = "comfort"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A line of a menu: ``key`` names it, ``value`` is its present value (None: an action).

    A line that sets something has the name of a field of ``Settings`` as its key, or
    ``GAME.OPTION`` or ``GAME.OPTION.PART``: an option of a game, such as ``chaos.last_card`` or
    ``chaos.specials.grab``. ``name``: what whoever sits at ``seat`` is called.
    """

    key: MenuLine | str
    value: str | int | bool | None = None
    seat: int | None = None
    enabled: bool = True
    name: str | None = None


class Unready(StrEnum):
    """Why a match cannot start."""

    TABLE = "table"
    """The table has too few seats."""
    PLAYERS = "players"
    """Too few people, or too many."""
    PAD = "pad"
    """The pad does not answer, and the game is played on it."""
    OPTIONS = "options"
    """They do not fit together (C2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """A menu that the seat buttons move through; ``seat`` opened it (None: everybody's), ``name``
    is what whoever sits there is called (None: a guest)."""

    rows: tuple[MenuRow, ...]
    cursor: int
    seat: int | None = None
    problem: Unready | None = None
    game: str = ""  # whose options the rows are
    level: MenuLine | None = None  # the line that led here
    name: str | None = None


@dataclass(frozen=True, slots=True)
class StartSeat:
    """A seat on the start screen, or at the end; ``name`` is None for a guest."""

    seat: int
    who: Who
    fault: Fault | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ResumeOffer:
    """A broken-off match that may be taken up again; ``actions`` are those that stand."""

    match: int
    seats: tuple[int, ...]
    actions: int
    started: str  # ISO date and time, local


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the guided first game: ``text`` is a msgid; ``waits`` for ● (or a touch on
    ``Target("lesson")``) rather than a move. ``wrong``, a msgid too: why the last press was not
    what it waits for."""

    text: str
    step: int
    steps: int
    waits: bool
    wrong: str | None = None


class TroubleKind(StrEnum):
    """Why the table waits."""

    PAD_DOWN = "pad_down"
    """The pad lies beside its cradle."""
    SILENT = "silent"
    """``source`` says nothing."""
    FAULTY = "faulty"
    """No seat can be trusted."""


@dataclass(frozen=True, slots=True)
class TableTrouble:
    """The table waits. ``misfit``: why the pad that answers is not read."""

    key: TroubleKind
    source: str | None = None
    misfit: Misfit | None = None


class IdleStage(StrEnum):
    """How far it has come with somebody who does not answer."""

    ASKED = "asked"  # any button of theirs answers, within ``seconds``
    AUTOPILOT = "autopilot"  # an autopilot plays; any button of theirs brings them back
    RETURNING = "returning"  # they play again in ``seconds``
    NOBODY = "nobody"  # as AUTOPILOT, and nobody is left: put aside in ``seconds``


@dataclass(frozen=True, slots=True)
class IdlePlayer:
    """A player, at ``seats``, who does not answer; ``seconds`` are left of a countdown. At a board
    game a touch on ``Target("here", (seat,))`` is as good as a button."""

    seats: tuple[int, ...]
    stage: IdleStage
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class RulesView(View):
    """A page of a game's rules, turned to ``seat`` (None: to both long sides). ``page`` counts from
    0 and goes round and round, below 0 too."""

    game: str
    page: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of the ranking; several rows may share ``place``. ``numbers`` by column; ``name`` is
    None for a guest."""

    place: int
    seats: tuple[int, ...]
    who: Who
    winner: bool
    numbers: tuple[int, ...]
    name: str | None = None


@dataclass(frozen=True, slots=True)
class BestReaction:
    """The match's fastest rightful contact; ``uncertainty_ns`` is expanded, as a margin's."""

    seat: int
    reaction_ns: int
    uncertainty_ns: int


WIN_NS: Final = 4_000 * MS
"""So long the table is the winner's."""
SEEN_NS: Final = 700 * MS
"""A press so soon after something came up was meant for what was there before."""


class EndStage(StrEnum):
    """What comes after a match, in this order."""

    WIN = "win"
    """The table is the winner's, and no press shortens that."""
    RANKING = "ranking"
    """Who came where, and the match's best moment."""
    MENU = "menu"
    """What next."""


@dataclass(frozen=True, slots=True)
class EndView(View):
    """The end of a match. ``columns`` name the ranking's numbers, the one that counts first:
    ``cards`` (left), ``duels`` (won), ``false`` (grabs), ``points``, ``pieces``; () where nothing
    is counted.

    ``since_ns`` is when the stage began. ``again`` are the seats of those who have pressed ● for a
    rematch, ``missing`` of those who have not; a touch on ``Target("again", (seat,))`` is as good.
    ``photo`` is the closest race of the match, if there is a picture of one.
    """

    game: str
    seats: tuple[StartSeat, ...]
    ranking: tuple[RankRow, ...]
    columns: tuple[ResultColumn, ...]
    best: BestReaction | None
    menu: Menu
    news: tuple[News, ...] = ()  # what the match has changed here, the greatest first
    stage: EndStage = EndStage.MENU
    since_ns: int = 0
    photo: PhotoFinish | None = None
    again: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
