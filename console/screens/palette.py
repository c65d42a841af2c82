"""The colours of the night table, as ``#rrggbb``.

What differs from look to look is a ``Palette``. How far its colours are apart, and for which eyes,
is told in LOOK.md and measured by ``tests/console/screens/test_palette.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """``seats`` by board seat, ``cards`` by their letter, ``alarm`` for what is wrong."""

    seats: tuple[str, ...]
    cards: Mapping[str, str]
    alarm: str


USUAL: Final = Palette(
    ("#5BC8F5", "#FF8A5B", "#9BE564", "#D98CFF", "#FFD23F", "#FF6F91", "#4FE0B6", "#B8C4FF"),
    MappingProxyType({"R": "#FF766F", "G": "#7BDD46", "B": "#3D87FF", "Y": "#FFF2A0"}),
    "#FF5D5D",
)
SAFE: Final = Palette(
    ("#057DEB", "#DA3D07", "#54D769", "#8365A4", "#F4D004", "#AC5E63", "#C7FFEB", "#C2B8E6"),
    MappingProxyType({"R": "#E3524F", "G": "#09F324", "B": "#7EAAFB", "Y": "#FFFFBF"}),
    "#FF8C7A",
)
"""For colour-blind eyes."""
SPECIAL: Final = "#FFF6E6"
"""The lit disc of a special card."""

FELT_MIDDLE: Final = "#1B2430"
FELT_HALF: Final = "#10151D"
FELT_EDGE: Final = "#0A0D12"
DISC: Final = "#121923"
INK: Final = "#0E131B"
TEXT: Final = "#EEF3F8"
QUIET: Final = "#9DB0C4"
FAINT: Final = "#4A617C"
PANEL: Final = "#151D28"
AMBER: Final = "#FFC861"


def rgb(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` as three numbers from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, share: float) -> str:
    """The colour ``share`` (0 to 1) of the way from ``first`` to ``second``."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
