"""Geometry: clockwise seats, nothing overlaps, everything is turned to who sits there."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, pi, sin

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.screens.layout import PER_EDGE, Frame, Layout, make_layout
from drivers.errors import ConfigError
from tests.console.screens.places import middle_rects, seat_rects

SIZES = ((1280, 800), (1920, 1080), (1024, 768), (2560, 1440))


def all_rects(layout: Layout) -> dict[str, pygame.Rect]:
    """Every rectangle of the table by name."""
    rects = dict(middle_rects(layout))
    for seat in range(len(layout.frames)):
        rects |= {f"{seat} {name}": r for name, r in seat_rects(layout, seat).items()}
    return rects


def assert_apart(layout: Layout, size: tuple[int, int]) -> None:
    """No two things overlap and all are on the screen."""
    rects = all_rects(layout)
    screen = pygame.Rect(0, 0, *size)
    for name, rect in rects.items():
        assert screen.contains(rect), name
    for (first, a), (second, b) in combinations(rects.items(), 2):
        common = a.clip(b)
        assert min(common.w, common.h) <= 1, (first, second)  # a pixel of rounding


@pytest.mark.parametrize("seats", PER_EDGE)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps(seats: int, size: tuple[int, int]) -> None:
    assert_apart(make_layout(size, seats), size)


@given(st.integers(2, 8), st.integers(480, 3000), st.floats(1.25, 2.4))
def test_nothing_overlaps_at_any_size(seats: int, height: int, ratio: float) -> None:
    size = round(height * ratio), height
    assert_apart(make_layout(size, seats), size)


@pytest.mark.parametrize("seats", PER_EDGE)
def test_seats_go_clockwise_from_the_right_of_the_bottom_edge(seats: int) -> None:
    """C20: each player's left neighbour is the next seat."""
    layout = make_layout((1280, 800), seats)
    assert sum(PER_EDGE[seats]) == seats
    assert layout.frames[0].quarter == 0
    cx, cy = layout.centre
    angles = []
    for frame in layout.frames:
        x, y = frame.place(0, 100)
        angles.append((atan2(y - cy, x - cx) - 0.01) % (2 * pi))
    start = angles[0]
    order = [(a - start) % (2 * pi) for a in angles]
    assert order == sorted(order)


@pytest.mark.parametrize("seats", PER_EDGE)
def test_petals_point_at_their_seats(seats: int) -> None:
    layout = make_layout((1280, 800), seats)
    cx, cy = layout.centre
    for frame, petal in zip(layout.frames, layout.petals, strict=True):
        x, y = frame.place(0, 100)
        angle = atan2(y - cy, x - cx)
        assert cos(angle - petal) > cos(pi / 8)


@pytest.mark.parametrize(
    ("quarter", "right", "inward"),
    [(0, (1, 0), (0, -1)), (1, (0, 1), (1, 0)), (2, (-1, 0), (0, 1)), (3, (0, -1), (-1, 0))],
)
def test_a_frame_is_turned_to_its_reader(
    quarter: int, right: tuple[int, int], inward: tuple[int, int]
) -> None:
    frame = Frame(100, 100, quarter, 2.0)
    assert frame.place(10, 0) == (100 + 20 * right[0], 100 + 20 * right[1])
    assert frame.place(0, 10) == (100 + 20 * inward[0], 100 + 20 * inward[1])


def test_the_open_pile_lies_to_the_right_of_the_stack() -> None:
    for seats in PER_EDGE:
        layout = make_layout((1280, 800), seats)
        for seat, frame in enumerate(layout.frames):
            rects = seat_rects(layout, seat)
            dx = rects["pile"].centerx - rects["stack"].centerx
            dy = rects["pile"].centery - rects["stack"].centery
            turn = frame.quarter * pi / 2
            assert dx * cos(turn) + dy * sin(turn) > 100


@pytest.mark.parametrize(("size", "seats"), [((1280, 800), 1), ((1280, 800), 9), ((300, 100), 4)])
def test_impossible_tables_are_refused_in_a_sentence(size: tuple[int, int], seats: int) -> None:
    with pytest.raises(ConfigError, match=r"cannot be drawn|too small"):
        make_layout(size, seats)
