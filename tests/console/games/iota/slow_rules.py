"""The rules told once more, slowly: card by card from the printed text, to compare with.

A table is a dict from (x, y) to a card's text; nothing here is taken from the code under test.
"""

from __future__ import annotations

from itertools import combinations, permutations, product, takewhile

Cell = tuple[int, int]
Table = dict[Cell, str]
Laid = tuple[str, int, int]

REAL = ["".join(card) for card in product("RGBY", "ctsx", "1234")]
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def right(cards: list[str]) -> bool:
    """I2: for each of colour, shape and number all the same or all different."""
    return len(cards) <= 4 and all(
        len({card[place] for card in cards}) in (1, len(cards)) for place in range(3)
    )


def lines(table: Table) -> list[list[Cell]]:
    """I2: all runs of two cards and more, in rows and columns."""
    runs = []
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in table:
            if (x - dx, y - dy) not in table:
                ahead = ((x + i * dx, y + i * dy) for i in range(len(table)))
                runs.append(list(takewhile(table.__contains__, ahead)))
    return [run for run in runs if len(run) > 1]


def legal_table(table: Table) -> bool:
    """I2, I8: whether the wilds can be given real cards that make every line right."""
    runs = lines(table)
    wilds = [cell for cell, card in table.items() if card == "W"]
    plain = [run for run in runs if not set(run) & set(wilds)]
    if not all(right([table[cell] for cell in run]) for run in plain):
        return False
    with_wilds = [run for run in runs if set(run) & set(wilds)]
    spare = [card for card in REAL if card not in table.values()]
    options = []
    for wild in wilds:  # a wild alone in its lines can be tried alone
        own = [run for run in with_wilds if set(run) & set(wilds) == {wild}]
        options.append([card for card in spare if all_right(own, table, {wild: card})])
    shared = [run for run in with_wilds if set(wilds) <= set(run)]
    return any(
        len(set(names)) == len(names)
        and all_right(shared, table, dict(zip(wilds, names, strict=True)))
        for names in product(*options)
    )


def all_right(runs: list[list[Cell]], table: Table, names: dict[Cell, str]) -> bool:
    """Whether these runs are right with the wilds so named."""
    return all(right([names.get(cell) or table[cell] for cell in run]) for run in runs)


def legal_place(table: Table, laid: tuple[Laid, ...]) -> bool:
    """I4, I2, I8: whether these cards may be placed together."""
    cells = [(x, y) for _, x, y in laid]
    if len(set(cells)) < len(cells) or any(cell in table for cell in cells):
        return False
    columns, rows = zip(*cells, strict=True)
    if len(set(rows)) > 1 and len(set(columns)) > 1:
        return False
    for x in range(min(columns), max(columns) + 1):
        for y in range(min(rows), max(rows) + 1):
            if (x, y) not in table and (x, y) not in cells:
                return False
    if not any((x + dx, y + dy) in table for x, y in cells for dx, dy in BESIDE):
        return False
    return legal_table(table | {(x, y): card for card, x, y in laid})


def candidate_cells(table: Table, count: int) -> set[tuple[Cell, ...]]:
    """I4: sets of cells in one row or column that a place could fill: every set in reach."""
    xs, ys = zip(*table, strict=True)
    reach = [
        (x, y)
        for x in range(min(xs) - 4, max(xs) + 5)
        for y in range(min(ys) - 4, max(ys) + 5)
        if (x, y) not in table
    ]
    found = set()
    for x, y in reach:
        row = [cell for cell in reach if cell[1] == y and x <= cell[0] < x + 8]
        column = [cell for cell in reach if cell[0] == x and y <= cell[1] < y + 8]
        for line in (row, column):
            for chosen in combinations(line, count):
                if chosen[0] == (x, y) or count == 1:
                    found.add(tuple(sorted(chosen, key=lambda cell: (cell[1], cell[0]))))
    return found


def places(table: Table, hand: list[str]) -> set[tuple[Laid, ...]]:
    """I2 to I4, I8: all places, by trying every card on every cell in reach."""
    found = set()
    for count in range(1, len(hand) + 1):
        orders = set(permutations(hand, count))
        for cells in candidate_cells(table, count):
            blank = dict.fromkeys(cells, "W")
            if not shape_is_right(table, cells, blank):
                continue
            for order in orders:
                laid = tuple((card, x, y) for card, (x, y) in zip(order, cells, strict=True))
                if legal_place(table, laid):
                    found.add(laid)
    return found


def shape_is_right(table: Table, cells: tuple[Cell, ...], blank: Table) -> bool:
    """I2, I4, whatever the cards: no gap, beside a card, no run longer than four."""
    for (x, y), (to_x, to_y) in combinations(cells, 2):
        for step in range(1, abs(to_x - x) + abs(to_y - y)):
            between = (x + step * (to_x > x), y + step * (to_y > y))
            if between not in table and between not in cells:
                return False
    if not any((x + dx, y + dy) in table for x, y in cells for dx, dy in BESIDE):
        return False
    return all(len(run) <= 4 for run in lines(table | blank))


def swaps(table: Table, hand: list[str]) -> set[tuple[Cell, str]]:
    """I10: every real card of the hand tried in the place of every wild."""
    return {
        (cell, card)
        for cell, lying in table.items()
        if lying == "W"
        for card in hand
        if card != "W" and legal_table(table | {cell: card})
    }


def passes(hand: list[str], deck: list[str]) -> set[tuple[str, ...]]:
    """I3, I7: every part of the hand, or only none when the deck is empty."""
    if not deck:
        return {()}
    return {part for size in range(len(hand) + 1) for part in combinations(sorted(hand), size)}
