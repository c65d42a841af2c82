"""The screen of IOTA: what it shows, where it may be touched, what it costs."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pygame
import pytest

from console.games.iota.actions import Place
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.facing import Facing, facing_of
from console.screens.board.play import draw_board
from console.screens.board.strips import head_height
from console.screens.iota import middle
from console.screens.iota import places as places_
from console.screens.iota.screen import IotaScreen
from console.screens.layout import STRIP_LENGTH, make_layout
from console.screens.look import Look
from console.screens.messages import draw_message
from console.screens.moment import GLIDE_STEPS, Moment
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.board.view import CONFIRM, BoardView
from console.table.view import Target, Who
from drivers.times import MS
from tests.console.screens.iota.samples import (
    EXAMPLE,
    PICKER,
    after,
    board_view,
    choose,
    crowded,
    ended,
    example,
    exchanged,
    grown,
    laying,
    open_wild,
    passing,
    picture_samples,
    places,
    running,
    swapped,
    taking,
)
from tests.console.screens.samples import NOW_NS, Sample

SIZE = (1280, 800)
SCREEN = IotaScreen()
SAMPLES = [*picture_samples(), Sample("pass", 3, passing()), Sample("taking", 4, taking())]


def drawn(
    view: BoardView,
    seats: int | None = None,
    glide: int = GLIDE_STEPS,
    art: Art | None = None,
    size: tuple[int, int] = SIZE,
    language: str = "en",
) -> Pen:
    """The sprites and touch areas of the game's own part, and what is told."""
    layout = make_layout(size, seats or len(view.seats))
    pen = Pen(art or Art(layout.unit), Words(language))
    facing = facing_of(layout, view, False)
    moment = Moment(glide=glide)
    deque(SCREEN.draw(pen, facing, view, moment), maxlen=0)
    draw_message(pen, layout, view, moment)
    return pen


def marks_on(pen: Pen) -> Counter[str]:
    """How often each kind of mark is drawn."""
    found: Counter[str] = Counter()
    for sprite in pen.sprites:
        found[kind_of(sprite.picture.key)] += 1
    return found


def kind_of(key: Any) -> str:
    """The innermost name of a picture."""
    while isinstance(key, tuple):
        key = key[1] if key[0] in ("svg", "turned", "faded") else key[0]
    return str(key)


def texts(pen: Pen) -> list[str]:
    """All lines of text, in the order in which they are drawn."""
    found = []
    for sprite in pen.sprites:
        key: Any = sprite.picture.key
        while key[0] in ("turned", "faded"):
            key = key[1]
        if key[0] == "text":
            found.append(key[1])
    return found


def face_up(pen: Pen) -> Counter[str]:
    """The cards that lie face up, by face."""
    found: Counter[str] = Counter()
    for sprite in pen.sprites:
        key: Any = sprite.picture.key
        while key[0] in ("turned", "faded"):
            key = key[1]
        if key[0] == "svg" and isinstance(key[1], tuple) and key[1][0] == "iota":
            found[key[1][1]] += 1
    return found


# -- what is picked --------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
@pytest.mark.parametrize("size", [SIZE, (1920, 1080)])
def test_everything_lies_in_the_free_middle(sample: Sample, size: tuple[int, int]) -> None:
    """Hands, names and what may be done stay free; nothing is too small to read."""
    assert isinstance(sample.view, BoardView)
    pen = drawn(sample.view, sample.seats, size=size, language="ru")
    layout = make_layout(size, sample.seats)
    facing = facing_of(layout, sample.view, False)
    for place in SCREEN.places(facing).values():
        words, head = place.words, head_height(place.words, place.head)
        for there in (place.cards, words.below(head)):
            assert there is not None
            taken = place.frame.rect(there.x, there.y, there.width, there.height)
            found = [s for s in pen.sprites if s.rect.inflate(-16, -16).colliderect(taken)]
            assert not found or sample.now_ns < NOW_NS + 1000 * MS
    assert all(pygame.Rect((0, 0), size).contains(s.rect) for s in pen.sprites)
    assert pen.art.smallest_text >= 18


