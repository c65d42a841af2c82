"""Hands that come one after another, as ``khvatka hw check --touch`` asks for them: what they show
of a petal that is not in order, within ten touches (`drivers/PROOF.md`)."""

from __future__ import annotations

from random import Random

import pytest

from console.hardware.touch_findings import TOUCHES
from console.trials.fairness.tables import TABLES
from console.wiring.build import weigh
from drivers.events import OF_HANDS, Gesture, SeatFault
from drivers.inputs import Inputs
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch

SEATS = (3, 4, 5, 6, 6, 8)
TURN_NS = 900 * MS
WORN_IN = 3  # touches of every seat while all was sound
KINDS = ("swapped", "saturated", "uneven", "typical", "worst", "badly-weighed")


def touched_in_turn(kind: str, number: int) -> tuple[set[int], set[int]]:
    """The seats of one table that are broken, and those that ten touches of each have shown."""
    rng = Random(f"in turn:{kind}:{number}")
    seats = SEATS[number % len(SEATS)]
    making = TABLES[kind].making
    board = SimBoard("mk2", seats, rng.getrandbits(31), idle_ns=100 * MS, making=making)
    board.open()
    inputs, now_ns = Inputs(board.info, weigh(board)), 1_000 * MS
    told: set[int] = set()

    def live(so_long_ns: int) -> None:
        nonlocal now_ns
        for _ in range(so_long_ns // (100 * MS)):
            now_ns += 100 * MS
            for event in inputs.feed(board.read(now_ns), now_ns):
                if isinstance(event, SeatFault) and event.active and event.fault not in OF_HANDS:
                    told.add(event.seat)

    def touch_in_turn(times: int) -> None:
        for turn in range(times):
            for seat in range(seats):
                gesture, peak_n = (Gesture.PALM, Gesture.GRAB)[turn % 2], rng.uniform(5.0, 30.0)
                at_ns, rise_ms = now_ns + 200 * MS, rng.uniform(5.0, 20.0)
                board.touch(
                    Touch(seat=seat, gesture=gesture, t_ns=at_ns, peak_n=peak_n, rise_ms=rise_ms)
                )
                live(TURN_NS)

    live(2_500 * MS)
    touch_in_turn(WORN_IN)
    broken = TABLES[kind].breaks(rng, seats)
    for one in broken:
        board.faults.begin(one.fault, now_ns + 100 * MS, one.at, one.level)
    touch_in_turn(TOUCHES)
    return {one.seat for one in broken}, told


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        *((kind, (0, 2)[place % 2]) for place, kind in enumerate(KINDS)),
        *(("uneven", 5), ("worst", 5)),
    ],
)  # with 3 or 5 seats, and with 8 what is hardest to see and what shows the most in vain
def test_what_is_broken_is_told_and_nothing_else(kind: str, number: int) -> None:
    broken, told = touched_in_turn(kind, number)
    assert told == broken


@pytest.mark.complete
@pytest.mark.parametrize("kind", KINDS)
def test_of_a_hundred_tables_nearly_all_are_told_and_none_in_vain(kind: str) -> None:
    """How a petal 30 % off couples was weighed 20 % off itself: that may hide it."""
    tables = [touched_in_turn(kind, number) for number in range(6, 106)]
    assert not any(told - broken for broken, told in tables)
    untold = sum(told != broken for broken, told in tables)
    assert untold <= 10 * (kind == "uneven"), untold
