"""The table's records for attract mode, from the log of matches."""

from __future__ import annotations

from typing import Final

from console.table.attract.leaderboard import Leaderboard
from console.table.record_values import SHORTEST, Record, RecordKind
from console.table.records.requests import Records

KINDS: Final = (RecordKind.REACTION, RecordKind.CLOSEST, RecordKind.CLEANEST)


def leaderboard_of(records: Records) -> Leaderboard:
    """The best of each kind, whatever the options and however many played; who has won most."""
    held = [[r for t in records.tables for r in t.of(kind)] for kind in KINDS]
    feats = [min(one, key=_worth) for one in held if one]
    if records.most_wins is not None:
        feats.append(records.most_wins)
    return Leaderboard(tuple(feats))


def _worth(record: Record) -> tuple[int, int]:
    """Less is better; of equal ones the older."""
    return (record.value if record.kind in SHORTEST else -record.value), record.match
