"""What is drawn around and over the pieces: cells, ways in, what a push would do. All pictures.

The drawings are made for cells of ``CELL`` and scaled to the ``pitch`` of the table's cells.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.ignis.pieces import CELL

RIM: Final = 7.0
"""How far the rim of the board in play lies outside its cells."""
ROUND: Final = 17.0
SPAN: Final = CELL + 2 * RIM + 6
"""Across the picture of a cell with its share of the rim."""

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
"""The sides of a cell that are edges of the board in play."""

ARROW: Final = 40.0
"""Whatever the cells are."""
SMALL_TILE: Final = 38.0
"""A piece on its way out, beyond the edge."""
TURNS: Final = {"up": 0, "right": 1, "down": 2, "left": 3}
"""Quarter turns from an arrow that points up."""


def _drawn(art: Art, key: Hashable, pitch: float, size: float, body: str) -> Picture:
    """A drawing ``size`` square for cells of ``CELL``, scaled to cells of ``pitch``."""
    scale = pitch / CELL
    scaled = f'<g transform="scale({scale:.5f})">{body}</g>'
    return art.svg((key, pitch), scale * size, scale * size, scaled)


def cell(art: Art, pitch: float, edges: int) -> Picture:
    """An empty cell; ``edges`` are those of its sides where the board in play ends."""
    outline, rim = _outline(edges)
    inner = CELL - 6
    body = (
        f'<path d="{outline}" fill="#0B1017"/>'
        f'<path d="{rim}" fill="none" stroke="#4B627C" stroke-width="2.5"/>'
        f'<rect x="{-inner / 2}" y="{-inner / 2}" width="{inner}" height="{inner}" rx="14"'
        ' fill="#151E2A" stroke="#243242" stroke-width="1.5"/>'
    )
    return _drawn(art, ("ignis cell", edges), pitch, SPAN, body)


def _outline(edges: int) -> tuple[str, str]:
    """The paths around a cell with its share of the rim, and of that share's outer line."""
    half, far = CELL / 2 + 0.5, CELL / 2 + RIM  # cells overlap a little: no seams
    left, top, right, bottom = (
        -(far if edges & LEFT else half),
        -(far if edges & TOP else half),
        far if edges & RIGHT else half,
        far if edges & BOTTOM else half,
    )
    turns = (
        (left, top, 0, 1, 1, 0, LEFT | TOP),
        (right, top, -1, 0, 0, 1, TOP | RIGHT),
        (right, bottom, 0, -1, -1, 0, RIGHT | BOTTOM),
        (left, bottom, 1, 0, 0, -1, BOTTOM | LEFT),
    )
    into, corner, out = [], [], []
    for x, y, dx, dy, ex, ey, sides in turns:
        r = ROUND if edges & sides == sides else 0.0
        into.append(f"{x + r * dx} {y + r * dy}")
        out.append(f"{x + r * ex} {y + r * ey}")
        corner.append(f" A {r} {r} 0 0 1 {out[-1]}" if r else "")
    sides_ = [f"{into[i]}{corner[i]}" for i in (1, 2, 3, 0)]
    outline = f"M {out[0]} " + " ".join(f"L {side}" for side in sides_) + " Z"
    rim = " ".join(
        f"M {out[i]} L {sides_[i]}"
        for i, side in enumerate((TOP, RIGHT, BOTTOM, LEFT))
        if edges & side
    )
    return outline, rim


def lane(art: Art, pitch: float, colour: str) -> Picture:
    """A cell that a push runs through."""
    inner = CELL - 6
    body = (
        f'<rect x="{-inner / 2}" y="{-inner / 2}" width="{inner}" height="{inner}" rx="14"'
        f' fill="{colour}" fill-opacity="0.20" stroke="{colour}" stroke-opacity="0.55"'
        ' stroke-width="1.5"/>'
    )
    return _drawn(art, ("ignis lane", colour), pitch, CELL, body)


