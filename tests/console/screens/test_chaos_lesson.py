"""The guided first game of «Хаос» as it is seen: all of it fits, and marks lie on what is meant."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pygame
import pytest
from msgspec import structs

from console.games.registry import GAMES
from console.i18n import Words
from console.screens.art import Art
from console.screens.chaos.lesson import beyond, draw_lesson, draw_marks
from console.screens.chaos.play import draw_play
from console.screens.layout import CARD_Y, NOTICE_HEIGHT, PILE_X, STACK_X, Layout, make_layout
from console.screens.look import Look
from console.screens.messages import draw_message
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.chaos.lesson import NOTHING_TO_GRAB
from console.table.chaos.view import PlayLesson
from console.table.lesson import LOOK_FIRST, READ_FIRST, load_lesson
from console.table.seating import seat_lesson
from console.table.view import LessonStep, Target, Who
from drivers.events import Gesture
from tests.console.screens.legible import Fitting, key_of
from tests.console.screens.places import middle_rects, seat_rects
from tests.console.screens.samples import NOW_NS, duel_won, new_to_it, play, taught

SIZES = ((1280, 800), (1920, 1080))
GUIDE = load_lesson(GAMES["chaos"])
STEPS = [
    told
    for place in range(len(GUIDE.steps))
    for guide in (replace(GUIDE, place=place),)
    for told in (
        guide.view(),
        replace(guide, made=True).view(),
        guide.refuse(guide.why_not()).view(),
        guide.refuse(NOTHING_TO_GRAB).view(),
        guide.refuse(LOOK_FIRST).view(),
        guide.refuse(READ_FIRST).view(),
    )
]
TABLES = [(seats, learner) for seats in (3, 4, 8) for learner in range(seats)]
each_language = pytest.mark.parametrize("language", ["ru", "en"])


def lesson_of(step: LessonStep, seats: int, learner: int) -> PlayLesson:
    others = seat_lesson(learner, seats, 3).seats[1:]
    return PlayLesson(step, learner, others)


@each_language
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "learner"), TABLES)
def test_every_text_fits_its_plate_which_covers_nobody_s_cards(
    seats: int, learner: int, size: tuple[int, int], language: str
) -> None:
    layout, words = make_layout(size, seats), Words(language)
    art = Art(layout.unit)
    cards = [
        rect
        for seat in (learner, *seat_lesson(learner, seats, 3).seats[1:])
        for name, rect in seat_rects(layout, seat).items()
        if name != "beside"
    ]
    cards.append(middle_rects(layout)["flower"])
    for step in STEPS:
        pen = Pen(art, words)
        draw_lesson(pen, layout, lesson_of(step, seats, learner))
        plate = pen.sprites[0].rect
        assert all(plate.contains(s.rect) for s in pen.sprites), step
        assert plate.collidelist(cards) < 0
        texts = [s.rect for s in pen.sprites[1:]]
        for i, rect in enumerate(texts):  # what goes on stands beside the text
            assert rect.inflate(-4, -0.4 * rect.height).collidelist(texts[i + 1 :]) < 0, step
    assert not art.cut


@pytest.mark.parametrize(("seats", "learner"), TABLES)
def test_all_of_it_is_upright_for_the_learner(seats: int, learner: int) -> None:
    layout = make_layout((1280, 800), seats)
    pen = Pen(Art(1.0), Words("en"))
    draw_lesson(pen, layout, lesson_of(STEPS[0], seats, learner))
    texts: list[Any] = [s.picture.key for s in pen.sprites if key_of(s)[0] == "text"]
    quarter = layout.frames[learner].quarter
    assert {key[2] if key[0] == "turned" else 0 for key in texts} == {quarter}


@each_language
@pytest.mark.parametrize("step", STEPS, ids=lambda s: f"{s.step}{(s.wrong and '!') or ''}")
def test_it_is_large_enough_to_be_read_from_a_chair(step: LessonStep, language: str) -> None:
    pen = Pen(Art(1.0), Words(language))
    draw_lesson(pen, make_layout((1280, 800), 8), lesson_of(step, 8, 0))
    sizes = [s.picture.key for s in pen.sprites if "text" in str(s.picture.key)]
    least = min(s.rect.height for s in pen.sprites[1:])
    assert sizes
    assert least >= 18


@pytest.mark.parametrize("waits", [True, False])
def test_a_step_that_waits_may_be_touched(waits: bool) -> None:
    pen = Pen(Art(1.0), Words("en"))
    step = LessonStep("Welcome.", 1, 2, waits)
    draw_lesson(pen, make_layout((1280, 800), 4), lesson_of(step, 4, 0))
    assert [target for _, target in pen.hot] == [Target("lesson")] * waits


def test_why_a_press_is_wrong_stands_in_the_place_of_what_is_told() -> None:
    pen = Pen(Art(1.0), Words("en"))
    step = LessonStep("Welcome.", 1, 2, True, "Not that.")
    draw_lesson(pen, make_layout((1280, 800), 4), lesson_of(step, 4, 0))
    texts = " ".join(str(s.picture.key) for s in pen.sprites)
    assert "Not that." in texts
    assert "Welcome." not in texts
    assert pen.art.palette.alarm in texts


def rings(lesson: PlayLesson, layout: Layout) -> set[tuple[int, int]]:
    """The middles of the rings."""
    pen = Pen(Art(1.0), Words("en"))
    draw_marks(pen, layout, lesson)
    return {s.rect.center for s in pen.sprites if "lesson ring" in str(s.picture.key)}


def at(layout: Layout, seat: int, x: float) -> tuple[int, int]:
    return layout.frames[seat].rect(layout.hand(seat) * x, CARD_Y, 10, 10).center


@pytest.mark.parametrize("left", [frozenset[int](), frozenset({0, 2})])
def test_marks_lie_on_the_card_and_on_the_stack(left: frozenset[int]) -> None:
    layout = make_layout((1280, 800), 4, left)
    step = LessonStep("x", 1, 2, True)
    piles = PlayLesson(step, 0, (1, 2), piles=(0, 2))
    near = {
        (x + dx, y + dy)
        for s in (0, 2)
        for x, y in [at(layout, s, PILE_X)]
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    }
    assert rings(piles, layout) <= near
    assert len(rings(piles, layout)) == 2
    flips = PlayLesson(step, 0, (1, 2), flips=True)
    x, y = at(layout, 0, STACK_X)
    ((rx, ry),) = rings(flips, layout)
    assert abs(rx - x) <= 1
    assert abs(ry - y) <= 1


@pytest.mark.parametrize("gesture", list(Gesture))
def test_the_gesture_is_shown_on_the_own_petal(gesture: Gesture) -> None:
    layout = make_layout((1280, 800), 4)
    pen = Pen(Art(1.0), Words("en"))
    draw_marks(pen, layout, PlayLesson(LessonStep("x", 1, 2, False), 0, (1, 2), gesture=gesture))
    keys = " ".join(str(s.picture.key) for s in pen.sprites)
    assert gesture.value in keys
    x, y = pen.sprites[0].rect.center
    assert x > 640  # seat 0 sits at the right of the bottom edge
    assert y > 400


@pytest.mark.parametrize("learner", [0, 2])
def test_a_verdict_stands_beyond_the_pad_once_and_for_the_learner(learner: int) -> None:
    screen = Screen((1280, 800), 4, Look(Words("en")))
    verdict = duel_won().verdict
    lesson = PlayLesson(LessonStep("x", 1, 2, True), learner, (1, 3))
    view = play(4, verdict=verdict, lesson=lesson)
    pen = screen.pen()
    deque(screen.compose(pen, view, Moment()), maxlen=0)
    plates = [s.rect for s in pen.sprites if "plate" in str(s.picture.key)]
    told, far = sorted(plates, key=lambda r: abs(r.centery - (800 if learner == 0 else 0)))
    assert told.height == far.height == NOTICE_HEIGHT
    assert {told.centery, far.centery} == {240, 560}
    assert beyond(screen.layout, lesson).frame.quarter == screen.layout.frames[learner].quarter


@each_language
@pytest.mark.parametrize("learner", [2, 5])
def test_a_verdict_is_upright_for_who_learns_at_a_short_side(learner: int, language: str) -> None:
    """With its figures, whole, beyond the pad: it lay across."""
    screen = Screen((1280, 800), 6, Look(Words(language)))
    lesson = PlayLesson(LessonStep("x", 1, 2, True), learner, (1, 3))
    view = play(6, verdict=duel_won().verdict, lesson=lesson)
    assert Fitting(screen, view).faults() == []
    pen = screen.pen()
    draw_message(pen, screen.layout, view, Moment())
    texts: list[Any] = [s.picture.key for s in pen.sprites if key_of(s)[0] == "text"]
    quarter = screen.layout.frames[lesson.seat].quarter
    assert {key[2] if key[0] == "turned" else 0 for key in texts} == {quarter}
    told = str(texts)
    assert ("412,3" if language == "ru" else "412.3") in told
    assert ("разница" if language == "ru" else "difference") in told


def test_in_the_first_turns_the_strip_says_what_ok_does_and_the_pot_what_it_is() -> None:
    for view, shown in ((new_to_it(), True), (play(4), False)):
        pen = Pen(Art(1.0), Words("en"))
        for _ in draw_play(pen, make_layout((1280, 800), 4), view, Moment()):
            pass
        texts = [str(s.picture.key) for s in pen.sprites]
        assert any("'flip'" in t for t in texts) == shown
        assert sum("'text', 'pot'" in t for t in texts) == 2 * shown


@pytest.mark.parametrize(("seat", "below"), [(0, True), (2, False)])
def test_the_pot_is_counted_upright_for_the_only_person(seat: int, below: bool) -> None:
    view = play(4)
    who = {seat: Who.PERSON}
    seats = tuple(structs.replace(s, who=who.get(s.seat, Who.ADULT)) for s in view.seats)
    pen = Pen(Art(1.0), Words("en"))
    layout = make_layout((1280, 800), 4)
    for _ in draw_play(pen, layout, replace(view, seats=seats), Moment()):
        pass
    (bar,) = (s.rect for s in pen.sprites if "'bar'" in str(s.picture.key))
    assert (bar.centery > 400) == below


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("number", range(len(GUIDE.steps)))
def test_every_step_is_drawn_without_a_word_cut(number: int, language: str) -> None:
    surface = pygame.Surface((1280, 800))
    screen = Screen((1280, 800), 8, Look(Words(language)))
    for wrong in (False, True):
        screen.draw(surface, taught(number, wrong=wrong), NOW_NS)
    assert not screen.art.cut


@pytest.mark.parametrize(("view", "count"), [(replace(play(4), count=2), 2), (play(4), 0)])
def test_the_count_stands_in_the_middle_for_both_long_sides(view: object, count: int) -> None:
    surface = pygame.Surface((1280, 800))
    screen = Screen((1280, 800), 4, Look(Words("en")))
    pen = screen.pen()
    assert surface
    for _ in screen.compose(pen, view, Moment()):  # type: ignore[arg-type] # both are views
        pass
    great = [s for s in pen.sprites if "'2'" in str(s.picture.key) and s.rect.height > 80]
    assert len(great) == count
    assert all(pygame.Rect(440, 200, 400, 400).contains(s.rect) for s in great)
