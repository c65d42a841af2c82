"""How large the window is, what of it is the panel's, and its icon."""

from __future__ import annotations

from typing import Final

import pygame

from console.screens import palette
from console.screens.art import Art

PANEL_WIDTH: Final = 320
FOLDED_WIDTH: Final = 24
"""What the panel takes, and the button beside it that folds it away and unfolds it."""
LEAST_SIDE: Final = 480
FRAME: Final = 56
"""What a desktop keeps of its height for a window's title and its own bar."""
FOLD_KEY: Final = pygame.KSCAN_F8
ICON: Final = 64


def fitting(wanted: tuple[int, int], beside: int, desktop: tuple[int, int]) -> tuple[int, int]:
    """The table's size as wanted, or smaller in the same shape, so that the window with what lies
    ``beside`` the table fits the desktop it opens on."""
    room = desktop[0] - beside, desktop[1] - FRAME
    if wanted[0] + beside <= desktop[0] and wanted[1] <= desktop[1] - FRAME:
        return wanted
    scale = min(room[0] / wanted[0], room[1] / wanted[1], 1.0)
    width, height = (max(LEAST_SIDE, int(side * scale)) for side in wanted)
    return width, height


def desktop_size() -> tuple[int, int]:
    """Of the screen that windows open on."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else (1 << 16, 1 << 16)


def icon() -> pygame.Surface:
    """The pad from above: a petal of each seat's colour around the pot."""
    petals = "".join(
        f'<ellipse cy="-21" rx="7.4" ry="10" fill="{colour}" transform="rotate({45 * i + 22.5})"/>'
        for i, colour in enumerate(palette.USUAL.seats)
    )
    body = (
        f'<rect x="-32" y="-32" width="64" height="64" rx="14" fill="{palette.INK}"/>{petals}'
        f'<circle r="8.5" fill="{palette.TEXT}"/>'
    )
    return Art(1.0).raster(ICON, ICON, body)


def draw_tab(target: pygame.Surface, rect: pygame.Rect, *, folded: bool) -> None:
    """The button that folds the panel away (▶) or unfolds it (◀)."""
    pygame.draw.rect(target, palette.PANEL, rect)
    pygame.draw.line(target, palette.FAINT, rect.topleft, (rect.left, rect.bottom - 1))
    x, y = rect.center
    step = -5 if folded else 5
    points = [(x - step, y - 9), (x + step, y), (x - step, y + 9)]
    pygame.draw.lines(target, palette.TEXT, False, points, 3)


def touched(rect: pygame.Rect, event: pygame.Event) -> bool:
    """Does an event press the button that folds the panel, or its key?"""
    if event.type == pygame.KEYDOWN:
        return bool(event.scancode == FOLD_KEY)
    pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
    return pressed and rect.collidepoint(event.pos)
