"""All legal places of a hand (I2, I4, I8), found line by line.

A *slot* is a set of cells that a place could fill: empty cells of one row or column with no gap but
table cards between them, in a run of at most four, one of them beside a card. For each slot the
sets of hand cards that make a line with the run are filtered by the gates of the cross lines.
Almost always that decides all; where a wild's meaning hangs on more than one line or on another
card, ``Table.allows`` is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

from console.games.iota.actions import HAND, Laid, Place
from console.games.iota.cards import (
    ALL,
    BIT,
    POINTS,
    TEXT_OF,
    THIRD,
    WILD,
    each,
    fit_together,
    fitting,
)
from console.games.iota.frontier import Frontier, Gate, frontier_of
from console.games.iota.table import (
    COLUMN,
    LONGEST,
    ROW,
    Table,
    candidates_of,
    cell_of,
    run_of,
)

Order = tuple[int, ...]
"""Cards, one for each cell of a slot."""


@dataclass(frozen=True, slots=True)
class Filled:
    """All legal places that fill the same cells.

    ``keys`` ascend; ``orders`` are the ways to lay cards on them. ``base`` is the sum of the table
    cards in all lines made or extended, ``weights`` in how many of them each cell is, ``factor``
    the doublings for lots and four cards (I5).
    """

    keys: tuple[int, ...]
    orders: list[Order]
    base: int
    weights: tuple[int, ...]
    factor: int

    def points(self, order: Order) -> int:
        """The points of one of ``orders`` (I5), without the doubling for the last card."""
        added = sum([POINTS[c] * w for c, w in zip(order, self.weights, strict=True)])
        return (self.base + added) * self.factor


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the hand. ``by_place[i][card]`` are those of ``orders`` with ``card`` at ``i``;
    ``doubtful`` tells that a wild of the table may want one of these cards for itself."""

    cards: Order
    reals: int
    wilds: int
    orders: list[Order]
    by_place: list[dict[int, list[Order]]]
    doubtful: bool


_NO_GATE: Final = Gate((), (), ALL, False, 0, 0)


def find_places(table: Table, hand: Sequence[int]) -> Iterator[Filled]:
    """All legal places of these cards, each once, in an order that the table and the hand fix."""
    return _Search(table, hand).slots()


def actions_of(filled: Filled) -> Iterable[Place]:
    """The places as actions, by their cards."""
    orders = sorted(filled.orders)
    cells = [cell_of(key) for key in filled.keys]
    laid: list[dict[int, Laid]] = [
        {card: (TEXT_OF[card], x, y) for card in {order[i] for order in orders}}
        for i, (x, y) in enumerate(cells)
    ]
    if len(laid) == 1:
        (first,) = laid
        return [Place((first[a],)) for (a,) in orders]
    if len(laid) == 2:
        first, second = laid
        return [Place((first[a], second[b])) for a, b in orders]
    if len(laid) == 3:
        first, second, third = laid
        return [Place((first[a], second[b], third[c])) for a, b, c in orders]
    first, second, third, fourth = laid
    return [Place((first[a], second[b], third[c], fourth[d])) for a, b, c, d in orders]


