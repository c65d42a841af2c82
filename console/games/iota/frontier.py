"""Where a card can be laid: the empty cells beside the table, and what their lines ask for (I2)."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.iota.cards import POINTS, WILD, fitting
from console.games.iota.table import COLUMN, LONGEST, ROW, Table, beyond


@dataclass(frozen=True, slots=True)
class Gate:
    """What the cards beside an empty cell, in its row or in its column, ask of a card laid there.

    ``before`` and ``after`` are those cards, nearest first; ``fit`` the real cards that would make
    a line with the real ones among them, and so what a wild could stand for; ``touched`` tells that
    a wild is among them, which ``fit`` knows nothing of; ``sum`` and ``size`` are theirs.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    fit: int
    touched: bool
    sum: int
    size: int


@dataclass(slots=True)
class Frontier:
    """The empty cells beside the table: where a card may be laid and, ``dead``, where none may.

    ``gates`` are by axis and cell, for cells with neighbours on that axis.
    """

    live: dict[int, None]  # a set that keeps its order
    dead: set[int]
    gates: dict[int, dict[int, Gate]]


def frontier_of(table: Table) -> Frontier:
    """The frontier of a table. A cell is dead when any card there would break a line."""
    cells = table.cells
    found = Frontier({}, set(), {ROW: {}, COLUMN: {}})
    beside = [key + step for key in cells for step in (-COLUMN, -ROW, ROW, COLUMN)]
    for key in dict.fromkeys(beside):
        if key in cells:
            continue
        if _open_gate(table, found, key, ROW) and _open_gate(table, found, key, COLUMN):
            found.live[key] = None
        else:
            found.dead.add(key)
    return found


def _open_gate(table: Table, found: Frontier, key: int, axis: int) -> bool:
    """Notes the cell's gate on this axis; tells whether it lets any card in."""
    cells = table.cells
    if key - axis not in cells and key + axis not in cells:
        return True
    before, after = beyond(cells, key, -axis), beyond(cells, key, axis)
    around = before + after
    fit = fitting(around)
    if not fit or len(around) >= LONGEST:
        return False
    found.gates[axis][key] = Gate(
        tuple(before),
        tuple(after),
        fit,
        WILD in around,
        sum([POINTS[card] for card in around]),
        len(around),
    )
    return True
