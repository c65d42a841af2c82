"""The cards of IOTA: each is told from the others, in grey, when small and from every side."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from console.i18n import Words
from console.screens.art import Art
from console.screens.iota import cards
from console.screens.iota.screen import IotaScreen

SCREEN = IotaScreen()
Pixels = npt.NDArray[np.float64]


def grey(card: str, size: float = 30.0) -> Pixels:
    """A card without its colour, on the dark table."""
    picture = cards.face(Art(1.0), card, size)
    surface = pygame.Surface(picture.surface.get_size())
    surface.fill((16, 21, 29))
    surface.blit(picture.surface, (0, 0))
    pixels = pygame.surfarray.array3d(surface).astype(np.float64)
    seen: Pixels = np.dot(pixels, (0.299, 0.587, 0.114))
    return seen


def test_all_cards_differ_in_grey_even_when_small() -> None:
    """Colour by its build and lightness, shape and number: some of it is plainly lighter or
    darker, two hundredths of a card at least."""
    faces = {card: grey(card) for card in cards.FACES}
    for one, other in combinations(faces, 2):
        apart = np.abs(faces[one] - faces[other])
        assert (apart > 25).mean() > 0.02, (one, other)


@pytest.mark.parametrize("card", ["Rc1", "Gs2", "Bx3", "Yc4", "Gx4"])
def test_a_card_reads_the_same_from_every_side(card: str) -> None:
    """But for stripes, which lean the other way after a quarter turn, and triangles."""
    pixels = grey(card, 60.0)
    half = np.rot90(pixels, 2)
    assert np.abs(pixels - half).mean() < 6
    if card[0] != "Y":
        assert np.abs(pixels - np.rot90(pixels)).mean() < 6


def test_pips_say_the_number_along_every_side() -> None:
    """As many light runs as the number lie on the line through the pips."""
    for card in ("Rc1", "Gt2", "Bs3", "Yx4"):
        pixels = grey(card, 100.0)
        for turned in range(4):
            line = np.rot90(pixels, turned)[12, 12:88]
            lit = np.diff((line > 150).astype(int))
            assert (lit == 1).sum() == int(card[2])


def test_a_hand_is_drawn_by_the_same_cards() -> None:
    art = Art(1.0)
    assert SCREEN.face(art, "Rc3", 60.0) is cards.face(art, "Rc3", 60.0)
    assert SCREEN.back(art, 60.0) is cards.back(art, 60.0)
    assert SCREEN.secret(Words("en"), None) == ""
