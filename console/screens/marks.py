"""Small things that every screen is made of: lights, keys, the line and lamp of a seat."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.layout import SEAT_DEPTH, STRIP_LENGTH
from console.screens.stage import Line, Pen
from console.screens.symbols import strokes
from console.screens.symbols.signs import SIGN_WEIGHT, SIGNS
from console.table.view import View

DASH: Final = 9.0
"""Half of a short line and the gap behind it."""


def glow(art: Art, colour: str, size: float, alpha: float, start: float = 0.0) -> Picture:
    """A round light that fades out from ``start`` (a share of its radius)."""
    fade = "".join(
        f'<stop offset="{start + (1 - start) * t:.3f}" stop-color="{colour}"'
        f' stop-opacity="{alpha * (1 - t) ** 2:.4f}"/>'
        for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    )
    r = size / 2
    body = (
        f'<defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="{r}">'
        f'{fade}</radialGradient></defs><circle r="{r}" fill="url(#g)"/>'
    )
    return art.svg(("glow", colour, size, alpha, start), size, size, body)


def phone_of(art: Art, view: View, seat: int) -> Line:
    """That a phone holds the seat's hand, or that it is away; nothing where none does."""
    phones = view.phones
    if phones is None or seat not in phones.bound:
        return []
    away = seat in phones.away
    name, ink = ("phone_away", palette.QUIET) if away else ("phone", palette.TEXT)
    return [art.sign(name, 28, ink), 6.0]


def sign_disc(art: Art, name: str, size: float, colour: str) -> Picture:
    """A sign in a thin ring, like a key of the table."""
    r = size / 2
    inner = strokes(SIGNS[name], colour, SIGN_WEIGHT * 1.25)
    body = (
        f'<circle r="{r - 1.5}" fill="#0C1118" stroke="{palette.mix(colour, "#0C1118", 0.45)}"'
        f' stroke-width="1.6"/><g transform="scale({r * 0.0115:.4f})">{inner}</g>'
    )
    return art.svg(("disc", name, size, colour), size, size, body)


def broken_frame(width: float, height: float, radius: float, colour: str, opacity: float) -> str:
    """A frame of short lines, its corners whole: for what waits for somebody. (0, 0) is its
    middle."""
    x, y, r = width / 2, height / 2, radius
    d = "".join(
        f"M{sx * x} {sy * (y - r)} A {r} {r} 0 0 {int(sx == sy)} {sx * (x - r)} {sy * y}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    for half, other, upright in ((x, y, False), (y, x, True)):
        count = max(0, round((half - r) / DASH))
        for i in range(count):
            a = (half - r) * ((2 * i + 1.5) / count - 1)
            b = a + (half - r) / count
            for side in (-other, other):
                d += f"M{side} {a} V {b}" if upright else f"M{a} {side} H {b}"
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="2.2"'
        f' stroke-opacity="{opacity}"/>'
    )


def hand(art: Art, right: bool, size: float, colour: str) -> Picture:
    """The back of a hand."""
    turn = 1 if right else -1
    body = strokes(SIGNS["palm"], colour, 6.0)
    scaled = f'<g transform="scale({turn * size / 100} {size / 100})">{body}</g>'
    return art.svg(("hand", right, size, colour), size, size, scaled)


def rule(art: Art, width: float, shown: float) -> Picture:
    """A thin line across; ``shown``: its opacity."""
    body = f'<path d="M{-width / 2} 0 H {width / 2}" stroke="{palette.FAINT}"'
    return art.svg(("rule", width, shown), width, 2, f'{body} stroke-opacity="{shown}"/>')


def edge_line(pen: Pen, colour: str, bright: bool = False) -> Picture:
    """The line along a seat's edge."""
    half, thick = STRIP_LENGTH / 2 - 4, 5.0 if bright else 3.0
    body = (
        f'<path d="M{-half} 0 H {half}" stroke="{colour}" stroke-width="{thick}"'
        ' stroke-linecap="round"/>'
    )
    if bright:
        body += (
            f'<path d="M{-half} 0 H {half}" stroke="{colour}" stroke-opacity="0.25"'
            ' stroke-width="11" stroke-linecap="round"/>'
        )
    return pen.art.svg(("line", colour, bright), STRIP_LENGTH + 6, 12, body)


def lamp(pen: Pen, seat: int) -> Picture:
    """The seat's lamp shines from the edge over its place."""
    colour = pen.art.palette.seats[seat]
    w, h = STRIP_LENGTH + 8, SEAT_DEPTH
    body = (
        f'<defs><linearGradient id="l" gradientUnits="userSpaceOnUse" x1="0" y1="{h / 2}" x2="0"'
        f' y2="{-h / 2}">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity="0.50"/>'
        f'<stop offset="0.4" stop-color="{colour}" stop-opacity="0.16"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0.05"/></linearGradient></defs>'
        f'<rect x="{-w / 2 + 1.5}" y="{-h / 2 + 1.5}" width="{w - 3}" height="{h + 40}" rx="26"'
        f' fill="url(#l)" stroke="{colour}" stroke-opacity="0.75" stroke-width="2"/>'
    )
    return pen.art.svg(("lamp", seat), w, h, body)
