"""What the screen shows of IOTA: plain values, no words, no rules.

A cell is (x, y): x grows to the right, y downwards. A card is colour, shape and number such as
``Rc3``, or ``W``, a wild. Players are numbered as the rules number them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Cell = tuple[int, int]
Lying = tuple[int, int, str]
"""x, y and the card there."""

WILD: Final = "W"
HIDDEN: Final = "?"
"""A card that is told of, but not which."""
LOT: Final = 4
"""A line of so many cards is a lot."""

CARD: Final = "card"
"""The kind of a target: (place in the sorted hand)."""
CELL: Final = "cell"
"""The kind of a target: (x, y), an empty cell."""
SWAP: Final = "swap"
"""The kind of a target: (x, y), a wild that a card is put down for."""
PASS: Final = "pass"
"""The kind of a target that begins to exchange cards, or none."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A line that scores (I5): its cells and the cards on them, ascending, and their sum."""

    cells: tuple[Cell, ...]
    cards: tuple[str, ...]
    sum: int

    @property
    def row(self) -> bool:
        """Does it lie in a row?"""
        return self.cells[0][1] == self.cells[1][1]

    @property
    def lot(self) -> bool:
        """Is it complete?"""
        return len(self.cells) == LOT


@dataclass(frozen=True, slots=True)
class Points:
    """What a place comes to (I5), line by line; each of the doublings multiplies."""

    lines: tuple[LineView, ...]
    lots: int
    all_four: bool
    last_card: bool
    total: int

    @property
    def sum(self) -> int:
        """All lines together, before anything doubles."""
        return sum(line.sum for line in self.lines)

    @property
    def doublings(self) -> int:
        """How often the sum is doubled."""
        return self.lots + self.all_four + self.last_card


@dataclass(frozen=True, slots=True, kw_only=True)
class IotaBoard:
    """``grid`` is by y, then x; ``deck`` is a number of cards.

    ``draft`` are the cards laid so far in this turn, not yet part of the grid, ``points`` what
    they come to (None without a draft, or when no points are counted); ``exchanged`` is how many
    cards a pass would change so far, None when nobody is about to pass; ``last_pass``: a pass
    would end the game (I11).
    """

    grid: tuple[Lying, ...]
    deck: int
    scoring: bool
    draft: tuple[Lying, ...] = ()
    points: Points | None = None
    exchanged: int | None = None
    last_pass: bool = False

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and rows of the cards that lie: those of the draft are not among them."""
        xs, ys = {x for x, _, _ in self.grid}, {y for _, y, _ in self.grid}
        return max(xs, default=0) - min(xs, default=1) + 1, max(ys, default=0) - min(
            ys, default=1
        ) + 1


@dataclass(frozen=True, slots=True)
class IotaEnd:
    """The news at the end: who won, whether somebody laid the last card (I9) or all passed (I11),
    and what each has: points, or cards left when no points are counted (I14)."""

    winners: tuple[int, ...]
    emptied: bool
    scoring: bool
    counts: tuple[int, ...]


def points_of(scored: Mapping[str, Any], grid: Iterable[Lying]) -> Points:
    """A ``scored`` event in the engine's form, explained by the cards that lie in ``grid``."""
    lying = {(x, y): card for x, y, card in grid}
    lines = []
    for line in scored["lines"]:
        cells = tuple((x, y) for x, y in line["cells"])
        lines.append(LineView(cells, tuple(lying[cell] for cell in cells), line["sum"]))
    return Points(
        tuple(lines), scored["lots"], scored["all_four"], scored["last_card"], scored["points"]
    )
