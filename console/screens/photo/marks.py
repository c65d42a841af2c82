"""What a photo finish is marked with, as SVG elements at places of the drawing."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.symbols import signs, strokes

_CROWN: Final = (
    '<path fill="ink" d="M-38 30 L -46 -22 L -20 4 L 0 -36 L 20 4 L 46 -22 L 38 30 Z"/>'
    '<path d="M-36 42 H 36"/>'
)
_WRONG: Final = '<path d="M-32 -32 L 32 32 M 32 -32 L -32 32"/>'
_EQUAL: Final = '<path d="M-34 -16 H 34 M -34 16 H 34"/>'
_FADE: Final = (
    (0.0, 0.0),
    (0.12, 0.35),
    (0.3, 0.85),
    (0.5, 1.0),
    (0.7, 0.85),
    (0.88, 0.35),
    (1, 0),
)
"""A bell: likely in the middle, hardly at the ends."""


def _at(body: str, x: float, y: float, size: float, colour: str, weight: float) -> str:
    drawn = strokes(body, colour, weight)
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100:.4f})">{drawn}</g>'


def sign(name: str, x: float, y: float, size: float, colour: str) -> str:
    """A sign of ``symbols.signs``."""
    return _at(signs.SIGNS[name], x, y, size, colour, signs.SIGN_WEIGHT)


def shape(seat: int, x: float, y: float, size: float, colour: str) -> str:
    """A seat's shape."""
    return sign(signs.SEAT_SHAPES[seat], x, y, size, colour)


def crown(x: float, y: float, size: float) -> str:
    """For the first."""
    return _at(_CROWN, x, y, size, palette.USUAL.seats[4], 8)


def wrong(x: float, y: float, size: float, colour: str) -> str:
    """For who should not have touched."""
    return _at(_WRONG, x, y, size, colour, 18)


def equal(x: float, y: float, size: float) -> str:
    """For those who cannot be told apart."""
    return _at(_EQUAL, x, y, size, palette.AMBER, 18)


def soft(name: str, left: float, right: float, colour: str, strength: float) -> str:
    """The definition ``url(#name)`` of a band that fades out to both sides."""
    stops = "".join(
        f'<stop offset="{place}" stop-color="{colour}" stop-opacity="{strength * part:.3f}"/>'
        for place, part in _FADE
    )
    return (
        f'<defs><linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{left:.1f}" y1="0"'
        f' x2="{right:.1f}" y2="0">{stops}</linearGradient></defs>'
    )


def span(start: float, end: float, y: float, colour: str, *, beyond: bool) -> str:
    """A double arrow from ``start`` to ``end``; ``beyond``: its end lies further still."""
    head = min(7.0, abs(end - start) / 3)
    way = 1 if end >= start else -1
    low, high = start + 3 * way, end - 3 * way
    tips = [(low, way), (high, -way)]
    if beyond:
        tips.append((high - 9 * way, -way))
    body = f"M{low:.1f} {y:.1f} H {high:.1f}"
    for tip, turn in tips:
        back = tip + turn * head
        body += f" M{back:.1f} {y - head:.1f} L{tip:.1f} {y:.1f} L{back:.1f} {y + head:.1f}"
    return (
        f'<path d="{body}" fill="none" stroke="{colour}" stroke-width="2.5"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def plate(x: float, y: float, width: float, height: float) -> str:
    """A quiet ground under a label."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"'
        f' fill="{palette.PANEL}"/>'
    )
