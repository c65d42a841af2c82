"""Why phones were refused something, in words for the owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.i18n import N_, Words

REFUSED: Final = N_("Refused phones")
HEADS: Final = (N_("Why"), N_("How often"))
REASONS: Final = {
    "host": N_("Called by a name that is not ours"),
    "origin": N_("From another page"),
    "route": N_("Asked for what there is not"),
    "size": N_("Too long"),
    "often": N_("Too often"),
    "full": N_("No room for another"),
    "code": N_("A code that is none, or used up"),
    "unknown": N_("Without a seat"),
    "nonsense": N_("Nonsense"),
    "slow": N_("Too slow, or gone"),
    "late": N_("Answered what was over"),
    "lost": N_("All phones, for a moment: their process had ended"),
}
"""By the word that the phone is told (``console.web.guards.Word``)."""


def refusal_rows(words: Words, refusals: Mapping[str, int]) -> list[tuple[str, str]]:
    """A row for each reason."""
    return [(words._(REASONS.get(word, word)), str(times)) for word, times in refusals.items()]
