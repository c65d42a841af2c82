"""What happened in IOTA, in the engine protocol's form. Swaps and passes tell nothing."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.forms import Json
from console.games.iota.actions import Cell


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line made or extended this turn: its cells, ascending, and the sum of its numbers."""

    cells: tuple[Cell, ...]
    sum: int

    def to_json(self) -> Json:
        return {"cells": [list(cell) for cell in self.cells], "sum": self.sum}


@dataclass(frozen=True, slots=True)
class Scored:
    """What a place came to (I5): rows before columns, each by y, x of its first cell.

    ``points`` are 0 in a game without scoring (I14).
    """

    lines: tuple[ScoredLine, ...]
    lots: int
    all_four: bool
    last_card: bool
    points: int

    def to_json(self) -> Json:
        return {
            "type": "scored",
            "lines": [line.to_json() for line in self.lines],
            "lots": self.lots,
            "all_four": self.all_four,
            "last_card": self.last_card,
            "points": self.points,
        }


Event = Scored
