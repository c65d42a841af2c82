"""What the screens show in attract mode, and of a table that is closed: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.table.attract.leaderboard import Leaderboard
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.view import View


class AttractPart(StrEnum):
    """What is on show."""

    TITLE = "title"
    DUEL = "duel"
    BOARD = "board"
    RULES = "rules"
    LEADERBOARD = "leaderboard"


class DemoOutcome(StrEnum):
    """What there is to see in a demonstration."""

    TURNS = "turns"
    ALIKE = "alike"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class DuelView:
    """A demonstration: the table of play, and what to look at.

    ``alike`` are the seats whose open cards show the same symbol. ``first`` won the duel by
    ``margin_ns`` (None: the other one never touched), as the referee said.
    """

    play: PlayView
    seen: DemoOutcome
    alike: tuple[int, ...] = ()
    first: int | None = None
    margin_ns: int | None = None


@dataclass(frozen=True, slots=True)
class AttractView(View):
    """A part of attract mode, on show since ``since_ns``.

    ``game`` is the one that it is about, ``panels`` how many panels of its rules are to be seen,
    ``is_new`` whether a board game's name stands over it now.
    """

    part: AttractPart
    since_ns: int
    game: str
    panels: int = 0
    duel: DuelView | None = None
    board: BoardView | None = None
    is_new: bool = False
    leaderboard: Leaderboard | None = None


@dataclass(frozen=True, slots=True)
class ClosedView(View):
    """Outside the opening hours; ``opens_min`` is the minute of the day at which they begin."""

    opens_min: int
    since_ns: int
