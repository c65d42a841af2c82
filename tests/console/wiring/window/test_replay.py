"""A replay stands still and steps, by actions and by duels, and says that it is one."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from console.i18n import Words
from console.screens.art import Art
from console.wiring.matches.replay import ReplayStep
from console.wiring.window.replay import BAR_PX, ReplayReel, draw_bar, window_size
from drivers.times import SECOND
from tests.console.screens.legible import without_glyph
from tests.console.screens.samples import duel_won, false_grab, play

PLAIN = play(8)
STEPS = (
    ReplayStep(0, PLAIN),
    ReplayStep(SECOND, replace(PLAIN, shift=1)),
    ReplayStep(SECOND, duel_won()),
    ReplayStep(SECOND, PLAIN),
    ReplayStep(SECOND, false_grab()),
    ReplayStep(SECOND, PLAIN),
)


def reel(speed: float = 1.0) -> ReplayReel:
    return ReplayReel(STEPS, speed, 0)


def test_the_window_fits_the_screen_it_opens_on() -> None:
    assert window_size((1920, 1080)) == (1280, 844)
    assert window_size((1280, 800)) == (1120, 744)


def test_it_runs_as_fast_as_it_is_told_and_the_last_picture_stays() -> None:
    shown = reel(2.0)
    shown.tick(SECOND // 2 - 1)
    assert shown.at == 0
    shown.tick(SECOND)
    assert shown.at == 2
    shown.tick(10 * SECOND)
    assert shown.over
    assert shown.paused
    assert shown.key(pygame.K_LEFT, 11 * SECOND)
    shown.tick(60 * SECOND)
    assert shown.at == len(STEPS) - 2


def test_from_its_end_it_can_be_seen_once_more() -> None:
    shown = reel()
    shown.tick(60 * SECOND)
    shown.key(pygame.K_SPACE, 60 * SECOND)
    shown.tick(60 * SECOND)
    assert (shown.at, shown.paused) == (0, False)
    shown.tick(61 * SECOND)
    assert shown.at == 1
    shown.tick(120 * SECOND)
    assert shown.over


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_bar_says_that_it_is_over(language: str) -> None:
    window, art, words = pygame.Surface((1280, 844)), Art(1.0), Words(language)
    shown = reel()
    shown.tick(60 * SECOND)
    draw_bar(window, art, words, shown)
    texts = [key[1] for key in art.pictures if isinstance(key, tuple) and key[0] == "text"]
    assert words._("once more") in texts
    assert any(text.endswith(words._("at the end")) for text in texts)


def test_space_stops_it_and_lets_it_go_on_from_there() -> None:
    shown = reel()
    assert shown.key(pygame.K_SPACE, 0)
    shown.tick(60 * SECOND)
    assert shown.at == 0
    shown.key(pygame.K_SPACE, 60 * SECOND)
    shown.tick(61 * SECOND)
    assert shown.at == 1


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ((pygame.K_RIGHT,), 1),
        ((pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), 1),
        ((pygame.K_LEFT,), 0),
        ((pygame.K_DOWN,), 2),
        ((pygame.K_DOWN, pygame.K_DOWN), 4),
        ((pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT), 5),
        ((pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP), 2),
    ],
)
def test_arrows_step_by_actions_and_by_duels_and_it_stands_still(
    keys: tuple[int, ...], at: int
) -> None:
    shown = reel()
    for key in keys:
        assert shown.key(key, 0)
    shown.tick(60 * SECOND)
    assert shown.at == at


def test_escape_ends_it() -> None:
    assert not reel().key(pygame.K_ESCAPE, 0)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("width", [960, 1280, 1920])
def test_the_bar_says_what_it_is_and_fits(language: str, width: int) -> None:
    window, art = pygame.Surface((width, 700)), Art(width / 1280)
    draw_bar(window, art, Words(language), reel())
    texts = [key[1] for key in art.pictures if isinstance(key, tuple) and key[0] == "text"]
    assert Words(language)._("REPLAY") in texts
    assert not without_glyph("".join(texts))
    bar = pygame.surfarray.array3d(window)[:, 700 - BAR_PX :]
    assert len({tuple(pixel) for pixel in bar[:, BAR_PX // 2]}) > 4
