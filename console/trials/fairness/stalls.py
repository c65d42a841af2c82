"""The same duels with a host that now and then stands still: what changes?"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from console.duel.rulings import DeadHeat, First
from console.trials.fairness.duels import SeenDuel, TrialTable
from console.trials.fairness.judging import record
from console.trials.fairness.records import TrialRecords
from console.trials.fairness.tables import TableSpec
from drivers.times import MS

STALL_NS: Final = 50 * MS
_STALLS: Final = 0.3  # of all times that the host should look


def _said(seen: SeenDuel) -> tuple[object, ...]:
    """All that can decide anything. Who else is known at the moment of a ruling may differ."""
    match seen.ruling:
        case First(contact=contact):
            return (*seen.contacts, "first", contact)
        case DeadHeat(contacts=contacts):
            return (*seen.contacts, "dead heat", *contacts)
    return (*seen.contacts, "nobody")


def judged_with_stalls(spec: TableSpec, duels: int) -> tuple[TrialRecords, int]:
    """One table's records, and how many of its first ``duels`` end otherwise if the host stalls.

    Otherwise: another contact, another time or error of one, another ruling.
    """
    calm: list[tuple[object, ...]] = []
    records = record(TrialTable(spec), lambda seen: calm.append(_said(seen)))
    rng = spec.rng("stalls")

    def stalling(_now_ns: int, due_ns: int) -> int:
        return due_ns + (STALL_NS if rng.random() < _STALLS else 0)

    again = TrialTable(replace(spec, duels=duels), stalling).duels()
    return records, sum(_said(seen) != said for (_, seen), said in zip(again, calm, strict=False))
