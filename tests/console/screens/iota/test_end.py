"""Why a match of IOTA is over, and that it will be (I11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.i18n import Words
from console.table.iota.view import IotaEnd
from tests.console.screens.iota.samples import board_view, choose, example, grown
from tests.console.screens.iota.test_screen import SCREEN, drawn, texts


@pytest.mark.parametrize("scores", [(40, 41), (40, 40)])
def test_why_it_is_over_is_told_beside_a_hand_as_well(scores: tuple[int, int]) -> None:
    """I11: with cards left to draw nobody would guess it; the winner's sign has no room there."""
    winners = tuple(player for player in (0, 1) if scores[player] == max(scores))
    end = IotaEnd(winners, emptied=False, scoring=True, counts=scores)
    state = replace(grown(20, 3, 2), to_move=None, scores=scores)
    pen = drawn(board_view(state, None, 4, (0, 2), news=end), language="ru")
    told = " ".join(texts(pen))
    assert told.count("Все спасовали") == 2
    assert told.count(f"{max(scores)} очк") == 2


def test_a_pass_that_ends_the_match_is_told_before() -> None:
    state = replace(example(3), passes=5)
    passing = choose(state).move(-1)
    for chooser in (passing, passing.pick()):
        view = board_view(state, chooser, 4, (0, 2))
        assert SCREEN.task(Words("en"), view) == "A pass ends the match"
    earlier = replace(state, passes=4)
    view = board_view(earlier, choose(earlier).move(-1), 4, (0, 2))
    assert SCREEN.task(Words("en"), view) == "Pass, or exchange cards"