class _Search:
    """One hand on one table."""

    def __init__(self, table: Table, hand: Sequence[int]) -> None:
        self._table = table
        self._frontier: Frontier = frontier_of(table)
        self._longest = min(len(hand), HAND)
        self._wanted = [candidates_of(table.cells, wild, table.free) for wild in table.wilds]
        self._entangled = len(table.wilds) == 2 and any(
            table.wilds[1] in run_of(table.cells, table.wilds[0], axis) for axis in (ROW, COLUMN)
        )
        self._parts = [self._parts_of(hand, size) for size in range(HAND + 1)]
        self._known: dict[tuple[int, int], list[tuple[_Part, int]]] = {}
        # A wild of the table that can stand for one card only keeps it from a wild of the hand.
        self._for_wilds = table.free
        for wanted in self._wanted:
            if wanted & (wanted - 1) == 0:
                self._for_wilds &= ~wanted

    def _parts_of(self, hand: Sequence[int], size: int) -> list[_Part]:
        """The parts of the hand of this size that make a line by themselves, each once."""
        parts = []
        for cards in dict.fromkeys(combinations(hand, size)):
            if not fit_together(cards):
                continue
            reals = sum([BIT[card] for card in cards])
            orders = list(dict.fromkeys(permutations(cards)))
            by_place = [
                {card: [order for order in orders if order[i] == card] for card in cards}
                for i in range(size)
            ]
            wilds = cards.count(WILD)
            parts.append(_Part(cards, reals, wilds, orders, by_place, self._hurts(reals)))
        return parts

    def _hurts(self, reals: int) -> bool:
        """Whether laying these cards anywhere could leave the table's wilds without a meaning."""
        for wanted in self._wanted:
            left = wanted & ~reals
            if left != wanted and (self._entangled or left & (left - 1) == 0):
                return True
        return False

    def slots(self) -> Iterator[Filled]:
        """The places by slot: single cards first, then rows, then columns."""
        rows, columns = self._frontier.gates[ROW], self._frontier.gates[COLUMN]
        for key in self._frontier.live:
            gates = (rows.get(key, _NO_GATE), columns.get(key, _NO_GATE))
            if found := self._single(key, gates):
                yield found
        for axis, cross in ((ROW, columns), (COLUMN, rows)):
            for keys, run in self._runs(axis):
                if found := self._fill(keys, run, [cross.get(key) for key in keys]):
                    yield found

    def _single(self, key: int, gates: tuple[Gate, Gate]) -> Filled | None:
        """One card, in a row or a column or both."""
        row, column = gates
        fit = row.fit & column.fit
        touched = row.touched or column.touched
        orders = []
        for part in self._parts[1]:
            if fit & (part.reals or self._for_wilds):
                doubtful = touched or part.doubtful
                if not doubtful or self._table.allows((key,), part.cards):
                    orders.append(part.cards)
        if not orders:
            return None
        lots = (row.size + 1 == LONGEST) + (column.size + 1 == LONGEST)
        weight = (row.size > 0) + (column.size > 0)
        return Filled((key,), orders, row.sum + column.sum, (weight,), 1 << lots)

    def _runs(self, axis: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The slots of two cells and more along an axis, each once, with the table's cards in the
        run. Each is made from the first of its cells that is beside a card; those before it are
        not, so that they have no gate and no neighbour."""
        live, dead = self._frontier.live, self._frontier.dead
        gates = self._frontier.gates[axis]
        for key in live:
            gate = gates.get(key, _NO_GATE)
            run = gate.before + gate.after
            beyond = key + (len(gate.after) + 1) * axis
            yield from self._longer(axis, (key,), run, beyond)
            if gate.before:
                continue
            keys: tuple[int, ...] = (key,)
            first = key - axis
            while self._has_room(keys, run) and first not in live and first not in dead:
                keys = (first, *keys)
                yield keys, run
                yield from self._longer(axis, keys, run, beyond)
                first -= axis

    def _has_room(self, keys: tuple[int, ...], run: tuple[int, ...]) -> bool:
        """Whether a slot with these cells could have one more."""
        return len(keys) < self._longest and len(keys) + len(run) < LONGEST

    def _longer(
        self, axis: int, keys: tuple[int, ...], run: tuple[int, ...], key: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The slots that go on from ``keys`` with the empty cell ``key``."""
        live, dead = self._frontier.live, self._frontier.dead
        gates = self._frontier.gates[axis]
        while self._has_room(keys, run) and key not in dead:
            after = gates[key].after if key in live and key in gates else ()
            keys, run = (*keys, key), run + after
            if len(keys) + len(run) > LONGEST:
                return
            yield keys, run
            key += (len(after) + 1) * axis

    def _fill(
        self, keys: tuple[int, ...], run: tuple[int, ...], gates: list[Gate | None]
    ) -> Filled | None:
        """The places that fill a slot; ``gates`` are those of the cross lines."""
        asks = [(i, gate) for i, gate in enumerate(gates) if gate is not None]
        touched = WILD in run or any(gate.touched for _, gate in asks)
        orders: list[Order] = []
        for part, fit in self._lines(len(keys), run):
            found = _let_through(part, fit, asks)
            if touched or part.doubtful or (part.wilds == 2 and len(asks) > 1):
                found = [order for order in found if self._table.allows(keys, order)]
            orders += found
        if not orders:
            return None
        base = sum([POINTS[card] for card in run]) + sum([gate.sum for _, gate in asks])
        weights = tuple([1 if gate is None else 2 for gate in gates])
        lots = sum([gate.size + 1 == LONGEST for _, gate in asks])
        lots += len(keys) + len(run) == LONGEST
        return Filled(keys, orders, base, weights, 1 << lots + (len(keys) == HAND))

    def _lines(self, size: int, run: tuple[int, ...]) -> list[tuple[_Part, int]]:
        """The parts of the hand of this size that make a line with these cards, each with the real
        cards that could join it, and so what a wild in it could stand for."""
        known = (size, sum([BIT[card] for card in run]))
        if known not in self._known:
            found = []
            for part in self._parts[size]:
                line = (*run, *part.cards)
                if fit_together(line):
                    fit = fitting(line) & self._for_wilds
                    if part.wilds == 2:
                        fit = _with_a_partner(fit, line)
                    if fit or not part.wilds:
                        found.append((part, fit))
            self._known[known] = found
        return self._known[known]


def _let_through(part: _Part, fit: int, asks: list[tuple[int, Gate]]) -> list[Order]:
    """The orders that every gate lets in; a wild must stand for a card that ``fit`` has."""
    if not asks:
        return part.orders
    (place, gate), *others = asks
    found: list[Order] = []
    for card, orders in part.by_place[place].items():
        if gate.fit & (BIT[card] or fit):
            found += orders
    for place, gate in others:
        found = [order for order in found if gate.fit & (BIT[order[place]] or fit)]
    return found


def _with_a_partner(fit: int, line: Sequence[int]) -> int:
    """Those of ``fit`` that leave another of ``fit`` for a second wild in the line."""
    found = 0
    for card in each(fit):
        left = fit & ~BIT[card]
        for line_mate in line:
            left &= THIRD[line_mate][card]
        if left:
            found |= BIT[card]
    return found
