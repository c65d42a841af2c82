"""The games as pictures: all on a shelf, the chosen one large with what it is about."""

from __future__ import annotations

from typing import Final

import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.board.base import DIM
from console.screens.board.diagrams import card_face
from console.screens.board.pages import Invite, load_rules
from console.screens.board.prose import lines_of
from console.screens.layout import Frame
from console.screens.lobby.words import minutes_words, players_words
from console.screens.names import game_name
from console.screens.stage import Pen, fitted, grown
from console.table.board.view import Target
from console.table.lobby.view import Shelved
from console.table.view import MenuLine, StartView

TILE: Final = 46.0
GAP: Final = 6.0
IN_ROW: Final = 2
ROWS: Final = 3
"""So many at a time."""
HERO: Final = 112.0
LARGE: Final = 98.0
SMALL: Final = 36.0


def height(view: StartView) -> float:
    """How high a shelf is; with one game there is nothing to choose from."""
    return (last_row(view) - first_row(view)) * (TILE + GAP) + HERO + GAP


def first_row(view: StartView) -> int:
    """The first row of games that is shown: the chosen one's is among them."""
    chosen = next((i for i, game in enumerate(view.shelf) if game.game == view.menu.game), 0)
    return max(0, min(chosen // IN_ROW - 1, _rows(view) - ROWS))


def last_row(view: StartView) -> int:
    """The row behind the last that is shown."""
    return min(first_row(view) + ROWS, _rows(view))


def _rows(view: StartView) -> int:
    return -(-len(view.shelf) // IN_ROW) if len(view.shelf) > 1 else 0


def draw_shelf(
    pen: Pen, frame: Frame, words: Words, view: StartView, width: float, top: float
) -> None:
    """``height`` from ``top`` of ``frame`` downwards."""
    tile = (width - GAP * (IN_ROW - 1)) / IN_ROW
    first = first_row(view)
    for place, game in enumerate(view.shelf):
        row, column = divmod(place, IN_ROW)
        if not first <= row < last_row(view):
            continue
        x = (tile - width) / 2 + column * (tile + GAP)
        y = top - TILE / 2 - (row - first) * (TILE + GAP)
        _tile(pen, frame, words, game, (x, y), tile, chosen=game.game == view.menu.game)
        pen.touchable(frame, Target("game", (place,)), x, y, tile + GAP, TILE + GAP)
    on_it = view.menu.rows[view.menu.cursor].key == MenuLine.GAME
    middle = top - height(view) + GAP + HERO / 2
    _hero(pen, frame, words, view.menu.game, width, middle, on_it=on_it)


def _tile(
    pen: Pen,
    frame: Frame,
    words: Words,
    game: Shelved,
    at: tuple[float, float],
    width: float,
    *,
    chosen: bool,
) -> None:
    """Its cards and its name; paler when those who are there cannot play it."""
    art, (x, y) = pen.art, at
    pen.put(frame, _box(art, width, TILE, lit=chosen, strong=False), x, y)
    left, right = x - width / 2 + 8, x + width / 2 - 6
    for face in load_rules(game.game).invite.shown:
        picture = card_face(art, game.game, face, SMALL)
        pen.put(frame, picture if game.fits else art.faded(picture, DIM), left, y, "left")
        left += picture.width / art.unit + 4
    tint = palette.AMBER if chosen else palette.TEXT if game.fits else palette.QUIET
    left += 6
    for size in grown(art, (22.0, 20.0, 18.0), 26.0):
        lines = lines_of(art, game_name(words, game.game), size, right - left, tint)
        if len(lines) == 1:
            break
    for i, line in enumerate(lines):
        pen.line(frame, line, left, y + 20 * ((len(lines) - 1) / 2 - i), "left")


def _hero(
    pen: Pen, frame: Frame, words: Words, game: str, width: float, y: float, *, on_it: bool
) -> None:
    """The chosen game's cards, its name, what it is about, and for whom."""
    art, invite = pen.art, load_rules(game).invite
    if on_it:
        pen.put(frame, _box(art, width, HERO, lit=True, strong=True), 0, y)
    x = -width / 2 + 12
    for face in invite.shown:
        picture = card_face(art, game, face, LARGE)
        pen.put(frame, picture, x, y, "left")
        x += picture.width / art.unit - 14
    x += 28
    room = width / 2 - x - 8
    name = fitted(
        pen, game_name(words, game), (30, 28, 26, 23, 20), room, palette.AMBER, True, most=36
    )
    pen.put(frame, name, x, y + 35, "left")
    lines = lines_of(art, words._(invite.text), 20, room)
    if len(lines) > 2:
        lines = lines_of(art, words._(invite.text), 18, room)
    for i, line in enumerate(lines[:2]):
        pen.line(frame, line, x, y + (8 if len(lines) > 1 else 0) - 22 * i, "left")
    pen.line(frame, _facts(art, words, invite), x, y - 39, "left")


def _facts(art: Art, words: Words, invite: Invite) -> list[Picture | float]:
    """Players, minutes, age: each a picture and a number."""
    tint = palette.QUIET
    age = art.text(f"{invite.age}+", 18, tint, True)
    return [
        art.sign("person", 22, tint),
        5.0,
        art.text(players_words(words, invite.players), 20, palette.TEXT),
        16.0,
        art.sign("clock", 22, tint),
        6.0,
        art.text(minutes_words(words, invite.minutes), 20, palette.TEXT),
        16.0,
        _ringed(art, age),
    ]


def _ringed(art: Art, age: Picture) -> Picture:
    """An age in a frame, as on the box of a game."""

    def make() -> pygame.Surface:
        width, height = age.width / art.unit + 14, age.height / art.unit + 2
        frame = (
            f'<rect x="{1 - width / 2}" y="{1 - height / 2}" width="{width - 2}" rx="7"'
            f' height="{height - 2}" fill="none" stroke="{palette.QUIET}" stroke-width="1.5"/>'
        )
        surface = art.raster(width, height, frame)
        middle = surface.get_rect().center
        surface.blit(age.surface, age.surface.get_rect(center=middle))
        return surface

    return art.keep(("age", age.key), make)


def _box(art: Art, width: float, height: float, *, lit: bool, strong: bool) -> Picture:
    colour = palette.AMBER if lit else palette.FAINT
    fill, rim = (0.14, 2.5) if strong else (0.10 if lit else 0.07, 2 if lit else 1.2)
    body = (
        f'<rect x="{2 - width / 2}" y="{2 - height / 2}" width="{width - 4}" height="{height - 4}"'
        f' rx="14" fill="{colour}" fill-opacity="{fill}" stroke="{colour}" stroke-width="{rim}"'
        f' stroke-opacity="{1 if lit else 0.55}"/>'
    )
    return art.svg(("shelf", width, height, lit, strong), width, height, body)
