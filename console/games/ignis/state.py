"""A position of «Игнис»: immutable, small, equal to another when the same lies on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.games.ignis.board import CELLS, SIDE, Field
from console.games.ignis.options import Options

PLAYERS: Final = 2
FIRE_SEAT: Final = 0
WATER_SEAT: Final = 1


class State(NamedTuple):
    """``board`` is the full printed board row by row, a byte a cell as the engine protocol writes
    them (``#`` out of play); ``field`` the rectangle in play; ``air`` and ``earth`` the supply.

    ``to_move`` is a seat, 0 Fire and 1 Water, None once over; ``winners`` are seats, ascending. A
    named tuple, since nothing else is made so fast.
    """

    options: Options
    board: bytes
    field: Field
    air: int
    earth: int
    to_move: int | None
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether a side is gone (G9)."""
        return bool(self.winners)

    @property
    def rows(self) -> tuple[str, ...]:
        """The board, a text a row from the top."""
        text = self.board.decode("ascii")
        return tuple(text[start : start + SIDE] for start in range(0, CELLS, SIDE))


LONGEST: Final = 72
"""Pushes of the longest match, whatever its options (G10)."""


def winners_on(board: bytes) -> tuple[int, ...]:
    """Who has won on this board; nobody while both sides have pieces (G9)."""
    fire, water = b"F" in board, b"W" in board
    if fire and water:
        return ()
    if fire:
        return (FIRE_SEAT,)
    return (WATER_SEAT,) if water else (FIRE_SEAT, WATER_SEAT)
