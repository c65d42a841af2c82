"""Sprites on a cached background, repainted only where something changed.

A screen is a list of sprites, bottom to top. The stage compares it with what it showed before and
repaints the rectangles in which a sprite came, went or changed, so an idle table costs nothing.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.layout import Frame
from console.table.view import Target

Align = Literal["middle", "left", "right"]
Line = list[Picture | float]
"""Pictures side by side; numbers are gaps, in design pixels."""
BAND_PIXELS: Final = 120_000
FULL_SHARE: Final = 0.6
"""Above this share of the screen one great rectangle is cheaper than many."""


class Sprite(NamedTuple):
    """A picture and where its top left corner lies, in pixels."""

    picture: Picture
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        """What it covers."""
        return pygame.Rect(self.x, self.y, self.picture.width, self.picture.height)


CORNER: Final = Frame(0.0, 0.0, 0, 1.0)
"""The upper left one of the screen, in pixels."""


@dataclass(slots=True)
class Pen:
    """Collects sprites, drawn by ``art`` in the language of ``words``; places are given in the
    reader's own ``frame``."""

    art: Art
    words: Words
    frame: Frame = CORNER
    sprites: list[Sprite] = field(default_factory=list)
    hot: list[tuple[pygame.Rect, Target]] = field(default_factory=list)

    def at(self, frame: Frame) -> Pen:
        """The same in another frame."""
        return Pen(self.art, self.words, frame, self.sprites, self.hot)

    def touchable(self, target: Target, x: float, y: float, width: float, height: float) -> None:
        """A touch within this rectangle, its middle at (x, y), means ``target``; what is told
        later lies on top."""
        self.hot.append((self.frame.rect(x, y, width, height), target))

    def put(
        self, picture: Picture, x: float, y: float, align: Align = "middle", *, turn: bool = True
    ) -> None:
        """Lay ``picture`` with its middle (or its left or right end) at (x, y).

        ``turn`` is False for what reads the same from everywhere.
        """
        if align != "middle":
            half = picture.width / 2 / self.art.unit
            x += half if align == "left" else -half
        px, py = self.frame.place(x, y)
        if turn:
            picture = self.art.turned(picture, self.frame.quarter)
        self.sprites.append(
            Sprite(picture, round(px - picture.width / 2), round(py - picture.height / 2))
        )

    def line(
        self, pictures: Sequence[Picture | float], x: float, y: float, align: Align = "middle"
    ) -> float:
        """Lay pictures side by side in one line; numbers are gaps. Returns the line's width."""
        width = line_width(pictures, self.art.unit)
        at = {"left": x, "middle": x - width / 2, "right": x - width}[align]
        for item in pictures:
            if isinstance(item, Picture):
                self.put(item, at, y, "left")
                at += item.width / self.art.unit
            else:
                at += item
        return width


def line_width(pictures: Sequence[Picture | float], unit: float) -> float:
    """The width of a line of pictures and gaps, in design pixels."""
    return sum(p.width / unit if isinstance(p, Picture) else p for p in pictures)


def fitted(
    pen: Pen,
    text: str,
    sizes: Sequence[float],
    room: float,
    colour: str,
    bold: bool = False,
    *,
    most: float = 1e9,
) -> Picture:
    """A line of text in the greatest of ``sizes`` that fits ``room``, else cut in the smallest.

    Where text is to be large, greater sizes are tried first, but none above ``most``.
    """
    for size in grown(pen.art, sizes, most):
        if pen.art.text_width(text, size, bold) <= room:
            return pen.art.text(text, size, colour, bold)
    size = sizes[-1]
    pen.art.cut.add(text)
    kept = bisect(
        range(1, len(text)), room, key=lambda n: pen.art.text_width(text[:n] + "…", size, bold)
    )
    return pen.art.text(text[:kept] + "…", size, colour, bold)


