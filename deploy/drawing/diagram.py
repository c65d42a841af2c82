"""A diagram: wires, boxes, symbols, text. Nothing outside the file is referred to."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin
from typing import Final

from console import svg
from console.i18n import N_
from console.svg import MIDDLE, Anchor, Point

INK: Final = "#1c2330"
FAINT: Final = "#6b7380"
PAPER: Final = "#ffffff"
SHADE: Final = "#eef1f5"
PAINT: Final = {
    N_("white"): "#ffffff",
    N_("blue"): "#2f6fde",
    N_("green"): "#2e9e4f",
    N_("yellow"): "#f2c81e",
    N_("violet"): "#8a4fc4",
    N_("grey"): "#9aa1ab",
    N_("brown"): "#8b5a2b",
    N_("pink"): "#f08bb4",
    N_("turquoise"): "#2bb9b5",
    N_("orange"): "#f0821e",
    N_("red"): "#d62f2f",
    N_("black"): "#15181d",
}
FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] /-")
_WIDE: Final = frozenset("mwMWШЩЮЖФМДЫжшщюмфы@%→←◀▶●✕⏚Ω±")


def text_width(text: str, size: float, bold: bool) -> float:
    """About how wide the text is, rather too much; pixels."""
    ems = sum(
        0.42 if c in _NARROW else 0.95 if c in _WIDE else 0.74 if c.isupper() else 0.635
        for c in text
    )
    return ems * size * (1.1 if bold else 1.0)


class Diagram:
    """Collects shapes and texts; ``svg`` gives the file. Lengths are pixels at 100 %."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height = width, height
        self._drawing = svg.Drawing(width, height, title, FONT)
        self._drawing.add(svg.rect(0, 0, width, height, fill=PAPER))
        self.text(24, 36, title, 19, bold=True)

    def svg(self) -> str:
        return self._drawing.svg()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13,
        anchor: Anchor = "start",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """One line; ``y`` is its baseline."""
        self._drawing.write(x, y - MIDDLE * size, words, size, colour, bold=bold, anchor=anchor)

    def mark(self, x: float, y: float, words: str, size: float, upright: bool = False) -> None:
        """Words centred on a point; ``upright``: they read from bottom to top."""
        self._drawing.write(x, y, words, size, INK, bold=True, anchor="middle", upright=upright)

    def lines(self, x: float, y: float, words: Iterable[str], size: float = 13) -> None:
        """Several lines of text, one below the other."""
        for i, line in enumerate(words):
            self.text(x, y + i * size * 1.5, line, size)

    def path(self, points: Iterable[Point], colour: str, width: float, dash: str = "") -> None:
        self._drawing.add(svg.polyline(points, colour, width, dash))

    def wire(self, points: Iterable[Point], colour: str, width: float = 3.5) -> None:
        """A wire of one of the colours of ``PAINT``, with a dark rim so that white is seen."""
        points = tuple(points)
        self.path(points, INK, width + 2)
        self.path(points, PAINT[colour], width)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = SHADE,
        *,
        stroke: str = INK,
        radius: float = 6,
        dash: str = "",
    ) -> None:
        look = {"fill": fill, "stroke": stroke, "stroke_dasharray": dash or None}
        self._drawing.add(svg.rect(x, y, width, height, rx=radius, stroke_width=1.5, **look))

    def circle(
        self, x: float, y: float, radius: float, fill: str = PAPER, stroke: str = INK
    ) -> None:
        self._drawing.add(svg.circle(x, y, radius, fill=fill, stroke=stroke, stroke_width=1.5))

    def polygon(self, points: Iterable[Point], fill: str, stroke: str = INK) -> None:
        self._drawing.add(svg.polygon(points, fill, stroke))

    # -- symbols ---------------------------------------------------------------------------

    def dot(self, x: float, y: float) -> None:
        """A junction."""
        self.circle(x, y, 4, INK)

    def resistor(self, x: float, y: float, upright: bool = False) -> None:
        """Centred, 44 long, 16 thick."""
        w, h = (16, 44) if upright else (44, 16)
        self.box(x - w / 2, y - h / 2, w, h, PAPER, radius=0)

    def fuse(self, x: float, y: float) -> None:
        """Lying, 44 long: a box with its wire through."""
        self.box(x - 22, y - 8, 44, 16, PAPER, radius=0)
        self.path([(x - 22, y), (x + 22, y)], INK, 1.5)

    def capacitor(self, x: float, y: float) -> None:
        """Upright: its plates at y - 4 and y + 4."""
        self.box(x - 15, y - 4, 30, height=8, fill=PAPER, stroke=PAPER, radius=0)
        for plate in (y - 4, y + 4):
            self.path([(x - 15, plate), (x + 15, plate)], INK, 3)

    def fsr(self, x: float, y: float) -> None:
        """A force sensor: an upright resistor crossed by an arrow."""
        self.resistor(x, y, upright=True)
        self.path([(x - 18, y + 18), (x + 18, y - 18)], INK, 1.5)
        self.path([(x + 9, y - 17), (x + 18, y - 18), (x + 17, y - 9)], INK, 1.5)

    def button(self, x: float, y: float) -> None:
        """An open push button, upright, its ends at y - 20 and y + 20."""
        self.circle(x, y - 20, 4)
        self.circle(x, y + 20, 4)
        self.path([(x - 12, y - 16), (x - 12, y + 16)], INK, 2.5)
        self.path([(x - 24, y), (x - 12, y)], INK, 2)
        self.path([(x - 24, y - 8), (x - 24, y + 8)], INK, 2)

    def led(self, x: float, y: float) -> None:
        """Upright, its anode above: 12 up and down."""
        self.polygon([(x - 12, y - 11), (x + 12, y - 11), (x, y + 11)], PAPER)
        self.path([(x - 12, y + 11), (x + 12, y + 11)], INK, 2)
        for shift in (0, 8):
            self.path([(x + 16, y - 4 + shift), (x + 26, y - 12 + shift)], INK, 1.5)
            self.path(
                [(x + 20, y - 11 + shift), (x + 26, y - 12 + shift), (x + 24, y - 6 + shift)],
                INK,
                1.5,
            )

    def mosfet(self, x: float, y: float) -> None:
        """N channel: gate at (x - 26, y), drain at (x, y - 22), source at (x, y + 22)."""
        self.path([(x - 26, y), (x - 16, y)], INK, 2)
        self.path([(x - 16, y - 14), (x - 16, y + 14)], INK, 2.5)
        for dy in (-12, 0, 12):
            self.path([(x - 10, y + dy - 4), (x - 10, y + dy + 4)], INK, 2.5)
        self.path([(x - 10, y - 12), (x, y - 12), (x, y - 22)], INK, 2)
        self.path([(x - 10, y + 12), (x, y + 12), (x, y + 22)], INK, 2)
        self.path([(x - 10, y), (x, y), (x, y + 12)], INK, 2)
        self.path([(x - 4, y - 4), (x - 9, y), (x - 4, y + 4)], INK, 1.5)

    def arrow(self, start: Point, end: Point, colour: str = FAINT) -> None:
        """A pointer to something."""
        (x0, y0), (x1, y1) = start, end
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        self.path([start, end], colour, 1.3)
        self.polygon(
            [end, *((x1 - 9 * ux + s * 4 * uy, y1 - 9 * uy - s * 4 * ux) for s in (1, -1))],
            colour,
            colour,
        )


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point on a circle, clockwise from above."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))
