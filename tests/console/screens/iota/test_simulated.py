"""A simulated person at IOTA has buttons, and reads nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.table.view import Who
from tests.console.screens.iota.samples import board_view, choose, example
from tests.console.screens.iota.test_screen import drawn, marks_on


@pytest.mark.parametrize("taken", [(0, 2), (2, 0)])
def test_no_plate_looks_in_from_beyond_the_edge(taken: tuple[int, int]) -> None:
    """What that one picks is explained to nobody."""
    view = board_view(example(3), choose(example(3)), 4, taken)
    assert marks_on(drawn(view))["iota plate"] == 1
    seats = tuple(replace(s, who=Who.ADULT) if s.turn else s for s in view.seats)
    assert marks_on(drawn(replace(view, seats=seats)))["iota plate"] == 0
