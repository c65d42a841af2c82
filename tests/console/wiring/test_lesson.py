"""The guided first game of «Хаос» through the wires: real presses, touches felt by the pad."""

from __future__ import annotations

from pathlib import Path

from console.store.log import DirectLog
from console.store.reader import Store
from console.table.chaos.lesson import ChaosLesson
from console.table.chaos.view import PlayView
from console.wiring.build import FAST, SimTable, build
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS, SECOND

LEARNER = 0


class Lesson:
    """Somebody at seat 0 of a simulated table who does what is told, as a guest would."""

    def __init__(self, path: Path, people: str) -> None:
        setup = make_setup(PlayOptions(seed=5, seats=4, people=people), all_simulated=False)
        self.clock = VirtualClock(SECOND)
        self.log = DirectLog(path)
        self.sim: SimTable = build(setup, self.clock, VirtualDisplay(), self.log, waking=FAST)
        self.sim.table.teach(LEARNER, self.clock.now_ns())

    def run(self, ms: float) -> None:
        end_ns = self.clock.now_ns() + round(ms * MS)
        while self.clock.now_ns() < end_ns:
            self.sim.loop.turn()
            self.sim.loop.wait()

    def press(self) -> None:
        self.sim.board.press(LEARNER, Button.OK, self.clock.now_ns(), 80 * MS)
        self.run(200)

    def follow(self) -> None:
        """One thing that the step asks for, or half a second of looking on."""
        view = self.sim.table.view()
        told = view.lesson if isinstance(view, PlayView) else None
        if told is None:
            self.run(500)
        elif told.gesture is not None:
            self.run(700)
            self.sim.board.touch_begin(LEARNER, told.gesture, self.clock.now_ns())
            self.run(400)
            self.sim.board.touch_end(LEARNER, self.clock.now_ns())
            self.run(800)
        elif told.flips or told.step.waits:
            self.run(1_500)
            self.press()
        else:
            self.run(500)


def test_a_guest_who_does_what_is_told_wins_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "khvatka.sqlite3"
    lesson = Lesson(path, "person,person,empty,empty")
    match = lesson.sim.table.match
    assert isinstance(match, ChaosLesson)
    began_ns = lesson.clock.now_ns()
    while not lesson.sim.table.ended and lesson.clock.now_ns() < began_ns + 120 * SECOND:
        lesson.follow()
    assert lesson.sim.table.ended
    assert match.position.state.winners == (0,)
    assert match.races.tally.duels_won == [1, 0, 0]
    assert lesson.clock.now_ns() - began_ns < 75 * SECOND
    lesson.log.close()
    assert not Store(path).matches()


def test_simulated_people_of_the_table_look_on(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path / "khvatka.sqlite3", "person,adult,expert,empty")
    lesson.run(20_000)
    match = lesson.sim.table.match
    assert isinstance(match, ChaosLesson)
    assert not any(match.position.state.piles)
