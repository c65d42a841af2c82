"""A device that floods, freezes or sends nonsense: the seat is disabled and shown, play goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from console.table.chaos.view import PlayView
from console.table.outputs import CardShown, ContactSeen, MatchEnded, Output, SeatTrouble
from console.table.view import TableTrouble, TroubleKind, View
from console.wiring.build import SimTable, build
from console.wiring.headless import START_NS
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button, Fault
from drivers.times import MS
from host_sim.faults import SimFault


@dataclass
class Watched:
    """A match between simulated people, and all that was seen and told of it."""

    sim: SimTable
    clock: VirtualClock
    outputs: list[Output]
    views: list[View] = field(default_factory=list)

    def run(self, ms: int, done: Callable[[], bool] = lambda: False) -> None:
        """So long, or until it is ``done``."""
        until_ns = self.clock.now_ns() + ms * MS
        while self.clock.now_ns() < until_ns and not done():
            self.sim.loop.turn()
            self.sim.loop.wait()

    def cards(self) -> int:
        return sum(isinstance(o, CardShown) for o in self.outputs)

    def troubles(self) -> set[TableTrouble]:
        return {v.trouble for v in self.views if isinstance(v, PlayView) and v.trouble}

    def faults(self) -> list[SeatTrouble]:
        return [o for o in self.outputs if isinstance(o, SeatTrouble)]


def match() -> Watched:
    setup = make_setup(PlayOptions(players=4, seed=3), all_simulated=True)
    clock = VirtualClock(START_NS)
    outputs: list[Output] = []
    views: list[View] = []
    display = VirtualDisplay(lambda view, _: views.append(view))
    sim = build(setup, clock, display, None, (outputs.append,))
    sim.table.begin(clock.now_ns())
    watched = Watched(sim, clock, outputs, views)
    watched.run(3_000)
    return watched


def test_a_button_that_floods_disables_its_seat_and_the_match_goes_on() -> None:
    watched = match()
    board = watched.sim.board
    board.faults.begin(SimFault.FLOOD, watched.clock.now_ns(), board.line(2, Button.OK))
    watched.run(1_500)
    view = watched.views[-1]
    assert isinstance(view, PlayView)
    assert view.seats[2].fault is Fault.CHATTER
    before = watched.cards()

    def all_have_flipped() -> bool:  # the table flips for seat 2
        after = [o for o in watched.outputs if isinstance(o, CardShown)][before:]
        return {c.seat for c in after} >= {0, 1, 2, 3}

    watched.run(15_000, all_have_flipped)
    assert all_have_flipped()


def test_a_seat_is_trusted_again_when_its_button_is_mended() -> None:
    watched = match()
    board = watched.sim.board
    board.faults.begin(SimFault.FLOOD, watched.clock.now_ns(), board.line(2, Button.OK))
    watched.run(1_500)
    board.faults.end(SimFault.FLOOD, watched.clock.now_ns(), board.line(2, Button.OK))
    watched.run(4_000)
    assert [(f.seat, f.active) for f in watched.faults()] == [(2, True), (2, False)]
    assert watched.sim.table.hardware.faults == {}


@pytest.mark.parametrize("fault", [SimFault.SHORTED, SimFault.NOISY])
def test_a_broken_force_channel_disables_its_seat_only(fault: SimFault) -> None:
    watched = match()
    channel = next(
        i for i, c in enumerate(watched.sim.board.info.channels) if (c.seat, c.part) == (1, "top")
    )
    watched.sim.board.faults.begin(fault, watched.clock.now_ns(), channel)
    watched.run(12_000)
    assert {f.seat for f in watched.faults()} == {1}
    before = watched.cards()
    watched.run(20_000, lambda: watched.cards() > before)
    assert watched.cards() > before or watched.sim.table.ended


def test_a_dead_channel_never_invents_a_contact() -> None:
    watched = match()
    for channel in range(2):
        watched.sim.board.faults.begin(SimFault.DEAD, watched.clock.now_ns(), channel)
    told = len(watched.outputs)
    watched.run(20_000)
    contacts = [o for o in watched.outputs[told:] if isinstance(o, ContactSeen)]
    assert all(c.contact.seat != 0 for c in contacts)


@pytest.mark.parametrize("fault", [SimFault.FROZEN_PAD, SimFault.FROZEN_BUTTONS])
def test_a_frozen_source_stops_the_cards_says_so_and_play_resumes(fault: SimFault) -> None:
    watched = match()
    watched.sim.board.faults.begin(fault, watched.clock.now_ns())
    watched.run(1_000)
    source = "pad" if fault is SimFault.FROZEN_PAD else "buttons"
    assert watched.troubles() == {TableTrouble(TroubleKind.SILENT, source)}
    before = watched.cards()
    watched.run(5_000)
    assert watched.cards() == before
    watched.sim.board.faults.end(fault, watched.clock.now_ns())
    watched.run(15_000, lambda: watched.cards() > before)
    view = watched.views[-1]
    assert not isinstance(view, PlayView) or view.trouble is None
    assert watched.cards() > before


@pytest.mark.parametrize("fault", [SimFault.NONSENSE_CODES, SimFault.NONSENSE_TIMES])
def test_nonsense_is_survived_and_the_match_ends(fault: SimFault) -> None:
    watched = match()
    watched.sim.board.faults.begin(fault, watched.clock.now_ns())
    watched.run(4_000)
    watched.sim.board.faults.end(fault, watched.clock.now_ns())
    watched.run(200_000)
    assert any(isinstance(o, MatchEnded) for o in watched.outputs)
    assert watched.sim.table.hardware.faults == {}
