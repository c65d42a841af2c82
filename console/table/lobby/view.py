"""What the lobby shows beside seats and menu: plain values, no words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.table.seating import HandAt
from console.table.view import Menu, ResumeOffer, StartSeat, View
from drivers.errors import Misfit


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game to choose; ``fits``: those who are there can play it, or could with more players."""

    game: str
    fits: bool


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


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """The card of a broken-off match: ``people`` are a seat of each player, as they were called."""

    offer: ResumeOffer
    game: str
    people: tuple[StartSeat, ...]


@dataclass(frozen=True, slots=True)
class StartView(View):
    """The start screen: seats join by ●, the menu chooses the rest.

    ``missing`` players are too few for the game chosen, below 0 too many. ``newcomers``: nobody
    here has played it yet, as far as is known. ``misfit``: why the pad that answers is not read.
    Touches: a line of the menu is ``Target("row", (i,))``, a game ``Target("game", (place on the
    shelf,))``, and ``Target("key", (seat, key))`` is as good as a seat's button, 0 to 3 for
    ◀ ▶ ● ✕.
    """

    seats: tuple[StartSeat, ...]
    menu: Menu
    resume: BrokenOff | None = None
    shelf: tuple[Shelved, ...] = ()
    hands: tuple[HandAt, ...] = ()
    missing: int = 0
    names: tuple[NameView, ...] = ()
    newcomers: bool = False
    misfit: Misfit | None = None