def grown(art: Art, sizes: Sequence[float], most: float = 1e9) -> Sequence[float]:
    """The sizes to try, from the greatest on: ``sizes``, greater ones before them if ``art`` is to
    be large."""
    if not art.large:
        return sizes
    return (*(s for s in (art.sized(sizes[0]), 1.12 * sizes[0]) if s <= most), *sizes)


def dither(width: int, height: int) -> npt.NDArray[np.float64]:
    """Bayer's 8 by 8 thresholds, 0 to 1, repeated over so many pixels."""
    bayer = np.array([[0]])
    for _ in range(3):
        bayer = np.block([[4 * bayer, 4 * bayer + 2], [4 * bayer + 3, 4 * bayer + 1]])
    return np.tile((bayer + 0.5) / 64, (width // 8 + 1, height // 8 + 1))[:width, :height]


def felt(size: tuple[int, int]) -> pygame.Surface:
    """The table at night: a soft light in the middle, dithered so that it shows no rings."""
    width, height = size
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (height / 2)
    far = np.sqrt(x[:, None] ** 2 + y[None, :] ** 2) / np.sqrt(2)
    stops = (0.0, 0.62, 1.0)
    colours = np.array(
        [palette.rgb(c) for c in (palette.FELT_MIDDLE, palette.FELT_HALF, palette.FELT_EDGE)]
    )
    grain = dither(width, height)
    pixels = np.empty((width, height, 3), np.uint8)
    for channel in range(3):
        smooth = np.interp(far, stops, colours[:, channel])
        pixels[..., channel] = np.floor(smooth + grain)
    surface = pygame.Surface(size)
    pygame.surfarray.blit_array(surface, pixels)
    return surface


class Stage:
    """Shows lists of sprites on one background."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._background = felt(size)
        self._area = self._background.get_rect()
        self._shown: list[Sprite] | None = None
        self._unsure: list[pygame.Rect] = []  # of a painting that was not finished

    def paint(
        self, surface: pygame.Surface, sprites: list[Sprite]
    ) -> Generator[None, None, list[pygame.Rect]]:
        """Paint what changed since the last time, in slices; returns the repainted rectangles.

        A painting that is given up is remembered: the next one repaints its rectangles too.
        """
        dirty = self._changed(sprites)
        self._unsure += dirty
        for rect in dirty:
            for band in bands(rect):
                surface.set_clip(band)
                surface.blit(self._background, band, band)
                surface.fblits(
                    [(s.picture.surface, (s.x, s.y)) for s in sprites if band.colliderect(s.rect)]
                )
                surface.set_clip(None)
                yield
        self._unsure.clear()
        self._shown = sprites
        return dirty

    def _changed(self, sprites: list[Sprite]) -> list[pygame.Rect]:
        if self._shown is None:
            return [self._area.copy()]
        before, now = set(self._shown), set(sprites)
        rects = [s.rect.clip(self._area) for s in before ^ now] + self._unsure
        merged = merge([r for r in rects if r.w and r.h])
        if sum(r.w * r.h for r in merged) > FULL_SHARE * self._area.w * self._area.h:
            return [self._area.copy()]
        return merged


def bands(rect: pygame.Rect) -> Iterator[pygame.Rect]:
    """``rect`` in horizontal bands that are painted in half a millisecond or so each."""
    high = max(1, BAND_PIXELS // max(1, rect.w))
    for top in range(rect.top, rect.bottom, high):
        yield pygame.Rect(rect.left, top, rect.w, min(high, rect.bottom - top))


def merge(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """The same area in rectangles that do not overlap."""
    left = sorted(rects, key=lambda r: (r.x, r.y, r.w, r.h))
    done: list[pygame.Rect] = []
    while left:
        rect = left.pop()
        hit = rect.collidelist(left)
        if hit >= 0:
            left[hit] = left[hit].union(rect)
            continue
        hit = rect.collidelist(done)
        if hit >= 0:
            left.append(done.pop(hit).union(rect))
            continue
        done.append(rect)
    return done
