"""What the screen shows of «Игнис»: plain values, no words, no rules.

A board is its rows from the top, a character a cell: ``F`` ``W`` ``A`` ``E``, ``.`` a gap, ``#``
out of play. A cell is (row, column) from 0. Players are 0, Fire, and 1, Water.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.table.view import Target

FIRE: Final = "F"
WATER: Final = "W"
AIR: Final = "A"
EARTH: Final = "E"
GAP: Final = "."
OUT: Final = "#"
SIDES: Final = (FIRE, WATER)
"""The pieces of each player."""

Cell = tuple[int, int]
Rows = tuple[str, ...]

STEPS: Final[dict[str, Cell]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""What a push in each direction adds to a cell."""

TOWARDS: Final = tuple(STEPS)
"""The directions, by the number that a target holds."""

PIECE: Final = "piece"
"""The kind of the first target, ``(0,)`` Air, ``(1,)`` Earth, ``(2,)`` an Air turned to Earth."""
WAY: Final = "way"
"""The kind of the second target: (row, column, number of ``TOWARDS``)."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A piece that a push moves on by one cell; ``to`` lies out of play for one that is ejected."""

    piece: str
    at: Cell
    to: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a push comes to, before it is made (G4 to G9).

    ``slides`` starts with the piece that enters, from the cell before the edge, and follows the
    run; ``ejected`` is its last when the line was full. ``pushed`` is the board before edges leave,
    ``looks`` the cells that leave at each look. The counts are those after all of it.
    """

    piece: str
    at: Cell
    toward: str
    slides: tuple[Slide, ...]
    ejected: Slide | None
    pushed: Rows
    looks: tuple[tuple[Cell, ...], ...]
    air: int
    earth: int
    left: tuple[int, int]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnisBoard:
    """What lies on the table: ``air`` and ``earth`` in the supply, ``left`` the pieces of Fire and
    of Water. ``offer`` are the pieces that may be pushed now (see ``PIECE``), ``chosen`` the one
    that was picked or is under the cursor, ``ways`` where it may enter, ``preview`` what the push
    under the cursor comes to."""

    rows: Rows
    air: int
    earth: int
    left: tuple[int, int]
    to_move: int | None
    winners: tuple[int, ...] = ()
    offer: tuple[int, ...] = ()
    chosen: int | None = None
    ways: tuple[Target, ...] = ()
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class IgnisEnd:
    """The news at the end: who won (both: a draw, G9)."""

    winners: tuple[int, ...]


def inside(rows: Rows, cell: Cell) -> bool:
    """Is the cell in play?"""
    row, column = cell
    return 0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column] != OUT


def slides(rows: Rows, piece: str, at: Cell, toward: str) -> tuple[Slide, ...]:
    """What moves when ``piece`` enters at ``at``: itself, then the run up to the first gap (G4).

    The last one leaves the board when there is no gap (G5).
    """
    dy, dx = STEPS[toward]
    before, cell = (at[0] - dy, at[1] - dx), at
    moved = [Slide(piece, before, cell)]
    while inside(rows, cell) and (there := rows[cell[0]][cell[1]]) != GAP:
        before, cell = cell, (cell[0] + dy, cell[1] + dx)
        moved.append(Slide(there, before, cell))
    return tuple(moved)


def pushed(rows: Rows, moved: tuple[Slide, ...]) -> Rows:
    """The board with these pieces one cell on."""
    cells = [list(row) for row in rows]
    for slide in moved:
        if inside(rows, slide.to):
            cells[slide.to[0]][slide.to[1]] = slide.piece
    return tuple("".join(row) for row in cells)
