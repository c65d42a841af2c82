"""Where everything lies, for any size and 2 to 8 board seats.

Lengths are in design pixels (a 1280 by 800 table has 1 of them a pixel) unless a name ends in
``_px``. Seats go clockwise as seen from above: along the bottom edge from right to left, up the
left edge, along the top from left to right, down the right edge. So a seat's left neighbour, seen
by who sits there, is the next seat (rule C20).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import atan2, pi
from typing import Final

import pygame

from drivers.errors import ConfigError

PER_EDGE: Final[dict[int, tuple[int, int, int, int]]] = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (2, 0, 2, 0),
    5: (2, 1, 2, 0),
    6: (2, 1, 2, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
}
"""Seats at the bottom, left, top and right edge."""

SPREAD: Final[dict[int, tuple[float, ...]]] = {1: (0.5,), 2: (0.27, 0.73), 3: (1 / 6, 0.5, 5 / 6)}

CARD: Final = 140.0
STRIP_LENGTH: Final = 364.0
SEAT_DEPTH: Final = 200.0
STRIP_Y: Final = 25.0
LINE_Y: Final = 44.0
CARD_Y: Final = 124.0
STACK_X: Final = -87.0
PILE_X: Final = 66.0
BESIDE_X: Final = 161.0
BESIDE: Final = 46.0

POT: Final = 46.0
PETAL_FROM: Final = 38.0
PETAL_TO: Final = 101.0
RING: Final = 111.0
FLOWER: Final = 119.0
NOTICE_Y: Final = -160.0
"""The middle of a notice in the middle of the table, from the centre towards its reader."""
NOTICE_HEIGHT: Final = 78.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A place with a direction: ``quarter`` 0 is read from the bottom, 1 left, 2 top, 3 right.

    In its own view x goes to the reader's right and y away from the reader.
    """

    x_px: float
    y_px: float
    quarter: int
    unit: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of this frame on the screen, in pixels."""
        x, y = x * self.unit, y * self.unit
        dx, dy = ((x, -y), (y, x), (-x, y), (-y, -x))[self.quarter]
        return self.x_px + dx, self.y_px + dy

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """The screen rectangle around a rectangle of this frame with its middle at (x, y)."""
        px, py = self.place(x, y)
        if self.quarter % 2:
            width, height = height, width
        width, height = width * self.unit, height * self.unit
        return pygame.Rect(
            round(px - width / 2), round(py - height / 2), round(width), round(height)
        )


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with its middle at (x, y)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """Its left side, seen by who reads; so are the other three."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def low(self) -> float:
        return self.y - self.height / 2

    @property
    def high(self) -> float:
        return self.y + self.height / 2

    def holds(self, other: Box) -> bool:
        """Does it contain another one?"""
        across = self.left <= other.left and other.right <= self.right
        return across and self.low <= other.low and other.high <= self.high

    def inner(self, margin: float) -> Box:
        """The same without a margin all around."""
        return Box(self.x, self.y, self.width - 2 * margin, self.height - 2 * margin)

    def below(self, height: float) -> Box:
        """Its lower part, so high."""
        return Box(self.x, self.low + height / 2, self.width, height)

    def above(self, height: float) -> Box:
        """All but its lower part, which is so high."""
        return box(self.left, self.low + height, self.right, self.high)


def box(left: float, low: float, right: float, high: float) -> Box:
    """A rectangle by its sides."""
    return Box((left + right) / 2, (low + high) / 2, right - left, high - low)


@dataclass(frozen=True, slots=True)
class Band:
    """Where messages stand, for one side: a rectangle of ``frame`` with its middle at (x, y), in
    which nothing else is drawn while there is something to tell."""

    frame: Frame
    x: float
    y: float
    width: float
    height: float

    @property
    def rect(self) -> pygame.Rect:
        """The same on the screen."""
        return self.frame.rect(self.x, self.y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Layout:
    """The table's geometry; ``frames`` by board seat, each with its origin on its edge."""

    size: tuple[int, int]
    unit: float
    frames: tuple[Frame, ...]
    petals: tuple[float, ...]
    """The direction of each petal in radians, clockwise from the right."""
    left_seats: frozenset[int] = frozenset()
    """Where left-handed people sit: what has a side lies the other way round there."""

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the table, where the pad is, in pixels."""
        return self.size[0] / 2, self.size[1] / 2

    def hand(self, seat: int) -> int:
        """The side of the hand that a seat's person uses: 1 for the right, -1 for the left."""
        return -1 if seat in self.left_seats else 1

    def reader(self, quarter: int) -> Frame:
        """A frame in the middle of the table for those who sit at that edge."""
        return Frame(*self.centre, quarter, self.unit)

    @property
    def sides(self) -> tuple[Frame, Frame]:
        """The frames for both long sides: what all must read stands twice."""
        return self.reader(0), self.reader(2)

    def read_from(self, quarters: Collection[int]) -> tuple[Frame, ...]:
        """The frames for sides where somebody reads: the long ones if some of them are long and
        some short, or nobody does."""
        if len({quarter % 2 for quarter in quarters}) != 1:
            return self.sides
        return tuple(self.reader(quarter) for quarter in sorted(set(quarters)))

    @property
    def bands(self) -> tuple[Band, Band]:
        """Where messages stand in «Хаос»: between the flower and the seats of the long sides."""
        taken = SEAT_DEPTH if any(f.quarter % 2 for f in self.frames) else 0
        width = self.size[0] / self.unit - 2 * taken - 28
        near, far = (Band(side, 0, NOTICE_Y, width, NOTICE_HEIGHT) for side in self.sides)
        return near, far


def _frames(width: int, height: int, unit: float, seats: int) -> tuple[Frame, ...]:
    bottom, left, top, right = PER_EDGE[seats]
    return (
        *(Frame(width * s, height, 0, unit) for s in reversed(SPREAD.get(bottom, ()))),
        *(Frame(0, height * s, 1, unit) for s in reversed(SPREAD.get(left, ()))),
        *(Frame(width * s, 0, 2, unit) for s in SPREAD.get(top, ())),
        *(Frame(width, height * s, 3, unit) for s in SPREAD.get(right, ())),
    )


def _petals(frames: tuple[Frame, ...], centre: tuple[float, float]) -> tuple[float, ...]:
    """Directions half way between where each seat is and an even flower."""
    count = len(frames)
    seen: list[float] = []
    for i, frame in enumerate(frames):
        x, y = frame.place(0, SEAT_DEPTH / 2)
        angle = atan2(y - centre[1], x - centre[0])
        while i and angle < seen[-1]:
            angle += 2 * pi
        seen.append(angle)
    start = sum(a - 2 * pi * i / count for i, a in enumerate(seen)) / count
    return tuple((a + start + 2 * pi * i / count) / 2 for i, a in enumerate(seen))


def make_layout(
    size: tuple[int, int], seats: int, left_seats: frozenset[int] = frozenset()
) -> Layout:
    """The layout of a table.

    Raises ConfigError for a number of seats that no table has, or a size too small to read.
    """
    if seats not in PER_EDGE:
        raise ConfigError("{seats} seats cannot be drawn: a table has 2 to 8", seats=seats)
    width, height = size
    if width < 320 or height < 200:
        raise ConfigError(
            "a screen of {width} by {height} is too small: 320 by 200 at least",
            width=width,
            height=height,
        )
    unit = min(width / 1280, height / 800)
    frames = _frames(width, height, unit, seats)
    return Layout(size, unit, frames, _petals(frames, (width / 2, height / 2)), left_seats)
