"""The best that was ever done at this table: asked for when attract mode begins, and told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from console.table.outputs import Request
from console.table.response import Response


class FeatKind(StrEnum):
    """What a feat is about."""

    REACTION = "reaction"
    CLOSEST = "closest"
    CLEANEST = "cleanest"
    WINS = "wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHolder:
    """Who holds a record of a game: ``nickname``, or (None) a guest at ``seat``.

    ``value`` and ``error`` (expanded) are nanoseconds; of the cleanest match ``value`` counts the
    duels won without a false grab, of the most wins those among people at all games: these have
    neither ``game`` nor ``seat``, and a nickname. ``started`` is when its match began (ISO 8601),
    of the most wins the last one won.
    """

    kind: FeatKind
    game: str | None
    seat: int | None
    nickname: str | None
    value: int
    error: int = 0
    started: str = ""


@dataclass(frozen=True, slots=True)
class LeaderboardRequest(Request):
    """Which are the records? Answered by ``Leaderboard``, or, where none are kept, not at all."""


@dataclass(frozen=True, slots=True)
class Leaderboard(Response):
    """The table's records, the first of each kind; () when nothing worth it was played yet."""

    feats: tuple[RecordHolder, ...] = ()
