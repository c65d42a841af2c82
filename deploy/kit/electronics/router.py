"""Tracks on two layers: shortest ways on a grid, and what is in the way is taken out and goes anew.

The same board always gives the same tracks. Ways go along the grid and across its squares; how far
everything must stay from everything is looked up at half the grid, so nothing comes too near.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Final, cast

import numpy as np

from deploy.kit.design import Point
from deploy.kit.electronics.layout import GRID, BoardLayout

HALF: Final = GRID / 2
CLEARANCE: Final = 0.2
EDGE_MM: Final = 0.5
"""From copper to the board's edge."""
TRACK_MM, WIDE_MM, VIA_MM, VIA_DRILL_MM = 0.3, 0.4, 0.8, 0.4
VIA_COST, WRONG_WAY, CONFLICT = 9.0, 1.35, 12.0
MOST_TURNS: Final = 4000
WALL: Final = 1e6
DIRECTIONS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
State = tuple[int, int, int]
"""Layer (0 above, 1 below), and column and row of the grid."""
Shape = tuple[int, float, float, float, float, float]
"""Layer (-1: both), a line's ends, and half its width."""


class RoutingError(ValueError):
    """A net that finds no way."""


@dataclass(frozen=True, slots=True)
class CopperTrack:
    """A piece of copper of a net, between two points of one layer; a via has equal ends."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float

    @property
    def via(self) -> bool:
        return self.layer < 0


def wide(net: str) -> bool:
    """Supplies and grounds have a broader track."""
    return net.startswith(("V3", "V5", "GND", "AGND", "VREF", "LAMP"))


@dataclass(slots=True)
class _Way:
    """One way between two groups of a net's pads."""

    states: list[State]
    shapes: list[Shape]


@dataclass(slots=True)
class _Net:
    name: str
    pads: list[Point]
    sizes: list[float]
    ways: list[_Way] = field(default_factory=list)

    @property
    def half(self) -> float:
        return (WIDE_MM if wide(self.name) else TRACK_MM) / 2


class _Field:
    """How many foreign shapes are too near, for each point of the half grid."""

    def __init__(self, outline: list[Point]) -> None:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self.left, self.top = floor(min(xs) / GRID) - 1, floor(min(ys) / GRID) - 1
        self.wide = 2 * (ceil(max(xs) / GRID) + 2 - self.left)
        self.high = 2 * (ceil(max(ys) / GRID) + 2 - self.top)
        self.x = (np.arange(self.wide) * HALF + self.left * GRID)[None, :]
        self.y = (np.arange(self.high) * HALF + self.top * GRID)[:, None]

    def empty(self) -> np.ndarray:
        return np.zeros((2, self.high, self.wide), dtype=np.int32)

    def index(self, column: int, row: int) -> int:
        return (row - self.top) * 2 * self.wide + (column - self.left) * 2

    def flat(self, state: State) -> int:
        """A state as one number."""
        layer, column, row = state
        return layer * self.wide * self.high + self.index(column, row)

    def state(self, flat: int) -> State:
        layer, rest = divmod(flat, self.wide * self.high)
        row, column = divmod(rest, self.wide)
        return layer, column // 2 + self.left, row // 2 + self.top

    @property
    def steps(self) -> tuple[tuple[tuple[int, float], ...], ...]:
        """For each layer half a step in each direction, and what a whole one costs."""
        return tuple(
            tuple(
                (
                    dy * self.wide + dx,
                    1.414 if dx and dy else WRONG_WAY if (dx == 0) == (layer == 0) else 1.0,
                )
                for dx, dy in DIRECTIONS
            )
            for layer in (0, 1)
        )

    def ahead(self, goal: set[State]) -> np.ndarray:
        """float[high * wide]: what is to go to the goal's box at least."""
        columns, rows = [c for _, c, _ in goal], [r for _, _, r in goal]
        x = np.arange(self.wide)[None, :] / 2 + self.left
        y = np.arange(self.high)[:, None] / 2 + self.top
        dx = np.maximum(np.maximum(min(columns) - x, x - max(columns)), 0)
        dy = np.maximum(np.maximum(min(rows) - y, y - max(rows)), 0)
        far = np.maximum(dx, dy) + 0.414 * np.minimum(dx, dy)
        found: np.ndarray = far
        return found

    def count(self, counts: np.ndarray, shape: Shape, own: float, step: int) -> None:
        """Add ``step`` wherever copper of half width ``own`` would be too near to ``shape``."""
        layer, ax, ay, bx, by, half = shape
        reach = half + own + CLEARANCE - 1e-6
        x0 = max(0, ceil((min(ax, bx) - reach) / HALF) - 2 * self.left)
        x1 = min(self.wide, floor((max(ax, bx) + reach) / HALF) - 2 * self.left + 1)
        y0 = max(0, ceil((min(ay, by) - reach) / HALF) - 2 * self.top)
        y1 = min(self.high, floor((max(ay, by) + reach) / HALF) - 2 * self.top + 1)
        if x0 >= x1 or y0 >= y1:
            return
        near = _distances(self.x[:, x0:x1], self.y[y0:y1], (ax, ay), (bx, by)) < reach
        for each in (0, 1) if layer < 0 else (layer,):
            counts[each, y0:y1, x0:x1] += step * near


