"""Notices and lesson steps at board games: all of them fit, and the middle stays free."""

from __future__ import annotations

import pytest

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.notices import draw_lesson, draw_notices, note_words
from console.screens.layout import STRIP_LENGTH, make_layout
from console.screens.stage import Pen
from console.table.board.lesson import has_lesson, load_lesson
from console.table.board.view import BoardNote, LessonStep, Target
from tests.console.screens.board import samples

SIZE = (1280, 800)
LAYOUT = make_layout(SIZE, 8)
STEPS = [
    LessonStep(step.say, i + 1, len(guide.steps), step.waits)
    for game in GAMES
    if has_lesson(game)
    for guide in (load_lesson(GAMES[game]),)
    for i, step in enumerate(guide.steps)
]
CORNERS = (0, 2, 4, 6)
each_language = pytest.mark.parametrize("language", ["ru", "en"])


@each_language
@pytest.mark.parametrize("learner", range(8))
def test_every_step_of_every_lesson_fits_beside_its_learner(learner: int, language: str) -> None:
    """Inside its panel and the screen, on nobody's strip; at the corners within the edge."""
    names = (learner, (learner + 4) % 8)
    strips = [LAYOUT.frames[s].rect(0, 60, STRIP_LENGTH, 120) for s in names]
    art, words = Art(1.0), Words(language)
    screen = LAYOUT.reader(0).rect(0, 0, *SIZE)
    for step in STEPS:
        pen = Pen(art)
        draw_lesson(pen, LAYOUT, words, step, names)
        panel = pen.sprites[0].rect
        assert all(panel.contains(s.rect) for s in pen.sprites), step.text
        assert screen.contains(panel), step.text
        assert panel.collidelist(strips) < 0
        if learner in CORNERS:
            assert panel.height <= 120, step.text


@pytest.mark.parametrize("learner", [1, 3, 5, 7])
def test_in_the_middle_of_an_edge_it_keeps_clear_of_the_piles_at_the_other_side(
    learner: int,
) -> None:
    pen, frame = Pen(Art(1.0)), LAYOUT.frames[learner]
    draw_lesson(pen, LAYOUT, Words("ru"), STEPS[0], (learner, (learner + 4) % 8))
    panel, strip = pen.sprites[0].rect, frame.rect(0, 60, STRIP_LENGTH, 120)
    along = frame.quarter % 2
    assert panel.center[along] < strip.center[along]


@pytest.mark.parametrize("learner", range(8))
def test_a_step_that_waits_may_be_touched(learner: int) -> None:
    for waits in (True, False):
        pen = Pen(Art(1.0))
        step = LessonStep("Welcome.", 1, 2, waits)
        draw_lesson(pen, LAYOUT, Words("en"), step, (learner, (learner + 4) % 8))
        assert [target for _, target in pen.hot] == [Target("lesson")] * waits


@each_language
@pytest.mark.parametrize("key", ["died", "overran", "refused", "undone"])
@pytest.mark.parametrize("level", [None, 0, 3])
def test_every_note_fits(key: str, level: int | None, language: str) -> None:
    art, words = Art(1.0), Words(language)
    first, second = note_words(words, BoardNote(key, 7, level))
    room = make_layout(SIZE, 8).notice_width - 110
    assert first
    assert art.text_width(first, 26, True) <= room
    assert art.text_width(second, 18) <= room


def test_an_undo_is_asked_for_both_long_sides_naming_who_asks() -> None:
    pen = Pen(Art(1.0))
    draw_notices(pen, LAYOUT, Words("en"), samples.undo_asked())
    texts = [str(s.picture.key) for s in pen.sprites]
    assert sum("Seat 7 asks" in t for t in texts) == 2
    assert sum("turned" in t and "Seat 7 asks" in t for t in texts) == 1


def test_a_replaced_opponent_is_told() -> None:
    pen = Pen(Art(1.0))
    draw_notices(pen, LAYOUT, Words("en"), samples.replaced())
    texts = " ".join(str(s.picture.key) for s in pen.sprites)
    assert "Seat 4" in texts
    assert "Level 2 plays on" in texts
