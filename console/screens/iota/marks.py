"""What is drawn around the cards: places, cursor, lines that score. All pictures, kept."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.iota.cards import ROUND

GLOWS: Final = 4
"""Steps of the light of a lot."""
HELD_SHARE: Final = 0.93
"""A card's share of its place: what lies between is the gap to the next."""


def _box(half: float, round_: float) -> str:
    side = 2 * half
    return (
        f'x="{-half:.2f}" y="{-half:.2f}" width="{side:.2f}" height="{side:.2f}" rx="{round_:.2f}"'
    )


def place(art: Art, pitch: float, colour: str) -> Picture:
    """A legal place: an outline and a dot."""
    half = 0.40 * pitch
    body = (
        f'<rect {_box(half, ROUND * pitch / 100)} fill="{colour}" fill-opacity="0.09"'
        f' stroke="{colour}" stroke-opacity="0.75" stroke-width="{max(1.6, pitch / 40):.2f}"/>'
        f'<circle r="{max(2.6, pitch / 18):.2f}" fill="{colour}"/>'
    )
    return art.svg(("iota place", pitch, colour), pitch, pitch, body)


def free(art: Art, pitch: float) -> Picture:
    """A free square beside a card: hardly there."""
    half = 0.44 * pitch
    body = (
        f'<rect {_box(half, ROUND * pitch / 100)} fill="#000000" fill-opacity="0.16"'
        f' stroke="{palette.FAINT}" stroke-opacity="0.5" stroke-width="1.5"/>'
    )
    return art.svg(("iota free", pitch), pitch, pitch, body)


def cursor(art: Art, pitch: float, colour: str) -> Picture:
    """The cursor around a place or a card."""
    half = HELD_SHARE * pitch / 2 + 1
    box = _box(half, ROUND * pitch / 100 + 2)
    wide = min(max(4.0, pitch / 16), 7.0)
    body = (
        f'<rect {box} fill="none" stroke="{colour}" stroke-opacity="0.28"'
        f' stroke-width="{1.8 * wide:.2f}"/>'
        f'<rect {box} fill="none" stroke="{palette.mix(colour, "#FFFFFF", 0.25)}"'
        f' stroke-width="{wide:.2f}"/>'
    )
    size = HELD_SHARE * pitch + 2 + 1.8 * wide
    return art.svg(("iota cursor", pitch, colour), size, size, body)


def laid(art: Art, pitch: float, colour: str) -> Picture:
    """Around a card that is laid but not confirmed."""
    half = HELD_SHARE * pitch / 2 + 1
    box = _box(half, ROUND * pitch / 100 + 1)
    wide = max(2.4, pitch / 26)
    body = (
        f'<rect {box} fill="none" stroke="{colour}" stroke-opacity="0.3"'
        f' stroke-width="{2.4 * wide:.2f}"/>'
        f'<rect {box} fill="none" stroke="{colour}" stroke-width="{wide:.2f}"/>'
    )
    return art.svg(("iota laid", pitch, colour), pitch + 10, pitch + 10, body)


def corners(art: Art, pitch: float, colour: str) -> Picture:
    """Around a card of the last move."""
    half, arm = 0.485 * pitch, 0.26 * pitch
    bend = ROUND * pitch / 100
    body = "".join(
        f'<path d="M {x * half:.2f} {y * (half - arm):.2f} V {y * (half - bend):.2f}'
        f" Q {x * half:.2f} {y * half:.2f} {x * (half - bend):.2f} {y * half:.2f}"
        f' H {x * (half - arm):.2f}"/>'
        for x in (-1, 1)
        for y in (-1, 1)
    )
    group = (
        f'<g fill="none" stroke="{colour}" stroke-width="{max(2.6, pitch / 20):.2f}"'
        f' stroke-linecap="round" stroke-linejoin="round">{body}</g>'
    )
    return art.svg(("iota corners", pitch, colour), pitch + 8, pitch + 8, group)


def wild_ring(art: Art, pitch: float, colour: str) -> Picture:
    """A wild that may be taken: the places' outline and dot, over the card."""
    half = HELD_SHARE * pitch / 2 - 1
    body = (
        f'<rect {_box(half, ROUND * pitch / 100)} fill="none" stroke="{colour}"'
        f' stroke-width="{max(3.0, pitch / 16):.2f}"/>'
        f'<circle r="{max(4.6, pitch / 9):.2f}" fill="{palette.INK}"/>'
        f'<circle r="{max(2.6, pitch / 16):.2f}" fill="{colour}"/>'
    )
    return art.svg(("iota wild", pitch, colour), pitch, pitch, body)


