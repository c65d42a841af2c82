"""``python -m tests.console.screens.win_strip`` draws a win as a strip of pictures."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from console.i18n import Words
from console.screens.look import Look
from console.screens.renderer import Screen
from console.table.view import EndStage
from drivers.times import MS
from tests.console.screens.pictures import FOLDER, SMALL, encode
from tests.console.screens.samples import end

FRAMES: Final = (
    *((EndStage.WIN, at_ms) for at_ms in (60, 220, 420, 900, 2_500)),
    *((EndStage.RANKING, at_ms) for at_ms in (200, 700, 1_500)),
    (EndStage.MENU, 1_000),
)
COLUMNS, WIDE = 3, 480
FILE: Final = FOLDER / "win" / "strip-ru.png"


def main() -> None:
    """The colour sweeps the table, the name stands, the ranking counts up, the menu comes."""
    high = WIDE * SMALL[1] // SMALL[0]
    rows = -(-len(FRAMES) // COLUMNS)
    strip = pygame.Surface((COLUMNS * WIDE, rows * high))
    screen, surface = Screen(SMALL, 8, Look(Words("ru"))), pygame.Surface(SMALL)
    begins_ns = 0
    before: EndStage | None = None
    for n, (stage, at_ms) in enumerate(FRAMES):
        if stage is not before:
            before, begins_ns = stage, begins_ns + 10_000 * MS
        view = replace(end(8), stage=stage, since_ns=begins_ns)
        screen.draw(surface, view, begins_ns + at_ms * MS)
        small = pygame.transform.smoothscale(surface, (WIDE, high))
        strip.blit(small, (n % COLUMNS * WIDE, n // COLUMNS * high))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(encode(pygame.surfarray.array3d(strip)))


if __name__ == "__main__":
    main()
