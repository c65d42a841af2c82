"""Presses and bounces, counted through the simulated board and kept by the log's writer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from console.service.audits import ButtonAudit, audit, read_evidence
from console.service.hints import hints
from console.service.store import ServiceStore
from console.service.usage import TELL_NS
from console.store.log import DirectLog, MatchLog
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from console.wiring import build as wiring
from console.wiring.build import FAST, SimTable, build
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, make_setup
from drivers.board import Reading
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS
from host_sim.faults import SimFault

S = 1_000 * MS
NOW = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


class Evening:
    """A table at which somebody presses buttons; all edges of its board are counted beside it."""

    def __init__(self, log: MatchLog, monkeypatch: pytest.MonkeyPatch, *, people: str = "") -> None:
        self.today = NOW
        monkeypatch.setattr(wiring, "wall_now", lambda: self.today)
        options = PlayOptions(seats=4, seed=5, people=people or None)
        self.clock = VirtualClock(S)
        setup = make_setup(options, all_simulated=False)
        self.sim: SimTable = build(setup, self.clock, VirtualDisplay(), log, waking=FAST)
        self.edges: dict[tuple[int, Button], int] = {}
        self._read = self.sim.board.read
        monkeypatch.setattr(self.sim.board, "read", self._count)

    def _count(self, now_ns: int) -> Reading:
        reading = self._read(now_ns)
        for edge in reading.edges:
            spec = self.sim.board.info.lines[edge.line]
            if spec.seat is not None and spec.button is not None:
                key = spec.seat, spec.button
                self.edges[key] = self.edges.get(key, 0) + 1
        return reading

    def run(self, length_ns: int) -> None:
        end_ns = self.clock.now_ns() + length_ns
        while self.clock.now_ns() < end_ns:
            self.sim.loop.turn()
            self.sim.loop.wait()

    def press(self, seat: int, button: Button = Button.OK) -> None:
        self.sim.board.press(seat, button, self.clock.now_ns())
        self.run(300 * MS)

    def close(self, log: MatchLog) -> None:
        for asked in self.sim.opponents:
            asked.close()
        assert self.sim.usage is not None
        self.sim.usage.tell()
        log.close()


def audited(path: Path) -> dict[tuple[int, str], ButtonAudit]:
    found = audit(read_evidence(ServiceStore(path)))
    return {(b.seat, b.button): b for b in found.buttons}


def test_each_press_is_one_press_however_it_bounces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = DirectLog(store_path(tmp_path))
    evening = Evening(log, monkeypatch)
    rng = Random(2)
    pressed: dict[tuple[int, Button], int] = {}
    for _ in range(25):
        key = rng.randrange(4), rng.choice((Button.LEFT, Button.RIGHT))
        evening.press(*key)
        pressed[key] = pressed.get(key, 0) + 1
    assert evening.sim.usage is not None
    live = {(b.seat, b.button): b for b in evening.sim.usage.live()}
    assert {key: b.presses for key, b in live.items() if b.presses} == pressed
    evening.close(log)
    kept = audited(store_path(tmp_path))
    assert len(kept) == 16
    for (seat, button), presses in pressed.items():
        audited_button = kept[seat, button.name.lower()]
        assert audited_button.presses == presses
        assert audited_button.bounces == evening.edges[seat, button] - 2 * presses
    assert sum(b.bounces for b in kept.values()) > 0


def test_a_switch_that_wears_out_becomes_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight days of ten presses at two seats; from the second day on one switch is worn."""
    log = DirectLog(store_path(tmp_path))
    evening = Evening(log, monkeypatch)
    assert evening.sim.usage is not None
    for day in range(8):
        for _ in range(10):
            evening.press(1, Button.LEFT)
            evening.press(3, Button.LEFT)
        evening.sim.usage.tell()
        evening.today += timedelta(days=1)
        if day == 0:
            worn = evening.sim.board.line(3, Button.LEFT)
            evening.sim.board.faults.begin(SimFault.WORN, evening.clock.now_ns(), worn)
    evening.close(log)
    found = audit(read_evidence(ServiceStore(store_path(tmp_path))))
    monkeypatch.setattr("console.service.hints.LEAST_PRESSES", 10)
    (hint,) = hints(found)
    assert (hint.kind, hint.seat, hint.button) == ("bounces", 3, "left")


def test_the_last_edge_has_its_date_and_a_held_button_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = DirectLog(store_path(tmp_path))
    evening = Evening(log, monkeypatch)
    evening.sim.board.button_down(2, Button.RIGHT, evening.clock.now_ns())
    evening.run(90 * S)
    assert evening.sim.usage is not None
    held = [b for b in evening.sim.usage.live() if b.down]
    assert [(b.seat, b.button) for b in held] == [(2, Button.RIGHT)]
    evening.close(log)
    button = audited(store_path(tmp_path))[2, "right"]
    assert button.last_edge is not None
    ago = NOW - datetime.fromisoformat(button.last_edge)
    assert 88 <= ago.total_seconds() <= 92
    assert button.presses == 1


def test_presses_belong_to_the_match_in_which_they_fell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the writer's own thread: the press that starts a match lies before it."""
    path = store_path(tmp_path)
    log = MatchWriter(path)
    evening = Evening(log, monkeypatch, people="empty,level_1,empty,empty")
    table = evening.sim.table
    table.settings = table.settings.next_value("game")
    start = table.lobby.start.with_settings(table.settings)
    table.lobby.start = start
    evening.press(0)  # sit down
    evening.press(0)  # start
    evening.run(2 * S)
    evening.sim.board.press(0, Button.BACK, evening.clock.now_ns(), 1 * S)
    evening.run(2 * S)
    for _ in range(2):  # round to the last row, leave; and yes
        evening.press(0, Button.LEFT)
        evening.press(0)
    evening.close(log)
    found = audit(read_evidence(ServiceStore(path)))
    assert (found.plays, found.abandoned) == (1, 1)
    (game,) = [g for g in found.games if g.plays]
    assert (game.left_early, game.minutes) == (1, 0.1)
    kept = audited(path)
    assert kept[0, "ok"].presses == 4
    assert kept[0, "left"].unseen_games == 0
    assert kept[0, "right"].unseen_games == 1  # needed at a board game, never seen
    assert len(Store(path).matches()) == 1


def test_a_long_evening_is_told_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut after five minutes without a match loses no press before them."""
    path = store_path(tmp_path)
    log = DirectLog(path)
    evening = Evening(log, monkeypatch)
    evening.press(3, Button.LEFT)
    evening.run(TELL_NS)
    assert log.flush()
    assert audited(path)[3, "left"].presses == 1
    evening.close(log)


def test_nothing_is_counted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store_path(tmp_path)
    log = DirectLog(path)
    evening = Evening(log, monkeypatch)
    evening.press(3, Button.LEFT)
    assert evening.sim.usage is not None
    for _ in range(3):
        evening.sim.usage.tell()
    evening.close(log)
    assert audited(path)[3, "left"].presses == 1
