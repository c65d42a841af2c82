"""The desk's store: what is told as kept is kept, once, whoever else writes and whatever breaks."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from msgspec.structs import replace

from console.cli import main
from console.desk.formats import options_of
from console.desk.store import league_tables
from console.desk.store.database import DeskDatabase
from console.desk.store.desk_store import MOST_SHOWN, DeskStore
from console.desk.store.one_event import DeskEvent
from console.desk.store.tables import METADATA
from console.events import actions as do
from console.events.drawing import proposed
from console.events.running import RunningEvent
from console.events.standings import standings
from console.link.messages import Outcome, ResultSent
from console.store.schema import open_for_writing, store_path
from drivers.errors import ConfigError


def begun(store: DeskStore, people: int = 4) -> DeskEvent:
    options = options_of("Вечер", "ignis", ["swiss rounds=3"], check_in=False)
    event = DeskEvent(store, store.new(options, 7, 1000))
    for number in range(people):
        event.take(do.Enter(f"P{number}"), 1000, "desk")
    for number in range(people // 2):
        event.take(do.TableIn(number), 1000, "desk")
    return event


def drawn(store: DeskStore, people: int = 4) -> DeskEvent:
    event = begun(store, people)
    event.take(proposed(event.state), 2000, "desk")
    return event


def sent(event: DeskEvent, match: int, id_: str, *, first: int = 0) -> ResultSent:
    """A result that the person in seat ``first`` has won."""
    drawn = event.state.matches[match]
    assert drawn.table is not None
    places = (1, 2) if first == 0 else (2, 1)
    return ResultSent(id=id_, table=drawn.table, match=match, persons=drawn.persons, places=places)


def test_what_is_kept_is_read_again(url: str, database: DeskDatabase) -> None:
    store = DeskStore(database)
    event = drawn(store)
    other = DeskDatabase(url)
    again = DeskEvent(DeskStore(other), event.id)
    assert again.state == event.state
    assert again.running.log == event.running.log
    assert [(e.name, e.lines_n) for e in DeskStore(other).events()] == [("Вечер", 7)]
    other.close()


def test_several_desks_change_one_event(url: str, database: DeskDatabase) -> None:
    one = begun(DeskStore(database))
    second = DeskDatabase(url)
    other = DeskEvent(DeskStore(second), one.id)
    one.take(do.Enter("first"), 1, "one")
    other.take(do.Enter("second"), 2, "other")  # without looking
    with pytest.raises(ConfigError, match="has entered already"):
        one.take(do.Enter("second"), 3, "one")
    assert one.state.people[5].name == "second"
    other.take(do.Undo(6), 4, "other")
    assert one.refresh()
    assert not one.refresh()
    assert one.state == other.state
    assert 4 not in one.state.people
    second.close()


def test_a_result_is_taken_once_with_the_same_answer_each_time(database: DeskDatabase) -> None:
    store = DeskStore(database)
    event = drawn(store)
    first = event.result(sent(event, 0, "a"), 5000)
    assert first.outcome is Outcome.TAKEN
    lines = event.running.lines_n
    assert event.result(sent(event, 0, "a"), 9000) == first
    assert DeskEvent(store, event.id).result(sent(event, 0, "a"), 9000) == first
    assert event.running.lines_n == lines
    assert event.state.matches[0].places == (1, 2)


def test_the_same_id_with_another_result_is_shown_and_never_taken(database: DeskDatabase) -> None:
    store = DeskStore(database)
    event = drawn(store)
    event.result(sent(event, 0, "a"), 5000)
    forged = sent(event, 0, "a", first=1)
    for _ in range(2):
        assert event.result(forged, 6000).outcome is Outcome.DISPUTED
    assert event.state.matches[0].places == (1, 2)
    assert store.disputes(event.id) == [(forged, sent(event, 0, "a"))]


def test_a_refused_result_is_kept_and_tells_why_each_time(database: DeskDatabase) -> None:
    store = DeskStore(database)
    event = drawn(store)
    foreign = ResultSent(id="x", table=1, match=99, persons=(0, 1), places=(1, 2))
    answer = event.result(foreign, 5000)
    assert answer.outcome is Outcome.REFUSED
    assert answer.why == "match 100 is not drawn, or was withdrawn"
    assert event.result(foreign, 6000) == answer
    kept = store.results(event.id)
    assert [(r.id, r.line, str(r.why)) for r in kept] == [("x", None, answer.why)]
    assert msgspec.json.decode(kept[0].body, type=ResultSent) == foreign


def test_of_results_without_end_the_newest_are_shown(database: DeskDatabase) -> None:
    """Of a table gone mad the organiser's page became megabytes, and the desk answered nobody."""
    store = DeskStore(database)
    event = drawn(store)
    event.result(sent(event, 0, "a"), 5000)
    for n in range(MOST_SHOWN + 2):
        event.result(ResultSent(id=f"x{n}", table=1, match=99, persons=(0,), places=(1,)), n)
        event.result(replace(sent(event, 0, "a"), ended_ns=1 + n), n)
    assert [kept.came_ms for kept, _ in store.refused(event.id)] == list(
        range(MOST_SHOWN + 1, 1, -1)
    )
    shown = store.disputes(event.id)
    assert [other.ended_ns for other, _ in shown] == list(range(MOST_SHOWN + 2, 2, -1))
    assert {first for _, first in shown} == {sent(event, 0, "a")}
    assert store.trouble_n(event.id) == 2 * (MOST_SHOWN + 2)