def _distances(x: np.ndarray, y: np.ndarray, a: Point, b: Point) -> np.ndarray:
    """From each point to a line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0, 1) if square else 0.0
    found: np.ndarray = np.hypot(x - a[0] - along * dx, y - a[1] - along * dy)
    return found


class Router:
    """Routes one layout. ``classes`` are half widths of copper: signals, supplies, vias."""

    classes: Final = (TRACK_MM / 2, WIDE_MM / 2, VIA_MM / 2)

    def __init__(self, layout: BoardLayout) -> None:
        self.field = _Field(layout.outline)
        self.hard = {own: self.field.empty() for own in self.classes}
        self.soft = {own: self.field.empty() for own in self.classes}
        self.past = np.zeros((2, self.field.high, self.field.wide))
        self.nets: dict[str, _Net] = {}
        self._stay(layout)
        for part, pad, at in layout.pads():
            net = part.nets.get(pad.name) if pad.name else None
            self._shape(self.hard, _pad_shape(at, pad.size if pad.name else pad.drill + 0.1), 1)
            if net is not None:
                known = self.nets.setdefault(net, _Net(net, [], []))
                known.pads.append(at)
                known.sizes.append(pad.size)

    def _stay(self, layout: BoardLayout) -> None:
        """Holes and the edge."""
        for (x, y), drill in layout.holes:
            self._shape(self.hard, (-1, x, y, x, y, drill / 2 + 1.5), 1)
        after = (*layout.outline[1:], layout.outline[0])
        for a, b in zip(layout.outline, after, strict=True):
            self._shape(self.hard, (-1, *a, *b, EDGE_MM - CLEARANCE), 1)
        outside = ~_inside(self.field, layout.outline)
        for own in self.classes:
            self.hard[own] += outside

    def _shape(self, counts: dict[float, np.ndarray], shape: Shape, step: int) -> None:
        for own, array in counts.items():
            self.field.count(array, shape, own, step)

    def tracks(self) -> list[CopperTrack]:
        """All of them. Raises RoutingError."""
        queue = sorted((n for n in self.nets.values() if len(n.pads) > 1), key=_span)
        for _ in range(MOST_TURNS):
            if not queue:
                for net in self.nets.values():
                    _trim(net)
                return [track for net in self.nets.values() for track in _tracks(net)]
            net = queue.pop(0)
            groups = _groups(net)
            if len(groups) == 1:
                continue
            queue.insert(0, net)
            for other in self._join(net, groups):
                if other not in queue:
                    queue.append(other)
        raise RoutingError(f"net {queue[0].name}: no way found")

    def _join(self, net: _Net, groups: list[set[State]]) -> list[_Net]:
        """Join two of a net's groups; gives the nets whose ways were taken out for it."""
        first = min(groups, key=len)
        second = min((g for g in groups if g is not first), key=lambda g: _apart(first, g))
        states, crossed = self._search(net, first, second)
        way = _Way(states, _shapes(states, net.half))
        ripped = []
        for other in self.nets.values() if crossed else ():
            bad = [w for w in other.ways if other is not net and _touch(way.shapes, w.shapes)]
            for each in bad:
                self._take(other, each)
            if bad:
                ripped.append(other)
        net.ways.append(way)
        for shape in way.shapes:
            self._shape(self.soft, shape, 1)
        return ripped

    def _take(self, net: _Net, way: _Way) -> None:
        net.ways.remove(way)
        for shape in way.shapes:
            self._shape(self.soft, shape, -1)
        for layer, column, row in way.states:
            self.past[layer].reshape(-1)[self.field.index(column, row)] += 1.0

    def _search(self, net: _Net, start: set[State], goal: set[State]) -> tuple[list[State], bool]:
        """The cheapest way, and whether it crosses other nets' tracks, which cost; their pads
        cannot be passed."""
        where = self.field
        track, via = self._costs(net, net.half), self._costs(net, VIA_MM / 2)
        ahead = _listed(where.ahead(goal))
        flat, steps = where.wide * where.high, where.steps
        goals = {where.flat(state) for state in goal}
        best = dict.fromkeys((where.flat(state) for state in start), 0.0)
        before: dict[int, int] = {}
        heap = sorted((ahead[state % flat], state) for state in best)
        done: set[int] = set()
        while heap:
            _, state = heappop(heap)
            if state in goals:
                way = _back(state, before)
                crossed = any(track[i] >= CONFLICT or via[i] >= CONFLICT for i in way)
                middles = ((a + b) // 2 for a, b in pairwise(way))
                crossed = crossed or any(track[i] >= CONFLICT for i in middles)
                return [where.state(each) for each in way], crossed
            if state in done:
                continue
            done.add(state)
            here = best[state]
            for step, long in steps[state // flat]:
                price = here + long + track[state + step] + track[state + 2 * step]
                after = state + 2 * step
                if price < best.get(after, WALL):
                    best[after], before[after] = price, state
                    heappush(heap, (price + ahead[after % flat], after))
            after = state - flat if state >= flat else state + flat
            price = here + VIA_COST + via[state] + via[after]
            if price < best.get(after, WALL):
                best[after], before[after] = price, state
                heappush(heap, (price + ahead[after % flat], after))
        raise RoutingError(f"net {net.name}: its pads are walled in")

    def _costs(self, net: _Net, half: float) -> Sequence[float]:
        """For each point of both layers what it costs to be there: a wall where nothing may."""
        hard, soft = self.hard[half].copy(), self.soft[half].copy()
        own = zip(net.pads, net.sizes, strict=True) if half == net.half else ()
        for at, size in own:  # a via's hole stays away from its own pads' too
            self.field.count(hard, _pad_shape(at, size), half, -1)
        for way in net.ways:
            for shape in way.shapes:
                self.field.count(soft, shape, half, -1)
        cost = np.where(hard > 0, WALL, np.where(soft > 0, CONFLICT, 0.0) + self.past)
        return _listed(cost)


def _listed(values: np.ndarray) -> Sequence[float]:
    """Its numbers one by one: faster to ask than the array."""
    return cast("Sequence[float]", np.ascontiguousarray(values).reshape(-1).data)


def _back(state: int, before: dict[int, int]) -> list[int]:
    way = [state]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way[::-1]


def _pad_shape(at: Point, size: float) -> Shape:
    return (-1, *at, *at, size / 2)


def _span(net: _Net) -> tuple[float, str]:
    xs, ys = [x for x, _ in net.pads], [y for _, y in net.pads]
    return max(xs) - min(xs) + max(ys) - min(ys), net.name


def pad_states(at: Point, size: float) -> list[State]:
    """The grid's points within a pad where a track may end: its middle, if that is one."""
    column, row = round(at[0] / GRID), round(at[1] / GRID)
    if hypot(column * GRID - at[0], row * GRID - at[1]) < 0.01:
        return [(layer, column, row) for layer in (0, 1)]
    reach = size / 2 - 0.2
    return [
        (layer, c, r)
        for layer in (0, 1)
        for c in range(column - 2, column + 3)
        for r in range(row - 2, row + 3)
        if hypot(c * GRID - at[0], r * GRID - at[1]) <= reach
    ]


def _groups(net: _Net) -> list[set[State]]:
    """What of a net is joined already."""
    groups: list[set[State]] = []
    pieces = [set(pad_states(at, size)) for at, size in zip(net.pads, net.sizes, strict=True)]
    pieces += [set(way.states) for way in net.ways]
    for piece in pieces:
        touched = [group for group in groups if group & piece]
        groups = [group for group in groups if not group & piece]
        groups.append(piece.union(*touched))
    return groups


def _apart(one: set[State], other: set[State]) -> float:
    return min(abs(a[1] - b[1]) + abs(a[2] - b[2]) for a in sorted(one) for b in sorted(other))


def _shapes(states: list[State], half: float) -> list[Shape]:
    """A way's copper: straight pieces and vias."""
    shapes: list[Shape] = []
    begin = 0
    for i in range(1, len(states)):
        (la, ca, ra), (lb, cb, rb) = states[i - 1], states[i]
        if la != lb:
            shapes.append((-1, ca * GRID, ra * GRID, ca * GRID, ra * GRID, VIA_MM / 2))
            begin = i
            continue
        after = states[i + 1] if i + 1 < len(states) else None
        if after is None or after[0] != lb or (after[1] - cb, after[2] - rb) != (cb - ca, rb - ra):
            _, c0, r0 = states[begin]
            shapes.append((la, c0 * GRID, r0 * GRID, cb * GRID, rb * GRID, half))
            begin = i
    return shapes


def _touch(ours: Iterable[Shape], theirs: Iterable[Shape]) -> bool:
    """Whether copper of two nets is too near."""
    return any(_too_near(a, b) for a in ours for b in theirs)


def _too_near(a: Shape, b: Shape) -> bool:
    layer, ax, ay, a_x, a_y, a_half = a
    other, bx, by, b_x, b_y, b_half = b
    near = a_half + b_half + CLEARANCE - 1e-6
    if (layer >= 0 and other >= 0 and layer != other) or (
        # Most lie far apart along one axis, which is cheap to see.
        min(ax, a_x) - max(bx, b_x) >= near
        or min(bx, b_x) - max(ax, a_x) >= near
        or min(ay, a_y) - max(by, b_y) >= near
        or min(by, b_y) - max(ay, a_y) >= near
    ):
        return False
    return line_gap(a[1:5], b[1:5]) < near


def line_gap(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Between two lines, each ``x0, y0, x1, y1``."""
    if _cross(a, b):
        return 0.0
    ends = ((a, b[:2]), (a, b[2:]), (b, a[:2]), (b, a[2:]))
    return min(_point_gap(line, point) for line, point in ends)


def _point_gap(line: tuple[float, ...], point: tuple[float, ...]) -> float:
    x, y, dx, dy = line[0], line[1], line[2] - line[0], line[3] - line[1]
    square = dx * dx + dy * dy
    along = ((point[0] - x) * dx + (point[1] - y) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - x - along * dx, point[1] - y - along * dy)


def _cross(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    def side(line: tuple[float, ...], x: float, y: float) -> float:
        return (line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0])

    return (
        side(a, b[0], b[1]) * side(a, b[2], b[3]) < 0
        and side(b, a[0], a[1]) * side(b, a[2], a[3]) < 0
    )


def _inside(field_: _Field, outline: list[Point]) -> np.ndarray:
    """bool[high, wide]: the points within a closed line."""
    inside = np.zeros((field_.high, field_.wide), dtype=bool)
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if ay != by:
            between = (field_.y >= min(ay, by)) & (field_.y < max(ay, by))
            crossing = ax + (field_.y - ay) / (by - ay) * (bx - ax)
            inside ^= between & (field_.x < crossing)
    return inside


def _trim(net: _Net) -> None:
    """Cut off what led to a way that was taken out later."""
    pads = {
        state
        for at, size in zip(net.pads, net.sizes, strict=True)
        for state in pad_states(at, size)
    }
    again = True
    while again:
        again = False
        for way in net.ways:
            held = pads.union(*(other.states for other in net.ways if other is not way))
            long = len(way.states)
            while way.states and way.states[0] not in held:
                del way.states[0]
            while way.states and way.states[-1] not in held:
                del way.states[-1]
            again = again or len(way.states) < long
    net.ways = [_Way(way.states, _shapes(way.states, net.half)) for way in net.ways if way.states]


def _tracks(net: _Net) -> list[CopperTrack]:
    """A net's copper, with short ends to pads beside the grid."""
    tracks = []
    for way in net.ways:
        for layer, ax, ay, bx, by, half in way.shapes:
            start, end = (round(ax, 4), round(ay, 4)), (round(bx, 4), round(by, 4))
            tracks.append(CopperTrack(net.name, layer, start, end, 2 * half))
        for layer, column, row in (way.states[0], way.states[-1]):
            point = round(column * GRID, 4), round(row * GRID, 4)
            for at, size in zip(net.pads, net.sizes, strict=True):
                apart = hypot(point[0] - at[0], point[1] - at[1])
                if 0.01 < apart < size / 2:
                    tracks.append(CopperTrack(net.name, layer, point, at, 2 * net.half))
    return tracks
