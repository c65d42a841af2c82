"""The service menu at a running table: chord and presses are electricity, the pad is weighed."""

from __future__ import annotations

import io
import stat
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from console.i18n import Words
from console.service import pin as pins
from console.service.first_pin import FirstPin
from console.service.menu.menu import ServiceMenu
from console.service.menu.services import Leaving
from console.service.menu.view import LiveBar, LiveKey, MenuLevel, ServiceLine
from console.service.sticks.errands import Newest
from console.service.sticks.mounted import Stick
from console.service.store import ServiceStore
from console.store.schema import store_path
from console.wiring.build import wall_now
from console.wiring.owner import machine
from console.wiring.owner.machine import TableMachine, run_command
from console.wiring.owner.tail import Tail
from console.wiring.owner.taps import TappedTable, Taps
from console.wiring.owner.updating import Updating
from console.wiring.play import play
from console.wiring.setup import PlayOptions
from console.wiring.window import window
from drivers.events import Gesture
from drivers.times import MS, SECOND
from host_sim.models import Touch
from tests.console.service.sticks.at_once import AtOnce
from tests.console.wiring.owner.conftest import BACK, LEFT, OK, RIGHT, Owner
from tests.console.wiring.window.test_window import Fingers, run
from tests.posix import make_pipe


def test_chord_pin_and_buttons_live(owner: Owner) -> None:
    owner.chord()
    assert isinstance(owner.sim.table.scene, ServiceMenu)
    assert owner.view.title == "Service menu"
    owner.press(OK, OK, OK, OK, LEFT, OK)
    owner.press(OK, OK, OK, OK, LEFT, OK)
    kept = ServiceStore(store_path(owner.folder)).pin()
    assert kept is not None
    assert kept.is_right("0000")
    owner.to("Diagnostics", "Buttons")
    owner.sim.board.button_down(1, RIGHT, owner.clock.now_ns() + MS)
    owner.run(0.3)
    key = owner.live().seats[1].cells[1]
    assert isinstance(key, LiveKey)
    assert key.down
    assert key.figures[0].startswith("1 / ")
    ok = owner.live().seats[2].cells[2]
    assert isinstance(ok, LiveKey)
    assert int(ok.figures[0].split(" /")[0]) >= 12


def test_the_force_of_a_hand_is_a_bar(owner: Owner) -> None:
    owner.enter()
    owner.to("Diagnostics", "Pad")
    owner.sim.board.touch(
        Touch(
            seat=1,
            gesture=Gesture.GRAB,
            t_ns=owner.clock.now_ns() + MS,
            peak_n=12.0,
            rise_ms=10.0,
            hold_ms=3_000.0,
        )
    )
    owner.run(0.5)
    bars = [seat.cells[0] for seat in owner.live().seats]
    assert all(isinstance(bar, LiveBar) for bar in bars)
    shares = [bar.share for bar in bars if isinstance(bar, LiveBar)]
    assert max(range(4), key=shares.__getitem__) == 1
    assert shares[1] == pytest.approx(0.6, abs=0.12)
    assert any("The pad's clock is known" in fact.text for fact in owner.live().facts)


def test_volumes_reach_the_loudspeaker_and_the_file(owner: Owner) -> None:
    owner.enter()
    owner.to("Settings", "Sound", "Volume of play")
    owner.press(LEFT, LEFT, OK)
    assert owner.loud[-1].number("sound.moves") == 60
    kept = ServiceStore(store_path(owner.folder)).adjustments().adjusted
    assert kept["sound.moves"] == 60


def test_phones_are_turned_on_and_off_at_once(owner: Owner) -> None:
    owner.enter()
    owner.to("Settings", "Table", "Phones")
    owner.press(RIGHT, OK)
    assert owner.phones == [True]
    owner.press(OK, RIGHT, OK)
    assert owner.phones == [True, False]


def test_on_a_pc_the_program_is_closed(owner: Owner) -> None:
    owner.enter()
    owner.to("Switch off", "Close the program")
    owner.press(OK)
    assert owner.closed == []
    owner.to("Close the program")
    owner.press(RIGHT, OK)
    assert owner.closed == [True]


