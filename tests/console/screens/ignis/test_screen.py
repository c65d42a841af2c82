"""The screen of «Игнис»: what it shows, where it may be touched, what it costs."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from itertools import combinations

import numpy as np
import pygame
import pytest

from console.games.ignis import play
from console.games.ignis.actions import Push
from console.games.registry import GAMES
from console.i18n import Words
from console.screens import palette
from console.screens.art import Art
from console.screens.board.facing import BAND, Facing, facing_of
from console.screens.count_in import ALONE, BOTH, draw_count_in
from console.screens.ignis.middle import draw_middle, last_push
from console.screens.ignis.panels import BADGE, tile_size
from console.screens.ignis.pieces import FADES, LOOKS, tile
from console.screens.ignis.places import MARGIN, SIDE, grid_of, places_of
from console.screens.ignis.screen import IgnisScreen
from console.screens.layout import make_layout
from console.screens.look import Look
from console.screens.messages import draw_message
from console.screens.moment import GLIDE_STEPS, Moment
from console.screens.renderer import Screen
from console.screens.stage import Pen
from console.table.board.view import BoardView
from console.table.ignis.view import TOWARDS, IgnisBoard
from console.table.lesson import load_lesson
from console.table.view import LessonStep, Target, Who
from tests.console.screens.board.samples import lesson_step
from tests.console.screens.ignis.samples import (
    CASCADE,
    ENDING,
    FULL,
    NARROW,
    START,
    after,
    board_view,
    chooser,
    picture_samples,
    position,
)
from tests.console.screens.legible import Fitting, key_of
from tests.console.screens.samples import Sample

SIZE = (1280, 800)
SCREEN = IgnisScreen()
SAMPLES = picture_samples()
START_ROWS = ("......", ".FWFW.", ".WFWF.", ".FWFW.", ".WFWF.", "......")


def drawn(view: BoardView, seats: int = 2, glide: int = GLIDE_STEPS, art: Art | None = None) -> Pen:
    """The sprites and touch areas of the game's own part, and what is told."""
    layout = make_layout(SIZE, seats)
    pen = Pen(art or Art(layout.unit), Words("ru"))
    facing = facing_of(layout, view, False)
    moment = Moment(glide=glide)
    deque(SCREEN.draw(pen, facing, view, moment), maxlen=0)
    draw_message(pen, layout, view, moment)
    return pen


def keys(pen: Pen) -> Counter[object]:
    """How often each picture lies on the table."""
    return Counter(sprite.picture.key for sprite in pen.sprites)


def board_of(view: BoardView) -> IgnisBoard:
    assert isinstance(view.board, IgnisBoard)
    return view.board


@pytest.mark.parametrize("taken", [(0, 1), (0, 2), (2, 1)])
def test_whose_piece_is_whose_stands_at_both_names(taken: tuple[int, int]) -> None:
    """In a lesson too, which lies where both sides' pieces are counted."""
    lesson = LessonStep("Welcome.", 1, 3, True)
    view = replace(board_view(START, chooser(START), 4, taken), lesson=lesson)
    pen = drawn(view, 4)
    places = SCREEN.places(facing_of(make_layout(SIZE, 4), view, False))
    for piece, seat in zip("FW", taken, strict=True):
        there, key = places[seat].words, tile(pen.art, piece, BADGE).key
        area = places[seat].frame.rect(there.x, there.y, there.width, there.height)
        assert any(s.picture.key == key and area.collidepoint(s.x, s.y) for s in pen.sprites)


@pytest.mark.parametrize(("piece", "name"), [(None, "Воздух"), (0, "Воздух"), (1, "Земля")])
def test_the_piece_that_is_chosen_is_named(piece: int | None, name: str) -> None:
    """Rules and hints call them Air and Earth; a word at each seat that draws from the supply."""
    known = {"Запас", "Воздух", "Земля"}
    for picks, wanted in ((chooser(START, piece), name), (None, "Запас")):
        pen = drawn(board_view(START, picks, 4, (0, 2)), 4)
        told = [str(key[1]) for key in map(key_of, pen.sprites) if key[0] == "text"]
        assert [text for text in told if text in known] == [wanted] * 2


