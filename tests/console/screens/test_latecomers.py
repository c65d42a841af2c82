"""Who is late to sit down reads it at their own seat, whole, and hides nobody's second hand."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pygame
import pytest

from console.i18n import Words
from console.screens.latecomers import draw_latecomers
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.stage import Sprite
from console.table.view import View
from tests.console.screens.board.glass import kind_of
from tests.console.screens.board.samples import playing
from tests.console.screens.pictures import LARGE, SMALL
from tests.console.screens.places import seat_rects
from tests.console.screens.pseudo import Pseudo
from tests.console.screens.samples import two_players


def plates(screen: Screen, view: View) -> list[pygame.Rect]:
    """Where they lie in a frame, over all else."""
    pen, own = screen.pen(), screen.pen()
    deque(screen.compose(pen, view, Moment()), maxlen=0)
    draw_latecomers(own, screen.layout, view)
    last: list[Sprite] = pen.sprites[-len(own.sprites) :]
    assert last == own.sprites
    return [sprite.rect for sprite in own.sprites if kind_of(sprite) == "plate"]


@pytest.mark.parametrize("words", [Words("ru"), Words("en"), Pseudo()], ids=["ru", "en", "longer"])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("size", [SMALL, LARGE, (1024, 768)])
def test_it_is_said_whole_at_each_seat(words: Words, large: bool, size: tuple[int, int]) -> None:
    table = pygame.Rect((0, 0), size)
    for view in (replace(playing(), joins=(0, 3, 7)), replace(playing(), late=(0, 3, 7))):
        screen = Screen(size, 8, Look(words, large=large))
        found = plates(screen, view)
        assert len(found) == 3
        assert all(table.contains(rect) for rect in found)
        assert all(rect.collidelist(found[i + 1 :]) < 0 for i, rect in enumerate(found))
        assert screen.art.cut == set()


def test_over_a_second_hand_its_name_and_count_are_still_seen() -> None:
    view = replace(two_players(), count=3, joins=(1,))
    (plate,) = plates(Screen(SMALL, 4, Look(Words("ru"))), view)
    rects = seat_rects(make_layout(SMALL, 4), 1)
    assert not plate.colliderect(rects["strip"])
    assert plate.colliderect(rects["stack"])
