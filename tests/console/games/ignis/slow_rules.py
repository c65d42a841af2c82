"""The rules told once more, slowly: cell by cell from the printed text, to compare with.

A position is a dict from cell to piece (`.` for a gap) and a supply; nothing here is taken from the
code under test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Cells = dict[tuple[int, int], str]
Move = tuple[str, tuple[int, int], str, bool]


@dataclass
class Slow:
    """``cells`` in play, ``supply`` of A and E, the options."""

    cells: Cells
    supply: Counter[str]
    sparse: bool
    keep_air: bool


def path(cells: Cells, at: tuple[int, int], toward: str) -> list[tuple[int, int]]:
    """The cells from ``at`` to the other end of the board in play."""
    found = []
    while at in cells:
        found.append(at)
        at = (at[0] + STEPS[toward][0], at[1] + STEPS[toward][1])
    return found


def ways_in(cells: Cells) -> Iterator[tuple[tuple[int, int], str]]:
    """G4: where the cell behind is not in play."""
    for row, column in cells:
        for toward, (down, right) in STEPS.items():
            if (row - down, column - right) not in cells:
                yield (row, column), toward


def offers(slow: Slow) -> list[tuple[str, bool]]:
    """G4, G7: the pieces one may take, and whether an Air is turned."""
    found = [(piece, False) for piece in "AE" if slow.supply[piece]]
    return [*found, ("E", True)] if not slow.supply["E"] else found


def legal(slow: Slow) -> set[Move]:
    """G4, G5, G7: all moves while the game runs."""
    found = set()
    for at, toward in ways_in(slow.cells):
        line = [slow.cells[cell] for cell in path(slow.cells, at, toward)]
        for piece, flip in offers(slow):
            ejects = line[-1] if "." not in line else None
            if ejects != "E" and not (ejects == "A" and piece == "A"):
                found.add((piece, at, toward, flip))
    return found


def leaves(slow: Slow, edge: list[tuple[int, int]]) -> bool:
    """G8: whether this edge qualifies."""
    lying = [slow.cells[cell] for cell in edge]
    pieces = [piece for piece in lying if piece != "."]
    if len(edge) < 2 or len(set(pieces)) != 1:
        return False
    return len(pieces) >= 2 if slow.sparse else len(pieces) == len(edge)


def edges_of(cells: Cells) -> list[list[tuple[int, int]]]:
    """The outermost rows and columns."""
    rows = sorted({row for row, _ in cells})
    columns = sorted({column for _, column in cells})
    found = [[cell for cell in cells if cell[0] == row] for row in {rows[0], rows[-1]}]
    return found + [[cell for cell in cells if cell[1] == c] for c in {columns[0], columns[-1]}]


def give_back(slow: Slow, piece: str) -> None:
    """G6, G8: what leaves joins the supply, as Earth."""
    slow.supply["A" if piece == "A" and slow.keep_air else "E"] += 1


def look_until_none_leaves(slow: Slow) -> list[list[tuple[int, int, str]]]:
    """G8: the pieces that went at each look."""
    looks = []
    while slow.cells:
        gone = {cell for edge in edges_of(slow.cells) if leaves(slow, edge) for cell in edge}
        if not gone:
            break
        lost = sorted((*cell, slow.cells.pop(cell)) for cell in gone)
        looks.append([entry for entry in lost if entry[2] != "."])
        for *_, piece in looks[-1]:
            give_back(slow, piece)
    return looks


def push(slow: Slow, move: Move) -> list[tuple[str, object]]:
    """G4 to G8: makes a legal move and tells what happened."""
    piece, at, toward, flip = move
    slow.supply["A" if flip else piece] -= 1
    told: list[tuple[str, object]] = [("pushed", (piece, at, toward))]
    carried = piece
    for cell in path(slow.cells, at, toward):
        slow.cells[cell], carried = carried, slow.cells[cell]
        if carried == ".":
            break
    else:
        told.append(("ejected", (carried, cell)))
        give_back(slow, carried)
    return told + [("removed", look) for look in look_until_none_leaves(slow)]


def winners(slow: Slow) -> list[int]:
    """G9."""
    fire, water = ("F" in slow.cells.values()), ("W" in slow.cells.values())
    return [] if fire and water else [0] if fire else [1] if water else [0, 1]
