"""How the screens look, from the settings of the session."""

from __future__ import annotations

from functools import lru_cache

from console.i18n import Words
from console.screens.look import Look
from console.table.settings import Settings


@lru_cache
def words_of(language: str) -> Words:
    """The texts of a language, loaded once."""
    return Words(language)


def look_of(settings: Settings) -> Look:
    """The one place where settings become a look."""
    return Look(
        words_of(settings.language),
        motion=settings.motion,
        large=settings.text == "large",
        safe=settings.colours == "safe",
        left_seats=settings.left_seats,
    )
