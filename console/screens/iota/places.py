"""Where things lie on the table: the growing grid in the middle, hands and words in the corners.

Lengths are design pixels, places those of a frame in the middle of the table. The grid is as large
as the middle allows for its rows and columns and a place around them, and stays where it is while a
turn is being picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor
from typing import Final

from console.screens.board.facing import (
    Ends,
    Facing,
    HeadSize,
    SeatPlace,
    column_of,
    corners_of,
    turned,
)
from console.screens.board.hands import GAP, PAD
from console.screens.board.strips import head_height
from console.screens.iota import two
from console.screens.iota.two import FEWEST, FREE, HELP, MARGIN, MIDDLE, PLATE
from console.screens.layout import Band, Box, box
from console.table.iota.view import Cell

SHORT_HELP: Final = 46.0
AROUND_DECK: Final = 16.0
"""What the deck leaves of its room."""
LOW: Final = 290.0
"""In a corner lower than that there is a line less of what may be done."""
LEAST_POINTS: Final = 42.0
"""So high are the points at least."""
MOST_MORE: Final = 3
"""So many columns or rows more are drawn ahead; a turn seldom adds a fourth."""
SLACK: Final = 2.0
"""What whole pixels may add."""


@dataclass(frozen=True, slots=True)
class Spot:
    """How the grid lies: the middle of cell (0, 0) and the distance to the next one."""

    pitch: float
    x: float
    y: float

    def at(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        return self.x + cell[0] * self.pitch, self.y - cell[1] * self.pitch


# -- the seats -----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def places_of(facing: Facing) -> dict[int, SeatPlace]:
    """Hand, words and points at each seat."""
    if facing.opposite:
        return two.places(facing)
    high = (facing.area[1] - MIDDLE) / 2
    ends = corners_of(facing, column_of(facing), high)
    return {seat: _place(facing, seat, each) for seat, each in ends.items()}


def _place(facing: Facing, seat: int, ends: Ends) -> SeatPlace:
    frame = facing.layout.reader(facing.quarter(seat))
    reads = facing.alone in (None, seat)
    first = ends.first.inner(MARGIN)
    if ends.other is None:
        return _in_one_corner(first, SeatPlace(frame, reads, first))
    other = ends.other.inner(MARGIN)
    if not reads and frame.quarter % 2:  # the whole other corner for a lesson
        return replace(_in_one_corner(first, SeatPlace(frame, reads, first)), own=other)
    most = min((first.width - GAP) / 2, (first.height - GAP) / 2) - PAD
    card = floor(most)
    side = 2 * card + GAP + 2 * PAD
    # at its corner of the table
    x = first.left + side / 2 if first.x < 0 else first.right - side / 2
    y = first.low + side / 2 if reads else first.high - side / 2
    cards = Box(x, y, side, side)
    head = head_height(other)
    if reads:
        head += PLATE + HELP
        words, own = other.below(head), other.above(head + 4)
    else:
        words, own = other.above(other.height - head), other.below(other.height - head - 4)
    plates = PLATE if reads else 0.0
    return SeatPlace(frame, reads, words, cards, own, card=card, columns=2, plates=plates)


def _in_one_corner(there: Box, bare: SeatPlace) -> SeatPlace:
    """The hand in a row at the edge, the words over it, and what the game tells over them."""
    head = head_height(there, HeadSize.TIGHT)
    if bare.reads:
        head += PLATE + (SHORT_HELP if there.height < LOW else HELP)
    left = there.height - head - 2 * PAD - 8
    card = floor(min((there.width - 2 * PAD - 3 * GAP) / 4, left))
    high = card + 2 * PAD
    cards = Box(there.x, there.low + high / 2, there.width, high)
    over = there.above(high + 4)
    own = over.above(head + 4)
    plates = PLATE if bare.reads else 0.0
    words = over.below(head)
    return SeatPlace(
        frame=bare.frame,
        reads=bare.reads,
        words=words,
        cards=cards,
        own=own,
        card=card,
        columns=4,
        head=HeadSize.TIGHT,
        plates=plates,
    )


def deck_at(facing: Facing) -> Box:
    """The deck in the main frame: between the corners of the left edge, or of the
    right one if the only person sits there."""
    if facing.opposite:
        gap = two.gaps(facing)[0]
        side = gap.height - AROUND_DECK
        return Box(gap.x, gap.y, side, side)
    x = (column_of(facing) - facing.area[0]) / 2
    if facing.alone is not None and facing.main.quarter == 3:
        x = -x
    side = MIDDLE - AROUND_DECK
    return turned(Box(x, 0.0, side, side), facing.main.quarter)


def bands_of(facing: Facing) -> Sequence[Band]:
    """Where messages stand."""
    return two.bands(facing) if facing.opposite else facing.bands


def points_at(place: SeatPlace, *, laying: bool) -> Box:
    """Where points are told: of the last move over what may be done; of what is being laid they
    take the room of that too."""
    assert place.own is not None
    if place.own.x != place.words.x:
        return place.own
    low = plates_at(place).high + 2 if laying or is_low(place) else place.own.low
    return box(place.own.left, low, place.own.right, place.own.high)


def is_low(place: SeatPlace) -> bool:
    """Is there no room for points but that of what may be done?"""
    return place.own is not None and place.reads and place.own.height < LEAST_POINTS


def plates_at(place: SeatPlace) -> Box:
    """The place of what passes or lays: right over the name."""
    there = place.words.inner(6.0)
    return there.above(head_height(place.words, place.head) - 6).below(PLATE)


# -- the grid ------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def area_of(facing: Facing) -> Box:
    """What the seats leave free in the middle, in the main frame."""
    if facing.opposite:
        return two.area(facing)
    across, up = facing.area
    column = column_of(facing)
    left, low, right, high = column - across / 2, -up / 2, across / 2 - column, up / 2
    for seat, place in places_of(facing).items():
        quarter = facing.quarter(seat)
        if len(facing.edges.get(quarter, ())) > 2 and facing.alone is None:
            taken = max(part.high for part in place.boxes()) + facing.within(quarter)[1] / 2
            low = max(low, taken - up / 2) if quarter == 0 else low
            high = min(high, up / 2 - taken) if quarter == 2 else high
    return turned(box(left, low, right, high).inner(FREE), facing.main.quarter)


@dataclass(frozen=True, slots=True)
class Needed:
    """The first and last column and row of a grid."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        """So many columns and rows, the fewest that are drawn."""
        return max(FEWEST, self.right - self.left + 1), max(FEWEST, self.bottom - self.top + 1)


def _needed(cells: Iterable[Cell], around: int) -> Needed:
    xs, ys = zip(*cells, strict=True)
    return Needed(min(xs) - around, max(xs) + around, min(ys) - around, max(ys) + around)


def pitch_for(area: Box, unit: float, columns: int, rows: int) -> float:
    """From one card to the next: a whole number of pixels, so that all gaps are the same."""
    return floor(min(area.width / columns, area.height / rows) * unit) / unit


def later(facing: Facing) -> Iterator[Facing]:
    """How the table may be shared out next, when the grid has some columns or rows more."""
    columns, rows = facing.grown
    for more in range(1, MOST_MORE + 1):
        yield replace(facing, grown=(columns + more, rows))
        yield replace(facing, grown=(columns, rows + more))


def pitch_of(facing: Facing) -> float:
    """From one card to the next once a turn begins."""
    return pitch_for(area_of(facing), facing.layout.unit, *two.shown(facing))


@lru_cache(maxsize=64)
def spot_of(facing: Facing, cards: frozenset[Cell], more: frozenset[Cell] = frozenset()) -> Spot:
    """The greatest grid that has room for ``cards`` and the places around them.

    ``more``, the places on offer and the cards laid so far, only count when they would lie outside.
    """
    needed = _needed(cards, 1)
    spot = _fitted(facing, needed)
    if more and not _holds(facing, spot, _needed(more, 0)):
        spot = _fitted(facing, _needed(cards | more, 1))
    return spot


def _fitted(facing: Facing, needed: Needed) -> Spot:
    area, unit = area_of(facing), facing.layout.unit
    pitch = pitch_for(area, unit, *needed.size)
    x = area.x - pitch * (needed.left + needed.right) / 2
    y = area.y + pitch * (needed.top + needed.bottom) / 2
    return Spot(pitch, _snapped(x, unit), _snapped(y, unit))


def _snapped(length: float, unit: float) -> float:
    """A whole number of pixels and a bit: halves would be rounded now up, now down."""
    return (floor(length * unit) + 0.25) / unit


def _holds(facing: Facing, spot: Spot, needed: Needed) -> bool:
    area, half = area_of(facing), spot.pitch / 2 - SLACK
    left, top = spot.at((needed.left, needed.top))
    right, bottom = spot.at((needed.right, needed.bottom))
    return (
        left - half >= area.left
        and right + half <= area.right
        and bottom - half >= area.low
        and top + half <= area.high
    )