@pytest.mark.parametrize("taken", [(3, 7), (7, 2), (5, 3)])
@pytest.mark.parametrize("size", [SIZE, (1024, 768)])
def test_who_sits_at_a_short_side_reads_all_counts(
    taken: tuple[int, int], size: tuple[int, int]
) -> None:
    """Beside the name, not over it: a corner is wide there."""
    view = board_view(START, chooser(START, 0), 8, taken)
    for large in (False, True):
        assert Fitting(Screen(size, 8, Look(Words("ru"), large=large)), view).faults() == []
    for one in places_of(facing_of(make_layout(size, 8), view, False)).values():
        assert one.sides is None or tile_size(one.sides) > BADGE


@pytest.mark.parametrize(
    ("taken", "upright"), [((3, 7), {1, 3}), ((7, 3), {1, 3}), ((0, 3), {0, 2}), ((1, 2), {0})]
)
def test_the_count_is_upright_for_who_plays(taken: tuple[int, int], upright: set[int]) -> None:
    layout = make_layout(SIZE, 8)
    pen = Pen(Art(layout.unit), Words("en"))
    draw_count_in(pen, layout, replace(board_view(START, None, 8, taken), count=2))
    numbers = [s.picture.key for s in pen.sprites if key_of(s)[0] == "text"]
    plain = pen.art.text("2", BOTH if len(upright) > 1 else ALONE, palette.TEXT, bold=True)
    assert numbers == [pen.art.turned(plain, quarter).key for quarter in sorted(upright)]


@pytest.mark.parametrize("learner", range(8))
@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("size", [SIZE, (1024, 600), (1280, 960)])
def test_a_lesson_lies_beside_the_board_and_the_names(
    learner: int, left: bool, size: tuple[int, int]
) -> None:
    layout = make_layout(size, 8, frozenset({learner}) if left else frozenset())
    view = lesson_step(learner, 2)
    facing = facing_of(layout, view, False)
    places = [SCREEN.aside(facing), *SCREEN.places(facing).values()]
    told, *heads = (
        p.frame.rect(p.words.x, p.words.y, p.words.width, p.words.height) for p in places
    )
    side = SIDE * grid_of(facing, START_ROWS).pitch
    assert told.collidelist([*heads, facing.main.rect(0, 0, side, side)]) < 0


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("learner", [0, 3, 7])
def test_every_step_of_the_lesson_fits_from_every_side(learner: int, language: str) -> None:
    for large in (False, True):
        screen = Screen(SIZE, 8, Look(Words(language), large=large))
        for number in range(len(load_lesson(GAMES["ignis"]).steps)):
            view = lesson_step(learner, number)
            assert Fitting(screen, view).faults() == [], (number, large)


@pytest.mark.parametrize("seat", [0, 3, 4, 7])
def test_the_rim_of_the_board_runs_around_it_from_every_side(seat: int) -> None:
    """The rim's share of a corner cell lies towards its corner, however the board is turned."""
    pen = drawn(lesson_step(seat, 2), 8)
    cells = [s for s in pen.sprites if "ignis cell" in str(s.picture.key)]
    ends = [min(s.rect.left for s in cells), max(s.rect.right for s in cells)]
    for sprite in cells:
        rim = pygame.mask.from_surface(sprite.picture.surface).get_bounding_rects()[0]
        ink = rim.move(sprite.x, sprite.y)
        if sprite.rect.left == ends[0]:
            assert ink.left - sprite.rect.left < sprite.rect.right - ink.right
        if sprite.rect.right == ends[1]:
            assert sprite.rect.right - ink.right < ink.left - sprite.rect.left


def test_every_way_in_can_be_touched_and_means_itself() -> None:
    """G4: both ways into a corner have an area of their own."""
    picks = chooser(START, 0, (0, 0, "down"))
    view = board_view(START, picks, 2, (0, 1))
    screen, surface = Screen(SIZE, 2, Look(Words("ru"))), pygame.Surface(SIZE)
    screen.draw(surface, view, 0)
    facing = facing_of(screen.layout, view, False)
    grid = grid_of(facing, board_of(view).rows)
    for row, column, toward in (target.at for target in picks.targets):
        at = facing.main.place(*grid.outside((row, column), TOWARDS[toward]))
        assert screen.target_at(*map(round, at)) == Target("way", (row, column, toward))
    at = facing.main.place(*grid.at((0, 2)))
    assert screen.target_at(*map(round, at)) == Target("way", (0, 2, 1))  # the cell itself
    assert screen.target_at(640, 400) is None
    x, y = grid.at((0, 0))  # a corner is shared by its ways: down from its upper half
    for above, way in ((0.25, "down"), (-0.25, "right")):
        at = facing.main.place(x, y + above * grid.pitch)
        assert screen.target_at(*map(round, at)) == Target("way", (0, 0, TOWARDS.index(way)))


