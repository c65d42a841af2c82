"""Notices and lesson steps at board games: all of them fit, and the middle stays free."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.facing import Facing, facing_of
from console.screens.board.notices import draw_lesson, draw_notices, note_words
from console.screens.layout import make_layout
from console.screens.registry import SCREENS
from console.screens.stage import Pen
from console.table.board.view import BoardNote, Target
from console.table.games import TABLE_GAMES
from console.table.lesson import LOOK_FIRST, NOT_THIS, READ_FIRST, has_lesson, load_lesson
from console.table.view import LessonStep
from tests.console.screens.board import samples

SIZE = (1280, 800)
LAYOUT = make_layout(SIZE, 8)
BY_GAME = {
    game: [
        told
        for guide in (load_lesson(GAMES[game]),)
        for i, step in enumerate(guide.steps)
        for told in (
            replace(guide, place=i).told(),
            replace(guide, place=i, made=True).told(),
            replace(guide, place=i, refused=step.wrong or NOT_THIS).told(),
            replace(guide, place=i, refused=READ_FIRST).told(),
            replace(guide, place=i, refused=LOOK_FIRST).told(),
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
    art, words, there = Art(1.0), Words(language), facing(game, learner)
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
        pen = Pen(art)
        draw_lesson(pen, words, step, place, learner)
        panel = pen.sprites[0].rect
        assert all(panel.contains(s.rect) for s in pen.sprites), step.text
        assert screen.contains(panel), step.text
        assert panel.collidelist(taken) < 0
    assert art.smallest_text >= 18


@pytest.mark.parametrize("learner", range(8))
def test_a_step_that_waits_may_be_touched(learner: int) -> None:
    for waits in (True, False):
        pen = Pen(Art(1.0))
        step = LessonStep("Welcome.", 1, 2, waits)
        place = SCREENS["ignis"].aside(facing("ignis", learner))
        draw_lesson(pen, Words("en"), step, place, learner)
        assert [target for _, target in pen.hot] == [Target("lesson")] * waits


@each_language
@pytest.mark.parametrize("key", ["died", "overran", "refused", "undone"])
@pytest.mark.parametrize("level", [None, 0, 3])
def test_every_note_fits(key: str, level: int | None, language: str) -> None:
    art, words = Art(1.0), Words(language)
    first, second = note_words(words, BoardNote(key, 7, level))
    room = facing("iota", 0).notice_width - 110
    assert first
    assert art.text_width(first, 26, True) <= room
    assert art.text_width(second, 18) <= room


def test_an_undo_is_asked_for_both_long_sides_naming_who_asks() -> None:
    pen = Pen(Art(1.0))
    view = samples.undo_asked()
    draw_notices(pen, facing_of(LAYOUT, view, False), Words("en"), view)
    texts = [str(s.picture.key) for s in pen.sprites]
    assert sum("Seat 7 asks" in t for t in texts) == 2
    assert sum("turned" in t and "Seat 7 asks" in t for t in texts) == 1


def test_a_replaced_opponent_is_told() -> None:
    pen = Pen(Art(1.0))
    view = samples.replaced()
    draw_notices(pen, facing_of(LAYOUT, view, False), Words("en"), view)
    texts = " ".join(str(s.picture.key) for s in pen.sprites)
    assert "Seat 4" in texts
    assert "Level 2 plays on" in texts
