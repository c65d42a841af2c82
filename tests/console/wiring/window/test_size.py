"""The window and its panel: they fit the screen, the panel folds away and follows the look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from console.screens.palette import SAFE, USUAL
from console.wiring.window import window
from console.wiring.window.panel import panel_look
from console.wiring.window.size import FOLDED_WIDTH, FRAME, LEAST_SIDE, PANEL_WIDTH, fitting, icon
from tests.console.wiring.window.test_window import Fingers, run

BESIDE = PANEL_WIDTH + FOLDED_WIDTH


@pytest.mark.parametrize("desktop", [(1280, 800), (1366, 768), (1920, 1080), (1024, 768)])
@pytest.mark.parametrize("wanted", [(1280, 800), (1920, 1080), (800, 600)])
def test_a_window_fits_the_screen_it_opens_on(
    desktop: tuple[int, int], wanted: tuple[int, int]
) -> None:
    """In the same shape; as large as was wanted where there is room."""
    width, height = fitting(wanted, BESIDE, desktop)
    assert width + BESIDE <= desktop[0]
    assert height <= desktop[1] - FRAME
    if wanted[0] + BESIDE <= desktop[0] and wanted[1] + FRAME <= desktop[1]:
        assert (width, height) == wanted
    elif min(width, height) > LEAST_SIDE:
        assert width / height == pytest.approx(wanted[0] / wanted[1], rel=0.01)


class Opened:
    """The window that ``run`` opens, and what is done to it while it is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.windows: list[window.WindowDisplay] = []
        windows = self.windows

        class Kept(window.WindowDisplay):
            def __init__(self, *arguments: Any) -> None:
                super().__init__(*arguments)
                windows.append(self)

        monkeypatch.setattr(window, "WindowDisplay", Kept)
        monkeypatch.setattr(window, "desktop_size", lambda: (1920, 1080))
        self.sizes: list[tuple[int, int]] = []

    def measure(self) -> None:
        """The window's size and, in it, the table's."""
        self.sizes += [self.it.window.get_size(), self.it.screen.layout.size]

    @property
    def it(self) -> window.WindowDisplay:
        return self.windows[0]

    def click(self) -> None:
        """On the button beside the table."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            at = self.it.tab.center
            pygame.event.post(pygame.event.Event(kind, pos=at, button=pygame.BUTTON_LEFT))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    return Opened(monkeypatch)


def test_the_window_opens_within_a_small_screen(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "desktop_size", lambda: (1280, 800))
    fingers = Fingers([], 300)
    fingers.looks = [(200, opened.measure)]
    run(tmp_path, fingers, size="1280x800", seats=8)
    width, height = opened.sizes[0]
    assert width <= 1280
    assert height <= 800 - FRAME


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_panel_folds_away_and_comes_back(by: str, opened: Opened, tmp_path: Path) -> None:
    """By its key and by its button; the table takes the room, keys go on to be pressed."""
    presses = [(500, "f8", 40), (1_500, "f8", 40)] if by == "key" else []
    fingers = Fingers([(1_000, "w", 80), *presses], 2_500)
    sizes: list[tuple[int, bool]] = []

    def measure() -> None:
        sizes.append((opened.it.screen.layout.size[0], opened.it.folded))

    clicks: list[tuple[int, Callable[[], None]]] = (
        [(500, opened.click), (1_500, opened.click)] if by == "button" else []
    )
    looks = [(300, measure), (900, measure), (2_200, measure), *clicks]
    fingers.looks = sorted(looks, key=lambda look: look[0])
    run(tmp_path, fingers)
    assert sizes == [(960, False), (960 + PANEL_WIDTH, True), (960, False)]
    panel = opened.it.panel
    assert panel is not None


def test_what_a_hand_holds_is_let_go_when_the_panel_folds(opened: Opened, tmp_path: Path) -> None:
    fingers = Fingers([(400, "w", 5_000)], 1_200)
    pressed: list[dict[int, Any]] = []
    fingers.looks = [
        (600, lambda: pressed.append(dict(opened.it.panel._held))),  # type: ignore[union-attr]
        (700, opened.click),
        (1_000, lambda: pressed.append(dict(opened.it.panel._held))),  # type: ignore[union-attr]
    ]
    run(tmp_path, fingers)
    assert [len(held) for held in pressed] == [1, 0]


def test_in_fullscreen_the_panel_is_folded_first(opened: Opened, tmp_path: Path) -> None:
    fingers = Fingers([], 300)
    fingers.looks = [(200, opened.measure)]
    run(tmp_path, fingers, fullscreen=True)
    assert opened.it.folded
    (whole, _), (table, _) = opened.sizes
    assert table == whole - FOLDED_WIDTH


def test_the_panel_follows_the_palette(opened: Opened, tmp_path: Path) -> None:
    """Colours for colour-blind eyes are on the panel too, at once."""
    assert panel_look(SAFE).seats == SAFE.seats != USUAL.seats
    fingers = Fingers([], 900)
    seen: list[object] = []

    def look() -> None:
        assert opened.it.panel is not None
        seen.append(opened.it.panel._look.seats)

    fingers.looks = [
        (300, lambda: setattr(opened.it, "look", replace(opened.it.look, safe=True))),
        (600, look),
    ]
    run(tmp_path, fingers)
    assert seen == [SAFE.seats]


def test_the_window_has_an_icon_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown: list[pygame.Surface] = []
    set_icon = pygame.display.set_icon

    def seen(picture: pygame.Surface) -> None:
        shown.append(picture)
        set_icon(picture)

    monkeypatch.setattr(pygame.display, "set_icon", seen)
    run(tmp_path, Fingers([], 200))
    (picture,) = shown
    assert picture.get_size() == icon().get_size()
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(64) for y in range(64)}
    assert len(colours) > 8
