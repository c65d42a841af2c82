"""What a message meets, found out from the sprites and the touches of one frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

import pygame

from console.screens.bands import draw_in_bands
from console.screens.messages import bands_of, message_of
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.stage import Sprite
from console.table.view import View
from tests.console.screens.board.glass import kind_of

TOUCH: Final = 2
"""So many design pixels over each other are still beside each other."""
GROUND: Final = frozenset(
    ("glow", "lamp", "edge", "arrow", "orbit", "ring", "turn", "flood", "run", "wave", "felt")
)
"""What lies under everything and says nothing by itself: light, rings, ways of cards."""
LIVE: Final = Moment(share=0.6, seconds=9)


class Told:
    """One view with its message; ``texts`` of it, and ``plates`` on which it stands."""

    def __init__(self, screen: Screen, view: View) -> None:
        layout, look = screen.layout, screen.look
        screen.art.cut.clear()
        self._pen, own = screen.pen(), screen.pen()
        deque(screen.compose(self._pen, view, LIVE), maxlen=0)
        self.cut = set(screen.art.cut)
        self.message = message_of(look.words, screen.art.palette, view, LIVE)
        self.bands = bands_of(layout, view, large=look.large)
        self._unit = layout.unit
        self._area = pygame.Rect((0, 0), layout.size)
        if self.message is not None:
            draw_in_bands(own, self.bands, self.message)
        self.plates = [sprite.rect for sprite in own.sprites if kind_of(sprite) == "plate"]
        self._grounds = [_ink(s, s.rect) for s in own.sprites if kind_of(s) == "plate"]
        self._own = own.sprites
        self._targets = {target for _, target in own.hot}

    def faults(self) -> list[str]:
        """One sentence for each thing that a message meets."""
        laid = len(self._pen.sprites) - len(self._own)
        found = [f"cut off: {text!r}" for text in sorted(self.cut)]
        if self._pen.sprites[laid:] != self._own:
            found.append("something lies over the message")
        if self.message is not None and len(self.plates) != len(self.bands):
            found.append(f"{len(self.plates)} messages in {len(self.bands)} bands")
        for i, plate in enumerate(self.plates):
            if not self._area.contains(plate):
                found.append("a message leaves the screen")
            if plate.collidelist(self.plates[i + 1 :]) >= 0:
                found.append("a message lies over another one")
            found += self._met(plate, self._pen.sprites[:laid])
        for sprite in self._own:
            ink = sprite.picture.surface.get_bounding_rect().move(sprite.x, sprite.y)
            if kind_of(sprite) == "text" and not any(p.contains(ink) for p in self._grounds):
                found.append(f"beyond its plate: {sprite.picture.key!r}")
        return found

    def _met(self, plate: pygame.Rect, below: list[Sprite]) -> Iterator[str]:
        for sprite in below:
            kind = kind_of(sprite)
            if kind not in GROUND and not self._apart(plate, _ink(sprite, plate)):
                yield f"over a {kind}: {sprite.picture.key!r}"
        for rect, target in self._pen.hot:
            whole = target.kind == "wake"  # attract mode: the whole table is felt
            if not whole and target not in self._targets and not self._apart(plate, rect):
                yield f"over {target}"

    def _apart(self, first: pygame.Rect, second: pygame.Rect) -> bool:
        shared = first.clip(second)
        return min(shared.size) <= TOUCH * self._unit


def _ink(sprite: Sprite, plate: pygame.Rect) -> pygame.Rect:
    """What of a sprite is drawn within the plate."""
    inner = plate.clip(sprite.rect)
    if not inner.w or not inner.h:
        return inner
    part = sprite.picture.surface.subsurface(inner.move(-sprite.x, -sprite.y))
    if not part.get_flags() & pygame.SRCALPHA:
        return inner
    return part.get_bounding_rect(60).move(inner.topleft)
