"""`khvatka sim run --watch`: the same scenario, drawn, no faster than the wall's clock."""

from __future__ import annotations

import pygame
import pytest
from click.testing import CliRunner

import console.trials.scenario.watch
from console.cli import main
from console.i18n import Words
from console.trials.scenario.watch import PacedClock, watch_file
from drivers.clock import VirtualClock
from host_sim.scenarios.load import LIBRARY

SHORT = LIBRARY / "c06_last_card_wins.toml"


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_time_passes_no_faster_than_on_the_wall() -> None:
    wall = VirtualClock(50)
    clock = PacedClock(1_000, wall)
    clock.sleep_until(3_000)
    assert (clock.now_ns(), wall.now_ns()) == (3_000, 2_050)


def test_it_is_drawn_and_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.trials.scenario.watch, "has_display", lambda: True)
    wall = VirtualClock()
    outcome = watch_file(SHORT, Words("en"), wall)
    assert outcome is not None
    assert outcome.ok
    assert wall.now_ns() >= outcome.simulated_ns


def test_a_closed_window_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.trials.scenario.watch, "has_display", lambda: True)
    quit_event = pygame.Event(pygame.QUIT)
    monkeypatch.setattr(pygame.event, "get", lambda: [quit_event])
    assert watch_file(SHORT, Words("en"), VirtualClock()) is None


def test_the_window_speaks_the_language_of_who_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.trials.scenario.watch, "has_display", lambda: True)
    monkeypatch.setattr(pygame.event, "get", lambda: [pygame.Event(pygame.QUIT)])
    called: list[str] = []
    monkeypatch.setattr(pygame.display, "set_caption", called.append)
    told = CliRunner().invoke(main, ["sim", "run", "--watch", "--lang", "ru", str(SHORT)])
    assert told.exit_code == 0
    assert called == ["Хватка"]


def test_without_a_display_it_is_told() -> None:
    told = CliRunner().invoke(main, ["sim", "run", "--watch", str(SHORT)])
    assert told.exit_code == 2
    assert "there is no display" in told.stderr