def test_touch_areas_of_ways_overlap_nowhere() -> None:
    """On a shrunken board too; both ways through a single cell wide board stay apart."""
    for rows, air, earth in ((FULL, 2, 2), (CASCADE, 0, 17), (ENDING, 2, 21), (NARROW, 11, 23)):
        state = position(rows, air, earth, 1)
        picks = chooser(state, 1).pick()
        assert picks.targets
        pen = drawn(board_view(state, picks, 2, (0, 1)))
        areas = [(r, t) for r, t in pen.hot if t.kind == "way"]
        for i, (rect, target) in enumerate(areas):
            others = [t for r, t in areas[:i] if r.inflate(-2, -2).colliderect(rect)]
            assert all(other == target for other in others)
        assert {target for _, target in areas} == set(picks.targets)


def test_the_ways_of_a_piece_that_is_pointed_at_can_be_touched() -> None:
    """Before it is picked, as after it; their arrows are seen only then."""
    for piece in (0, 1):
        pointed = chooser(START, piece)
        pens = [drawn(board_view(START, at, 2, (0, 1))) for at in (pointed, pointed.pick())]
        before, after = ([hot for hot in pen.hot if hot[1].kind == "way"] for pen in pens)
        assert before == after
        assert {target for _, target in before} == set(pointed.pick().targets)
        arrows = ["ignis arrow" in str([s.picture.key for s in pen.sprites]) for pen in pens]
        assert arrows == [False, True]


def test_pieces_can_be_touched_at_both_long_sides() -> None:
    pen = drawn(board_view(START, chooser(START), 2, (0, 1)))
    pieces = [(r, t) for r, t in pen.hot if t.kind == "piece"]
    where = {t: [r.centery > 400 for r, u in pieces if u == t] for _, t in pieces}
    assert where == {Target("piece", (i,)): [True, False] for i in (0, 1)}
    picked = drawn(board_view(START, chooser(START).pick(), 2, (0, 1)))
    assert [t for _, t in picked.hot].count(Target("back")) == 4  # another piece: go back first


def test_an_air_that_may_be_turned_lies_where_the_earth_would() -> None:
    """G7"""
    rows = ("EEEEE.", "EFWFWE", ".WFWF.", ".FWFW.", ".WFWFE", "..E...")
    state = position(rows, 12, 0)
    pen = drawn(board_view(state, chooser(state, 2), 2, (0, 1)))
    assert sum("ignis turning" in str(s.picture.key) for s in pen.sprites) == 2
    pieces = {t for _, t in pen.hot if t.kind == "piece"}
    assert pieces == {Target("piece", (0,)), Target("piece", (2,))}


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_names_and_what_may_be_done_stay_free(sample: Sample) -> None:
    assert isinstance(sample.view, BoardView)
    pen, facing = drawn(sample.view, sample.seats), facing_for(sample.view, sample.seats)
    for place in SCREEN.places(facing).values():
        there = place.words
        strip = place.frame.rect(there.x, there.y, there.width - place.spare, there.height)
        strip = strip.inflate(-12, -12)
        outside = [s for s in pen.sprites if s.rect.colliderect(strip)]
        assert [s for s in outside if "ignis" not in str(s.picture.key)] == []
    assert pen.art.smallest_text >= 18


def facing_for(view: BoardView, seats: int = 2) -> Facing:
    return facing_of(make_layout(SIZE, seats), view, False)


@pytest.mark.parametrize("rows", [START_ROWS, FULL, CASCADE, ENDING, NARROW])
def test_the_board_stays_in_the_middle_as_it_shrinks(rows: tuple[str, ...]) -> None:
    """And its cells grow: the board in play is as large as there is room."""
    rest = 37 - sum(cell in "FWAE" for row in rows for cell in row)
    view = board_view(position(rows, 0, rest), None, 2, (0, 1))
    pen = drawn(view)
    cells = [s.rect for s in pen.sprites if "ignis cell" in str(s.picture.key)]
    whole = cells[0].unionall(cells)
    assert abs(whole.centerx - SIZE[0] / 2) <= 1
    assert abs(whole.centery - SIZE[1] / 2) <= 1
    grid = grid_of(facing_for(view), rows)
    across = max(3, *(len(r.strip("#")) for r in rows), sum(r != "######" for r in rows))
    assert grid.pitch * across > SIZE[1] - 2 * BAND - 2 * MARGIN - 24


