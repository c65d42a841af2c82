"""The screen repaints what changed, all of it, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.i18n import Words
from console.screens.art import Art
from console.screens.chaos.play import deadline_of
from console.screens.look import Look
from console.screens.renderer import BREATH_NS, DRIFT_NS, Screen
from console.screens.stage import merge
from console.table.chaos.view import WON_NS, PlayView
from console.table.view import TableTrouble, TroubleKind, View
from drivers.errors import ConfigError
from tests.console.screens.lobby.samples import all_samples
from tests.console.screens.pictures import Pixels
from tests.console.screens.places import seat_area, seat_rects
from tests.console.screens.samples import (
    NOW_NS,
    Sample,
    changed,
    choosing,
    duel_won,
    everybody,
    play,
    samples,
    special,
)

SIZE = (640, 400)
FRAME_NS = 16_666_667


def fresh(view: View, seats: int, now_ns: int = 0) -> Pixels:
    """The pixels of ``view`` drawn by a new screen."""
    surface = pygame.Surface(SIZE)
    Screen(SIZE, seats, Look(Words("ru"), motion=False)).draw(surface, view, now_ns)
    return pygame.surfarray.array3d(surface)


def test_the_first_frame_paints_everything_and_the_next_nothing() -> None:
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    assert screen.draw(surface, play(8), 0) == [pygame.Rect(0, 0, *SIZE)]
    assert screen.draw(surface, play(8), FRAME_NS) == []


def test_a_flip_is_whole_in_one_frame_and_touches_only_its_seat() -> None:
    """Nobody may see a card earlier than others: no motion."""
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    before = play(8)
    after = changed(before, 4, pile=(*before.seats[4].pile, "c2B"), stack=6)
    screen.draw(surface, before, 0)
    dirty = screen.draw(surface, after, FRAME_NS)
    assert dirty
    area = seat_area(screen.layout, 4).inflate(90, 90)  # its light falls on the felt around
    assert all(area.contains(rect) for rect in dirty)
    assert np.array_equal(pygame.surfarray.array3d(surface), fresh(after, 8))
    assert screen.draw(surface, after, 2 * FRAME_NS) == []


EIGHT = tuple(s for s in (*samples("ru"), *all_samples("ru")) if s.seats == 8)


@settings(max_examples=12)
@given(st.lists(st.sampled_from(EIGHT), min_size=2, max_size=5))
def test_repainting_parts_gives_the_whole(path: list[Sample]) -> None:
    screen = Screen(SIZE, 8, Look(Words("ru"), motion=False))
    surface = pygame.Surface(SIZE)
    for sample in path:
        screen.draw(surface, sample.view, NOW_NS)
    whole = fresh(path[-1].view, 8, NOW_NS)
    assert np.array_equal(pygame.surfarray.array3d(surface), whole)


@given(st.integers(1, 30), st.sampled_from(EIGHT), st.sampled_from(EIGHT))
@settings(max_examples=8)
def test_a_painting_that_was_given_up_leaves_no_trace(
    slices: int, given_up: Sample, last: Sample
) -> None:
    screen = Screen(SIZE, 8, Look(Words("ru"), motion=False))
    surface = pygame.Surface(SIZE)
    screen.draw(surface, play(8), NOW_NS)
    painting = screen.paint(surface, given_up.view, NOW_NS)
    for _ in range(slices):
        next(painting, None)
    painting.close()
    screen.draw(surface, last.view, NOW_NS)
    assert np.array_equal(pygame.surfarray.array3d(surface), fresh(last.view, 8, NOW_NS))


def test_what_moves_at_a_verdict_ends_briefly() -> None:
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    view = duel_won()
    moving = [bool(screen.draw(surface, view, i * FRAME_NS)) for i in range(60)]
    last = max(i for i, changed_now in enumerate(moving) if changed_now)
    assert last > 5
    assert last * FRAME_NS <= WON_NS + FRAME_NS
    assert np.array_equal(pygame.surfarray.array3d(surface), fresh(view, 8))


def test_motion_can_be_switched_off() -> None:
    screen = Screen(SIZE, 8, Look(Words("ru"), motion=False))
    surface = pygame.Surface(SIZE)
    screen.draw(surface, duel_won(), 0)
    later = (FRAME_NS, BREATH_NS // 2, DRIFT_NS + 1)
    assert not [t for t in later if screen.draw(surface, duel_won(), t)]


def test_standing_things_drift_against_burn_in() -> None:
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    screen.draw(surface, play(8), 0)
    still = pygame.surfarray.array3d(surface)
    assert screen.draw(surface, play(8), DRIFT_NS)
    moved = pygame.surfarray.array3d(surface)
    assert not np.array_equal(still, moved)
    middle = np.s_[100:-100, 60:-60]
    shifted = np.roll(still, (1, 0), axis=(0, 1))[middle].astype(int)
    assert np.abs(moved[middle].astype(int) - shifted).mean() < 1.0


def test_a_countdown_runs_down() -> None:
    """C21: the ring empties until the deadline, then stands."""
    screen, surface = Screen(SIZE, 8, Look(Words("ru"))), pygame.Surface(SIZE)
    view = special()
    deadline = view.special_deadline_ns
    assert deadline is not None
    screen.draw(surface, view, NOW_NS)
    assert screen.draw(surface, view, NOW_NS + 1_000_000_000)
    screen.draw(surface, view, deadline)
    assert screen.draw(surface, view, deadline + 1_000_000_000) == []


@pytest.mark.parametrize("view", [special(), everybody(), choosing()])
def test_nothing_is_counted_down_while_the_pad_does_not_answer(view: PlayView) -> None:
    assert deadline_of(view) is not None
    assert deadline_of(replace(view, trouble=TableTrouble(TroubleKind.SILENT, "pad"))) is None


def test_a_new_language_is_a_new_picture() -> None:
    screen, surface = Screen(SIZE, 4, Look(Words("ru"))), pygame.Surface(SIZE)
    screen.draw(surface, play(4), 0)
    screen.look = Look(Words("en"))
    assert screen.draw(surface, play(4), 0)


def test_a_stale_top_is_dimmer() -> None:
    """C8."""
    view = play(4)
    pile = seat_rects(Screen(SIZE, 4, Look(Words("ru"))).layout, 0)["pile"]
    x, y, w, h = pile
    bright = fresh(view, 4)[x : x + w, y : y + h].mean()
    dim = fresh(changed(view, 0, fresh=False), 4)[x : x + w, y : y + h].mean()
    assert dim < 0.75 * bright


@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_text_is_smaller_than_18_px(language: str) -> None:
    smallest = []
    for sample in samples(language):
        screen = Screen((1280, 800), sample.seats, Look(Words(language)))
        screen.draw(pygame.Surface((1280, 800)), sample.view, sample.now_ns)
        smallest.append(screen.art.smallest_text)
    assert min(smallest) >= 18


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_table_can_be_drawn(seats: int) -> None:
    view: PlayView = play(seats)
    assert fresh(view, seats).std() > 5


def test_long_names_are_cut_to_their_strip() -> None:
    view = changed(play(8), 0, name="Максимилиан-Александр Константинопольский")
    view = changed(view, 3, name="Ю" * 60)
    plain = fresh(play(8), 8).astype(int)
    apart = np.abs(fresh(view, 8).astype(int) - plain).max(axis=2) > 0
    layout = Screen(SIZE, 8, Look(Words("ru"))).layout
    for seat in (0, 3):
        x, y, w, h = seat_rects(layout, seat)["strip"]
        apart[x : x + w, y : y + h] = False
    assert not apart.any()


def test_a_missing_font_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^the font Inter-\w+\.ttf cannot be read: .+$"):
        Art(1.0, tmp_path)


def test_a_full_store_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.art.STORE_BYTES", 4 * 100 * 100 * 3)
    art = Art(1.0)
    first = art.keep("first", lambda: pygame.Surface((100, 100)))
    for i in range(3):
        art.keep(i, lambda: pygame.Surface((100, 100)))
    assert art.keep("first", lambda: pygame.Surface((100, 100))) is not first


@given(
    st.lists(
        st.builds(
            pygame.Rect,
            st.integers(0, 90),
            st.integers(0, 90),
            st.integers(1, 30),
            st.integers(1, 30),
        ),
        max_size=12,
    )
)
def test_merged_rectangles_cover_all_and_do_not_overlap(rects: list[pygame.Rect]) -> None:
    merged = merge([rect.copy() for rect in rects])
    assert all(any(m.contains(r) for m in merged) for r in rects)
    assert not [m for i, m in enumerate(merged) if m.collidelist(merged[:i]) >= 0]


def test_seats_that_nobody_sits_at_stay_dark() -> None:
    empty = msgspec.structs.replace(play(8).seats[6], hand=None, player=None, pile=(), stack=0)
    view = changed(play(8), 6, hand=None, player=None, pile=(), stack=0)
    assert view.seats[6] == empty
    x, y, w, h = seat_rects(Screen(SIZE, 8, Look(Words("ru"))).layout, 6)["stack"]
    assert fresh(view, 8)[x : x + w, y : y + h].max() < 60


def test_a_view_that_no_screen_draws_is_an_error() -> None:
    class Odd(View):
        """A new one, forgotten here."""

    with pytest.raises(TypeError, match="no screen draws a Odd"):
        fresh(Odd(), 4)
