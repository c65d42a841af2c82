"""How the table is shared out between the growing grid and two who sit opposite, of whom one may be
an opponent.

The grid and the hands together have as much of the table as they can. Hands lie in the corners
beside a high grid, in a row along the long edges where the grid is flat. Between the corners of a
column there is a gap: the deck lies in the left one, messages stand in the right one.

Lengths are design pixels, places those of each reader's frame in the middle of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from console.screens.board.facing import Facing, HeadSize, SeatPlace, turned
from console.screens.board.hands import GAP, PAD
from console.screens.board.strips import head_height
from console.screens.layout import Band, Box

MIDDLE: Final = 118.0
"""Between the corners of a short edge: the deck lies there at the left."""
NARROW_MIDDLE: Final = 180.0
"""The same where the column is narrow and messages there need more lines."""
NARROW: Final = 280.0
FLAT_MIDDLE: Final = 190.0
"""The same beside a flat grid, where no hand lies in a corner."""
MARGIN: Final = 6.0
FREE: Final = 4.0
"""Around the grid."""
HELP: Final = 88.0
MOST_HELP: Final = 132.0
"""What may be done."""
POINTS: Final = 150.0
"""So high are the points before anything else is larger than it must be."""
PLATE: Final = 56.0
"""The plate that passes or lays."""
FEWEST: Final = 3
"""Rows and columns of a grid, with the places around it."""
LEAST_COLUMN: Final = 220.0
LARGE_COLUMN: Final = 260.0
"""With large type."""
MOST_COLUMN: Final = 420.0
STEP: Final = 20.0
"""Columns are so much wider than each other, so that hands do not grow or shrink at every move."""
CARD_STEP: Final = 4


@dataclass(frozen=True, slots=True)
class CornerShares:
    """``column`` is the width of the corners, ``card`` the side of a card of a hand;
    ``flat``: hands lie in a row under the grid, not in a corner."""

    column: float
    card: int
    flat: bool

    @property
    def gap(self) -> float:
        """The height of what lies between the corners of a column."""
        if self.flat:
            return FLAT_MIDDLE
        return NARROW_MIDDLE if self.column < NARROW else MIDDLE

    @property
    def hand(self) -> tuple[float, float]:
        """Width and height of a hand's tray."""
        columns, rows = (4, 1) if self.flat else (2, 2)
        return (
            columns * (self.card + GAP) - GAP + 2 * PAD,
            rows * (self.card + GAP) - GAP + 2 * PAD,
        )


def shown(facing: Facing) -> tuple[int, int]:
    """Columns and rows of the grid with the places around it."""
    columns, rows = facing.grown
    return max(FEWEST, columns + 2), max(FEWEST, rows + 2)


@lru_cache(maxsize=64)
def shares_of(facing: Facing) -> CornerShares:
    """Where the cards of the grid and of the hands together have most of the table."""
    least = LARGE_COLUMN if facing.large else LEAST_COLUMN
    columns = (least + STEP * i for i in range(round((MOST_COLUMN - least) / STEP) + 1))
    best = max((_with(facing, column) for column in columns), key=lambda f: (f[0], f[1].column))
    return best[1]


def _with(facing: Facing, column: float) -> tuple[float, CornerShares]:
    """How much of the table cards have beside columns so wide, and how it is shared out."""
    (wide, high), (columns, rows) = facing.extent(0), shown(facing)
    pitch = min((high - 2 * FREE) / rows, (wide - 2 * column - 2 * FREE) / columns)
    corner = _card(min(column, (high - MIDDLE) / 2) - 2 * MARGIN, 2)
    below = (high - 2 * FREE - rows * pitch) / 2 - MARGIN
    row = min(_card(below, 1), _card(wide - 2 * column - 2 * FREE, 4))
    hand = max(row, corner)
    return columns * rows * pitch**2 + 8 * hand**2, CornerShares(column, hand, row >= corner)


def _card(length: float, count: int) -> int:
    """How large each of so many cards is along that length of a tray."""
    card = floor((length - 2 * PAD - (count - 1) * GAP) / count)
    return card - card % CARD_STEP


def places(facing: Facing) -> dict[int, SeatPlace]:
    """Hand, words and points at each seat."""
    return {seat: _place(facing, seat) for seat in facing.seats}


