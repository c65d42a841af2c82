"""What `khvatka bench events` measures."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from console.bench import event_desk, event_hall, event_live, event_tables, events
from console.bench.event_tables import TableProcess
from console.events.options import EventOptions, GroupSwiss
from console.i18n import Words
from console.link.lines import Lines
from console.link.messages import Join
from console.store.schema import store_path
from drivers.errors import ConfigError, KhvatkaError
from tests.console.store.test_outbox import play, posted

assert sys.platform == "linux"


@pytest.mark.slow
def test_all_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("PEOPLE", 40), ("ROUNDS", 3), ("LARGEST", (40, 8, 3))):
        monkeypatch.setattr(events, name, value)
    figures = list(events.run())
    assert [(f.what, f.people, f.count) for f in figures] == [
        ("pairs", 40, 3),
        ("groups", 40, 3),
        ("correction", 40, 5),
        ("largest", 40, 1),
    ]
    for each in figures:
        assert 0 < each.median_s <= each.worst_s
        assert each.repeats == 0
        assert "40" in each.lines(Words("en"))[0]


@pytest.mark.slow
def test_a_result_gets_to_the_tv_and_tables_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TABLES", 3), ("ROUNDS", 2), ("GAP_S", 0.0)):
        monkeypatch.setattr(event_live, name, value)
    tv, back = event_live.run()
    assert isinstance(tv, event_live.TvFigures)
    assert (tv.tables, tv.results) == (3, 6)
    assert 0 < tv.median_ms <= tv.p99_ms <= tv.worst_ms
    assert isinstance(back, event_live.BackFigures)
    assert (back.tables, back.processes) == (3, False)
    assert back.back_s > 0
    for figures in (tv, back):
        assert "3" in figures.lines(Words("ru"))[0]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[TableProcess]:
    """Table processes, as often as each was started; two are not waited for as two hundred are."""
    monkeypatch.setattr(event_hall, "PATIENCE_S", 120.0)
    found: list[TableProcess] = []
    start = TableProcess.start

    def starts(table: TableProcess) -> None:
        start(table)
        found.append(table)

    monkeypatch.setattr(TableProcess, "start", starts)
    return found


@pytest.mark.complete
def test_a_hall_of_table_processes_loses_and_doubles_nothing(
    started: list[TableProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables are killed, the network is gone, the desk is killed; all have ended afterwards."""
    monkeypatch.setattr(event_hall, "GONE_S", 0.5)
    stood, back, hall = event_hall.run(2)
    assert isinstance(stood, event_hall.StoodFigures)
    assert (stood.tables, stood.carried) == (2, 2)
    assert stood.resident_mb >= stood.own_mb > 10
    assert isinstance(back, event_live.BackFigures)
    assert (back.tables, back.processes) == (2, True)
    assert isinstance(hall, event_hall.HallFigures)
    assert (hall.results, hall.refused, hall.lost, hall.double) == (4, 0, 0, 0)
    assert len(started) == 2 + hall.killed > 2
    assert all(table.process is not None and table.process.poll() == 0 for table in started)
    for figures in (stood, hall):
        assert "2" in figures.lines(Words("en"))[0]


@pytest.mark.slow
def test_what_never_came_ends_all_that_was_started(
    started: list[TableProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(hall: object) -> None:
        raise KhvatkaError("it never came")

    monkeypatch.setattr(event_hall._Hall, "_first_round", never)
    with pytest.raises(KhvatkaError, match="it never came"):
        list(event_hall.run(2))
    assert len(started) == 2
    assert all(table.process is not None and table.process.poll() is not None for table in started)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "what"), [(event_tables, "a table that was started"), (event_desk, "the desk")]
)
def test_a_process_that_ends_at_once_is_not_waited_for(
    part: ModuleType, what: str, started: list[TableProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part, "PROGRAM", (sys.executable, "-c", "pass"))
    with pytest.raises(KhvatkaError, match=f"{what} never came"):
        list(event_hall.run(2))


@pytest.mark.slow
def test_a_machine_that_is_full_carries_what_it_can(
    started: list[TableProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    free = iter([event_hall.SPARE_MB, event_hall.SPARE_MB - 1])
    monkeypatch.setattr(event_hall, "free_mb", lambda: next(free))
    stood = next(iter(event_hall.run(2)))
    assert isinstance(stood, event_hall.StoodFigures)
    assert (stood.tables, stood.carried, len(started)) == (2, 1, 1)


@pytest.mark.complete
def test_as_many_table_processes_as_this_machine_carries() -> None:
    stood, back, hall = event_hall.run(200)
    print(*(line for f in (stood, back, hall) for line in f.lines(Words("en"))), sep="\n")  # noqa: T201  # proofs are read
    assert isinstance(stood, event_hall.StoodFigures)
    assert isinstance(hall, event_hall.HallFigures)
    assert hall.results == event_hall.ROUNDS * stood.carried > 0
    assert (hall.refused, hall.lost, hall.double) == (0, 0, 0)


def test_a_result_that_waits_is_lost_once(tmp_path: Path) -> None:
    """Nor twice where the desk has never heard of it either."""
    table = TableProcess(tmp_path / "0", 0)
    play(store_path(table.folder), posted(1))
    options = EventOptions(name="hall", game="chaos", stages=(GroupSwiss(rounds=1, size=2),))
    desk = event_desk.BenchDesk(tmp_path, options)
    try:
        assert event_hall.judged(desk, [table]) == event_hall.Judged(1, 0, 1, 0)
    finally:
        desk.close()


def test_a_desk_that_is_slow_to_answer_lets_tables_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall's machine is busy: whoever joins waits longer than a table's people do."""
    waits_s = []

    def asked(lines: Lines, address: str, join: Join) -> str:
        waits_s.append(lines.answer_s)
        return "often"

    monkeypatch.setattr(event_desk, "asked_to_join", asked)
    options = EventOptions(name="hall", game="chaos", stages=(GroupSwiss(rounds=1, size=2),))
    desk = event_desk.BenchDesk(tmp_path, options)
    try:
        with pytest.raises(ConfigError, match="often"):
            desk.joined(0, "127.0.0.1:1", ("chaos",))
    finally:
        desk.close()
    assert waits_s == [event_desk.PATIENCE_S]
