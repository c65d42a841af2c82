"""A match in virtual time: the whole electrical chain, as fast as it will go."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace

import msgspec

from console.duel.doubt import RefereeConfig
from console.store.log import MatchLog
from console.table.outputs import (
    CardShown,
    ContactSeen,
    MatchBegun,
    MatchEnded,
    Output,
    SeatTrouble,
    VerdictReached,
)
from console.wiring.build import FAST, SimTable, build
from console.wiring.gc_control import no_collection
from console.wiring.loop import Display, Sink, VirtualDisplay
from console.wiring.setup import Setup
from drivers.clock import VirtualClock
from drivers.errors import ConfigError
from drivers.times import MINUTE, SECOND

START_NS = SECOND
PRINTED = (MatchBegun, CardShown, ContactSeen, VerdictReached, SeatTrouble, MatchEnded)
QUIET_NS = 3 * SECOND  # nobody is near the pad: of what comes next the board knows when
UNBROKEN = replace(FAST, silent_ns=2 * QUIET_NS)  # no source of a whole board is ever lost
LONGEST_NS = 6 * 60 * MINUTE  # a match that nobody can end is a bug, not a wait


@dataclass(frozen=True, slots=True)
class HeadlessMatch:
    """A match that was played: its result, its simulated length and what that took."""

    result: MatchEnded
    sim_ns: int
    wall_ns: int

    @property
    def ratio(self) -> float:
        """How many times faster than real time."""
        return self.sim_ns / self.wall_ns


def print_json(output: Output) -> None:
    """A sink: one JSON object a line on standard output."""
    if isinstance(output, PRINTED):
        sys.stdout.buffer.write(msgspec.json.encode(output.to_json()) + b"\n")


def play_match(
    setup: Setup, log: MatchLog | None, sinks: tuple[Sink, ...] = (), display: Display | None = None
) -> tuple[HeadlessMatch, SimTable]:
    """Play one match between simulated people to its end.

    Raises ConfigError for a match that does not end within six simulated hours.
    """
    ended: list[MatchEnded] = []

    def keep_result(output: Output) -> None:
        if isinstance(output, MatchEnded):
            ended.append(output)

    clock = VirtualClock(START_NS)
    sim = build(
        setup, clock, display or VirtualDisplay(), log, (*sinks, keep_result), waking=UNBROKEN
    )
    begun = time.perf_counter_ns()
    sim.table.begin(clock.now_ns())
    loop = sim.loop
    # Of hands that come and leave the board knows when; then the pad has to settle.
    settles_ns = RefereeConfig().settle_ns + sim.board.info.worst_delay_ns
    with no_collection():
        while not ended:
            loop.turn()
            loop.wait(QUIET_NS if sim.table.quiet else settles_ns)
            if clock.now_ns() > LONGEST_NS:
                raise ConfigError("the match did not end in six simulated hours: change --seed")
    took = time.perf_counter_ns() - begun
    return HeadlessMatch(ended[0], clock.now_ns() - START_NS, took), sim
