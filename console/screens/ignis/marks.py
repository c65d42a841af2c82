"""What is drawn around and over the pieces: cells, ways in, what a push would do. All pictures."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.ignis.pieces import PITCH, SMALL_TILE, TILE

RIM: Final = 7.0
"""How far the rim of the board in play lies outside its cells."""
ROUND: Final = 17.0
SPAN: Final = PITCH + 2 * RIM + 6
"""Across the picture of a cell with its share of the rim."""

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
"""The sides of a cell that are edges of the board in play."""

ARROW: Final = 46.0
TURNS: Final = {"up": 0, "right": 1, "down": 2, "left": 3}
"""Quarter turns from an arrow that points up."""


def cell(art: Art, edges: int) -> Picture:
    """An empty cell; ``edges`` are those of its sides where the board in play ends."""
    outline, rim = _outline(edges)
    inner = PITCH - 6
    body = (
        f'<path d="{outline}" fill="#0B1017"/>'
        f'<path d="{rim}" fill="none" stroke="#4B627C" stroke-width="2.5"/>'
        f'<rect x="{-inner / 2}" y="{-inner / 2}" width="{inner}" height="{inner}" rx="14"'
        ' fill="#151E2A" stroke="#243242" stroke-width="1.5"/>'
    )
    return art.svg(("ignis cell", edges), SPAN, SPAN, body)


def _outline(edges: int) -> tuple[str, str]:
    """The paths around a cell with its share of the rim, and of that share's outer line."""
    half, far = PITCH / 2 + 0.5, PITCH / 2 + RIM  # cells overlap a little: no seams
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


def gone(art: Art) -> Picture:
    """A cell that has left the game: hardly there."""
    inner = PITCH - 14
    body = (
        f'<rect x="{-inner / 2}" y="{-inner / 2}" width="{inner}" height="{inner}" rx="12"'
        ' fill="#000000" fill-opacity="0.10"/>'
    )
    return art.svg("ignis gone", PITCH, PITCH, body)


def lane(art: Art, colour: str) -> Picture:
    """A cell that a push runs through."""
    inner = PITCH - 6
    body = (
        f'<rect x="{-inner / 2}" y="{-inner / 2}" width="{inner}" height="{inner}" rx="14"'
        f' fill="{colour}" fill-opacity="0.20" stroke="{colour}" stroke-opacity="0.55"'
        ' stroke-width="1.5"/>'
    )
    return art.svg(("ignis lane", colour), PITCH, PITCH, body)


def frame(art: Art, colour: str, size: float = TILE) -> Picture:
    """The cursor around a piece."""
    half = size / 2 + 2
    box = f'x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="{0.27 * size}"'
    body = (
        f'<rect {box} fill="none" stroke="{colour}" stroke-opacity="0.28" stroke-width="9"/>'
        f'<rect {box} fill="none" stroke="{colour}" stroke-width="4"/>'
    )
    return art.svg(("ignis frame", colour, size), size + 14, size + 14, body)


def corners(art: Art, colour: str) -> Picture:
    """Where the last piece entered."""
    half, arm = PITCH / 2 - 2, 13.0
    body = "".join(
        f'<path d="M {x * half} {y * (half - arm)} V {y * half} H {x * (half - arm)}"/>'
        for x in (-1, 1)
        for y in (-1, 1)
    )
    group = (
        f'<g fill="none" stroke="{colour}" stroke-width="3.5" stroke-linecap="round"'
        f' stroke-linejoin="round">{body}</g>'
    )
    return art.svg(("ignis corners", colour), PITCH, PITCH, group)


def arrow(art: Art, colour: str, *, bright: bool) -> Picture:
    """A way in, upwards: quiet, or the one under the cursor."""
    if not bright:
        body = (
            f'<path d="M-11 6 L 0 -6 L 11 6" fill="none" stroke="{colour}" stroke-opacity="0.6"'
            ' stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    else:
        body = (
            f'<circle r="21" fill="{colour}"/><path d="M0 12 V -11 M-10 -1 L 0 -11 L 10 -1"'
            f' fill="none" stroke="{palette.INK}" stroke-width="4.5" stroke-linecap="round"'
            ' stroke-linejoin="round"/>'
        )
    return art.svg(("ignis arrow", colour, bright), ARROW, ARROW, body)


def step(art: Art, colour: str) -> Picture:
    """A piece comes this way: upwards."""
    shape = "M-9 5 L 0 -5 L 9 5"
    body = "".join(
        f'<path d="{shape}" fill="none" stroke="{ink}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
        for ink, width in ((palette.INK, 9.5), (colour, 4.5))
    )
    return art.svg(("ignis step", colour), 32, 24, body)


def strike(art: Art) -> Picture:
    """Over a piece that would be ejected."""
    shape = "M-14 -14 L 14 14 M14 -14 L-14 14"
    body = "".join(
        f'<path d="{shape}" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>'
        for ink, width in ((palette.INK, 10.0), (art.palette.alarm, 5.0))
    )
    return art.svg("ignis strike", SMALL_TILE, SMALL_TILE, body)


def hatch(art: Art, *, later: bool) -> Picture:
    """Over a cell that would leave the game; a later look (G8) leans the other way."""
    half, pitch = PITCH / 2, PITCH / 5
    lines = ""
    for i in range(1, 10):
        d = i * pitch - PITCH  # x + y all along a line
        low, high = max(-half, d - half), min(half, d + half)
        way = -1 if later else 1
        lines += f"M {low:.2f} {way * (d - low):.2f} L {high:.2f} {way * (d - high):.2f} "
    box = f'x="{-half}" y="{-half}" width="{PITCH}" height="{PITCH}"'
    body = (
        f'<rect {box} fill="{palette.INK}" fill-opacity="0.42"/>'
        f'<path d="{lines}" fill="none" stroke="{palette.SPECIAL}" stroke-opacity="0.8"'
        ' stroke-width="2.2"/>'
    )
    return art.svg(("ignis hatch", later), PITCH, PITCH, body)


def glow(art: Art, strength: float) -> Picture:
    """The light of a cell that leaves."""
    half = PITCH / 2 - 2
    body = (
        f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="16"'
        f' fill="{palette.SPECIAL}" fill-opacity="{strength}"/>'
    )
    return art.svg(("ignis glow", strength), PITCH, PITCH, body)


def hint(art: Art, size: float = ARROW) -> Picture:
    """Around what a hint points at."""
    body = (
        f'<circle r="{size / 2 + 1}" fill="none" stroke="{palette.AMBER}" stroke-width="3.5"'
        ' stroke-dasharray="7 6" stroke-linecap="round"/>'
    )
    return art.svg(("ignis hint", size), size + 8, size + 8, body)
