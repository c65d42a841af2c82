"""What the drivers told of the seats, as it is shown, and as their lamps say it."""

from __future__ import annotations

import pytest

from console.table.hardware import BLINK_NS, LEANS_NEWLY_NS, HardwareNews
from drivers.events import Fault, SeatFault
from drivers.times import MS
from tests.console.table.sitting import Sitting


@pytest.mark.parametrize(
    "other", [Fault.LEANING, Fault.SATURATED, Fault.UNEVEN, Fault.NOISY_CHANNEL]
)
def test_a_neighbours_hand_hides_no_other_fault(other: Fault) -> None:
    news = HardwareNews()
    news.take(SeatFault(1, Fault.NEIGHBOUR, True, 0))
    assert news.shown_faults == {1: Fault.NEIGHBOUR}
    news.take(SeatFault(1, other, True, 1))
    assert news.shown_faults == {1: other}
    news.take(SeatFault(1, other, False, 2))
    assert news.shown_faults == {1: Fault.NEIGHBOUR}


def lit(sitting: Sitting, seat: int) -> set[float]:
    """How bright a seat's lamp is in the course of a second."""
    seen = set()
    for _ in range(8):
        sitting.run(BLINK_NS // MS)
        seen.add(sitting.table.lamps()[seat])
    return seen


def test_a_lamp_blinks_for_a_hand_and_says_whose_turn_it_is_though_a_cup_stays() -> None:
    sitting = Sitting.of(3)
    sitting.run(4_000)
    turn = sitting.match.seating.seats[sitting.state.to_move or 0]
    assert lit(sitting, turn) == {1.0}
    sitting.table.handle(SeatFault(turn, Fault.LEANING, True, sitting.now_ns))
    assert len(lit(sitting, turn)) == 2
    sitting.run(LEANS_NEWLY_NS // MS)
    assert lit(sitting, turn) == {1.0}
    assert sitting.table.hardware.shown_faults[turn] is Fault.LEANING


@pytest.mark.parametrize("told_after_ms", range(0, 250, 25))
def test_a_lamp_shows_at_once_that_a_hand_is_told_whenever_that_is(told_after_ms: int) -> None:
    sitting = Sitting.of(3)
    sitting.run(4_000 + told_after_ms)
    before = sitting.table.lamps()
    sitting.run(1)
    for seat in range(3):
        sitting.table.handle(SeatFault(seat, Fault.LEANING, True, sitting.now_ns))
    assert {lamp > 0.0 for lamp in before} == {True}
    assert sitting.table.lamps() == (0.0, 0.0, 0.0)
    due_ns = sitting.table.next_due_ns()
    assert due_ns is not None
    assert due_ns <= sitting.now_ns + BLINK_NS
    sitting.run(BLINK_NS // MS)
    assert sitting.table.lamps() == (1.0, 1.0, 1.0)
    sitting.table.view()
    sitting.table.tick(sitting.now_ns + BLINK_NS)
    assert sitting.table.changed, "lamps go with frames"
