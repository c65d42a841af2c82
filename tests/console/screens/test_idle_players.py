"""Who does not answer: said at their seat, turned to it, and in the middle when all wait for it."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np
import pygame
import pytest

from console.i18n import Words
from console.screens.art import Art
from console.screens.bands import NARROW, draw_in_bands
from console.screens.board.facing import facing_of
from console.screens.board.registry import SCREENS
from console.screens.board.strips import head_height, over_help
from console.screens.idle_players import PAD, ROWS, STRONG, over_stacks
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.messages import bands_of, message_of
from console.screens.moment import Moment
from console.screens.names import seat_name
from console.screens.prose import wrapped
from console.screens.renderer import Screen
from console.table.board.view import BoardSeat, BoardView
from console.table.chaos.view import PlayView, SeatView
from console.table.view import IdlePlayer, IdleStage, Target, View
from tests.console.screens.board.samples import playing
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.iota.samples import picture_samples as iota_samples
from tests.console.screens.legible import ink_of, key_of
from tests.console.screens.pictures import LARGE, SMALL, Pixels
from tests.console.screens.places import middle_rects, seat_rects
from tests.console.screens.pseudo import Pseudo
from tests.console.screens.samples import NOW_NS, Sample, play


@pytest.mark.parametrize("sample", iota_samples(), ids=lambda sample: sample.name)
def test_no_text_shines_through_the_question_at_a_seat(sample: Sample) -> None:
    """A button under it, which would be pressed, too."""
    seats, view = _board(sample)
    for seat in view.names:
        screen = Screen(SMALL, seats, Look(Words("ru")))
        pen = screen.pen()
        asked = replace(view, idle=(IdlePlayer((seat,), IdleStage.ASKED, 4),))
        deque(screen.compose(pen, asked, Moment()), maxlen=0)
        order = max((i for i, s in enumerate(pen.sprites) if key_of(s)[0] == "plate"), default=0)
        over = pen.sprites[order].rect
        below = [s for s in pen.sprites[:order] if over.contains(s.rect)]
        assert [key_of(s)[1] for s in below if key_of(s)[0] == "text"] == []


def _board(sample: Sample) -> tuple[int, BoardView]:
    assert isinstance(sample.view, BoardView)
    return sample.seats, sample.view


BOARDS = ((8, playing()), _board(elements_samples()[0]), _board(ignis_samples()[0]))


def drawn(view: View, seats: int) -> tuple[Pixels, Screen]:
    surface = pygame.Surface(SMALL)
    screen = Screen(SMALL, seats, Look(Words("ru"), motion=False))
    screen.draw(surface, view, NOW_NS)
    return pygame.surfarray.array3d(surface), screen


def differ(first: Pixels, second: Pixels, rect: pygame.Rect) -> bool:
    area = slice(rect.left, rect.right), slice(rect.top, rect.bottom)
    return not np.array_equal(first[area], second[area])


def plate(seat: int, count: int) -> pygame.Rect:
    frame, place = over_stacks(make_layout(SMALL, count))[seat]
    return frame.rect(place.x, place.y, place.width, place.height)


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("stage", [IdleStage.ASKED, IdleStage.AUTOPILOT])
def test_it_is_said_at_the_seat_and_nowhere_else(count: int, stage: IdleStage) -> None:
    """Name, count of the stack and open pile are still seen."""
    before, _ = drawn(play(count), count)
    for seat in range(count):
        view = replace(play(count), idle=(IdlePlayer((seat,), stage, 12),))
        after, screen = drawn(view, count)
        own = plate(seat, count)
        assert not own.colliderect(seat_rects(make_layout(SMALL, count), seat)["strip"])
        assert differ(before, after, own)
        outside = before.copy()
        outside[own.left : own.right, own.top : own.bottom] = 0
        after[own.left : own.right, own.top : own.bottom] = 0
        assert np.array_equal(outside, after)
        assert screen.target_at(*own.center) == Target("here", (seat,))


def test_it_lies_on_the_stack_of_left_handed_people_too() -> None:
    layout = make_layout(SMALL, 8, frozenset({2}))
    frame, place = over_stacks(layout)[2]
    at = frame.place(place.x, place.y)
    rects = seat_rects(layout, 2)
    assert rects["stack"].collidepoint(at)
    assert not rects["pile"].collidepoint(at)


@pytest.mark.parametrize("words", [Words("ru"), Words("en"), Pseudo()], ids=["ru", "en", "longer"])
@pytest.mark.parametrize(
    ("stage", "size", "large"),
    [
        (stage, size, (number + (size is LARGE)) % 2 == 0)
        for number, stage in enumerate(IdleStage)
        for size in (SMALL, LARGE)
    ],
)
def test_the_name_is_seen_beside_the_plate(
    words: Words, stage: IdleStage, size: tuple[int, int], large: bool
) -> None:
    """At every game, in every seat that plays: neither hides a part of the other. Each stage is
    shown on both screens, large on one of them."""
    games: list[tuple[int, PlayView | BoardView]] = [(8, play(8)), (2, play(2))]
    games += [(seats, replace(view, news=None)) for seats, view in BOARDS]
    for seats, view in games:
        named = {s.seat: s.name for s in view.seats if _plays(s)}
        idle = tuple(IdlePlayer((seat,), stage, 15) for seat in named)
        screen = Screen(size, seats, Look(words, large=large))
        pen = screen.pen()
        deque(screen.compose(pen, replace(view, idle=idle), Moment()), maxlen=0)
        plates = [ink_of(s) for s in pen.sprites if key_of(s)[0] == "plate"]
        inks = [ink_of(s) for s in pen.sprites if key_of(s)[0] == "text"]
        for seat, name in named.items():
            wanted = seat_name(words, seat, name)
            strip = [ink_of(s) for s in pen.sprites if key_of(s)[:2] == ("text", wanted)]
            assert strip, wanted
            assert not [rect for rect in strip for plate in plates if rect.colliderect(plate)]
            others = [ink for ink in inks if ink not in strip]
            assert not [rect for rect in strip for other in others if rect.colliderect(other)]


def _plays(seat: SeatView | BoardSeat) -> bool:
    return seat.hand is not None if isinstance(seat, SeatView) else seat.player is not None


@pytest.mark.parametrize(("count", "view"), BOARDS)
def test_at_a_board_game_the_name_and_the_score_are_still_seen(count: int, view: BoardView) -> None:
    seat = view.names[0]
    shown = replace(view, idle=(IdlePlayer((seat,), IdleStage.AUTOPILOT),))
    _, screen = drawn(shown, count)
    place = SCREENS[view.game].places(facing_of(screen.layout, view, False))[seat]
    over = over_help(place)
    own = place.frame.rect(over.x, over.y, over.width, over.height)
    assert screen.target_at(*own.center) == Target("here", (seat,))
    head = head_height(place.words, place.head)
    named = place.frame.rect(place.words.x, place.words.low + head / 2, place.words.width, head)
    assert not named.colliderect(own)


def test_what_an_owner_alone_may_read_does_not_look_out_under_the_plate() -> None:
    """An open hand's sum is not told to an empty chair."""
    views = [sample.view for sample in elements_samples() if isinstance(sample.view, BoardView)]
    owned = [(view, s.seat) for view in views for s in view.seats if s.secret is not None]
    assert owned
    for view, seat in owned:
        screen = Screen(SMALL, 8, Look(Words("ru")))
        pen = screen.pen()
        away = replace(view, news=None, idle=(IdlePlayer((seat,), IdleStage.NOBODY, 15),))
        deque(screen.compose(pen, away, Moment()), maxlen=0)
        under = next(i for i, s in enumerate(pen.sprites) if key_of(s)[0] == "plate")
        covered = ink_of(pen.sprites[under])
        texts = [ink_of(s) for s in pen.sprites[:under] if key_of(s)[0] == "text"]
        assert not [text for text in texts if text.colliderect(covered)]


