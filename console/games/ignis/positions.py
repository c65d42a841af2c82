"""Positions as JSON: ``dump``, ``observe``, and ``load`` with every check of PROTOCOL.md."""

from __future__ import annotations

from typing import Any, Final

from console.games.errors import bad_state
from console.games.forms import Json, bool_field, int_field, list_field, object_field
from console.games.ignis.board import (
    AIR,
    CELLS,
    EARTH,
    FIRE,
    GAP,
    NOTHING,
    OUT,
    PIECES,
    SIDE,
    WATER,
    Field,
    field_of,
)
from console.games.ignis.edges import REMOVABLE
from console.games.ignis.options import OPTIONS, parse_options
from console.games.ignis.play import AIR_SUPPLY, EARTH_SUPPLY
from console.games.ignis.state import PLAYERS, State, winners_on
from console.games.loading import stored_options, stored_players, stored_to_move, stored_winners

ID: Final = "ignis"
SIDE_PIECES: Final = 8
ALL_PIECES: Final = 2 * SIDE_PIECES + AIR_SUPPLY + EARTH_SUPPLY
MOST: Final = {FIRE: SIDE_PIECES, WATER: SIDE_PIECES, AIR: AIR_SUPPLY}


def dump(state: State) -> Json:
    """The referee's view: everything lies open."""
    return {
        "game": ID,
        "options": state.options.to_json(),
        "players": PLAYERS,
        "to_move": state.to_move,
        "over": state.over,
        "winners": list(state.winners),
        "board": list(state.rows),
        "supply": {AIR: state.air, EARTH: state.earth},
    }


def observe(state: State, player: int) -> Json:
    """What a player may know: the state."""
    return dump(state)


def load(source: Json) -> State:
    """The position that ``dump`` printed. Raises ``GameError`` (bad_state) for what cannot be.

    Fields that ``dump`` does not print are ignored.
    """
    stored_players(source, ID, (PLAYERS, PLAYERS), "G1")
    board = _board(source)
    air, earth = _supply(source)
    state = State(
        options=stored_options(source, OPTIONS, parse_options),
        board=board,
        field=_field(board),
        air=air,
        earth=earth,
        to_move=stored_to_move(source, PLAYERS),
        winners=stored_winners(source),
    )
    _check_pieces(state)
    if any(board[cells] in REMOVABLE[state.options.edge] for cells in state.field.edges):
        raise bad_state("An edge of one element would have left the board (G8).")
    _check_end(state, bool_field(source, "over", bad_state))
    return state


def _is_row(row: Any) -> bool:
    known = (*PIECES, GAP, OUT)
    return isinstance(row, str) and len(row) == SIDE and all(cell in known for cell in row)


def _board(source: Json) -> bytes:
    rows = list_field(source, "board", bad_state)
    if len(rows) != SIDE or not all(_is_row(row) for row in rows):
        raise bad_state("The board must be 6 texts of 6 characters from F W A E . #.")
    return "".join(rows).encode("ascii")


def _supply(source: Json) -> tuple[int, int]:
    supply = object_field(source, "supply", bad_state)
    air, earth = int_field(supply, AIR, bad_state), int_field(supply, EARTH, bad_state)
    if len(supply) > 2 or air < 0 or earth < 0:
        raise bad_state("The supply must be how many A and how many E there are, and no more.")
    return air, earth


def _field(board: bytes) -> Field:
    """The rectangle in play (G8)."""
    inside = [divmod(index, SIDE) for index in range(CELLS) if chr(board[index]) != OUT]
    if not inside:
        return NOTHING
    rows, columns = zip(*inside, strict=True)
    top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
    if len(inside) != (bottom - top + 1) * (right - left + 1):
        raise bad_state("The cells in play must form a rectangle or nothing (G8).")
    return field_of(top, bottom, left, right)


def _check_pieces(state: State) -> None:
    """37 pieces are always there, and none but Earth grows in number (G1, G10)."""
    text = state.board.decode("ascii")
    count = {piece: text.count(piece) for piece in PIECES}
    count[AIR] += state.air
    count[EARTH] += state.earth
    if sum(count.values()) != ALL_PIECES:
        raise bad_state(f"There must be {ALL_PIECES} pieces on the board and in the supply (G10).")
    for piece, most in MOST.items():
        if count[piece] > most:
            raise bad_state(f"There are at most {most} pieces of the kind {piece} (G1).")


def _check_end(state: State, over: bool) -> None:
    """``over``, ``winners`` and ``to_move`` follow from the board (G9)."""
    winners = winners_on(state.board)
    if over != bool(winners):
        raise bad_state("The game is over if and only if all pieces of a side are gone (G9).")
    if state.winners != winners:
        raise bad_state("The field 'winners' does not follow from the board (G9).")
    if (state.to_move is None) != over:
        raise bad_state("The field 'to_move' must be 0 or 1 until the game is over, then null.")
