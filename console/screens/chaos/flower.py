"""The middle of the table: the pot, the pad's petals, whose turn, what is counted down."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, degrees, pi, sin
from typing import Final

from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.chaos import cards
from console.screens.layout import FLOWER, PETAL_FROM, PETAL_TO, POT, RING, Frame, Layout
from console.screens.stage import Pen, fitted

RING_STEPS: Final = 90
BOX: Final = 2 * FLOWER + 24
NAME_Y: Final = -29.0
NAME_ROOM: Final = 70.0
"""In the pot, so far below its middle."""


def _petal_path(half: float) -> str:
    """A petal that points up; its foot lies under the pot."""
    a, b = PETAL_FROM, PETAL_TO
    waist = a + 0.60 * (b - a)
    foot = half * a / waist
    side = f"{-half * 1.04:.1f} {-waist + 15:.1f} {-half:.1f} {-waist:.1f}"
    return (
        f'<path d="M{-foot:.1f} {-a} C {-foot * 1.2:.1f} {-a * 1.2:.1f} {side}'
        f" C {-half * 0.96:.1f} {-b + 8:.1f} {-half * 0.42:.1f} {-b} 0 {-b}"
        f" C {half * 0.42:.1f} {-b} {half * 0.96:.1f} {-b + 8:.1f} {half:.1f} {-waist:.1f}"
        f" C {half * 1.04:.1f} {-waist + 15:.1f} {foot * 1.2:.1f} {-a * 1.2:.1f} {foot:.1f} {-a} Z"
        f'" {{}}/>'
    )


def half_width(layout: Layout) -> float:
    """Half the width of a petal: as wide as the closest neighbours allow."""
    angles = layout.petals
    count = len(angles)
    gaps = [(angles[(i + 1) % count] - angles[i]) % (2 * pi) for i in range(count)]
    return min(34.0, (PETAL_FROM + 0.60 * (PETAL_TO - PETAL_FROM)) * sin(min(gaps) / 2) - 2.5)


def petal(
    pen: Pen, layout: Layout, seat: int, *, seated: bool, turn: bool, touched: bool, light: bool
) -> None:
    """One petal, in its seat's colour; it fills when touched and glows at its turn."""
    colour = pen.art.palette.seats[seat]
    fill, opacity, width, line = palette.INK, 0.85, 2.4, palette.mix(colour, palette.INK, 0.25)
    if not seated:
        line, width = palette.mix(palette.FAINT, palette.INK, 0.45), 1.6
    if turn:
        fill, opacity, width, line = palette.mix(colour, palette.INK, 0.62), 1.0, 3.6, colour
    if light:
        fill, opacity, width, line = "#FFFFFF", 0.92, 3.0, "#FFFFFF"
    if touched:
        fill, opacity, width, line = colour, 1.0, 3.6, palette.mix(colour, "#FFFFFF", 0.5)
    style = (
        f'fill="{fill}" fill-opacity="{opacity}" stroke="{line}" stroke-width="{width}"'
        ' stroke-linejoin="round"'
    )
    angle = layout.petals[seat]
    middle = (PETAL_FROM + PETAL_TO) / 2
    x, y = middle * cos(angle), middle * sin(angle)
    body = (
        f'<g transform="translate({-x:.2f} {-y:.2f}) rotate({degrees(angle) + 90:.2f})">'
        f"{_petal_path(half_width(layout)).format(style)}</g>"
    )
    size = PETAL_TO - PETAL_FROM + 14
    picture = pen.art.svg(("petal", seat, style), size, size, body)
    pen.at(layout.sides[0]).put(picture, x, -y)


def turn_arc(pen: Pen, layout: Layout, seat: int) -> None:
    """An arc outside the petals with a tip towards the seat whose turn it is."""
    colour = pen.art.palette.seats[seat]
    middle = layout.petals[seat]
    span = 0.30
    x0, y0 = RING * cos(middle - span), RING * sin(middle - span)
    x1, y1 = RING * cos(middle + span), RING * sin(middle + span)
    x, y = RING * cos(middle), RING * sin(middle)
    arc = f"M{x0:.1f} {y0:.1f} A {RING} {RING} 0 0 1 {x1:.1f} {y1:.1f}"
    body = (
        f'<g transform="translate({-x:.1f} {-y:.1f})" fill="none" stroke="{colour}"'
        f' stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{arc}" stroke-opacity="0.18" stroke-width="12"/>'
        f'<path d="{arc}" stroke-width="4.5"/>'
        f'<g transform="rotate({degrees(middle) + 90:.2f})"><path fill="{colour}"'
        f' stroke-width="3" d="M-13 {-RING} L 0 {-RING - 13} L 13 {-RING} Z"/></g></g>'
    )
    pen.at(layout.sides[0]).put(pen.art.svg(("turn", seat), 92, 92, body), x, -y)


