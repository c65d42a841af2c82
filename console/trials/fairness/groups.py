"""Does anything but speed decide? Shares of wins of equal people, group by group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from console.trials.fairness.records import Rows, TrialRecords

_DRIFTS: Final = (-1.0, -0.06, -0.02, 0.02, 0.06, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One group of hands: how often they won and how often equal chances would have it.

    ``by``: seat, read (order of the channels), beside (hands next to it), drift; ``name``: which.
    """

    by: str
    name: str
    tries: int
    won: int
    expected: float
    error: float  # one standard error of ``won``

    @property
    def errors(self) -> float:
        """How many standard errors ``won`` is away from ``expected``."""
        return (self.won - self.expected) / self.error if self.error else 0.0


def _share(by: str, name: str, rows: Rows) -> Share:
    rng = 1.0 / rows["hands"].astype(np.float64)
    # Hands of one duel exclude each other: where several of a group meet, count them as one.
    duels, place = np.unique(rows["duel"], return_inverse=True)
    together = np.bincount(place, weights=rng, minlength=len(duels))
    variance = float((together * (1 - np.minimum(together, 1.0))).sum())
    return Share(
        by=by,
        name=name,
        tries=len(rows),
        won=int(rows["won"].sum()),
        expected=float(rng.sum()),
        error=float(np.sqrt(max(variance, 0.0))),
    )


def _groups(rows: Rows) -> Iterator[tuple[str, str, Rows]]:
    for seat in range(int(rows["seats"].max(initial=0))):
        yield "seat", str(seat), rows[rows["seat"] == seat]
    for place, name in ((0, "first"), (1, "between"), (-1, "last")):
        yield "read", name, rows[rows["read_place"] == place]
    for beside in range(3):
        yield "beside", str(beside), rows[rows["beside"] == beside]
    for low, high in pairwise(_DRIFTS):
        percent = f"{max(low, -0.1) * 100:+.0f} … {min(high, 0.1) * 100:+.0f} %"
        yield "drift", percent, rows[(rows["drift"] >= low) & (rows["drift"] < high)]


def all_shares(records: TrialRecords) -> list[Share]:
    """Of equal people in decided duels; a dead heat has no winner."""
    decided = records.duels["duel"][records.duels["first"] >= 0]
    hands = records.hands
    rows = hands[hands["equal"] & np.isin(hands["duel"], decided)]
    return [_share(by, name, chosen) for by, name, chosen in _groups(rows) if len(chosen)]