def frame(art: Art, size: float, colour: str) -> Picture:
    """The cursor around a piece."""
    half = size / 2 + 2
    box = f'x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="{0.27 * size}"'
    body = (
        f'<rect {box} fill="none" stroke="{colour}" stroke-opacity="0.28" stroke-width="9"/>'
        f'<rect {box} fill="none" stroke="{colour}" stroke-width="4"/>'
    )
    return art.svg(("ignis frame", colour, size), size + 14, size + 14, body)


def corners(art: Art, pitch: float, colour: str) -> Picture:
    """Where the last piece entered."""
    half, arm = CELL / 2 - 2, 13.0
    body = "".join(
        f'<path d="M {x * half} {y * (half - arm)} V {y * half} H {x * (half - arm)}"/>'
        for x in (-1, 1)
        for y in (-1, 1)
    )
    group = (
        f'<g fill="none" stroke="{colour}" stroke-width="3.5" stroke-linecap="round"'
        f' stroke-linejoin="round">{body}</g>'
    )
    return _drawn(art, ("ignis corners", colour), pitch, CELL, group)


def arrow(art: Art, colour: str, *, bright: bool) -> Picture:
    """A way in, upwards: quiet, or the one under the cursor."""
    if not bright:
        body = (
            f'<path d="M-11 6 L 0 -6 L 11 6" fill="none" stroke="{colour}" stroke-opacity="0.6"'
            ' stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    else:
        body = (
            f'<circle r="19" fill="{colour}"/><path d="M0 11 V -10 M-9 -1 L 0 -10 L 9 -1"'
            f' fill="none" stroke="{palette.INK}" stroke-width="4.5" stroke-linecap="round"'
            ' stroke-linejoin="round"/>'
        )
    return art.svg(("ignis arrow", colour, bright), ARROW, ARROW, body)


def step(art: Art, pitch: float, colour: str) -> Picture:
    """A piece comes this way: upwards."""
    shape = "M-9 5 L 0 -5 L 9 5"
    body = "".join(
        f'<path d="{shape}" fill="none" stroke="{ink}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
        for ink, width in ((palette.INK, 9.5), (colour, 4.5))
    )
    return _drawn(art, ("ignis step", colour), pitch, 32, body)


def strike(art: Art) -> Picture:
    """Over a piece that would be ejected."""
    shape = "M-14 -14 L 14 14 M14 -14 L-14 14"
    body = "".join(
        f'<path d="{shape}" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>'
        for ink, width in ((palette.INK, 10.0), (art.palette.alarm, 5.0))
    )
    return art.svg("ignis strike", SMALL_TILE, SMALL_TILE, body)


def hatch(art: Art, pitch: float, *, later: bool) -> Picture:
    """Over a cell that would leave the game; a later look (G8) leans the other way."""
    half, apart = CELL / 2, CELL / 5
    lines = ""
    for i in range(1, 10):
        d = i * apart - CELL  # x + y all along a line
        low, high = max(-half, d - half), min(half, d + half)
        way = -1 if later else 1
        lines += f"M {low:.2f} {way * (d - low):.2f} L {high:.2f} {way * (d - high):.2f} "
    box = f'x="{-half}" y="{-half}" width="{CELL}" height="{CELL}"'
    body = (
        f'<rect {box} fill="{palette.INK}" fill-opacity="0.42"/>'
        f'<path d="{lines}" fill="none" stroke="{palette.SPECIAL}" stroke-opacity="0.8"'
        ' stroke-width="2.2"/>'
    )
    return _drawn(art, ("ignis hatch", later), pitch, CELL, body)


def glow(art: Art, pitch: float, strength: float) -> Picture:
    """The light of a cell that leaves."""
    half = CELL / 2 - 2
    body = (
        f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="16"'
        f' fill="{palette.SPECIAL}" fill-opacity="{strength}"/>'
    )
    return _drawn(art, ("ignis glow", strength), pitch, CELL, body)


def hint(art: Art, size: float = ARROW - 2) -> Picture:
    """Around what a hint points at."""
    body = (
        f'<circle r="{size / 2 + 1}" fill="none" stroke="{palette.AMBER}" stroke-width="3.5"'
        ' stroke-dasharray="7 6" stroke-linecap="round"/>'
    )
    return art.svg(("ignis hint", size), size + 8, size + 8, body)
