"""What a table sends when a game of a match has ended, and what the desk answers.

The table keeps it until it has an answer for that id. The same id with the same content has the
same answer, however often it comes; with another content it is a dispute: shown, never taken.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256

import msgspec
from msgspec import Struct


class ResultSent(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's result. ``id``: the table's own, for ever; ``boot`` and ``ended_ns``: the table's
    clock, which may know no date; ``persons`` and ``places`` as those of
    ``console.events.actions.Report``."""

    id: str
    table: int
    match: int
    game: int = 0
    persons: tuple[int, ...]
    places: tuple[int, ...]
    boot: str = ""
    ended_ns: int = 0

    @property
    def digest(self) -> str:
        """Of all that it says."""
        return sha256(msgspec.json.encode(self)).hexdigest()


class Outcome(StrEnum):
    """What became of it. All but ``DISPUTED`` are the end: the table may forget it."""

    TAKEN = "taken"
    REFUSED = "refused"
    """It is kept, and the organiser sees it and why; the event has not changed."""
    DISPUTED = "disputed"
    """The id has come with another content before."""


class ResultAnswer(Struct, frozen=True, omit_defaults=True):
    """``line``: where in the log it stands; ``why``: one sentence in English."""

    id: str
    outcome: Outcome
    line: int | None = None
    why: str = ""
