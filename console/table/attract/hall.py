"""The best that was ever done at this table: asked for when attract mode begins, and told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.table.outputs import Want
from console.table.scene import Supply


class FeatKind(StrEnum):
    """What a feat is about."""

    REACTION = "reaction"
    CLOSEST = "closest"
    CLEANEST = "cleanest"


@dataclass(frozen=True, slots=True)
class Feat:
    """Who holds a record of a game: ``nickname``, or (None) a guest at ``seat``.

    ``value`` and ``error`` (expanded) are nanoseconds; of the cleanest match ``value`` counts the
    duels won without a false grab.
    """

    kind: FeatKind
    game: str
    seat: int
    nickname: str | None
    value: int
    error: int = 0


@dataclass(frozen=True, slots=True)
class HallWanted(Want):
    """Which are the records? Answered by ``HallOfFame``, or, where none are kept, not at all."""


@dataclass(frozen=True, slots=True)
class HallOfFame(Supply):
    """The table's records, the first of each kind; () when nothing worth it was played yet."""

    feats: tuple[Feat, ...] = ()
