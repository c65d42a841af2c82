"""Figures and ratings are made of the log alone: step by step or all anew, they are the same."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.people.profiles import Profiles
from console.people.rating import rated
from console.people.records import record_tables
from console.people.summing import figures
from console.store.log import DirectLog
from console.store.problems import StoreError, faults_raised
from console.store.schema import open_for_reading, open_for_writing, store_path
from console.table.record_values import PersonProfile
from drivers.times import MS
from tests.console.people.evening import NOW, duel, ended, head
from tests.console.store.changes import change

TABLES = ("summed", "standing", "feat", "record")
NAMES = ("Барсук", "Сова", "Лиса")


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that was made of the log; categories by their meaning, not their number."""
    with closing(open_for_reading(path)) as connection:
        meaning = {
            row[0]: row[1:]
            for row in connection.execute("SELECT id, game, players, options FROM category")
        }
        found = {}
        for table in TABLES:
            cursor = connection.execute(f"SELECT * FROM {table}")
            names = [d[0] for d in cursor.description]
            where = names.index("category") if "category" in names else None
            rows = cursor.fetchall()
            if where is not None:
                rows = [(*r[:where], meaning[r[where]], *r[where + 1 :]) for r in rows]
            found[table] = sorted(rows, key=repr)
        found["rated"] = sorted(rated(connection).items())
        return found


