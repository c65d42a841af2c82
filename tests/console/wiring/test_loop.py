"""The loop's waiting: in virtual time nothing is looked at before it could be seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from console.table.chaos.view import PlayView
from console.table.outputs import CardShown, Output
from console.table.playing import PAUSE_HOLD_MS, Playing
from console.table.table import Table
from console.table.view import View
from console.wiring.build import FAST, LIVE, Waking, build
from console.wiring.headless import play_match
from console.wiring.loop import FRAME_NS, Agents, VirtualDisplay
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS

SILENT_NS = 250_000_000


def _looks(waking: Waking) -> npt.NDArray[np.int64]:
    """When the table looks at its wires, in nanoseconds."""
    setup = make_setup(PlayOptions(players=3, seed=4), all_simulated=True)
    clock = VirtualClock(60 * FRAME_NS)
    sim = build(setup, clock, VirtualDisplay(), None, waking=waking)
    sim.table.begin(clock.now_ns())
    looks = []
    for _ in range(400):
        sim.loop.turn()
        sim.loop.wait()
        looks.append(clock.now_ns())
    return np.array(looks)


def test_fast_looks_come_with_the_frames_and_live_ones_with_the_news() -> None:
    assert (_looks(FAST) % FRAME_NS == 0).all()
    assert (_looks(LIVE) % FRAME_NS != 0).mean() > 0.3


def test_looking_by_the_frame_takes_a_fraction_of_the_looks() -> None:
    fast, live = np.diff(_looks(FAST)).mean(), np.diff(_looks(LIVE)).mean()
    assert fast > 2 * live


def test_no_source_counts_as_lost_for_want_of_a_look() -> None:
    for waking in (FAST, LIVE):
        assert np.diff(_looks(waking)).max() < SILENT_NS


class WatchedPeople:
    """Agents of whom it is known when they had something to do."""

    def __init__(self, agents: Agents) -> None:
        self._agents = agents
        self.moves: list[int] = []

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        self._agents.see(table, view, shown_ns)

    def act(self, now_ns: int) -> None:
        due_ns = self.next_act_ns()
        if due_ns is not None and due_ns <= now_ns:
            self.moves.append(now_ns)
        self._agents.act(now_ns)

    def next_act_ns(self) -> int | None:
        return self._agents.next_act_ns()


@pytest.mark.parametrize(("waking", "alone"), [(FAST, True), (LIVE, False)])
def test_in_virtual_time_people_move_without_a_look_while_nothing_else_is_due(
    waking: Waking, alone: bool
) -> None:
    setup = make_setup(PlayOptions(players=3, seed=4), all_simulated=True)
    clock = VirtualClock(60 * FRAME_NS)
    sim = build(setup, clock, VirtualDisplay(), None, waking=waking)
    assert sim.loop.agents is not None
    sim.loop.agents = people = WatchedPeople(sim.loop.agents)
    sim.table.begin(clock.now_ns())
    looks = set()
    for _ in range(400):
        looks.add(clock.now_ns())
        sim.loop.turn()
        sim.loop.wait()
    assert people.moves
    assert bool(set(people.moves) - looks) == alone


class StalledDisplay(VirtualDisplay):
    """A flip of it is long in coming once, as soon as it is to be."""

    def __init__(self, clock: VirtualClock, stalls: Callable[[], bool]) -> None:
        super().__init__()
        self._clock, self._stalls, self.stalled = clock, stalls, False

    def flip(self, now_ns: int) -> int:
        if not self.stalled and self._stalls():
            self.stalled = True
            self._clock.sleep_until(now_ns + 2 * PAUSE_HOLD_MS * MS)
        return self._clock.now_ns()


def test_a_button_is_not_held_while_nobody_looks_at_it() -> None:
    """A busy machine shows a frame late: meanwhile who has tapped ✕ has let it go."""

    def is_down() -> bool:
        scene = sim.table.scene
        return isinstance(scene, Playing) and bool(scene._back_since)

    setup = make_setup(PlayOptions(players=3, people="person,person,person"), all_simulated=False)
    clock = VirtualClock(60 * FRAME_NS)
    display = StalledDisplay(clock, is_down)
    sim = build(setup, clock, display, None, waking=LIVE)
    sim.loop.always_draw = True
    sim.table.begin(clock.now_ns())
    sim.board.press(0, Button.BACK, clock.now_ns() + MS, 80 * MS)
    while not display.stalled or is_down():
        sim.loop.turn()
        sim.loop.wait()
    view = sim.table.view()
    assert isinstance(view, PlayView)
    assert view.pause is None


def test_a_table_is_looked_at_again_at_the_same_moment_only_once_a_card_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks: list[int] = []
    made: list[int] = []

    def counted(table: Table, now_ns: int, tick: Callable[[Table, int], None] = Table.tick) -> None:
        ticks.append(now_ns)
        tick(table, now_ns)

    def is_made(output: Output) -> None:
        if isinstance(output, CardShown):
            made.append(output.t_ns)

    monkeypatch.setattr(Table, "tick", counted)
    setup = make_setup(PlayOptions(players=3, seed=4), all_simulated=True)
    play_match(setup, None, (is_made,))
    twice = [t_ns for t_ns, next_ns in pairwise(ticks) if t_ns == next_ns]
    assert len(made) > 20
    assert set(twice) == set(made)
