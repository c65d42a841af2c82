"""The table's records for attract mode, from the log of matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from console.table.attract.hall import Feat, FeatKind, HallOfFame
from console.table.records.values import Kind, Record, RecordTable

KINDS: Final = {
    FeatKind.REACTION: Kind.REACTION,
    FeatKind.CLOSEST: Kind.CLOSEST,
    FeatKind.CLEANEST: Kind.CLEANEST,
}
LARGEST_IS_BEST: Final = (FeatKind.CLEANEST,)


def hall_of(tables: Iterable[RecordTable]) -> HallOfFame:
    """The best of each kind, whatever the options and however many played."""
    tables = tuple(tables)
    feats = []
    for kind, counted in KINDS.items():
        held = [(r, t.game) for t in tables for r in t.of(counted)]
        if held:
            record, game = min(held, key=lambda one: _worth(kind, one[0]))
            holder = record.holder
            feats.append(Feat(kind, game, holder.seat, holder.nickname, record.value, record.error))
    return HallOfFame(tuple(feats))


def _worth(kind: FeatKind, record: Record) -> tuple[int, int]:
    """Less is better; of equal ones the older."""
    return (-record.value if kind in LARGEST_IS_BEST else record.value), record.match
