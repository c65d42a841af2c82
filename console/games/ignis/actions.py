"""What can be done in «Игнис»: one kind of action, a frozen value with a JSON round trip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.games.errors import bad_request
from console.games.forms import Json, bool_field, exact_fields, is_int, list_field, str_field
from console.games.ignis.board import AIR, EARTH, SIDE, TOWARDS, Cell

INSERTED: Final = (AIR, EARTH)


@dataclass(frozen=True, slots=True)
class Push:
    """``piece`` (``"A"`` or ``"E"``) enters at the edge cell ``at`` moving ``toward`` (G4).

    ``at`` is (row, column) from 0, row 0 at the top; ``toward`` one of ``up down left right``.
    With ``flip`` it is an Air turned to Earth (G7), and ``piece`` is ``"E"``.
    """

    piece: str
    at: Cell
    toward: str
    flip: bool = False

    def to_json(self) -> Json:
        shown: Json = {
            "type": "push",
            "piece": self.piece,
            "at": list(self.at),
            "toward": self.toward,
        }
        return shown | {"flip": True} if self.flip else shown


Action = Push


def parse_action(source: Json) -> Action:
    """An action from its JSON form.

    Raises ``GameError`` (bad_request) for an unknown type, piece or direction, a coordinate outside
    the printed board and a missing, extra or ill-typed field; ``flip`` stands only beside
    ``"piece":"E"``, and only as true.
    """
    if str_field(source, "type") != "push":
        raise bad_request("Unknown type of action; known is push.")
    flip = "flip" in source
    exact_fields(source, ("piece", "at", "toward", "flip") if flip else ("piece", "at", "toward"))
    piece = str_field(source, "piece")
    if piece not in INSERTED:
        raise bad_request("The piece to push is 'A' or 'E'.")
    if flip and not (bool_field(source, "flip") and piece == EARTH):
        raise bad_request("The field 'flip' is true, beside the piece 'E', or absent (G7).")
    toward = str_field(source, "toward")
    if toward not in TOWARDS:
        raise bad_request(f"A piece is pushed toward one of {', '.join(TOWARDS)}.")
    return Push(piece, _cell(source), toward, flip)


def _cell(source: Json) -> Cell:
    at = list_field(source, "at")
    if len(at) != 2 or not all(is_int(number) and 0 <= number < SIDE for number in at):
        raise bad_request(f"The field 'at' must be [row, column], each from 0 to {SIDE - 1}.")
    return at[0], at[1]
