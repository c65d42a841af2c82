"""Curves as pixels: each column shows everything between its least and its greatest sample.

So a spike of one sample is seen however long a time the picture shows, and lost scans are a gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from console.screens import palette

Floats = npt.NDArray[np.float64]
DASH: Final = (7, 5)
"""Columns drawn and left out of a dashed curve."""


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """How much of each pixel is covered: float32[width, n], 0 to 1, from the row ``top`` on."""

    cover: npt.NDArray[np.float32]
    top: int


def spans(x: Floats, y: Floats, width: int, gap: float) -> tuple[Floats, Floats]:
    """The least and the greatest ``y`` in each column: float64[width] twice, NaN where nothing is.

    ``x``, ``y``: float64[n] in pixels, x rising. Samples that are further apart than ``gap`` are
    not joined.
    """
    low, high = np.full(width, np.nan), np.full(width, np.nan)
    if len(x) == 0:
        return low, high
    edges = np.arange(width + 1, dtype=np.float64)
    at: Floats = np.interp(edges, x, y, left=np.nan, right=np.nan)
    after = np.searchsorted(x, edges)
    inside = (after > 0) & (after < len(x))
    k = after[inside]
    at[np.flatnonzero(inside)[x[k] - x[k - 1] > gap]] = np.nan
    low, high = np.fmin(at[:-1], at[1:]), np.fmax(at[:-1], at[1:])
    column = np.floor(x).astype(np.intp)
    shown = (column >= 0) & (column < width)
    np.fmin.at(low, column[shown], y[shown])
    np.fmax.at(high, column[shown], y[shown])
    return low, high


def line(low: Floats, high: Floats, height: int, weight: float) -> Mask:
    """A line of ``weight`` pixels through the columns of ``spans``, within ``height`` rows."""
    # Where a line is steep it would be one column thin: it takes something of its neighbours.
    side = max(0.0, weight - 1) / 2
    wide_low, wide_high = low.copy(), high.copy()
    for here, there in ((slice(1, None), slice(None, -1)), (slice(None, -1), slice(1, None))):
        middle = (low[there] + high[there]) / 2
        half = np.maximum((high[there] - low[there]) / 2 - weight, 0.0) * min(side, 1.0)
        steep = half > 0
        wide_low[here] = np.where(steep, np.fmin(wide_low[here], middle - half), wide_low[here])
        wide_high[here] = np.where(steep, np.fmax(wide_high[here], middle + half), wide_high[here])
    return _between(wide_low - weight / 2, wide_high + weight / 2, height)


def area(low: Floats, height: int, ground: float) -> Mask:
    """What lies between a curve and the ground."""
    return _between(low, np.where(np.isnan(low), np.nan, ground), height)


def dashed(mask: Mask, first: int) -> Mask:
    """Only the dashes of a line whose first column has the number ``first``: they move with it."""
    column = (first + np.arange(len(mask.cover))) % sum(DASH)
    return Mask(mask.cover * (column < DASH[0])[:, None].astype(np.float32), mask.top)


def lay(
    surface: pygame.Surface, at: tuple[int, int], mask: Mask, colour: str, solid: float = 1.0
) -> None:
    """Paint ``colour`` where ``mask`` says, its corner ``at`` these pixels."""
    if mask.cover.size == 0:
        return
    ink = pygame.Surface(mask.cover.shape, pygame.SRCALPHA)
    ink.fill(palette.rgb(colour))
    pygame.surfarray.pixels_alpha(ink)[...] = mask.cover * (255 * solid) + 0.5
    surface.blit(ink, (at[0], at[1] + mask.top))


def _between(upper: Floats, lower: Floats, height: int) -> Mask:
    """From ``upper`` (the smaller y) to ``lower`` in each column; only rows with anything in."""
    there = ~np.isnan(upper)
    if not there.any():
        return Mask(np.zeros((len(upper), 0), np.float32), 0)
    first = max(0, int(np.floor(upper[there].min())))
    last = min(height, int(np.ceil(lower[there].max())))
    rows = np.arange(first, max(first, last), dtype=np.float32)
    top = np.where(there, upper, height).astype(np.float32)[:, None]
    bottom = np.where(there, lower, height).astype(np.float32)[:, None]
    cover = np.minimum(np.maximum(bottom - rows, 0), 1)
    cover -= np.minimum(np.maximum(top - rows, 0), 1)
    return Mask(cover, first)
