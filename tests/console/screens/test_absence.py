"""Who does not answer: said at their seat, turned to it, and in the middle when all wait for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from console.i18n import Words
from console.screens.absence import BESIDE_COUNT, OVER_HAND, PAD, STRONG, UNDER_NAME, Place
from console.screens.art import Art
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.renderer import Screen
from console.table.board.view import BoardView, Target
from console.table.chaos.view import PlayView
from console.table.view import Absent, Stage, View
from tests.console.screens.board.samples import playing
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.pictures import LARGE, SMALL, Pixels
from tests.console.screens.pseudo import Pseudo
from tests.console.screens.samples import NOW_NS, Sample, play


def _board(sample: Sample) -> tuple[int, BoardView]:
    assert isinstance(sample.view, BoardView)
    return sample.seats, sample.view


BOARDS = (
    (8, playing(), OVER_HAND),
    (*_board(elements_samples()[0]), OVER_HAND),
    (*_board(ignis_samples()[0]), UNDER_NAME),
)


def drawn(
    view: View, seats: int, language: str = "ru", size: tuple[int, int] = SMALL
) -> tuple[Pixels, Screen]:
    surface = pygame.Surface(size)
    screen = Screen(size, seats, Look(Words(language), motion=False))
    screen.draw(surface, view, NOW_NS)
    return pygame.surfarray.array3d(surface), screen


def differ(first: Pixels, second: Pixels, rect: pygame.Rect) -> bool:
    area = slice(rect.left, rect.right), slice(rect.top, rect.bottom)
    return not np.array_equal(first[area], second[area])


def plate(seat: int, count: int, place: Place) -> pygame.Rect:
    frame = make_layout(SMALL, count).frames[seat]
    return frame.rect(place.x, place.y, place.width, place.height)


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("stage", [Stage.ASKED, Stage.STAND_IN])
def test_it_is_said_at_the_seat_and_nowhere_else(count: int, stage: Stage) -> None:
    """The count of the stack, the stack and the open pile's sign are still seen."""
    before, _ = drawn(play(count), count)
    for seat in range(count):
        view = replace(play(count), absent=(Absent((seat,), stage, 12),))
        after, screen = drawn(view, count)
        own = plate(seat, count, BESIDE_COUNT)
        assert differ(before, after, own)
        outside = before.copy()
        outside[own.left : own.right, own.top : own.bottom] = 0
        after[own.left : own.right, own.top : own.bottom] = 0
        assert np.array_equal(outside, after)
        assert screen.target_at(*own.center) == Target("here", (seat,))


@pytest.mark.parametrize(("count", "view", "place"), BOARDS)
def test_at_a_board_game_the_name_and_the_score_are_still_seen(
    count: int, view: BoardView, place: Place
) -> None:
    seat = view.names[0]
    shown = replace(view, absent=(Absent((seat,), Stage.STAND_IN),))
    _, screen = drawn(shown, count)
    own = plate(seat, count, place)
    assert screen.target_at(*own.center) == Target("here", (seat,))
    assert screen.layout.frames[seat].rect(0, 77 if place is OVER_HAND else 25, 300, 18).clip(
        own
    ).size == (0, 0)


@pytest.mark.parametrize("stage", [Stage.RETURNING, Stage.NOBODY])
def test_what_holds_up_the_whole_table_stands_in_the_middle_twice(stage: Stage) -> None:
    before, screen = drawn(play(4), 4)
    after, _ = drawn(replace(play(4), absent=(Absent((1,), stage, 3),)), 4)
    middle = screen.layout.middle_rects()
    assert differ(before, after, middle["near"])
    assert differ(before, after, middle["far"])


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_asked_has_26_pixels(language: str) -> None:
    words, art = Words(language), Art(1.0)
    room = BESIDE_COUNT.width - PAD - 24 - 9
    count = art.text_width("15", 28, True) + 12
    for text, beside in (
        ("Are you there?", count),
        ("You are back", count),
        ("A stand-in plays", 0),
    ):
        assert art.text_width(words._(text), STRONG[1], True) + beside <= room
    assert STRONG[1] >= 26


@pytest.mark.parametrize("words", [Words("ru"), Words("en"), Pseudo()], ids=["ru", "en", "longer"])
@pytest.mark.parametrize(("size", "large"), [(SMALL, False), (SMALL, True), (LARGE, False)])
def test_everything_is_large_enough_and_nothing_is_cut(
    words: Words, size: tuple[int, int], large: bool
) -> None:
    """18 design pixels at least."""
    views: list[tuple[int, PlayView | BoardView]] = [(8, play(8))]
    views += [(seats, view) for seats, view, _ in BOARDS]
    for seats, view in views:
        screen = Screen(size, seats, Look(words, large=large))
        surface = pygame.Surface(size)
        for stage in Stage:
            absent = tuple(Absent((seat.seat,), stage, 15) for seat in view.seats)
            screen.draw(surface, replace(view, absent=absent), NOW_NS)
        assert screen.art.smallest_text >= 18
        assert screen.art.cut == set()
