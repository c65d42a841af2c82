"""The cards of IOTA as pictures. Each reads the same from all four sides of the table, and in grey.

The shape in the middle wears its colour and that colour's own build: red is solid, green a core in
a ring, blue hollow, yellow striped. As many pips as the number says lie along every side.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import cos, pi, sin, sqrt
from typing import Final

import pygame

from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.symbols import ring
from console.table.iota.view import WILD

COLOURS: Final = "RGBY"
SHAPES: Final = "ctsx"
NUMBERS: Final = "1234"
FACES: Final = (*(c + s + n for c in COLOURS for s in SHAPES for n in NUMBERS), WILD)

GREAT: Final = 248.0
"""No card on the table is larger."""
GHOST: Final = 0.8
"""How solid a card is drawn that is laid but not confirmed."""
ROUND: Final = 14.0
PIP: Final = 5.5
PIP_AT: Final = 37.5
"""From the middle to the rows of pips, in hundredths of a card."""
PIP_PITCH: Final = 14.0

ARM: Final = 26.0
HALF: Final = 10.0
"""Of the cross: from its middle to an end, and half the width of an arm."""

Points = tuple[tuple[float, float], ...]


def _polygon(corners: int, radius: float, dy: float = 0.0) -> Points:
    turns = [2 * pi * i / corners for i in range(corners)]
    return tuple((radius * sin(a), dy - radius * cos(a)) for a in turns)


def _cross(arm: float, half: float) -> Points:
    return (
        *((-half, -arm), (half, -arm), (half, -half), (arm, -half), (arm, half), (half, half)),
        *((half, arm), (-half, arm), (-half, half), (-arm, half), (-arm, -half), (-half, -half)),
    )


OUTLINES: Final[dict[str, Points]] = {
    "c": _polygon(40, 24.5),
    "t": _polygon(3, 29.0, 5.5),
    "s": ((-21, -21), (21, -21), (21, 21), (-21, 21)),
    "x": _cross(ARM, HALF),
}
"""Circle, triangle, square and cross, in hundredths of a card."""
MIDDLE: Final = {"t": (0.0, 5.5)}
"""About what a shape grows smaller, if not about the card's middle."""


def _path(points: Points) -> str:
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points) + " Z"


def _inset(shape: str, share: float) -> str:
    """The shape's outline, smaller."""
    mx, my = MIDDLE.get(shape, (0.0, 0.0))
    return _path(tuple((mx + (x - mx) * share, my + (y - my) * share) for x, y in OUTLINES[shape]))


def _core(shape: str, inner: float) -> str:
    """What lies inside a ring around the shape; a cross keeps its arms' width, not its share."""
    if shape == "x":
        return _path(_cross(ARM - HALF + HALF * inner, HALF * inner))
    return _inset(shape, inner)


def _stripes(points: Points, pitch: float) -> str:
    """Lines across a shape, falling to the right, from edge to edge."""
    root = sqrt(2)
    turned = [((x + y) / root, (y - x) / root) for x, y in points]
    found = []
    level = -4.5 * pitch
    while level < 5 * pitch:
        cuts = []
        for (u, v), (u2, v2) in zip(turned, (*turned[1:], turned[0]), strict=True):
            if (v <= level) != (v2 <= level):
                cuts.append(u + (u2 - u) * (level - v) / (v2 - v))
        cuts.sort()
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            ends = [((u - level) / root, (u + level) / root) for u in (start, end)]
            found.append(" L".join(f"{x:.2f} {y:.2f}" for x, y in ends))
        level += pitch
    return "".join(f"M{line} " for line in found)


