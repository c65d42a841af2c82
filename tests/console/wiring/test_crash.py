"""A crash leaves a file from which the very same crash can be lived again, and nobody's name."""

from __future__ import annotations

import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from console.cli import main
from console.table.board.match import BoardMatch
from console.table.chaos.races import Races
from console.table.names import KnownNames
from console.table.seating import Named
from console.table.view import View
from console.wiring.build import FAST, SimTable, build
from console.wiring.crash.bundle import (
    BundleProblem,
    crash_of,
    leave_behind,
    read_bundle,
    write_bundle,
)
from console.wiring.crash.crash_replay import live_again, replay
from console.wiring.crash.journal import Call, Entry, Journal, JournalProblem, entries
from console.wiring.crash.values import Masks, ValueProblem, pack, unpack
from console.wiring.crash.watched import WatchedTable
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, Setup, make_setup
from drivers.clock import VirtualClock
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent, PadProgress

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BADGER = Named(7, "Барсук")


class Broken(Exception):
    """The mistake in the program."""


def a_table(options: PlayOptions) -> tuple[Setup, SimTable, WatchedTable]:
    setup = make_setup(options, all_simulated=True)
    sim = build(setup, VirtualClock(1_000_000_000), VirtualDisplay(), None, waking=FAST, live=True)
    assert isinstance(sim.table, WatchedTable)
    return setup, sim, sim.table


def until_it_breaks(sim: SimTable) -> Exception:
    sim.table.begin(sim.loop.clock.now_ns())
    try:
        while not sim.table.ended:
            sim.loop.turn()
            sim.loop.wait()
    except Broken as error:
        return error
    finally:
        sim.board.close()
    raise AssertionError("nothing broke")


