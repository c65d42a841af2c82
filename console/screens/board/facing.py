"""Who a board game is drawn for, and what of the table belongs to whom.

Lengths are design pixels, places those of a frame in the middle of the table, turned to who reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import product
from typing import Final

from console.screens.layout import STRIP_LENGTH, Band, Box, Frame, Layout
from console.table.board.view import BoardView, Growing
from console.table.view import Who

BAND: Final = 32.0
"""What a band takes of the table at an edge."""
EDGE: Final = 2.0
RIGHT: Final = (2, 3)
"""The corners at the right edge of the table."""
LEAST_COLUMN: Final = 244.0
MOST_COLUMN: Final = 360.0
LARGER_COLUMN: Final = 20.0
"""What type that is to be large, and hands with it, take from the middle."""
THIRD: Final = 256.0
"""How deep the place is of each of three who sit at an edge."""


class HeadSize(Enum):
    """How large name and score stand above each other."""

    TIGHT = auto()
    USUAL = auto()
    ROOMY = auto()


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """What belongs to a seat: ``cards`` for its hand, ``words`` for who sits there and what may be
    done, ``own`` for what the game adds. Hands lie in ``columns``, cards ``card`` high.

    ``reads``: a person sits there, whom things are explained to; else ``frame`` is turned to who
    plays against it. ``spare`` stays free behind the name, ``plates`` above it, for what the game
    offers there.
    """

    frame: Frame
    reads: bool
    words: Box
    cards: Box | None = None
    own: Box | None = None
    card: float = 0.0
    columns: int = 0
    head: HeadSize = HeadSize.USUAL
    spare: float = 0.0
    plates: float = 0.0

    def boxes(self) -> tuple[Box, ...]:
        """All of it."""
        return tuple(b for b in (self.cards, self.words, self.own) if b is not None)


@dataclass(frozen=True)
class Facing:
    """The seats of the players, by player; at those in ``people`` somebody reads. ``grown``: how
    many columns and rows the middle has so far, if it grows and no lesson lies beside it."""

    layout: Layout
    seats: tuple[int, ...]
    people: frozenset[int]
    large: bool = False
    grown: tuple[int, int] = (0, 0)

    @cached_property
    def alone(self) -> int | None:
        """The seat of the only person, who plays against opponents: everything faces it."""
        if len(self.people) == 1 and len(self.seats) > 1:
            return next(iter(self.people))
        return None

    def quarter(self, seat: int) -> int:
        """The side from which the things of a seat are read."""
        return self.layout.frames[seat if self.alone is None else self.alone].quarter

    @cached_property
    def quarters(self) -> tuple[int, ...]:
        """The sides of the table from which somebody reads."""
        readers = self.people or frozenset(self.seats)
        return tuple(sorted({self.layout.frames[seat].quarter for seat in readers}))

    @cached_property
    def readers(self) -> tuple[Frame, ...]:
        """Frames in the middle for all who read: what has an upright stands so for each."""
        return tuple(self.layout.reader(quarter) for quarter in self.quarters)

    @cached_property
    def message_frames(self) -> tuple[Frame, ...]:
        """Frames for what is large and told in the middle: where both long and short sides read,
        the long ones have it."""
        if len({quarter % 2 for quarter in self.quarters}) > 1:
            return self.layout.sides
        return self.readers

    @cached_property
    def main(self) -> Frame:
        """The frame of what lies in the middle a single time: a long side's, unless only short
        ones read."""
        long = [quarter for quarter in self.quarters if quarter % 2 == 0]
        return self.layout.reader((long or self.quarters)[0])

    @cached_property
    def area(self) -> tuple[float, float]:
        """The table between its bands, across and up, as seen from the bottom edge. It keeps its
        middle: there is as much room at the far side of a single reader."""
        upright = self.message_frames[0].quarter % 2 == 0
        wide, high = (side / self.layout.unit for side in self.layout.size)
        return (wide, high - 2 * BAND) if upright else (wide - 2 * BAND, high)

    def extent(self, quarter: int) -> tuple[float, float]:
        """The table across and away, as seen from a side."""
        wide, high = (side / self.layout.unit for side in self.layout.size)
        return (high, wide) if quarter % 2 else (wide, high)

    def within(self, quarter: int) -> tuple[float, float]:
        """The same without the bands."""
        wide, high = self.area
        return (high, wide) if quarter % 2 else (wide, high)

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """At the very edges of the sides that are told."""
        return tuple(
            Band(frame, 0.0, (BAND - away) / 2, across - 2 * EDGE, BAND - EDGE)
            for frame in self.message_frames
            for across, away in (self.extent(frame.quarter),)
        )

    @cached_property
    def opposite(self) -> bool:
        """Do two play who have a whole long side each, or one person there against an opponent?
        In a lesson, whose middle does not count as grown, the table is explained as well."""
        if self.alone is not None:
            return len(self.seats) == 2 and self.main.quarter % 2 == 0 and any(self.grown)
        return len(self.seats) == 2 and sorted(self.edges) == [0, 2]

    @cached_property
    def edges(self) -> dict[int, list[int]]:
        """The players' seats by their edge, from each reader's right to the left."""
        found: dict[int, list[int]] = {}
        for seat in sorted(self.seats):
            found.setdefault(self.layout.frames[seat].quarter, []).append(seat)
        return found

    def opponents(self) -> list[int]:
        """Who plays against the only person, clockwise from there."""
        assert self.alone is not None
        count, first = len(self.layout.frames), self.alone
        return sorted((s for s in self.seats if s != first), key=lambda s: (s - first) % count)


def facing_of(layout: Layout, view: BoardView, large: bool) -> Facing:
    """Who a view is drawn for; in a lesson, the learner."""
    if view.lesson is not None:
        return Facing(layout, view.names, frozenset(view.names[:1]), large)
    grown = view.board.extent if isinstance(view.board, Growing) else (0, 0)
    people = frozenset(view.seats[s].seat for s in view.names if view.seats[s].who is Who.PERSON)
    return Facing(layout, view.names, people, large, grown)


def turned(there: Box, quarter: int) -> Box:
    """A rectangle as seen from the bottom edge, seen from another one."""
    x, y = there.x, there.y
    x, y = ((x, y), (-y, x), (-x, -y), (y, -x))[quarter]
    wide, high = there.width, there.height
    return Box(x, y, high, wide) if quarter % 2 else Box(x, y, wide, high)


def back(there: Box, quarter: int) -> Box:
    """The rectangle that ``turned`` shows so from a side, as seen from the bottom edge."""
    return turned(there, -quarter % 4)


def column_of(facing: Facing) -> float:
    """How wide the corners are beside a board that is as high as the table."""
    wide, high = facing.area
    column = min(MOST_COLUMN, max(LEAST_COLUMN, (wide - high) / 2))
    return column + LARGER_COLUMN * facing.large


# -- corners -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ends:
    """The corners of the table that a seat has for itself, as seen by who reads: ``first`` at the
    hand that presses no button, ``other`` when nobody else needs it."""

    first: Box
    other: Box | None = None


def corners_of(facing: Facing, wide: float, high: float) -> dict[int, Ends]:
    """The corners, ``wide`` along the long edges and ``high`` along the short ones, shared out:
    everybody has one at the own edge, and both if nobody else needs it. What lies between the
    corners at the right edge goes to who has only one there. Where three sit at an edge each of
    them has a third of it, ``wide`` or not.

    Corner ``i`` is the left end of edge ``i`` (0 bottom, 1 left, 2 top, 3 right) as its reader sees
    it, and the right end of edge ``i + 1``.
    """
    across, up = facing.area
    left, low = (across - wide) / 2, (up - high) / 2
    middles = ((-left, -low), (-left, low), (left, low), (left, -low))
    corners = [Box(x, y, wide, high) for x, y in middles]
    if facing.alone is not None:
        return _against(facing, corners)
    shared = {q: seats for q, seats in facing.edges.items() if len(seats) > 2}
    found = {
        seat: Ends(third)
        for quarter, seats in shared.items()
        for seat, third in zip(seats, _thirds(facing, quarter, len(seats)), strict=True)
    }
    seats = [seat for seat in facing.seats if seat not in found]
    full = {corner for quarter in shared for corner in (quarter, (quarter - 1) % 4)}
    taken = _shared_out(facing, seats, full)
    free = {0, 1, 2, 3} - set(taken.values()) - full
    empty = set(free)
    for seat in seats:
        quarter = facing.quarter(seat)
        first = taken[seat]
        other = quarter if first != quarter else (quarter - 1) % 4
        more = other if other in free else None
        free -= {other}
        own = corners[first]
        if more is None and first in RIGHT:
            beyond = RIGHT[1 - RIGHT.index(first)]
            own = _grown(own, (up / 2 - high) * (2 if beyond in empty else 1))
        found[seat] = Ends(
            turned(own, quarter), None if more is None else turned(corners[more], quarter)
        )
    return found


def _thirds(facing: Facing, quarter: int, count: int) -> Iterable[Box]:
    """An edge in equal parts, from its reader's right to the left."""
    across, away = facing.within(quarter)
    part, deep = across / count, min(THIRD, away / 3)
    for i in range(count):
        yield Box(across / 2 - (i + 0.5) * part, (deep - away) / 2, part, deep)


