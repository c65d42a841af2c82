"""Card colours tell apart by lightness alone and for the three kinds of colour blindness."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from console.screens import palette
from console.screens.symbols.signs import SEAT_SHAPES

Vector = npt.NDArray[np.float64]

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB
EYES: Final = {
    "normal": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
XYZ: Final = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def lab(colour: str, eye: str = "normal") -> Vector:
    """CIE L*a*b* (D65) of an sRGB colour as that eye sees it."""
    value = np.array(palette.rgb(colour)) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    seen = np.clip(EYES[eye] @ linear, 0, 1)
    white = np.array([0.95047, 1.0, 1.08883])
    x, y, z = (np.cbrt(t) if t > 0.008856 else 7.787 * t + 16 / 116 for t in XYZ @ seen / white)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_card_colours_differ_in_lightness() -> None:
    lightness = sorted(lab(c)[0] for c in palette.USUAL.cards.values())
    assert min(np.diff(lightness)) >= 8


@pytest.mark.parametrize("eye", EYES)
def test_card_colours_differ_for_every_eye(eye: str) -> None:
    for first, second in combinations(palette.USUAL.cards.values(), 2):
        assert np.linalg.norm(lab(first, eye) - lab(second, eye)) >= 20, (first, second)


def test_card_colours_stand_out_on_their_disc() -> None:
    for colour in palette.USUAL.cards.values():
        assert lab(colour)[0] - lab(palette.DISC)[0] >= 45


def test_every_seat_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len(set(palette.USUAL.seats)) == len(set(SEAT_SHAPES)) == 8


def test_mix_goes_from_one_to_the_other() -> None:
    assert palette.mix("#000000", "#FFFFFF", 0) == "#000000"
    assert palette.mix("#000000", "#FFFFFF", 1) == "#FFFFFF"
    assert palette.mix("#102030", "#304050", 0.5) == "#203040"


@pytest.mark.parametrize("eye", EYES)
def test_the_safe_palette_tells_seats_and_cards_apart_for_every_eye(eye: str) -> None:
    """By 28 and 30, where the usual seats come as close as 2 for a protan eye."""
    for colours, least in ((palette.SAFE.seats, 28), (palette.SAFE.cards.values(), 30)):
        for first, second in combinations(colours, 2):
            assert np.linalg.norm(lab(first, eye) - lab(second, eye)) >= least, (first, second)


def test_the_safe_palette_stands_out_on_the_felt() -> None:
    for colour in (*palette.SAFE.seats, *palette.SAFE.cards.values(), palette.SAFE.alarm):
        for eye in EYES:
            assert np.linalg.norm(lab(colour, eye) - lab(palette.DISC, eye)) >= 28, (colour, eye)


def test_safe_card_colours_differ_in_lightness_and_keep_their_names() -> None:
    """The rules say red, green, blue, yellow: each is nearest to the usual one of its name."""
    safe, usual = palette.SAFE.cards, palette.USUAL.cards
    assert min(np.diff(sorted(lab(c)[0] for c in safe.values()))) >= 8
    for name, colour in safe.items():
        nearest = min(usual, key=lambda n: float(np.linalg.norm(lab(usual[n]) - lab(colour))))
        assert nearest == name
