"""Looking ahead: what pushes lead to, without events, checks and state objects.

What all pushes make of a line is remembered for every line that was met: several times as fast as
listing and applying actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from console.games.bounded_cache import BoundedCache
from console.games.ignis.actions import Push
from console.games.ignis.board import AIR, EARTH, PIECES, Field
from console.games.ignis.edges import REMOVABLE, looks
from console.games.ignis.options import STAYS_AIR, Options
from console.games.ignis.pushes import OFFERS, Offer, entered, kept, may_enter, push
from console.games.ignis.state import State

Position = tuple[bytes, Field, int, int]
"""Board, rectangle in play, Air and Earth in the supply; a plain tuple since there are so many."""
Child = tuple[bytes, Field, int, int, int]
"""The position after a push, and the push: a number from which ``push_of`` makes the action."""
Shrunk = tuple[bytes, Field, int, int]
"""Board and rectangle once edges have left, and the Air and the Earth that the supply gains."""

# A push as a number: 8 for each line before its own, and these.
_CODES: Final = 8
_FROM_LAST: Final = 4
_FLIP: Final = 2
_AIR: Final = 1


def position_of(state: State) -> Position:
    """A position of the rules."""
    return state.board, state.field, state.air, state.earth


def push_of(field: Field, code: int) -> Push:
    """The action that ``Child`` tells as a number."""
    at, how = divmod(code, _CODES)
    line = field.lines[at]
    way = line.last if how & _FROM_LAST else line.first
    return push(AIR if how & _AIR else EARTH, *way, bool(how & _FLIP))


class LinePush(NamedTuple):
    """A push into a line: how (as in its number), the line afterwards, the Air and the Earth that
    the supply gains, and which of ``Line.edges`` to look at (G8)."""

    how: int
    line: bytes
    air: int
    earth: int
    edges: int


class _LinePushes(BoundedCache[bytes, tuple[LinePush, ...]]):
    """All pushes into a line by its contents, from its first cell, then from its last: about a
    kilobyte each."""

    most = 250

    def __init__(self, offer: Offer, air_stays: bool) -> None:
        super().__init__()
        self._offer = offer
        self._air_stays = air_stays

    def work_out(self, key: bytes) -> tuple[LinePush, ...]:
        there, back = self._made(key), self._made(key[::-1])
        return tuple(
            there
            + [
                LinePush(p.how + _FROM_LAST, p.line[::-1], p.air, p.earth, p.edges + 1)
                for p in back
            ]
        )

    def _made(self, line: bytes) -> list[LinePush]:
        found = []
        for piece, flip in self._offer:
            if may_enter(piece, line, -1):
                after, lost, far = entered(piece, line)
                air, earth = kept(lost, self._air_stays) if lost else (0, 0)
                taken = AIR if flip else piece
                how = _FLIP if flip else _AIR if piece == AIR else 0
                air, earth = air - (taken == AIR), earth - (taken == EARTH)
                found.append(LinePush(how, after, air, earth, 2 * far))
        return found


@cache
def _tables(air_stays: bool) -> Mapping[tuple[bool, bool], _LinePushes]:
    """As ``OFFERS``."""
    return {has: _LinePushes(offer, air_stays) for has, offer in OFFERS.items()}


_AIR_CELL: Final = AIR.encode()
_PIECE_CELLS: Final = tuple(piece.encode() for piece in PIECES)


class Ahead:
    """The positions that follow from one, under ``options``."""

    def __init__(self, options: Options) -> None:
        self._removable = REMOVABLE[options.edge]
        self._air_stays = options.ejected_air == STAYS_AIR
        self._pushes = _tables(self._air_stays)
        self._shrunk: dict[bytes, Shrunk] = {}  # by the board after the push: met again and again

    def children(self, position: Position) -> Iterator[Child]:
        """What every legal push leads to, one by one. The game must not be over."""
        board, field, air, earth = position
        pushes = self._pushes[air > 0, earth > 0]
        removable, shrunk = self._removable, self._shrunk
        code = 0
        for line in field.lines:
            cells, edges = line.cells, line.edges
            for how, made, to_air, to_earth, reach in pushes[board[cells]]:
                draft = bytearray(board)
                draft[cells] = made
                after = bytes(draft)
                for edge in edges[reach]:
                    if after[edge] in removable:
                        left = shrunk.get(after) or self._shrink(after, field)
                        yield (
                            left[0],
                            left[1],
                            air + to_air + left[2],
                            earth + to_earth + left[3],
                            code + how,
                        )
                        break
                else:
                    yield after, field, air + to_air, earth + to_earth, code + how
            code += _CODES

    def _shrink(self, board: bytes, field: Field) -> Shrunk:
        """G8, all looks."""
        *_, (after, smaller) = looks(board, field, self._removable)
        air = board.count(_AIR_CELL) - after.count(_AIR_CELL) if self._air_stays else 0
        lost = sum([board.count(piece) - after.count(piece) for piece in _PIECE_CELLS])
        self._shrunk[board] = left = after, smaller, air, lost - air
        return left
