"""Where things lie on the screen, as rectangles."""

from __future__ import annotations

import pygame

from console.screens.layout import (
    BESIDE,
    BESIDE_X,
    CARD,
    CARD_Y,
    FLOWER,
    PILE_X,
    SEAT_DEPTH,
    STACK_X,
    STRIP_LENGTH,
    STRIP_Y,
    Layout,
)


def seat_rects(layout: Layout, seat: int) -> dict[str, pygame.Rect]:
    """What belongs to a seat, by name, on the screen."""
    frame, hand = layout.frames[seat], layout.hand(seat)
    return {
        "strip": frame.rect(0, STRIP_Y, STRIP_LENGTH, 34),
        "stack": frame.rect(hand * STACK_X, CARD_Y, CARD, CARD),
        "pile": frame.rect(hand * PILE_X, CARD_Y, CARD, CARD),
        "beside": frame.rect(hand * BESIDE_X, CARD_Y, BESIDE, CARD),
    }


def seat_area(layout: Layout, seat: int) -> pygame.Rect:
    """All that a seat may draw on."""
    return layout.frames[seat].rect(0, SEAT_DEPTH / 2, STRIP_LENGTH + 8, SEAT_DEPTH)


def middle_rects(layout: Layout) -> dict[str, pygame.Rect]:
    """The flower and the two bands."""
    near, far = layout.bands
    return {
        "flower": layout.sides[0].rect(0, 0, 2 * FLOWER, 2 * FLOWER),
        "near": near.rect,
        "far": far.rect,
    }
