"""Every page of records fits, for every seat, in every language; an idle one repaints nothing."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from console.i18n import Words
from console.screens.look import Look
from console.screens.records.news import news_words
from console.screens.renderer import Screen
from console.screens.texts import best_words
from console.table.record_values import RecordKind
from console.table.records.view import GamePage, RecordsView
from console.table.view import Target
from tests.console.screens.legible import Fitting
from tests.console.screens.pseudo import Pseudo
from tests.console.screens.records.samples import news, views
from tests.console.screens.samples import end

SIZE = (1280, 800)
WORDS = {"ru": Words("ru"), "en": Words("en"), "pseudo": Pseudo()}
PAGES = tuple(views())


@pytest.mark.parametrize("seat", [0, 3, 5, 7])
@pytest.mark.parametrize("language", WORDS)
def test_every_page_fits_whoever_reads_it(language: str, seat: int) -> None:
    screen = Screen(SIZE, 8, Look(WORDS[language]))
    shown = {name: view for name, view in views(seat).items() if name != "photo"}
    faults = {name: Fitting(screen, view).faults() for name, view in shown.items()}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("name", PAGES)
def test_an_idle_page_repaints_nothing_and_no_text_is_small(name: str) -> None:
    screen, surface = Screen(SIZE, 8, Look(WORDS["ru"])), pygame.Surface(SIZE)
    view = views()[name]
    assert screen.draw(surface, view, 0)
    assert screen.draw(surface, view, 1_000_000_000) == []
    assert screen.art.smallest_text >= 18


def test_a_page_is_turned_to_its_reader() -> None:
    """At the opposite edge it is the same picture, upside down but for the seat's own colour."""

    def texts(seat: int) -> set[tuple[int, int]]:
        screen = Screen(SIZE, 8, Look(WORDS["ru"]))
        view = replace(views(seat)["elements"], seat=seat)  # type: ignore[call-arg] # a RecordsView
        screen.draw(pygame.Surface(SIZE), view, 0)
        return {rect.center for rect, target in screen.targets if target == Target("page", (0,))}

    ((x, y),), ((far_x, far_y),) = texts(0), texts(5)
    assert abs(x + far_x - SIZE[0]) <= 2
    assert abs(y + far_y - SIZE[1]) <= 2


def test_touches_open_rows_turn_pages_and_close() -> None:
    screen, surface = Screen(SIZE, 8, Look(WORDS["en"])), pygame.Surface(SIZE)
    view = views()["chaos"]
    assert isinstance(view, RecordsView)
    assert isinstance(view.page, GamePage)
    screen.draw(surface, view, 0)
    everywhere = {screen.target_at(x, y) for x in range(0, 1280, 6) for y in range(0, 800, 6)}
    rows = {e.row for b in view.page.blocks for e in b.entries if e.row is not None}
    assert {Target("row", (row,)) for row in rows} <= everywhere
    assert {Target("page", (step,)) for step in (-1, 0, 1)} <= everywhere


def test_a_single_page_is_not_turned() -> None:
    """◀ ▶ would show the same again."""
    turn, turns = WORDS["en"]._("turn the page"), {}
    for count in (1, 2):
        screen = Screen(SIZE, 8, Look(WORDS["en"]))
        view = replace(views()["chaos"], row=None, number=0, count=count)  # type: ignore[call-arg] # a RecordsView
        turns[count] = turn in Fitting(screen, view).texts()
        screen.draw(pygame.Surface(SIZE), view, 0)
        assert any(target == Target("page", (1,)) for _, target in screen.targets) == turns[count]
    assert turns == {1: False, 2: True}


def test_dates_stand_in_the_order_of_the_language() -> None:
    assert WORDS["ru"].day("2026-05-01T20:15:00+03:00") == "01.05.2026"
    assert WORDS["en"].day("2026-05-01T20:15:00+03:00") == "01/05/2026"
    assert WORDS["en"].day("yesterday") == "yesterday"


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("language", WORDS)
def test_the_end_of_a_match_tells_its_news_where_there_is_room(language: str, players: int) -> None:
    words = WORDS[language]
    screens = [Screen(SIZE, 8, Look(words, large=large)) for large in (False, True)]
    for first in range(len(news())):
        told = replace(end(players), news=news()[first:])
        for screen in screens:
            fitting = Fitting(screen, told)
            assert fitting.faults() == []
            assert fitting.texts() & set(news_words(words, news()[first]))


def test_a_record_reaction_is_not_told_twice() -> None:
    best = replace(news()[0], what=RecordKind.REACTION)
    plain, told = end(5), replace(end(5), news=(best,))
    assert plain.best is not None
    line = best_words(WORDS["en"], plain.best)
    screen = Screen(SIZE, 8, Look(WORDS["en"]))
    assert line in Fitting(screen, plain).texts()
    assert line not in Fitting(screen, told).texts()
