"""What happened in IOTA, in the engine protocol's form. Swaps and passes tell nothing."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.forms import Formed
from console.games.iota.actions import Cell


@dataclass(frozen=True, slots=True)
class ScoredLine(Formed):
    """A line made or extended this turn: its cells, ascending, and the sum of its numbers."""

    cells: tuple[Cell, ...]
    sum: int


@dataclass(frozen=True, slots=True)
class Scored(Formed):
    """What a place came to (I5): rows before columns, each by y, x of its first cell.

    ``points`` are 0 in a game without scoring (I14).
    """

    type = "scored"
    lines: tuple[ScoredLine, ...]
    lots: int
    all_four: bool
    last_card: bool
    points: int


Event = Scored
