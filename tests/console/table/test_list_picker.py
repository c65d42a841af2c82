"""A game that brings no move picker is played from a list; what it does not count is not told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.registry import ENTRIES
from console.i18n import Words
from console.table.view import EndView, Who
from console.wiring.results import result_text
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting
from tests.console.table.toy import TOY, Toy


class Listed(Toy):
    """Without points; parts are kept by the game's id."""

    id = "listed"


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> str:
    """Its id; it brings no move picker."""
    rules = f"{__name__}:Listed"
    entry = replace(TOY, id="listed", name="Listed", rules=rules, move_picker=None)
    monkeypatch.setitem(ENTRIES, entry.id, entry)
    return entry.id


def test_a_game_without_points_counts_nothing(listed: str) -> None:
    sitting = BoardSitting.of(listed)
    assert {seat.score for seat in sitting.view.seats if seat.who is Who.PERSON} == {None}
    while sitting.match.mover is not None:
        sitting.press(sitting.mover, Button.OK)
    result = sitting.match.result(sitting.now_ns)
    assert set(result.to_json()) == {"event", "t_ns", "winners", "abandoned"}
    assert result_text(Words("en"), result, (0, 1)).count("\n") == 0
    sitting.run(10_000)
    end = sitting.table.view()
    assert isinstance(end, EndView)
    assert end.columns == ()
    assert {row.numbers for row in end.ranking} == {()}
