"""The table's records for attract mode, from the log of matches."""

from __future__ import annotations

from typing import Final

from console.table.attract.leaderboard import FeatKind, Leaderboard, RecordHolder
from console.table.record_values import Record, RecordKind
from console.table.records.requests import Records

KINDS: Final = {
    FeatKind.REACTION: RecordKind.REACTION,
    FeatKind.CLOSEST: RecordKind.CLOSEST,
    FeatKind.CLEANEST: RecordKind.CLEANEST,
}
LARGEST_IS_BEST: Final = (FeatKind.CLEANEST,)


def leaderboard_of(records: Records) -> Leaderboard:
    """The best of each kind, whatever the options and however many played; who has won most."""
    feats = []
    for kind, counted in KINDS.items():
        held = [(r, t.game) for t in records.tables for r in t.of(counted)]
        if held:
            best, game = min(held, key=lambda one: _worth(kind, one[0]))
            who, seat = best.holder.nickname, best.holder.seat
            feats.append(
                RecordHolder(
                    kind=kind,
                    game=game,
                    seat=seat,
                    nickname=who,
                    value=best.value,
                    error=best.error,
                    started=best.started,
                )
            )
    most = records.most_wins
    if most is not None:
        feats.append(
            RecordHolder(
                kind=FeatKind.WINS,
                game=None,
                seat=None,
                nickname=most.nickname,
                value=most.wins,
                error=0,
                started=most.last,
            )
        )
    return Leaderboard(tuple(feats))


def _worth(kind: FeatKind, record: Record) -> tuple[int, int]:
    """Less is better; of equal ones the older."""
    return (-record.value if kind in LARGEST_IS_BEST else record.value), record.match
