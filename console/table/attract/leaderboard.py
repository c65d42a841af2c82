"""The best that was ever done at this table: asked for when attract mode begins, and told."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.outputs import Request
from console.table.record_values import Record
from console.table.response import Response


@dataclass(frozen=True, slots=True)
class LeaderboardRequest(Request):
    """Which are the records? Answered by ``Leaderboard``, or, where none are kept, not at all."""


@dataclass(frozen=True, slots=True)
class Leaderboard(Response):
    """The first of each kind that is shown; () when nothing worth it was played yet."""

    feats: tuple[Record, ...] = ()