class Evening:
    """A store in use: matches begin, end, are taken up again, people come and are forgotten."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.people: dict[str, PersonProfile] = {}
        self.begun: list[tuple[int, int]] = []  # match, players
        self.verdicts = 0

    def do(self, step: tuple[Any, ...]) -> None:
        """One thing that happens."""
        getattr(self, step[0])(*step[1:])

    def join(self, who: int) -> None:
        if NAMES[who] not in self.people:
            self.people[NAMES[who]] = Profiles(self.path).add(NAMES[who], NOW)

    def forget(self, who: int) -> None:
        if self.people.pop(NAMES[who], None) is not None:
            Profiles(self.path).forget(NAMES[who])

    def begin(self, sitters: Sequence[int], simulated: bool, option: bool) -> None:
        known = [self.people.get(NAMES[s]) if s < len(NAMES) else None for s in sitters]
        people = ("adult" if simulated else "person", *("person",) * 7)
        profiles = tuple(None if p is None else p.id for p in known)
        options = {"last_card": "classic"} if option else {}
        start = head("chaos", len(sitters), people, profiles=profiles, options=options)
        self._log(lambda log: self.begun.append((log.begin(start), len(sitters))))

    def end(self, which: int, winner: int, counts: Sequence[int]) -> None:
        def write(log: DirectLog, match: int, players: int) -> None:
            won = winner % players
            left = [0 if p == won else 1 + n for p, n in enumerate(counts[:players])]
            log.end(match, ended((won,), "cards", *left))

        self._of(which, write)

    def leave(self, which: int) -> None:
        self._of(which, lambda log, match, _: log.end(match, None))

    def resume(self, which: int) -> None:
        """Or a late contact takes the end back (C23)."""
        self._of(which, lambda log, match, _: log.resume(match))

    def race(self, which: int, winner: int, reaction_ms: int) -> None:
        def write(log: DirectLog, match: int, players: int) -> None:
            self.verdicts += 1
            seats = head("chaos", players).seats
            won, lost = (seats[(winner + i) % players] for i in range(2))
            log.verdict(match, duel(self.verdicts, won, lost, reaction_ms * MS))

        self._of(which, write)

    def look(self) -> None:
        record_tables(self.path)

    def _of(self, which: int, write: Callable[[DirectLog, int, int], None]) -> None:
        if self.begun:
            match, players = self.begun[which % len(self.begun)]
            self._log(lambda log: write(log, match, players))

    def _log(self, write: Callable[[DirectLog], object]) -> None:
        log = DirectLog(self.path)
        write(log)
        log.close()
        assert log.problem is None


some = st.integers(0, 3)
STEPS = st.one_of(
    st.tuples(st.just("join"), st.integers(0, 2)),
    st.tuples(
        st.just("begin"),
        st.permutations(range(4)).flatmap(lambda p: st.integers(2, 4).map(lambda n: tuple(p[:n]))),
        st.sampled_from((False, False, False, True)),
        st.booleans(),
    ),
    st.tuples(st.just("race"), some, some, st.integers(60, 900)),
    st.tuples(st.just("end"), some, some, st.lists(some, min_size=4, max_size=4)),
    st.tuples(st.just("resume"), some),
    st.tuples(st.just("leave"), some),
    st.tuples(st.just("look")),
    st.tuples(st.just("forget"), st.integers(0, 2)),
)
EVERYBODY = [("join", 0), ("join", 1), ("join", 2)]
OPENING = [*EVERYBODY, *[("begin", (0, 1, 2), False, False)] * 2, ("begin", (1, 0), False, False)]


def lived(path: Path, steps: Sequence[tuple[Any, ...]]) -> None:
    evening = Evening(path)
    for step in steps:
        evening.do(step)
    record_tables(path)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(STEPS, max_size=14))
def test_made_again_from_the_log_the_figures_are_the_same(steps: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = store_path(Path(folder))
        lived(path, [*OPENING, *steps])
        before = contents(path)
        record_tables(path, rebuild=True)
        assert contents(path) == before


ENDS = [("end", n, n, [1, 2, 3, 4]) for n in range(3)]


@pytest.mark.parametrize(
    "steps",
    [
        [ENDS[1], ("look",), ENDS[0], ("look",)],
        [*ENDS, ("look",), ("resume", 2), ("look",)],
        [*ENDS, ("look",), ("resume", 2), ("end", 2, 1, [0, 0, 0, 0])],
        [*ENDS, ("look",), ("race", 1, 0, 250)],
        [*ENDS, ("look",), ("forget", 2), ("look",)],
    ],
    ids=["ended late", "end taken back", "ended otherwise", "race told late", "forgotten"],
)
def test_c23_what_changes_after_it_was_counted_is_counted_again(
    path: Path, steps: list[tuple[Any, ...]]
) -> None:
    lived(path, [*OPENING, *steps])
    before = contents(path)
    assert before["rated"]
    record_tables(path, rebuild=True)
    assert contents(path) == before


def test_a_damaged_match_counts_for_nobody_and_hinders_nobody(path: Path) -> None:
    lived(path, [*OPENING, *ENDS])
    change(path, "UPDATE match SET header = x'7b7d' WHERE id = 2")
    (table,) = [t for t in record_tables(path, rebuild=True) if t.players == 3]
    assert table.matches == 1


def test_on_a_disk_that_takes_nothing_the_figures_are_those_of_the_last_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived(path, [*OPENING, ENDS[0]])
    before = record_tables(path)
    Evening(path)._log(lambda log: log.end(2, ended((0,), "cards", 0, 1, 2)))

    def refused(where: Path) -> sqlite3.Connection:
        with faults_raised(where):
            raise sqlite3.OperationalError("unable to open database file")

    def locked(where: Path) -> sqlite3.Connection:
        connection = open_for_writing(where)
        connection.execute("PRAGMA query_only = ON")
        return connection

    for disk in (refused, locked):
        monkeypatch.setattr("console.people.summing.open_for_writing", disk)
        assert record_tables(path) == before
        with pytest.raises(StoreError):
            record_tables(path, rebuild=True)
    monkeypatch.undo()
    assert record_tables(path)[0].matches == 2


def test_nothing_is_made_where_nothing_was_played(path: Path) -> None:
    with figures(path) as connection:
        assert connection.execute("SELECT count(*) FROM summed").fetchone() == (0,)
    assert record_tables(path) == ()
    assert not path.exists()
