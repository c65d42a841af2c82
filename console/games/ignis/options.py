"""The options of «Игнис»: ``layout`` (G2), ``edge`` (G8) and ``ejected_air`` (G6, G8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.games.forms import Formed
from console.games.options import Option, fill

CENTRE: Final = "centre"
FULL: Final = "full"
SPARSE: Final = "sparse"
TO_EARTH: Final = "earth"
STAYS_AIR: Final = "air"

LAYOUTS: Final[Mapping[str, tuple[str, ...]]] = {
    CENTRE: ("......", ".FWFW.", ".WFWF.", ".FWFW.", ".WFWF.", "......"),
    "border": (".FWFW.", "W....F", "F....W", "W....F", "F....W", ".WFWF."),
    "quadrants": ("......", ".FFWW.", ".FFWW.", ".WWFF.", ".WWFF.", "......"),
}
"""Starting boards by name (G2): rows from the top, ``.`` is empty."""

OPTIONS: Final[Mapping[str, Option]] = {
    "layout": Option("choice", CENTRE, list(LAYOUTS)),
    "edge": Option("choice", FULL, [FULL, SPARSE]),
    "ejected_air": Option("choice", TO_EARTH, [TO_EARTH, STAYS_AIR]),
}


@dataclass(frozen=True, slots=True)
class Options(Formed):
    """A match's options."""

    layout: str = CENTRE
    edge: str = FULL
    ejected_air: str = TO_EARTH


def parse_options(given: Mapping[str, object]) -> Options:
    """Options from their JSON form, with defaults. Raises ``GameError`` (bad_options)."""
    return Options(**fill(OPTIONS, given))
