"""Is there a display to open a window on?"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from typing import Final

import pygame

from drivers.errors import Sentence

NO_SCREEN: Final = ("dummy", "offscreen", "evdev")
CLIENTS: Final = (
    ("DISPLAY", ("libX11.so.6", "libXext.so.6"), "libx11-6 libxext6 libxcursor1 libxi6 libxrandr2"),
    (
        "WAYLAND_DISPLAY",
        ("libwayland-client.so.0", "libwayland-egl.so.1", "libxkbcommon.so.0"),
        "libwayland-client0 libwayland-cursor0 libwayland-egl1 libxkbcommon0",
    ),
)
"""What names a display, what SDL must find to draw on it, and Debian's packages that bring that and
what touch and the pointer need. Wheels carry none of it, a bare system neither."""


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


def what_is_missing() -> Sentence | None:
    """Why there is no window although a display is named: a sentence with the line to type, or None
    where that is not why."""
    for variable, libraries, packages in CLIENTS:
        if variable in os.environ and not all(map(_loads, libraries)):
            if shutil.which("apt") is None:
                return Sentence(
                    "there is a display, but not what a window on it needs: install {libraries}",
                    libraries=", ".join(libraries),
                )
            return Sentence(
                "there is a display, but not what a window on it needs: {line}",
                line=_sudo() + "apt install " + packages,
            )
    return None


def _sudo() -> str:
    return "" if sys.platform == "win32" or os.geteuid() == 0 else "sudo "


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
