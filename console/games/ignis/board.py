"""The board of «Игнис» as 36 bytes, and all geometry of a rectangle in play, computed once.

A line is read in one slice, so that a push and a look at an edge are a few operations on bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

SIDE: Final = 6
CELLS: Final = SIDE * SIDE

FIRE: Final = "F"
WATER: Final = "W"
AIR: Final = "A"
EARTH: Final = "E"
GAP: Final = "."
OUT: Final = "#"
PIECES: Final = (FIRE, WATER, AIR, EARTH)

UP: Final = "up"
DOWN: Final = "down"
LEFT: Final = "left"
RIGHT: Final = "right"
TOWARDS: Final = (UP, DOWN, LEFT, RIGHT)

Cell = tuple[int, int]
"""(row, column) from 0, row 0 at the top."""


@dataclass(frozen=True, slots=True)
class Ray:
    """A way into the rectangle in play (G4).

    ``cells`` reads the line from the entry to ``far``, its last cell. A push changes the edges
    ``near`` whenever it is made, and ``all_edges`` when it reaches ``far``; no other edge can
    qualify by it (G8).
    """

    cells: slice
    far: Cell
    near: tuple[slice, ...]
    all_edges: tuple[slice, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A row or column in play: ``cells`` reads it from ``first`` (a way in) to ``last`` (one too).

    Each way in is the cell and the direction of the push. ``edges`` are those to look at after a
    push (as in ``Ray``): one from the first cell, from the last; one from the first that reaches
    the far end, and one from the last that does.
    """

    cells: slice
    first: tuple[Cell, str]
    last: tuple[Cell, str]
    edges: tuple[tuple[slice, ...], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The rectangle in play: ``bounds`` are top, bottom, left and right, all inclusive; None when
    nothing is left of it.

    ``edges`` are its top row, bottom row, left column and right column; ``rays`` all ways in;
    ``lines`` its rows from the top, then its columns from the left; ``inner`` and ``outer`` read
    those that are no edges and those that are.
    """

    bounds: tuple[int, int, int, int] | None
    edges: tuple[slice, ...] = field(default=(), compare=False, repr=False)
    rays: dict[tuple[Cell, str], Ray] = field(default_factory=dict, compare=False, repr=False)
    lines: tuple[BoardLine, ...] = field(default=(), compare=False, repr=False)
    inner: tuple[slice, ...] = field(default=(), compare=False, repr=False)
    outer: tuple[slice, ...] = field(default=(), compare=False, repr=False)

    def without(self, gone: tuple[bool, ...]) -> Field:
        """The rectangle once these of ``edges`` have left; a single row is top and bottom."""
        if self.bounds is None:
            return self
        top, bottom, left, right = self.bounds
        return field_of(top + gone[0], bottom - gone[1], left + gone[2], right - gone[3])


NOTHING: Final = Field(None)


def row_cells(row: int, left: int, right: int) -> slice:
    """Reads a row from ``left`` to ``right``."""
    return slice(SIDE * row + left, SIDE * row + right + 1)


def column_cells(column: int, top: int, bottom: int) -> slice:
    """Reads a column from ``top`` to ``bottom``."""
    return slice(SIDE * top + column, SIDE * bottom + column + 1, SIDE)


def _backwards(cells: slice) -> slice:
    """Reads the same cells from the other end."""
    step = cells.step or 1
    last = cells.start + (cells.stop - 1 - cells.start) // step * step
    before = cells.start - step
    return slice(last, before if before >= 0 else None, -step)


@cache
def field_of(top: int, bottom: int, left: int, right: int) -> Field:
    """The rectangle with these bounds, or ``NOTHING``; always the same object for the same one."""
    if top > bottom or left > right:
        return NOTHING
    edges = (
        row_cells(top, left, right),
        row_cells(bottom, left, right),
        column_cells(left, top, bottom),
        column_cells(right, top, bottom),
    )
    rays: dict[tuple[Cell, str], Ray] = {}
    lines = []
    for row in range(top, bottom + 1):
        cells = row_cells(row, left, right)
        sides = tuple(edge for edge, at in zip(edges, (top, bottom), strict=False) if row == at)
        ways = ((row, left), RIGHT), ((row, right), LEFT)
        lines.append(_add_line(rays, cells, ways, sides, edges[2:]))
    for column in range(left, right + 1):
        cells = column_cells(column, top, bottom)
        sides = tuple(
            edge for edge, at in zip(edges[2:], (left, right), strict=True) if column == at
        )
        ways = ((top, column), DOWN), ((bottom, column), UP)
        lines.append(_add_line(rays, cells, ways, sides, edges[:2]))
    return Field(
        bounds=(top, bottom, left, right),
        edges=edges,
        rays=rays,
        lines=tuple(lines),
        inner=tuple(line.cells for line in lines if line.cells not in edges),
        outer=tuple(line.cells for line in lines if line.cells in edges),
    )


def _add_line(
    rays: dict[tuple[Cell, str], Ray],
    cells: slice,
    ways: tuple[tuple[Cell, str], tuple[Cell, str]],
    sides: tuple[slice, ...],
    ends: tuple[slice, ...],
) -> BoardLine:
    """A line with both ways into it. ``sides``: the line itself where it is an edge, twice where it
    is two; ``ends`` are the edges that cross it at its first and at its last cell."""
    first, last = ways
    whole = (*sides, *ends)
    rays[first] = Ray(cells, last[0], (*sides, ends[0]), whole)
    rays[last] = Ray(_backwards(cells), first[0], (*sides, ends[1]), whole)
    return BoardLine(cells, first, last, (rays[first].near, rays[last].near, whole, whole))
