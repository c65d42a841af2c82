"""The lines that a place made or extended, and what they come to (I2, I5)."""

from __future__ import annotations

from collections.abc import Iterable

from console.games.iota.actions import HAND
from console.games.iota.cards import POINTS
from console.games.iota.events import Scored, ScoredLine
from console.games.iota.table import COLUMN, LONGEST, ROW, Cells, cell_of, run_of


def lines_through(cells: Cells, keys: Iterable[int]) -> list[range]:
    """The runs of two cards and more that these cells are in, each once: rows before columns, each
    by its first cell."""
    found = []
    for axis in (ROW, COLUMN):
        runs = {run_of(cells, key, axis) for key in keys}
        found += sorted((run for run in runs if len(run) > 1), key=lambda run: run.start)
    return found


def scored(cells: Cells, keys: list[int], *, last_card: bool, scoring: bool) -> Scored:
    """What cards just placed on the cells ``keys`` come to (I5); all doublings multiply."""
    lines = tuple(
        ScoredLine(tuple(map(cell_of, run)), sum(POINTS[cells[key]] for key in run))
        for run in lines_through(cells, keys)
    )
    lots = sum(len(line.cells) == LONGEST for line in lines)
    all_four = len(keys) == HAND
    points = sum(line.sum for line in lines) << lots + all_four + last_card
    return Scored(lines, lots, all_four, last_card, points if scoring else 0)
