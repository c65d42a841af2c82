"""A board of somebody's own: three seats, read by code that Khvatka does not have."""

from __future__ import annotations

from drivers.board import Board
from drivers.boards.installed import InstalledBoard
from host_sim.board import SimBoard


def make() -> Board:
    """Closed. A builder would read hardware here."""
    return SimBoard("mk2", 3)


BOARD = InstalledBoard(3, make)
NOTHING = None
