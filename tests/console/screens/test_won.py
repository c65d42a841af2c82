"""A race is won: half a second of its winner's colour, and cards that fly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from console.i18n import Words
from console.screens.chaos.won import MOST, STEPS, flight, place
from console.screens.layout import CARD, STACK_X, make_layout
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.palette import USUAL, rgb
from console.screens.renderer import Screen
from console.table.chaos.view import WON_NS, PlayView
from drivers.times import MS
from tests.console.screens.pictures import Pixels
from tests.console.screens.samples import NOW_NS, duel_won, false_grab, play

SIZE = (1280, 800)
WINNER = 1  # at the bottom in the middle


def keys(view: PlayView, step: int) -> list[str]:
    screen = Screen(SIZE, 8, Look(Words("ru")))
    pen = screen.pen()
    for _ in screen.compose(pen, view, Moment(won=step)):
        pass
    return [str(sprite.picture.key) for sprite in pen.sprites]


def lights(view: PlayView, step: int) -> int:
    colour = USUAL.seats[WINNER]
    return sum(
        f"('glow', '{colour}', 2" in key or f"('glow', '{colour}', 1" in key
        for key in keys(view, step)
    )


def film(view: PlayView, *times_ms: int, motion: bool = True) -> list[Pixels]:
    screen, surface = Screen(SIZE, 8, Look(Words("ru"), motion=motion)), pygame.Surface(SIZE)
    found = []
    for at_ms in times_ms:
        screen.draw(surface, view, NOW_NS + at_ms * MS)
        found.append(pygame.surfarray.array3d(surface))
    return found


def strength(pixels: Pixels, area: pygame.Rect) -> float:
    """How much of the winner's colour is in an area."""
    colour = np.asarray(rgb(USUAL.seats[WINNER]), np.float64)
    part = pixels[area.left : area.right, area.top : area.bottom]
    return float((part @ (colour / np.linalg.norm(colour))).mean())


def test_the_light_runs_from_the_petal_to_the_seat_and_is_gone_after_half_a_second() -> None:
    assert WON_NS == 500 * MS
    pictures = film(duel_won(), 0, 50, 420, 520)
    petal = pygame.Rect(590, 470, 100, 60)
    seat = pygame.Rect(540, 740, 200, 60)
    by_petal = [strength(picture, petal) for picture in pictures]
    by_seat = [strength(picture, seat) for picture in pictures]
    assert by_petal[1] > 1.3 * by_petal[3]
    assert by_seat[2] > 1.3 * by_seat[1]
    assert by_seat[2] > 1.3 * by_seat[3]
    assert lights(duel_won(), 3) >= 1
    assert lights(duel_won(), STEPS) == 0


def test_cards_fly_with_the_one_that_lay_on_top_and_arrive() -> None:
    verdict = duel_won().verdict
    assert verdict is not None
    moves = tuple(replace(move, top="e3Y") for move in verdict.moves)
    view = replace(duel_won(), verdict=replace(verdict, moves=moves))
    flying = [sum("('face', 'e3Y'" in key for key in keys(view, step)) for step in range(STEPS + 1)]
    assert flying[0] == 2, "from the winner's pile and from the pot"
    assert flying[-1] == 0


@pytest.mark.parametrize("size", [SIZE, (1920, 1080)])
def test_cards_from_the_middle_to_a_short_side_graze_no_message(size: tuple[int, int]) -> None:
    layout, seen = make_layout(size, 8), 0
    bands = [
        pygame.Rect(*(b.frame.rect(b.x, b.y, b.width, b.height))).inflate(-2, -2)
        for b in layout.bands
    ]
    cx, cy = layout.centre
    for seat, frame in enumerate(layout.frames):
        if frame.quarter % 2 == 0:
            continue
        seen += 1
        there = pygame.Rect(0, 0, *(round(CARD * layout.unit) for _ in range(2)))
        for x, y in flight(layout, (0.0, 0.0), place(layout, seat, STACK_X)):
            there.center = round(cx + x * layout.unit), round(cy + y * layout.unit)
            assert there.collidelist(bands) < 0, seat
    assert seen == 2


def test_however_many_move_few_fly() -> None:
    backs = [sum("('back'" in key for key in keys(false_grab(), step)) for step in range(STEPS)]
    assert 4 < max(backs) <= MOST


def test_nothing_of_it_waits_for_a_card_to_be_shown() -> None:
    """A flip takes the verdict away and all that comes of it: the card is whole at once (C24)."""
    flipped = play(8)
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    screen.draw(surface, duel_won(), NOW_NS)
    screen.draw(surface, duel_won(), NOW_NS + 100 * MS)
    screen.draw(surface, flipped, NOW_NS + 116 * MS)
    (alone,) = film(flipped, 0)
    assert np.array_equal(pygame.surfarray.array3d(surface), alone)


def test_without_motion_nothing_flies_and_nothing_runs() -> None:
    first, later = film(duel_won(), 0, 250, motion=False)
    assert np.array_equal(first, later)
