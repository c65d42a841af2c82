"""The order of places under ◀ ▶."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.iota.outline import outline
from console.table.iota.view import Cell

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def grown(seed: int, cards: int) -> set[Cell]:
    """A connected table."""
    rng = Random(seed)
    cells = {(0, 0)}
    while len(cells) < cards:
        (x, y), (dx, dy) = rng.choice(sorted(cells)), rng.choice(SIDES)
        cells.add((x + dx, y + dy))
    return cells


@given(st.integers(0, 10_000), st.integers(1, 66))
def test_every_cell_beside_the_table_once(seed: int, cards: int) -> None:
    taken = grown(seed, cards)
    beside = {(x + dx, y + dy) for x, y in taken for dx, dy in SIDES} - taken
    found = outline(taken)
    assert set(found) == beside
    assert len(found) == len(beside)


@given(st.integers(0, 10_000), st.integers(1, 66))
def test_a_step_goes_to_a_place_close_by(seed: int, cards: int) -> None:
    """Mostly to a neighbour, or around a corner; farther only behind what was passed before."""
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(outline(grown(seed, cards)))]
    assert sum(step <= 3 for step in steps) >= 0.75 * len(steps)


@pytest.mark.parametrize(
    ("cards", "walk"),
    [
        ({(0, 0)}, ((0, -1), (1, 0), (0, 1), (-1, 0))),
        ({(0, 0), (1, 0)}, ((0, -1), (1, -1), (2, 0), (1, 1), (0, 1), (-1, 0))),
        ({(0, 0), (0, 1), (1, 1)}, ((0, -1), (1, 0), (2, 1), (1, 2), (0, 2), (-1, 1), (-1, 0))),
    ],
)
def test_it_goes_clockwise_from_the_top_left_card(cards: set[Cell], walk: tuple[Cell, ...]) -> None:
    assert outline(cards) == walk


def test_a_hole_comes_after_the_outside() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert outline(ring)[-1] == (1, 1)
    assert len(outline(ring)) == 13
