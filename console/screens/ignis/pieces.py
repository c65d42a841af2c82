"""The pieces and cells of «Игнис» as pictures. Every sign reads the same from all four sides.

Fire and Water are lamps: filled, lit. Air is an open ring of light, Earth a dull solid block. The
four differ in colour, in sign, in outline and in lightness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.symbols import ring
from console.table.ignis.view import AIR, EARTH, FIRE, WATER

CELL: Final = 74.0
"""A cell's side in the units of the drawings; on the table it is as large as there is room for."""
SHARE: Final = 0.92
"""Of a cell, that its piece covers."""
GHOST: Final = 0.6
"""How solid a piece is drawn that a push would move."""
IDLE: Final = 0.5
"""How solid a piece of the supply is that was not chosen."""
FADES: Final = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
"""How solid a piece is drawn while it goes."""


@dataclass(frozen=True, slots=True)
class PieceLook:
    """A tile's colours; ``round`` is how far its corners are round, a share of its side."""

    fill: str
    lit: str
    rim: str
    ink: str
    round: float


LOOKS: Final[dict[str, PieceLook]] = {
    FIRE: PieceLook("#F2662B", "#FF9A4D", "#FFC08A", "#3A0E02", 0.24),
    WATER: PieceLook("#1E56C9", "#2F74EE", "#7FB0FF", "#EAF4FF", 0.24),
    AIR: PieceLook("#16222E", "#223445", "#CFEDEA", "#E6FAF6", 0.48),
    EARTH: PieceLook("#362E25", "#463C31", "#75664F", "#A8916B", 0.10),
}


HEART: Final = "#FFE9B8"


def _fire() -> str:
    """A blaze seen from above: tongues that all lean one way around a glowing heart."""
    tongue = (
        '<path stroke="none" fill="ink" d="M-16 -14 C -21 -27 -17 -37 -4 -42 C 1 -44 4 -47 5 -51'
        ' C 11 -43 5 -35 8 -29 C 10 -26 14 -26 17 -29 C 18 -22 16 -16 12 -13 Z"/>'
    )
    return ring(tongue, 6) + f'<circle r="19" fill="{HEART}" stroke-width="9"/>'


def _water() -> str:
    """A drop has fallen: rings run outwards."""
    return (
        '<circle r="41" stroke-width="6.5"/><circle r="24.5" stroke-width="8"/>'
        '<circle r="8.5" fill="ink" stroke="none"/>'
    )


def _air() -> str:
    """Three breaths of wind that curl up."""
    breath = '<path d="M0 0 C -15 -15 -9 -41 15 -42 C 31 -42 37 -23 25 -15 C 16 -10 8 -18 13 -25"/>'
    return ring(f'<g stroke-width="8">{breath}</g>', 3)


def _earth() -> str:
    """A cut stone: heavy, on the spot."""
    return (
        '<path stroke="none" fill="ink" d="M-16 -40 H 16 L 40 -16 V 16 L 16 40 H -16 L -40 16'
        ' V -16 Z"/>'
    )


SIGNS: Final[dict[str, str]] = {FIRE: _fire(), WATER: _water(), AIR: _air(), EARTH: _earth()}


def sign_body(piece: str, ink: str, size: float) -> str:
    """A piece's sign, ``size`` design pixels across."""
    drawing = SIGNS[piece].replace("ink", ink)
    if piece == EARTH:
        drawing += _facets(LOOKS[EARTH].fill)
    return (
        f'<g transform="scale({size / 100:.4f})" fill="none" stroke="{ink}" stroke-linecap="round"'
        f' stroke-linejoin="round">{drawing}</g>'
    )


def _facets(ink: str) -> str:
    """The edges of a stone's table."""
    corner = f'<path d="M-18 -18 L -28 -28" stroke="{ink}" stroke-width="6"/>'
    return ring(corner, 4) + (
        f'<rect x="-18" y="-18" width="36" height="36" stroke="{ink}" stroke-width="6"/>'
    )


def _tile_body(piece: str, size: float) -> str:
    look = LOOKS[piece]
    line = size / 30
    half = (size - line) / 2 - 0.5
    box = f'x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}"'
    return (
        '<defs><radialGradient id="t" gradientUnits="userSpaceOnUse" cx="0" cy="0"'
        f' r="{0.7 * size}"><stop offset="0" stop-color="{look.lit}"/>'
        f'<stop offset="1" stop-color="{look.fill}"/></radialGradient></defs>'
        f'<rect {box} rx="{look.round * size:.2f}" fill="url(#t)" stroke="{look.rim}"'
        f' stroke-width="{line:.2f}"/>' + sign_body(piece, look.ink, 0.74 * size)
    )


def sprites(colours: palette.Palette) -> dict[str, str]:
    """For phones: each piece as it lies on the table, its field plain."""
    return {
        piece: f'<rect x="-48" y="-48" width="96" height="96" rx="{100 * look.round:.0f}"'
        f' fill="{look.lit}" stroke="{look.rim}" stroke-width="3"/>'
        + sign_body(piece, look.ink, 74)
        for piece, look in LOOKS.items()
    }


def tile(art: Art, piece: str, size: float, solid: float = 1.0) -> Picture:
    """A piece, ``size`` design pixels square; ``solid`` below 1 lets the table through."""
    whole = art.svg(("ignis", piece, size), size, size, _tile_body(piece, size))
    return art.faded(whole, solid)


def turning(art: Art, size: float) -> Picture:
    """An Air that becomes an Earth (G7), as large as the pieces of the supply."""
    small = 0.52 * size
    at = (size - small) / 2
    disc = 0.62 * small
    body = (
        f'<g transform="translate({at / 3:.2f} {at / 3:.2f}) scale(0.84)">'
        f"{_tile_body(EARTH, size)}</g>"
        f'<circle cx="{-at}" cy="{-at}" r="{disc:.2f}" fill="{palette.INK}"/>'
    )
    air = _tile_body(AIR, small).replace('"t"', '"u"').replace("#t", "#u")
    body += f'<g transform="translate({-at} {-at})">{air}</g>'
    return art.svg(("ignis turning", size), size + 12, size + 12, body)