def test_what_the_table_is_is_told(owner: Owner) -> None:
    owner.enter()
    owner.to("About")
    rows = dict(owner.view.body.rows)  # type: ignore[union-attr, arg-type]  # a sheet of pairs
    assert rows["Board"] == "pc, 4 seats"
    assert rows["Calibrated"] == "never yet"
    assert rows["Trouble with the store"] == "none"


def test_the_last_lines_are_kept_and_handed_on() -> None:
    through = io.StringIO()
    tail = Tail(through)
    with redirect_stderr(tail):
        tail.write("khvatka: the disk is full\nTrace")
        tail.write("back\n")
    tail.write("x\n" * 1_000)
    assert through.getvalue().startswith("khvatka: the disk is full\nTraceback\n")
    assert len(tail.lines()) == 200
    tail.write("khvatka: again\n")
    assert tail.lines()[-1] == ServiceLine("khvatka: again", MenuLevel.WARNING)
    through.close()
    tail.close()  # as its finalizer does, which Python hears from 3.13 on


def test_a_command_that_fails_says_so() -> None:
    assert run_command(["true"]) is None
    assert "ls: " in (run_command(["ls", "/no/such/folder"]) or "")
    assert "no-such-command" in (run_command(["no-such-command"]) or "")


Script = Callable[[str], Path]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """A command in a file."""

    def make(body: str) -> Path:
        path = tmp_path / "update"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


def updating(updater: Path, *sticks: Path) -> Updating:
    words = Words("en")
    return Updating(words, updater, [AtOnce(Newest(bytes(stick)), words) for stick in sticks])


def through(task: Updating) -> tuple[ServiceLine, ...]:
    """Step until it is over."""
    task.step(0)
    if task._process is not None:
        task._process.wait(60)
    task.step(0)
    assert task.done
    return task.said


def test_an_update_installs_the_newest_bundle(tmp_path: Path, script: Script) -> None:
    names = "0.9-20250101000000", "0.9.1-20240101000000", "0.10.0-20240101000000"
    for name in (*(f"khvatka-{name}-3f2a9c01-aarch64.tar" for name in names), "other.tar"):
        (tmp_path / name).write_bytes(b"1")
    said = through(updating(script('echo "$1 $2"'), tmp_path, tmp_path / "none"))
    assert said[0] == ServiceLine("Installed: it holds from the next start.", MenuLevel.OK)
    assert said[1].text == f"apply {tmp_path}/khvatka-{names[-1]}-3f2a9c01-aarch64.tar"
    for newest in tmp_path.glob("khvatka-0.10*"):
        newest.unlink()
    said = through(updating(script('echo "$2"'), tmp_path))
    assert said[1].text == f"{tmp_path}/khvatka-{names[1]}-3f2a9c01-aarch64.tar"


def test_an_update_that_fails_says_why(tmp_path: Path, script: Script) -> None:
    (tmp_path / "khvatka-0.6-pi.tar").write_bytes(b"1")
    said = through(updating(script("echo run it as root >&2; exit 2"), tmp_path))
    assert [line.text for line in said] == ["It was not installed.", "run it as root"]


