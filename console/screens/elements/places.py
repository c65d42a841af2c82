"""Where things lie on the table: a row of cards along each player's edge, the chain between them.

A row is the hand, then the taken cards, then the words; over it a band for the limit and for what
may be done beside playing a card. Where an edge is short, or two share it, the words stand over the
hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from console.screens.board.facing import Facing, HeadSize, SeatPlace, back, turned
from console.screens.board.hands import GAP, PAD
from console.screens.elements.cards import WIDE
from console.screens.layout import Box, box

MARGIN: Final = 4.0
HAND: Final = 6
"""Cards of a hand (E2)."""
CARD: Final = 204.0
LARGE_CARD: Final = 218.0
NARROW_CARD: Final = 150.0
CHAIN_CARD: Final = 204.0
"""The heights of cards, where type is to be large, and where an edge is very short."""
LONG: Final = 1100.0
NARROW: Final = 620.0
"""So long an edge has the words beside the hand; on one shorter than that cards are small."""
WORDS: Final = 262.0
WORDS_SHARE: Final = 0.24
"""Of a long edge, if that is more."""
BAND: Final = 70.0
OVER: Final = 150.0
PLATES: Final = 58.0
"""The heights of the words and of the plates over a hand."""
TAKEN: Final = 1.15
"""Room for taken cards, in cards, beside a whole hand."""
ASIDE_STEPS: Final = (36.0, 13.0)
ASIDE: Final = 4
DISCARD_STEP: Final = 10.0
"""How far cards lie apart that are put aside (E2), where the chain has much room and where it has
little, and discarded ones."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's part of the table. ``taken``: as far as taken cards may reach, over what the hand
    leaves free. A person has a ``limit``, ``plates`` and a ``status``."""

    place: SeatPlace
    taken: Box
    limit: Box | None = None
    plates: Box | None = None
    status: Box | None = None

    def boxes(self) -> tuple[Box, ...]:
        """All of it."""
        more = (self.taken, self.limit, self.plates, self.status)
        return (*self.place.boxes(), *(b for b in more if b is not None))


@dataclass(frozen=True, slots=True)
class Lane:
    """What lies in the middle, in the main frame: cards ``card`` high along ``y``, those aside
    ``aside_step`` apart."""

    card: float
    y: float
    aside_x: float
    aside_step: float
    discard_x: float
    chain: Box
    free: Box

    @property
    def width(self) -> float:
        """A card's."""
        return WIDE * self.card


def hand_card(facing: Facing, long: float) -> float:
    """The height of a hand's cards at an edge."""
    if long < NARROW:
        return NARROW_CARD
    return LARGE_CARD if facing.large else CARD


def _deep(facing: Facing, long: float, *, reads: bool = True) -> float:
    """How far from its edge a row reaches."""
    over = (BAND if reads else 0.0) if long >= LONG else OVER + MARGIN
    if reads and long < LONG:
        over += PLATES
    return hand_card(facing, long) + 2 * PAD + 2 * MARGIN + over


@lru_cache(maxsize=32)
def rows_of(facing: Facing) -> dict[int, PlayerRow]:
    """The rows of both players."""
    if facing.alone is not None:
        return _against(facing)
    found = {}
    shared = len(facing.edges) == 1
    long = max((facing.extent(q)[0] for q in facing.edges if q % 2 == 0), default=0.0)
    for quarter, seats in facing.edges.items():
        across, away = facing.extent(quarter)
        left, right = -across / 2, across / 2
        if quarter % 2 and long:  # what a long edge's row leaves
            other = next(q for q in facing.edges if q % 2 == 0)
            taken = _deep(facing, long)
            # the bottom edge lies at the right of the left one, and at the left of the right one
            if (other == 0) == (quarter == 1):
                right -= taken
            else:
                left += taken
        for i, seat in enumerate(seats):
            part = (right - left) / len(seats) if shared else right - left
            end = right - i * part if shared else right
            found[seat] = _row(facing, seat, box(end - part, -away / 2, end, away / 2))
    return found


def _against(facing: Facing) -> dict[int, PlayerRow]:
    """The only person's row, and the opponent's at the far edge, turned to that person."""
    assert facing.alone is not None
    across, away = facing.extent(facing.quarter(facing.alone))
    whole = Box(0.0, 0.0, across, away)
    return {seat: _row(facing, seat, whole, reads=seat == facing.alone) for seat in facing.seats}