def test_a_card_that_is_not_laid_yet_is_not_shown() -> None:
    """It lies face down under the cursor; the cards of the hand are the strip's affair."""
    view = places()
    pen = drawn(view)
    assert view.choosing is not None
    assert marks_on(pen)["iota place"] == len(view.choosing.targets)
    assert marks_on(pen)["iota cursor"] == 1
    assert marks_on(pen)["iota hint"] == 1
    assert sum(face_up(pen).values()) == 7  # what lay there before


@pytest.mark.parametrize("looking", [False, True])
def test_where_the_hand_lies_open_the_card_itself_is_under_the_cursor(looking: bool) -> None:
    """A hand that its owner only looks at is hidden from the others still."""
    view = places()
    mover = replace(view.seats[2], hand=open_wild().hands[1], looking=looking)
    pen = drawn(replace(view, seats=(*view.seats[:2], mover, view.seats[3])))
    closed = face_up(drawn(view))
    assert face_up(pen) - closed == (Counter() if looking else Counter({"W": 1}))
    assert marks_on(pen)["iota back"] == looking


def test_a_wild_that_may_be_taken_is_marked() -> None:
    """I10"""
    assert marks_on(drawn(taking()))["iota wild"] == 1
    assert marks_on(drawn(places()))["iota wild"] == 0


def test_the_draft_lies_face_up_with_its_lines() -> None:
    pen = drawn(laying())
    assert marks_on(pen)["iota laid"] == 4
    assert marks_on(pen)["iota line"] == 3
    assert sum(face_up(pen).values()) == 11


def test_hands_stay_while_the_points_of_a_draft_are_told() -> None:
    """Who lays a second card has to see which; and the other's lies there as ever."""
    for view in (laying(), places()):
        layout = make_layout(SIZE, len(view.seats))
        pen = Pen(Art(layout.unit), Words("en"))
        deque(draw_board(pen, layout, view, Moment()), maxlen=0)
        hands = {target.at for _, target in pen.hot if target.kind == "look"}
        assert hands == {(seat,) for seat in view.names}


def test_the_points_are_explained_line_by_line() -> None:
    """I15, the last turn: 26 points, doubled by two lots and all four cards."""
    told = texts(drawn(laying()))
    for text in ("=10", "=6", "Lines", "26", "2 lots", "×4", "All four", "×2", "+208", "Lay"):
        assert text in told
    assert told.count("=10") == 2
    assert "Last card" not in told


def test_without_points_nothing_is_counted() -> None:
    """I14: the draft is still shown."""
    state = example(3)
    state = replace(state, options=replace(state.options, scoring=False))
    picks = PICKER.picks(state, Place(EXAMPLE[3]))[:-1]
    pen = drawn(board_view(state, choose(state, *picks), 8, (3, 6)))
    assert marks_on(pen)["iota laid"] == 4
    assert [t for t in texts(pen) if t.startswith(("+", "="))] == []


def test_a_pass_tells_how_many_cards_it_exchanges() -> None:
    """I7"""
    assert "Exchange 2" in texts(drawn(passing()))
    state = grown(14, 3, 3)
    view = board_view(state, choose(state), 3, (0, 1, 2))
    pen = drawn(view)
    assert "Pass" in texts(pen)
    assert [t for _, t in pen.hot if t.kind not in ("cell", "swap")] == [Target("pass")]


def test_the_deck_is_counted_for_all_who_read_and_four_counts_have_room() -> None:
    assert texts(drawn(places())).count("51") == 2
    assert texts(drawn(against_opponents(places(), 0))).count("51") == 1
    state = replace(grown(9, 5, 4), to_move=0)
    pen = drawn(board_view(state, choose(state), 8, (1, 3, 5, 7)))
    told = (f"'{len(state.deck)}', 30", "'iota count'")
    counts = [s.rect for s in pen.sprites if any(each in str(s.picture.key) for each in told)]
    assert len(counts) == 4
    assert all(rect.collidelist(counts[i + 1 :]) < 0 for i, rect in enumerate(counts))


def test_the_grid_keeps_still_while_a_turn_is_picked() -> None:
    state = grown(14, 3, 3)
    chooser = choose(state)
    seen = set()
    while not chooser.complete and len(chooser.picked) < 3:
        pen = drawn(board_view(state, chooser, 3, (0, 1, 2)))
        card = state.grid[0][2]
        seen |= {(s.x, s.y) for s in pen.sprites if card in str(s.picture.key)}
        chooser = chooser.pick()
    assert len(seen) == 1


