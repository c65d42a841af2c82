"""What a hand that lies on a petal does to its seat's lamp."""

from __future__ import annotations

from console.table.hardware import LEANS_NEWLY_NS
from console.table.table import BLINK_NS
from drivers.events import Fault, SeatFault
from drivers.times import MS
from tests.console.table.sitting import Sitting


def test_a_lamp_blinks_for_a_hand_and_says_whose_turn_it_is_again_though_a_cup_stays() -> (
    None
):
    sitting = Sitting.of(3)
    sitting.run(4_000)
    turn = sitting.match.seating.seats[sitting.state.to_move or 0]
    assert sitting.table.lamps()[turn] == 1.0
    sitting.table.handle(SeatFault(turn, Fault.LEANING, True, sitting.now_ns))
    seen = set()
    for _ in range(8):
        sitting.run(BLINK_NS // MS)
        seen.add(sitting.table.lamps()[turn])
    assert len(seen) == 2
    sitting.run(LEANS_NEWLY_NS // MS)
    seen = set()
    for _ in range(8):
        sitting.run(BLINK_NS // MS)
        seen.add(sitting.table.lamps()[turn])
    assert seen == {1.0}
    assert sitting.table.hardware.shown_faults[turn] is Fault.LEANING
