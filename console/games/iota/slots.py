"""Where cards can be laid (I4): the sets of cells that a place could fill, whatever the hand.

A *slot* is a set of empty cells of one row or column with no gap but table cards between them, in a
run of at most four, one of them beside a card. A single cell is a slot of its row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from console.games.iota.actions import HAND
from console.games.iota.cards import ALL, POINTS, WILD, fitting
from console.games.iota.table import COLUMN, LONGEST, ROW, IotaTable, beyond

Order = tuple[int, ...]
"""Cards, one for each cell of a slot."""


class SlotGate(NamedTuple):
    """What the cards beside an empty cell, in its row or in its column, ask of a card laid there.

    ``before`` and ``after`` are those cards, nearest first; ``fit`` the real cards that would make
    a line with the real ones among them, and so what a wild could stand for (I2); ``touched`` tells
    that a wild is among them, which ``fit`` knows nothing of; ``sum`` and ``size`` are theirs.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    fit: int
    touched: bool
    sum: int
    size: int


class Slot(NamedTuple):
    """``keys``, ascending, are the cells to fill, ``run`` the table's cards in the same run.

    ``asks`` are the gates of the cross lines, each with the place of its cell in ``keys``;
    ``touched`` tells that a wild is in one of the lines. For the points (I5): ``base`` is the sum
    of the table's cards in all lines, ``weights`` in how many of them each cell is, ``doublings``
    how often all is doubled for lots and four cards.
    """

    keys: tuple[int, ...]
    run: tuple[int, ...]
    asks: tuple[tuple[int, SlotGate], ...]
    touched: bool
    base: int
    weights: tuple[int, ...]
    doublings: int

    def points(self, order: Order) -> int:
        """The points for these cards (I5), without the doubling for the last card."""
        added = sum([POINTS[c] * w for c, w in zip(order, self.weights, strict=True)])
        return self.base + added << self.doublings


Keys = tuple[int, ...]

_NO_GATE: Final = SlotGate((), (), ALL, False, 0, 0)


def slots_of(table: IotaTable, longest: int = HAND) -> Iterator[Slot]:
    """All slots of up to ``longest`` cells, each once: along rows, then along columns."""
    frontier = _Frontier(table)
    for axis, cross, least in ((ROW, COLUMN, 1), (COLUMN, ROW, 2)):
        gates = frontier.gates[cross]
        for keys, run in frontier.runs(axis, longest):
            if len(keys) >= least:
                yield _slot(keys, run, [gates.get(key) for key in keys])


def _slot(keys: Keys, run: tuple[int, ...], gates: list[SlotGate | None]) -> Slot:
    """``gates`` are those of the cross lines; ``run`` makes a line if there are two in it."""
    asks = tuple([(place, gate) for place, gate in enumerate(gates) if gate is not None])
    in_line = len(keys) + len(run) > 1
    lots = sum([gate.size + 1 == LONGEST for _, gate in asks])
    lots += len(keys) + len(run) == LONGEST
    return Slot(
        keys=keys,
        run=run,
        asks=asks,
        touched=WILD in run or any(gate.touched for _, gate in asks),
        base=sum([POINTS[card] for card in run]) + sum([gate.sum for _, gate in asks]),
        weights=tuple([in_line + (gate is not None) for gate in gates]),
        doublings=lots + (len(keys) == HAND),
    )


class _Frontier:
    """The empty cells beside the table: where a card may be laid and, ``dead``, where none may.

    ``gates`` are by axis and cell, for cells with neighbours on that axis.
    """

    def __init__(self, table: IotaTable) -> None:
        self._cells = table.cells
        self._live: dict[int, None] = {}  # a set that keeps its order
        self._dead: set[int] = set()
        self.gates: dict[int, dict[int, SlotGate]] = {ROW: {}, COLUMN: {}}
        beside = [key + step for key in self._cells for step in (-COLUMN, -ROW, ROW, COLUMN)]
        for key in dict.fromkeys(beside):
            if key in self._cells:
                continue
            if self._opens(key, ROW) and self._opens(key, COLUMN):
                self._live[key] = None
            else:
                self._dead.add(key)

    def _opens(self, key: int, axis: int) -> bool:
        """Notes the cell's gate on this axis; tells whether it lets any card in (I2)."""
        cells = self._cells
        if key - axis not in cells and key + axis not in cells:
            return True
        before, after = beyond(cells, key, -axis), beyond(cells, key, axis)
        around = before + after
        fit = fitting(around)
        if not fit or len(around) >= LONGEST:
            return False
        self.gates[axis][key] = SlotGate(
            before=tuple(before),
            after=tuple(after),
            fit=fit,
            touched=WILD in around,
            sum=sum([POINTS[card] for card in around]),
            size=len(around),
        )
        return True

    def runs(self, axis: int, longest: int) -> Iterator[tuple[Keys, tuple[int, ...]]]:
        """The cells of all slots along an axis, each with the table's cards in its run.

        Each is made from the first of its cells that is beside a card; those before it are not, so
        that they have no gate and no neighbour.
        """
        gates, live, dead = self.gates[axis], self._live, self._dead
        for key in live:
            gate = gates.get(key, _NO_GATE)
            run = gate.before + gate.after
            behind = key + (len(gate.after) + 1) * axis
            keys: Keys = (key,)
            first = key - axis
            while True:
                yield keys, run
                yield from self._longer(axis, keys, run, behind, longest)
                full = len(keys) == longest or len(keys) + len(run) == LONGEST
                if full or gate.before or first in live or first in dead:
                    break
                keys = (first, *keys)
                first -= axis

    def _longer(
        self, axis: int, keys: Keys, run: tuple[int, ...], key: int, longest: int
    ) -> Iterator[tuple[Keys, tuple[int, ...]]]:
        """The slots that go on from ``keys`` with the empty cell ``key``."""
        gates, live, dead = self.gates[axis], self._live, self._dead
        while len(keys) < longest and key not in dead:
            after = gates[key].after if key in live and key in gates else ()
            keys, run = (*keys, key), run + after
            if len(keys) + len(run) > LONGEST:
                return
            yield keys, run
            key += (len(after) + 1) * axis
