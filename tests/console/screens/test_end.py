"""The end of a match fits with any number of players, and says what each line does."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from console.i18n import Words
from console.nicknames import LONGEST
from console.screens.art import Art
from console.screens.end import COUNTED, draw_end
from console.screens.layout import make_layout
from console.screens.lobby.words import end_help
from console.screens.look import Look
from console.screens.renderer import Screen
from console.screens.stage import Pen, Sprite
from console.screens.texts import who_word
from console.table.games import TABLE_GAMES
from console.table.view import EndStage, EndView, Menu, MenuRow, Target, Who
from tests.console.screens.board.samples import ended
from tests.console.screens.legible import Fitting
from tests.console.screens.samples import end

SIZES = ((1280, 800), (1920, 1080))


def uncounted() -> EndView:
    """Of a game that counts nothing."""
    view = ended()
    rows = tuple(replace(row, numbers=()) for row in view.ranking)
    return replace(view, columns=(), ranking=rows)


ENDS = {"2": end(2), "5": end(5), "8": end(8), "points": ended(), "uncounted": uncounted()}


@pytest.mark.parametrize("view", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize(("language", "large"), [("ru", False), ("en", False), ("ru", True)])
def test_a_ranking_fits(view: EndView, language: str, large: bool) -> None:
    for size in SIZES:
        screen = Screen(size, 8, Look(Words(language), large=large))
        assert Fitting(screen, view).faults() == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_level_stands_apart_from_the_number_beside_it(language: str) -> None:
    """Both are digits: “level 1 38”."""
    words, view = Words(language), end(2)
    rows = (view.ranking[0], replace(view.ranking[1], who=Who.LEVEL_1, numbers=(38, 0, 1)))
    pen, layout = Pen(Art(1.0), words), make_layout(SIZES[0], 8)
    deque(draw_end(pen, layout, replace(view, ranking=rows)), maxlen=0)
    texts = {s.picture.key[1]: s.rect for s in pen.sprites if s.picture.key[0] == "text"}  # type: ignore[index]
    level, number = texts[who_word(words, Who.LEVEL_1)], texts["38"]
    assert level.centery - 8 < number.centery < level.centery + 8
    assert number.left - level.right >= 12


@pytest.mark.parametrize("size", SIZES)
def test_at_the_end_of_a_replay_nothing_is_offered(size: tuple[int, int]) -> None:
    """There is a ranking, but no menu (``match_replay``)."""
    for view in (end(8), ended()):
        bare = replace(view, menu=Menu(rows=(), cursor=0), missing=(), again=())
        pen = Pen(Art(make_layout(size, 8).unit), Words("ru"))
        deque(draw_end(pen, make_layout(size, 8), bare), maxlen=0)
        assert pen.sprites
        assert not [target for _, target in pen.hot if target.kind == "row"]


def test_every_line_can_be_touched_from_both_long_sides() -> None:
    layout = make_layout(SIZES[0], 8)
    pen = Pen(Art(layout.unit), Words("ru"))
    for _ in draw_end(pen, layout, end(8)):
        pass
    for i in range(4):
        where = [rect for rect, target in pen.hot if target == Target("row", (i,))]
        assert {rect.centerx > 640 for rect in where} == {False, True}


@pytest.mark.parametrize("game", TABLE_GAMES)
def test_every_line_is_explained(game: str) -> None:
    view = replace(end(4), game=game)
    told = set()
    for i in range(4):
        told.add(end_help(Words("ru"), replace(view, menu=replace(view.menu, cursor=i))))
    blocked = (MenuRow("rematch", enabled=False), *view.menu.rows[1:])
    told.add(end_help(Words("ru"), replace(view, menu=replace(view.menu, rows=blocked))))
    assert len(told - {""}) == 5


@pytest.mark.parametrize("cursor", range(4))
def test_a_seat_is_told_what_its_press_does_on_the_line_under_the_cursor(cursor: int) -> None:
    view = end(4)
    view = replace(view, menu=replace(view.menu, cursor=cursor), again=(0,), missing=(1, 3))
    layout = make_layout(SIZES[0], 8)
    pen = Pen(Art(layout.unit), Words("en"))
    deque(draw_end(pen, layout, view), maxlen=0)
    texts = {s.picture.key[1] for s in pen.sprites if s.picture.key[0] == "text"}  # type: ignore[index]
    offered = {target.at[0] for _, target in pen.hot if target.kind == "again"}
    assert ("again" in texts, "choose" in texts) == (cursor == 0, cursor > 0)
    assert offered == {0, 1, 3}  # a finger on one's strip plays again, wherever the cursor is


def test_no_lower_place_leads_while_the_ranking_counts_up() -> None:
    view, layout = ended(), make_layout(SIZES[0], 8)
    rows = [replace(row, numbers=(n,)) for row, n in zip(view.ranking, (9, 8, 8, 7), strict=True)]
    view = replace(view, stage=EndStage.RANKING, ranking=tuple(rows))
    for step in range(COUNTED + 1):
        pen = Pen(Art(layout.unit), Words("en"))
        deque(draw_end(pen, layout, view, step), maxlen=0)
        near = [s for s in pen.sprites if s.rect.right < 640]
        assert counted(near) == sorted(counted(near), reverse=True), step


def counted(sprites: list[Sprite]) -> list[int]:
    """The last column of the ranking as it is drawn, the first place first."""
    digits = [s for s in sprites if s.picture.key[0] == "text" and s.picture.key[1].isdigit()]  # type: ignore[index]
    column = max(s.rect.right for s in digits)
    found = [s for s in digits if s.rect.right == column]
    return [int(s.picture.key[1]) for s in sorted(found, key=lambda s: s.rect.top)]  # type: ignore[index]


def test_what_a_long_name_leaves_no_room_for_is_not_what_matters() -> None:
    """Who has won stands beside a crown, the best reaction beside its seat's shape."""
    view, wide = end(8), "Щ" * LONGEST
    rows = tuple(replace(row, name=wide) for row in view.ranking)
    named = replace(view, ranking=rows, seats=tuple(replace(s, name=wide) for s in view.seats))
    texts = Fitting(Screen(SIZES[0], 8, Look(Words("ru"))), named).texts()
    assert "Лучшая реакция: Место 2, 341,2 ± 0,4 мс" in texts
    assert wide in texts
    assert not [text for text in texts if text.startswith(wide) and text != wide]
