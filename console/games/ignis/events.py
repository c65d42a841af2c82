"""What happened in «Игнис», in the engine protocol's order and form."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.forms import Formed
from console.games.ignis.board import Cell


@dataclass(frozen=True, slots=True)
class Pushed(Formed):
    """A piece entered (G4); a turned Air (G7) has entered as Earth."""

    type = "pushed"
    piece: str
    at: Cell
    toward: str


@dataclass(frozen=True, slots=True)
class Ejected(Formed):
    """The piece at the far end was pushed out (G5): what it was, and the cell it lay on."""

    type = "ejected"
    piece: str
    at: Cell


@dataclass(frozen=True, slots=True)
class Removed(Formed):
    """The edges that went at one look (G8): each piece as (row, column, what it was), ascending."""

    type = "removed"
    cells: tuple[tuple[int, int, str], ...]


Event = Pushed | Ejected | Removed
