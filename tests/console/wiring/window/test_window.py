"""The window in virtual time: keys and mouse become electricity, and a person plays a match."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import store_path
from console.store.shorten import AFTER_NS, BEFORE_NS, is_short
from console.table.view import Target
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window import window
from drivers.clock import VirtualClock
from drivers.times import MS
from host_sim.keys import KEY_CODES

SIT_DOWN = ((100, "w", 80),)
"""● joins."""
GO_ON = ((250, "d", 80), (400, "w", 80), (550, "d", 80), (700, "w", 80))
"""The card of a broken-off match is beside what plays; it asks, and Yes is below No."""


class Fingers(VirtualClock):
    """A clock that presses keys when their time has come, and closes the window at the end."""

    def __init__(self, presses: list[tuple[int, str, int]], end_ms: int) -> None:
        super().__init__(1_000 * MS)
        self._script: list[tuple[int, int, int]] = []
        for at_ms, key, hold_ms in presses:
            code = KEY_CODES[key]
            self._script.append((at_ms, pygame.KEYDOWN, code))
            self._script.append((at_ms + hold_ms, pygame.KEYUP, code))
        self._script.sort()
        self.end_ms = end_ms
        self.looks: list[tuple[int, Callable[[], None]]] = []

    def sleep_until(self, t_ns: int | None) -> None:
        super().sleep_until(t_ns)
        now_ms = self.now_ns() / MS - 1_000
        while self._script and self._script[0][0] <= now_ms:
            _, kind, code = self._script.pop(0)
            pygame.event.post(pygame.event.Event(kind, scancode=code, key=0, mod=0))
        while self.looks and self.looks[0][0] <= now_ms:
            self.looks.pop(0)[1]()
        if now_ms >= self.end_ms:
            pygame.event.post(pygame.event.Event(pygame.QUIT))


def run(
    tmp_path: Path,
    fingers: Fingers | None,
    *,
    size: str = "960x600",
    seats: int = 4,
    keys: Path | None = None,
    **more: Any,
) -> Store:
    setup = make_setup(PlayOptions(seats=seats, seed=3, size=size, **more), all_simulated=False)
    setup = replace(setup, hosting=replace(setup.hosting, counts_in=False))
    pygame.display.init()
    pygame.event.clear()
    window.play_in_window(setup, tmp_path, keys, fingers)
    return Store(store_path(tmp_path))


def test_a_person_joins_starts_and_flips_by_keyboard(tmp_path: Path) -> None:
    flips = [(1_500 + 900 * i, "w", 80) for i in range(10)]
    fingers = Fingers([*SIT_DOWN, (500, "w", 80), *flips], 12_000)
    store = run(tmp_path, fingers)
    (summary,) = store.matches()
    assert summary.people == ("person", "adult", "adult", "adult")
    stored = store.match(summary.id)
    hands = [a.action["hand"] for a in stored.actions if a.action["type"] == "flip"]
    assert 0 in hands
    assert {1, 2, 3} <= set(hands)


def test_a_key_on_the_petal_is_a_contact_with_a_force_curve(tmp_path: Path) -> None:
    fingers = Fingers([*SIT_DOWN, (500, "w", 80), (900, "f", 250)], 2_500)
    store = run(tmp_path, fingers)
    stored = store.match(1)
    (contact,) = [a.action for a in stored.actions if a.action["type"] == "contact"]
    assert (contact["hand"], contact["gesture"]) == (0, "grab")
    (verdict,) = stored.verdicts
    assert verdict.kind == "false_grab"
    window_of = stored.window(0)
    assert window_of is not None
    assert is_short(window_of, verdict.contacts[0].t_ns)
    assert window_of.codes.shape[0] >= (BEFORE_NS + AFTER_NS) // 1_000_000


def test_knocking_the_pad_over_pauses_until_it_is_put_back(tmp_path: Path) -> None:
    fingers = Fingers([*SIT_DOWN, (500, "w", 80), (900, "f9", 80)], 4_000)
    store = run(tmp_path, fingers)
    kinds = [a.action["type"] for a in store.match(1).actions]
    assert kinds[0] == "fall"
    assert "flip" not in kinds


def test_a_match_that_was_left_is_offered_again(tmp_path: Path) -> None:
    start = [*SIT_DOWN, (500, "w", 80), (1_300, "w", 80)]
    store = run(tmp_path, Fingers(start, 12_000))
    before = store.match(1)
    assert before.result is None
    assert before.actions
    again = Fingers([*SIT_DOWN, *GO_ON, (1_800, "w", 80), (3_300, "w", 80)], 15_000)
    after = run(tmp_path, again).match(1)
    assert len(after.actions) > len(before.actions)
    assert after.actions[: len(before.actions)] == before.actions


def test_a_match_passed_over_is_not_offered_any_more(tmp_path: Path) -> None:
    start = [*SIT_DOWN, (500, "w", 80), (1_300, "w", 80)]
    run(tmp_path, Fingers(start, 9_000))
    store = run(tmp_path, Fingers([*SIT_DOWN, (700, "w", 80)], 2_000))
    unfinished = store.unfinished()
    assert unfinished is not None
    assert unfinished.id == 2
    log = DirectLog(store.path)
    log.decline(2)
    log.close()
    assert store.unfinished() is None


def test_a_match_ended_by_the_menu_is_not_offered(tmp_path: Path) -> None:
    fingers = Fingers(
        [
            *SIT_DOWN,
            (500, "w", 80),  # play
            (8_000, "s", 1_000),  # back held: pause
            (9_400, "a", 80),  # round to the last row, leave
            (9_800, "w", 80),
            (10_200, "a", 80),  # it asks, Yes below No
            (10_600, "w", 80),
        ],
        12_000,
    )
    store = run(tmp_path, fingers)
    (summary,) = store.matches()
    assert not summary.finished
    assert store.match(summary.id).actions
    assert store.unfinished() is None


def test_a_board_game_is_played_by_keyboard_and_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people: ● starts, ● picks a piece and a way in; a click points at the other piece."""
    open_: list[window.WindowDisplay] = []

    class Kept(window.WindowDisplay):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            open_.append(self)

    def click() -> None:
        screen = open_[0].screen
        width, height = screen.layout.size
        earth = Target("piece", (1,))
        everywhere = ((x, y) for x in range(0, width, 8) for y in range(0, height, 8))
        at = next(spot for spot in everywhere if screen.target_at(*spot) == earth)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=pygame.BUTTON_LEFT))

    monkeypatch.setattr(window, "WindowDisplay", Kept)
    turns = [(1_000 + 400 * i, key, 80) for i in range(6) for key in ("w", "up")]
    fingers = Fingers([(100, "w", 80), *turns], 6_000)
    fingers.looks = [(700, click)]
    people = "person,empty,person,empty"
    stored = run(tmp_path, fingers, settings={"match.game": "ignis"}, people=people).match(1)
    pieces = [kept.action["piece"] for kept in stored.actions]
    assert len(pieces) >= 2
    assert pieces[0] == "E"  # the click had moved the cursor from Air to Earth


def test_the_window_can_be_resized_while_it_is_open(tmp_path: Path) -> None:
    fingers = Fingers([(100, "w", 80)], 1_200)
    sizes: list[tuple[int, int]] = []

    def grow() -> None:
        pygame.display.set_mode((1500, 900), pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1500, 900), w=1500, h=900))

    def measure() -> None:
        surface = pygame.display.get_surface()
        assert surface is not None
        sizes.append(surface.get_size())

    fingers.looks = [(400, grow), (800, measure)]
    run(tmp_path, fingers)
    assert sizes == [(1500, 900)]


def test_without_a_display_nothing_but_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    assert not window.has_display()


def test_what_the_first_frame_does_not_need_is_not_loaded_for_it() -> None:
    """Every module costs milliseconds at power-on: no opponent thinks yet."""
    later = ("console.bots.iota_search", "console.bots.elements_match", "http")
    program = f"import sys, console.wiring.window.window; print(*sys.modules.keys() & set({later}))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
