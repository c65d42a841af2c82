"""A crash leaves a file that leads to the very same crash when replayed, and nobody's name."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from console.cli import main
from console.screens.chaos import play
from console.screens.renderer import Screen
from console.table.attract.host import HostingRules
from console.table.board.match import BoardMatch
from console.table.chaos.races import Races
from console.table.names import KnownNames
from console.table.phones import LOOK
from console.table.records.requests import PhotoGiven
from console.table.scene import Scene
from console.table.seating import NamedPerson
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.build import FAST, SimTable, build
from console.wiring.crash.bundle import (
    BundleProblem,
    Crash,
    CrashBundle,
    CrashFolder,
    Manifest,
    crash_of,
    read_bundle,
)
from console.wiring.crash.crash_replay import replay_crash, tables
from console.wiring.crash.journal import Journal, read_line
from console.wiring.look import look_of
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, Setup, make_setup
from drivers.clock import VirtualClock
from drivers.errors import ConfigError
from drivers.events import (
    Button,
    ButtonEvent,
    Contact,
    Fall,
    Fault,
    Gesture,
    InputEvent,
    PadProgress,
    PetalHold,
    SeatFault,
    SourceFault,
)

MANIFEST = Manifest(
    when="2026-05-01",
    versions={},
    crash=Crash("Broken", "", ()),
    complete=True,
    seed=1,
    board="mk1",
    real=False,
    seats=4,
    size=(800, 600),
)
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BADGER = NamedPerson(7, "Барсук")


class Broken(Exception):
    """The mistake in the program."""


def a_table(options: PlayOptions) -> tuple[Setup, SimTable, Journal]:
    setup = make_setup(options, all_simulated=True)
    sim = build(setup, VirtualClock(1_000_000_000), VirtualDisplay(), None, waking=FAST, live=True)
    assert sim.journal is not None
    return setup, sim, sim.journal


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
def test_a_crash_in_a_match_is_replayed(tmp_path: Path, seed: int) -> None:
    setup, sim, journal = a_table(PlayOptions(players=4, seed=seed))
    error = until_it_breaks(sim)
    path = CrashFolder(tmp_path, setup, journal).write(error, NOW, ["the last line"])
    bundle = read_bundle(path)
    replay = replay_crash(bundle)
    assert replay.crash is not None
    assert replay.crash.message == str(error)
    assert replay.crash.trace[-1] == bundle.manifest.crash.trace[-1]
    assert bundle.manifest.complete
    assert bundle.manifest.said == ("the last line",)


@pytest.mark.usefixtures("mistake")
@pytest.mark.parametrize(("language", "same"), [("en", "The same crash"), ("ru", "Тот же сбой")])
def test_the_command_tells_and_replays_it(tmp_path: Path, language: str, same: str) -> None:
    setup, sim, journal = a_table(PlayOptions(players=2, seed=5))
    path = CrashFolder(tmp_path, setup, journal).write(until_it_breaks(sim), NOW)
    result = run_replay(str(path), "--lang", language)
    said = result.output.splitlines()
    assert "Broken" in said[0]
    assert said[-1].startswith(same)
    assert result.exit_code == 0


def test_a_mended_program_does_not_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Races, *args: Any) -> None:
        raise Broken("at once")

    with monkeypatch.context() as patch:
        patch.setattr(Races, "_count", broken)
        setup, sim, journal = a_table(PlayOptions(players=3, seed=6))
        path = CrashFolder(tmp_path, setup, journal).write(until_it_breaks(sim), NOW)
    result = run_replay(str(path), "--lang", "en")
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].startswith("No crash in ")


@pytest.mark.parametrize("game", ["elements", "iota", "ignis"])
def test_board_games_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    setup, sim, journal = a_table(
        PlayOptions(settings={"match.game": game}, people="level_1,adult", players=2, seed=8)
    )
    view = BoardMatch.view

    def broken(self: BoardMatch, *args: Any) -> View:
        if len(self.history) >= 6:
            raise Broken("at the sixth move")
        return view(self, *args)

    monkeypatch.setattr(BoardMatch, "view", broken)
    path = CrashFolder(tmp_path, setup, journal).write(until_it_breaks(sim), NOW)
    replay = replay_crash(read_bundle(path))
    assert replay.crash is not None
    assert replay.crash.message == "at the sixth move"


def test_nobody_is_named(tmp_path: Path) -> None:
    setup, sim, journal = a_table(PlayOptions(players=3, people="adult", seats=3))
    table = sim.table
    table.begin(10)
    table.call(0, BADGER)
    table.respond(KnownNames((BADGER, NamedPerson(9, "Сова"))), 15)
    table.respond(PhotoGiven(1, 2, None, {0: "Сова", 1: None}), 16)
    error = Broken("what Барсук did")
    path = CrashFolder(tmp_path, setup, journal).write(error, NOW, ["Сова said"])
    text = repr([json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()])
    for name in ("Барсук", "Сова"):
        assert name not in text
    assert "#1" in text


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    paths = [
        CrashFolder(tmp_path, setup, journal).write(Broken(), NOW + timedelta(seconds=n))
        for n in range(13)
    ]
    kept = sorted(p.name for p in (tmp_path / "crashes").iterdir())
    assert kept == [p.name for p in paths[-10:]]


def lines_of(journal: Journal) -> list[bytes]:
    return gzip.decompress(journal.packed()).splitlines()


def calls_of(journal: Journal) -> list[tuple[str, dict[str, Any]]]:
    return [read_line(line) for line in lines_of(journal)]


def names_of(journal: Journal) -> list[str]:
    return [name for name, _ in calls_of(journal)]


@given(st.lists(st.tuples(st.sampled_from(["tick", "presented"]), st.integers(0, 2**62))))
def test_times_come_back_as_they_were(told: list[tuple[str, int]]) -> None:
    table = Table((Who.PERSON,) * 4, Settings(), lambda: 1)
    journal = Journal(table)
    for name, t_ns in told:
        getattr(table, name)(t_ns)
    found = calls_of(journal)[2:]  # the first two say what table it is
    assert [(name, *given.values()) for name, given in found] == told


EVENTS: list[InputEvent] = [
    ButtonEvent(3, Button.RIGHT, True, 12, 0),
    Contact(
        seat=1,
        gesture=Gesture.PALM,
        t_ns=5,
        uncertainty_ns=30,
        clock_uncertainty_ns=2,
        decided_ns=9,
        peak_n=7.5,
    ),
    Fall(True, 7, 1),
    SeatFault(2, Fault.LEANING, True, 8, "since long"),
    SourceFault("pad", Fault.SILENT, False, 9),
    PadProgress(10, frozenset({1, 2}), frozenset({2}), (PetalHold(1, 5, 1 << 62),)),
]


def test_events_come_back_as_they_were() -> None:
    journal = Journal(table := Table((Who.PERSON,) * 4, Settings(), lambda: 1))
    for event in EVENTS:
        table.handle(event)
    assert calls_of(journal)[2:] == [("handle", {"event": event}) for event in EVENTS]


def test_the_journal_knows_the_people_and_each_game_s_opponents() -> None:
    table = Table((Who.PERSON, Who.ADULT, Who.EMPTY), Settings(), lambda: 1)
    start = table.lobby.start
    people = start.people.chooses("iota", 2, Who.LEVEL_3, bodies=True)
    table.lobby.start = replace(start, people=people)
    first = calls_of(Journal(table))[0]
    assert first == ("set_up", {"people": people, "settings": table.settings})


def test_a_match_begins_the_journal_anew() -> None:
    table = Table((Who.PERSON,) * 4, Settings(), lambda: 1)
    journal = Journal(table)
    table.tick(1_000)
    table.call(0, BADGER)
    table.handle(EVENTS[3])
    assert names_of(journal) == ["set_up", "receive", "tick", "handle"]
    table.begin(2_000)
    assert names_of(journal) == ["set_up", "receive", "handle", "start"]


def test_a_scene_that_goes_by_itself_is_not_told_to_go() -> None:
    """Its button is told again, and would take the scene below it away too."""
    table = Table((Who.PERSON,) * 4, Settings(), lambda: 1)
    journal = Journal(table)
    table.show_rules(None, 1_000)
    for pressed in (True, False):
        table.handle(ButtonEvent(0, Button.BACK, pressed, 2_000, 0))
    assert table.scene is table.lobby
    assert names_of(journal) == ["set_up", "receive", "handle", "handle"]


def test_a_long_journal_is_cut_and_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.wiring.crash.journal.MOST_BYTES", most_bytes := 4_000_000)
    journal = Journal(Table((Who.PERSON,) * 4, Settings(), lambda: 1))
    rng = Random(1)
    for t_ns in range(300):
        noise = SourceFault("pad", Fault.NONSENSE, True, t_ns, rng.randbytes(30_000).hex())
        journal.heard("handle", {"event": noise})
        journal.heard("tick", {"now_ns": t_ns})
    assert len(journal.packed()) < 1.2 * most_bytes
    assert not journal.complete
    assert calls_of(journal)[-1] == ("tick", {"now_ns": 299})


def test_an_hour_takes_eight_megabytes_at_most() -> None:
    """As a window turns: every 8 ms, 60 frames and 100 news of the pad a second."""
    table = Table((Who.PERSON,) * 4, Settings(), lambda: 1)
    journal = Journal(table)
    rng, t_ns = Random(2), 10**15
    for turn in range(60 * 125):
        t_ns += 8_000_000 + rng.randrange(200_000)
        table.handle(PadProgress(t_ns - 1_000_000, frozenset({1}), frozenset()))
        table.tick(t_ns)
        if turn % 2:
            table.view()
            shown_ns = t_ns + rng.randrange(1_000_000)
            table.presented(shown_ns)
            table.tick(shown_ns)
    assert len(journal.packed()) * 60 < 8_000_000


def test_what_cannot_be_written_down_breaks_nothing_but_the_journal(tmp_path: Path) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    journal.heard("start", {"seats": object()})
    assert not journal.complete
    path = CrashFolder(tmp_path, setup, journal).write(Broken(), NOW)
    result = run_replay(str(path), "--lang", "en")
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "The journal is not whole: it cannot be replayed."


@pytest.mark.parametrize(("game", "seed"), [("chaos", 3), ("elements", 8)])
def test_a_replayed_table_shows_whatever_was_shown(tmp_path: Path, game: str, seed: int) -> None:
    """Photo finishes too, and the count of three before a match."""
    options = PlayOptions(settings={"match.game": game}, players=2, seed=seed)
    setup = make_setup(options, all_simulated=True)
    shown: list[View] = []
    display = VirtualDisplay(lambda view, _: shown.append(view))
    sim = build(setup, VirtualClock(10**9), display, None, waking=FAST, live=True)
    assert sim.journal is not None
    sim.table.receive(HostingRules(counts_in=True))
    sim.table.begin(sim.loop.clock.now_ns())
    while not sim.table.ended:
        sim.loop.turn()
        sim.loop.wait()
    sim.board.close()
    bundle = read_bundle(CrashFolder(tmp_path, setup, sim.journal).write(Broken(), NOW))
    told = zip(bundle.lines, tables(bundle), strict=True)
    again = [table.view() for line, table in told if line.startswith(b'["view"')]
    assert list(map(repr, again)) == list(map(repr, shown))


def test_a_crash_over_a_frame_is_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = make_setup(PlayOptions(players=4, seed=3), all_simulated=True)
    screen, surface = Screen(setup.size, 4, look_of(setup.settings)), pygame.Surface(setup.size)

    def draw(view: View, now_ns: int) -> None:
        screen.draw(surface, view, now_ns)

    clock = VirtualClock(1_000_000_000)
    sim = build(setup, clock, VirtualDisplay(draw), None, waking=FAST, live=True)

    def broken(*args: Any) -> None:
        raise Broken("a verdict cannot be drawn")

    monkeypatch.setattr(play, "draw_run", broken)
    assert sim.journal is not None
    bundle = read_bundle(CrashFolder(tmp_path, setup, sim.journal).write(until_it_breaks(sim), NOW))
    assert bundle.manifest.crash.trace[-2].startswith("console/screens/")
    assert replay_crash(bundle).same


@pytest.mark.parametrize("question", ["lamps", "next_due_ns"])
def test_a_crash_over_what_the_loop_asks_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    setup, sim, journal = a_table(PlayOptions(players=4, seed=3))
    asked = getattr(Table, question)

    def broken(self: Table) -> Any:
        if self.match is not None and self._now_ns > 8_000_000_000:
            raise Broken("no answer")
        return asked(self)

    monkeypatch.setattr(Table, question, broken)
    bundle = read_bundle(CrashFolder(tmp_path, setup, journal).write(until_it_breaks(sim), NOW))
    assert replay_crash(bundle).same


DAMAGED = [
    b"",
    b"[]",
    b'["tick", "x"]',
    b'["no such", {}]',
    b'["set_up", {}]',
    b'["handle", {}]',
    b'["handle", {"event": ["Popen", {}]}]',
    b'["handle", {"event": ["ButtonEvent", {"seat": "x"}]}]',
    b'["respond", {"response": ["Table", {}], "now_ns": 1}]',
]


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_journal_is_one_sentence(tmp_path: Path, line: bytes) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    manifest = read_bundle(CrashFolder(tmp_path, setup, journal).write(Broken(), NOW)).manifest
    for lines in ((line,), (lines_of(journal)[0], line)):
        with pytest.raises(BundleProblem):
            replay_crash(CrashBundle(manifest, lines))


@given(st.lists(st.binary(max_size=60), max_size=3))
def test_any_other_bytes_are_one_sentence(lines: list[bytes]) -> None:
    with pytest.raises(BundleProblem):
        replay_crash(CrashBundle(MANIFEST, (*lines, b"")))


def test_the_owners_menu_is_left_as_it_was(tmp_path: Path) -> None:
    """What is done in it is not written down, that it was opened and left is."""
    setup, sim, journal = a_table(PlayOptions(players=2, people="adult", seats=4, seed=1))
    menus: list[Scene] = []

    class Menu(Scene):
        service = True

        def view(self) -> View:
            return View()

        def tick(self, now_ns: int) -> bool:
            if len(menus) == 1 and now_ns > 6_000_000_000:
                sim.table.attune(replace(sim.table.settings, sound=False))
                sim.table.uncover(now_ns)
                menus.append(self)
            return False

    def menu(seat: int) -> Scene:
        menus.append(Menu())
        return menus[0]

    sim.table.service = menu
    for n, button in enumerate((Button.LEFT, Button.RIGHT, Button.BACK)):
        sim.board.press(0, button, 1_500_000_000 + n * 1_000_000, 4_000_000_000)
    while len(menus) < 2:
        sim.loop.turn()
        sim.loop.wait()
    sim.board.close()
    path = CrashFolder(tmp_path, setup, journal).write(Broken(), NOW)
    bundle = read_bundle(path)
    covered = False
    for table in tables(bundle):
        covered = covered or table.scene.service
    assert covered
    assert not table.scene.service
    assert not table.settings.sound


def test_a_touch_on_a_phone_is_told_again(tmp_path: Path) -> None:
    setup, sim, journal = a_table(PlayOptions(players=2, people="adult", seats=4, seed=1))
    sim.table.reach(2, LOOK, 1_000)
    assert names_of(journal)[-1] == "reach"
    replay = replay_crash(read_bundle(CrashFolder(tmp_path, setup, journal).write(Broken(), NOW)))
    assert replay.crash is None
    assert journal.complete


def test_a_trace_names_files_within_the_package_only() -> None:
    try:
        replay_crash(CrashBundle(MANIFEST, (b"x",)))
    except BundleProblem as problem:
        crash = crash_of(problem)
    assert crash.trace[-1].startswith("console/wiring/crash/crash_replay.py:")
    assert not any(frame.startswith("/") for frame in crash.trace)


def run_replay(*words: str) -> Result:
    return CliRunner().invoke(main, ["replay", *words])


@pytest.mark.usefixtures("mistake")
def test_the_table_keeps_it_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, sim, journal = a_table(PlayOptions(players=4, seed=3))
    CrashFolder(tmp_path, setup, journal).keep(until_it_breaks(sim), NOW)
    said = capsys.readouterr().err
    (path,) = (tmp_path / "crashes").iterdir()
    assert str(path) in said
    assert run_replay(str(path)).exit_code == 0


def test_what_somebody_can_mend_is_no_crash(tmp_path: Path) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    CrashFolder(tmp_path, setup, journal).keep(ConfigError("mend it"), NOW)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_hides_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    (tmp_path / "crashes").write_text("in the way")
    CrashFolder(tmp_path, setup, journal).keep(Broken(), NOW)
    assert "could not be kept" in capsys.readouterr().err


def test_a_library_that_is_gone_hides_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, _, journal = a_table(PlayOptions(players=2, seed=1))
    crashes = CrashFolder(tmp_path, setup, journal)  # what is installed was read with it
    monkeypatch.setattr("sys.path", [])
    crashes.keep(Broken(), NOW)
    (path,) = (tmp_path / "crashes").iterdir()
    assert "?" not in read_bundle(path).manifest.versions.values()
