"""Drawings for people: each part with its dimensions, the petal in section, the whole apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from manifold3d import Manifold

from deploy.drawing.diagram import FAINT, INK, PAPER, SHADE, Diagram
from deploy.drawing.words import GuideWords
from deploy.kit.design import Design, Point
from deploy.kit.files import Contour, contour_of, contours, heights
from deploy.kit.solids import KitPart

VIEW: Final = 620.0, 470.0
COLOURS: Final = {
    "plate": "#e3cfa4",
    "cover": "#cfe3d6",
    "puck": "#8f97a3",
    "hub": "#c9d4e6",
    "base": "#bccbe2",
    "lid": "#dfe6f1",
    "cradle": "#b7c2d6",
    "pane": "#e4f1f6",
    "top": "#d9b98a",
    "panel": "#ead9bb",
    "tray": "#aeb6c2",
    "stand": "#d6c9e6",
    "beam": "#e6d9c9",
}
STEPS: Final = 7
TILT: Final = 62.0
"""How far the exploded view looks down from the side, degrees from above."""


def part_sheet(part: KitPart, design: Design, words: GuideWords) -> Diagram:
    """From above, with its outer size, its holes, its thickness, how many there are."""
    title = words._("{part}: {count} for {board} with {seats} seats").format(
        part=words._(part.name), count=part.count, board=design.board, seats=design.seats
    )
    drawing = Diagram(1080, 640, title)
    box = part.solid.bounding_box()
    low, high = heights(part.solid)
    scale = min(VIEW[0] / (box[3] - box[0]), VIEW[1] / (box[4] - box[1]))

    def at(point: Point) -> Point:
        return 60 + (point[0] - box[0]) * scale, 80 + (box[4] - point[1]) * scale

    shown: list[Contour] = []
    steps = 1 if part.cut and part.key != "top" else STEPS
    for step in range(steps):
        z = low + (high - low) * (step + 0.5) / steps
        level = contours(part.solid, z)
        for line in level:
            fill = PAPER if line.hole else SHADE
            drawing.polygon([at(p) for p in line.points], fill if step == 0 else "none")
        shown += level
    width, depth = (box[3] - box[0]), (box[4] - box[1])
    _across(drawing, at((box[0], box[1])), at((box[3], box[1])), words.unit(f"{width:.1f}", "mm"))
    _along(drawing, at((box[3], box[1])), at((box[3], box[4])), words.unit(f"{depth:.1f}", "mm"))
    lines = [
        words._("thickness {size}").format(size=words.unit(f"{high - low:.1f}", "mm"))
        if part.cut
        else words._("height {size}").format(size=words.unit(f"{high - low:.1f}", "mm")),
        words._(part.material),
        "",
        *_holes(shown, (box[0], box[1]), words),
    ]
    drawing.lines(740, 96, lines, 12.5)
    return drawing


def _holes(shown: Iterable[Contour], corner: Point, words: GuideWords) -> list[str]:
    """Diameters and places of round holes, from the lower left corner."""
    found: dict[float, set[Point]] = {}
    for line in shown:
        if line.hole and line.circle is not None:
            (x, y), across = line.circle
            place = round(x - corner[0], 1) + 0.0, round(y - corner[1], 1) + 0.0
            found.setdefault(round(across, 1), set()).add(place)
    lines = []
    for across, places in sorted(found.items()):
        size = str(across).replace(".", words._("0.5")[1])
        lines.append(f"{len(places)} × Ø {size}")
        if len(places) <= 8:
            shown_places = (f"{x:.1f} / {y:.1f}" for x, y in sorted(places))
            lines += [f"· {place.replace('.', words._('0.5')[1])}" for place in shown_places]
    if lines:
        lines.insert(0, words._("round holes, from the lower left:"))
    return lines


def _across(drawing: Diagram, start: Point, end: Point, words: str) -> None:
    y = start[1] + 24
    for x in (start[0], end[0]):
        drawing.path([(x, start[1] + 4), (x, y + 6)], FAINT, 1)
    drawing.arrow(((start[0] + end[0]) / 2, y), (start[0], y))
    drawing.arrow(((start[0] + end[0]) / 2, y), (end[0], y))
    drawing.text((start[0] + end[0]) / 2, y + 18, words, 12.5, "middle", bold=True)


def _along(drawing: Diagram, start: Point, end: Point, words: str) -> None:
    x, middle = start[0] + 20, (start[1] + end[1]) / 2
    for y in (start[1], end[1]):
        drawing.path([(start[0] + 4, y), (x + 6, y)], FAINT, 1)
    drawing.arrow((x, middle), (x, start[1]))
    drawing.arrow((x, middle), (x, end[1]))
    drawing.text(60, 66, f"↕ {words}", 12.5, bold=True)


def section_sheet(parts: tuple[KitPart, ...], design: Design, words: GuideWords) -> Diagram:
    """The pad cut along the petal of seat 1."""
    drawing = Diagram(1060, 420, words._("The pad, cut along the petal of seat 1"))
    scale = 4.6

    def at(point: Point) -> Point:
        return 190 + point[0] * scale, 350 - point[1] * scale

    ends: dict[str, tuple[float, float, float]] = {}
    for part in parts:
        if part.key in ("top", "tray", "panel", "pane"):
            continue
        for place in part.places:
            # Seat 1 lies along -y: turned so that outwards is x, upwards is y.
            cut = place(part.solid).rotate((0, 0, 90)).rotate((-90, 0, 0)).slice(0.0)
            for polygon in cut.to_polygons():
                points = [(float(x), float(y)) for x, y in polygon]
                if max(x for x, _ in points) < -30:
                    continue
                drawing.polygon([at(p) for p in points], COLOURS[part.key])
                ends[part.key] = max(ends.get(part.key, (-1e9, 0.0, 0.0)), _end(points))
    thick, half = design.sensor.thick_mm, design.sensor.active_mm / 2
    for z in (design.plate_z_mm - thick, design.plate_z_mm + design.plate_mm):
        low, high = at((design.puck_at_mm - half, z)), at((design.puck_at_mm + half, z + thick))
        drawing.box(low[0], high[1], high[0] - low[0], low[1] - high[1], INK, radius=0)
    drawing.path([at((0, -6)), at((0, 64))], FAINT, 1.2, "14 5 3 5")
    drawing.path([at((-60, 0)), at((150, 0))], INK, 3)
    y = 74
    for number, part in enumerate((part for part in parts if part.key in ends), 1):
        right, *between = ends[part.key]
        x, middle = at((right - 4, sum(between) / 2))
        drawing.mark(x, middle, str(number), 10.5)
        drawing.box(800, y - 11, 16, 14, COLOURS[part.key], radius=2)
        drawing.mark(808, y - 4, str(number), 10.5)
        drawing.text(824, y, words._(part.name), 12.5)
        y += 24
    drawing.box(800, y - 6, 16, 3, INK, radius=0)
    drawing.text(824, y, words._("sensor"), 12.5)
    y += 24
    sizes = (
        (words._("free below the petal"), design.plate_z_mm - design.cover_mm - design.gap_mm),
        (words._("from plate to cover"), design.gap_mm),
        (words._("from the middle to the puck"), design.puck_at_mm),
        (words._("from the middle to the tip"), design.tip_mm),
    )
    for name, size in sizes:
        drawing.text(800, y + 10, f"{name}: {words.unit(f'{size:.1f}', 'mm')}", 11.5)
        y += 20
    return drawing


def _end(points: list[Point]) -> tuple[float, float, float]:
    """Where a section is furthest to the right: how far, and from where to where upwards."""
    right = max(x for x, _ in points)
    heights_there = [y for x, y in points if x > right - 0.5]
    return right, min(heights_there), max(heights_there)


LIFTS: Final = {
    "tray": -210,
    "top": -60,
    "pane": 20,
    "panel": 40,
    "cradle": 140,
    "base": 230,
    "hub": 310,
    "plate": 500,
    "puck": 550,
    "cover": 610,
    "lid": 740,
}
"""How far each part is above its place when all are apart."""
NAMES_X: Final = 790.0
"""Where the names of the parts begin, beside the exploded view."""


def exploded_sheet(parts: tuple[KitPart, ...], design: Design, words: GuideWords) -> Diagram:
    """Everything above its place, seen from the side of seat 1, each part by its name."""
    drawing = Diagram(1100, 900, words._("All parts above each other, seen from seat 1"))
    rightmost = _draw(drawing, _apart(parts, design, LIFTS), (390, 600, 0.7))
    lowest = 0.0
    for part in sorted((p for p in parts if p.places), key=lambda p: rightmost[p.key][1]):
        x, y = rightmost[part.key]
        lowest = max(y, lowest + 24)
        drawing.path([(x, y), (NAMES_X - 30, lowest), (NAMES_X - 8, lowest)], FAINT, 1)
        drawing.circle(x, y, 2.5, INK)
        drawing.text(NAMES_X, lowest + 4.5, f"{part.count} × {words._(part.name)}", 12.5)
    return drawing


def step_sheet(
    parts: tuple[KitPart, ...], design: Design, lifts: Mapping[str, float], title: str
) -> Diagram:
    """Some of the parts, each so far above its place, as large as the picture allows."""
    drawing = Diagram(760, 420, title)
    pieces = _apart((part for part in parts if part.key in lifts), design, lifts)
    points = [point for piece in pieces for ring in piece.outlines for point in ring]
    (left, right), (low, high) = ((min(v), max(v)) for v in zip(*points, strict=True))
    scale = min(700 / (right - left), 350 / (high - low))
    middle = (left + right) / 2, (low + high) / 2
    _draw(drawing, pieces, (380 - middle[0] * scale, 232 + middle[1] * scale, scale))
    return drawing


@dataclass(frozen=True, slots=True)
class _Seen:
    """A piece from the side of seat 1, millimetres: its rings, and where one sees through it."""

    key: str
    outlines: tuple[tuple[Point, ...], ...]
    through: tuple[tuple[Point, ...], ...]


def _apart(
    parts: Iterable[KitPart], design: Design, lifts: Mapping[str, float]
) -> tuple[_Seen, ...]:
    """Parts above their places, the lowest first."""
    pieces: list[tuple[float, str, Manifold]] = []
    for part in parts:
        for place in part.places:
            solid = place(part.solid)
            middle = solid.bounding_box()
            below = part.key in ("puck", "cover") and middle[5] < design.plate_z_mm + 1
            lift = lifts[part.key]
            if below:  # as far below its plate as the upper one is above it
                lift = 2 * lifts.get("plate", lift) - lift
            pieces.append((lift + middle[2], part.key, solid.translate((0, 0, lift))))
    pieces.sort(key=lambda piece: piece[0])
    return tuple(_seen(key, solid) for _, key, solid in pieces)


def _seen(key: str, solid: Manifold) -> _Seen:
    tilt = radians(TILT)
    shadow = [contour_of(ring) for ring in solid.rotate((-TILT, 0, 0)).project().to_polygons()]
    low, high = heights(solid)
    face = contours(solid, high - 0.05) if high - low < 60 else []
    faces = (tuple((x, y * cos(tilt) + high * sin(tilt)) for x, y in line.points) for line in face)
    outlines = (*(ring.points for ring in shadow if not ring.hole), *faces)
    return _Seen(key, outlines, tuple(ring.points for ring in shadow if ring.hole))


def _draw(
    drawing: Diagram, pieces: Iterable[_Seen], view: tuple[float, float, float]
) -> dict[str, Point]:
    """``view``: where the middle is, and the scale. Returns each part's rightmost point."""
    left, top, scale = view
    rightmost: dict[str, Point] = {}
    for piece in pieces:
        for rings, fill in ((piece.outlines, COLOURS[piece.key]), (piece.through, PAPER)):
            for ring in rings:
                points = [(left + x * scale, top - y * scale) for x, y in ring]
                drawing.polygon(points, fill)
                rightmost[piece.key] = max(rightmost.get(piece.key, points[0]), *points)
    return rightmost
