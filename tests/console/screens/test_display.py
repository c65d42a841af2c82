"""Looking for a display where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from console.screens.display import CLIENTS

ASK = "from console.screens.display import display_driver; print(display_driver())"
DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER")


def test_without_a_desktop_nothing_is_complained_of() -> None:
    bare = {name: value for name, value in os.environ.items() if name not in DESKTOP}
    bare["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    done = subprocess.run(
        (sys.executable, "-c", ASK), env=bare, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout in ("None\n", "KMSDRM\n", "kmsdrm\n")


def test_the_readme_names_what_a_window_needs() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    _, _, packages = CLIENTS[0]
    assert f"sudo apt install {packages} " in readme


@pytest.mark.parametrize(("system", "asked"), [("linux", "x11,kmsdrm"), ("darwin", None)])
def test_only_on_linux_is_sdl_told_where_to_look(system: str, asked: str | None) -> None:
    """Neither X11 nor KMS is what a Mac or Windows draws by; nor have they a XDG_RUNTIME_DIR."""
    bare = {name: value for name, value in os.environ.items() if name not in DESKTOP}
    bare["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    code = f"import os, sys, pygame; sys.platform = {system!r}; {ASK};"
    code += "print(os.environ.get('SDL_VIDEODRIVER'))"
    done = subprocess.run(
        (sys.executable, "-c", code), env=bare, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == str(asked)
