"""Seats at board games: what a strip shows, what it hides, where it may be touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from weakref import WeakKeyDictionary

import numpy as np
import pygame
import pytest

from console.games.iota import play
from console.i18n import Words
from console.screens.art import Art, Picture
from console.screens.board.facing import Facing, SeatPlace, facing_of
from console.screens.board.registry import SCREENS
from console.screens.board.strips import draw_strip, lit_seats
from console.screens.iota.screen import IotaScreen
from console.screens.layout import Box, make_layout
from console.screens.look import Look
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.board.view import BoardView, Choosing
from console.table.view import Target
from tests.console.screens.board import samples
from tests.console.screens.elements import samples as elements_board
from tests.console.screens.elements.samples import START
from tests.console.screens.elements.samples import picture_samples as elements_samples
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.iota import samples as iota_board
from tests.console.screens.iota.samples import picture_samples as iota_samples
from tests.console.screens.pictures import Pixels

SIZE = (1280, 800)
SAMPLES: dict[str, Callable[[], BoardView]] = {
    "playing": samples.playing,
    "looking": samples.looking,
    "opened": samples.opened,
    "undo": samples.undo_asked,
    "told": samples.told,
    "plain": samples.plain,
}
GAMES_SAMPLES = (*elements_samples(), *ignis_samples(), *iota_samples())
EVERY: dict[str, Callable[[], BoardView]] = {
    **SAMPLES,
    **{
        sample.name: partial(replace, sample.view)
        for sample in GAMES_SAMPLES
        if isinstance(sample.view, BoardView)
    },
}
each_sample = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
each_language = pytest.mark.parametrize("language", ["ru", "en"])


SURFACES = WeakKeyDictionary[Screen, pygame.Surface]()


def shown(screen: Screen, view: BoardView) -> Pixels:
    """The pixels of a view on a screen that may have shown others before."""
    surface = SURFACES.setdefault(screen, pygame.Surface(SIZE))
    screen.draw(surface, view, 0)
    return pygame.surfarray.array3d(surface)


def a_screen(view: BoardView, language: str = "ru") -> Screen:
    return Screen(SIZE, len(view.seats), Look(Words(language), motion=False))


class Blind(IotaScreen):
    """A screen whose cards must not be turned up."""

    def face(self, art: Art, card: str, height: float) -> Picture:
        raise AssertionError(f"{card} is shown")


def test_a_hidden_hand_has_backs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCREENS, "iota", Blind())
    view = samples.playing()
    shown(a_screen(view), view)
    with pytest.raises(AssertionError, match="is shown"):
        shown(a_screen(view), samples.looking())


def test_a_hand_is_gone_as_soon_as_it_is_let_go() -> None:
    """What was looked at leaves no trace in the next frame, in whatever order hands are seen."""
    view = samples.playing()
    screen = a_screen(view)
    before = shown(screen, view)
    surface = SURFACES[screen]
    for each in (samples.looking(), samples.looking(4), view):
        screen.draw(surface, each, 0)
    assert np.array_equal(pygame.surfarray.array3d(surface), before)


def place_of(screen: Screen, view: BoardView, seat: int) -> SeatPlace:
    return SCREENS[view.game].places(facing_of(screen.layout, view, False))[seat]


def area(place: SeatPlace, there: Box | None) -> pygame.Rect:
    assert there is not None
    return place.frame.rect(there.x, there.y, there.width, there.height)


def test_a_look_changes_the_owners_part_only() -> None:
    view = samples.playing()
    screen = a_screen(view)
    apart = np.abs(shown(screen, samples.looking()).astype(int) - shown(screen, view)).max(axis=2)
    place = place_of(screen, view, 1)
    for there in (place.cards, place.words):
        x, y, w, h = area(place, there).inflate(8, 8)
        x, y = max(x, 0), max(y, 0)
        assert there is place.words or apart[x : x + w, y : y + h].any()
        apart[x : x + w, y : y + h] = 0
    assert not apart.any()


def test_the_cursor_and_the_picks_are_marked_on_the_backs() -> None:
    view = samples.playing()
    assert view.choosing is not None
    screen = a_screen(view)
    moved = replace(view, choosing=replace(view.choosing, cursor=0))
    unpicked = replace(view, choosing=replace(view.choosing, picked=()))
    whole = shown(screen, view)
    assert not np.array_equal(shown(screen, moved), whole)
    assert not np.array_equal(shown(screen, unpicked), whole)


def test_strips_stay_as_they_are_when_all_hands_are_empty() -> None:
    """E7: an empty hand does not end the round."""
    view = samples.told()
    empty = replace(view, seats=tuple(replace(s, count=0) for s in view.seats))
    screen = a_screen(view)
    apart = shown(screen, view).astype(int) - shown(screen, empty)
    place = place_of(screen, view, 0)
    x, y, w, h = area(place, place.words)
    assert not apart[x : x + w, y : y + h].any()
    assert apart.any()


@each_language
@each_sample
@pytest.mark.parametrize("size", [SIZE, (1920, 1080)])
@pytest.mark.parametrize("large", [False, True])
def test_a_strip_keeps_to_its_place(
    sample: Callable[[], BoardView], language: str, size: tuple[int, int], large: bool
) -> None:
    view = sample()
    layout = make_layout(size, len(view.seats))
    screen, facing = SCREENS[view.game], facing_of(layout, view, large)
    for seat in view.names:
        pen, place = (
            Pen(Art(layout.unit, large=large), Words(language)),
            screen.places(facing)[seat],
        )
        draw_strip(pen, screen, view, view.seats[seat], place)
        parts = [area(place, part).inflate(10, 10) for part in place.boxes()]
        for sprite in pen.sprites:
            ink = sprite.picture.surface.get_bounding_rect().move(sprite.x, sprite.y)
            assert any(part.contains(ink) for part in parts), sprite.picture.key


ARRANGED = [
    (game, taken, people)
    for game, most in (("iota", 4), ("elements", 2), ("ignis", 2))
    for count in range(2, most + 1)
    for taken in combinations(range(8), count)
    for people in (frozenset(taken), frozenset(taken[:1]), frozenset(taken[-1:]))
]


@each_language
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("grown", [(3, 3), (17, 16)])
def test_a_crown_beside_three_digits_keeps_to_its_strip(
    language: str, large: bool, grown: tuple[int, int]
) -> None:
    """Whoever plays IOTA where, however little the grid leaves them: the unit gives way."""
    layout, words = make_layout(SIZE, 4), Words(language)
    for game, taken, people in ARRANGED:
        if game != "iota" or max(taken) > 3:
            continue
        view = iota_board.board_view(play.new(len(taken), 3), None, 4, taken)
        place = SCREENS[game].places(Facing(layout, taken, people, large, grown))[taken[0]]
        pen = Pen(Art(layout.unit, large=large), words)
        winner = replace(view.seats[taken[0]], score=252, winner=True)
        draw_strip(pen, SCREENS[game], view, winner, place)
        parts = [area(place, part).inflate(10, 10) for part in place.boxes()]
        for sprite in pen.sprites:
            ink = sprite.picture.surface.get_bounding_rect().move(sprite.x, sprite.y)
            assert any(part.contains(ink) for part in parts), (taken, people, sprite.picture.key)


@pytest.mark.parametrize("size", [SIZE, (1920, 1080), (1024, 768)])
@pytest.mark.parametrize("large", [False, True])
def test_nothing_that_belongs_to_seats_overlaps(size: tuple[int, int], large: bool) -> None:
    """Whoever sits where, a person or an opponent: on the screen, apart, turned to who reads."""
    layout = make_layout(size, 8)
    glass = pygame.Rect((0, 0), size).inflate(2, 2)
    for game, taken, people in ARRANGED:
        facing = Facing(layout, taken, people, large)
        places = SCREENS[game].places(facing)
        assert set(places) == set(taken)
        parts = [area(place, part) for place in places.values() for part in place.boxes()]
        for part in parts:
            assert glass.contains(part), (game, taken, people)
        for one, other in combinations(parts, 2):
            assert min(one.clip(other).size) <= 1, (game, taken, people)
        for seat, place in places.items():
            reader = seat if len(people) > 1 else min(people)
            assert place.frame.quarter == layout.frames[reader].quarter
            assert place.reads == (seat in people)


@each_language
@pytest.mark.parametrize("large", [False, True])
def test_whose_turn_it_is_reads_how_to_see_a_hidden_hand(language: str, large: bool) -> None:
    """Whoever sits where at a table of four: who moves first has read it nowhere before."""
    layout, words = make_layout(SIZE, 4), Words(language)
    for game, taken, _ in ARRANGED:
        if game == "ignis" or max(taken) > 3:
            continue
        if game == "iota":
            view = iota_board.board_view(deal := play.new(len(taken), 3), None, 4, taken)
            chooser = iota_board.choose(deal)
        else:
            assert len(taken) == 2
            view = elements_board.board_view(
                START, chooser := elements_board.chooser(START), 4, taken
            )
        seat = view.names[0]
        view = replace(view, choosing=Choosing(seat, (), chooser.targets, 0))
        place = SCREENS[game].places(facing_of(layout, view, large))[seat]
        pen = Pen(Art(layout.unit, large=large), words)
        draw_strip(pen, SCREENS[game], view, view.seats[seat], place)
        assert any("eye" in str(sprite.picture.key) for sprite in pen.sprites), (game, taken)


@each_language
@pytest.mark.parametrize("taken", [(0, 2), (0, 3), (1, 3)])
def test_the_keys_have_room_beside_both_sums(language: str, taken: tuple[int, int]) -> None:
    """In Russian as in English, where the two sit across the table."""
    layout, screen = make_layout(SIZE, 4), SCREENS["elements"]
    chooser = elements_board.chooser(START)
    view = elements_board.board_view(START, chooser, 4, taken, open_hands=True)
    place = screen.places(facing_of(layout, view, False))[taken[0]]
    pen = Pen(Art(layout.unit), Words(language))
    draw_strip(pen, screen, view, view.seats[taken[0]], place)
    assert any("key_ok" in str(sprite.picture.key) for sprite in pen.sprites)


@each_language
@pytest.mark.parametrize("sample", EVERY.values(), ids=EVERY)
def test_nothing_is_cut(
    sample: Callable[[], BoardView], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    plain = Art.text

    def spy(art: Art, text: str, size: float, colour: str, bold: bool = False) -> Picture:
        texts.append(text)
        return plain(art, text, size, colour, bold)

    monkeypatch.setattr(Art, "text", spy)
    view = sample()
    shown(a_screen(view, language), view)
    thinks = Words(language)._("thinking…")
    assert texts
    assert [t for t in texts if t.endswith("…") and t != thinks] == []


def test_who_is_asked_is_lit_and_not_whose_turn_it_is() -> None:
    assert lit_seats(samples.undo_asked()) == {1, 4}
    assert lit_seats(samples.playing()) == {1}


def on(screen: Screen, view: BoardView, seat: int, part: str = "cards") -> Target | None:
    """What a touch in the middle of a part of a seat's place means."""
    place = place_of(screen, view, seat)
    return screen.target_at(*area(place, getattr(place, part)).center)