@pytest.fixture
def mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third duel that is won is too much for the program."""
    count = Races._count

    def broken(self: Races, *args: Any) -> None:
        count(self, *args)
        if sum(self.tally.duels_won) >= 3:
            raise Broken(f"won: {self.tally.duels_won}")

    monkeypatch.setattr(Races, "_count", broken)


@pytest.mark.usefixtures("mistake")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_crash_in_a_match_is_lived_again(tmp_path: Path, seed: int) -> None:
    setup, sim, table = a_table(PlayOptions(players=4, seed=seed))
    error = until_it_breaks(sim)
    path = write_bundle(tmp_path, setup, table.journal, error, NOW, ["the last line"])
    bundle = read_bundle(path)
    lived = live_again(bundle)
    assert lived.crash is not None
    assert lived.crash.message == str(error)
    assert lived.crash.trace[-1] == bundle.manifest.crash.trace[-1]
    assert lived.lost == 0
    assert bundle.manifest.said == ("the last line",)


@pytest.mark.usefixtures("mistake")
def test_the_command_tells_and_lives_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, sim, table = a_table(PlayOptions(players=2, seed=5))
    path = write_bundle(tmp_path, setup, table.journal, until_it_breaks(sim), NOW)
    assert replay(path)
    said = capsys.readouterr().out.splitlines()
    assert "Broken" in said[0]
    assert said[-1].startswith("the same crash after ")


def test_a_mended_program_does_not_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Races, *args: Any) -> None:
        raise Broken("at once")

    with monkeypatch.context() as patch:
        patch.setattr(Races, "_count", broken)
        setup, sim, table = a_table(PlayOptions(players=3, seed=6))
        path = write_bundle(tmp_path, setup, table.journal, until_it_breaks(sim), NOW)
    assert not replay(path)
    said = capsys.readouterr().out.splitlines()
    assert said[-1].startswith("no crash in ")


@pytest.mark.parametrize("game", ["elements", "iota", "ignis"])
def test_board_games_are_lived_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    setup, sim, table = a_table(
        PlayOptions(settings={"match.game": game}, people="level_1,adult", players=2, seed=8)
    )
    view = BoardMatch.view

    def broken(self: BoardMatch, *args: Any) -> View:
        if len(self.history) >= 6:
            raise Broken("at the sixth move")
        return view(self, *args)

    monkeypatch.setattr(BoardMatch, "view", broken)
    path = write_bundle(tmp_path, setup, table.journal, until_it_breaks(sim), NOW)
    lived = live_again(read_bundle(path))
    assert lived.crash is not None
    assert lived.crash.message == "at the sixth move"


@pytest.mark.usefixtures("mistake")
def test_nobody_is_named(tmp_path: Path) -> None:
    setup, _, table = a_table(PlayOptions(players=3, people="adult", seats=3))
    table.begin(10)
    table.call(0, BADGER)
    table.supply(KnownNames((BADGER, Named(9, "Сова"))), 15)
    error = Broken("what Барсук did")
    path = write_bundle(tmp_path, setup, table.journal, error, NOW, ["Сова said"])
    with zipfile.ZipFile(path) as archive:
        text = archive.read("crash.json").decode()
    plain = repr([e.thing for e in entries(read_bundle(path).chunks)])
    for name in ("Барсук", "Сова"):
        assert name not in text
        assert name not in plain
    assert "#1" in plain


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    setup, _, table = a_table(PlayOptions(players=2, seed=1))
    paths = [
        write_bundle(tmp_path, setup, table.journal, Broken(), NOW + timedelta(seconds=n))
        for n in range(13)
    ]
    kept = sorted(p.name for p in (tmp_path / "crashes").iterdir())
    assert kept == [p.name for p in paths[-10:]]


@pytest.mark.parametrize("content", [b"", b"PK", b"nothing of the kind"])
def test_another_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.crash"
    path.write_bytes(content)
    with pytest.raises(BundleProblem, match=r"x\.crash"):
        read_bundle(path)
    with pytest.raises(ConfigError, match=r"none\.crash"):
        read_bundle(tmp_path / "none.crash")


TIMES = st.integers(-(2**62), 2**62)
CALLS = st.sampled_from([Call.TICK, Call.SHOWN, Call.VIEW])


@given(st.lists(st.tuples(CALLS, TIMES), max_size=40))
def test_moments_come_back_as_they_were(calls: list[tuple[Call, int]]) -> None:
    journal = Journal()
    for call, t_ns in calls:
        journal.moment(call, t_ns)
        journal.settle()
    assert [(e.call, e.t_ns) for e in entries(journal.chunks())] == calls


def test_the_pads_progress_takes_few_bytes() -> None:
    journal = Journal()
    loaded = frozenset({1})
    for n in range(100_000):
        journal.progress(PadProgress(n * 10_000_000, loaded, frozenset()))
        journal.moment(Call.TICK, n * 10_000_000 + 1_234)
        journal.settle()
    assert sum(map(len, journal.chunks())) < 100_000
    kept = [e.t_ns for e in entries(journal.chunks()) if e.call is not Call.TICK]
    assert kept == [n * 10_000_000 for n in range(100_000)]


def test_a_match_begins_the_journal_anew_and_a_long_one_is_cut() -> None:
    journal = Journal()
    journal.moment(Call.TICK, 1)
    journal.begin({"kind": "match"}, 2)
    assert [e.call for e in entries(journal.chunks())] == [Call.MATCH]
    rng = Random(1)
    while journal.complete:
        journal.thing(Call.EVENT, {"noise": rng.randbytes(20_000).hex()}, 3)
        journal.settle()
    assert next(entries(journal.chunks())).call is Call.EVENT


@given(st.binary(max_size=60))
def test_a_damaged_journal_is_one_sentence(data: bytes) -> None:
    chunk = zlib.compress(data)
    found: list[Entry] = []
    with suppress(JournalProblem):
        found += entries((chunk,))
    assert len(found) <= len(data)
    with pytest.raises(JournalProblem, match="damaged"):
        list(entries((chunk[:-1],)))


@pytest.mark.parametrize(
    "packed",
    [
        {},
        {"kind": "os:system", "value": {}},
        {"kind": "console.wiring.crash.values:Masks", "value": {}},
        {"kind": "drivers.events:ButtonEvent", "value": {"seat": "x"}},
        {"kind": "drivers.events:NoSuchEvent", "value": {}},
    ],
)
def test_nothing_else_is_made_of_a_file(packed: dict[str, Any]) -> None:
    with pytest.raises(ValueProblem):
        unpack(packed)


def test_values_come_back_as_they_were() -> None:
    event = ButtonEvent(3, Button.RIGHT, True, 12, 0)
    assert unpack(pack(event, Masks())) == event


def test_a_trace_names_files_within_the_package_only() -> None:
    try:
        unpack({"kind": "os:system"})
    except ValueProblem as problem:
        crash = crash_of(problem)
    assert crash.trace[-1].file == "console/wiring/crash/values.py"
    assert not any(frame.file.startswith("/") for frame in crash.trace)


def run_replay(*words: str) -> Result:
    return CliRunner().invoke(main, ["replay", *words])


@pytest.mark.usefixtures("mistake")
def test_the_table_leaves_it_behind_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, sim, table = a_table(PlayOptions(players=4, seed=3))
    leave_behind(tmp_path, setup, table, until_it_breaks(sim), NOW)
    said = capsys.readouterr().err
    (path,) = (tmp_path / "crashes").iterdir()
    assert str(path) in said
    assert run_replay(str(path)).exit_code == 0


def test_what_somebody_can_mend_is_no_crash(tmp_path: Path) -> None:
    setup, _, table = a_table(PlayOptions(players=2, seed=1))
    leave_behind(tmp_path, setup, table, ConfigError("mend it"), NOW)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_hides_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup, _, table = a_table(PlayOptions(players=2, seed=1))
    (tmp_path / "crashes").write_text("in the way")
    leave_behind(tmp_path, setup, table, Broken(), NOW)
    assert "could not be kept" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["x", "none.crash", "-1"])
def test_no_match_and_no_crash_is_one_sentence(words: str) -> None:
    result = run_replay(words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
