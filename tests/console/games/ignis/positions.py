"""Positions by hand: draw the part of the board in play, the rest follows."""

from __future__ import annotations

from typing import Any

from console.games.ignis import play, positions
from console.games.ignis.actions import Push
from console.games.ignis.options import Options
from console.games.ignis.state import State

SIDE = 6


def board(drawing: str, at: tuple[int, int] = (0, 0)) -> list[str]:
    """Six rows: a drawing, rows with blanks between, laid at (row, column); `#` around it."""
    rows = drawing.split()
    top, left = at
    padded = [("#" * left + row).ljust(SIDE, "#") for row in rows]
    outside = "#" * SIDE
    return [outside] * top + padded + [outside] * (SIDE - top - len(rows))


def shown(
    drawing: str,
    *,
    at: tuple[int, int] = (0, 0),
    air: int = 2,
    earth: int | None = None,
    to_move: int | None = 0,
    winners: tuple[int, ...] = (),
    **options: str,
) -> dict[str, Any]:
    """A state in the engine protocol's form; the Earth that 37 pieces need is in the supply."""
    rows = board(drawing, at)
    lying = sum(row.count(piece) for row in rows for piece in "FWAE")
    return {
        "game": "ignis",
        "options": Options(**options).to_json(),
        "players": 2,
        "to_move": to_move,
        "over": bool(winners),
        "winners": list(winners),
        "board": rows,
        "supply": {"A": air, "E": 37 - lying - air if earth is None else earth},
    }


def position(drawing: str, *, at: tuple[int, int] = (0, 0), **fields: Any) -> State:
    """The same, loaded."""
    return positions.load(shown(drawing, at=at, **fields))


def push(state: State, text: str) -> tuple[State, list[dict[str, Any]]]:
    """Applies a push written as ``"E 0,2 down"`` (``"flip"`` for the piece turns an Air)."""
    after, events = play.apply(state, action(text))
    return after, [event.to_json() for event in events]


def action(text: str) -> Push:
    """The action written so."""
    piece, cell, toward = text.split()
    row, column = cell.split(",")
    flip = piece == "flip"
    return Push("E" if flip else piece, (int(row), int(column)), toward, flip)


def may(state: State, text: str) -> bool:
    """Whether this push is among the legal actions."""
    return action(text) in play.legal_actions(state)


def play_area(state: State) -> str:
    """What is in play, rows with blanks between."""
    return " ".join(filter(None, (row.replace("#", "") for row in state.rows)))
