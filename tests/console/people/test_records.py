"""The lists of records: order, shared places, options apart, samples kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from console.people.records import everything, record_tables
from console.store.problems import StoreError
from console.store.schema import open_for_reading
from console.store.trimming import EXPENDABLE
from console.table.record_values import RecordKind
from drivers.times import MS
from tests.console.people.evening import ERROR_NS, duel, ended, head, join, keep, match_of
from tests.console.store.changes import change

RESULT = ended((0,), "cards", 0, 20, 18, 22)


def test_a_record_names_its_holder_its_date_and_its_race(path: Path) -> None:
    (badger,) = join(path, "Барсук")
    start = head(profiles=(None, badger.id, None, None), started_wall="2026-05-01T20:15:00+03:00")
    match = keep(path, start, RESULT, [duel(0, 0, 2), duel(1, 1, 2, 210 * MS, 4 * MS)])
    (table,) = record_tables(path)
    best, second = table.of(RecordKind.REACTION)
    assert (best.place, best.value, best.match, best.verdict) == (1, 210 * MS, match, 1)
    assert (best.seat, best.nickname, best.game) == (1, "Барсук", "chaos")
    assert best.started == "2026-05-01T20:15:00+03:00"
    assert (second.place, second.seat, second.nickname) == (2, 0, None)
    assert table.of(RecordKind.CLOSEST)[0].value == 4 * MS
    assert table.of(RecordKind.RESULT)[0].verdict is None


def test_reactions_closer_than_their_uncertainty_share_a_place(path: Path) -> None:
    """Principle 4: nobody is first when the difference is smaller than the uncertainty."""
    near = 200 * MS + ERROR_NS
    races = [duel(0, 0, 3, 200 * MS), duel(1, 1, 3, near), duel(2, 2, 3, 201 * MS)]
    keep(path, head(), RESULT, races)
    (table,) = record_tables(path)
    assert [r.place for r in table.of(RecordKind.REACTION)] == [1, 1, 3]


def test_of_equals_the_earlier_stands_first_and_five_are_kept(path: Path) -> None:
    matches = [keep(path, head(), RESULT, [duel(0, 0, 1)]) for _ in range(6)]
    (table,) = record_tables(path)
    for kind in (RecordKind.REACTION, RecordKind.CLEANEST):
        assert [r.match for r in table.of(kind)] == matches[:5]
        assert {r.place for r in table.of(kind)} == {1}


def test_games_options_and_numbers_of_players_are_apart(path: Path) -> None:
    keep(path, head("elements", 2), ended((0,), "points", 6, 1))
    keep(path, head("elements", 2, options={"target": 3}), ended((0,), "points", 3, 1))
    for players in (2, 3):
        start = head("iota", players)
        keep(path, start, ended((0,), "points", *(90, 80, 70)[:players]))
    tables = record_tables(path)
    assert [(t.game, t.players, t.matches) for t in tables] == [
        ("elements", 2, 1),
        ("elements", 2, 1),
        ("iota", 2, 1),
        ("iota", 3, 1),
    ]
    assert {t.options["target"] for t in tables if t.game == "elements"} == {6, 3}
    assert [t.game for t in record_tables(path, "elements")] == ["elements"] * 2


def test_options_that_no_table_has_written_are_one_sentence(path: Path) -> None:
    keep(path, head("elements", 2), ended((0,), "points", 6, 1))
    assert record_tables(path)
    change(path, "UPDATE category SET options = 'nope'")
    with pytest.raises(StoreError, match="khvatka"):
        record_tables(path)


def test_wins_count_for_nicknames_in_matches_of_people(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    for winner in (0, 0, 1):
        match_of(path, (badger, owl, None), (winner,))
    match_of(path, (owl, None, badger), (1,))
    simulated = head(players=3, people=("person", "adult", "person"), profiles=(owl.id, None, None))
    keep(path, simulated, ended((0,), "cards", 0, 1, 2))
    (table,) = record_tables(path)
    assert [(w.place, w.nickname, w.wins, w.matches) for w in table.wins] == [
        (1, "Барсук", 2, 4),
        (2, "Сова", 1, 4),
    ]


def most_wins(path: Path) -> tuple[str | None, int, str]:
    most = everything(path).most_wins
    assert most is not None
    assert (most.kind, most.game, most.seat) == (RecordKind.WINS, None, None)
    return most.nickname, most.value, most.started


def test_the_most_wins_are_those_among_people_at_all_games_and_have_a_date(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    both = (badger.id, owl.id)

    def play(game: str, winner: int, day: int, **changes: Any) -> None:
        started = f"2026-05-{day:02}T20:15:00+03:00"
        start = head(game, 2, profiles=both, started_wall=started, **changes)
        column = "cards" if game == "chaos" else "points"
        keep(path, start, ended((winner,), column, *((0, 9) if winner == 0 else (9, 0))))

    assert everything(path).most_wins is None
    play("chaos", 1, 1, people=("person", "person", "adult", "adult"))
    assert everything(path).most_wins is None
    play("chaos", 0, 2)
    play("iota", 1, 3)
    assert most_wins(path) == ("Барсук", 1, "2026-05-02T20:15:00+03:00")
    play("elements", 1, 4)
    play("chaos", 0, 5)
    assert most_wins(path) == ("Сова", 2, "2026-05-04T20:15:00+03:00")


def test_samples_of_records_stay_when_others_may_go(path: Path) -> None:
    slow = keep(path, head(), RESULT, [duel(0, 0, 1, 500 * MS), duel(1, 0, 1, 300 * MS, 9 * MS)])
    many = [keep(path, head(), RESULT, [duel(0, 0, 1, 200 * MS, MS)]) for _ in range(5)]
    broken_off = keep(path, head(), None, [duel(0, 0, 1)])

    def trimmed() -> list[tuple[int, int]]:
        with closing(open_for_reading(path)) as connection:
            return [(match, n) for _, match, n, _size in connection.execute(EXPENDABLE)]

    assert trimmed() == [(broken_off, 0)]  # nothing has been counted yet: it may hold a record
    record_tables(path)
    assert trimmed() == [(slow, 0), (slow, 1), (broken_off, 0)]
    keep(path, head(), RESULT, [duel(0, 0, 1, 150 * MS, 2 * MS)])
    record_tables(path)
    assert (many[-1], 0) not in trimmed()  # still among the closest
    assert len(trimmed()) == 3
