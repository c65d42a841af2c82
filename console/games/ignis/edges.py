"""Edges leave the board (G8)."""

from __future__ import annotations

from itertools import product
from typing import Final

from console.games.ignis.board import GAP, OUT, PIECES, SIDE, Field
from console.games.ignis.events import Removed
from console.games.ignis.options import FULL, SPARSE

LEAST: Final = 2
"""An edge of one cell never leaves, nor, if gaps are allowed, one with a single piece."""


def _gapped(piece: str, length: int) -> set[bytes]:
    lines = map("".join, product(piece + GAP, repeat=length))
    return {line.encode() for line in lines if line.count(piece) >= LEAST}


_LENGTHS: Final = range(LEAST, SIDE + 1)

REMOVABLE: Final[dict[str, frozenset[bytes]]] = {
    FULL: frozenset((piece * length).encode() for piece in PIECES for length in _LENGTHS),
    SPARSE: frozenset().union(*(_gapped(piece, n) for piece in PIECES for n in _LENGTHS)),
}
"""The contents of an edge that make it leave, by the option ``edge``."""


def remove_edges(board: bytes, field: Field, edge: str) -> tuple[bytes, Field, tuple[Removed, ...]]:
    """The board and the rectangle in play after all looks, and what each look removed.

    All edges that qualify at one look go at the same time; then it looks again.
    """
    removable = REMOVABLE[edge]
    looks: list[Removed] = []
    while any(gone := tuple(board[cells] in removable for cells in field.edges)):
        draft = bytearray(board)
        for cells, goes in zip(field.edges, gone, strict=True):
            if goes:
                draft[cells] = OUT.encode() * len(board[cells])
        looks.append(Removed(_pieces_lost(board, draft)))
        board = bytes(draft)
        field = field.without(gone)
    return board, field, tuple(looks)


def _pieces_lost(before: bytes, after: bytearray) -> tuple[tuple[int, int, str], ...]:
    """The pieces that are out of play now, by row and column."""
    return tuple(
        (*divmod(index, SIDE), chr(was))
        for index, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now and chr(was) != GAP
    )
