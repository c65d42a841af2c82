"""The lobby's screen: all of it fits, in both languages and large; touches mean what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pygame
import pytest

from console.i18n import Words
from console.screens.art import Art
from console.screens.board.pages import load_rules
from console.screens.layout import make_layout
from console.screens.lobby.start import draw_start
from console.screens.lobby.words import (
    help_words,
    how_far_words,
    lack_words,
    row_help,
    when_words,
)
from console.screens.look import Look
from console.screens.menu_texts import menu_label
from console.screens.names import game_name
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.games import TABLE_GAMES
from console.table.lobby.start import LEVELS
from console.table.lobby.view import Shelved, StartView
from console.table.seating import NamedPerson
from console.table.settings import Settings
from console.table.view import MenuLine, Target, Who
from tests.console.screens.legible import Fitting
from tests.console.screens.lobby.samples import all_samples, at, broken_off, lobby, unfit
from tests.console.screens.samples import NOW_NS, Sample
from tests.drivers.controller.misfits import misfits

SIZES = ((1280, 800), (1920, 1080))
BY_NAME = {sample.name: sample for sample in all_samples("ru")}


def drawn(sample: Sample, language: str = "ru") -> Pen:
    layout = make_layout(SIZES[0], sample.seats)
    pen = Pen(Art(layout.unit), Words(language))
    assert isinstance(sample.view, StartView)
    draw_start(pen, layout, sample.view)
    return pen


def screens(size: tuple[int, int], language: str, large: bool = False) -> Callable[[int], Screen]:
    """A screen for each number of seats: what many samples write, it writes once."""
    return cache(lambda seats: Screen(size, seats, Look(Words(language), large=large)))


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("large", [False, True])
def test_all_fits_a_large_screen_too(language: str, large: bool) -> None:
    screen_for = screens(SIZES[1], language, large=large)
    for sample in all_samples(language):
        assert Fitting(screen_for(sample.seats), sample.view).faults() == [], sample.name


@pytest.mark.parametrize(
    ("level", "key"), [(MenuLine.PEOPLE, "seat"), (MenuLine.SWAP, "swap_seat")]
)
@pytest.mark.parametrize("large", [False, True])
def test_who_plays_is_told_by_nicknames(level: MenuLine, key: str, large: bool) -> None:
    longest = NamedPerson(1, "Максимилиана")
    screen = lobby(8, dict.fromkeys(range(4), Who.PERSON)).call(3, longest)
    look = Look(Words("ru"), large=large)
    fitting = Fitting(Screen(SIZES[0], 8, look), at(screen, level, key, 1))
    assert fitting.faults() == []
    words = [menu_label(look.words, row) for row in at(screen, level, key, 1).menu.rows]
    assert words[:4] == [*("Место 1", "Место 2", "Место 3"), longest.nickname]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_each_tile_says_what_its_game_promises(
    language: str, large: bool, size: tuple[int, int]
) -> None:
    words, screen_for = Words(language), screens(size, language, large=large)
    for sample in all_samples(language):
        view = sample.view
        if isinstance(view, StartView) and view.menu.level is None:
            told = " ".join(Fitting(screen_for(sample.seats), view).texts())
            for game in view.shelf:
                for word in words._(load_rules(game.game).invite.text).split():
                    assert word in told, (sample.name, game.game)


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_the_names_of_all_games_stand_at_one_height(seats: int, size: tuple[int, int]) -> None:
    words, layout = Words("ru"), make_layout(size, seats)
    pen = Pen(Art(layout.unit), words)
    view = lobby(seats, {0: Who.PERSON}).view({})
    assert isinstance(view, StartView)
    draw_start(pen, layout, view)
    names = {game_name(words, game.game) for game in view.shelf}
    keys: list[Any] = [sprite.picture.key for sprite in pen.sprites]
    tops = [
        s.rect.bottom
        for s, key in zip(pen.sprites, keys, strict=True)
        if key[0] == "text" and key[1] in names
    ]
    assert len(tops) == len(names)
    assert max(tops) - min(tops) <= 2


@pytest.mark.parametrize("name", BY_NAME)
def test_a_standing_lobby_costs_nothing(name: str) -> None:
    sample = BY_NAME[name]
    screen, surface = Screen(SIZES[0], sample.seats, Look(Words("ru"))), pygame.Surface(SIZES[0])
    assert screen.draw(surface, sample.view, NOW_NS)
    assert screen.draw(surface, sample.view, NOW_NS + 1) == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_card_of_a_broken_off_match_says_game_who_when_and_how_far(language: str) -> None:
    (sample,) = (s for s in all_samples(language) if s.name == "lobby-card")
    words, pen = Words(language), drawn(sample, language)
    assert isinstance(sample.view, StartView)
    match = sample.view.resume
    assert match is not None
    keys: list[Any] = [sprite.picture.key for sprite in pen.sprites]
    told = [key[1] for key in keys if key[0] == "text"]
    game = words._("Broken off: {game}").format(game=game_name(words, match.game))
    who = next(one.name for one in match.people if one.name is not None)
    offer = match.offer
    assert {game, who, when_words(words, offer), how_far_words(words, offer)} <= set(told)


def test_lines_and_games_are_touched_from_both_long_sides() -> None:
    pen = drawn(BY_NAME["lobby"])
    view = BY_NAME["lobby"].view
    assert isinstance(view, StartView)
    found = [target for _, target in pen.hot]
    for wanted in (
        *(Target("row", (i,)) for i, r in enumerate(view.menu.rows) if r.key != "game"),
        *(Target("game", (i,)) for i in range(len(TABLE_GAMES))),
    ):
        where = [rect for rect, target in pen.hot if target == wanted]
        assert len(where) == 2
        assert {rect.centerx > 640 for rect in where} == {False, True}
        assert all(rect.w >= 150 and rect.h >= 60 for rect in where)
    assert found.count(Target("key", (2, 2))) == 1, "a free seat is joined by touch"
    assert found.count(Target("key", (0, 3))) == 1, "and left"


def test_every_key_of_a_name_being_chosen_can_be_touched() -> None:
    pen = drawn(BY_NAME["lobby-names"])
    for seat in (0, 1, 2, 3, 5, 6, 7):
        keys = {t.at[1] for _, t in pen.hot if t.kind == "key" and t.at[0] == seat}
        assert keys == {0, 1, 2, 3}
    assert {t.at[1] for _, t in pen.hot if t.kind == "key" and t.at[0] == 4} == {3}


def test_with_one_game_there_is_one_tile_and_nothing_to_choose() -> None:
    screen = lobby(8, {0: Who.PERSON})
    closed = replace(screen, settings=Settings(closed=frozenset(("game",))))
    assert [row.key for row in closed.rows()] == ["start", "more"]
    pen = drawn(Sample("closed", 8, closed.view({})))
    assert {t.at[0] for _, t in pen.hot if t.kind == "game"} == {0}


@pytest.mark.parametrize(
    ("seats", "sides"),
    [
        ((0, 1), (0,)),
        ((5,), (2,)),
        ((3,), (1,)),
        ((7,), (3,)),
        ((0, 5), (0, 2)),
        ((0, 3), (1, 0)),
        ((2, 7), (0, 3)),
        ((3, 5), (1, 2)),
        ((3, 7), (1, 3)),
        ((0, 3, 5), (0, 2)),
        ((), (0, 2)),
    ],
)
def test_the_middle_is_turned_to_the_sides_where_somebody_sits(
    seats: tuple[int, ...], sides: tuple[int, ...]
) -> None:
    """One of them has the whole of it; of two each has the half that is nearer."""
    view = lobby(8, dict.fromkeys(seats, Who.PERSON)).view({})
    hot = drawn(Sample("", 8, view)).hot
    tiles = [[r for r, t in hot if t == Target("game", (i,))] for i in range(2)]
    turns = {}
    for first, second in zip(*tiles, strict=True):
        ahead = second.centerx - first.centerx, second.centery - first.centery
        turns[first.centerx] = 2 * (min(ahead) < 0) + (not ahead[0])  # where the row goes on
    assert tuple(turns[x] for x in sorted(turns)) == sides
    assert (min(*tiles[0][0].size) >= 200) is (len(sides) == 1)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_where_nobody_reads_the_middle_upright_the_seat_says_what_is_lacking(
    language: str, large: bool
) -> None:
    words = Words(language)
    screen = Screen(SIZES[0], 8, Look(words, large=large))
    for seats, sides in (((0, 3, 5, 7), 2), ((0, 3, 5), 1), ((0, 5, 6), 0), ((3, 7, 0), 2)):
        view = lobby(8, dict.fromkeys(seats, Who.PERSON), "ignis").view({})
        fitting = Fitting(screen, view)
        assert not fitting.faults()
        told = [text for text in fitting.written() if text == lack_words(words, view)]
        assert len(told) == 2 + sides, seats


def test_who_waits_for_a_pad_that_fits_is_told_which_one_is_there() -> None:
    view = unfit(4, next(misfits(4)))
    told = "The pad is for 3 seats, the table has 4: plug in its own"
    assert help_words(Words("en"), view) == told
    assert "молчит" in help_words(Words("ru"), replace(view, misfit=None))


def test_who_begins_another_match_is_told_what_becomes_of_the_broken_off_one() -> None:
    with_one = BY_NAME["lobby"].view
    assert isinstance(with_one, StartView)
    assert "прерванную" in help_words(Words("ru"), with_one)
    assert "прерванную" not in help_words(Words("ru"), replace(with_one, resume=None))
    first = replace(with_one, newcomers=True)
    assert "прерванную" in help_words(Words("ru"), first), "after a power cut all are newcomers"
    assert "Впервые" in help_words(Words("ru"), replace(first, resume=None))


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("size", [(843, 533), (960, 600), (1280, 800), (1366, 768)])
def test_no_name_of_a_game_is_cut(language: str, size: tuple[int, int]) -> None:
    screen_for = screens(size, language)
    for sample in all_samples(language):
        screen = screen_for(sample.seats)
        screen.draw(pygame.Surface(size), sample.view, NOW_NS)
        assert screen.art.cut == set(), sample.name


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("level", [MenuLine.MORE, MenuLine.PEOPLE, MenuLine.OPTIONS])
@pytest.mark.parametrize("game", TABLE_GAMES)
def test_a_level_names_its_game_in_full(game: str, level: MenuLine, language: str) -> None:
    screen = lobby(8, {0: Who.PERSON, 5: Who.PERSON}, game)
    for size in SIZES:
        shown = Screen(size, 8, Look(Words(language)))
        shown.draw(pygame.Surface(size), screen.at_level(level, by=0).view({}), NOW_NS)
        assert game_name(shown.look.words, game) not in shown.art.cut


@pytest.mark.parametrize("level", [MenuLine.MORE, MenuLine.PEOPLE, MenuLine.OPTIONS])
@pytest.mark.parametrize("game", TABLE_GAMES)
def test_a_level_shows_all_its_lines_as_long_as_there_is_room(game: str, level: MenuLine) -> None:
    screen = lobby(8, {0: Who.PERSON, 5: Who.PERSON}, game)
    view = replace(screen, naming=True).at_level(level, by=0).view({})
    shown = {t.at[0] for _, t in drawn(Sample("", 8, view)).hot if t.kind == "row"}
    assert shown == {*range(len(view.menu.rows))}


def test_a_match_of_eight_fits_its_card_and_its_question() -> None:
    screen = lobby(8, dict.fromkeys(range(8), Who.PERSON))
    for seat in range(8):
        screen = screen.call(seat, NamedPerson(seat, "Wolfgang W.."))
    stored = replace(broken_off(screen.leave(4)), seating=screen.seating(0))
    screen = screen.offered(stored)
    for level in (None, MenuLine.RESUME):
        for language in ("ru", "en"):
            drawn_on = Screen(SIZES[0], 8, Look(Words(language)))
            assert Fitting(drawn_on, screen.at_level(level).view({})).faults() == []


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("game", TABLE_GAMES)
def test_every_line_and_every_value_of_an_option_is_explained(game: str, language: str) -> None:
    words = Words(language)
    screen = lobby(8, {0: Who.PERSON, 2: Who.PERSON, 3: Who.PERSON}, game)
    screen = screen.with_settings(screen.settings.next_value(screen.settings.rows(())[0].key))
    for level in (None, *LEVELS):
        shown = screen.at_level(level, by=0)
        for i in range(len(shown.rows())):
            assert help_words(words, shown.at_row(i).view({}))
    for key in (row.key for row in screen.settings.rows(screen.game.settings)):
        settings = screen.settings
        for _ in range(15):
            settings = settings.next_value(key)
            rows = {row.key: row for row in settings.rows(screen.game.settings)}
            assert row_help(words, rows[key])


def test_every_line_that_sets_something_is_of_one_size() -> None:
    """Rounds without end too, which are set to None."""
    screen = lobby(4, {0: Who.PERSON, 2: Who.PERSON}, "elements")
    view = screen.at_level(MenuLine.OPTIONS, by=0).view({})
    setting = {menu_label(Words("ru"), row) for row in view.menu.rows if "." in row.key}
    assert len(setting) == 4
    pen = drawn(Sample("options", 4, view))
    keys: list[Any] = [sprite.picture.key for sprite in pen.sprites]
    sizes = {key[2] for key in keys if key[0] == "text" and key[1] in setting}
    assert len(sizes) == 1


def test_what_a_line_is_set_to_is_told() -> None:
    settings = Settings()
    row = settings.rows(())[0]
    later = settings.next_value(row.key).rows(())[0]
    assert row_help(Words("ru"), row) != row_help(Words("ru"), later)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("place", [0, 5, 8])
def test_a_long_shelf_shows_the_rows_around_the_chosen_game(language: str, place: int) -> None:
    """Games from elsewhere may be many: lines and help keep their room."""
    view, seats = BY_NAME["lobby"].view, BY_NAME["lobby"].seats
    assert isinstance(view, StartView)
    games = ["elements"] * 9
    games[place] = "iota"
    shelf = tuple(Shelved(game, fits=True) for game in games)
    view = replace(view, shelf=shelf, menu=replace(view.menu, game="iota"))
    screen = Screen(SIZES[0], seats, Look(Words(language)))
    assert Fitting(screen, view).faults() == []
    pen = Pen(Art(1.0), Words(language))
    draw_start(pen, make_layout(SIZES[0], seats), view)
    shown = {target.at[0] for _, target in pen.hot if target.kind == "game"}
    assert place in shown
    assert len(shown) <= 6
