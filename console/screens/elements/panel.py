"""A round's result, for all who read: who gets the points, and the cards that tell why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.facing import Facing
from console.screens.elements import cards
from console.screens.elements.cards import SMALL_CARD, WIDE
from console.screens.elements.plates import round_words, target_words
from console.screens.names import NOBODY, Names, seat_name
from console.screens.notices import key_line, stretched
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.elements.view import ElementsNews
from console.table.view import Target, TargetKind

WIDTH: Final = 656.0
"""No wider than what names and scores at a long edge leave free."""
HEIGHT: Final = 264.0
MIDDLE_Y: Final = -140.0
TITLE_Y: Final = -40.0
REASON_Y: Final = -72.0
HEAD_Y: Final = -112.0
CARDS_Y: Final = -168.0
CAPTION_Y: Final = -213.0
FOOT_Y: Final = -246.0
ROOM: Final = WIDTH - 48
PITCH: Final = 48.0
PARTS_GAP: Final = 18.0
GROUPS_GAP: Final = 34.0
HEAD: Final = 34.0


@dataclass(frozen=True, slots=True)
class PanelPart:
    """Cards that lie side by side, and what they are."""

    cards: tuple[Picture, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """What is summed: its head, and its cards in parts."""

    head: Line
    parts: tuple[PanelPart, ...]

    def width(self, unit: float, pitch: float) -> float:
        """Across, with cards so far apart."""
        across = sum(_across(len(part.cards), pitch) for part in self.parts)
        gaps = PARTS_GAP * max(0, len(self.parts) - 1)
        return max(line_width(self.head, unit), across + gaps)


def _across(count: int, pitch: float) -> float:
    return WIDE * SMALL_CARD + (count - 1) * pitch


def reason_words(
    words: Words, news: ElementsNews, names: tuple[int, ...], called: Names = NOBODY
) -> str:
    """Why the round ended so (E5, E6)."""
    by, against = names[news.by], names[1 - news.by]
    mover = seat_name(words, by, called.get(by))
    other = seat_name(words, against, called.get(against))
    match news.reason:
        case "misreveal":
            return words._("{who} revealed above the limit").format(who=mover)
        case "opponent_over":
            return words._("{who} was above the limit").format(who=other)
        case "tie":
            return words._("Equal sums: {who} revealed and loses").format(who=mover)
        case "conceded":
            return words._("{who} gives up the round").format(who=mover)
        case _:
            return words._("Both are within the limit: the higher sum wins")


def title_words(
    words: Words, news: ElementsNews, names: tuple[int, ...], called: Names = NOBODY
) -> str:
    """Who gets how many points."""
    winner = names[news.winner]
    return words.n("{who} gets {count} point", "{who} gets {count} points", news.points).format(
        who=seat_name(words, winner, called.get(winner)), count=news.points
    )


def _head(art: Art, news: ElementsNews, names: tuple[int, ...], player: int) -> Line:
    """A player's sum against the limit."""
    head: Line = [art.shape(names[player], 26), 9.0]
    if player == news.winner:
        head = [art.sign("crown", 28, palette.AMBER), 9.0, *head]
    total = news.sums[player]
    if total is None:
        return [*head, art.text("?", HEAD, palette.QUIET, True)]
    over = total > news.limit
    colour = art.palette.alarm if over else palette.TEXT
    against = f"> {news.limit}" if over else f"≤ {news.limit}"
    return [
        *head,
        art.text(str(total), HEAD, colour, True),
        8.0,
        art.text(against, 22, art.palette.alarm if over else palette.QUIET, over),
    ]


def _player(
    art: Art, words: Words, news: ElementsNews, names: tuple[int, ...], player: int
) -> CardGroup:
    hand = news.hands[player]
    count = news.counts[player]
    shown = (
        tuple(cards.back(art, SMALL_CARD) for _ in range(count))
        if hand is None
        else _faces(art, hand)
    )
    parts = []
    if shown:
        parts.append(PanelPart(shown, words._("hand")))
    if news.taken[player]:
        parts.append(PanelPart(_faces(art, news.taken[player]), words._("taken")))
    return CardGroup(_head(art, news, names, player), tuple(parts))


def _faces(art: Art, which: tuple[int, ...]) -> tuple[Picture, ...]:
    return tuple(cards.face(art, str(card), SMALL_CARD) for card in which)


def _limit(art: Art, words: Words, news: ElementsNews) -> CardGroup:
    head: Line = [
        art.text(words._("Limit"), 22, palette.QUIET),
        10.0,
        art.text(str(news.limit), HEAD, palette.TEXT, True),
    ]
    parts = (PanelPart(_faces(art, news.chain), words._("chain")),) if news.chain else ()
    return CardGroup(head, parts)