def test_a_hand_may_be_touched_to_look_and_in_its_turn_to_choose() -> None:
    view = samples.playing()
    screen = a_screen(view)
    shown(screen, view)
    place = place_of(screen, view, 1)
    assert place.cards is not None
    card = place.frame.place(place.cards.left + 20, place.cards.y)
    first = round(card[0]), round(card[1])
    assert on(screen, view, 4) == Target("look", (4,))
    assert screen.target_at(*first) == Target("card", (0,))
    assert on(screen, view, 3) is None, "nobody may look into an opponent's hand"
    shown(screen, samples.opened())
    assert on(screen, view, 4) is None, "an open hand needs no look"
    assert screen.target_at(*first) == Target("card", (0,))


def test_a_question_may_be_answered_by_touch_by_those_who_are_asked() -> None:
    view = samples.undo_asked()
    screen = a_screen(view)
    shown(screen, view)
    for seat in (1, 4):
        place = place_of(screen, view, seat)
        words = place.words
        points = [place.frame.place(words.x, words.low + i * words.height / 40) for i in range(40)]
        found = {screen.target_at(round(x), round(y)) for x, y in points}
        assert {Target("agree", (seat,)), Target("refuse", (seat,))} <= found
    assert on(screen, view, 6, "words") is None


def test_news_may_be_read_by_touch() -> None:
    view = samples.told()
    screen = a_screen(view)
    shown(screen, view)
    place = place_of(screen, view, 0)
    x, y = place.frame.place(place.words.x, place.words.high - 12)
    assert screen.target_at(round(x), round(y)) == Target("news")


def test_lines_of_a_menu_may_be_touched() -> None:
    view = samples.paused(0)
    screen = a_screen(view)
    shown(screen, view)
    x, y = screen.layout.centre
    found = {screen.target_at(round(x), round(y) + dy) for dy in range(-170, 170, 4)}
    assert {Target("row", (i,)) for i in range(6)} <= found
