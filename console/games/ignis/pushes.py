"""Pushes: what the supply offers, and what a piece that enters makes of a line (G4 to G7)."""

from __future__ import annotations

from functools import cache
from typing import Final

from console.games.ignis.actions import Push
from console.games.ignis.board import AIR, EARTH, FIRE, GAP, WATER

Offer = tuple[tuple[str, bool], ...]
"""Pieces that may enter, and whether each is an Air to be turned."""

_BOTH: Final = ((AIR, False), (EARTH, False))
_ONLY_EARTH: Final = ((EARTH, False),)
_ONLY_AIR: Final = ((AIR, False), (EARTH, True))
OFFERS: Final = {(True, True): _BOTH, (False, True): _ONLY_EARTH, (True, False): _ONLY_AIR}
"""By whether the supply has Air, then Earth (G4, G7); it always has one of them (G10)."""

YIELDS_TO: Final = {FIRE: AIR + EARTH, WATER: AIR + EARTH, AIR: EARTH, EARTH: ""}
"""What drives the piece at the far end of a full line out (G5)."""

_GAP: Final = GAP.encode()
push: Final = cache(Push)
"""The one ``Push`` of each kind."""


def may_enter(piece: str, line: bytes, far: int) -> bool:
    """Whether a line, whose last cell for the piece is at ``far``, takes it (G4, G5)."""
    return _GAP in line or piece in YIELDS_TO[chr(line[far])]


def entered(piece: str, line: bytes) -> tuple[bytes, str, bool]:
    """A line after a piece that ``may_enter`` has entered at its first cell; what left at the other
    end (``""``: nothing); whether the last cell has changed."""
    gap, last = line.find(_GAP), len(line) - 1
    lost = ""
    if gap < 0:  # the piece at the far end makes room
        gap, lost = last, chr(line[last])
    return piece.encode() + line[:gap] + line[gap + 1 :], lost, gap == last


def kept(lost: str, air_stays: bool) -> tuple[int, int]:
    """The Air and the Earth that the supply gains when a piece leaves the board (G6, G8)."""
    return (1, 0) if lost == AIR and air_stays else (0, 1)