@pytest.mark.parametrize("count", range(1, 66, 4))
def test_a_table_of_any_size_fits(count: int) -> None:
    """Cards never overlap, and the more there are the smaller they may be."""
    state = grown(count, 11)
    view = board_view(state, None, 8, (1, 3, 5, 7))
    pen, facing = drawn(view), facing_of(make_layout(SIZE, 8), view, False)
    lying = [s.rect for s in pen.sprites if kind_of(s.picture.key) == "iota"]
    assert len(lying) == len(state.grid)
    assert not any(a.colliderect(b) for a, b in combinations(lying, 2))
    spot = middle.spot_now(facing, view, PICKER.board(state, None), 1.0)
    area, (xs, ys) = (
        places_.area_of(facing),
        ([c[0] for c in state.grid], [c[1] for c in state.grid]),
    )
    columns, rows = (max(3, max(a) - min(a) + 3) for a in (xs, ys))
    filled = max(columns * spot.pitch / area.width, rows * spot.pitch / area.height)
    assert 1 - max(columns, rows) / area.height <= filled <= 1, "as large as there is room"


@pytest.mark.parametrize("size", [SIZE, (1920, 1080), (1024, 600)])
def test_all_gaps_between_cards_are_the_same(size: tuple[int, int]) -> None:
    state = grown(30, 3)
    pen = drawn(board_view(state, None, 8, (1, 3, 5, 7)), size=size)
    lying = [s for s in pen.sprites if kind_of(s.picture.key) == "iota"]
    steps = {b - a for a, b in pairwise(sorted({s.x for s in lying}))}
    assert len(steps | {b - a for a, b in pairwise(sorted({s.y for s in lying}))}) == 1


@pytest.mark.parametrize("size", [SIZE, (1920, 1080), (1024, 768), (1000, 1250)])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("left", [frozenset[int](), frozenset({1}), frozenset({1, 5})])
def test_however_the_grid_grows_nothing_beside_it_meets(
    size: tuple[int, int], large: bool, left: frozenset[int]
) -> None:
    """The grid, the deck, messages and what belongs to two who sit opposite."""
    layout = make_layout(size, 8, left)
    glass = pygame.Rect((0, 0), size).inflate(2, 2)
    for people in ({1, 5}, {1}, {5}):
        for extent in ((1, 1), (1, 3), (3, 1), (7, 4), (10, 5), (10, 10), (4, 12), (12, 13)):
            facing = Facing(layout, (1, 5), frozenset(people), large, extent)
            assert facing.opposite
            parts = [(facing.main, places_.area_of(facing)), (facing.main, places_.deck_at(facing))]
            parts += [
                (place.frame, part)
                for place in SCREEN.places(facing).values()
                for part in place.boxes()
            ]
            rects = [frame.rect(b.x, b.y, b.width, b.height) for frame, b in parts]
            rects += [band.rect for band in SCREEN.bands(facing)]
            assert len(rects) == 2 + 6 + len(people)
            for rect in rects:
                assert glass.contains(rect), (people, extent)
            for one, other in combinations(rects, 2):
                assert min(one.clip(other).size) <= 2, (people, extent)


# -- the last move ---------------------------------------------------------------------------------


def test_a_place_of_an_opponent_glides_in_and_then_lots_light_up() -> None:
    """Cards come one after the other, the points count up; at the end all lie still."""
    view = running()
    counts = [sum(face_up(drawn(view, glide=g)).values()) for g in (0, 3, 6, GLIDE_STEPS)]
    assert counts[0] == 7
    assert counts == sorted(counts)
    assert counts[-1] == 11
    lights = [marks_on(drawn(view, glide=g))["iota lot"] for g in range(GLIDE_STEPS + 1)]
    assert lights[0] == lights[-1] == 0
    assert max(lights) == 2
    told = [t for g in (0, 4, 6, GLIDE_STEPS) for t in texts(drawn(view, glide=g))]
    totals = [int(t) for t in told if t[0] == "+" and t != "+"]
    assert totals == sorted(totals)
    assert (totals[0], totals[-1]) == (0, 208)
    assert marks_on(drawn(view))["iota corners"] == 4


