"""What the table wants to know of its records and people, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from console.duel.photo_finish import PhotoFinish
from console.table.outputs import Request
from console.table.record_values import News, Person, Rated, Record, RecordTable
from console.table.response import Response


@dataclass(frozen=True, slots=True)
class RecordsRequest(Request):
    """What is kept here? Answered by ``Records``."""


@dataclass(frozen=True, slots=True)
class Records(Response):
    """All that is kept: records by game and options, rating lists, people by nickname.

    ``readable`` is False when the store cannot be read now, ``most_wins`` None while nobody with a
    nickname has won.
    """

    tables: tuple[RecordTable, ...] = ()
    ratings: tuple[Rated, ...] = ()
    people: tuple[Person, ...] = ()
    readable: bool = True
    most_wins: Record | None = None


@dataclass(frozen=True, slots=True)
class PhotoRequest(Request):
    """The photo finish of a race that was kept. Answered by ``PhotoGiven``."""

    match: int
    verdict: int


@dataclass(frozen=True, slots=True)
class PhotoGiven(Response):
    """The photo finish of that race, None if nothing is left of it; ``names`` by board seat."""

    match: int
    verdict: int
    photo: PhotoFinish | None
    names: Mapping[int, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForgetRequest(Request):
    """The person of that profile is to be forgotten; None: only what a busy disk may still hold of
    those forgotten before. Answered by ``Forgotten``."""

    profile: int | None


@dataclass(frozen=True, slots=True)
class Forgotten(Response):
    """Is that person forgotten (``done``)? ``wiped`` False: the disk may still hold their bytes."""

    profile: int | None
    done: bool
    wiped: bool = True


@dataclass(frozen=True, slots=True)
class RecordBroken(Response):
    """What the match that has just ended changed, the greatest first; () as soon as another one
    begins, and as long as nothing is known."""

    news: tuple[News, ...] = ()
