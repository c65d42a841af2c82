"""Pictures made once and kept: drawings from SVG, lines of text, quarter turns of both.

Drawing is software, so a frame may only copy. Whatever a frame needs is a ``Picture`` from here,
found by its key; the least recently used go when the store is full.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from console.screens.palette import USUAL, Palette, rgb
from console.screens.symbols import signs, strokes
from drivers.errors import ConfigError

FONT_DIR: Final = Path(__file__).parent / "fonts"
FACES: Final = {False: "Inter-Medium.ttf", True: "Inter-Bold.ttf"}
STORE_BYTES: Final = 96 * 2**20
MOST_STORES: Final = 2.0
"""A larger table's pictures have more pixels; so much more than that is never kept."""
MOST_WIDTHS: Final = 4000
LARGER: Final = 1.25


def round_rect(
    width: float,
    height: float,
    radius: float,
    *,
    fill: tuple[str, float] = ("none", 1),
    rim: tuple[str, float, float] = ("none", 0, 1),
    dash: str = "",
) -> str:
    """SVG of a rectangle around the middle with round corners. ``fill``: colour and opacity;
    ``rim``: colour, width and opacity; ``dash``: lengths of round dashes and gaps."""
    edge, thick, shown = rim
    dashes = f' stroke-dasharray="{dash}" stroke-linecap="round"' if dash else ""
    return (
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="{radius}"'
        f' fill="{fill[0]}" fill-opacity="{fill[1]}" stroke="{edge}" stroke-width="{thick}"'
        f' stroke-opacity="{shown}"{dashes}/>'
    )


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A bitmap that never changes; ``key`` says what is on it."""

    key: Hashable
    surface: pygame.Surface

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.surface.get_width()

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.surface.get_height()


class Art:
    """The store of pictures for one size of table and one palette; ``unit`` is pixels per design
    pixel."""

    def __init__(
        self, unit: float, fonts: Path = FONT_DIR, *, palette: Palette = USUAL, large: bool = False
    ) -> None:
        """Raises ConfigError when a font file is missing or broken."""
        self.unit = unit
        self.palette = palette
        self.large = large
        """Is what people read to be larger than usual, where it fits?"""
        self.cut: set[str] = set()
        """The texts that found no room so far and were cut off."""
        self.smallest_text = 1e9
        """The smallest text asked for so far, in design pixels."""
        self._fonts_dir = fonts
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self.pictures: OrderedDict[Hashable, Picture] = OrderedDict()
        """All that is kept; what was wanted last comes last."""
        self._bytes = 0
        self._widths: dict[tuple[str, float, bool], float] = {}
        pygame.font.init()
        for bold in FACES:
            self._font(18, bold)

    def px(self, design: float) -> int:
        """Design pixels (of the 1280 by 800 table) as whole pixels."""
        return round(design * self.unit)

    def sized(self, size: float) -> float:
        """The size of a text for which there is always room enough to be large."""
        return size * LARGER if self.large else size

    def keep(self, key: Hashable, make: Callable[[], pygame.Surface]) -> Picture:
        """The picture for ``key``, made now if it is not there."""
        found = self.pictures.get(key)
        if found is not None:
            self.pictures.move_to_end(key)
            return found
        picture = Picture(key, make())
        self.pictures[key] = picture
        self._bytes += picture.width * picture.height * 4
        while self._bytes > STORE_BYTES * min(max(1.0, self.unit**2), MOST_STORES):
            _, old = self.pictures.popitem(last=False)
            self._bytes -= old.width * old.height * 4
        return picture

    def known(self, key: Hashable) -> Picture | None:
        """The picture for ``key``, None if it was never drawn or is forgotten."""
        return self.pictures.get(key)

    def svg(self, key: Hashable, width: float, height: float, body: str) -> Picture:
        """A drawing of ``width`` by ``height`` design pixels; (0, 0) is its middle."""
        return self.keep(("svg", key), lambda: self.raster(width, height, body))

    def raster(self, width: float, height: float, body: str) -> pygame.Surface:
        """The pixels of such a drawing, not kept."""
        size = max(1, self.px(width)), max(1, self.px(height))
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"'
            f' viewBox="{-width / 2} {-height / 2} {width} {height}">{body}</svg>'
        )
        drawn = pygame.image.load_sized_svg(io.BytesIO(text.encode()), size)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        surface.blit(drawn, (0, 0))
        return surface

    def sign(self, name: str, size: float, colour: str) -> Picture:
        """A sign of ``symbols.signs``, ``size`` design pixels square."""
        drawing = strokes(signs.SIGNS[name], colour, signs.SIGN_WEIGHT)
        return self.svg(
            ("sign", name, size, colour),
            size,
            size,
            f'<g transform="scale({size / 100})">{drawing}</g>',
        )

    def shape(self, seat: int, size: float, colour: str | None = None) -> Picture:
        """A seat's shape, in its colour unless told otherwise."""
        return self.sign(signs.SEAT_SHAPES[seat], size, colour or self.palette.seats[seat])

    def text(self, text: str, size: float, colour: str, bold: bool = False) -> Picture:
        """A line of text, ``size`` design pixels to the em."""
        self.smallest_text = min(self.smallest_text, size)
        return self.keep(
            ("text", text, size, colour, bold),
            lambda: self._font(self.px(size), bold).render(text, True, rgb(colour)),
        )

    def text_width(self, text: str, size: float, bold: bool = False) -> float:
        """How many design pixels a line of text takes."""
        key = (text, size, bold)
        if key not in self._widths:
            if len(self._widths) > MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = self._font(self.px(size), bold).size(text)[0] / self.unit
        return self._widths[key]

    def faded(self, picture: Picture, solid: float) -> Picture:
        """``picture`` with the table shining through: ``solid`` 1 hides it, 0 is not there."""
        if solid >= 1:
            return picture

        def make() -> pygame.Surface:
            surface = picture.surface.copy()
            veil = (255, 255, 255, round(255 * solid))
            surface.fill(veil, special_flags=pygame.BLEND_RGBA_MULT)
            return surface

        return self.keep(("faded", picture.key, solid), make)

    def turned(self, picture: Picture, quarter: int) -> Picture:
        """``picture`` turned clockwise by quarter turns."""
        if quarter % 4 == 0:
            return picture
        return self.keep(
            ("turned", picture.key, quarter % 4),
            lambda: pygame.transform.rotate(picture.surface, -90 * quarter),
        )

    def _font(self, size: int, bold: bool) -> pygame.font.Font:
        if (size, bold) not in self._fonts:
            path = self._fonts_dir / FACES[bold]
            try:
                self._fonts[size, bold] = pygame.font.Font(path, size)
            except (OSError, pygame.error) as error:
                raise ConfigError(
                    "the font {name} cannot be read: install Khvatka again, or put the file back "
                    "into {parent}",
                    name=path.name,
                    parent=path.parent,
                ) from error
        return self._fonts[size, bold]
