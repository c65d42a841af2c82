"""What the drivers told of the seats, as it is shown."""

from __future__ import annotations

import pytest

from console.table.hardware import HardwareNews
from drivers.events import Fault, SeatFault


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
