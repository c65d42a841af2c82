"""Is there a display to open a window on?"""

from __future__ import annotations

import os
import sys
from typing import Final

import pygame

NO_SCREEN: Final = ("dummy", "offscreen", "evdev")


def display_driver() -> str | None:
    """What SDL draws by, None where nobody would see it."""
    if sys.platform == "linux" and "XDG_RUNTIME_DIR" not in os.environ:
        # No Wayland without it: its library, which SDL would try, complains about that by itself.
        os.environ.setdefault("SDL_VIDEODRIVER", "x11,kmsdrm")
    try:
        pygame.display.init()
    except pygame.error:
        return None
    driver = pygame.display.get_driver()
    return None if driver in NO_SCREEN else driver
