"""A running table opens no store itself: a disk that dies below one kills or holds whoever did."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from console.people.profiles import Profiles
from console.service.first_pin import FirstPin
from console.store.process import StoreProcess
from console.store.reader import Store
from console.store.schema import store_path
from console.store.soundness import Flaw, FlawKind
from console.table.view import NoticeKind
from console.wiring.hosting import StorageWatch
from console.wiring.play import play
from console.wiring.setup import PlayOptions
from console.wiring.window import window
from tests.console.people.evening import NOW
from tests.console.store.changes import change_unnoticed
from tests.console.store.dying import may_kill_disks
from tests.console.wiring.window.test_window import SIT_DOWN, Fingers, run

CHORD = ((17_000, "a", 3_500), (17_040, "d", 3_500), (17_080, "s", 3_500))
_watched: list[list[str]] = []


def _look(event: str, args: tuple[Any, ...]) -> None:
    if event == "sqlite3.connect" and _watched:
        _watched[-1].append(str(args[0]))


sys.addaudithook(_look)  # for good, and of no effect but in these tests


class Patient(Fingers):
    """Lets whatever is asked of the store be answered before time goes on."""

    def sleep_until(self, t_ns: int | None) -> None:
        while any(process._open for process in Counted.made):
            pass
        super().sleep_until(t_ns)


class Counted(StoreProcess):
    """The table's, known to the test, with all that it was asked."""

    made: ClassVar[list[StoreProcess]] = []
    asked: ClassVar[list[str]] = []

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.made.append(self)

    def submit(self, work: Any, **how: Any) -> Any:
        self.asked.append(getattr(work.func, "__qualname__", str(work)))
        return super().submit(work, **how)


def run_in_real_time(tmp_path: Path, fingers: Patient) -> Store:
    """As with the wall's clock: what is asked of the store is done beside the loop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window, "WallClock", lambda: fingers)
        return run(tmp_path, None)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What this process opens once the table is up."""
    monkeypatch.setattr(window, "StoreProcess", Counted)
    monkeypatch.setattr(Counted, "made", [])
    monkeypatch.setattr(Counted, "asked", [])
    found: list[str] = []
    monkeypatch.setattr(sys.modules[__name__], "_watched", [])
    return found


def test_neither_log_nor_desk_nor_menu_opens_the_store(tmp_path: Path, opened: list[str]) -> None:
    Profiles(store_path(tmp_path)).add("Барсук", NOW)
    fingers = Patient(
        [
            *SIT_DOWN,
            (900, "w", 80),  # start
            (4_000, "f", 250),  # a false grab: a verdict, with samples
            (8_000, "s", 1_000),  # pause
            (9_400, "a", 80),  # leave the match
            (9_800, "w", 80),
            (10_200, "d", 80),  # it is asked
            (10_600, "w", 80),
            *CHORD,
            (21_000, "s", 80),
        ],
        25_000,
    )
    FirstPin(tmp_path).offer()
    fingers.looks.append((50, lambda: _watched.append(opened)))
    fingers.looks.append((24_500, _watched.clear))
    store = run_in_real_time(tmp_path, fingers)
    assert opened == []
    asked = set(Counted.asked)
    assert {"StoreFile.write", "look_through", "_pin", "_adjustments"} <= asked
    assert {"Profiles.latest", "everything", "Store.unfinished"} <= asked
    assert store.match(1).verdicts


def watched_tables(patch: pytest.MonkeyPatch) -> list[Any]:
    """Those that are told of their store, from now on."""
    tables: list[Any] = []
    original = StorageWatch.__init__

    def noted(self: Any, table: Any, *args: Any, **more: Any) -> None:
        tables.append(table)
        original(self, table, *args, **more)

    patch.setattr(StorageWatch, "__init__", noted)
    return tables


def test_what_is_damaged_is_told_at_the_table_within_seconds(
    tmp_path: Path, opened: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    run_in_real_time(tmp_path, Patient([*SIT_DOWN, (900, "w", 80)], 4_000))
    change_unnoticed(store_path(tmp_path), "match", "started = '2000'", "id = 1")
    told: list[Any] = []
    fingers = Patient([], 6_000)
    with pytest.MonkeyPatch.context() as patch:
        tables = watched_tables(patch)
        fingers.looks.append((3_000, lambda: told.append(tables[0].view().notice)))
        run_in_real_time(tmp_path, fingers)
    assert told[0] is not None
    assert told[0].key == NoticeKind.FLAWED
    assert str(Flaw(FlawKind.MATCH, "1").sentence()) in capfd.readouterr().err


def test_a_store_that_cannot_be_read_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Settings, offers, records and the look through all meet it; the lobby tells it."""
    store_path(tmp_path).mkdir()
    told: list[Any] = []
    tables = watched_tables(monkeypatch)
    fingers = Patient([*SIT_DOWN, (900, "w", 80)], 5_000)
    fingers.looks.append((400, lambda: told.append(tables[0].view().notice)))
    monkeypatch.setattr(window, "has_display", lambda: True)
    monkeypatch.setattr(window, "StoreProcess", Counted)
    monkeypatch.setattr(window, "WallClock", lambda: fingers)
    pygame.display.init()
    assert play(PlayOptions(seats=4, size="960x600", data=tmp_path))
    assert told[0] is not None
    assert told[0].key == NoticeKind.UNKEPT
    assert capfd.readouterr().err.count("is not a match log") == 1


@pytest.mark.skipif(not may_kill_disks(), reason="needs root and loop devices")
def test_a_match_goes_on_while_its_disk_dies_and_comes_back(tmp_path: Path) -> None:
    command = ["unshare", "--mount", sys.executable, "-m", "tests.console.wiring.matches.dying"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [*command, str(tmp_path)], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "dead": ["unkept", "failing"],
        "mapped": False,
        "back": True,
        "without a hole": True,
        "after all that": True,
        "one process": True,
    }