def test_a_lone_person_has_the_supply_alone() -> None:
    """Nothing is turned to an opponent, nor to be touched there; no result either."""
    ended = next(s.view for s in SAMPLES if s.name == "ignis-end")
    assert isinstance(ended, BoardView)
    for view, what in ((board_view(START, chooser(START), 2, (0, 1)), "piece"), (ended, "news")):
        alone = replace(view, seats=(view.seats[0], replace(view.seats[1], who=Who.LEVEL_2)))
        pen = drawn(alone)
        assert not any(
            s.picture.key[0] == "turned" and s.picture.key[1][0] == "text"  # type: ignore[index]
            for s in pen.sprites
        )
        touched = [t.kind for _, t in pen.hot].count(what)
        assert touched == {"piece": 2, "news": 1}[what]


def test_a_push_runs_from_where_it_was_to_where_it_is() -> None:
    """The last move glides; without motion, or once it has arrived, everything lies still."""
    state, last = after(START, Push("A", (0, 1), "down"), 0)
    view = board_view(state, None, 2, (0, 1), last=last)
    still = board_view(state, None, 2, (0, 1))
    grid = grid_of(facing_for(view), board_of(view).rows)
    tiles = [
        sorted(
            (s.x, s.y) for s in pen.sprites if s.picture.key == ("svg", ("ignis", "A", grid.tile))
        )
        for pen in (drawn(view, glide=0), drawn(view, glide=6), drawn(view), drawn(still))
    ]
    ys = [places[0][1] for places in tiles]
    assert ys[0] < ys[1] < ys[2] == ys[3]
    assert ys[2] - ys[0] == round(grid.pitch)


@pytest.mark.parametrize(
    ("size", "taken"),
    [(SIZE, (0, 1)), (SIZE, (0, 3)), ((1920, 1080), (3, 7)), ((1920, 1080), (0, 1))],
)
def test_what_slides_in_and_out_never_lies_over_a_place_beside_the_board(
    size: tuple[int, int], taken: tuple[int, int]
) -> None:
    state, slid = position(FULL, 2, 2, 1), set()
    layout = make_layout(size, 8)
    art = Art(layout.unit)
    for push in play.legal_actions(state):
        later, last = after(state, push, 0)
        view = board_view(later, None, 8, taken, last=last)
        facing = facing_of(layout, view, False)
        kept = [
            p.frame.rect(b.x, b.y, b.width, b.height)
            for p in SCREEN.places(facing).values()
            for b in p.boxes()
        ]
        for glide in range(GLIDE_STEPS + 1):
            pen = Pen(art, Words("ru"))
            draw_middle(pen, facing, view, board_of(view), Moment(glide=glide).way)
            slid |= {s.picture.key[0] for s in pen.sprites if isinstance(s.picture.key, tuple)}
            assert all(s.rect.collidelist(kept) < 0 for s in pen.sprites), (push, glide)
    assert "part" in slid


def test_an_ejected_piece_fades_and_edges_go_after_it() -> None:
    """G5, G8: first the push, then the edges, then the smaller board."""
    state, last = after(position(CASCADE, 0, 17, 1), Push("E", (5, 0), "right"), 0)
    view = board_view(state, None, 2, (0, 1), last=last)
    told = last_push(board_of(view), last)
    assert told is not None
    assert len(told.gone) == 14
    assert [s.piece for s in told.slides] == list("EEEEEW")
    early, late = (keys(drawn(view, glide=glide)) for glide in (4, 9))
    glowing = [k for k in late if isinstance(k, tuple) and "ignis glow" in str(k)]
    assert sum(late[k] for k in glowing) == 14
    assert not any("ignis glow" in str(k) for k in early)
    assert any(str(k).startswith("('faded'") for k in early)
    cells = sum(n for k, n in keys(drawn(view)).items() if "ignis cell" in str(k))
    assert cells == 6


def test_a_preview_marks_all_that_the_push_would_do() -> None:
    """What enters, the run, the ejected piece, the edges of each look."""
    state = position(CASCADE, 0, 17, 1)
    pen = drawn(board_view(state, chooser(state, 1, (5, 0, "right")), 2, (0, 1)))
    seen = keys(pen)
    assert seen["svg", "ignis strike"] == 1
    assert sum(n for k, n in seen.items() if "'ignis hatch', False" in str(k)) == 8
    assert sum(n for k, n in seen.items() if "'ignis hatch', True" in str(k)) == 6
    assert sum(n for k, n in seen.items() if "ignis lane" in str(k)) == 5


