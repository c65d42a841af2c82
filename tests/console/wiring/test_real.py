"""``khvatka play --board mk1`` at a real board: the same program, no panel, people only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.hardware.calibration_file import load_calibration, save_calibration
from console.i18n import Words
from console.store.reader import Store
from console.store.schema import store_path
from console.table.chaos.view import PlayView
from console.table.table import Table
from console.table.view import MenuLine, TableTrouble, View, Who
from console.wiring.loop import Loop
from console.wiring.matches.stored import Offers
from console.wiring.real import AGAIN_NS, SteadyBoard, real_calibration
from console.wiring.setup import PlayOptions, Setup, make_setup
from console.wiring.window import window
from drivers.board import Board, Edge, Health, Reading
from drivers.boards.composite import CompositeBoard
from drivers.boards.config import BoardFile
from drivers.clock import VirtualClock
from drivers.errors import BoardError, ConfigError
from drivers.events import Button, Gesture
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.part import BoardPart
from drivers.times import MS
from host_sim.cabled import CabledBoard, SimLines
from host_sim.controller import SimController
from host_sim.models import Touch
from host_sim.profiles import board_info, profile_for
from host_sim.protocol_sim import plug
from tests.console.wiring.window.test_window import Fingers

START_NS = 1_000_000_000
SEATS = 4
LINES = tuple(f"GPIO{n}" for n in range(4, 4 + 4 * SEATS))


def board_file(folder: Path, port: str = "sim://?seats=4") -> Path:
    """A table with the pad controller at ``port``."""
    lines = iter(LINES)
    text = f'name = "club"\nseats = {SEATS}\n[controller]\nport = "{port}"\n[buttons]\n'
    for _ in range(SEATS):
        text += "[[buttons.seat]]\n"
        text += "".join(f'{key} = "{next(lines)}"\n' for key in ("left", "right", "ok", "back"))
    path = folder / "club.toml"
    path.write_text(text)
    return path


def setup_of(tmp_path: Path, **more: Any) -> Setup:
    board = str(board_file(tmp_path))
    options = PlayOptions(board=board, seed=4, size="800x600", attract=False, **more)
    return make_setup(options, all_simulated=False)


@dataclass
class Evening:
    """A table at a board with a real link, in virtual time; ``views`` are what was shown."""

    clock: Fingers
    board: CabledBoard
    views: list[View] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def at(self, ms: int, act: Callable[[int], object]) -> None:
        """Do something ``ms`` after the start."""

        def look() -> None:
            act(self.clock.now_ns())

        self.clock.looks.append((ms, look))
        self.clock.looks.sort(key=lambda look: look[0])

    def press(self, ms: int, seat: int, button: Button = Button.OK) -> None:
        self.at(ms, lambda now_ns: self.board.press(seat, button, now_ns))

    def turn_cards(self) -> None:
        """Everybody presses ● again and again: whoever's turn it is turns a card."""
        for i in range(16):
            for seat in range(SEATS):
                self.press(2_600 + 400 * i, seat)

    def troubles(self) -> list[TableTrouble | None]:
        """What the table waited for, change by change, from the first card on."""
        found: list[TableTrouble | None] = []
        for view in self.views:
            if isinstance(view, PlayView) and (not found or found[-1] != view.trouble):
                found.append(view.trouble)
        return found


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table stands where Russian is spoken."""
    monkeypatch.setenv("LANGUAGE", "ru")


@pytest.fixture
def evening(mocker: MockerFixture) -> Evening:
    """Four people join as guests, and the first of them starts."""
    clock = Fingers([], 9_000)
    evening = Evening(clock, CabledBoard(clock, SEATS))
    paint, turn = window.WindowDisplay.paint, Loop.turn

    def seen(display: window.WindowDisplay, view: View, now_ns: int) -> Iterator[None]:
        evening.views.append(view)
        return paint(display, view, now_ns)

    def turned(loop: Loop) -> None:
        evening.tables[:] = [loop.table]
        turn(loop)

    mocker.patch.object(window.WindowDisplay, "paint", seen)
    mocker.patch.object(Loop, "turn", turned)
    for seat in range(SEATS):
        evening.press(800 + 150 * seat, seat)
        evening.press(1_400 + 60 * seat, seat)  # no name: a guest
    evening.press(1_700, 0)
    return evening


def run(
    evening: Evening, tmp_path: Path, make: Callable[[BoardFile], Board] | None = None
) -> Store:
    pygame.display.init()
    pygame.event.clear()
    setup = setup_of(tmp_path)
    setup = replace(setup, hosting=replace(setup.hosting, counts_in=False))
    window.play_in_window(setup, tmp_path, None, evening.clock, make or (lambda _: evening.board))
    return Store(store_path(tmp_path))


def test_people_at_a_real_board_play_a_match_without_a_panel(
    evening: Evening, tmp_path: Path, mocker: MockerFixture
) -> None:
    modes = mocker.spy(pygame.display, "set_mode")
    panels = mocker.spy(window, "make_panel")
    evening.turn_cards()
    evening.at(
        6_000, lambda now_ns: evening.board.touch(Touch(seat=2, gesture=Gesture.GRAB, t_ns=now_ns))
    )
    (summary,) = run(evening, tmp_path).matches()
    assert modes.call_args_list[0].args[0] == (800, 600)
    panels.assert_not_called()
    assert summary.people == ("person",) * SEATS
    stored = Store(store_path(tmp_path)).match(summary.id)
    assert sum(a.action["type"] == "flip" for a in stored.actions) > 5
    assert any(c.seat == 2 for verdict in stored.verdicts for c in verdict.contacts)
    assert stored.header.board == evening.board.info.name


def _post(event: pygame.Event, _now_ns: int) -> None:
    pygame.event.post(event)


def test_the_keyboard_of_the_computer_touches_no_seat(evening: Evening, tmp_path: Path) -> None:
    for scancode in range(4, 57):
        key = pygame.Event(pygame.KEYDOWN, key=0, scancode=scancode, mod=0)
        evening.at(100 + 10 * scancode, partial(_post, key))
    joined: list[tuple[Who, ...]] = []
    evening.at(790, lambda _: joined.append(evening.tables[0].who))
    run(evening, tmp_path)
    assert joined == [(Who.EMPTY,) * SEATS]


def test_nobody_can_be_simulated_at_a_real_table(evening: Evening, tmp_path: Path) -> None:
    seats: list[set[object]] = []

    def look(_now_ns: int) -> None:
        people = evening.tables[0].lobby.start.at_level(MenuLine.PEOPLE)
        seats.append({row.value for row in people.rows() if row.key == "seat"})

    evening.at(1_000, look)
    run(evening, tmp_path)
    assert seats == [{"person"}]
    assert setup_of(tmp_path).who == (Who.EMPTY,) * SEATS
    with pytest.raises(ConfigError, match="'adult' is not known: use empty, person, level_1"):
        setup_of(tmp_path, people="adult")


def test_a_match_of_simulated_people_is_not_offered_at_a_real_table(
    evening: Evening, tmp_path: Path
) -> None:
    flips = [(400 * i, "w", 80) for i in range(1, 8)]
    simulated = make_setup(PlayOptions(seats=SEATS, seed=4, size="800x600"), all_simulated=False)
    simulated = replace(simulated, hosting=replace(simulated.hosting, counts_in=False))
    pygame.display.init()
    pygame.event.clear()
    window.play_in_window(simulated, tmp_path, None, Fingers(flips, 3_000))
    store = Store(store_path(tmp_path))
    settings = simulated.settings
    assert Offers(store, SEATS).newest(settings) is not None
    assert Offers(store, SEATS, people_only=True).newest(settings) is None
    rows: list[set[str]] = []
    evening.at(600, lambda _: rows.append({r.key for r in evening.tables[0].lobby.start.rows()}))
    run(evening, tmp_path)
    assert "resume" not in rows[0]


class Faulty:
    """A part that works until it is told to raise, and again when it is told to."""

    def __init__(self, part: BoardPart) -> None:
        self._part = part
        self.reason: str | None = None
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part, name)

    def read(self, now_ns: int) -> Reading:
        self.asked += 1
        if self.reason is not None:
            raise BoardError(self.reason)
        return self._part.read(now_ns)


def test_a_part_that_fails_pauses_the_match_which_goes_on_when_it_is_back(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = Faulty(evening.board.header)
    broken = CompositeBoard("club", SEATS, [faulty, *evening.board._parts[1:]])
    evening.turn_cards()
    evening.at(4_000, lambda _: setattr(faulty, "reason", "the header failed: look at it"))
    evening.at(6_000, lambda _: setattr(faulty, "reason", None))
    evening.at(4_500, lambda _: setattr(faulty, "asked", 0))
    asked: list[int] = []
    evening.at(5_900, lambda _: asked.append(faulty.asked))
    store = run(evening, tmp_path, lambda _: broken)
    assert evening.troubles()[0] is None
    assert {trouble.key for trouble in evening.troubles() if trouble} == {"silent"}
    assert evening.troubles()[-1] is None
    assert asked[0] == pytest.approx(1_400 * MS / AGAIN_NS, abs=2)
    assert capsys.readouterr().err.count("the header failed: look at it") == 1
    stored = store.match(store.matches()[0].id)
    flips = [a.action for a in stored.actions if a.action["type"] == "flip"]
    began_us = 1_700_000  # the match; it counts its own time
    assert [f for f in flips if f["t_us"] > 6_200_000 - began_us], "cards are turned again"
    assert not [f for f in flips if 4_400_000 < f["t_us"] + began_us < 6_000_000]


@pytest.mark.parametrize("seats", [SEATS, SEATS + 2])
def test_a_match_waits_for_the_right_pad_says_why_and_goes_on_when_it_is_back(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str], seats: int
) -> None:
    board = evening.board
    other = SimController(seats, 1, pad_id=b"OTHERPAD")
    back = SimController(SEATS, 0)
    evening.clock.end_ms = 13_000
    evening.turn_cards()
    evening.at(3_600, lambda now_ns: board.controller.unplug(now_ns + 1, 1 << 60))
    evening.at(4_000, lambda _: plug(board._port, other, evening.clock))
    evening.at(7_000, lambda now_ns: other.unplug(now_ns + 1, 1 << 60))
    evening.at(7_100, lambda _: plug(board._port, back, evening.clock))
    run(evening, tmp_path)
    misfits = [None if trouble is None else trouble.misfit for trouble in evening.troubles()]
    assert [misfit is not None for misfit in misfits] == [False, False, True, False, False]
    assert evening.troubles()[-1] is None
    told = misfits[2]
    assert told is not None
    assert b"OTHERPAD".hex() in str(told.fact)
    assert capsys.readouterr().err.count(str(told.sentence)) == 1, "for the owner's log"


@pytest.mark.usefixtures("russian")
def test_what_was_weighed_is_used_and_what_was_not_is_told(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    assembled = mocker.spy(window, "assemble_table")
    evening.clock.end_ms = 500
    run(evening, tmp_path)
    assert "датчики платы sim-mk2-cable не взвешены" in capsys.readouterr().err
    board = CabledBoard(VirtualClock(START_NS), SEATS)
    board.open()
    one = ChannelCalibration(1.2, 0.06, 30.0)
    weighed = Calibration((one,) * len(board.info.channels), "2099-05-04")
    save_calibration(tmp_path, board.info, weighed, (0.5, 10.0))
    board.close()
    again = Fingers([], 500)
    window.play_in_window(
        setup_of(tmp_path), tmp_path, None, again, lambda _: CabledBoard(again, 4)
    )
    assert assembled.call_args.kwargs["calibration"] == weighed
    assert "не взвешены" not in capsys.readouterr().err


def test_what_a_table_has_learned_is_kept_with_its_calibration(
    evening: Evening, tmp_path: Path
) -> None:
    board = CabledBoard(VirtualClock(START_NS), SEATS)
    board.open()
    info = board.info
    board.close()
    one = ChannelCalibration(1.0, 0.06, 30.0, None, ((0.02, 0.01),) * SEATS)
    weighed = Calibration((one,) * len(info.channels), "2099-05-04")
    save_calibration(tmp_path, info, weighed, (0.5, 10.0))
    evening.turn_cards()
    for ms in (6_000, 9_000, 12_000):
        evening.at(
            ms,
            lambda now_ns: evening.board.touch(
                Touch(seat=2, gesture=Gesture.PALM, t_ns=now_ns, peak_n=30.0)
            ),
        )
    run(evening, tmp_path)
    learned = load_calibration(tmp_path, info)
    assert learned is not None
    assert learned.date == weighed.date
    assert learned != weighed
    assert [c.gain for c in learned.channels] == [c.gain for c in weighed.channels]


def test_notes_speak_the_tables_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real_calibration(tmp_path, board_info(profile_for("mk1", 4), 4), Words("en"))
    assert capsys.readouterr().err == (
        "khvatka: the sensors of pc-mk1 are not weighed: run `khvatka hw calibrate` with the"
        " same --board\n"
    )


# -- before anything begins ------------------------------------------------------------------------


@pytest.fixture
def display(mocker: MockerFixture) -> None:
    """A display that is there, for the command line."""
    mocker.patch.object(window, "has_display", return_value=True)


def play(tmp_path: Path, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["play", "--data", str(tmp_path), "--size", "640x480", *more])
    return result.exit_code, result.output


@pytest.mark.usefixtures("display")
def test_a_window_writes_no_pictures(tmp_path: Path) -> None:
    status, said = play(tmp_path, "--pictures", str(tmp_path / "pictures"))
    assert (status, said.count("\n")) == (2, 1)
    assert "--pictures needs --headless" in said


@pytest.mark.usefixtures("display")
def test_a_missing_board_is_one_sentence_and_no_window_opens(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    modes = mocker.spy(pygame.display, "set_mode")
    status, said = play(tmp_path, "--board", str(board_file(tmp_path)))
    assert status == 2
    assert said.count("\n") == 1
    assert "pinctrl" in said or "GPIO" in said
    modes.assert_not_called()


@pytest.mark.usefixtures("display")
def test_a_pad_with_other_petals_than_seats_is_refused_and_let_go(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    board = CabledBoard(VirtualClock(START_NS), 6)
    mocker.patch.object(board, "_seats", 4)
    closed = mocker.spy(board, "close")
    with pytest.raises(BoardError, match="has 6 petals and the file says 4 seats"):
        window.play_in_window(setup_of(tmp_path), tmp_path, None, None, lambda _: board)
    closed.assert_called_once_with()


@pytest.mark.parametrize(
    ("options", "mend"),
    [
        (["--headless"], "leave out --headless"),
        (["--seats", "6"], "has 4: leave the option out"),
        (["--players", "3"], "whoever presses ● plays"),
    ],
)
@pytest.mark.usefixtures("display")
def test_options_that_fit_no_real_table_are_refused(
    tmp_path: Path, options: list[str], mend: str
) -> None:
    status, said = play(tmp_path, "--board", str(board_file(tmp_path)), *options)
    assert (status, said.count("\n")) == (2, 1)
    assert mend in said


def test_a_file_of_a_simulated_table_plays_as_it_says(tmp_path: Path) -> None:
    path = tmp_path / "pc.toml"
    path.write_text('name = "pc"\nseats = 3\n[sim]\nkind = "mk1"\n')
    setup = make_setup(PlayOptions(board=str(path)), all_simulated=True)
    assert (setup.board, len(setup.who), setup.real) == ("mk1", 3, None)


@pytest.mark.slow
@pytest.mark.usefixtures("display", "russian")
def test_the_command_plays_at_a_simulated_pad_controller_in_wall_time(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """File, assembly, ``sim://`` and link as on a table; only the header's lines are played."""
    lines = board_info(profile_for("mk2", SEATS), SEATS).lines[:-1]
    part = SimLines(lines, profile_for("mk2", SEATS), 0)
    mocker.patch("drivers.boards.assemble._gpiod_lines", return_value=part)
    frames: list[View] = []
    paint = window.WindowDisplay.paint

    def seen(display: window.WindowDisplay, view: View, now_ns: int) -> Iterator[None]:
        frames.append(view)
        if len(frames) == 30:
            pygame.event.post(pygame.Event(pygame.QUIT))
        return paint(display, view, now_ns)

    mocker.patch.object(window.WindowDisplay, "paint", seen)
    pygame.display.init()
    pygame.event.clear()
    status, said = play(tmp_path, "--board", str(board_file(tmp_path)))
    assert status == 0, said
    assert "датчики платы club не взвешены" in said
    assert len(frames) >= 30