def hint(art: Art, pitch: float) -> Picture:
    """Around what a hint points at."""
    half = pitch / 2 + 3
    body = (
        f'<rect {_box(half, ROUND * pitch / 100 + 4)} fill="none" stroke="{palette.AMBER}"'
        ' stroke-width="3.5" stroke-dasharray="8 6" stroke-linecap="round"/>'
    )
    return art.svg(("iota hint", pitch), pitch + 14, pitch + 14, body)


def line(art: Art, pitch: float, cards: int, colour: str) -> Picture:
    """Around a line of so many cards that lies in a row."""
    half_x, half_y = (cards * pitch - 1.0) / 2, (pitch - 1.0) / 2
    box = (
        f'x="{-half_x}" y="{-half_y}" width="{2 * half_x}" height="{2 * half_y}"'
        f' rx="{ROUND * pitch / 100 + 3:.2f}"'
    )
    body = (
        f'<rect {box} fill="{colour}" fill-opacity="0.160" stroke="{colour}"'
        f' stroke-opacity="0.600" stroke-width="2.2"/>'
    )
    key = ("iota line", pitch, cards, colour)
    return art.svg(key, cards * pitch + 4, pitch + 4, body)


def lot_light(art: Art, pitch: float, step: int) -> Picture:
    """The light over a lot that was just made, brighter with each of ``GLOWS`` steps."""
    share = step / GLOWS
    rings = "".join(
        round_rect(
            4 * pitch + 2 * far,
            pitch + 2 * far,
            ROUND * pitch / 100 + far,
            rim=(palette.AMBER, 4, round(alpha * share, 3)),
        )
        for far, alpha in ((0.0, 1.0), (4.0, 0.55), (8.0, 0.28), (12.0, 0.12))
    )
    lit = (palette.AMBER, round(0.10 * share, 3))
    body = round_rect(4 * pitch, pitch, ROUND * pitch / 100, fill=lit) + rings
    return art.svg(("iota lot", pitch, step), 4 * pitch + 32, pitch + 32, body)


def row_sign(art: Art, *, row: bool, colour: str) -> Picture:
    """A line in a row or a column, as it lies on the table."""
    body = "".join(
        f'<rect x="{x - 3}" y="-3.5" width="6" height="7" rx="1.8" fill="{colour}"/>'
        for x in (-8.5, 0, 8.5)
    )
    turn = f'<g transform="rotate({0 if row else 90})">{body}</g>'
    return art.svg(("iota sign", row, colour), 24, 24, turn)


def panel(art: Art, width: float, height: float, colour: str) -> Picture:
    """Under the explanation of points."""
    rim = palette.mix(colour, palette.PANEL, 0.45)
    body = round_rect(width - 3, height - 3, 18, fill=(palette.PANEL, 0.94), rim=(rim, 2, 1))
    return art.svg(("iota panel", width, height, colour), width, height, body)


def rule(art: Art, width: float) -> Picture:
    """Above a total."""
    body = f'<path d="M{-width / 2} 0 H {width / 2}" stroke="{palette.FAINT}" stroke-width="1.5"/>'
    return art.svg(("iota rule", width), width, 4, body)


def under_count(art: Art, width: float) -> Picture:
    """What a count on the deck stands on."""
    w, h = width + 20, 36.0
    body = round_rect(w, h, 12, fill=(palette.INK, 0.72))
    return art.svg(("iota count", width), w, h, body)


def plate(art: Art, width: float, height: float, colour: str, *, lit: bool) -> Picture:
    """A key of the table to be touched or chosen; ``lit`` under the cursor."""
    fill, opacity = (colour, 0.30) if lit else (palette.PANEL, 0.94)
    rim = palette.mix(colour, "#FFFFFF", 0.25) if lit else palette.mix(colour, palette.PANEL, 0.4)
    edge = (rim, 3.6 if lit else 2, 1)
    body = round_rect(width - 6, height - 6, 16, fill=(fill, opacity), rim=edge)
    return art.svg(("iota plate", width, height, colour, lit), width, height, body)


def plate_hint(art: Art, width: float, height: float) -> Picture:
    """Around a plate that a hint points at."""
    rim = (palette.AMBER, 3.5, 1)
    body = round_rect(width - 6, height - 6, 19, rim=rim, dash="8 6")
    return art.svg(("iota plate hint", width, height), width, height, body)