def test_who_would_win_is_crowned() -> None:
    """G9"""
    state = position(ENDING, 2, 21)
    for way, crowns in (((4, 1, "right"), 2), ((4, 1, "up"), 0)):
        view = board_view(state, chooser(state, 1, way), 2, (0, 1))
        found = [k for k in drawn(view).sprites if "crown" in str(k.picture.key)]
        assert len(found) == crowns  # one for each long side
    view = board_view(state, chooser(state, 1, (4, 1, "right")), 2, (0, 1))
    assert SCREEN.task(Words("en"), view) == "This wins the game"


def test_a_hint_shows_the_piece_and_then_the_way_in() -> None:
    for picks, target, rings in (
        (chooser(START), Target("piece", (1,)), 2),  # at both long sides
        (chooser(START).pick(), Target("way", (5, 0, 3)), 1),
    ):
        view = board_view(START, picks, 2, (0, 1))
        assert view.choosing is not None
        hinted = replace(view, choosing=replace(view.choosing, hint=target))
        assert sum("ignis hint" in str(s.picture.key) for s in drawn(hinted).sprites) == rings
        assert not any("ignis hint" in str(s.picture.key) for s in drawn(view).sprites)


@pytest.mark.parametrize(
    ("language", "named"), [("ru", ["Воздух", "Земля"]), ("en", ["Air", "Earth"])]
)
def test_a_hint_calls_a_piece_by_its_name(language: str, named: list[str]) -> None:
    view = board_view(START, chooser(START), 2, (0, 1))
    said = [SCREEN.hint(Words(language), view, Target("piece", (piece,))) for piece in (0, 1)]
    assert said == named


def test_the_task_follows_the_picks() -> None:
    words = Words("en")
    view = board_view(START, chooser(START), 2, (0, 1))
    assert SCREEN.task(words, view) == "Choose a piece"
    view = board_view(START, chooser(START).pick(), 2, (0, 1))
    assert SCREEN.task(words, view) == "Choose where it enters"
    assert SCREEN.task(words, board_view(START, None, 2, (0, 1))) == ""


def test_the_end_is_told_after_the_last_push_has_run() -> None:
    sample = next(s for s in SAMPLES if s.name == "ignis-end")
    assert isinstance(sample.view, BoardView)
    running, told = drawn(sample.view, glide=3), drawn(sample.view)
    news = Target("news")
    assert news not in [t for _, t in running.hot]
    assert [t for _, t in told.hot].count(news) == 2


def test_a_match_draws_nothing_that_was_not_drawn_ahead() -> None:
    """A frame may only copy; the few words are drawn when they are first seen."""
    art, facing = Art(1.0), facing_for(board_view(START, None, 2, (0, 1)))
    for _ in SCREEN.prepare(art, facing, SIDE):
        pass
    known = set(art.pictures)
    state = START
    for push in (Push("E", (0, 1), "down"), Push("A", (5, 4), "up"), Push("E", (2, 0), "right")):
        picks = chooser(state, "AE".index(push.piece), (*push.at, push.toward))
        drawn(board_view(state, picks, 2, (0, 1)), art=art)
        state, last = after(state, push, 0)
        for glide in range(GLIDE_STEPS + 1):
            drawn(board_view(state, None, 2, (0, 1), last=last), glide=glide, art=art)
    fresh = set(art.pictures) - known
    told = [Words("ru")._(text) for text in ("Supply", "Air", "Earth")]
    assert all(any(text in str(key) for text in told) for key in fresh)


def test_pieces_differ_without_colour() -> None:
    """Field and sign of any two pieces lie at least 60 of 255 apart in grey."""
    grey = {
        piece: [np.dot(palette.rgb(c), (0.299, 0.587, 0.114)) for c in (look.lit, look.ink)]
        for piece, look in LOOKS.items()
    }
    assert all(np.hypot(*np.subtract(grey[a], grey[b])) > 60 for a, b in combinations(grey, 2))


def test_signs_have_no_upright() -> None:
    """A quarter turn leaves water and stone as they are; half a turn leaves the blaze too."""
    art = Art(1.0)
    for piece, turns in (("W", 1), ("E", 1), ("F", 2)):
        pixels = pygame.surfarray.array3d(tile(art, piece, 66.0).surface).astype(float)
        assert np.abs(pixels - np.rot90(pixels, turns)).mean() < 5


def test_fading_ends_with_nothing() -> None:
    assert FADES[0] == 1
    assert pygame.surfarray.array_alpha(tile(Art(1.0), "F", 66.0, FADES[-1]).surface).max() == 0
