"""The cards of «Сила стихий» as pictures: an element's sign in its colour, its value as a figure
and as the pips of a die, which read the same from every side of the table and in grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.symbols import ring

WIDE: Final = 0.7
"""A card's width, a share of its height."""
SMALL_CARD: Final = 62.0
"""Cards in a round's result, by their height."""
WHOLE: Final = 76.0
"""From this height on a card has two figures and pips; smaller ones have one figure."""
KINDS: Final = ("1", "2", "3", "4", "5", "6")
SOLID: Final = 0.45
"""How solid a card is drawn that would come there, or go."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """A card's colours: its field, brighter in the middle, its rim, and what is drawn on it."""

    field: str
    lit: str
    rim: str
    ink: str


LOOKS: Final[dict[str, CardLook]] = {
    "1": CardLook("#0E3B22", "#175A33", "#63C77B", "#A6F0A8"),
    "2": CardLook("#E0511C", "#FF8A45", "#FFC08A", "#3A0E02"),
    "3": CardLook("#4A3823", "#66502F", "#C49A5C", "#F0CF92"),
    "4": CardLook("#AFBBC9", "#DCE4EC", "#F6FAFD", "#1C2833"),
    "5": CardLook("#1748B0", "#2A6CE8", "#86B4FF", "#EDF6FF"),
    "6": CardLook("#181422", "#2A2340", "#B9A6F2", "#F4EEFF"),
}


def _wood() -> str:
    """A leaf."""
    veins = "".join(
        f'<path d="M0 {y} L {x} {y - 15}" stroke="field" stroke-width="5"/>'
        for y in (-8, 10, 27)
        for x in (-18 + abs(y - 10) / 3, 18 - abs(y - 10) / 3)
    )
    return (
        '<path fill="ink" stroke="none" d="M0 -50 C 33 -30 40 12 5 40 L 5 50 H -5 L -5 40'
        ' C -40 12 -33 -30 0 -50 Z"/>'
        f'<path d="M0 -30 V 40" stroke="field" stroke-width="5.5"/>{veins}'
    )


def _fire() -> str:
    """A flame in a flame."""
    return (
        '<path fill="ink" stroke="none" d="M4 -52 C 9 -31 37 -17 37 14 C 37 36 20 50 0 50'
        " C -20 50 -37 36 -37 14 C -37 -1 -29 -11 -23 -22 C -20 -14 -17 -9 -12 -8"
        ' C -14 -24 -9 -42 4 -52 Z"/>'
        '<path fill="#FFD98A" stroke="none" d="M3 -8 C 5 4 18 10 18 25 C 18 35 10 42 0 42'
        ' C -10 42 -18 35 -18 25 C -18 17 -13 12 -10 7 C -8 11 -6 13 -4 13 C -5 5 -3 -3 3 -8 Z"/>'
    )


def _earth() -> str:
    """A field between its paths."""
    plot = '<rect x="4.5" y="4.5" width="38" height="38" rx="6" fill="ink" stroke="none"/>'
    return ring(plot, 4)


def _metal() -> str:
    """A coin with a square hole."""
    return (
        '<circle r="45" fill="ink" stroke="none"/><circle r="35" stroke="field"'
        ' stroke-width="4"/><rect x="-15" y="-15" width="30" height="30" rx="2" fill="field"'
        ' stroke="none"/>'
    )


def _water() -> str:
    """Three waves."""
    wave = "M-45 {0} C -34 {1} -26 {1} -15 {0} C -4 {2} 4 {2} 15 {0} C 26 {1} 34 {1} 45 {0}"
    return "".join(
        f'<path d="{wave.format(y, y - 17, y + 17)}" stroke-width="11"/>' for y in (-28, 0, 28)
    )


def _yin_yang() -> str:
    """Light in the dark, dark in the light."""
    return (
        '<circle r="46" fill="field" stroke-width="4.5"/>'
        '<path fill="ink" stroke="none" d="M0 -46 A 46 46 0 0 1 0 46 A 23 23 0 0 1 0 0'
        ' A 23 23 0 0 0 0 -46 Z"/>'
        '<circle cy="-23" r="7.5" fill="ink" stroke="none"/>'
        '<circle cy="23" r="7.5" fill="field" stroke="none"/>'
    )


SIGNS: Final[dict[str, str]] = {
    "1": _wood(),
    "2": _fire(),
    "3": _earth(),
    "4": _metal(),
    "5": _water(),
    "6": _yin_yang(),
}
"""In the square -50..50; ``ink`` and ``field`` stand for the card's colours."""

PIPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, 1), (1, -1)),
    "3": ((-1, 1), (0, 0), (1, -1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die lie."""


def sign_body(card: str, size: float, y: float = 0.0) -> str:
    """A card's sign, ``size`` design pixels across."""
    look = LOOKS[card]
    drawing = SIGNS[card].replace("ink", look.ink).replace("field", look.lit)
    return (
        f'<g transform="translate(0 {y:.2f}) scale({size / 100:.4f})" fill="none"'
        f' stroke="{look.ink}" stroke-linecap="round" stroke-linejoin="round">{drawing}</g>'
    )


def sprites(colours: palette.Palette) -> dict[str, str]:
    """For phones: each card with its figure and its sign."""
    return {
        kind: f'<rect x="-35" y="-48" width="70" height="96" rx="9" fill="{look.lit}"'
        f' stroke="{look.rim}" stroke-width="3"/>{sign_body(kind, 48, 16)}'
        f'<text y="-16" font-size="34" text-anchor="middle" fill="{look.ink}">{kind}</text>'
        for kind, look in LOOKS.items()
    }


def _field_body(card: str, height: float) -> str:
    look, width = LOOKS[card], WIDE * height
    line = max(1.6, height / 52)
    w, h = width - line - 1, height - line - 1
    return (
        '<defs><radialGradient id="f" gradientUnits="userSpaceOnUse" cx="0" cy="0"'
        f' r="{0.62 * height:.1f}"><stop offset="0" stop-color="{look.lit}"/>'
        f'<stop offset="1" stop-color="{look.field}"/></radialGradient></defs>'
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="{0.105 * height:.1f}"'
        f' fill="url(#f)" stroke="{look.rim}" stroke-width="{line:.2f}"/>'
    )


def _pips_body(card: str, x: float, y: float, pitch: float) -> str:
    dots = "".join(
        f'<circle cx="{x + i * pitch:.2f}" cy="{y + k * pitch:.2f}" r="{0.42 * pitch:.2f}"/>'
        for i, k in PIPS[card]
    )
    return f'<g fill="{LOOKS[card].ink}">{dots}</g>'


def face(art: Art, card: str, height: float) -> Picture:
    """A card face up: ``"1"`` to ``"6"``."""
    width = WIDE * height
    if height < WHOLE:
        return art.keep(("elements", card, height), lambda: _small(art, card, height))
    figure = max(20.0, 0.2 * height)
    pitch = figure * 0.27
    x, y = width / 2 - 0.135 * height, height / 2 - 0.15 * height

    def make() -> pygame.Surface:
        body = _field_body(card, height) + sign_body(card, 0.5 * height)
        for side in (-1, 1):
            body += _pips_body(card, side * (x - 2), -side * (y - 2), pitch)
        surface = art.raster(width, height, body)
        digit = art.text(card, figure, LOOKS[card].ink, True)
        rect = _lay(surface, digit.surface, art.px(-x), art.px(-y))
        rect.right, rect.bottom = surface.get_width() - rect.x, surface.get_height() - rect.y
        surface.blit(art.turned(digit, 2).surface, rect)
        return surface

    return art.keep(("elements", card, height), make)


def _small(art: Art, card: str, height: float) -> pygame.Surface:
    """One figure above the sign."""
    body = _field_body(card, height) + sign_body(card, 0.43 * height, 0.2 * height)
    surface = art.raster(WIDE * height, height, body)
    digit = art.text(card, max(20.0, 0.4 * height), LOOKS[card].ink, True)
    _lay(surface, digit.surface, 0, art.px(-0.23 * height))
    return surface


def _lay(surface: pygame.Surface, digit: pygame.Surface, x: int, y: int) -> pygame.Rect:
    """``digit`` with its middle at (x, y) from the surface's own; what it covers."""
    rect = digit.get_rect(center=(surface.get_width() // 2 + x, surface.get_height() // 2 + y))
    surface.blit(digit, rect)
    return rect


def back(art: Art, height: float) -> Picture:
    """A card face down: the five elements as a ring around what both are one of."""
    width, r = WIDE * height, 0.22 * height
    line = max(1.4, height / 60)
    w, h = width - line - 1, height - line - 1
    dot = f'<circle cy="{-r:.2f}" r="{0.045 * height:.2f}" fill="#6C86A8" stroke="none"/>'
    body = (
        f'<defs><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="0" cy="{-0.2 * height}"'
        f' r="{0.75 * height}"><stop offset="0" stop-color="#34475D"/>'
        '<stop offset="1" stop-color="#1B2736"/></radialGradient></defs>'
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="{0.105 * height:.1f}"'
        f' fill="url(#b)" stroke="#4A617C" stroke-width="{line:.2f}"/>'
        f'<g fill="none" stroke="#52698A" stroke-width="{line:.2f}">{ring(dot, 5)}'
        f'<circle r="{0.1 * height:.2f}"/></g>'
    )
    return art.svg(("elements back", height), width, height, body)


def place(art: Art, height: float, colour: str) -> Picture:
    """Where a card could lie."""
    w, h = WIDE * height - 3, height - 3
    body = (
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="{0.105 * height:.1f}"'
        f' fill="#000000" fill-opacity="0.16" stroke="{colour}" stroke-width="1.8"'
        ' stroke-dasharray="2 8" stroke-linecap="round"/>'
    )
    return art.svg(("elements place", height, colour), w + 6, h + 6, body)


def under_label(art: Art, width: float) -> Picture:
    """What a pile's name stands on."""
    w, h = width + 10, 30.0
    body = round_rect(w, h, 10, fill=(palette.INK, 0.86))
    return art.svg(("elements label", width), w, h, body)


def rim(art: Art, height: float, colour: str) -> Picture:
    """A light around a card."""
    w, h = WIDE * height + 4, height + 4
    radius = round(0.105 * height + 2, 1)
    body = "".join(
        round_rect(w, h, radius, rim=rim) for rim in ((colour, 10, 0.26), (colour, 4, 1))
    )
    return art.svg(("elements rim", height, colour), w + 14, h + 14, body)


def light(art: Art, card: str, height: float) -> Picture:
    """What the chain's top card throws on the felt."""
    w, h = WIDE * height, height
    colour = LOOKS[card].rim
    body = "".join(
        round_rect(w + 2 * d, h + 2 * d, round(0.105 * height + d, 1), fill=(colour, 0.045))
        for d in (3, 6, 9, 13, 17)
    )
    return art.svg(("elements light", card, height), w + 40, h + 40, body)


QUIET_PLACE: Final = palette.mix(palette.FAINT, palette.INK, 0.2)
