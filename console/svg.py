"""SVG, for all pictures that are made of lines and text: photo finish, wiring guide, reports.

The renderer of the screen knows no text, and a file should keep its text as text; so a drawing
keeps both apart until the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

MIDDLE: Final = 0.36
"""From the middle of a capital letter down to its base, in ems."""
FAMILY: Final = "Inter, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def element(name: str, content: str = "", **attributes: float | str | None) -> str:
    """One element around ``content``, which is SVG already.

    ``stroke_width`` is written as ``stroke-width``; numbers get one decimal, so that files are the
    same on every machine; what is None is left out.
    """
    given = "".join(
        f' {key.replace("_", "-")}="{short(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def short(value: float | str) -> str:
    """An attribute's value."""
    return escape(value) if isinstance(value, str) else f"{round(value, 1):g}"


def line(start: Point, end: Point, colour: str, width: float) -> str:
    """A straight line."""
    (x1, y1), (x2, y2) = start, end
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)


def polyline(points: Iterable[Point], colour: str, width: float, dash: str) -> str:
    """An open line through all points."""
    return element(
        "polyline",
        points=_places(points),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray=dash or None,
    )


def polygon(points: Iterable[Point], fill: str, stroke: str) -> str:
    """A closed shape."""
    return element(
        "polygon",
        points=_places(points),
        fill=fill,
        stroke=stroke,
        stroke_width=1.5,
        stroke_linejoin="round",
    )


def rect(x: float, y: float, width: float, height: float, **look: float | str | None) -> str:
    """A box by its upper left corner; ``look``: ``fill``, ``stroke``, ``rx`` …"""
    return element("rect", "", x=x, y=y, width=width, height=height, **look)


def circle(x: float, y: float, radius: float, **look: float | str | None) -> str:
    """A circle by its middle."""
    return element("circle", "", cx=x, cy=y, r=radius, **look)


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line of text; ``y`` is the middle of its capitals, ``size`` design pixels to the em."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "start"
    upright: bool = False

    def svg(self) -> str:
        """The element; ``upright`` reads from below to above."""
        down = MIDDLE * self.size
        at = (self.x + down, self.y) if self.upright else (self.x, self.y + down)
        return element(
            "text",
            escape(self.text, quote=False),
            x=at[0],
            y=at[1],
            font_size=self.size,
            font_weight="700" if self.bold else "500",
            fill=self.colour,
            text_anchor=self.anchor,
            transform=f"rotate(-90 {short(at[0])} {short(at[1])})" if self.upright else None,
        )


@dataclass(slots=True)
class Drawing:
    """``width`` by ``height`` design pixels, (0, 0) at the top left; ``title`` is what it is called
    to whoever does not see it."""

    width: float
    height: float
    title: str = ""
    family: str = FAMILY
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
        upright: bool = False,
    ) -> None:
        """Write a line of text."""
        self.texts.append(
            Text(
                x=x,
                y=y,
                text=text,
                size=size,
                colour=colour,
                bold=bold,
                anchor=anchor,
                upright=upright,
            )
        )

    @property
    def body(self) -> str:
        """The shapes with (0, 0) in the middle, as ``Art.raster`` wants them."""
        shapes = "".join(self.shapes)
        return f'<g transform="translate({-self.width / 2} {-self.height / 2})">{shapes}</g>'

    def svg(self) -> str:
        """A whole SVG file, its texts as text."""
        title = [element("title", escape(self.title))] if self.title else []
        return element(
            "svg",
            "\n" + "\n".join((*title, *self.shapes, *(text.svg() for text in self.texts))) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=self.width,
            height=self.height,
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            font_family=self.family,
            role="img" if title else None,
        )


def _places(points: Iterable[Point]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in points)