def _row(facing: Facing, seat: int, part: Box, *, reads: bool = True) -> PlayerRow:
    """A row within its part of the table: at the lower end, or at the far one if nobody reads it
    there."""
    card, across = hand_card(facing, part.width), part.width
    deep = _deep(facing, across, reads=reads)
    there = part.below(deep) if reads else part.above(part.height - deep)
    there = there.inner(MARGIN)
    high, wide = card + 2 * PAD, WIDE * card
    hand_side = facing.layout.hand(seat)
    side = hand_side if reads else 1
    frame = facing.layout.reader(facing.quarter(seat))
    cards_row, over = there.below(high), there.above(high + MARGIN)
    if not reads:  # the hand at the very edge there too
        cards_row, over = (
            there.above(there.height - high),
            there.below(there.height - high - MARGIN),
        )
    room = cards_row
    if across >= LONG:
        wide_words = max(WORDS, WORDS_SHARE * across)
        words = _end(cards_row, wide_words, side)
        room = _rest(cards_row, wide_words + MARGIN, side)
    elif reads:
        words = _end(over.above(PLATES), over.width / 2, side)
    else:
        words = _end(over, over.width / 2, side)
    hand = min(HAND * wide + (HAND - 1) * GAP + 2 * PAD, room.width - TAKEN * wide)
    cards = _end(room, hand, -side)
    head = HeadSize.TIGHT if reads and across < LONG else HeadSize.USUAL
    place = SeatPlace(frame, reads, words, cards, card=card, head=head)
    taken = room.inner(PAD)
    if not reads:
        return PlayerRow(place, taken)
    if across >= LONG:
        third = over.width / 3
        left, right = _end(over, third - 30, -1), _end(over, third - 30, 1)
        return PlayerRow(place, taken, left, Box(over.x, over.y, third + 50, over.height), right)
    beside = _end(over.above(PLATES), over.width / 2 - MARGIN, -side)
    half = OVER / 2
    return PlayerRow(place, taken, beside.above(half), over.below(PLATES), beside.below(half))


def _end(there: Box, width: float, side: int) -> Box:
    """The left (-1) or right (1) end of a rectangle."""
    x = there.right - width / 2 if side > 0 else there.left + width / 2
    return Box(x, there.y, width, there.height)


def _rest(there: Box, width: float, side: int) -> Box:
    """What is left when that end is taken off."""
    return _end(there, there.width - width, -side)


@lru_cache(maxsize=32)
def lane_of(facing: Facing) -> Lane:
    """The middle, between the rows."""
    across, up = (side / facing.layout.unit for side in facing.layout.size)
    left, low, right, high = -across / 2, -up / 2, across / 2, up / 2
    for row in rows_of(facing).values():
        for part in row.boxes():
            taken = back(part, row.place.frame.quarter)
            edge = _edge_of(row)
            if edge == 0:
                low = max(low, taken.high)
            elif edge == 1:
                left = max(left, taken.right)
            elif edge == 2:
                high = min(high, taken.low)
            else:
                right = min(right, taken.left)
    free = turned(box(left, low, right, high), facing.main.quarter).inner(MARGIN)
    card = float(floor(min(CHAIN_CARD, free.height - 2 * MARGIN)))
    wide = WIDE * card
    near = min(BAND, free.height - card - 2 * MARGIN) if facing.alone is not None else 0.0
    y = free.y - near / 2 if near > 0 else free.y
    step = ASIDE_STEPS[0 if free.width >= LONG else 1]
    aside = wide + step * (ASIDE - 1)
    discard = wide + DISCARD_STEP
    chain = box(free.left + aside + 24, y - card / 2, free.right - discard - 24, y + card / 2)
    aside_x, discard_x = free.left + aside / 2 + 4, free.right - discard / 2 - 4
    return Lane(
        card=card,
        y=y,
        aside_x=aside_x,
        aside_step=step,
        discard_x=discard_x,
        chain=chain,
        free=free,
    )


def _edge_of(row: PlayerRow) -> int:
    """The side of the table at which a row lies."""
    quarter = row.place.frame.quarter
    return quarter if row.place.reads else (quarter + 2) % 4
