"""Names that the table does not keep itself: asked for, and told."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.outputs import Request
from console.table.response import Response
from console.table.seating import NamedPerson


@dataclass(frozen=True, slots=True)
class NamesRequest(Request):
    """Who keeps a nickname here? Answered by ``KnownNames``."""


@dataclass(frozen=True, slots=True)
class NameChosen(Request):
    """The person at ``seat`` wants to be called ``nickname``, known or new.

    Answered by ``NameGiven``.
    """

    seat: int
    nickname: str


@dataclass(frozen=True, slots=True)
class KnownNames(Response):
    """Nicknames that are kept, those who played last first, and ready ones for whoever has none."""

    names: tuple[NamedPerson, ...] = ()
    ready: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameGiven(Response):
    """Who sits at ``seat``; None: the name cannot be, or cannot be kept now."""

    seat: int
    named: NamedPerson | None
