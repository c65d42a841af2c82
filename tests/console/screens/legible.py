"""Does everything that is written on a screen fit? Found out from the sprites alone.

What is looked for: a text that was cut off or drawn too small; one that leaves the screen, the
plate it stands on, or the strip of the seat it belongs to; two texts, or a text and a sign, one
over the other; a text half hidden. What something opaque covers as a whole is not seen and does
not count.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pygame

from console.screens.art import FACES, FONT_DIR
from console.screens.board.facing import facing_of
from console.screens.board.registry import SCREENS
from console.screens.layout import STRIP_LENGTH, Box, Frame, Layout
from console.screens.moment import Moment
from console.screens.prose import KEYS
from console.screens.renderer import Screen
from console.screens.stage import Sprite
from console.service.menu.view import ServiceView
from console.table.attract.view import AttractView, ClosedView
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.records.view import RecordsView
from console.table.view import RulesView, View
from tests.console.screens.pseudo import FIRST

LEAST_TEXT: Final = 18.0
TOUCH: Final = 2
"""So many pixels over each other are still beside each other."""
STRIP: Final = 60.0
FAR: Final = 2000.0
SIGN: Final = 64
COUNTING: Final = Moment(share=0.6, seconds=9)


@dataclass(frozen=True, slots=True)
class Written:
    """A text as it lies on the screen: ``ink`` is what of it is not transparent."""

    text: str
    size: float
    ink: pygame.Rect
    order: int


def _plain(key: Any) -> Any:
    """The key of what was turned or faded."""
    while isinstance(key, tuple) and key and key[0] in ("turned", "faded"):
        key = key[1]
    return key


def key_of(sprite: Sprite) -> Any:
    """What it shows, turned or not."""
    return _plain(sprite.picture.key)


def ink_of(sprite: Sprite) -> pygame.Rect:
    """What of a picture is not transparent, where it lies."""
    return sprite.picture.surface.get_bounding_rect().move(sprite.x, sprite.y)


def _is_sign(key: Hashable) -> bool:
    whole = _plain(key)
    return whole[0] == "svg" and isinstance(whole[1], tuple) and whole[1][0] in ("sign", "disc")


def _opaque(sprite: Sprite, rect: pygame.Rect) -> float:
    """How much of ``rect`` the sprite hides, 0 to 1."""
    inner = rect.clip(sprite.rect)
    if not inner.w or not inner.h:
        return 0.0
    part = sprite.picture.surface.subsurface(inner.move(-sprite.x, -sprite.y))
    solid = pygame.mask.from_surface(part, 200).count()
    return solid / (rect.w * rect.h)


def _apart(first: pygame.Rect, second: pygame.Rect) -> bool:
    shared = first.clip(second)
    return shared.w <= TOUCH or shared.h <= TOUCH


class Fitting:
    """The faults of one view on one screen."""

    def __init__(self, screen: Screen, view: View) -> None:
        screen.art.cut.clear()
        self._pen = screen.pen()
        moment = COUNTING if isinstance(view, PlayView) else Moment()
        deque(screen.compose(self._pen, view, moment), maxlen=0)
        self._screen, self._view = screen, view
        self._sprites = self._pen.sprites
        self._rects = [sprite.rect for sprite in self._sprites]
        self._signs = [
            (order, ink_of(sprite))
            for order, sprite in enumerate(self._sprites)
            if _is_sign(sprite.picture.key) and max(self._rects[order].size) <= SIGN
        ]
        self._texts = list(self._written())

    def _written(self) -> Iterator[Written]:
        for order, sprite in enumerate(self._sprites):
            key = key_of(sprite)
            if key[0] == "text" and key[1].strip():
                yield Written(key[1], key[2], ink_of(sprite), order)

    def texts(self) -> set[str]:
        """All that is written, as it was drawn: longer texts line by line."""
        return {text.text for text in self._texts}

    def written(self) -> list[str]:
        """The same, each as often as it stands there."""
        return [text.text for text in self._texts]

    def faults(self) -> list[str]:
        """One sentence for each."""
        found = [f"cut off: {text!r}" for text in sorted(self._screen.art.cut)]
        seen = []
        for text in self._texts:
            hidden = self._hidden(text)
            if hidden is None and not text.text.isdecimal():  # a card's number may be
                found.append(f"half hidden: {text.text!r}")
            elif hidden is False:
                seen.append(text)
        for text in seen:
            found += self._alone(text)
        inks = [text.ink for text in seen]
        for i, text in enumerate(seen):
            others = (seen[i + 1 + n] for n in text.ink.collidelistall(inks[i + 1 :]))
            found += [
                f"over each other: {text.text!r} and {other.text!r}"
                for other in others
                if not _apart(text.ink, other.ink)
            ]
        return found

    def _hidden(self, text: Written) -> bool | None:
        """Is it covered? None when only a part of it is."""
        above = text.order + 1
        for order in text.ink.collidelistall(self._rects[above:]):
            sprite = self._sprites[above + order]
            if key_of(sprite)[0] != "text":
                share = _opaque(sprite, text.ink)
                if share > 0.9:
                    return True
                if share > 0.04 and not _is_sign(sprite.picture.key):
                    return None
        return False

    def _alone(self, text: Written) -> Iterator[str]:
        # the longer language's marks glue a sign, which is drawn otherwise, to a word
        if boxes := without_glyph(re.sub(f"{FIRST}[{''.join(KEYS)}]", "", text.text)):
            yield f"no glyph for {boxes!r}: {text.text!r}"
        area = pygame.Rect((0, 0), self._screen.layout.size)
        if text.size < LEAST_TEXT:
            yield f"only {text.size} px: {text.text!r}"
        if not area.contains(text.ink):
            yield f"off the screen: {text.text!r}"
        plate = self._plate(text)
        if plate is not None and not plate.rect.inflate(-2, -2).contains(text.ink):
            yield f"beyond its plate: {text.text!r}"
        for order, ink in self._signs:
            if not _apart(text.ink, ink):
                shared = text.ink.clip(ink)
                if not any(_opaque(s, shared) > 0.9 for s in self._sprites[order + 1 : text.order]):
                    yield f"over a sign: {text.text!r}"
        if plate is None and not _fills_the_screen(self._view):
            for strip, lane in strips(self._screen.layout, self._view, self._screen.look.large):
                shared = strip.clip(text.ink)
                if min(shared.w, shared.h) > TOUCH and not lane.contains(text.ink):
                    yield f"over the end of a strip: {text.text!r}"

    def _plate(self, text: Written) -> Sprite | None:
        """What opaque thing it was written on, if any."""
        middle = pygame.Rect(text.ink.center, (1, 1))
        for order in reversed(middle.collidelistall(self._rects[: text.order])):
            sprite = self._sprites[order]
            plain = key_of(sprite)
            if plain[0] == "text" or _is_sign(plain):
                continue
            if min(sprite.rect.size) > min(text.ink.size) and _opaque(sprite, middle) > 0.5:
                return sprite
        return None


@cache
def without_glyph(text: str) -> str:
    """The characters that one of the fonts would draw as a box."""
    return "".join(
        c for c in text if not c.isspace() and any(_is_box(c, f) for f in FACES.values())
    )


@cache
def _is_box(character: str, face: str) -> bool:
    """Is it drawn as what no font has?"""
    pygame.font.init()
    font = pygame.font.Font(FONT_DIR / face, 40)
    one, other = (font.render(c, True, "white") for c in (character, "\ue000"))
    return one.get_size() == other.get_size() and one.get_buffer().raw == other.get_buffer().raw


def _fills_the_screen(view: View) -> bool:
    whole = isinstance(view, RulesView | RecordsView | ServiceView | AttractView | ClosedView)
    return whole or (isinstance(view, PlayView) and view.photo is not None)


def strips(layout: Layout, view: View, large: bool) -> Iterator[tuple[pygame.Rect, pygame.Rect]]:
    """Where the line of each seat that takes part stands, along its edge; and all before it. At a
    board game where its words stand, and what the game adds to them."""
    if isinstance(view, BoardView):
        facing = facing_of(layout, view, large)
        for place in SCREENS[view.game].places(facing).values():
            words = _rect(place.frame, place.words)
            yield words, words.unionall([_rect(place.frame, b) for b in place.boxes()])
        return
    for seat, frame in enumerate(layout.frames):
        if _takes_part(view, seat):
            wide = STRIP_LENGTH + 8
            yield frame.rect(0, STRIP / 2, wide, STRIP), frame.rect(0, FAR / 2, wide, FAR)


def _rect(frame: Frame, box: Box) -> pygame.Rect:
    return frame.rect(box.x, box.y, box.width, box.height)


def _takes_part(view: View, seat: int) -> bool:
    match view:
        case PlayView():
            return view.seats[seat].hand is not None
    return True