# -- a board that fails ----------------------------------------------------------------------------


class Mute:
    """A board whose every call raises while ``broken``."""

    broken = True
    opened = 0
    lamps: tuple[float, ...] = ()

    def open(self) -> None:
        self._answer()
        self.opened += 1

    def close(self) -> None:
        self._answer()

    def read(self, now_ns: int) -> Reading:
        self._answer()
        return Reading((Edge(0, True, now_ns, 1),), (), now_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        self._answer()
        return None

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        self._answer()
        self.lamps = levels

    def health(self) -> Health:
        self._answer()
        return Health(True, {"edges": 1})

    def _answer(self) -> None:
        if self.broken:
            raise BoardError("the chip failed: look at it")


def test_a_failing_board_gives_nothing_and_is_asked_four_times_a_second() -> None:
    mute, told = Mute(), list[str]()
    board = SteadyBoard(mute, told.append)  # type: ignore[arg-type]  # has no info here
    mute.broken = False
    assert board.read(1_000 * MS).edges_complete_to_ns == 1_000 * MS
    mute.broken = True
    for now_ms in range(1_010, 2_000, 10):
        reading = board.read(now_ms * MS)
        assert reading == Reading((), (), 1_000 * MS), "what is not known is not claimed"
        board.set_lamps((1.0,))
        assert board.next_arrival_ns(now_ms * MS) is not None
    assert not board.health().ok
    assert board.health().counters["failures"] == pytest.approx(4, abs=1)
    assert told == ["the chip failed: look at it"]
    mute.broken = False
    assert len(board.read(2_300 * MS).edges) == 1
    assert mute.lamps == (1.0,)
    assert board.health().ok
    mute.broken = True
    board.close()


def test_whoever_opens_a_missing_board_hears_of_it() -> None:
    with pytest.raises(BoardError, match="look at it"):
        SteadyBoard(Mute(), lambda _: None).open()  # type: ignore[arg-type]  # has no info here
