"""A drawing that is shapes and lines of text: one for the screen and for a file.

The renderer of the screen knows no text, and a file should keep its text as text; so both are kept
apart until the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

Anchor = Literal["start", "middle", "end"]
Measure = Callable[[str, float, bool], float]
"""How many design pixels a text takes: text, size, bold."""

MIDDLE: Final = 0.36
"""From the middle of a capital letter down to its base, in ems."""
FAMILY: Final = "Inter, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; ``y`` is the middle of its capitals, ``size`` design pixels to the em."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "start"


@dataclass(slots=True)
class Drawing:
    """``width`` by ``height`` design pixels, (0, 0) at the top left."""

    width: float
    height: float
    shapes: list[str] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def add(self, *shapes: str) -> None:
        """Lay SVG elements on top of what is there."""
        self.shapes += shapes

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
    ) -> None:
        """Write a line of text."""
        self.texts.append(Text(x, y, text, size, colour, bold, anchor))

    @property
    def body(self) -> str:
        """The shapes with (0, 0) in the middle, as ``Art.raster`` wants them."""
        shapes = "".join(self.shapes)
        return f'<g transform="translate({-self.width / 2} {-self.height / 2})">{shapes}</g>'

    def svg(self) -> str:
        """A whole SVG file, its texts as text."""
        width, height = f"{self.width:g}", f"{self.height:g}"
        lines = "\n".join((*self.shapes, *(_svg_text(text) for text in self.texts)))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="{FAMILY}">\n{lines}\n</svg>\n'
        )


def _svg_text(text: Text) -> str:
    weight = ' font-weight="700"' if text.bold else ' font-weight="500"'
    said = escape(text.text, quote=False)
    return (
        f'<text x="{text.x:.1f}" y="{text.y + MIDDLE * text.size:.1f}" font-size="{text.size:g}"'
        f'{weight} fill="{text.colour}" text-anchor="{text.anchor}">{said}</text>'
    )
