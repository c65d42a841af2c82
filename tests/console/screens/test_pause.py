"""The pause menu: what lies in its place hides while it is open."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pytest

from console.i18n import Words
from console.screens.board.facing import BAND, EDGE
from console.screens.layout import NOTICE_HEIGHT
from console.screens.look import Look
from console.screens.menu_texts import pause_help
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.table.board.view import BoardView
from console.table.chaos.view import DeathPhase, PlayView
from console.table.outputs import Cue
from console.table.view import (
    IdlePlayer,
    IdleStage,
    MenuLine,
    MenuRow,
    TableTrouble,
    TroubleKind,
)
from tests.console.screens import samples
from tests.console.screens.board.samples import opened, replaced, undo_asked
from tests.console.screens.legible import Fitting

ALONE = (IdlePlayer((0,), IdleStage.NOBODY, 120),)
TOLD: tuple[PlayView | BoardView, ...] = (
    samples.false_grab(),
    samples.choosing(),
    samples.special(),
    samples.everybody(),
    samples.death(DeathPhase.LIGHT),
    samples.play(8, trouble=TableTrouble(TroubleKind.PAD_DOWN)),
    samples.play(8, voided=(6,)),
    samples.play(8, idle=ALONE),
    undo_asked(),
    replaced(),
)


def plates(view: PlayView | BoardView) -> set[float]:
    """The heights of the plates that are laid down."""
    screen = Screen((1280, 800), 8, Look(Words("en")))
    pen = screen.pen()
    deque(screen.compose(pen, view, Moment()), maxlen=0)
    return {key[2] for key in map(_plain, pen.sprites) if key[0] == "plate"}


def _plain(sprite: Any) -> Any:
    key = sprite.picture.key
    while key[0] == "turned":
        key = key[1]
    return key


@pytest.mark.parametrize("view", TOLD)
@pytest.mark.parametrize("seat", [0, 3])
def test_no_notice_sticks_out_from_under_the_menu(view: PlayView | BoardView, seat: int) -> None:
    height = NOTICE_HEIGHT if isinstance(view, PlayView) else BAND - EDGE
    assert height in plates(view)
    assert height not in plates(replace(view, pause=samples.pause_menu(seat)))


@pytest.mark.parametrize("view", [samples.play(8), opened()])
def test_no_caption_lies_over_the_menu(view: PlayView | BoardView) -> None:
    paused = replace(view, pause=samples.pause_menu(0))
    told = Cue.FALSE_GRAB.value
    assert plates(replace(view, caption=told)) != plates(view)
    assert plates(replace(paused, caption=told)) == plates(paused)


@pytest.mark.parametrize(
    ("level", "title"),
    [(None, {"Пауза"}), (MenuLine.COMFORT, set()), (MenuLine.LEAVE, {"Закончить?"})],
)
def test_the_question_before_the_end_is_no_pause(level: MenuLine | None, title: set[str]) -> None:
    view = samples.play(8, pause=samples.pause_menu(0, level))
    texts = Fitting(Screen((1280, 800), 8, Look(Words("ru"))), view).texts()
    assert {"Пауза", "Закончить?"} & texts == title


@pytest.mark.parametrize("seat", [0, 3])
@pytest.mark.parametrize("size", [(1280, 800), (1280, 720)])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_a_line_does_or_why_it_cannot_be_chosen_stands_beside_it(
    language: str, size: tuple[int, int], seat: int
) -> None:
    words, menu = Words(language), samples.pause_menu(seat)
    lines = (MenuLine.UNDO, MenuLine.HINT, MenuLine.GO, MenuLine.LEAVE)
    for large in (False, True):
        screen = Screen(size, 8, Look(words, large=large))
        for row in (MenuRow(line, enabled=can) for line in lines for can in (True, False)):
            shown = replace(menu, rows=(*menu.rows, row), cursor=len(menu.rows))
            for view in (samples.play(8), opened()):
                fitting = Fitting(screen, replace(view, pause=shown))
                assert fitting.faults() == []
                told = {word for text in fitting.texts() for word in text.split()}
                assert set(pause_help(words, row).split()) - {"●"} <= told
