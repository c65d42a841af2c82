"""A match in which an autopilot played: what it claimed is nobody's record, and no rating."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from console.people.figures import feats
from console.people.records import ratings
from console.store.records import VerdictRecord
from console.table.record_values import RecordKind
from drivers.times import MS
from tests.console.people.evening import duel, ended, false_grab, head, join, keep, of, played

RESULT = ended((0,), "cards", 0, 20, 18, 22)


def by_autopilot(verdict: VerdictRecord, *places: int) -> VerdictRecord:
    """The same, but those contacts are an autopilot's: they carry no force."""
    contacts = tuple(
        replace(c, peak_n=0.0) if place in places else c for place, c in enumerate(verdict.contacts)
    )
    return replace(verdict, contacts=contacts)


def test_what_an_autopilot_won_is_no_reaction_no_close_win_and_no_duel() -> None:
    own, other = duel(0, 0, 1, 400 * MS), by_autopilot(duel(1, 0, 1, 300 * MS, 5 * MS), 0)
    match = played(head(), RESULT, (own, other))
    assert of(RecordKind.REACTION, match)[0].value == 400 * MS
    assert of(RecordKind.CLOSEST, match)[0].value == 50 * MS
    assert of(RecordKind.CLEANEST, match)[0].value == 1
    assert of(RecordKind.RESULT, match)[0].value == 1


def test_a_win_by_a_hair_over_an_autopilot_is_none() -> None:
    """The reaction was the winner's own."""
    match = played(head(), RESULT, (by_autopilot(duel(0, 0, 1), 1),))
    assert of(RecordKind.CLOSEST, match) == {}
    assert of(RecordKind.REACTION, match)[0].value == 300 * MS


def test_whom_an_autopilot_played_for_counts_as_simulated() -> None:
    result = {**RESULT, "played_for": [1]}
    match = played(head(), result, (duel(0, 0, 1), duel(1, 1, 2), false_grab(2, 3)))
    assert not match.people_only
    assert {f.player for f in feats(match)} == {0}
    assert {f.kind for f in feats(match)} == {RecordKind.REACTION}


@pytest.mark.parametrize(("stood_in", "count"), [((), 3), ((1,), 0)])
def test_such_a_match_is_not_rated(tmp_path: Path, stood_in: tuple[int, ...], count: int) -> None:
    path = tmp_path / "khvatka.sqlite3"
    people = join(path, "Барсук", "Сова", "Ёж")
    start = head(players=3, profiles=tuple(p.id for p in people))
    keep(path, start, {**ended((0,), "cards", 0, 9, 11), "played_for": list(stood_in)})
    assert len(ratings(path)) == count
