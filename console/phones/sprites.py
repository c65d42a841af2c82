"""The table's own symbols, for the page: SVG bodies in the square -50..50, by id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from console.games.entry import part
from console.games.registry import ENTRIES
from console.screens.palette import Palette
from console.screens.symbols import signs, strokes

BACK: Final = (
    '<rect x="-48" y="-48" width="96" height="96" rx="14" fill="#1b2736" stroke="#415670"'
    ' stroke-width="4"/><path d="M0 -24 L24 0 L0 24 L-24 0Z" fill="none" stroke="#52698a"'
    ' stroke-width="6"/>'
)


def sprites(colours: Palette) -> dict[str, str]:
    """Those of the seats, a card's back, and what each game gives for its cards."""
    found = {
        f"seat-{seat}": strokes(signs.SIGNS[shape], "currentColor")
        for seat, shape in enumerate(signs.SEAT_SHAPES)
    }
    found["back"] = BACK
    for game, entry in ENTRIES.items():
        if entry.sprites is not None:
            own: Mapping[str, str] = part(entry.sprites)(colours)
            found |= {f"{game}-{name}": body for name, body in own.items()}
    return {name: _short(body) for name, body in found.items()}


def _short(body: str) -> str:
    """To a tenth: the whole page is small."""
    return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), body)
