"""The table's records for attract mode, from the log of matches."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from console.people.records import record_tables
from console.store import StoreError
from console.table.attract.hall import Feat, FeatKind, HallOfFame, HallWanted
from console.table.outputs import Output
from console.table.records.values import Kind, Record, RecordTable
from console.table.table import Table
from drivers.clock import Clock

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


class Hall:
    """A sink: tells the records when attract mode asks for them. A store that cannot be read is
    told on standard error, and there are none."""

    def __init__(self, table: Table, clock: Clock, path: Path) -> None:
        self._table = table
        self._clock = clock
        self._path = path

    def __call__(self, output: Output) -> None:
        if not isinstance(output, HallWanted):
            return
        try:
            hall = hall_of(record_tables(self._path))
        except StoreError as error:
            sys.stderr.write(f"khvatka: {error}\n")
            return
        self._table.supply(hall, self._clock.now_ns())
