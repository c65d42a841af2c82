"""Attract mode fits every table, can be read from all sides, and costs little."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from console.games.registry import GAMES, name_of
from console.i18n import LANGUAGES, Words
from console.screens.attract.brief import load_brief
from console.screens.attract.invite import draw_invitation, edges
from console.screens.attract.screen import CLOSED_NS
from console.screens.attract.title import STEP_NS
from console.screens.board.pages import PageError
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.symbols.signs import SEAT_SHAPES
from console.table.attract.demonstration import PLACES
from console.table.attract.view import AttractPart, AttractView, ClosedView, DemoOutcome, DuelView
from console.table.view import Notice, NoticeKind, Target, View
from tests.console.screens.attract.samples import (
    BOARDS,
    TABLES,
    attract,
    attract_samples,
    board,
    duel,
    leaderboard,
)
from tests.console.screens.pictures import Pixels
from tests.console.screens.places import seat_rects
from tests.console.screens.samples import NOW_NS, Sample, duel_won

SIZE = (1280, 800)
FRAME_NS = 16_666_667


def drawn(sample: Sample) -> Screen:
    screen = Screen(SIZE, sample.seats, Look(Words("ru")))
    screen.draw(pygame.Surface(SIZE), sample.view, sample.now_ns)
    return screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_fit_and_are_large_enough(language: str) -> None:
    screens: dict[int, Screen] = {}
    surface = pygame.Surface(SIZE)
    for sample in attract_samples(language):
        if sample.seats not in screens:
            screens[sample.seats] = Screen(SIZE, sample.seats, Look(Words(language)))
        screen = screens[sample.seats]
        screen.draw(surface, sample.view, sample.now_ns)
        assert not screen.art.cut, sample.name
        assert screen.art.smallest_text >= 18, sample.name


@pytest.mark.parametrize("seats", TABLES)
def test_nobody_overlooks_the_invitation_and_it_lies_on_no_seat(seats: int) -> None:
    """One at each edge, whole, beside those who play."""
    screen = drawn(Sample("", seats, attract(AttractPart.TITLE)))
    layout = screen.layout
    playing = PLACES.get(seats, ())
    pen = screen.pen()
    draw_invitation(pen, layout, playing)
    rects = [sprite.rect for sprite in pen.sprites]
    table = pygame.Rect((0, 0), layout.size)
    assert all(table.contains(rect) for rect in rects)
    areas = [seat_rects(layout, seat)["strip"] for seat in playing]
    assert not [rect for rect in rects if rect.collidelist(areas) >= 0]
    for edge in edges(layout):
        along = edge.rect(0, 30, max(layout.size) / layout.unit, 60)
        assert [rect for rect in rects if along.contains(rect)], edge.quarter


def changes(view: View, until_ns: int, step_ns: int, *, motion: bool = True) -> int:
    """How many frames repaint something after the first."""
    screen, surface = Screen(SIZE, 8, Look(Words("ru"), motion=motion)), pygame.Surface(SIZE)
    screen.draw(surface, view, NOW_NS)
    times = range(NOW_NS + step_ns, NOW_NS + until_ns, step_ns)
    return sum(bool(screen.draw(surface, view, now_ns)) for now_ns in times)


def test_the_title_moves_in_steps_and_rests_between_them() -> None:
    view = AttractView(AttractPart.TITLE, NOW_NS, "chaos")
    assert changes(view, 2_000_000_000, FRAME_NS) <= 20
    assert changes(view, 2_000_000_000, STEP_NS) >= 18
    assert changes(view, 2_000_000_000, STEP_NS, motion=False) == 0


def test_a_closed_table_wanders_slowly() -> None:
    view = ClosedView(720, NOW_NS)
    assert changes(view, 3 * CLOSED_NS, CLOSED_NS // 4) == 2
    surface = pygame.Surface(SIZE)
    Screen(SIZE, 8, Look(Words("ru"))).draw(surface, view, NOW_NS)
    pixels = pygame.surfarray.array3d(surface)
    assert (pixels > 0).mean() < 0.02, "nearly all of it is black"
    assert pixels.max() < 120, "and the rest is dim"


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_game_is_shown_with_its_name_and_a_touch_anywhere_wakes(game: str) -> None:
    view = attract(AttractPart.BOARD, board=board(game))
    name = Words("ru")._(name_of(game))
    assert f"('text', '{name}'" not in all_keys(view, "ru")
    assert all_keys(replace(view, is_new=True), "ru").count(f"('text', '{name}'") == 2
    screen = drawn(Sample("", 8, view))
    touched = {screen.target_at(x, y) for x in range(0, 1280, 40) for y in range(0, 800, 40)}
    assert touched == {Target("wake")}


@pytest.mark.parametrize("part", [AttractPart.RULES, AttractPart.LEADERBOARD])
def test_what_stands_is_not_painted_again(part: AttractPart) -> None:
    (sample,) = (s for s in attract_samples("ru") if s.name in (f"{part}-chaos", str(part)))
    assert changes(sample.view, 5_000_000_000, FRAME_NS * 10) == 0


@pytest.mark.parametrize(
    ("language", "dates"),
    [
        ("ru", ("21.05.2026", "08.05.2026", "30.05.2026", "28.05.2026")),
        ("en", ("21/05/2026", "08/05/2026", "30/05/2026", "28/05/2026")),
    ],
)
def test_each_record_has_its_date_and_the_most_wins_a_name(
    language: str, dates: tuple[str, ...]
) -> None:
    keys = all_keys(attract(AttractPart.LEADERBOARD, leaderboard=leaderboard(language)), language)
    won = Words(language).n("{count} win", "{count} wins", 128).format(count=128)
    for text in (*dates, won, "Шшшшшшшшшшшш"):
        assert keys.count(f"'{text}'") == 2, "once for each long side"


def all_keys(view: View, language: str) -> str:
    """The names of all pictures that show a view."""
    screen = Screen(SIZE, 8, Look(Words(language)))
    pen = screen.pen()
    for _ in screen.compose(pen, view, Moment()):
        pass
    return " ".join(str(sprite.picture.key) for sprite in pen.sprites)


def keys_of(view: DuelView) -> str:
    return all_keys(attract(AttractPart.DUEL, duel=view), "ru")


def test_the_two_that_are_alike_are_ringed_and_the_winner_is_told_with_the_margin() -> None:
    turns, alike, first = (duel(8, seen) for seen in DemoOutcome)
    assert "'alike'" not in keys_of(turns)
    assert keys_of(alike).count("'alike'") == 2
    assert first.first is not None
    assert first.margin_ns is not None
    told = keys_of(first)
    number = Words("ru").number(first.margin_ns / 1e6)
    assert f"{number}\\xa0мс" in told
    assert f"('sign', '{SEAT_SHAPES[first.first]}', 36.0" in told


def test_a_touch_anywhere_is_felt() -> None:
    screen = drawn(Sample("", 8, attract(AttractPart.TITLE)))
    for place in ((0, 0), (640, 400), (1279, 799)):
        assert screen.target_at(*place) == Target("wake")


def test_a_verdict_goes_before_a_notice() -> None:
    def pixels(view: View) -> Pixels:
        surface = pygame.Surface(SIZE)
        Screen(SIZE, 8, Look(Words("ru"), motion=False)).draw(surface, view, NOW_NS)
        return pygame.surfarray.array3d(surface)

    told = Notice(NoticeKind.TIME_UP)
    assert np.array_equal(pixels(duel_won()), pixels(replace(duel_won(), notice=told)))


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_told_in_four_panels_with_short_sentences(game: str) -> None:
    panels = load_brief(game)
    assert len(panels) == 4
    assert all(panel.picture for panel in panels)
    assert all(len(panel.text) <= 60 for panel in panels)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("panel = []\n", "0 panels"),
        ("[[panel]]\ntext = 1\n", "text"),
        ("[[panel", "mend this file"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "attract.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PageError, match=wrong):
        load_brief("chaos", tmp_path)