def shape_body(shape: str, colour: str, ink: str, ground: str) -> str:
    """A shape in the build of its colour: ``ink`` is drawn, ``ground`` lies below."""
    outer = _path(OUTLINES[shape])
    join = 'stroke-linejoin="round"'
    solid = f'<path d="{outer}" fill="{ink}" stroke="{ink}" stroke-width="3" {join}/>'
    if colour == "R":
        return solid
    if colour == "G":
        core = _core(shape, 0.36 if shape == "x" else 0.52)
        return (
            f'<path d="{outer}" fill="none" stroke="{ink}" stroke-width="4.2" {join}/>'
            f'<path d="{core}" fill="{ink}" stroke="{ink}" stroke-width="1.5" {join}/>'
        )
    if colour == "B":
        hole = _core(shape, 0.52)
        return solid + f'<path d="{hole}" fill="{ground}"/>'
    stripes = _stripes(OUTLINES[shape], 10.0)
    return (
        solid + f'<path d="{stripes}" fill="none" stroke="{ground}" stroke-width="4.2"/>'
        f'<path d="{outer}" fill="none" stroke="{ink}" stroke-width="3.6" {join}/>'
    )


def _pips(number: str, ink: str) -> str:
    """As many pips as the number says, in a row along each side."""
    count = int(number)
    row = "".join(
        f'<circle cx="{PIP_PITCH * (i - (count - 1) / 2):.2f}" cy="{PIP_AT}" r="{PIP}"'
        f' fill="{ink}"/>'
        for i in range(count)
    )
    return ring(row, 4)


def _face_body(colours: palette.Palette, card: str) -> str:
    if card == WILD:
        return _wild_body()
    colour, shape, number = card[0], card[1], card[2]
    ink = colours.cards[colour]
    ground = palette.mix(palette.DISC, ink, 0.23)
    return (
        '<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="66">'
        f'<stop offset="0" stop-color="{palette.mix(palette.DISC, ink, 0.27)}"/>'
        f'<stop offset="1" stop-color="{palette.mix(palette.DISC, ink, 0.12)}"/>'
        "</radialGradient></defs>"
        f'<rect x="-48" y="-48" width="96" height="96" rx="{ROUND}" fill="url(#d)"'
        f' stroke="{palette.mix(ink, palette.DISC, 0.12)}" stroke-width="3.4"/>'
        + shape_body(shape, colour, ink, ground)
        + _pips(number, palette.mix(ink, "#FFFFFF", 0.55))
    )


def sprites(colours: palette.Palette) -> dict[str, str]:
    """For phones: the card of each colour, each shape in each colour; and a wild."""
    frame = f'<rect x="-48" y="-48" width="96" height="96" rx="{ROUND}" fill="{{}}"{{}}/>'
    found = {WILD: frame.format(palette.SPECIAL, "") + _dark_shapes()}
    for colour in COLOURS:
        ink = colours.cards[colour]
        ground = palette.mix(palette.DISC, ink, 0.23)
        found[colour] = frame.format(ground, f' stroke="{ink}" stroke-width="3"')
        found |= {colour + s: shape_body(s, colour, ink, ground) for s in SHAPES}
    return {name: _rounded(body) for name, body in found.items()}


def _rounded(body: str) -> str:
    """With arcs for circles, which are shorter than their many corners."""
    for share in (1.0, 0.52):
        r = OUTLINES["c"][0][1] * -share
        arc = f"M0 {-r:.2f} A{r:.2f} {r:.2f} 0 0 1 0 {r:.2f} A{r:.2f} {r:.2f} 0 0 1 0 {-r:.2f}"
        body = body.replace(_inset("c", share), arc)
    return body


def _dark_shapes() -> str:
    return "".join(
        f'<g transform="translate({x} {y}) scale(0.52)"><path d="{_path(OUTLINES[shape])}"'
        f' fill="{palette.INK}" stroke="{palette.INK}" stroke-width="3"'
        ' stroke-linejoin="round"/></g>'
        for shape, x, y in (("c", -19, -19), ("t", 19, -20), ("s", 19, 19), ("x", -19, 19))
    )


