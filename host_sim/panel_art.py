"""How the panel's parts are drawn. Signs are drawn, not typed: fonts lack them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from drivers.events import Button

Colour = str | tuple[int, int, int]
_SMALLEST_PX = 9
_LARGEST_PX = 20
_ARROWS = {"←": (-1, 0), "→": (1, 0), "↑": (0, -1), "↓": (0, 1)}


@dataclass(frozen=True, slots=True)
class PanelLook:
    """Colours and pictures. ``shape(surface, seat, centre, radius)`` draws a seat's shape;
    ``font(size)`` gives the face for a height in pixels.
    """

    seats: Sequence[Colour]
    shape: Callable[[pygame.Surface, int, tuple[int, int], int], None]
    font: Callable[[int], pygame.font.Font]
    ground: Colour = "#0E131B"
    part: Colour = "#1B2430"
    ink: Colour = "#EEF3F8"
    quiet: Colour = "#9DB0C4"


class PanelPen:
    """Draws the parts in a look; words are rendered once and kept."""

    def __init__(self, look: PanelLook) -> None:
        self._look = look
        self._words: dict[tuple[str, int, int], pygame.Surface | None] = {}

    def sign(self, view: pygame.Surface, rect: pygame.Rect, seat: int, lamp: float) -> None:
        """The seat's shape and, below it, its lamp."""
        look = self._look
        radius = max(3, min(rect.width, rect.height // 2) // 2 - 2)
        look.shape(view, seat, (rect.centerx, rect.top + rect.height // 3), radius)
        centre = (rect.centerx, rect.bottom - max(4, rect.height // 8))
        size = max(3, radius // 2)
        lit = pygame.Color(look.part).lerp(pygame.Color(look.seats[seat]), lamp)
        pygame.draw.circle(view, lit, centre, size)
        pygame.draw.circle(view, look.quiet, centre, size, 1)

    def half(
        self, view: pygame.Surface, rect: pygame.Rect, seat: int, on: bool, word: str, hint: str
    ) -> None:
        """Half a petal, with its name and its key."""
        self._box(view, rect, seat, on)
        third = pygame.Rect(rect.left, rect.top, rect.width, rect.height // 3)
        colour = self._look.ground if on else self._look.ink
        self._text(view, word, third.move(0, rect.height // 5), colour)
        self._text(view, hint, third.move(0, rect.height * 3 // 5), colour)

    def bar(self, view: pygame.Surface, rect: pygame.Rect, seat: int, length: int) -> None:
        """A force, as long as ``length`` pixels."""
        view.fill(self._look.part, rect)
        if length:
            view.fill(self._look.seats[seat], (rect.left, rect.top, length, rect.height))

    def button(
        self,
        view: pygame.Surface,
        rect: pygame.Rect,
        seat: int,
        button: Button,
        on: bool,
        hint: str,
    ) -> None:
        """One of the four buttons: ◀ ▶ ● ✕, with its key beside the sign."""
        self._box(view, rect, seat, on)
        colour = self._look.ground if on else self._look.ink
        size = max(3, min(rect.width // 2, rect.height) // 4)
        x, y = (rect.left + rect.width // 3 if hint else rect.centerx), rect.centery
        if button is Button.OK:
            pygame.draw.circle(view, colour, (x, y), size)
        elif button is Button.BACK:
            thick = max(2, size // 2)
            pygame.draw.line(view, colour, (x - size, y - size), (x + size, y + size), thick)
            pygame.draw.line(view, colour, (x - size, y + size), (x + size, y - size), thick)
        else:
            tip = x - size if button is Button.LEFT else x + size
            back = 2 * x - tip
            pygame.draw.polygon(view, colour, [(tip, y), (back, y - size), (back, y + size)])
        half = rect.width // 2
        self._text(view, hint, rect.inflate(-half, -rect.height // 3).move(half // 2, 0), colour)

    def pad_button(
        self, view: pygame.Surface, rect: pygame.Rect, possible: bool, word: str, hint: str
    ) -> None:
        """Knock the pad over or put it back: quiet while it cannot be done."""
        view.fill(self._look.ground, rect)
        pygame.draw.rect(view, self._look.part, rect, border_radius=4)
        text = f"{word}  {hint}" if hint else word
        colour = self._look.ink if possible else self._look.quiet
        self._text(view, text, rect.inflate(-4, -rect.height // 4), colour)

    def _box(self, view: pygame.Surface, rect: pygame.Rect, seat: int, on: bool) -> None:
        colour = self._look.seats[seat] if on else self._look.part
        pygame.draw.rect(view, colour, rect, border_radius=max(2, rect.height // 8))

    def _text(self, view: pygame.Surface, text: str, room: pygame.Rect, colour: Colour) -> None:
        """A word in the middle of ``room``, as large as fits; none where it could not be read."""
        if text in _ARROWS:
            self._arrow(view, room, _ARROWS[text], colour)
            return
        key = (f"{text} {colour}", *room.size)
        if key not in self._words:
            self._words[key] = self._render(text, room, colour)
        picture = self._words[key]
        if picture is not None:
            view.blit(picture, picture.get_rect(center=room.center))

    def _render(self, text: str, room: pygame.Rect, colour: Colour) -> pygame.Surface | None:
        size = min(room.height * 4 // 5, _LARGEST_PX)
        while text and size >= _SMALLEST_PX:
            font = self._look.font(size)
            if font.size(text)[0] <= room.width - 2:
                return font.render(text, True, colour)
            size -= 1
        return None

    def _arrow(
        self, view: pygame.Surface, room: pygame.Rect, way: tuple[int, int], colour: Colour
    ) -> None:
        reach = max(3, min(room.width, room.height) // 4)
        (x, y), (dx, dy) = room.center, way
        tip = (x + dx * reach, y + dy * reach)
        pygame.draw.line(view, colour, (x - dx * reach, y - dy * reach), tip, 2)
        for side in (-1, 1):
            barb = (tip[0] - (dx + side * dy) * reach // 2, tip[1] - (dy + side * dx) * reach // 2)
            pygame.draw.line(view, colour, tip, barb, 2)
