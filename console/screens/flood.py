"""A wave of colour over the whole table, at the price of one copy.

The table is drawn once in distances from a point, 8 bits a pixel; a frame only changes what colour
each distance has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from console.screens.art import Picture
from console.screens.stage import dither

LEVELS: Final = 256
SPARE: Final = 8
"""Pixels beyond the table, for what drifts."""
SLICE: Final = 24
"""Columns of a quarter that are drawn at once, in a millisecond or so."""

Colours = npt.NDArray[np.uint8]
"""uint8[LEVELS, 3]: what colour lies how far away."""


class Flood:
    """For tables of ``size`` pixels. Its middle may lie anywhere on the table."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._quarter = size[0] + SPARE, size[1] + SPARE
        self._whole_px = hypot(*size)
        self._surface: pygame.Surface | None = None
        self._drawing = self._draw()

    def prepare(self) -> Iterator[None]:
        """Draw the distances ahead, in slices."""
        while next(self._drawing, True) is None:
            yield

    def picture(self, colours: Colours) -> Picture:
        """The table in these colours, its middle in the middle; good until the next one is made."""
        for _ in self._drawing:
            pass
        assert self._surface is not None  # it is drawn
        self._surface.set_palette([(r, g, b) for r, g, b in colours.tolist()])
        return Picture("flood", self._surface)

    def _draw(self) -> Iterator[None]:
        """The distance as a share of the table's diagonal, dithered, so that no rings show."""
        width, height = self._quarter
        surface = pygame.Surface((2 * width, 2 * height), depth=8)
        grain = dither(8, height).astype(np.float32)
        down = np.arange(height, dtype=np.float32)
        for left in range(0, width, SLICE):
            right = min(left + SLICE, width)
            across = np.arange(left, right, dtype=np.float32)[:, None]
            far = np.sqrt(across**2 + down**2) * ((LEVELS - 1) / self._whole_px)
            far += grain[np.arange(left, right) % len(grain)]
            level = np.minimum(far, LEVELS - 1).astype(np.uint8)
            pixels = pygame.surfarray.pixels2d(surface)
            for side in (level, level[:, ::-1]):
                top = height if side is level else 0
                pixels[width + left : width + right, top : top + height] = side
                pixels[width - right : width - left, top : top + height] = side[::-1]
            del pixels  # which locks the surface
            yield
        self._surface = surface


def mixed(
    first: Sequence[float] | npt.NDArray[np.floating],
    second: Sequence[float] | npt.NDArray[np.floating],
    share: npt.NDArray[np.floating],
) -> npt.NDArray[np.float64]:
    """``share`` of the ``second`` colour in the first, at each distance."""
    one, two = np.asarray(first, np.float64), np.asarray(second, np.float64)
    return np.asarray(one + (two - one) * share[:, None], np.float64)
