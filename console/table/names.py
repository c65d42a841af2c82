"""Names that the table does not keep itself: asked for, and told."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.outputs import Want
from console.table.seating import Named
from console.table.supply import Supply


@dataclass(frozen=True, slots=True)
class NamesWanted(Want):
    """Who keeps a nickname here? Answered by ``KnownNames``."""


@dataclass(frozen=True, slots=True)
class NameChosen(Want):
    """The person at ``seat`` wants to be called ``nickname``, known or new.

    Answered by ``NameGiven``.
    """

    seat: int
    nickname: str


@dataclass(frozen=True, slots=True)
class KnownNames(Supply):
    """Nicknames that are kept, those who played last first, and ready ones for whoever has none."""

    names: tuple[Named, ...] = ()
    ready: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameGiven(Supply):
    """Who sits at ``seat``; None: the name cannot be, or cannot be kept now."""

    seat: int
    named: Named | None
