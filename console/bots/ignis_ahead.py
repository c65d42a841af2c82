"""«Игнис» for looking ahead: the pushes of a position without events, checks and state objects.

The rules stay where they are (``console.games.ignis``): this knows what G4 to G8 make of a line,
and remembers it for every line it has met: several times as fast as listing and applying actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from console.bots.remembered import Remembered
from console.games.ignis import Options, Push, State
from console.games.ignis.board import AIR, EARTH, FIRE, GAP, PIECES, WATER, Field, field_of
from console.games.ignis.edges import REMOVABLE, one_look
from console.games.ignis.options import STAYS_AIR


class Ground:
    """A rectangle in play, one object for each: ``lanes`` are its rows from the top, then its
    columns from the left, each as its cells and, for a push from its first cell and from its last,
    the edges to look at: those that any push changes, and those that one to the far end changes.

    ``inner`` and ``outer`` read the lines that are no edges and those that are.
    """

    __slots__ = ("field", "inner", "lanes", "outer")

    def __init__(self, field: Field) -> None:
        self.field = field
        self.lanes: list[Lane] = []
        for line in field.lines:
            first, last = field.rays[line.first], field.rays[line.last]
            edges = first.near, last.near, first.all_edges, last.all_edges
            self.lanes.append((len(self.lanes) * _CODES, line.cells, edges))
        self.inner = [line.cells for line in field.lines if line.cells not in field.edges]
        self.outer = [line.cells for line in field.lines if line.cells in field.edges]


Lane = tuple[int, slice, tuple[tuple[slice, ...], ...]]
Position = tuple[bytes, Ground, int, int]
"""Board, rectangle in play, Air and Earth in the supply; a plain tuple since there are so many."""
Child = tuple[bytes, Ground, int, int, int]
"""The position after a push, and the push: a number from which ``push_of`` makes the action."""
Shrunk = tuple[bytes, Ground, int, int]
"""Board and rectangle once edges have left, and the Air and the Earth that the supply gains."""


@cache
def ground_of(bounds: tuple[int, int, int, int] | None) -> Ground:
    """The rectangle with these bounds (as in ``Field``)."""
    return Ground(field_of(*(bounds or (0, -1, 0, -1))))


def position_of(state: State) -> Position:
    """A position of the rules."""
    return state.board, ground_of(state.field.bounds), state.air, state.earth


# A push as a number: 8 for each lane before its own, and these.
_CODES: Final = 8
_FROM_LAST: Final = 4
_FLIP: Final = 2
_AIR: Final = 1


def push_of(ground: Ground, code: int) -> Push:
    """The action that ``Child`` tells as a number."""
    lane, how = divmod(code, _CODES)
    line = ground.field.lines[lane]
    at, toward = line.last if how & _FROM_LAST else line.first
    return Push(AIR if how & _AIR else EARTH, at, toward, bool(how & _FLIP))


_AIR_CELL: Final = AIR.encode()
_PIECE_CELLS: Final = tuple(piece.encode() for piece in PIECES)
_YIELDS_TO: Final = {ord(FIRE): AIR + EARTH, ord(WATER): AIR + EARTH, ord(AIR): EARTH}

Made = tuple[int, bytes, int, int, int]
"""A push into a line: how (as in the number of a push), the line afterwards, the Air and the Earth
that the supply gains, and which edges of the lane to look at."""


class _Pushes(Remembered[bytes, tuple[Made, ...]]):
    """All pushes into a line by its contents (G4 to G7): about a kilobyte each."""

    most = 250

    def __init__(self, offer: tuple[int, ...], air_stays: bool) -> None:
        super().__init__()
        self._offer = offer
        self._air_stays = air_stays

    def work_out(self, key: bytes) -> tuple[Made, ...]:
        there = [self._made(key, how) for how in self._offer]
        back = [self._made(key[::-1], how) for how in self._offer]
        return tuple(
            [push for push in there if push]
            + [(p[0] + _FROM_LAST, p[1][::-1], p[2], p[3], p[4] + 1) for p in back if p]
        )

    def _made(self, line: bytes, how: int) -> Made | None:
        piece = AIR if how & _AIR else EARTH
        air, earth = (-1, 0) if how else (0, -1)
        gap = line.find(GAP.encode())
        if gap < 0:
            gap = len(line) - 1
            if piece not in _YIELDS_TO.get(line[gap], ""):
                return None
            if line[gap] == ord(AIR) and self._air_stays:
                air += 1
            else:
                earth += 1
        after = piece.encode() + line[:gap] + line[gap + 1 :]
        return how, after, air, earth, 2 if gap == len(line) - 1 else 0


class Ahead:
    """The positions that follow from one, under ``options``."""

    def __init__(self, options: Options) -> None:
        self._removable = REMOVABLE[options.edge]
        self._air_stays = options.ejected_air == STAYS_AIR
        self._shrunk: dict[bytes, Shrunk] = {}  # by the board after the push: met again and again
        both, only_earth, only_air = _tables(self._air_stays)
        # By whether there is Air, then Earth; one of them there always is (G10).
        self._pushes: Mapping[tuple[bool, bool], _Pushes] = {
            (True, True): both,
            (False, True): only_earth,
            (True, False): only_air,
        }

    def children(self, position: Position) -> Iterator[Child]:
        """What every legal push leads to, one by one. The game must not be over."""
        board, ground, air, earth = position
        pushes = self._pushes[air > 0, earth > 0]
        removable, shrunk = self._removable, self._shrunk
        for code, cells, edges in ground.lanes:
            for how, line, to_air, to_earth, reach in pushes[board[cells]]:
                draft = bytearray(board)
                draft[cells] = line
                after = bytes(draft)
                for edge in edges[reach]:
                    if after[edge] in removable:
                        left = shrunk.get(after) or self._shrink(after, ground)
                        yield (
                            left[0],
                            left[1],
                            air + to_air + left[2],
                            earth + to_earth + left[3],
                            code + how,
                        )
                        break
                else:
                    yield after, ground, air + to_air, earth + to_earth, code + how

    def _shrink(self, board: bytes, ground: Ground) -> Shrunk:
        """G8, all looks."""
        field, before = ground.field, board
        after, smaller = one_look(board, field, self._removable)
        while smaller is not field:
            board, field = after, smaller
            after, smaller = one_look(board, field, self._removable)
        air = before.count(_AIR_CELL) - board.count(_AIR_CELL) if self._air_stays else 0
        lost = sum([before.count(piece) - board.count(piece) for piece in _PIECE_CELLS])
        self._shrunk[before] = left = board, ground_of(field.bounds), air, lost - air
        return left


@cache
def _tables(air_stays: bool) -> tuple[_Pushes, _Pushes, _Pushes]:
    """With both in the supply, with Earth only, with Air only (G7)."""
    offers = (_AIR, 0), (0,), (_AIR, _FLIP)
    both, only_earth, only_air = (_Pushes(offer, air_stays) for offer in offers)
    return both, only_earth, only_air