@pytest.mark.parametrize("taken", [(3, 6), (6, 3), (7, 1), (1, 5)])
def test_what_lies_around_a_line_lies_around_its_cards(taken: tuple[int, int]) -> None:
    """From whichever side the only person sees the table."""
    state, last = after(example(3), Place(EXAMPLE[3]), taken[1])
    view = board_view(state, None, 8, taken, last=last)
    bot = replace(view.seats[taken[1]], who=Who.LEVEL_3)
    view = replace(view, seats=tuple(bot if s.seat == bot.seat else s for s in view.seats))
    pens = [drawn(view, glide=glide) for glide in range(GLIDE_STEPS)]
    sprites = next(p.sprites for p in pens if marks_on(p)["iota lot"])
    lots = [s.rect for s in sprites if kind_of(s.picture.key) == "iota lot"]
    laid = [s.rect for s in sprites if kind_of(s.picture.key) == "iota"]
    assert len(lots) == 2
    for lot in lots:
        assert len([card for card in laid if lot.contains(card)]) == 4


def test_what_a_person_laid_only_settles() -> None:
    """All saw it there before it was confirmed."""
    view = running()
    seats = tuple(replace(s, who=laying().seats[3].who) for s in view.seats)
    assert sum(face_up(drawn(replace(view, seats=seats), glide=0)).values()) == 11


def test_a_taken_wild_goes_to_who_took_it() -> None:
    """I10"""
    state, action = swapped()
    later, last = after(state, action, 2)
    view = board_view(later, None, 4, (0, 2), last=last)
    assert face_up(drawn(view, glide=4))["W"] == 1
    assert face_up(drawn(view))["W"] == 0


def test_exchanged_cards_go_face_down() -> None:
    """I7"""
    state, action = exchanged()
    later, last = after(state, action, 1)
    view = board_view(later, None, 3, (0, 1, 2), last=last)
    assert marks_on(drawn(view, glide=5))["iota back"] == 2
    assert marks_on(drawn(view))["iota back"] == 0


def test_the_last_moves_points_stand_with_who_made_it() -> None:
    """Turned to who made it, beside the words of that seat, and nothing lies on another thing,
    wherever the two sit."""
    state, last = after(example(3), Place(EXAMPLE[3]), 0)
    for one in range(8):
        for other in range(8):
            if one == other:
                continue
            told = replace(last, seat=one)
            view = board_view(state, choose(state), 8, (other, one), last=told)
            pen, facing = drawn(view), facing_of(make_layout(SIZE, 8), view, False)
            kinds = ("iota panel", "iota plate", "iota stack")
            found = [s.rect for s in pen.sprites if kind_of(s.picture.key) in kinds]
            assert len(found) == 3
            own = SCREEN.places(facing)[one]
            there = places_.points_at(own, laying=False)
            told_in = own.frame.rect(there.x, there.y, there.width, there.height)
            (panel,) = (s.rect for s in pen.sprites if kind_of(s.picture.key) == "iota panel")
            assert told_in.inflate(4, 4).contains(panel)
            assert not any(a.colliderect(b) for a, b in combinations(found, 2))


def against_opponents(view: BoardView, person: int) -> BoardView:
    """The same, with a single person."""
    seats = tuple(
        replace(s, who=Who.LEVEL_3) if s.player is not None and s.seat != person else s
        for s in view.seats
    )
    return replace(view, seats=seats)


@pytest.mark.parametrize("person", [0, 2])
def test_against_opponents_everything_faces_the_only_person(person: int) -> None:
    """No copy is turned to an opponent, neither points nor results."""
    quarter = make_layout(SIZE, 4).frames[person].quarter
    for view in (places(), ended(), against_opponents(running_at(4), person)):
        pen = Pen(Art(1.0), Words("ru"))
        screen = Screen(SIZE, 4, Look(Words("en")))
        deque(screen.compose(pen, against_opponents(view, person), Moment()), maxlen=0)
        turns = set()
        for sprite in pen.sprites:
            key: Any = sprite.picture.key
            turn = key[2] if key[0] == "turned" else 0
            inner = key[1] if key[0] == "turned" else key
            if inner[0] == "text":
                turns.add(turn)
        assert turns == {quarter}


def running_at(seats: int) -> BoardView:
    state, last = after(example(3), Place(EXAMPLE[3]), 2)
    return board_view(state, None, seats, (0, 2), last=last)


