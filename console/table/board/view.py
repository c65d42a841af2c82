"""What the screens show of a board game: plain values, no words, no rules.

``board``, ``secret`` and ``news`` are values of the game's own kind, made by its ``MovePicker`` and
drawn by its screen; all else is the same for every game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from console.table.outputs import AgentFailure
from console.table.record_values import ResultColumn
from console.table.view import IdlePlayer, LessonStep, Menu, Target, TargetKind, View, Who
from drivers.events import Fault

CONFIRM = Target(TargetKind.CONFIRM)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeat:
    """A seat at a board game. ``player`` is None for a seat that nobody sits at.

    ``count`` is how many cards the hand has; ``hand`` their faces, and ``secret`` what only the
    owner may read, while they are to be seen (``looking``, or an open hand), else None. ``name``
    is None for a guest.
    """

    seat: int
    who: Who
    player: int | None = None
    turn: bool = False
    thinking: bool = False
    score: int | None = None
    count: int = 0
    hand: tuple[str, ...] | None = None
    secret: object | None = None
    looking: bool = False
    winner: bool = False
    fault: Fault | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """How far ``seat`` has come with its turn: ``picked`` so far, ``targets`` to pick from next,
    the one under the cursor, and the one that a hint points at."""

    seat: int
    picked: tuple[Target, ...]
    targets: tuple[Target, ...]
    cursor: int
    hint: Target | None = None

    @property
    def target(self) -> Target | None:
        """What ● would pick."""
        return self.targets[self.cursor] if self.targets else None


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last action made, so that motion can explain it: ``before`` is the board as it was.

    ``n`` counts the actions of the match; ``action`` and ``events`` are in the engine's form.
    """

    n: int
    seat: int
    action: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    before: object


@dataclass(frozen=True, slots=True)
class UndoAsk:
    """``seat`` asks to take the last move back; ``waiting`` are the seats that have not agreed."""

    seat: int
    waiting: tuple[int, ...]


class UndoAnswer(StrEnum):
    """What came of an undo that others were asked for."""

    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class BoardNote:
    """Something that happened beside the game; after a failure the opponent at ``seat`` goes on at
    ``level``."""

    what: AgentFailure | UndoAnswer
    seat: int
    level: int | None = None


@runtime_checkable
class Growing(Protocol):
    """A board whose middle grows during a match, and leaves less to the seats then."""

    @property
    def extent(self) -> tuple[int, int]:
        """Its columns and rows so far."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView(View):
    """A board game being played. ``news`` is what all should read before it goes on (● goes on).

    ``names`` are the players' seats, by player; ``column`` is what scores count (``points``,
    ``pieces``, ``cards``).
    """

    game: str
    seats: tuple[BoardSeat, ...]
    names: tuple[int, ...]
    board: object
    choosing: Choosing | None = None
    last: LastMove | None = None
    news: object | None = None
    ask: UndoAsk | None = None
    note: BoardNote | None = None
    lesson: LessonStep | None = None
    pause: Menu | None = None
    column: ResultColumn | None = ResultColumn.POINTS
    idle: tuple[IdlePlayer, ...] = ()
