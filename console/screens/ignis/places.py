"""Where things lie on the table: the board in the middle, supply and sides in the corners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from console.screens.board.facing import Facing, SeatPlace, column_of, corners_of
from console.screens.board.strips import head_height
from console.screens.ignis.pieces import SHARE
from console.screens.layout import Box, box
from console.table.ignis.view import STEPS, Cell, Rows, inside

SIDE: Final = 6
MARGIN: Final = 42.0
"""Around the board, for the ways in."""
LEAST: Final = 3
"""So many cells across a board is drawn at least: a smaller one is no larger."""
SPARE: Final = 44.0
"""For the piece that a seat plays, where the sides are not counted."""
WORDS: Final = 0.56
"""The share of words of a place that is wider than high."""
HELP: Final = 100.0
"""What may be done takes so much of a place."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How the board in play lies: its cells are ``pitch`` apart, ``(x, y)`` is the middle of cell
    (0, 0), whether that is in play or not; ``tile`` is a piece's side."""

    pitch: float
    x: float
    y: float

    @property
    def tile(self) -> float:
        return SHARE * self.pitch

    def at(self, cell: Cell, along: str = "up", cells: float = 0.0) -> tuple[float, float]:
        """The middle of a cell, or ``cells`` from there towards ``along``."""
        dy, dx = STEPS[along]
        row, column = cell[0] + dy * cells, cell[1] + dx * cells
        return self.x + column * self.pitch, self.y - row * self.pitch

    def outside(self, cell: Cell, toward: str, side: int = -1) -> tuple[float, float]:
        """Beyond an edge cell: where a push ``toward`` starts, or (``side`` 1) where it ends."""
        return self.at(cell, toward, side * (0.5 + 0.5 * MARGIN / self.pitch))


@lru_cache(maxsize=32)
def grid_of(facing: Facing, rows: Rows) -> Grid:
    """The board in play in the middle of the table, as large as there is room."""
    first, last = _ends(rows)
    unit = facing.layout.unit
    pitch = floor((board_side(facing) - 2 * MARGIN) / across_of(rows) * unit / 2) * 2 / unit
    return Grid(pitch, -pitch * (first[1] + last[1]) / 2, pitch * (first[0] + last[0]) / 2)


def _ends(rows: Rows) -> tuple[Cell, Cell]:
    """The first and the last cell in play."""
    cells = [(r, c) for r in range(SIDE) for c in range(SIDE) if inside(rows, (r, c))]
    high, wide = ([c[i] for c in cells] or [0, SIDE - 1] for i in (0, 1))
    return (min(high), min(wide)), (max(high), max(wide))


def across_of(rows: Rows) -> int:
    """So many cells the board in play is drawn across."""
    first, last = _ends(rows)
    return max(LEAST, last[0] - first[0] + 1, last[1] - first[1] + 1)


def board_side(facing: Facing) -> float:
    """The square that the board and its margins have."""
    wide, high = facing.area
    return min(wide - 2 * column_of(facing), high - 2)


@dataclass(frozen=True, slots=True)
class IgnisPlaces:
    """A seat's place; ``own`` of it is the supply. ``sides``: where both sides' pieces are counted,
    if there is room."""

    place: SeatPlace
    sides: Box | None


@lru_cache(maxsize=32)
def places_of(facing: Facing) -> dict[int, IgnisPlaces]:
    """Supply and words at each seat."""
    found = {}
    wide, high = column_of(facing), facing.area[1] / 2
    for seat, ends in corners_of(facing, wide, high).items():
        frame = facing.layout.reader(facing.quarter(seat))
        reads = facing.alone in (None, seat)
        first = ends.first.inner(6)
        if not reads:
            there = first.above(first.height - head_height(first))
            found[seat] = IgnisPlaces(SeatPlace(frame, False, there, spare=SPARE), None)
            continue
        if ends.other is None:
            words, own = _shared(first)
            place = SeatPlace(frame, True, words, own=own, spare=SPARE)
            found[seat] = IgnisPlaces(place, None)
            continue
        words, sides = _shared(ends.other.inner(6))
        found[seat] = IgnisPlaces(SeatPlace(frame, True, words, own=first, spare=SPARE), sides)
    return found


def _shared(there: Box) -> tuple[Box, Box]:
    """A corner for words and tiles: these over the words, or beside them where it is wide."""
    help_ = head_height(there) + HELP
    if there.width <= there.height:
        return there.below(help_), there.above(help_ + 4)
    end = there.left + WORDS * there.width
    words = box(there.left, there.low, end, there.high)
    words = words.below(min(there.height, head_height(words) + HELP))
    return words, box(end + 8, there.low, there.right, there.high)