def test_the_end_is_told_once_the_cards_lie() -> None:
    """I9: who won, why, and with how much."""
    news = Target("news")
    assert news not in [t for _, t in drawn(ended(), glide=3).hot]
    pen = drawn(ended())
    assert [t for _, t in pen.hot].count(news) == 2
    assert " ".join(texts(pen)).count("Seat 3 wins") == 2
    alone = " ".join(texts(drawn(against_opponents(ended(), 0))))
    assert alone.count("The last card is laid · 422 points") == 1


def test_the_task_follows_the_picks() -> None:
    words = Words("en")
    assert SCREEN.task(words, places()) == "Choose a place"
    assert SCREEN.task(words, taking()) == "Choose a place, or a wild card to take"
    assert SCREEN.task(words, passing()) == "Choose cards to exchange, or none"
    assert SCREEN.task(words, laying()) == "Lay"
    assert SCREEN.task(words, running()) == ""
    state = example(3)
    first = choose(state)
    assert SCREEN.task(words, board_view(state, first, 4, (0, 2))) == "Choose a card, or pass"
    passing_by = board_view(state, first.move(-1), 4, (0, 2))
    assert SCREEN.task(words, passing_by) == "Pass, or exchange cards"
    laid = first.pick().pick()
    assert laid.target == CONFIRM
    view = board_view(state, laid, 4, (0, 2))
    assert SCREEN.task(words, view) == "Lay, or choose a further card"


@pytest.mark.parametrize("language", ["ru", "en"])
def test_tasks_fit_a_strip(language: str) -> None:
    words, art = Words(language), Art(1.0)
    state = example(3)
    picks = (choose(state), choose(state).move(-1), choose(state).pick().pick())
    views = [places(), taking(), laying(), passing()]
    views += [board_view(state, chooser, 4, (0, 2)) for chooser in picks]
    for view in views:
        assert art.text_width(SCREEN.task(words, view), 18, bold=True) < STRIP_LENGTH - 20


def test_nothing_that_moves_is_drawn_while_it_moves() -> None:
    """A frame may only copy: all but words and panels was drawn ahead."""
    layout = make_layout(SIZE, 8)
    art = Art(layout.unit)
    view = running()
    facing = facing_of(layout, view, False)
    for _ in SCREEN.prepare(art, facing, SCREEN.stage(facing, view)):
        pass
    drawn(view, art=art, glide=0)
    known = set(art.pictures)
    for glide in range(GLIDE_STEPS + 1):
        drawn(view, art=art, glide=glide)
    assert {kind_of(key) for key in set(art.pictures) - known} <= {"text"}
    laid = laying()
    facing = facing_of(layout, laid, False)
    for _ in SCREEN.prepare(art, facing, SCREEN.stage(facing, laid)):
        pass
    pressed = set(art.pictures)
    drawn(laid, art=art)
    fresh = {kind_of(key) for key in set(art.pictures) - pressed}
    assert fresh <= {
        "text",
        "iota",
        "iota line",
        "iota panel",
        "iota rule",
        "sign",
        "iota sign",
        "iota count",
    }


def test_however_far_a_grid_jumps_its_cards_are_only_scaled() -> None:
    """To draw dozens of cards takes longer than a frame; and a large table has room for as many."""
    layout = make_layout((1920, 1080), 8)
    art = Art(layout.unit)
    early, late = (board_view(grown(n, 11, 2), None, 8, (1, 5)) for n in (6, 50))
    facing = facing_of(layout, early, False)
    for _ in SCREEN.prepare(art, facing, SCREEN.stage(facing, early)):
        pass
    drawn(early, art=art, size=(1920, 1080))
    known = set(art.pictures)
    drawn(late, art=art, size=(1920, 1080))
    fresh = [key for key in set(art.pictures) - known if kind_of(key) == "iota"]
    assert not fresh
    scaled = [key for key in art.pictures if isinstance(key, tuple) and key[0] == "scaled"]
    assert len(scaled) > 40


def test_iota_is_drawn_through_the_renderer() -> None:
    """Nothing is repainted while nothing happens."""
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    view = crowded()
    assert screen.draw(surface, view, NOW_NS)
    assert screen.draw(surface, view, NOW_NS + 1_000_000) == []
