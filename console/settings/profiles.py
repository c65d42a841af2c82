"""What guests may change at the table, by the kind of place where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.i18n import N_, Words


@dataclass(frozen=True, slots=True)
class PlaceProfile:
    """A kind of place. ``closed`` are the lines that guests are not offered: ``game``,
    ``options`` (the rules' house options), and fields of ``console.table.settings.Settings``."""

    label: str
    help: str
    closed: frozenset[str]

    def keeps(self, words: Words) -> str:
        """What guests are not offered, as a sentence."""
        if not self.closed:
            return words._("Nothing is closed to guests.")
        closed = ", ".join(words._(text) for key, text in CLOSED.items() if key in self.closed)
        return words._("Guests are not offered: {what}.").format(what=closed)


CLOSED: Final = {
    "game": N_("the choice of the game"),
    "options": N_("the rules' house options"),
    "pace_ms": N_("the pace"),
    "auto": N_("who flips"),
    "photo_finish": N_("the photo finish"),
    "open_hands": N_("open hands"),
    "hints": N_("hints"),
    "sums": N_("sums"),
    "sound": N_("sound"),
    "unhurried": N_("unhurried"),
    "forget": N_("forgetting somebody else"),
}
"""What a profile may close, in words."""


_PACE: Final = frozenset({"pace_ms", "auto", "photo_finish"})
_LEARNING: Final = frozenset({"open_hands", "hints", "sums"})

PROFILES: Final[Mapping[str, PlaceProfile]] = {
    "home": PlaceProfile(N_("home"), N_("Everybody may change everything."), frozenset()),
    "party": PlaceProfile(
        N_("party"), N_("The rules stay as they are; all else may change."), frozenset({"options"})
    ),
    "cafe": PlaceProfile(
        N_("café"),
        N_("Guests choose the game, help for learning and every comfort."),
        frozenset({"options", "forget"}) | _PACE,
    ),
    "event": PlaceProfile(
        N_("event"),
        N_("One game at its set pace; guests choose language and how it looks."),
        frozenset({"game", "options", "sound", "unhurried", "forget"}) | _PACE | _LEARNING,
    ),
}
