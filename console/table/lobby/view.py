"""What the lobby shows beside seats and menu: plain values, no words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the shelf; ``fits``: those who are there could play it, or will with others."""

    game: str
    fits: bool


@dataclass(frozen=True, slots=True)
class HandAt:
    """With two players (C30): the hand of who sits at ``of`` plays at ``seat``."""

    seat: int
    of: int
    right: bool


class ItemKind(StrEnum):
    """What ● does with an item of a name being chosen."""

    GUEST = "guest"  # play without a name
    NAME = "name"  # be called that
    TYPE = "type"  # go to the letters
    LETTER = "letter"  # add it
    DONE = "done"  # be called what is written
    SCRIPT = "script"  # other letters: ``text`` names them: a language, or "123"


@dataclass(frozen=True, slots=True)
class NamingItem:
    """One of those that ◀ ▶ go round."""

    kind: ItemKind
    text: str = ""


class Refusal(StrEnum):
    """Why somebody is not called what they wanted."""

    CANNOT = "cannot"  # no name, or one that cannot be kept now
    SEATED = "seated"  # that person sits at another seat


@dataclass(frozen=True, slots=True)
class NameView:
    """A seat's own choice of a name: ``items`` in a ring, ``at`` under the cursor; ``written`` so
    far, None in the list of names; ``asked`` is what they have asked to be called."""

    seat: int
    items: tuple[NamingItem, ...]
    at: int
    written: str | None = None
    asked: str | None = None
    refused: Refusal | None = None
