"""The owner of a running table, for its service menu."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from console.service import pin as pins
from console.service.adjustments import Adjusted
from console.service.first_pin import FirstPin
from console.service.menu.view import Digits, Live, MenuText, Rows, ServiceLine, ServiceView
from console.store.log import DirectLog
from console.store.schema import store_path
from console.wiring.build import FAST, SimTable, build
from console.wiring.loop import VirtualDisplay
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.service_menu import serve
from console.wiring.owner.tail import Tail
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS, SECOND
from tests.console.screens.conftest import drawn_once

__all__ = ["drawn_once"]
LEFT, RIGHT, OK, BACK = Button


@dataclass
class Owner:
    """Sits at seat 2 of a simulated table of four."""

    folder: Path
    sim: SimTable
    clock: VirtualClock
    log: DirectLog
    closed: list[bool] = field(default_factory=list)
    loud: list[Adjusted] = field(default_factory=list)
    phones: list[bool] = field(default_factory=list)
    seat: int = 2

    def wires(self) -> MenuWires:
        return MenuWires(
            log=self.log,
            tail=Tail(io.StringIO()),
            close=partial(self.closed.append, True),
            sounds=self.loud.append,
            phones=self.phones.append,
            overridden={},
        )

    def run(self, seconds: float) -> None:
        until_ns = self.clock.now_ns() + round(seconds * SECOND)
        while self.clock.now_ns() < until_ns:
            self.sim.loop.turn()
            self.sim.loop.wait(min(50 * MS, max(1, until_ns - self.clock.now_ns())))

    def press(self, *buttons: Button, seat: int | None = None) -> None:
        for button in buttons:
            at = self.seat if seat is None else seat
            self.sim.board.press(at, button, self.clock.now_ns() + MS)
            self.run(0.2)

    def chord(self) -> None:
        for button in (LEFT, RIGHT, BACK):
            self.sim.board.button_down(self.seat, button, self.clock.now_ns() + MS)
        self.run(3.2)
        for button in (LEFT, RIGHT, BACK):
            self.sim.board.button_up(self.seat, button, self.clock.now_ns() + MS)
        self.run(0.2)

    def enter(self) -> None:
        self.chord()
        self.press(OK, OK, OK, OK, LEFT, OK)
        self.press(OK, OK, OK, OK, LEFT, OK)

    def to(self, *labels: str) -> None:
        for label in labels:
            body = self.view.body
            assert isinstance(body, Rows)
            steps = [row.label for row in body.rows].index(label) - body.cursor
            self.press(*[RIGHT if steps > 0 else LEFT] * abs(steps), OK)

    @property
    def view(self) -> ServiceView:
        view = self.sim.table.view()
        assert isinstance(view, ServiceView)
        return view

    def live(self) -> Live:
        assert isinstance(self.view.body, Live)
        return self.view.body

    def digits(self) -> Digits:
        assert isinstance(self.view.body, Digits)
        return self.view.body

    def said(self) -> tuple[ServiceLine, ...]:
        assert isinstance(self.view.body, MenuText)
        return self.view.body.lines


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Owner]:
    monkeypatch.setattr(pins, "COST", 2**4)
    options = PlayOptions(
        seats=4, seed=3, lang="en", people="level_1,level_1", settings={"match.game": "ignis"}
    )
    setup = make_setup(options, all_simulated=False)
    clock = VirtualClock(SECOND)
    log = DirectLog(store_path(tmp_path))
    sim = build(setup, clock, VirtualDisplay(), log, waking=FAST)
    sim.loop.always_draw = True
    FirstPin(tmp_path).offer()
    made = Owner(tmp_path, sim, clock, log)
    serve(sim, tmp_path, made.wires())
    made.run(0.5)
    yield made
    sim.board.close()
    for asked in sim.opponents:
        asked.close()
    log.close()
