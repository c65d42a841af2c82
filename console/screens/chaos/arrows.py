"""Bent arrows on the table: where cards went, who plays for whose pile."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import Final

from console.screens.layout import POT as POT_RADIUS
from console.screens.layout import Layout
from console.screens.stage import Pen

Point = tuple[float, float]
STEPS: Final = 48
PIECES: Final = 8
AROUND: Final = 244.0
"""How far a curve's middle point is pulled aside to pass by the flower."""
SHORT: Final = 80.0
"""How far from the middle of a card an arrow stops."""


def draw_arrow(
    pen: Pen, layout: Layout, start: Point, end: Point, colour: str, weight: float
) -> None:
    """An arrow between two points, in design pixels from the centre; it brightens on its way."""
    points = path_of(start, end)
    last = len(points) - 1
    if last < 2:
        return
    for k in range(PIECES):  # small pieces: one great bitmap would be nearly empty
        piece = points[k * last // PIECES : (k + 1) * last // PIECES + 1]
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in piece)
        body = (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{weight:.1f}"'
            f' stroke-opacity="{0.15 + 0.85 * (k + 1) / PIECES:.2f}"/>'
        )
        _lay(pen, layout, piece, body, weight + 2)
    _lay(pen, layout, points[-1:], _head(points[-2], points[-1], colour, weight), 25)


def _lay(pen: Pen, layout: Layout, points: Sequence[Point], body: str, margin: float) -> None:
    """Put ``body`` down, which lies within ``margin`` of ``points``; on whole pixels, so that the
    pieces of a line meet."""
    unit = layout.unit
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    left, top = floor((min(xs) - margin) * unit), floor((min(ys) - margin) * unit)
    right, bottom = ceil((max(xs) + margin) * unit), ceil((max(ys) + margin) * unit)
    x, y = (left + right) / 2 / unit, (top + bottom) / 2 / unit
    width, height = (right - left) / unit, (bottom - top) / unit
    moved = f'<g transform="translate({-x:.4f} {-y:.4f})">{body}</g>'
    pen.at(layout.sides[0]).put(pen.art.svg(("arrow", body), width, height, moved), x, -y)


def path_of(start: Point, end: Point) -> list[Point]:
    """A quadratic curve that bends towards the middle, or around it where it would cross it."""
    (x0, y0), (x1, y1) = start, end
    mx, my = 0.2 * (x0 + x1), 0.2 * (y0 + y1)
    from_pot, to_pot = start == (0.0, 0.0), end == (0.0, 0.0)
    if not (from_pot or to_pot) and hypot(x0 - x1, y0 - y1) > 1.8 * hypot(x0 + x1, y0 + y1):
        away = AROUND / hypot(x0 - x1, y0 - y1)
        mx, my = mx - (y1 - y0) * away, my + (x1 - x0) * away
    points = []
    for i in range(STEPS + 1):
        t = i / STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * x0 + b * mx + c * x1, a * y0 + b * my + c * y1))
    leave = POT_RADIUS if from_pot else SHORT - 6
    arrive = POT_RADIUS + 22 if to_pot else SHORT + 8
    return [
        p
        for p in points
        if hypot(p[0] - x0, p[1] - y0) > leave and hypot(p[0] - x1, p[1] - y1) > arrive
    ]


def _head(before: Point, tip: Point, colour: str, weight: float) -> str:
    """The head of an arrow whose line ends at ``tip``."""
    (ax, ay), (bx, by) = before, tip
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    half = 5.0 + 1.5 * weight
    return (
        f'<path fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round"'
        f' d="M{bx - uy * half:.1f} {by + ux * half:.1f} L {bx + ux * half * 1.7:.1f}'
        f" {by + uy * half * 1.7:.1f} L {bx + uy * half:.1f} {by - ux * half:.1f}"
        f' L {bx + ux * half * 0.35:.1f} {by + uy * half * 0.35:.1f} Z"/>'
    )
