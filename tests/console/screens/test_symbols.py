"""C1: fifteen symbols, five families of look-alikes, the same whichever way a card lies."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from console.screens.symbols import BODIES, FAMILIES, SYMBOLS, VARIANTS, WEIGHT, strokes, turned
from console.screens.symbols.signs import SEAT_SHAPES, SIGNS, SPECIALS

SIZE_PX = 60
STEP_DEG = 5
BETWEEN = 0.33
"""No symbol at any rotation or mirror image is closer than this to another family's."""
WITHIN = (0.045, 0.28)
"""Look-alikes are distinct (at least the first) but close (at most the second)."""

Image = npt.NDArray[np.float32]


def raster(body: str, degrees: float = 0.0, mirrored: bool = False, size: int = SIZE_PX) -> Image:
    """The ink of a drawing, float32[size, size] from 0 to 1."""
    drawn = turned(strokes(body, "#ffffff"), degrees)
    if mirrored:
        drawn = f'<g transform="scale(-1 1)">{drawn}</g>'
    body = f'<g transform="translate(50 50)">{drawn}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{body}</svg>'.encode()
    surface = pygame.image.load_sized_svg(io.BytesIO(svg), (size, size))
    return (pygame.surfarray.array_alpha(surface) / 255).astype(np.float32)


def distance(image: Image, turns: Image) -> float:
    """The least share of ink that differs, over all turns: 0 is the same, 1 has nothing common."""
    ink = image.sum() + turns.sum(axis=(1, 2))
    return float((np.abs(turns - image).sum(axis=(1, 2)) / ink).min())


@pytest.fixture(scope="module")
def upright() -> dict[str, Image]:
    return {s: raster(BODIES[s]) for s in SYMBOLS}


@pytest.fixture(scope="module")
def turns() -> dict[str, Image]:
    """Every symbol at every rotation and mirror image."""
    angles = range(0, 360, STEP_DEG)
    return {
        s: np.stack([raster(BODIES[s], a, m) for a in angles for m in (False, True)])
        for s in SYMBOLS
    }


def test_five_families_of_three() -> None:
    assert tuple(f + v for f in FAMILIES for v in VARIANTS) == SYMBOLS
    assert set(BODIES) == set(SYMBOLS)
    assert len(SYMBOLS) == 15


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_families_stay_apart_at_any_rotation(
    symbol: str, upright: dict[str, Image], turns: dict[str, Image]
) -> None:
    others = {o: distance(upright[symbol], turns[o]) for o in SYMBOLS if o[0] != symbol[0]}
    assert min(others.values()) > BETWEEN, others


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_look_alikes_are_distinct_but_close(
    symbol: str, upright: dict[str, Image], turns: dict[str, Image]
) -> None:
    family = {
        o: distance(upright[symbol], turns[o]) for o in SYMBOLS if o != symbol and o[0] == symbol[0]
    }
    assert len(family) == 2
    assert all(WITHIN[0] < d < WITHIN[1] for d in family.values()), family


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_symbol_keeps_inside_its_disc(symbol: str) -> None:
    ink = raster(BODIES[symbol], size=200)
    x, y = np.meshgrid(np.arange(200) - 99.5, np.arange(200) - 99.5, indexing="ij")
    assert ink[np.hypot(x, y) > 100].sum() == 0
    assert ink[np.hypot(x, y) > 74].sum() > 0, "it should fill its disc"


def test_one_line_weight() -> None:
    assert not [s for s in SYMBOLS if "stroke-width" in BODIES[s]]
    assert 6 <= WEIGHT <= 9


def test_signs_are_drawn_and_differ() -> None:
    images = {name: raster(body) for name, body in SIGNS.items()}
    assert all(image.sum() > 100 for image in images.values())
    names = [*SPECIALS, *SEAT_SHAPES]
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            assert distance(images[first], images[second][None]) > 0.05, (first, second)
