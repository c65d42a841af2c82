"""What the screens draw of records and people: one page, turned to who opened it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from console.duel.photo_finish import PhotoFinish
from console.table.record_values import Best, Changed, Person, PersonProfile, Rated, RecordKind
from console.table.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEntry:
    """A line of a block; ``nickname`` is None for a guest, known by the shape of ``seat``.

    ``value`` and ``error`` as of a ``Record``, or of wins: how many, of how many matches. ``row``
    is the line's number for the cursor, None when ● does nothing here.
    """

    place: int
    nickname: str | None
    seat: int | None
    value: int
    error: int
    started: str = ""
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """The best of one kind; ``measure`` tells what a result counts."""

    kind: RecordKind
    measure: str | None
    entries: tuple[RankedEntry, ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """The records of a game with these options and as many players."""

    game: str
    players: int
    changed: Changed
    matches: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class RatingPage:
    """A part of a game's rating list, the row of each line being its place here."""

    game: str
    lines: tuple[Rated, ...]
    part: int = 0
    parts: int = 1


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A part of those who keep a nickname, those who played last first."""

    people: tuple[PersonProfile, ...]
    part: int = 0
    parts: int = 1


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Somebody's own page. ``rows`` are those of ``bests`` (None: nothing to show), ``forget`` the
    row that forgets them (None: only the owner can)."""

    person: Person
    ratings: tuple[Rated, ...]
    bests: tuple[Best, ...]
    rows: tuple[int | None, ...]
    forget: int | None = None


class Nothing(StrEnum):
    """Why there is nothing on a page."""

    WAITING = "waiting"
    NONE = "none"  # nothing was achieved here so far
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class EmptyPage:
    """Nothing to show."""

    why: Nothing


Page = GamePage | RatingPage | PeopleList | PersonPage | EmptyPage


class ForgetStep(StrEnum):
    """How far it has come with forgetting somebody."""

    ASKED = "asked"
    HOLD = "hold"  # ● for three seconds
    DOING = "doing"


HOLD_STEPS: Final = 30
"""Of the three seconds, one each tenth."""


@dataclass(frozen=True, slots=True)
class ForgetAsking:
    """Is this person to be forgotten? ``held`` of ``HOLD_STEPS`` are done."""

    nickname: str
    step: ForgetStep
    yes: bool = False
    held: int = 0


class RecordsNotice(StrEnum):
    """What came of something, told at the foot."""

    NO_PHOTO = "no_photo"
    FORGOTTEN = "forgotten"
    NOT_FORGOTTEN = "not_forgotten"
    NOT_WIPED = "not_wiped"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsView(View):
    """A page for who sits at ``seat``; ``number`` of ``count`` that ◀ ▶ turn, None for one that
    was opened from another.

    ``row`` is the cursor's, None while pages are turned; ``rows`` are how many there are. Touches:
    ``Target("page", (step,))`` turns, 0 goes back; ``Target("row", (i,))`` opens a row, or answers
    (0 no, 1 yes, and held for three seconds).
    """

    seat: int
    page: Page
    number: int | None
    count: int
    row: int | None = None
    rows: int = 0
    asking: ForgetAsking | None = None
    said: RecordsNotice | None = None


@dataclass(frozen=True, slots=True)
class RecordPhotoView(View):
    """The photo finish of a record, for who sits at ``seat``; ``names`` by board seat."""

    seat: int
    photo: PhotoFinish
    names: Mapping[int, str | None] = field(default_factory=dict)
