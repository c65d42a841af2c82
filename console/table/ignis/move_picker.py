"""How a push is picked: first the piece, then where it enters; and what it would come to."""

from __future__ import annotations

from typing import Final

from console.games.ignis import Ignis, play
from console.games.ignis.actions import Push
from console.games.ignis.board import Field
from console.games.ignis.edges import REMOVABLE
from console.games.ignis.events import Removed
from console.games.ignis.state import State
from console.table.board.move_picker import MadeAction, MovePicker
from console.table.board.view import Choosing
from console.table.ignis.view import (
    AIR,
    EARTH,
    PIECE,
    SIDES,
    TOWARDS,
    WAY,
    Cell,
    IgnisBoard,
    IgnisEnd,
    Preview,
    Rows,
    inside,
    pushed,
    slides,
)
from console.table.record_values import ResultColumn
from console.table.view import Target

OFFER: Final = ((AIR, False), (EARTH, False), (EARTH, True))
"""The piece and whether it is an Air turned to Earth, by the number that a target holds."""


class IgnisMovePicker(MovePicker[State, Push]):
    """«Игнис»: everything lies open."""

    game = Ignis()

    # -- picking ---------------------------------------------------------------------------------

    def targets(self, state: State, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        """The pieces that a legal push allows, then the legal ways in, clockwise (G4, G5, G7)."""
        if len(picked) > 1 or state.over:
            return ()
        pushes = play.legal_actions(state)
        if not picked:
            offered = {_number(push) for push in pushes}
            return tuple(Target(PIECE, (number,)) for number in sorted(offered))
        number = picked[0].at[0]
        legal = {(p.at, p.toward) for p in pushes if _number(p) == number}
        return tuple(
            _target(at, toward) for at, toward in ring(state.field) if (at, toward) in legal
        )

    def draft(self, state: State, picked: tuple[Target, ...]) -> Push | None:
        """The push, once both are picked."""
        if len(picked) != 2:
            return None
        return _push(*picked)

    def picks(self, state: State, action: Push) -> tuple[Target, ...]:
        """The piece and the way in."""
        return Target(PIECE, (_number(action),)), _target(action.at, action.toward)

    # -- seeing ----------------------------------------------------------------------------------

    def board(self, state: State, choosing: Choosing | None) -> IgnisBoard:
        """The board, the supply, and what the push under the cursor comes to."""
        offer: tuple[int, ...] = ()
        chosen: int | None = None
        ways: tuple[Target, ...] = ()
        preview: Preview | None = None
        if choosing is not None and choosing.target is not None:
            offer = tuple(t.at[0] for t in self.targets(state, ()))
            way = choosing.target if choosing.picked else None
            piece = choosing.picked[0] if choosing.picked else choosing.target
            chosen = piece.at[0]
            ways = self.targets(state, (piece,))
            preview = None if way is None else preview_of(state, _push(piece, way))
        return IgnisBoard(
            rows=state.rows,
            air=state.air,
            earth=state.earth,
            left=left(state),
            to_move=state.to_move,
            winners=state.winners,
            offer=offer,
            chosen=chosen,
            ways=ways,
            preview=preview,
        )

    def hand(self, state: State, player: int) -> tuple[str, ...]:
        """Nothing is hidden."""
        return ()

    def score(self, state: State, player: int) -> int:
        """The player's own pieces on the board."""
        return left(state)[player]

    def column(self, state: State) -> ResultColumn:
        """Pieces."""
        return ResultColumn.PIECES

    def news(self, made: MadeAction[State, Push]) -> IgnisEnd | None:
        """Who won (G9)."""
        after = made.after
        return IgnisEnd(after.winners) if after.over else None


def left(state: State) -> tuple[int, int]:
    """The pieces of Fire and of Water on the board."""
    fire, water = (state.board.count(side.encode()) for side in SIDES)
    return fire, water


def ring(field: Field) -> tuple[tuple[Cell, str], ...]:
    """All ways into the rectangle in play, clockwise from its top left corner: downwards through
    the top edge, then through the right one, the bottom one and the left one."""
    if field.bounds is None:
        return ()
    top, bottom, first, last = field.bounds
    columns, rows = range(first, last + 1), range(top, bottom + 1)
    return (
        *(((top, column), "down") for column in columns),
        *(((row, last), "left") for row in rows),
        *(((bottom, column), "up") for column in reversed(columns)),
        *(((row, first), "right") for row in reversed(rows)),
    )


def preview_of(state: State, push: Push) -> Preview:
    """What a legal push comes to. Raises GameError for an illegal one."""
    after, events = play.apply(state, push)
    moved = slides(state.rows, push.piece, push.at, push.toward)
    shifted = pushed(state.rows, moved)
    looks: tuple[tuple[Cell, ...], ...] = ()
    if any(isinstance(event, Removed) for event in events):
        looks = _looks(shifted, state)
    return Preview(
        piece=push.piece,
        at=push.at,
        toward=push.toward,
        slides=moved,
        ejected=None if inside(state.rows, moved[-1].to) else moved[-1],
        pushed=shifted,
        looks=looks,
        air=after.air,
        earth=after.earth,
        left=left(after),
        winners=after.winners,
    )


def _looks(rows: Rows, state: State) -> tuple[tuple[Cell, ...], ...]:
    """The cells that leave at each look, gaps too (G8)."""
    board = "".join(rows).encode("ascii")
    removable = REMOVABLE[state.options.edge]
    field, looks = state.field, []
    while any(gone := tuple(board[cells] in removable for cells in field.edges)):
        smaller = field.without(gone)
        looks.append(tuple(sorted(_cells(field) - _cells(smaller))))
        field = smaller
    return tuple(looks)


def _cells(field: Field) -> set[Cell]:
    if field.bounds is None:
        return set()
    top, bottom, first, last = field.bounds
    return {(r, c) for r in range(top, bottom + 1) for c in range(first, last + 1)}


def _number(push: Push) -> int:
    return OFFER.index((push.piece, push.flip))


def _target(at: Cell, toward: str) -> Target:
    return Target(WAY, (*at, TOWARDS.index(toward)))


def _push(piece: Target, way: Target) -> Push:
    kind, flip = OFFER[piece.at[0]]
    row, column, toward = way.at
    return Push(kind, (row, column), TOWARDS[toward], flip)
