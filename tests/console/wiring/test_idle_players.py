"""Somebody leaves the simulated table and comes back: by seat buttons alone, kept in the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from console.cli.retelling import replay_lines
from console.games.chaos import play
from console.games.chaos.actions import parse_action
from console.games.registry import GAMES
from console.i18n import Words
from console.people.figures import FinishedMatch, feats
from console.store.log import DirectLog
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.records import StoredMatch
from console.store.replay import redecide
from console.table.autopilot_log import AUTOPILOT, by_autopilot, standing
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView
from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import PlayView
from console.table.settings import Settings
from console.table.view import IdleStage, View
from console.trials.scenario.dispute import duel_file
from console.trials.scenario.record import scenario_of
from console.wiring.build import FAST, SimTable, build
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.photos import album
from console.wiring.matches.replay import steps
from console.wiring.matches.stored import offer
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS, SECOND


class Evening:
    """A simulated table in virtual time; what ``person`` presses is asked for every half second."""

    def __init__(self, path: Path, **options: object) -> None:
        asked = PlayOptions(seed=5, **options)  # type: ignore[arg-type] # what a test asks for
        setup = make_setup(asked, all_simulated=False)
        self.clock = VirtualClock(SECOND)
        self.log = DirectLog(path)
        self.sim: SimTable = build(setup, self.clock, VirtualDisplay(), self.log, waking=FAST)
        self.person: Callable[[], int | None] = lambda: None
        self.sim.table.begin(self.clock.now_ns())

    def press(self, seat: int, button: Button = Button.OK) -> None:
        self.sim.board.press(seat, button, self.clock.now_ns(), 80 * MS)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass."""
        end_ns = self.clock.now_ns() + round(seconds * SECOND)
        due_ns = self.clock.now_ns()
        while self.clock.now_ns() < end_ns and not until():
            if self.clock.now_ns() >= due_ns:
                due_ns += SECOND // 2
                seat = self.person()
                if seat is not None:
                    self.press(seat)
            self.sim.loop.turn()
            self.sim.loop.wait()

    @property
    def stages(self) -> dict[int, IdleStage]:
        view: View = self.sim.table.view()
        assert isinstance(view, PlayView | BoardView)
        return {a.seats[0]: a.stage for a in view.idle}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "khvatka.sqlite3"


def read(path: Path) -> StoredMatch:
    return Store(path).match(1)


def entries(stored: StoredMatch) -> list[tuple[int, bool]]:
    return [
        (a.action["player"], a.action["begins"])
        for a in stored.actions
        if a.action["type"] == AUTOPILOT
    ]


def test_a_guest_leaves_chaos_and_comes_back_and_the_log_tells_it_all(path: Path) -> None:
    """Seat 0 goes away, seat 1 plays on; a simulated body is the third."""
    evening = Evening(path, people="person,person,adult", players=3)
    match = evening.sim.table.match
    assert isinstance(match, ChaosMatch)
    evening.person = lambda: 1 if match.position.state.to_move == 1 else None
    evening.run(60, until=lambda: evening.stages == {0: IdleStage.AUTOPILOT})
    evening.run(10)
    evening.press(0, Button.LEFT)
    evening.run(0.5)
    assert evening.stages == {0: IdleStage.RETURNING}
    evening.run(4)
    assert evening.stages == {}
    evening.run(1_200, until=lambda: evening.sim.table.ended)
    assert evening.sim.table.ended
    evening.log.close()

    stored = read(path)
    assert entries(stored)[:3] == [(0, True), (0, False), (0, True)]  # away again at the end
    state = play.new(3, stored.header.seed, stored.header.options)
    for action, _ in standing(a.action for a in stored.actions):
        state = play.apply(state, parse_action(action))[0]
    assert stored.result is not None
    assert list(state.winners) == stored.result["winners"]
    assert stored.result["played_for"] == [0]
    hands = [c for v in stored.verdicts for c in v.contacts]
    assert any(by_autopilot(c.peak_n) for c in hands)
    assert all(c.seat == 0 for c in hands if by_autopilot(c.peak_n))
    assert all(proof.same for proof in redecide(stored))
    made = [v for v in stored.verdicts if not v.touched]
    assert made
    assert all(not list(album(stored, v)) for v in made if not v.sudden_death)
    with pytest.raises(StoreError, match="autopilot"):
        duel_file(stored, made[0].n + 1)
    own = next(v for v in stored.verdicts if v.touched and v.action and v.action > 40)
    assert duel_file(stored, own.n + 1).verdict == own
    with pytest.raises(StoreError, match="autopilot"):
        scenario_of(stored)
    played = FinishedMatch(stored.header, stored.verdicts, stored.result)
    assert all(feat.player != 0 for feat in feats(played))
    assert not played.people_only
    shown = [step.view for step in steps(stored, Settings(photo_finish="asked"))]
    told = [a for view in shown if isinstance(view, PlayView) for a in view.idle]
    assert {a.seats for a in told} == {(0,)}


@pytest.mark.parametrize("game", ["elements", "iota", "ignis"])
def test_a_guest_leaves_a_board_game_and_comes_back(path: Path, game: str) -> None:
    """Both go; one comes back and plays on with the other's autopilot."""
    evening = Evening(path, people="person,person", players=2, settings={"match.game": game})
    match = evening.sim.table.match
    assert isinstance(match, BoardMatch)
    first, second = match.persons
    evening.run(106)
    away = next(iter(evening.stages))
    assert evening.stages == {away: IdleStage.AUTOPILOT}
    evening.run(240, until=lambda: len(evening.stages) == 2)
    other = first if away == second else second
    evening.run(20, until=lambda: IdleStage.NOBODY in evening.stages.values())
    made = len(match.history)
    assert made >= 1
    evening.run(60)
    assert len(match.history) == made
    evening.press(away)
    evening.run(1)
    assert evening.stages[away] is IdleStage.RETURNING
    evening.run(4)
    assert evening.stages == {other: IdleStage.AUTOPILOT}
    evening.run(20)
    evening.sim.table.leave(evening.clock.now_ns())
    evening.sim.loop.turn()
    evening.log.close()

    start = offer(Store(path), Settings(), 4)
    assert start is not None
    rules = GAMES[game]
    state = rules.new(2, start.seed, start.settings.options)
    for action, _ in standing(start.actions):
        state = rules.apply(state, rules.parse_action(action))[0]
    assert state == match.state
    assert start.offer.actions == len(match.history)  # who came and went is no move


def test_a_table_that_all_have_left_is_put_aside_and_offered_again(path: Path) -> None:
    evening = Evening(path, people="person,adult,adult", players=3)
    evening.run(30)
    assert evening.stages == {0: IdleStage.ASKED}
    evening.run(20)
    assert evening.stages == {0: IdleStage.NOBODY}
    evening.run(200, until=lambda: evening.sim.table.match is None)
    assert evening.sim.table.match is None
    evening.log.close()
    start = offer(Store(path), Settings(), 3)
    assert start is not None
    assert entries(read(path)) == [(0, True)]


def test_an_autopilot_is_told_of_in_the_list_of_actions(path: Path) -> None:
    evening = Evening(path, people="person,adult,adult", players=3)
    evening.run(45)
    evening.press(0)
    evening.run(4)
    evening.log.close()
    told = "\n".join(replay_lines(Words("en"), Store(path).match(1)))
    assert "Autopilot plays for Seat 1" in told
    assert "Seat 1 plays again" in told
