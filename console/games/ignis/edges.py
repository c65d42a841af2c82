"""Edges leave the board (G8)."""

from __future__ import annotations

from collections.abc import Container, Iterator
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


def one_look(board: bytes, field: Field, removable: Container[bytes]) -> tuple[bytes, Field]:
    """The board and the rectangle in play once the edges that qualify now have left together.

    ``field`` itself comes back when none does.
    """
    gone = tuple([board[cells] in removable for cells in field.edges])
    if True not in gone:
        return board, field
    draft = bytearray(board)
    for cells, goes in zip(field.edges, gone, strict=True):
        if goes:
            draft[cells] = OUT.encode() * len(board[cells])
    return bytes(draft), field.without(gone)


def looks(board: bytes, field: Field, removable: Container[bytes]) -> Iterator[tuple[bytes, Field]]:
    """The board and the rectangle in play after each look at which edges leave."""
    after, smaller = one_look(board, field, removable)
    while smaller is not field:
        yield after, smaller
        field = smaller
        after, smaller = one_look(after, field, removable)


def remove_edges(
    board: bytes, field: Field, removable: Container[bytes]
) -> tuple[bytes, Field, tuple[Removed, ...]]:
    """The board and the rectangle in play after all looks, and what each look removed."""
    removed: list[Removed] = []
    for after, smaller in looks(board, field, removable):
        removed.append(Removed(_pieces_lost(board, after)))
        board, field = after, smaller
    return board, field, tuple(removed)


def _pieces_lost(before: bytes, after: bytes) -> tuple[tuple[int, int, str], ...]:
    """The pieces that are out of play now, by row and column."""
    return tuple(
        (*divmod(index, SIDE), chr(was))
        for index, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now and chr(was) != GAP
    )