def _place(facing: Facing, seat: int) -> SeatPlace:
    """An opponent's things lie at the far edge, the name nearest to it."""
    shares, (wide, high) = shares_of(facing), facing.extent(0)
    across, away = shares.hand
    x = 0.0 if shares.flat else _side(facing, seat) * (wide / 2 - MARGIN - across / 2)
    y = MARGIN + away / 2 - high / 2
    reads = facing.alone in (None, seat)
    words, own, head = _words(facing, seat) if reads else _far_words(facing, seat)
    return SeatPlace(
        facing.layout.reader(facing.quarter(seat)),
        reads,
        words,
        Box(x, y if reads else -y, across, away),
        own,
        card=shares.card,
        columns=4 if shares.flat else 2,
        head=head,
        plates=PLATE if reads else 0.0,
    )


def _words(facing: Facing, seat: int) -> tuple[Box, Box, HeadSize]:
    """Who sits there with what may be done, and the points, in the column without the own hand;
    beside a flat grid the points have the other one."""
    shares, (_, high) = shares_of(facing), facing.extent(0)
    side, half = _side(facing, seat), (high - shares.gap) / 2
    if shares.flat:
        corner = _corner(facing, -side, half)
        return corner, _corner(facing, side, half), _head(corner, PLATE + HELP)
    room = high - shares.gap - shares.hand[1] - 2 * MARGIN if _crossed(facing) else half
    corner = _corner(facing, -side, room)
    head = _head(corner, PLATE + HELP + POINTS)
    taken = head_height(corner, head) + PLATE
    taken += max(HELP, min(MOST_HELP, corner.height - taken - POINTS))
    return corner.below(taken), corner.above(taken + 4), head


def _far_words(facing: Facing, seat: int) -> tuple[Box, Box, HeadSize]:
    """An opponent's name and points."""
    shares, (_, high) = shares_of(facing), facing.extent(0)
    side, half = _side(facing, seat), (high - shares.gap) / 2
    corner = turned(_corner(facing, side, half), 2)
    head = _head(corner, POINTS)
    rest = corner.height - head_height(corner, head)
    own = turned(_corner(facing, -side, half), 2) if shares.flat else corner.below(rest - 4)
    return corner.above(rest), own, head


def _head(corner: Box, least: float) -> HeadSize:
    """How large name and score are where all else needs ``least`` of the corner."""
    roomy = head_height(corner, HeadSize.ROOMY) + least <= corner.height
    return HeadSize.ROOMY if roomy else HeadSize.USUAL


def _corner(facing: Facing, side: int, high: float) -> Box:
    """So much of a column from the reader's edge on."""
    column, (wide, away) = shares_of(facing).column, facing.extent(0)
    return Box(side * (wide - column) / 2, (high - away) / 2, column, high).inner(MARGIN)


def _side(facing: Facing, seat: int) -> int:
    """At which side of its frame a hand lies: that of the hand that presses no button. An
    opponent's lies opposite the person's."""
    return -facing.layout.hand(seat if facing.alone is None else facing.alone)


def _crossed(facing: Facing) -> bool:
    """Has each column a hand at one end and words at the other?"""
    first, second = facing.seats
    return facing.alone is None and _side(facing, first) == _side(facing, second)


def gaps(facing: Facing) -> tuple[Box, Box]:
    """What lies between the corners of the left and of the right column, in the main frame."""
    shares, (wide, high) = shares_of(facing), facing.extent(0)
    y = 0.0
    if _crossed(facing) and not shares.flat:
        y = shares.hand[1] + 2 * MARGIN + (shares.gap - high) / 2
        y *= -_side(facing, facing.seats[0])
    x, across = (wide - shares.column) / 2, shares.column - 2 * MARGIN
    return Box(-x, y, across, shares.gap), Box(x, -y, across, shares.gap)


def bands(facing: Facing) -> tuple[Band, ...]:
    """In the right gap, for each of two the nearer half of it."""
    gap = gaps(facing)[1]
    if facing.alone is not None:
        return (Band(facing.main, gap.x, gap.y, gap.width, gap.height - 2),)
    near, far = gap.below(gap.height / 2), turned(gap.above(gap.height / 2), 2)
    return tuple(
        Band(frame, there.x, there.y, there.width, there.height - 2)
        for frame, there in zip(facing.layout.sides, (near, far), strict=True)
    )


def area(facing: Facing) -> Box:
    """What the grid has, in the main frame."""
    shares, (wide, high) = shares_of(facing), facing.extent(0)
    taken = 2 * (shares.hand[1] + MARGIN) if shares.flat else 0.0
    return Box(0.0, 0.0, wide - 2 * shares.column, high - taken).inner(FREE)
