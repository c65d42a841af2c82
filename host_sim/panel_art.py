"""How the panel's parts are drawn. Signs are drawn, not typed: fonts lack them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from drivers.events import Button

Colour = str | tuple[int, int, int]
_SMALLEST_PX = 9


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
        self._words: dict[tuple[str, int, bool], pygame.Surface] = {}

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
        self._text(view, word, (rect.centerx, rect.top + rect.height * 2 // 5), rect, on)
        self._text(view, hint, (rect.centerx, rect.top + rect.height * 4 // 5), rect, on)

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
        size = max(3, min(rect.width // 4, rect.height) // 3)
        x, y = (rect.left + rect.width // 4 if hint else rect.centerx), rect.centery
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
        room = pygame.Rect(rect.left, rect.top, rect.width // 2, rect.height)
        self._text(view, hint, (rect.left + rect.width * 2 // 3, y), room, on)

    def pad_button(
        self, view: pygame.Surface, rect: pygame.Rect, possible: bool, word: str, hint: str
    ) -> None:
        """Knock the pad over or put it back: quiet while it cannot be done."""
        view.fill(self._look.ground, rect)
        pygame.draw.rect(view, self._look.part, rect, border_radius=4)
        text = f"{word}  {hint}" if hint else word
        self._text(view, text, rect.center, rect, False, quiet=not possible)

    def _box(self, view: pygame.Surface, rect: pygame.Rect, seat: int, on: bool) -> None:
        colour = self._look.seats[seat] if on else self._look.part
        pygame.draw.rect(view, colour, rect, border_radius=max(2, rect.height // 8))

    def _text(
        self,
        view: pygame.Surface,
        text: str,
        centre: tuple[int, int],
        room: pygame.Rect,
        on: bool,
        *,
        quiet: bool = False,
    ) -> None:
        """A word as large as ``room`` is wide for it; none where it could not be read."""
        if not text:
            return
        size = max(1, min(room.height // 3, 20, room.width * 7 // (4 * len(text))))
        if size < _SMALLEST_PX:
            return
        colour = self._look.ground if on else self._look.quiet if quiet else self._look.ink
        key = (f"{text}{colour}", size, on)
        picture = self._words.get(key)
        if picture is None:
            picture = self._look.font(size).render(text, True, colour)
            self._words[key] = picture
        view.blit(picture, picture.get_rect(center=centre))