def _grown(there: Box, more: float) -> Box:
    """A corner with some of the room between the corners of its short edge."""
    y = there.y - more / 2 if there.y > 0 else there.y + more / 2
    return Box(there.x, y, there.width, there.height + more)


def _shared_out(facing: Facing, seats: Sequence[int], full: set[int]) -> dict[int, int]:
    """A corner for each seat at an end of its own edge, not one that is ``full``, those that are
    liked best."""
    best: tuple[int, tuple[int, ...]] | None = None
    ends = [(facing.quarter(s), (facing.quarter(s) - 1) % 4) for s in seats]
    for choice in product((0, 1), repeat=len(seats)):
        corners = tuple(end[c] for end, c in zip(ends, choice, strict=True))
        if len({*corners, *full}) < len(corners) + len(full) or not _in_order(
            facing, seats, choice
        ):
            continue
        liked = sum(c == (facing.layout.hand(s) > 0) for s, c in zip(seats, choice, strict=True))
        if best is None or liked < best[0]:
            best = liked, corners
    assert best is not None, "up to four players, at most two of them at an edge"
    return dict(zip(seats, best[1], strict=True))


def _in_order(facing: Facing, seats: Sequence[int], choice: Sequence[int]) -> bool:
    """Of two at an edge, has the one at the right the right end?"""
    chosen = dict(zip(seats, choice, strict=True))
    pairs = [edge for edge in facing.edges.values() if len(edge) == 2]
    return all((chosen[right], chosen[left]) == (1, 0) for right, left in pairs)


