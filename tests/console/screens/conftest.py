"""Hundreds of tests of screens make a table of their own: what all of these draw alike is drawn
once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pygame
import pytest

from console.screens import stage
from console.screens.art import Art

KEPT = 3000


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """A drawing is a function of its numbers; each store of pictures gets a copy."""
    raster = Art.raster

    @lru_cache(KEPT)
    def drawn(unit: float, width: float, height: float, body: str) -> pygame.Surface:
        return raster(Art(unit), width, height, body)

    def copied(self: Art, width: float, height: float, body: str) -> pygame.Surface:
        return drawn(self.unit, width, height, body).copy()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Art, "raster", copied)
        patch.setattr(stage, "felt", lru_cache(8)(stage.felt))
        yield
