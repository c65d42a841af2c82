"""What the screens show of «Хаос»: plain values, no words, no rules.

Cards are the strings of the engine protocol (``"a1R"``, ``"grab"`` …).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from console.duel.photo_finish import PhotoFinish
from console.table.outputs import VerdictKind
from console.table.seating import HandAt
from console.table.view import IdlePlayer, LessonStep, Menu, TableTrouble, View, Who
from drivers.events import Fault, Gesture
from drivers.times import MS

POT: Final = -1
"""Stands for the pot in ``CardMove``."""


WON_NS: Final = 500 * MS
"""So long a won race is seen and lit as such, before anything else is."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in play. ``hand`` is None for a seat that nobody sits at. (A struct is made in a tenth
    of a frozen dataclass's time, and each view has one of each seat.)"""

    seat: int
    who: Who
    hand: int | None = None
    player: int | None = None
    name: str | None = None
    stack: int = 0
    pile: tuple[str, ...] = ()  # face up, bottom to top
    beside: int = 0  # active `left` cards beside the pile
    fresh: bool = False  # the top may still make a match (C8)
    turn: bool = False
    watches: int | None = None  # the seat whose top this hand plays for, when shifted (C20)
    fault: Fault | None = None
    touched: bool = False  # its petal carries force
    winner: bool = False
    prompted: bool = False  # is told what ● does


@dataclass(frozen=True, slots=True)
class VerdictEntry:
    """A hand in a race, by onset. ``reaction_ns`` counts from the shown moment (C24)."""

    seat: int
    reaction_ns: int | None


def between_first_and_next(
    margins: Iterable[tuple[int, int]],
) -> tuple[int, int] | tuple[None, None]:
    """The margin of a race and its expanded uncertainty, of those of all its hands by onset. They
    count from who was first: not the earliest where a doubt went to him (C25)."""
    for margin_ns, uncertainty_ns in margins:
        if (margin_ns, uncertainty_ns) != (0, 0):
            return abs(margin_ns), uncertainty_ns
    return None, None


@dataclass(frozen=True, slots=True)
class CardMove:
    """``count`` cards, ``top`` uppermost, went from a seat (or POT) to a seat's stack (or POT)."""

    source: int
    target: int
    count: int
    top: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """What the referee says: who, when, by how much, how sure, where the cards go.

    ``margin_ns`` lies between the onsets of who was first and of the next entry;
    ``margin_uncertainty_ns`` is its expanded uncertainty (``between_first_and_next``). ``seats``
    are those it is about: the winner, the culprit, or those of a dead heat.
    """

    kind: VerdictKind
    seats: tuple[int, ...]
    entries: tuple[VerdictEntry, ...]
    margin_ns: int | None
    margin_uncertainty_ns: int | None
    moves: tuple[CardMove, ...]
    at_ns: int


class DeathPhase(StrEnum):
    """The steps of a sudden death (C25)."""

    HANDS_OFF = "hands_off"
    WAIT = "wait"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class SuddenDeathView:
    """A dead heat being played off between ``seats``; ``out`` touched before the light."""

    seats: tuple[int, ...]
    phase: DeathPhase
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """``seat`` chooses between its duel and the special: ◀ duel, ▶ special (C18)."""

    seat: int
    special: str
    deadline_ns: int


@dataclass(frozen=True, slots=True)
class PlayLesson:
    """A step of the guided first game, for who sits at ``seat``, and what it points at: their
    button if it ``flips``, their petal if it wants a ``gesture``, the open piles of some seats.
    The text calls who sits at ``others`` ``{who1}``, ``{who2}``."""

    step: LessonStep
    seat: int
    others: tuple[int, ...]
    flips: bool = False
    gesture: Gesture | None = None
    piles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayView(View):
    """A match being played. ``pot_named``: people are told what lies in the middle."""

    seats: tuple[SeatView, ...]
    pot: tuple[str, ...]  # face up, bottom to top
    shift: int
    special: str | None = None  # an open "grab" or "palm"
    special_deadline_ns: int | None = None
    all_seat: int | None = None  # who opened a pending "all"
    all_at_ns: int | None = None  # when everybody flips
    choice: ChoiceView | None = None
    verdict: VerdictView | None = None
    sudden_death: SuddenDeathView | None = None
    voided: tuple[int, ...] = ()  # seats whose cards have just gone back (C23)
    pause: Menu | None = None
    trouble: TableTrouble | None = None
    photo: PhotoFinish | None = None  # fills the screen
    may_ask: tuple[int, ...] = ()  # seats that may look at the last race by ◀
    idle: tuple[IdlePlayer, ...] = ()
    hands: tuple[HandAt, ...] = ()  # of two players, whose it is at each seat (C30)
    pot_named: bool = False
    lesson: PlayLesson | None = None
