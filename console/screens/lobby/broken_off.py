"""A match that was broken off: its card among the games, and the question before it goes on."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.diagrams import card_face
from console.screens.board.pages import load_rules
from console.screens.lobby.words import asked_words, how_far_words, when_words
from console.screens.names import game_name, seat_name
from console.screens.prose import draw_prose, lines_of
from console.screens.stage import Line, Pen, fitted, line_width
from console.screens.texts import who_word
from console.table.lobby.view import BrokenOff
from console.table.view import StartSeat, Who

FACE: Final = 96.0
LINE: Final = 28.0


def draw_card(
    pen: Pen, match: BrokenOff, size: tuple[float, float], at: tuple[float, float], *, lit: bool
) -> None:
    """Small: what it is and how far, who played it when."""
    words = pen.words
    art, (width, height), (x, y) = pen.art, size, at
    colour = palette.AMBER if lit else palette.QUIET
    pen.put(_plate(art, width, height, lit=lit), x, y)
    left = x - width / 2 + 18
    pen.put(art.sign("clock", 34, colour), left, y, "left")
    left += 46
    room = width - 46 - 36
    title = words._("Broken off: {game}").format(game=game_name(words, match.game))
    upper, lower, right = y + height / 4 - 2, y - height / 4 + 2, x + width / 2 - 18
    far = art.text(how_far_words(words, match.offer), 18, palette.QUIET)
    when = art.text(when_words(words, match.offer), 18, palette.QUIET)
    pen.put(far, right, upper, "right")
    pen.put(when, right, lower, "right")
    ink, beside = palette.AMBER if lit else palette.TEXT, far.width / art.unit + 12
    name = fitted(pen, title, (24, 22, 20, 18), room - beside, ink, True, most=26)
    pen.put(name, left, upper, "left")
    room -= when.width / art.unit + 12
    pen.line(_few(pen, match, room), left, lower, "left")


def draw_page(pen: Pen, match: BrokenOff, width: float, top: float) -> float:
    """Large, from ``top`` downwards: its cards, who played it, when, how far it is, and the
    question; its height."""
    words = pen.words
    art, left = pen.art, -width / 2 + 18
    asked = lines_of(art, asked_words(words, match), 22, width - 36, palette.AMBER, True)
    if len(asked) > 2:
        asked = lines_of(art, asked_words(words, match), 18, width - 36, palette.AMBER, True)
    rows = (len(match.people) + 1) // 2
    height = FACE + 50 + LINE * (rows + len(asked))
    pen.put(_plate(art, width, height, lit=False), 0, top - height / 2)
    x = left
    for face in load_rules(match.game).invite.shown:
        picture = card_face(art, match.game, face, FACE)
        pen.put(picture, x, top - 16 - FACE / 2, "left")
        x += picture.width / art.unit - 12
    x += 30
    room = width / 2 - x - 12
    name = fitted(
        pen, game_name(words, match.game), (32, 28, 26, 24, 22, 20), room, palette.AMBER, True
    )
    pen.put(name, x, top - 34, "left")
    for text, y in (
        (when_words(words, match.offer), top - 68),
        (how_far_words(words, match.offer), top - 96),
    ):
        pen.put(fitted(pen, text, (22, 20, 18), room, palette.TEXT), x, y, "left")
    half, y = (width - 36) / 2, top - FACE - 24 - LINE / 2
    for i, one in enumerate(match.people):
        line = _person(pen, one, half - 8)
        pen.line(line, left + half * (i % 2), y - LINE * (i // 2), "left")
    draw_prose(pen, asked, left, y - LINE * rows - 10, LINE)
    return height


def _person(pen: Pen, one: StartSeat, room: float) -> Line:
    name = seat_name(pen.words, one.seat, one.name)
    if one.who is not Who.PERSON:
        name = who_word(pen.words, one.who)
    bold = one.name is not None
    shape = pen.art.shape(one.seat, 22)
    return [shape, 8.0, fitted(pen, name, (22, 20, 18), room - 34, palette.TEXT, bold)]


def _few(pen: Pen, match: BrokenOff, room: float) -> Line:
    """Those who have a nickname, the others as shapes; as many as there is room for."""
    line: Line = []
    for one in match.people:
        shape: Line = [pen.art.shape(one.seat, 20), 12.0]
        name: Line = [] if one.name is None else [pen.art.text(one.name, 18, palette.TEXT), 12.0]
        for more in ([*shape[:1], 5.0, *name], shape) if name else (shape,):
            if line_width([*line, *more], pen.art.unit) <= room:
                line += more
                break
    return line


def _plate(art: Art, width: float, height: float, *, lit: bool) -> Picture:
    colour = palette.AMBER if lit else palette.FAINT
    fill = palette.mix(palette.PANEL, colour, 0.16 if lit else 0.05)
    rim = (colour, 5.0 if lit else 1.4, 1)
    body = round_rect(width - 6, height - 6, 16, fill=(fill, 1), rim=rim)
    return art.svg(("broken off", width, height, lit), width, height, body)