def _plate(art: Art, colour: str) -> Picture:
    return art.keep(
        ("elements panel", colour), lambda: stretched(_ends(art, colour), art.px(WIDTH))
    )


def _ends(art: Art, colour: str) -> pygame.Surface:
    """The plate, no wider than high."""
    side = HEIGHT - 4
    rim = palette.mix(colour, palette.PANEL, 0.35)
    body = round_rect(side, side, 26, fill=(palette.PANEL, 0.98), rim=(rim, 2.5, 1))
    return art.raster(HEIGHT, HEIGHT, body)


def prepare(art: Art, facing: Facing, seat: int) -> None:
    """Draw the plate in a seat's colour, for all who read."""
    for quarter in {frame.quarter for frame in facing.message_frames}:
        art.turned(_plate(art, art.palette.seats[seat]), quarter)


def draw_news(
    pen: Pen, facing: Facing, names: tuple[int, ...], news: ElementsNews, called: Names
) -> None:
    """The panel, for each side that reads; a touch on it goes on."""
    words = pen.words
    art = pen.art
    colour = pen.art.palette.seats[names[news.winner]]
    tint = palette.mix(colour, "#FFFFFF", 0.35)
    groups = (
        _player(art, words, news, names, 0),
        _limit(art, words, news),
        _player(art, words, news, names, 1),
    )
    title: Line = [
        art.shape(names[news.winner], 28),
        11.0,
        fitted(pen, title_words(words, news, names, called), (30, 28, 26), ROOM, tint, bold=True),
    ]
    reason = fitted(pen, reason_words(words, news, names, called), (22, 20, 18), ROOM, palette.TEXT)
    taken = [frame.rect(0, MIDDLE_Y, WIDTH, HEIGHT) for frame in facing.message_frames]
    pen.sprites[:] = [s for s in pen.sprites if s.rect.collidelist(taken) < 0]  # nothing in half
    for frame in facing.message_frames:
        here = pen.at(frame)
        here.put(_plate(art, colour), 0, MIDDLE_Y)
        here.line(title, 0, TITLE_Y)
        here.put(reason, 0, REASON_Y)
        _groups(here, groups)
        _foot(here, names, news)
        here.touchable(Target(TargetKind.NEWS), 0, MIDDLE_Y, WIDTH, HEIGHT)


def _groups(pen: Pen, groups: tuple[CardGroup, ...]) -> None:
    """Side by side; the cards of all three are at most twelve, so they seldom overlap."""
    unit, pitch = pen.art.unit, PITCH
    room = ROOM - GROUPS_GAP * (len(groups) - 1)
    while pitch > 12 and sum(group.width(unit, pitch) for group in groups) > room:
        pitch -= 1
    widths = [group.width(unit, pitch) for group in groups]
    gap = min(120.0, (ROOM - sum(widths)) / (len(groups) - 1))
    x = -(sum(widths) + gap * (len(groups) - 1)) / 2
    for group, width in zip(groups, widths, strict=True):
        _group(pen, group, x + width / 2, pitch)
        x += width + gap


def _group(pen: Pen, group: CardGroup, x: float, pitch: float) -> None:
    pen.line(group.head, x, HEAD_Y)
    across = [_across(len(part.cards), pitch) for part in group.parts]
    left = x - (sum(across) + PARTS_GAP * max(0, len(across) - 1)) / 2
    for part, wide in zip(group.parts, across, strict=True):
        at = left + WIDE * SMALL_CARD / 2
        for i, picture in enumerate(part.cards):
            pen.put(picture, at + i * pitch, CARDS_Y)
        caption = pen.art.text(part.caption, 18, palette.QUIET)
        pen.put(caption, left + wide / 2, CAPTION_Y)
        left += wide + PARTS_GAP


def _foot(pen: Pen, names: tuple[int, ...], news: ElementsNews) -> None:
    """How the match stands now."""
    words = pen.words
    art = pen.art
    goal = f"{round_words(words, news.round, news.rounds)} · " + (
        words._("the match is over")
        if news.winners
        else target_words(words, news.target, news.rounds)
    )
    line: Line = [
        *_score_line(art, names, news.scores),
        26.0,
        art.text(goal, 20, palette.AMBER if news.winners else palette.QUIET),
        26.0,
        *key_line(pen, [(("key_ok",), words._("go on"))], 20),
    ]
    pen.line(line, 0, FOOT_Y)


def _score_line(art: Art, names: tuple[int, ...], scores: tuple[int, int]) -> Line:
    """Both players' shapes and points."""
    size = 24
    first, second = (art.text(str(points), size, palette.TEXT, True) for points in scores)
    return [
        art.shape(names[0], 0.85 * size),
        8.0,
        first,
        9.0,
        art.text(":", size, palette.QUIET, True),
        9.0,
        second,
        8.0,
        art.shape(names[1], 0.85 * size),
    ]
