"""The 15 symbols of «Хаос» as SVG: five families of look-alikes, three variants each (C1).

Every symbol is a line drawing of one weight inside a circle of radius 42 of the square
-50..50. Within a family one small thing differs; none of these things depends on which way up the
card lies or whether it is mirrored, so any rotation reads the same. ``tests`` measure that.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

FAMILIES: Final = "abcde"
VARIANTS: Final = "123"
SYMBOLS: Final = tuple(f + v for f in FAMILIES for v in VARIANTS)
WEIGHT: Final = 7.0
"""Width of every line, in hundredths of the picture."""


def turned(body: str, degrees: float) -> str:
    """``body`` turned clockwise about the middle."""
    return f'<g transform="rotate({degrees:.2f})">{body}</g>'


def ring(body: str, count: int) -> str:
    """``count`` copies of ``body``, evenly around the middle."""
    return "".join(turned(body, 360 * i / count) for i in range(count))


def dot(x: float, y: float, radius: float) -> str:
    """A filled circle."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="ink" stroke="none"/>'


def polygon(corners: int, radius: float, degrees: float = 0.0, fill: str = "none") -> str:
    """A regular polygon, its first corner at the top."""
    turn = [2 * pi * (i / corners + degrees / 360) for i in range(corners)]
    points = " ".join(f"{radius * sin(a):.2f},{-radius * cos(a):.2f}" for a in turn)
    return f'<polygon points="{points}" fill="{fill}"/>'


def _whirl(tip: str) -> str:
    """Three bent arms; ``tip`` is what they end in."""
    return ring('<path d="M0 0 C 5 -23 25 -35 38 -14"/>' + tip, 3)


def _wheel(spokes: int, hub: str) -> str:
    """A rim with short spokes that leave the middle free."""
    return '<circle r="38"/>' + ring('<path d="M0 -38 V -19"/>', spokes) + hub


def _petals(filled: tuple[int, ...]) -> str:
    """Five pointed leaves that meet in the middle, some of them filled."""
    leaf = '<path d="M0 0 C -17 -15 -16 -31 0 -44 C 16 -31 17 -15 0 0 Z" fill="{}"/>'
    return "".join(turned(leaf.format("ink" if i in filled else "none"), 72 * i) for i in range(5))


def _triangles(inner: str) -> str:
    """A great triangle with something inside."""
    return polygon(3, 45) + inner


def _window(bars: str) -> str:
    """A square frame with bars."""
    return '<rect x="-31" y="-31" width="62" height="62"/>' + bars


BODIES: Final[dict[str, str]] = {
    "a1": _whirl(""),
    "a2": _whirl(dot(38, -14, 8)),
    "a3": _whirl('<path d="M38 -14 C 40 -6 36 1 28 2"/>'),
    "b1": _wheel(5, ""),
    "b2": _wheel(6, ""),
    "b3": _wheel(5, dot(0, 0, 9)),
    "c1": _petals(()),
    "c2": _petals((0,)),
    "c3": _petals((0, 2)),
    "d1": _triangles(polygon(3, 22, 180)),
    "d2": _triangles(polygon(3, 22, 180, "ink")),
    "d3": _triangles(polygon(3, 19, 0)),
    "e1": _window('<path d="M-31 0 H 31 M 0 -31 V 31"/>'),
    "e2": _window('<path d="M-31 0 H 31"/>'),
    "e3": _window(
        '<path d="M-31 0 H 31 M 0 -31 V 31"/><rect x="0" y="0" width="31" height="31" fill="ink"/>'
    ),
}


def strokes(body: str, ink: str, weight: float = WEIGHT) -> str:
    """``body`` drawn in the colour ``ink`` (``#rrggbb``)."""
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="{weight}" stroke-linecap="round"'
        f' stroke-linejoin="round">{body.replace("ink", ink)}</g>'
    )