def test_what_breaks_before_it_is_kept_has_not_happened(
    database: DeskDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = drawn(DeskStore(database))
    before = event.running.log
    whole = database.writing

    @contextmanager
    def breaks() -> Iterator[sa.Connection]:
        with whole() as connection:
            yield connection
            raise OSError("the plug was pulled")

    monkeypatch.setattr(database, "writing", breaks)
    with pytest.raises(OSError, match="plug"):
        event.result(sent(event, 0, "a"), 5000)
    with pytest.raises(OSError, match="plug"):
        event.take(do.Enter("nobody"), 5000, "desk")
    monkeypatch.undo()
    assert event.refresh()
    assert event.running.log == before
    assert event.result(sent(event, 0, "a"), 5000).outcome is Outcome.TAKEN


def test_an_event_goes_as_a_whole_to_another_database(
    database: DeskDatabase, tmp_path: Path
) -> None:
    store = DeskStore(database)
    event = drawn(store)
    taken = event.result(sent(event, 0, "a"), 5000)
    elsewhere = DeskDatabase(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    other = DeskStore(elsewhere)
    other.put(*store.whole(event.id), 1, event.id)
    moved = DeskEvent(other, event.id)
    assert standings(moved.state) == standings(event.state)
    assert moved.result(sent(event, 0, "a"), 7000) == taken
    with pytest.raises(ConfigError, match="is kept here already"):
        other.put(*store.whole(event.id), 1, event.id)
    elsewhere.close()


def test_a_person_is_forgotten_everywhere(
    url: str, database: DeskDatabase, quick_path: Path
) -> None:
    event = begun(DeskStore(database))
    second = DeskDatabase(url)
    other = DeskEvent(DeskStore(second), event.id)
    event.take(do.Rename(0, "Росомаха"), 1, "desk")
    other.refresh()
    event.forget(0)
    assert event.state.name(0) == "#1"
    other.take(do.Enter("new"), 2, "other")
    assert other.state.name(0) == "#1"
    assert "Росомаха".encode() not in DeskStore(second).whole(event.id)[0].encoded()
    second.close()
    if url.startswith("sqlite"):
        held = b"".join(file.read_bytes() for file in quick_path.iterdir())
        assert "Росомаха".encode() not in held
        assert b'"new"' in held


def test_an_event_is_found_by_what_people_type(database: DeskDatabase) -> None:
    store = DeskStore(database)
    with pytest.raises(ConfigError, match="no such event"):
        store.named(None)
    options = options_of("Friday", "ignis", ())
    first, second = store.new(options, 1, 1), store.new(options_of("Суббота", "ignis", ()), 1, 2)
    assert store.named("friday") == store.named(first) == store.named(first[:8]) == first
    assert store.named("СУББОТА") == second  # compared by us: SQLite lower-cases ASCII only
    with pytest.raises(ConfigError, match="several events"):
        store.named(None)
    with pytest.raises(ConfigError, match="no such event"):
        store.named("Sunday")


@pytest.mark.parametrize("address", ["nothing", "sqlite:////nowhere/at/all.sqlite3", "mysql://x"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(ConfigError, match="--database"):
        DeskDatabase(address)


def test_a_table_s_own_store_is_no_desk_s(tmp_path: Path) -> None:
    file = store_path(tmp_path)
    open_for_writing(file).close()
    before = file.read_bytes()
    with pytest.raises(ConfigError, match="name another"):
        DeskDatabase(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_a_folder_that_may_not_be_written_to_is_named_not_an_option_that_nobody_gave(
    tmp_path: Path,
) -> None:
    (tmp_path / "events.sqlite3").mkdir()  # as little a database as in a folder without rights
    tried = CliRunner().invoke(main, ["event", "new", "Cup", "--data", str(tmp_path)])
    assert tried.exit_code == 2
    assert f"{tmp_path / 'events.sqlite3'}: the events kept here cannot be opened" in tried.stderr
    assert "see to its folder" in tried.stderr


def test_the_migrations_make_the_tables(database: DeskDatabase) -> None:
    made = sa.MetaData()
    made.reflect(database.engine)
    assert league_tables.LEAGUE.metadata is METADATA
    assert set(made.tables) == {*METADATA.tables, "alembic_version"}
    for name, table in METADATA.tables.items():
        assert [c.name for c in made.tables[name].columns] == [c.name for c in table.columns]
        assert [c.name for c in made.tables[name].primary_key] == [
            c.name for c in table.primary_key
        ]


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    database = DeskDatabase(f"sqlite:///{tmp_path / 'desk.sqlite3'}")
    with database.reading() as connection:
        told = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert told == ["wal", 2, 1]
    database.close()


class Cut(Exception):
    """The network went, nobody knows when."""


def test_results_under_cuts_are_neither_lost_nor_doubled(url: str, database: DeskDatabase) -> None:
    """Tables repeat what they have no answer for, through desks whose transactions break before
    or after they are kept."""
    people = 40
    store = DeskStore(database)
    event = drawn(store, people)
    matches = list(event.state.matches)
    lots = [random.Random(seed) for seed in range(3)]
    faults: list[BaseException] = []

    def table(number: int) -> None:
        lot, desk = lots[number], DeskDatabase(url)
        whole = desk.writing

        @contextmanager
        def cut() -> Iterator[sa.Connection]:
            with whole() as connection:
                yield connection
                if lot.random() < 0.3:
                    raise Cut  # before it is kept
            if lot.random() < 0.3:
                raise Cut  # after, without an answer

        desk.writing = cut  # type: ignore[method-assign]
        try:
            here = DeskEvent(DeskStore(desk), event.id)
            outbox = [
                sent(here, match, f"r{match}") for match in matches if match % 2 == number % 2
            ]
            while outbox:
                lot.shuffle(outbox)
                try:
                    answer = here.result(outbox[-1], 5000)
                except Cut:
                    continue
                assert answer.outcome is Outcome.TAKEN
                outbox.pop()
        except BaseException as fault:
            faults.append(fault)
        finally:
            desk.close()

    threads = [threading.Thread(target=table, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    event.refresh()
    reports = [r.action for r in event.running.log.lines if isinstance(r.action, do.Report)]
    assert sorted(report.match for report in reports) == matches
    assert sorted(r.id for r in store.results(event.id)) == sorted(f"r{m}" for m in matches)
    assert RunningEvent(store.whole(event.id)[0]).state == event.state


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://a:secret@b/c", "names mysql, but events are kept in SQLite or PostgreSQL"),
        ("postgresql+nobody://a@b/c", "is no address of a database"),
        ("postgresql+asyncpg://a@b/c", "names postgresql+asyncpg, but"),
        ("events.sqlite3", "is no address of a database"),
    ],
)
def test_an_address_that_opens_nothing_is_told_with_those_that_do(url: str, told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        DeskDatabase(url)
    assert told in str(refused.value)
    assert "give sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME" in str(refused.value)
    assert "secret" not in str(refused.value)
