"""Where things lie on the table: the growing grid in the middle, the columns beside it.

Lengths are design pixels, places those of the frame in the middle, read from the bottom edge. The
grid has a few sizes only, so that it does not change with every card, and stays where it is while
a turn is being picked. The right column is always free of cards, the left one while it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from console.screens.layout import Frame, Layout
from console.table.iota.view import Cell

STEPS: Final = (92, 79, 69, 61, 55, 50, 46, 42, 39, 37, 34, 32, 30, 27)
"""From one card to the next, about: the steps are those of 6, 7, 8 … cards between two strips."""
STRIP: Final = 122.0
"""Left free along an edge with seats, for the strips; MARGIN along others."""
MARGIN: Final = 12.0
COLUMN: Final = 216.0
PANEL: Final = 304.0
"""The explanation of points, along the column; below it, nearer to who reads, the plates."""
PLATE: Final = 58.0
GAP: Final = 8.0
SLACK: Final = 2.0
"""What whole pixels may add."""
ACROSS: Final = COLUMN - 8.0
ALONG: Final = PANEL + GAP + PLATE
LEFT, RIGHT = -1, 1


@dataclass(frozen=True, slots=True)
class Area:
    """The free middle of the table; ``unit`` is pixels per design pixel."""

    unit: float
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Spot:
    """How the grid lies: the middle of cell (0, 0) and the distance to the next one.

    ``left_free``: no card lies in the left column.
    """

    pitch: float
    x: float
    y: float
    left_free: bool

    def at(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        return self.x + cell[0] * self.pitch, self.y - cell[1] * self.pitch


@lru_cache(maxsize=8)
def area_of(layout: Layout) -> Area:
    """What the seats' strips leave free."""
    half_x, half_y = (side / layout.unit / 2 for side in layout.size)
    edges = {frame.quarter for frame in layout.frames}
    bottom, left, top, right = (STRIP if quarter in edges else MARGIN for quarter in range(4))
    return Area(layout.unit, left - half_x, bottom - half_y, half_x - right, half_y - top)


def pitches(unit: float) -> tuple[float, ...]:
    """The steps, each a whole number of pixels, so that all gaps are the same."""
    return tuple(floor(step * unit) / unit for step in STEPS)


def _snapped(length: float, unit: float) -> float:
    """A whole number of pixels and a bit: halves would be rounded now up, now down."""
    return (floor(length * unit) + 0.25) / unit


@lru_cache(maxsize=64)
def spot_of(area: Area, cards: frozenset[Cell], more: frozenset[Cell] = frozenset()) -> Spot:
    """The greatest grid that has room for ``cards`` and the places around them.

    ``more``, the places on offer and the cards laid so far, only count when they would lie outside.
    """
    spot = _fitted(area, _box(cards, 1))
    if more and not _holds(area, spot, _box(more, 0)):
        spot = _fitted(area, _box(cards | more, 1))
    return spot


Box = tuple[int, int, int, int]
"""The first and last x, the first and last y."""


def _box(cells: Iterable[Cell], around: int) -> Box:
    xs, ys = zip(*cells, strict=True)
    return min(xs) - around, max(xs) + around, min(ys) - around, max(ys) + around


def _fitted(area: Area, box: Box) -> Spot:
    wide, high = box[1] - box[0] + 1, box[3] - box[2] + 1
    room = area.right - COLUMN - area.left
    fits = (
        p for p in pitches(area.unit) if wide * p <= room and high * p <= area.top - area.bottom
    )
    pitch = next(fits, pitches(area.unit)[-1])
    # in the middle, or as far to the left of it as the right column needs
    middle = min((area.left + area.right) / 2, area.right - COLUMN - wide * pitch / 2)
    x = middle - pitch * (box[0] + box[1]) / 2
    y = (area.bottom + area.top) / 2 + pitch * (box[2] + box[3]) / 2
    x, y = _snapped(x, area.unit), _snapped(y, area.unit)
    return Spot(pitch, x, y, middle - wide * pitch / 2 >= area.left + COLUMN)


def _holds(area: Area, spot: Spot, box: Box) -> bool:
    half = spot.pitch / 2 - SLACK
    left, top = spot.at((box[0], box[2]))
    right, bottom = spot.at((box[1], box[3]))
    least = area.left + (COLUMN if spot.left_free else 0)
    return (
        left - half >= least
        and right + half <= area.right - COLUMN
        and bottom - half >= area.bottom
        and top + half <= area.top
    )


def side_of(layout: Layout, seat: int) -> int:
    """The column closer to a seat; the one to the right of who sits in the middle."""
    frame = layout.frames[seat]
    away = frame.x_px - layout.centre[0]
    if abs(away) < 1:
        return RIGHT if frame.quarter == 0 else LEFT
    return RIGHT if away > 0 else LEFT


def column_frame(layout: Layout, side: int, quarter: int) -> tuple[Frame, float, float]:
    """A frame in the middle of a column's part for panel and plates, and the part's width and
    height as seen by who reads. In the right column it lies at the top, in the left one at the
    bottom: each long side sees the same."""
    area = area_of(layout)
    x = area.right - COLUMN / 2 if side == RIGHT else area.left + COLUMN / 2
    y = area.top - ALONG / 2 - 4 if side == RIGHT else area.bottom + ALONG / 2 + 4
    x_px, y_px = layout.reader(0).place(x, y)
    size = (ACROSS, ALONG) if quarter % 2 == 0 else (ALONG, ACROSS)
    return Frame(x_px, y_px, quarter, layout.unit), *size


def deck_at(layout: Layout) -> tuple[float, float]:
    """The middle of the deck: below the panel in the right column."""
    area = area_of(layout)
    return area.right - COLUMN / 2, (area.bottom + area.top - ALONG - GAP) / 2
