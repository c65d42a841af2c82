"""The result of a match, as it is told in a terminal."""

from __future__ import annotations

from console.i18n import Words
from console.table.outputs import MatchEnded
from console.table.record_values import ResultColumn
from console.wiring.results import result_text


def test_whoever_came_first_stands_first() -> None:
    ended = MatchEnded(t_ns=0, winners=(2,), counts=(31, 28, 40), column=ResultColumn.POINTS)
    assert "Seat 5: 40, Seat 1: 31, Seat 3: 28" in result_text(Words("en"), ended, (0, 2, 4))
