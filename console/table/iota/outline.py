"""The empty cells beside a table, in the order in which one walks around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.table.iota.view import Cell

Edge = tuple[Cell, int]
"""A card's cell and one of its sides that no card lies beside."""

BESIDE: Final[tuple[Cell, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Top, right, bottom, left: clockwise."""


def outline(cards: Iterable[Cell]) -> tuple[Cell, ...]:
    """The empty cells beside these, each once: clockwise around the table from the top left card,
    then around its holes. Neighbours in this order lie close together."""
    taken = set(cards)
    edges: dict[Edge, None] = {
        (cell, side): None
        for side in range(4)
        for cell in sorted(taken, key=lambda cell: (cell[1], cell[0]))
        if _step(cell, side) not in taken
    }
    found: dict[Cell, None] = {}
    while edges:
        edge = next(iter(edges))
        while edge in edges:
            del edges[edge]
            found[_step(*edge)] = None
            edge = _next(taken, edge)
    return tuple(found)


def _step(cell: Cell, side: int) -> Cell:
    dx, dy = BESIDE[side % 4]
    return cell[0] + dx, cell[1] + dy


def _next(taken: set[Cell], edge: Edge) -> Edge:
    """The side that follows clockwise: around an inner corner, straight on, or an outer one."""
    cell, side = edge
    ahead = _step(cell, side + 1)
    across = _step(ahead, side)
    if across in taken:
        return across, (side - 1) % 4
    if ahead in taken:
        return ahead, side
    return cell, (side + 1) % 4
