"""A simulated board to look at, in virtual time, and what a command says about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from console.hardware import feed
from console.hardware.station import Station
from console.wiring.hardware import make_station
from drivers.clock import VirtualClock
from drivers.times import MS
from host_sim.board import SimBoard

START_NS = 1_000_000_000


@dataclass
class Bench:
    """``station`` with its simulated ``board`` at hand; ``said`` are the lines that were told."""

    station: Station
    board: SimBoard
    said: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        self.said.append(line)

    @property
    def now_ns(self) -> int:
        return self.station.clock.now_ns()

    def without_hands(self) -> Station:
        """The same station with nobody at it."""
        return replace(self.station, hands=None)


Benches = Callable[..., Bench]


@pytest.fixture
def looks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    look_seldom(monkeypatch)


def look_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a board brings is the same however often it is looked at (`SimBoard`): in minutes of
    virtual time most of the work would be looking."""
    monkeypatch.setattr(feed, "POLL_NS", 200 * MS)


@pytest.fixture
def bench(tmp_path: Path) -> Benches:
    """Makes a bench: ``bench("mk1", "ru")``."""
    return partial(make_bench, tmp_path)


def make_bench(folder: Path, kind: str = "mk2", language: str = "en") -> Bench:
    clock = VirtualClock(START_NS)
    simulated = {"mk1": "pc-mk1", "mk2": "pc"}[kind]
    station = make_station(simulated, folder, language, clock=clock)
    board = station.make(None)
    assert isinstance(board, SimBoard)
    return Bench(replace(station, wall=lambda: datetime(2099, 5, 4, 3, 2, 1, tzinfo=UTC)), board)
