"""Notices and lesson steps at board games: all of them fit, and the middle stays free."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing
from console.screens.board.notices import board_message, draw_lesson
from console.screens.board.registry import SCREENS
from console.screens.layout import make_layout
from console.screens.palette import USUAL
from console.screens.stage import Pen
from console.table.board.view import BoardNote, BoardView, UndoAnswer
from console.table.games import TABLE_GAMES
from console.table.lesson import LOOK_FIRST, NOT_THIS, READ_FIRST, has_lesson, load_lesson
from console.table.outputs import AgentFailure
from console.table.view import LessonStep, Target
from tests.console.screens.board import samples

SIZE = (1280, 800)
LAYOUT = make_layout(SIZE, 8)
BY_GAME = {
    game: [
        told
        for guide in (load_lesson(GAMES[game]),)
        for i, step in enumerate(guide.steps)
        for told in (
            replace(guide, place=i).view(),
            replace(guide, place=i, made=True).view(),
            replace(guide, place=i, refused=step.wrong or NOT_THIS).view(),
            replace(guide, place=i, refused=READ_FIRST).view(),
            replace(guide, place=i, refused=LOOK_FIRST).view(),
        )
    ]
    for game in GAMES
    if has_lesson(game) and game in SCREENS and TABLE_GAMES[game].quiet
}
each_language = pytest.mark.parametrize("language", ["ru", "en"])


def facing(game: str, learner: int) -> Facing:
    """A learner against an opponent."""
    return Facing(LAYOUT, (learner, (learner + 4) % 8), frozenset({learner}))


@each_language
@pytest.mark.parametrize("learner", range(8))
@pytest.mark.parametrize("game", BY_GAME)
def test_every_step_of_every_lesson_fits_in_its_place(
    game: str, learner: int, language: str
) -> None:
    """Inside its panel and the screen, over nothing that belongs to a seat but what the game leaves
    out for it; turned to the learner."""
    art, there = Art(1.0), facing(game, learner)
    place = SCREENS[game].aside(there)
    assert place.frame.quarter == LAYOUT.frames[learner].quarter
    screen = pygame.Rect((0, 0), SIZE)
    seats = SCREENS[game].places(there)
    taken = [
        p.frame.rect(b.x, b.y, b.width, b.height)
        for p in seats.values()
        for b in (p.words, p.cards)
        if b is not None
    ]
    for step in BY_GAME[game]:
        pen = Pen(art, Words(language))
        draw_lesson(pen, step, place, learner)
        panel = pen.sprites[0].rect
        assert all(panel.contains(s.rect) for s in pen.sprites), step.text
        assert screen.contains(panel), step.text
        assert panel.collidelist(taken) < 0
    assert art.smallest_text >= 18


@pytest.mark.parametrize("learner", range(8))
def test_a_step_that_waits_may_be_touched(learner: int) -> None:
    for waits in (True, False):
        pen = Pen(Art(1.0), Words("en"))
        step = LessonStep("Welcome.", 1, 2, waits)
        place = SCREENS["ignis"].aside(facing("ignis", learner))
        draw_lesson(pen, step, place, learner)
        assert [target for _, target in pen.hot] == [Target("lesson")] * waits


def message(view: BoardView) -> BandMessage:
    found = board_message(Words("en"), USUAL, view)
    assert found is not None
    return found


def test_an_undo_is_asked_naming_who_asks_and_who_has_not_answered() -> None:
    told = message(samples.undo_asked())
    assert told.strong.startswith("Seat 7 asks")
    assert "Seat 2, Seat 5" in told.quiet


@pytest.mark.parametrize("what", [*AgentFailure, *UndoAnswer])
@pytest.mark.parametrize("level", [None, 0, 3])
def test_a_note_is_told(what: AgentFailure | UndoAnswer, level: int | None) -> None:
    assert message(replace(samples.playing(), note=BoardNote(what, 6, level))).strong


def test_a_replaced_opponent_is_told() -> None:
    told = message(samples.replaced())
    assert "Seat 4" in told.strong
    assert told.quiet == "Level 2 plays on"
