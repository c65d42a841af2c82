"""The first level: the games as large tiles, what plays the chosen one, what leads to all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

import pygame

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.base import DIM
from console.screens.board.diagrams import card_face
from console.screens.board.pages import Invite, load_rules
from console.screens.lobby.broken_off import draw_card
from console.screens.lobby.words import lack_words, minutes_words, players_range
from console.screens.menu_texts import menu_label
from console.screens.names import game_name
from console.screens.prose import line_of, wrapped
from console.screens.stage import Line, Pen, fitted, grown, line_width
from console.table.lobby.view import Shelved, StartView
from console.table.view import MenuLine, MenuRow, Target, TargetKind

GAP: Final = 10.0
WIDE: Final = 760.0
"""So wide a place has all games in a row."""
IN_ROW: Final = 5
ROWS: Final = 3
"""So many rows at a time, where it is not so wide."""
BUTTON: Final = 70.0
CARD: Final = 64.0
PAD: Final = 12.0
LEADING: Final = 1.2
FACE: Final = 160.0
LEAST_FACE: Final = 46.0
FACTS_FACE: Final = 110.0
"""Facts may not make cards smaller than that, the line about the game not below the other."""
GROWN: Final = 36.0
"""Where text is to be large it is no larger, and as usual before a tile says less."""
SMALL: Final = 200.0
"""A tile that is lower has smaller type."""
HIGH: Final = 150.0
"""Cards lie one over the other from so much room on."""
FACTS: Final = 30.0
HighLine = tuple[Line, float]
"""A line and its height."""


def draw_tiles(pen: Pen, view: StartView, size: tuple[float, float], top: float) -> None:
    """All of it within ``size`` from ``top`` downwards."""
    width, height = size
    low = top - height
    _buttons(pen, view, width, low + BUTTON / 2)
    height -= BUTTON + GAP
    if view.resume is not None:
        index = _index(view, MenuLine.RESUME)
        y = low + BUTTON + GAP + CARD / 2
        lit = view.menu.cursor == index
        draw_card(pen, view.resume, (width, CARD), (0, y), lit=lit)
        pen.touchable(Target(TargetKind.ROW, (index,)), 0, y, width, CARD)
        height -= CARD + GAP
    columns, first, shown = _grid(view, wide=width >= WIDE)
    rows = ceil(shown / columns)
    wide = (width - GAP * (columns - 1)) / columns
    high = (height - GAP * (rows - 1)) / rows
    tiles = _told(pen, view, range(first, first + shown), (wide, high))
    for place in range(shown):
        row, column = divmod(place, columns)
        in_row = min(columns, shown - row * columns)
        x = (wide + GAP) * (column - (in_row - 1) / 2)
        y = top - high / 2 - row * (high + GAP)
        _tile(pen, view, first + place, tiles, (x, y))
        pen.touchable(Target(TargetKind.GAME, (first + place,)), x, y, wide, high)


def _grid(view: StartView, *, wide: bool) -> tuple[int, int, int]:
    """Columns, the first game that is shown, and how many: those around the chosen one where there
    are too many for a glance."""
    count = len(view.shelf)
    columns = min(count, IN_ROW) if wide else min(count, 2)
    most = columns * (ROWS - wide)
    if count <= most:
        return columns, 0, count
    chosen = next(i for i, game in enumerate(view.shelf) if game.game == view.menu.game)
    rows = ceil(count / columns)
    first = columns * max(0, min(chosen // columns - 1, rows - most // columns))
    return columns, first, min(most, count - first)


def _index(view: StartView, key: MenuLine) -> int:
    return next(i for i, row in enumerate(view.menu.rows) if row.key == key)


# -- tiles ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tiles:
    """What all tiles have alike: their size, how high their cards may be, how far below their
    upper edge the words begin; and the words of each, by its place on the shelf."""

    size: tuple[float, float]
    left: float
    words_at: float
    words: Mapping[int, list[HighLine]]


def _told(pen: Pen, view: StartView, places: Sequence[int], size: tuple[float, float]) -> Tiles:
    """All names at one height: below the cards that need the most room."""
    (width, height), words = size, {}
    inner = height - 2 * PAD
    for place in places:
        game = view.shelf[place]
        chosen = game.game == view.menu.game
        words[place] = _texts(pen, game, chosen, (width - 28, inner), small=height < SMALL)
    left = inner - max(sum(high for _, high in lines) for lines in words.values())
    lowest = max(_cards_high(pen, view.shelf[place], (width, left)) for place in places)
    return Tiles(size, left, PAD + (left + lowest + 10) / 2, words)


def _tile(pen: Pen, view: StartView, place: int, tiles: Tiles, at: tuple[float, float]) -> None:
    """Its cards, its name, a line about it, and for whom it is; the chosen one has a bright frame
    and a tick. Paler when those who are there cannot play it."""
    art, (width, height), (x, y), game = pen.art, tiles.size, at, view.shelf[place]
    chosen = game.game == view.menu.game
    lit = chosen and view.menu.rows[view.menu.cursor].key == MenuLine.GAME
    pen.put(box(art, width, height, chosen=chosen, lit=lit), x, y)
    if chosen:
        tick = marks.sign_disc(art, "check", 32, palette.AMBER)
        pen.put(tick, x + width / 2 - 24, y + height / 2 - 24)
    _faces(pen, game, (width, tiles.left), (x, y + height / 2 - PAD))
    below = y + height / 2 - tiles.words_at
    for line, high in tiles.words[place]:
        pen.line(line, x, below - high / 2)
        below -= high


def _texts(
    pen: Pen, game: Shelved, chosen: bool, room: tuple[float, float], *, small: bool
) -> list[HighLine]:
    """As much of a tile's words as leaves enough of its ``room``'s height to the cards."""
    invite, (width, height) = load_rules(game.game).invite, room
    name, text = _called(pen, game, chosen, width, GROWN, small=small)
    usual_name, usual_text = _called(pen, game, chosen, width, 0.0, small=small)
    facts = _facts(pen.art, pen.words, invite)
    parts = [(facts, FACTS)] if line_width(facts, pen.art.unit) <= width else []
    for texts, least in (
        ([*name, *text, *parts], FACTS_FACE),
        ([*name, *text], LEAST_FACE),
        ([*usual_name, *usual_text], LEAST_FACE),
    ):
        if height - sum(high for _, high in texts) >= least:
            return texts
    return name


def _called(
    pen: Pen, game: Shelved, chosen: bool, width: float, most: float, *, small: bool
) -> tuple[list[HighLine], list[HighLine]]:
    """The name, and the line about the game; none larger than ``most``, as ``_lines``."""
    tint = palette.TEXT if game.fits else palette.QUIET
    name_tint = palette.AMBER if chosen else tint
    name_sizes = (26, 24, 22, 20, 18) if small else (30, 28, 26, 24, 22)
    text_sizes = (18,) if small else (22, 20, 18)
    name, text = game_name(pen.words, game.game), pen.words._(load_rules(game.game).invite.text)
    return (
        _lines(pen, name, name_sizes, width, name_tint, 2, bold=True, most=most),
        _lines(pen, text, text_sizes, width, tint, 3, most=most),
    )


def _cards(pen: Pen, game: Shelved, size: tuple[float, float]) -> tuple[float, float, float]:
    """How high each of its cards is, as large as there is room; how far the next one lies beside it
    and below it."""
    art, (width, height) = pen.art, size
    shown = load_rules(game.game).invite.shown
    slim = card_face(art, game.game, shown[0], height).width / art.unit / height
    over = len(shown) - 1
    step, drop = (0.5, 0.3) if height >= HIGH else (0.84, 0.0)
    face = min(FACE, (height - 10) / (1 + drop * over), (width - 40) / slim / (1 + step * over))
    return face, step * slim * face, drop * face


def _cards_high(pen: Pen, game: Shelved, size: tuple[float, float]) -> float:
    """All of them."""
    face, _, lower = _cards(pen, game, size)
    return face + lower * (len(load_rules(game.game).invite.shown) - 1)


def _faces(pen: Pen, game: Shelved, size: tuple[float, float], at: tuple[float, float]) -> None:
    """Its cards in the middle of the room below ``at``, one over the other where that is high."""
    art, (x, top) = pen.art, at
    shown = load_rules(game.game).invite.shown
    face, aside, lower = _cards(pen, game, size)
    middle = top - size[1] / 2
    for i, name in enumerate(shown):
        picture = card_face(art, game.game, name, face)
        away = i - (len(shown) - 1) / 2
        picture = picture if game.fits else art.faded(picture, DIM)
        pen.put(picture, x + aside * away, middle - lower * away)


def _lines(
    pen: Pen,
    text: str,
    sizes: Sequence[float],
    room: float,
    colour: str,
    count: int,
    bold: bool = False,
    *,
    most: float,
) -> list[HighLine]:
    """A text in few lines, each with its height; one line as long as there is a size for it, none
    greater than ``most`` that is not among ``sizes``."""
    art = pen.art
    tried = [(size, wrapped(art, text, size, room, bold)) for size in grown(art, sizes, most)]
    whole = [
        (size, lines)
        for size, lines in tried
        if all(art.text_width(" ".join(line), size, bold) <= room for line in lines)
    ]
    for lines_n in range(1, count + 1):
        for size, lines in whole:
            if len(lines) == lines_n:
                return [(line_of(art, line, size, colour, bold), LEADING * size) for line in lines]
    return [([fitted(pen, text, sizes, room, colour, bold)], LEADING * sizes[-1])]


def _facts(art: Art, words: Words, invite: Invite) -> Line:
    """Players, minutes, age: each a picture and a number."""
    tint = palette.QUIET
    return [
        art.sign("person", 20, tint),
        5.0,
        art.text(players_range(invite.players), 18, tint),
        12.0,
        art.sign("clock", 20, tint),
        5.0,
        art.text(minutes_words(words, invite.minutes), 18, tint),
        12.0,
        _ringed(art, art.text(f"{invite.age}+", 18, tint, True)),
    ]


def _ringed(art: Art, age: Picture) -> Picture:
    """An age in a frame, as on the box of a game."""

    def make() -> pygame.Surface:
        width, height = age.width / art.unit + 12, age.height / art.unit + 2
        frame = round_rect(width - 2, height - 2, 7, rim=(palette.QUIET, 1.5, 1))
        surface = art.raster(width, height, frame)
        middle = surface.get_rect().center
        surface.blit(age.surface, age.surface.get_rect(center=middle))
        return surface

    return art.keep(("age", age.key), make)


def box(art: Art, width: float, height: float, *, chosen: bool, lit: bool) -> Picture:
    """A tile: a thin frame, a bright one for what is chosen, a thick one where ● does something."""
    colour = palette.AMBER if chosen or lit else palette.FAINT
    rim = 5.0 if lit else 2.5 if chosen else 1.4
    fill = palette.mix(palette.PANEL, colour, 0.16 if lit else 0.05)
    edge = (colour, rim, 1 if chosen or lit else 0.6)
    body = round_rect(width - 6, height - 6, 20, fill=(fill, 1), rim=edge)
    return art.svg(("tile", width, height, chosen, lit), width, height, body)


# -- buttons ---------------------------------------------------------------------------------------


def _buttons(pen: Pen, view: StartView, width: float, y: float) -> None:
    """What plays the chosen game, or why it cannot be played yet; and what leads to all else."""
    rows, cursor = view.menu.rows, view.menu.cursor
    more = _index(view, MenuLine.MORE)
    start = _index(view, MenuLine.START)
    left = 0.66 * width
    ready = rows[start].enabled
    label = menu_label(pen.words, rows[start]) if ready else lack_words(pen.words, view)
    for index, text, wide, x in (
        (start, label, left, (left - width) / 2),
        (more, menu_label(pen.words, MenuRow(MenuLine.MORE)), width - left - GAP, (left + GAP) / 2),
    ):
        can = ready or index == more
        lit = index == cursor
        pen.put(_button(pen.art, wide, lit=lit, can=can), x, y)
        pen.touchable(Target(TargetKind.ROW, (index,)), x, y, wide, BUTTON)
        ink = palette.INK if lit and can else palette.AMBER if lit else palette.TEXT
        line: Line = [pen.art.sign("key_ok", 26, ink), 10.0] if lit and can else []
        if not can:
            line = [pen.art.sign("person", 30, ink), 10.0]
        room = wide - 32 - line_width(line, pen.art.unit)
        sizes = (32, 30, 28, 26, 24, 22, 20, 18)
        line.append(fitted(pen, text, sizes if can else sizes[2:], room, ink, True, most=40))
        pen.line(line, x, y)


def _button(art: Art, width: float, *, lit: bool, can: bool) -> Picture:
    """Full where ● does what it says, with a frame where it would if the cursor were there, with a
    broken frame where it cannot yet."""
    colour = palette.AMBER if lit else palette.QUIET
    fill = colour if lit and can else palette.mix(palette.PANEL, colour, 0.08)
    rim = "none" if not can else colour
    radius = BUTTON / 2 - 2
    body = round_rect(width - 4, BUTTON - 4, radius, fill=(fill, 1), rim=(rim, 2.5, 1))
    if not can:
        body += marks.broken_frame(width - 4, BUTTON - 4, radius, colour, 1.0)
    return art.svg(("lobby button", width, lit, can), width, BUTTON, body)