def test_an_update_that_is_left_goes_on_and_is_looked_at_again(
    owner: Owner, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    (owner.folder / "khvatka-0.6-pi.tar").write_bytes(b"1")
    monkeypatch.setattr(machine, "find_sticks", lambda: (Stick(owner.folder),))
    tapped = TappedTable(owner.sim, Taps(owner.sim), owner.folder, wall_now)
    go = owner.folder / "go"
    make_pipe(go)
    table = TableMachine(tapped, owner.wires(), is_table=True, updater=script(f"read _ < {go}"))
    monkeypatch.setattr(table, "begin", AtOnce)
    task = table.update(Words("en"))
    assert task is not None
    before = task.leaving
    task.step(0)
    assert [before, task.leaving] == [Leaving.BROKEN_OFF, Leaving.GOES_ON]
    task.stop()
    assert table.update(Words("en")) is task
    go.write_text("on\n")
    assert isinstance(task, Updating)
    assert through(task)[0].level is MenuLevel.OK
    assert table.update(Words("en")) is not task


def test_without_a_bundle_nothing_is_run(tmp_path: Path, script: Script) -> None:
    make_pipe(tmp_path / "khvatka-0.6-pi.tar")
    said = through(updating(script(f"touch {tmp_path}/ran"), tmp_path, tmp_path / "gone"))
    assert said[0] == ServiceLine(
        "There is no bundle khvatka-….tar on any stick.", MenuLevel.WARNING
    )
    assert said[1].text == f"there is no folder {tmp_path}/gone: plug the stick in"
    assert not (tmp_path / "ran").exists()


def test_a_command_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    (tmp_path / "khvatka-0.6-pi.tar").write_bytes(b"1")
    said = through(updating(tmp_path / "none", tmp_path))
    assert said == (ServiceLine(f"{tmp_path}/none: No such file or directory", MenuLevel.FAILURE),)


@pytest.mark.usefixtures("at_once")
def test_by_keyboard_from_the_chord_to_the_closed_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What serves the menu at a window: PIN, a volume, a stick to export on, the end."""
    monkeypatch.setattr(pins, "COST", 2**4)
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(machine, "find_sticks", lambda: (Stick(stick),))
    FirstPin(tmp_path).offer()
    digits = "wwwwaw" * 2
    volume = "dd" + "w" + "d" + "w" + "d" + "w" + "aa" + "w" + "ss"
    export = "dddd" + "w" + "w" + "s" + "s"
    end = "dddddd" + "w" + "w" + "d" + "w"
    presses = [(100, key, 3_300) for key in "ads"]
    presses += [(4_000 + 300 * n, key, 80) for n, key in enumerate(digits + volume + export + end)]
    fingers = Fingers(presses, 90_000)
    run(tmp_path, fingers)
    adjusted = ServiceStore(store_path(tmp_path)).adjustments().adjusted
    assert adjusted["sound.moves"] == 60
    (folder,) = stick.iterdir()
    assert len(list(folder.iterdir())) == 3
    assert fingers.now_ns() < 60 * SECOND, "the program was closed"


def test_a_table_is_switched_off_and_started_again(owner: Owner) -> None:
    ran: list[tuple[str, ...]] = []
    tapped = TappedTable(owner.sim, Taps(owner.sim), owner.folder, wall_now)
    table = TableMachine(
        tapped,
        owner.wires(),
        is_table=True,
        run=lambda command: ran.append(tuple(command)),
        updater=owner.folder / "none",
    )
    for switch in table.switches:
        switch.act()
    assert ran == [("systemctl", "poweroff"), ("systemctl", "reboot")]
    assert table.update(Words("en")) is None


def test_a_pin_forgotten_at_the_machine_is_chosen_anew(owner: Owner) -> None:
    owner.enter()
    owner.press(BACK)
    owner.chord()
    assert owner.digits().prompt == "The owner's PIN"
    owner.press(BACK)
    ServiceStore(store_path(owner.folder)).keep_pin(None)
    owner.chord()
    assert owner.digits().prompt.startswith("There is no PIN yet")
    owner.press(BACK)
    owner.run(600)
    owner.chord()
    assert owner.said()[0].text == "There is no PIN, so nobody can be let in."
    FirstPin(owner.folder).open(owner.clock.now_ns())
    owner.press(BACK)
    owner.chord()
    assert owner.digits().prompt.startswith("There is no PIN yet")


def test_leaving_shortens_no_wait_after_wrong_pins(owner: Owner) -> None:
    owner.enter()
    owner.press(BACK)
    owner.chord()
    for _ in range(3):
        owner.press(RIGHT, OK, LEFT, LEFT, OK)
    assert owner.digits().wait_s > 0
    owner.press(BACK)
    owner.chord()
    assert 0 < owner.digits().wait_s <= 5
    kept = ServiceStore(store_path(owner.folder)).pin()
    assert kept is not None
    assert kept.failures == 3


def test_on_a_pc_who_starts_first_may_choose_the_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without a store is that of a new installation, also where its board was checked and
    weighed before."""
    monkeypatch.setattr(window, "has_display", lambda: True)
    monkeypatch.setattr(window, "play_in_window", lambda *_: None)
    (tmp_path / "weighed/calibration").mkdir(parents=True)
    (tmp_path / "old").mkdir()
    ServiceStore(store_path(tmp_path / "old")).keep_pin(None)
    for name, offered in (("new", True), ("weighed", True), ("old", False)):
        play(PlayOptions(data=tmp_path / name))
        assert FirstPin(tmp_path / name).offered() is offered
