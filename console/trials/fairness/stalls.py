"""The same duels with a host that now and then stands still: what changes?"""

from __future__ import annotations

from typing import Final

from console.duel.referee import DeadHeat, First
from console.trials.fairness.duels import MS, Seen, TrialTable
from console.trials.fairness.tables import TableSpec

STALL_NS: Final = 50 * MS
_STALLS: Final = 0.3  # of all times that the host should look


def _said(seen: Seen) -> tuple[object, ...]:
    """All that can decide anything. Who else is known at the moment of a ruling may differ."""
    match seen.ruling:
        case First(contact=contact):
            return (*seen.contacts, "first", contact)
        case DeadHeat(contacts=contacts):
            return (*seen.contacts, "dead heat", *contacts)
    return (*seen.contacts, "nobody")


def changed_by_stalls(spec: TableSpec) -> tuple[int, int]:
    """How many of one table's duels end otherwise when the host stalls, and how many there are.

    Otherwise: another contact, another time or error of one, another ruling.
    """
    rng = spec.rng("stalls")

    def stalling(_now_ns: int, due_ns: int) -> int:
        return due_ns + (STALL_NS if rng.random() < _STALLS else 0)

    calm = [_said(seen) for _, seen in TrialTable(spec).duels()]
    stalled = [_said(seen) for _, seen in TrialTable(spec, stalling).duels()]
    return sum(a != b for a, b in zip(calm, stalled, strict=True)), len(calm)
