"""What stands at a seat about its phone."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from console.i18n import Words
from console.screens.board.facing import facing_of
from console.screens.board.play import draw_board
from console.screens.board.registry import SCREENS
from console.screens.board.strips import head_height
from console.screens.iota.places import area_of, deck_at
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.phones import LEAST_CODE, beside_head
from console.screens.renderer import Screen
from console.table.board.view import BoardView
from console.table.view import PhoneAt, PhoneStage, PhonesView
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.iota.samples import picture_samples as iota_samples
from tests.console.screens.legible import Fitting
from tests.console.screens.pictures import LARGE, SMALL, draw
from tests.console.screens.samples import URL, Sample, play

BOARDS = [s for s in (*iota_samples(), *elements_samples()) if isinstance(s.view, BoardView)]

IOTA = [s for s in BOARDS if isinstance(s.view, BoardView) and s.view.game == "iota"]


@pytest.mark.parametrize("stage", list(PhoneStage))
@pytest.mark.parametrize("sample", BOARDS, ids=lambda sample: sample.name)
def test_names_and_scores_stay_free(sample: Sample, stage: PhoneStage) -> None:
    view = sample.view
    assert isinstance(view, BoardView)
    facing = facing_of(make_layout(SMALL, sample.seats), view, large=False)
    for place in SCREENS[view.game].places(facing).values():
        if place.reads:
            head = place.words.below(head_height(place.words, place.head))
            there = beside_head(place, stage)
            apart = there.low >= head.high - 0.01 or there.high <= head.low
            beside = there.left >= head.right - 0.01 or there.right <= head.left + 0.01
            assert apart or beside


@pytest.mark.parametrize("stage", [PhoneStage.BOUND, PhoneStage.AWAY])
@pytest.mark.parametrize("sample", BOARDS, ids=lambda sample: sample.name)
def test_a_short_word_is_over_nothing_that_is_pressed(sample: Sample, stage: PhoneStage) -> None:
    """But the hand itself, which lies face down; a verdict's box takes that place in the end."""
    view = sample.view
    assert isinstance(view, BoardView)
    allowed = {"card", "look"} if view.news is None else {"card", "look", "news"}
    layout = make_layout(SMALL, sample.seats)
    pen = Screen(SMALL, sample.seats, Look(Words("ru"))).pen()
    deque(draw_board(pen, layout, view, Moment()), maxlen=0)
    for place in SCREENS[view.game].places(facing_of(layout, view, large=False)).values():
        there = beside_head(place, stage)
        rect = place.frame.rect(there.x, there.y, there.width, there.height)
        pressed = [target for hot, target in pen.hot if hot.colliderect(rect)]
        assert {target.kind for target in pressed} <= allowed


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("sample", IOTA, ids=lambda sample: sample.name)
def test_a_code_leaves_deck_and_board_free(sample: Sample, size: tuple[int, int]) -> None:
    """In a low corner its words lie over the hand, and it is large enough to be read."""
    view = sample.view
    assert isinstance(view, BoardView)
    facing = facing_of(make_layout(size, sample.seats), view, large=False)
    deck, grid = deck_at(facing), area_of(facing)
    kept = [facing.main.rect(b.x, b.y, b.width, b.height) for b in (deck, grid)]
    for place in SCREENS[view.game].places(facing).values():
        if place.reads:
            there = beside_head(place, PhoneStage.CODE)
            rect = place.frame.rect(there.x, there.y, there.width, there.height)
            assert rect.inflate(-4, -4).collidelist(kept) < 0
            assert min(there.width, there.height) >= LEAST_CODE


def test_where_a_code_stands_nothing_shows_through() -> None:
    sample = BOARDS[0]
    view = replace(sample.view, phones=PhonesView(at=(PhoneAt(3, PhoneStage.ASKED),), url=URL))
    assert view.phones is not None
    assert view.phones.asking == {3}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("sample", BOARDS, ids=lambda sample: sample.name)
def test_a_question_shows_the_whole_sign_of_the_phone(sample: Sample, language: str) -> None:
    """In the narrowest corner too: what is cut off there, nobody can compare."""
    view = sample.view
    assert isinstance(view, BoardView)
    at = tuple(PhoneAt(seat, PhoneStage.ASKED, sign=40 + seat) for seat in view.names)
    screen = Screen(SMALL, sample.seats, Look(Words(language)))
    written = Fitting(screen, replace(view, phones=PhonesView(at=at))).texts()
    asks = Words(language)._("{sign} on your phone?")
    assert {asks.format(sign=each.sign) for each in at} <= written


@pytest.mark.parametrize("stage", list(PhoneStage))
def test_chaos_is_told_of_no_hand(stage: PhoneStage) -> None:
    """It has none; and the words lay over names and numbers of cards."""
    bare = play(4)
    told = replace(bare, phones=PhonesView(at=(PhoneAt(2, stage, URL),), url=URL))
    pictures = {draw(Sample("phone", 4, view), "ru", SMALL).tobytes() for view in (bare, told)}
    assert len(pictures) == (2 if stage in (PhoneStage.CODE, PhoneStage.ASKED) else 1)


def test_the_code_can_be_read_and_the_mark_is_seen() -> None:
    """A code has a picture of its own; a hand on a phone another strip than one at the table."""
    sample = BOARDS[0]
    view = sample.view
    assert isinstance(view, BoardView)
    seat = view.names[0]
    none = PhonesView(url=URL)
    pictures = [
        draw(replace(sample, view=replace(view, phones=phones)), "en", SMALL).tobytes()
        for phones in (
            none,
            replace(none, bound=(seat,)),
            replace(none, bound=(seat,), away=(seat,)),
            replace(none, at=(PhoneAt(seat, PhoneStage.CODE, f"{URL}/#abc"),)),
        )
    ]
    assert len(set(pictures)) == len(pictures)
