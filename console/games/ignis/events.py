"""What happened in «Игнис», in the engine protocol's order and form."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.forms import Json
from console.games.ignis.board import Cell


@dataclass(frozen=True, slots=True)
class Pushed:
    """A piece entered (G4); a turned Air (G7) has entered as Earth."""

    piece: str
    at: Cell
    toward: str

    def to_json(self) -> Json:
        return {
            "type": "pushed",
            "piece": self.piece,
            "at": list(self.at),
            "toward": self.toward,
        }


@dataclass(frozen=True, slots=True)
class Ejected:
    """The piece at the far end was pushed out (G5): what it was, and the cell it lay on."""

    piece: str
    at: Cell

    def to_json(self) -> Json:
        return {"type": "ejected", "piece": self.piece, "at": list(self.at)}


@dataclass(frozen=True, slots=True)
class Removed:
    """The edges that went at one look (G8): each piece as (row, column, what it was), ascending."""

    cells: tuple[tuple[int, int, str], ...]

    def to_json(self) -> Json:
        return {"type": "removed", "cells": [list(cell) for cell in self.cells]}


Event = Pushed | Ejected | Removed
