"""How the screens look, from the settings of the session."""

from __future__ import annotations

from console.i18n import words_of
from console.screens.look import Look
from console.table.settings import Settings


def look_of(settings: Settings) -> Look:
    """The one place where settings become a look."""
    return Look(
        words_of(settings.language),
        motion=settings.motion,
        large=settings.text == "large",
        safe=settings.colours == "safe",
        left_seats=settings.left_seats,
    )