def _against(facing: Facing, corners: Sequence[Box]) -> dict[int, Ends]:
    """The near corners for the only person, the far ones for all opponents, clockwise."""
    assert facing.alone is not None
    quarter = facing.quarter(facing.alone)
    near_left, far_left, far_right, near_right = (
        turned(corners[(quarter + i) % 4], quarter) for i in range(4)
    )
    ends = (
        (near_left, near_right) if facing.layout.hand(facing.alone) > 0 else (near_right, near_left)
    )
    found = {facing.alone: Ends(*ends)}
    others = facing.opponents()
    if len(others) == 1:
        found[others[0]] = Ends(far_left, far_right)
        return found
    half = -(-len(others) // 2)
    for end, some in ((far_left, others[:half]), (far_right, others[half:])):
        for i, seat in enumerate(some):
            high = end.height / len(some)
            # clockwise: up the left side, down the right one
            at = i if end is far_left else len(some) - 1 - i
            found[seat] = Ends(Box(end.x, end.low + (at + 0.5) * high, end.width, high))
    return found


# -- edges ---------------------------------------------------------------------------------------


def along_edges(facing: Facing, deep: float) -> dict[int, SeatPlace]:
    """A place at each seat's own edge, as the seats lie there; against a single person all
    opponents share the far edge."""
    found = {}
    if facing.alone is not None:
        quarter = facing.quarter(facing.alone)
        frame, (across, away) = facing.layout.reader(quarter), facing.within(quarter)
        others = facing.opponents()
        part = min(STRIP_LENGTH, across / len(others))
        for i, seat in enumerate(others):
            x = (i + 0.5 - len(others) / 2) * part
            found[seat] = SeatPlace(frame, False, Box(x, (away - deep) / 2, part - 8, deep))
    for seat in facing.seats if facing.alone is None else (facing.alone,):
        edge = facing.layout.frames[seat]
        frame, (_, away) = facing.layout.reader(edge.quarter), facing.within(edge.quarter)
        dx, dy = (a - b for a, b in zip((edge.x_px, edge.y_px), facing.layout.centre, strict=True))
        x = (dx, dy, -dx, -dy)[edge.quarter] / facing.layout.unit
        found[seat] = SeatPlace(frame, True, Box(x, (deep - away) / 2, STRIP_LENGTH, deep))
    return found
