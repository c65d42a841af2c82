"""One look for all screens: exchanged at any time, and nothing of the old one is left."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
import pygame
import pytest

from console.i18n import Words
from console.screens.board.facing import Facing, facing_of
from console.screens.board.registry import SCREENS
from console.screens.layout import CARD, CARD_Y, PILE_X
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.palette import SAFE, USUAL, rgb
from console.screens.renderer import Screen
from console.table.view import View
from tests.console.screens import samples
from tests.console.screens.iota import samples as iota
from tests.console.screens.legible import Fitting
from tests.console.screens.places import seat_area, seat_rects

SIZE = (1280, 800)
NOW_NS = samples.NOW_NS
RU = Words("ru")
USUAL_LOOK = Look(RU, motion=False)
LOOKS = {
    "language": replace(USUAL_LOOK, words=Words("en")),
    "large": replace(USUAL_LOOK, large=True),
    "safe": replace(USUAL_LOOK, safe=True),
    "left": replace(USUAL_LOOK, left_seats=frozenset({0, 3})),
}


SURFACES = WeakKeyDictionary[Screen, pygame.Surface]()


def drawn(screen: Screen, view: View) -> bytes:
    surface = SURFACES.setdefault(screen, pygame.Surface(SIZE))
    screen.draw(surface, view, NOW_NS)
    return pygame.image.tobytes(surface, "RGB")


def sizes(look: Look, view: View) -> dict[str, float]:
    """The size of each text."""
    screen = Screen(SIZE, 8, look)
    pen = screen.pen()
    for _ in screen.compose(pen, view, Moment()):
        pass
    keys = [sprite.picture.key for sprite in pen.sprites]
    flat = [k[1] if isinstance(k, tuple) and k[0] == "turned" else k for k in keys]
    return {k[1]: k[2] for k in flat if isinstance(k, tuple) and k[0] == "text"}


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_is_exchanged_without_a_restart(name: str) -> None:
    view = samples.play(8, pause=samples.pause_menu(0))
    screen = Screen(SIZE, 8, USUAL_LOOK)
    usual = drawn(screen, view)
    screen.look = LOOKS[name]
    assert drawn(screen, view) == drawn(Screen(SIZE, 8, LOOKS[name]), view) != usual
    screen.look = USUAL_LOOK
    assert drawn(screen, view) == usual


def test_the_same_look_repaints_nothing() -> None:
    screen, surface = Screen(SIZE, 8, USUAL_LOOK), pygame.Surface(SIZE)
    screen.draw(surface, samples.play(8), NOW_NS)
    screen.look = replace(USUAL_LOOK)
    assert screen.draw(surface, samples.play(8), NOW_NS) == []


def test_safe_colours_are_those_on_the_screen() -> None:
    """The line of a seat is in its colour."""
    for look, palette in ((USUAL_LOOK, USUAL), (LOOKS["safe"], SAFE)):
        surface = pygame.Surface(SIZE)
        screen = Screen(SIZE, 8, look)
        screen.draw(surface, samples.play(8), NOW_NS)
        for seat, frame in enumerate(screen.layout.frames):
            if seat != 1:  # lit
                x, y = frame.place(0, 44)
                seen = np.array(surface.get_at((round(x), round(y)))[:3])
                assert np.abs(seen - np.array(rgb(palette.seats[seat]))).max() <= 12


@pytest.mark.parametrize("seat", range(8))
def test_pile_and_stack_change_places_at_a_left_handed_seat_alone(seat: int) -> None:
    usual = Screen(SIZE, 8, USUAL_LOOK).layout
    layout = Screen(SIZE, 8, replace(USUAL_LOOK, left_seats=frozenset({seat}))).layout
    for other, frame in enumerate(layout.frames):
        x = -PILE_X if other == seat else PILE_X
        assert seat_rects(layout, other)["pile"] == frame.rect(x, CARD_Y, CARD, CARD)
        if other != seat:
            assert seat_rects(layout, other) == seat_rects(usual, other)


def test_a_left_handed_hand_lies_at_the_right_end() -> None:
    """Face down cards of seat 2, by where their tray comes to lie."""
    view = iota.board_view(iota.grown(14, 3, 2), None, 8, (1, 5))
    found = []
    for left in (frozenset[int](), frozenset({1})):
        screen = Screen(SIZE, 8, replace(USUAL_LOOK, left_seats=left))
        place = SCREENS["iota"].places(facing_of(screen.layout, view, False))[1]
        pen = screen.pen()
        for _ in screen.compose(pen, view, Moment()):
            pass
        assert place.cards is not None
        own = place.frame.rect(0, place.cards.y, SIZE[0], place.cards.height)
        (tray,) = (
            s.rect
            for s in pen.sprites
            if "hand tray" in str(s.picture.key) and own.contains(s.rect)
        )
        found.append(tray.centerx)
    assert found[0] < SIZE[0] / 4
    assert found[1] > 3 * SIZE[0] / 4


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_large_type_enlarges_hands_too(game: str) -> None:
    layout = Screen(SIZE, 8, USUAL_LOOK).layout
    usual, large = (
        SCREENS[game].places(Facing(layout, (1, 5), frozenset({1, 5}), big))[1].card
        for big in (False, True)
    )
    assert large >= 1.06 * usual


def test_large_text_is_a_quarter_larger_where_there_is_room() -> None:
    """Names and counts of the strips, the lines of a menu, a verdict; nothing is smaller."""
    for view in (
        samples.play(8),
        samples.play(8, pause=samples.pause_menu(0)),
        samples.false_grab(),
    ):
        usual, large = sizes(USUAL_LOOK, view), sizes(LOOKS["large"], view)
        assert all(large[text] >= size for text, size in usual.items())
    names = sizes(LOOKS["large"], samples.play(8))
    assert names["Место 1"] >= 1.2 * 26
    assert names["9"] >= 1.2 * 26


@pytest.mark.parametrize(("name", "said"), [(None, "Место 4"), ("Барсук", "Барсук")])
def test_a_pause_says_who_opened_it(name: str | None, said: str) -> None:
    menu = samples.pause_menu(3, name=name)
    view = replace(samples.named(samples.play(8), "ru"), pause=menu)
    texts = Fitting(Screen(SIZE, 8, USUAL_LOOK), view).texts()
    assert texts & {"Место 4", "Барсук"} == {said}


def test_a_caption_repaints_only_its_two_places() -> None:
    screen, surface = Screen(SIZE, 8, USUAL_LOOK), pygame.Surface(SIZE)
    screen.draw(surface, samples.play(8), NOW_NS)
    rects = screen.draw(surface, samples.play(8, caption="flip"), NOW_NS)
    assert len(rects) == 2
    assert all(rect.w <= 440 and rect.h <= 80 for rect in rects)
    assert not any(
        rect.colliderect(seat_area(screen.layout, seat)) for rect in rects for seat in range(8)
    )
