"""``khvatka play`` at a real table whose pad does not answer: built so far as its buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.i18n import Words
from console.screens.lobby.words import lack_words
from console.table.lobby.view import StartView
from console.table.view import Unready
from drivers.boards.composite import CompositeBoard
from drivers.controller.controller import PadController, PadMissing
from drivers.controller.usual import usual_pad
from drivers.errors import BoardError
from drivers.events import Button
from tests.console.wiring import test_real
from tests.console.wiring.test_real import SEATS, Evening, run

pytestmark = pytest.mark.slow
evening = test_real.evening


def test_play_without_a_pad_offers_the_board_games_and_says_why_chaos_waits(
    evening: Evening, tmp_path: Path
) -> None:
    """Chaos does not start, with the reason; another game of the shelf does, by buttons alone."""
    told: list[BoardError] = []
    waited = PadMissing(usual_pad(SEATS), told.append)
    pad = PadController("sim://nowhere", evening.clock.now_ns, missing=waited)
    to_iota = (Button.LEFT, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.OK, Button.OK)
    for i, button in enumerate(to_iota):
        evening.press(3_000 + 400 * i, 0, button)
    run(evening, tmp_path, lambda _: CompositeBoard("club", SEATS, [evening.board.header, pad]))
    assert "nowhere" in str(told[0])
    starts = [view for view in evening.views if isinstance(view, StartView)]
    waits = [view for view in starts if view.menu.problem is Unready.PAD]
    assert waits, "it was chaos that they wanted"
    assert lack_words(Words("ru"), waits[-1]) == "ждёт хватку"
    assert {s.game for s in waits[-1].shelf if s.fits} == {"iota"}, "the others are for two"
    assert not isinstance(evening.views[-1], StartView), "it is played"
