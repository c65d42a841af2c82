"""The options of «Хаос»: ``last_card`` (C6) and ``specials`` (C2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.games.chaos.cards import SPECIALS
from console.games.errors import bad_options
from console.games.forms import Json
from console.games.options import Option, fill

IMMEDIATE: Final = "immediate"
CLASSIC: Final = "classic"
SPECIAL_CARDS: Final = 10
"""How many special cards the deck has, whatever their kinds (C2)."""

OPTIONS: Final[Mapping[str, Option]] = {
    "last_card": Option("choice", IMMEDIATE, [IMMEDIATE, CLASSIC]),
    "specials": Option(
        "counts",
        {"grab": 3, "palm": 3, "all": 2, "left": 2},
        {"grab": [0, 8], "palm": [0, 8], "all": [0, 8], "left": [2, 10]},
    ),
}


@dataclass(frozen=True, slots=True)
class Options:
    """A match's options; ``specials`` counts the kinds in the order of ``cards.SPECIALS``."""

    last_card: str = IMMEDIATE
    specials: tuple[int, int, int, int] = (3, 3, 2, 2)

    def to_json(self) -> Json:
        """All options in full."""
        specials = dict(zip(SPECIALS, self.specials, strict=True))
        return {"last_card": self.last_card, "specials": specials}


def parse_options(given: Mapping[str, object]) -> Options:
    """Options from their JSON form, with defaults. Raises ``GameError`` (bad_options)."""
    full = fill(OPTIONS, given)
    counts = full["specials"]
    if sum(counts.values()) != SPECIAL_CARDS:
        raise bad_options(f"The four counts in 'specials' must add up to {SPECIAL_CARDS} (C2).")
    return Options(
        full["last_card"], (counts["grab"], counts["palm"], counts["all"], counts["left"])
    )