def _wild_body() -> str:
    """A lit card with all four shapes on it, dark: it stands for any card and counts nothing."""
    return (
        '<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="66">'
        f'<stop offset="0.4" stop-color="{palette.SPECIAL}"/><stop offset="1"'
        f' stop-color="{palette.mix(palette.SPECIAL, palette.INK, 0.24)}"/></radialGradient></defs>'
        f'<rect x="-49" y="-49" width="98" height="98" rx="{ROUND}" fill="url(#d)"/>'
        f'<rect x="-43.5" y="-43.5" width="87" height="87" rx="{ROUND - 4}" fill="none"'
        f' stroke="{palette.INK}" stroke-width="2.2"/>' + _dark_shapes()
    )


def _back_body() -> str:
    """Face down: the four shapes, barely lit."""
    shapes = "".join(
        f'<g transform="translate({x} {y}) scale(0.5)"><path d="{_path(OUTLINES[shape])}"'
        ' fill="none" stroke="#52698A" stroke-width="6" stroke-linejoin="round"/></g>'
        for shape, x, y in (("c", -19, -19), ("t", 19, -20), ("s", 19, 19), ("x", -19, 19))
    )
    return (
        '<defs><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="-14" cy="-20" r="80">'
        '<stop offset="0" stop-color="#34475D"/><stop offset="1" stop-color="#1B2736"/>'
        f'</radialGradient></defs><rect x="-48.5" y="-48.5" width="97" height="97" rx="{ROUND}"'
        ' fill="url(#b)" stroke="#090C11" stroke-width="2.5"/>'
        f'<rect x="-46" y="-46" width="92" height="92" rx="{ROUND - 2}" fill="none"'
        ' stroke="#415670" stroke-width="1.6"/>' + shapes
    )


def _scaled(body: str, size: float) -> str:
    return f'<g transform="scale({size / 100:.5f})">{body}</g>'


def face(art: Art, card: str, size: float, solid: float = 1.0) -> Picture:
    """A card face up, ``size`` design pixels square; ``solid`` below 1 lets the table through."""
    whole = art.svg(("iota", card, size), size, size, _scaled(_face_body(art.palette, card), size))
    return art.faded(whole, solid)


def lying(art: Art, card: str, size: float) -> Picture:
    """A card face up, scaled from the great one as long as it was not drawn in this size: that is
    much faster, when a grid that grew shows dozens at once."""
    drawn, source = art.known(_key(card, size)), art.known(_key(card, GREAT))
    if drawn is not None or source is None or size > GREAT:
        return face(art, card, size)
    px = art.px(size), art.px(size)
    return art.keep(
        ("scaled", source.key, px), lambda: pygame.transform.smoothscale(source.surface, px)
    )


def _key(card: str, size: float) -> Hashable:
    return "svg", ("iota", card, size)


def back(art: Art, size: float) -> Picture:
    """A card face down."""
    return art.svg(("iota back", size), size, size, _scaled(_back_body(), size))


def stack(art: Art, count: int, size: float) -> Picture:
    """The deck, as thick as it has cards; an empty place without any."""
    layers = 0 if not count else 1 + min(5, count // 8)
    step = 2.2
    room = 2 * 6 * step
    if not layers:
        fill, rim = ("#000000", 0.14), ("#33465C", 1.8, 1)
        radius = ROUND * size / 100
        body = round_rect(size - 6, size - 6, radius, fill=fill, rim=rim, dash="2 9")
    else:
        half = 0.485 * size
        body = "".join(
            f'<rect x="{step * i - half:.1f}" y="{step * i - half:.1f}" width="{2 * half}"'
            f' height="{2 * half}" rx="{ROUND * size / 100}" fill="#17212E" stroke="#33465C"'
            ' stroke-width="1.2"/>'
            for i in range(layers - 1, 0, -1)
        ) + _scaled(_back_body(), size)
    return art.svg(("iota stack", layers, size), size + room, size + room, body)
