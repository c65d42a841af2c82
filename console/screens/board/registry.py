"""The screens of the board games, and the pictures of all games, by id."""

from __future__ import annotations

from typing import Final

from console.games.entry import part
from console.games.registry import ENTRIES, Parts, quiet_games
from console.screens.board.base import BoardScreen, Pictures, ScreenPictures


def _screen(game: str) -> BoardScreen:
    named = ENTRIES[game].screen
    assert named is not None, f"{game} has no screen"
    screen: BoardScreen = part(named)()
    return screen


def _pictures(game: str) -> Pictures:
    named = ENTRIES[game].pictures
    if named is None:
        return ScreenPictures(SCREENS[game])
    pictures: Pictures = part(named)()
    return pictures


SCREENS: Final = Parts[BoardScreen](quiet_games, _screen)

PICTURES: Final = Parts[Pictures](lambda: ENTRIES, _pictures)
