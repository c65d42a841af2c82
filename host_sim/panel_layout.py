"""Where on the panel everything lies: cells for the seats, the pad's two buttons below."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import pygame

from drivers.events import Button, Gesture


class PadAct(StrEnum):
    """What can happen to the pad as a whole."""

    KNOCK = "knock"
    PUT_BACK = "put_back"


@dataclass(frozen=True, slots=True)
class PanelTarget:
    """Something to press: a seat's button, a half of a seat's petal, or the pad."""

    act: Button | Gesture | PadAct
    seat: int = -1


@dataclass(frozen=True, slots=True)
class SeatCell:
    """A seat on the panel, in panel coordinates. ``bars`` are for *top* and *under*."""

    seat: int
    rect: pygame.Rect
    sign: pygame.Rect
    halves: dict[Gesture, pygame.Rect]
    bars: tuple[pygame.Rect, pygame.Rect]
    buttons: dict[Button, pygame.Rect]


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """All cells and the pad's buttons, in panel coordinates."""

    cells: tuple[SeatCell, ...]
    pad: dict[PadAct, pygame.Rect]

    def at(self, point: tuple[int, int]) -> PanelTarget | None:
        """What lies at ``point``."""
        for act, rect in self.pad.items():
            if rect.collidepoint(point):
                return PanelTarget(act)
        for cell in self.cells:
            if not cell.rect.collidepoint(point):
                continue
            for gesture, rect in cell.halves.items():
                if rect.collidepoint(point):
                    return PanelTarget(gesture, cell.seat)
            for button, rect in cell.buttons.items():
                if rect.collidepoint(point):
                    return PanelTarget(button, cell.seat)
        return None


def lay_out(size: tuple[int, int], seats: int) -> PanelLayout:
    """Cells about twice as wide as high (never higher than wide), the pad's buttons below."""
    width, height = size
    strip = max(24, min(height // 10, 44))
    columns = max(range(1, seats + 1), key=lambda n: _cell_fit(width, height - strip, seats, n))
    rows = math.ceil(seats / columns)
    wide = width // columns
    high = min(wide, (height - strip) // rows)
    cells = tuple(
        _cell(seat, pygame.Rect(seat % columns * wide, seat // columns * high, wide, high))
        for seat in range(seats)
    )
    half = width // 2
    knock = pygame.Rect(0, height - strip, half, strip).inflate(-4, -4)
    put_back = pygame.Rect(half, height - strip, width - half, strip).inflate(-4, -4)
    return PanelLayout(cells, {PadAct.KNOCK: knock, PadAct.PUT_BACK: put_back})


def _cell_fit(width: int, height: int, seats: int, columns: int) -> float:
    rows = math.ceil(seats / columns)
    return min(width / columns / 2.2, height / rows)


def _cell(seat: int, rect: pygame.Rect) -> SeatCell:
    inner = rect.inflate(-6, -6)
    gap = max(2, inner.height // 24)
    sign_wide = min(inner.height // 2, inner.width // 6)
    sign = pygame.Rect(inner.left, inner.top, sign_wide, inner.height)
    petal_left = sign.right + gap
    petal_wide = (inner.width - sign_wide) // 2 - gap
    bar = max(3, inner.height // 12)
    petal_high = inner.height - 2 * (bar + gap)
    half = (petal_wide - gap) // 2
    grab = pygame.Rect(petal_left, inner.top, half, petal_high)
    palm = pygame.Rect(petal_left + half + gap, inner.top, half, petal_high)
    top = pygame.Rect(petal_left, grab.bottom + gap, petal_wide, bar)
    keys_left = petal_left + petal_wide + gap
    key_wide = (inner.right - keys_left - gap) // 2
    key_high = (inner.height - gap) // 2
    buttons = {
        button: pygame.Rect(
            keys_left + (number % 2) * (key_wide + gap),
            inner.top + (number // 2) * (key_high + gap),
            key_wide,
            key_high,
        )
        for number, button in enumerate((Button.LEFT, Button.RIGHT, Button.OK, Button.BACK))
    }
    return SeatCell(
        seat=seat,
        rect=rect,
        sign=sign,
        halves={Gesture.GRAB: grab, Gesture.PALM: palm},
        bars=(top, top.move(0, bar + gap)),
        buttons=buttons,
    )