@pytest.mark.parametrize("stage", [IdleStage.RETURNING, IdleStage.NOBODY])
def test_what_holds_up_the_whole_table_stands_in_the_middle_twice(stage: IdleStage) -> None:
    before, screen = drawn(play(4), 4)
    after, _ = drawn(replace(play(4), idle=(IdlePlayer((1,), stage, 3),)), 4)
    middle = middle_rects(screen.layout)
    assert differ(before, after, middle["near"])
    assert differ(before, after, middle["far"])


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("large", [False, True])
def test_the_question_to_nobody_stands_free_of_its_frame(language: str, large: bool) -> None:
    """Both of its texts, where a band is narrow, as those of «Сила стихий» are."""
    narrow = 0
    for seats, view in BOARDS:
        away = replace(view, news=None, idle=(IdlePlayer((view.names[0],), IdleStage.NOBODY, 570),))
        screen = Screen(SMALL, seats, Look(Words(language), large=large))
        message = message_of(screen.look.words, screen.art.palette, away, Moment())
        assert message is not None
        for band in bands_of(screen.layout, away, large=large):
            if band.width >= NARROW:
                continue
            narrow += 1
            pen = screen.pen()
            draw_in_bands(pen, [band], message)
            texts = [s for s in pen.sprites if key_of(s)[0] == "text"]
            (ground,) = [s.rect for s in pen.sprites if key_of(s)[0] == "plate"]
            words = "".join(key_of(s)[1] for s in texts)
            assert words.count("9:30") == words.count("?") == 1
            assert all(ground.contains(ink_of(text).inflate(16, 10)) for text in texts)
    assert narrow


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_asked_has_26_pixels(language: str) -> None:
    words, art = Words(language), Art(1.0)
    room = over_stacks(make_layout(SMALL, 8))[0][1].width - PAD
    for text in ("Are you there?", "You are back", "Autopilot plays"):
        lines = wrapped(art, words._(text), STRONG[1], room, True)
        assert len(lines) <= ROWS
        assert all(art.text_width(" ".join(line), STRONG[1], True) <= room for line in lines)
    assert STRONG[1] >= 26


@pytest.mark.parametrize("words", [Words("ru"), Words("en"), Pseudo()], ids=["ru", "en", "longer"])
@pytest.mark.parametrize(("size", "large"), [(SMALL, False), (SMALL, True), (LARGE, False)])
def test_everything_is_large_enough_and_nothing_is_cut(
    words: Words, size: tuple[int, int], large: bool
) -> None:
    """18 design pixels at least."""
    views: list[tuple[int, PlayView | BoardView]] = [(8, play(8))]
    views += [(seats, view) for seats, view in BOARDS]
    for seats, view in views:
        screen = Screen(size, seats, Look(words, large=large))
        surface = pygame.Surface(size)
        for stage in IdleStage:
            idle = tuple(IdlePlayer((seat.seat,), stage, 15) for seat in view.seats)
            screen.draw(surface, replace(view, idle=idle), NOW_NS)
        assert screen.art.smallest_text >= 18
        assert screen.art.cut == set()
