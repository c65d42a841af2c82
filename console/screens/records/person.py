"""Somebody's own page: what they play and how well, their best figures, and the way out of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.screens import palette
from console.screens.names import game_name, matches_words, won_words
from console.screens.records.page import GAP, PAD, card, draw_head, openable, sureness
from console.screens.records.texts import figure_words, kind_title
from console.screens.service.page import PageRoom
from console.screens.stage import Line, Pen, fitted
from console.table.record_values import Best, Liked, Rated
from console.table.records.view import PersonPage

GAME: Final = 80.0
BEST: Final = 58.0
TITLE: Final = 46.0
FORGET: Final = 58.0
Box = tuple[float, float, float, float]


def draw_person(pen: Pen, room: PageRoom, page: PersonPage, row: int | None) -> Iterator[None]:
    """Two cards, and the line that forgets them."""
    words = pen.words
    profile = page.person.profile
    parts = [matches_words(words, profile.matches), won_words(words, profile.wins)]
    since = words._("since {date}").format(date=words.day(profile.since))
    draw_head(pen, room, words._("Personal page"), profile.nickname, " · ".join([*parts, since]))
    low = room.bottom + (FORGET + GAP if page.forget is not None else 0)
    high = room.top - low
    if room.wide:
        width = (room.width - GAP) / 2
        games: Box = (-(width + GAP) / 2, room.top - high / 2, width, high)
        bests: Box = ((width + GAP) / 2, room.top - high / 2, width, high)
    else:
        upper = 0.44 * high
        games = (0, room.top - upper / 2, room.width, upper)
        bests = (0, low + (high - upper - GAP) / 2, room.width, high - upper - GAP)
    _games(pen, page, games)
    yield
    _bests(pen, room, page, bests, row)
    if page.forget is not None:
        _forget(pen, room, page, row)


def _title(pen: Pen, text: str, box: Box) -> float:
    """A card and its title; the y below that."""
    x, y, width, height = box
    card(pen, *box)
    title = fitted(pen, text, (22, 20, 18), width - 2 * PAD, palette.QUIET, True, most=22)
    top = y + height / 2
    pen.put(title, x - width / 2 + PAD, top - TITLE / 2 - 4, "left")
    return top - TITLE


def _games(pen: Pen, page: PersonPage, box: Box) -> None:
    y = _title(pen, pen.words._("Games, the favourite first"), box)
    rated = {r.game: r for r in page.ratings}
    if not page.person.games:
        text = pen.words._("No match played to its end yet.")
        said = fitted(pen, text, (22, 20, 18), box[2] - 2 * PAD, palette.TEXT, most=22)
        pen.put(said, box[0] - box[2] / 2 + PAD, y - 24, "left")
    for liked in page.person.games:
        _game(pen, liked, rated.get(liked.game), (box[0], y - GAME / 2, box[2], GAME))
        y -= GAME


def _game(pen: Pen, liked: Liked, rated: Rated | None, box: Box) -> None:
    words = pen.words
    x, y, width, _ = box
    left, right = x - width / 2 + PAD, x + width / 2 - PAD
    rating: Line = []
    if rated is not None:
        place = words._("place {number}").format(number=rated.place)
        pen.line([pen.art.text(str(rated.rating), 30, palette.TEXT, True)], right, y + 14, "right")
        rating = [*sureness(pen, rated.sureness), 8.0, pen.art.text(place, 20, palette.QUIET)]
        pen.line(rating, right, y - 18, "right")
    name = game_name(words, liked.game)
    head = fitted(pen, name, (26, 24, 22, 20), right - left - 110, palette.TEXT, True, most=26)
    pen.put(head, left, y + 14, "left")
    played = f"{matches_words(words, liked.matches)} · {won_words(words, liked.wins)}"
    space = right - left - (270 if rated else 0)
    text = fitted(pen, played, (20, 19, 18), space, palette.QUIET, most=20)
    pen.put(text, left, y - 18, "left")


def _bests(pen: Pen, room: PageRoom, page: PersonPage, box: Box, row: int | None) -> None:
    x, middle, width, height = box
    y = _title(pen, pen.words._("Own bests"), box)
    pitch = min(BEST + 10, (y - middle + height / 2 - 8) / max(1, len(page.bests)))
    for best, own in zip(page.bests, page.rows, strict=True):
        place = (x, y - pitch / 2, width - 16, pitch)
        if own is not None:
            openable(pen, room, own, own == row, place)
        _best(pen, best, place, shown=own is not None)
        y -= pitch


def _best(pen: Pen, best: Best, box: Box, *, shown: bool) -> None:
    words = pen.words
    x, y, width, _ = box
    left, right = x - width / 2 + PAD - 8, x + width / 2 - PAD + 8
    if shown:
        pen.put(pen.art.sign("eye", 26, palette.QUIET), right - 15, y)
        right -= 40
    figure = figure_words(words, best.kind, best.measure, best.value, best.error)
    value = pen.art.text(figure, 24, palette.TEXT, True)
    pen.put(value, right, y + 13, "right")
    date = pen.art.text(words.day(best.started), 18, palette.QUIET)
    pen.put(date, right, y - 15, "right")
    space = right - left - value.width / pen.art.unit - 14
    title = kind_title(words, best.kind, best.measure)
    pen.put(
        fitted(pen, title, (22, 20, 19, 18), space, palette.TEXT, most=22), left, y + 13, "left"
    )
    game = fitted(
        pen, game_name(words, best.game), (18,), right - left - 130, palette.QUIET, most=18
    )
    pen.put(game, left, y - 15, "left")


def _forget(pen: Pen, room: PageRoom, page: PersonPage, row: int | None) -> None:
    assert page.forget is not None  # else there is no such line
    y = room.bottom + FORGET / 2
    text = pen.words._("Forget me completely")
    width = min(room.width, pen.art.text_width(text, 24) + 110)
    openable(pen, room, page.forget, page.forget == row, (0, y, width, FORGET - 8))
    alarm = pen.art.palette.alarm
    line: Line = [pen.art.sign("warning", 26, alarm), 12.0]
    line.append(
        fitted(pen, text, (24, 22, 20), width - 60, palette.mix(alarm, "#FFFFFF", 0.5), most=24)
    )
    pen.line(line, 0, y)
