"""How the screens look, as guests like it: one value, exchanged at any time."""

from __future__ import annotations

from dataclasses import dataclass

from console.i18n import Words
from console.screens.palette import SAFE, USUAL, Palette


@dataclass(frozen=True, slots=True)
class Look:
    """``large``: what people read is about a quarter larger where it fits. ``safe``: colours that
    colour-blind eyes tell apart. ``left_seats``: where left-handed people sit, by board seat."""

    words: Words
    motion: bool = True
    large: bool = False
    safe: bool = False
    left_seats: frozenset[int] = frozenset()

    @property
    def palette(self) -> Palette:
        """The colours that differ from look to look."""
        return SAFE if self.safe else USUAL