def countdown(pen: Pen, share: float, colour: str) -> Picture:
    """A ring that empties clockwise, seen alike from all sides; ``share`` is what is left."""
    step = max(0, min(RING_STEPS, ceil(share * RING_STEPS)))
    ticks = "".join(
        f'<path d="M0 {-RING + 4} V {-RING - 4}" transform="rotate({360 * i / 60:.0f})"'
        f' stroke="{colour}" stroke-opacity="0.22" stroke-width="2"/>'
        for i in range(60)
    )
    angle = 2 * pi * step / RING_STEPS
    x, y = RING * sin(angle), -RING * cos(angle)
    if step == RING_STEPS:
        arc = f'<circle r="{RING}"'
    else:
        arc = f'<path d="M0 {-RING} A {RING} {RING} 0 {int(angle > pi)} 1 {x:.2f} {y:.2f}"'
    line = f' fill="none" stroke="{colour}" stroke-width="8" stroke-linecap="round"/>'
    body = ticks + (arc + line if step else "")
    return pen.art.svg(("ring", step, colour), BOX, BOX, body)


def pot(pen: Pen, colour: str) -> Picture:
    """The disc under the grip."""
    body = (
        f'<defs><radialGradient id="p" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="{POT}">'
        '<stop offset="0"'
        ' stop-color="#2A3A4D"/><stop offset="1" stop-color="#182230"/></radialGradient></defs>'
        f'<circle r="{POT - 2}" fill="url(#p)" stroke="{colour}" stroke-width="2.5"/>'
    )
    return pen.art.svg(("pot", colour), 2 * POT, 2 * POT, body)


def draw_count(pen: Pen, frame: Frame, count: int, shift: int) -> None:
    """How many cards lie in the pot, underlined: 6 and 9 meet here. The shift below it (C20)."""
    pen = pen.at(frame)
    dy = 11 if shift else 1
    pen.put(pen.art.text(str(count), pen.art.sized(34), palette.TEXT, bold=True), 0, dy)
    bar = (
        f'<path d="M-13 0 H 13" stroke="{palette.QUIET}" stroke-width="2.6"'
        ' stroke-linecap="round"/>'
    )
    pen.put(pen.art.svg("bar", 34, 6, bar), 0, dy - 18)
    if shift:
        sign = pen.art.sign("left", 24, palette.AMBER)
        pen.line([sign, 4.0, pen.art.text(str(shift), 20, palette.AMBER, bold=True)], 0, -22)


def draw_name(pen: Pen, frames: Sequence[Frame], name: str) -> None:
    """What lies there, under the count, for whom it is told."""
    for frame in frames:
        pen.at(frame).put(fitted(pen, name, (18.0,), NAME_ROOM, palette.TEXT), 0, NAME_Y)


def orbit(pen: Pen) -> Picture:
    """The ring around the flower at rest: a faint dial, and the light under the pad."""
    ticks = "".join(
        f'<path d="M0 {-RING + 2.5} V {-RING - 2.5}" transform="rotate({6 * i})"'
        f' stroke="{palette.FAINT}" stroke-opacity="{0.75 if i % 5 == 0 else 0.35}"'
        ' stroke-width="1.6"/>'
        for i in range(60)
    )
    return pen.art.svg("orbit", BOX, BOX, ticks)


def draw_sign(pen: Pen, layout: Layout, name: str, colour: str) -> None:
    """A great sign in the pot's place: what everybody shall do."""
    pen = pen.at(layout.sides[0])
    pen.put(marks.glow(pen.art, colour, 2.6 * POT, 0.5, 0.55), 0, 0)
    pen.put(cards.face(pen.art, name, 2 * POT), 0, 0)


def draw_light(pen: Pen, layout: Layout) -> None:
    """The pad's light of a sudden death (C25)."""
    pen = pen.at(layout.sides[0])
    pen.put(marks.glow(pen.art, "#FFFFFF", 5.6 * POT, 0.55, 0.2), 0, 0)
    body = f'<circle r="{POT - 2}" fill="#FFFFFF"/>'
    pen.put(pen.art.svg("lit pot", 2 * POT, 2 * POT, body), 0, 0)
