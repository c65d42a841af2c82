"""C30: at each seat the match says whose hand plays there, and which."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from console.i18n import Words
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.renderer import Screen
from tests.console.screens.places import seat_rects
from tests.console.screens.samples import two_players

LONG = "Константинов"


def strips(name: str | None, large: bool) -> tuple[Screen, dict[int, list[Any]]]:
    """What is drawn in each seat's strip."""
    screen = Screen((1280, 800), 4, Look(Words("ru"), large=large))
    pen, view = screen.pen(), two_players()
    named = replace(view, seats=tuple(structs.replace(s, name=name) for s in view.seats))
    deque(screen.compose(pen, named, Moment()), maxlen=0)
    found: dict[int, list[Any]] = {}
    for seat in range(4):
        area = seat_rects(screen.layout, seat)["strip"]
        inside = (s for s in pen.sprites if area.collidepoint(s.rect.center))
        found[seat] = [_plain(s.picture.key) for s in inside]
    return screen, found


def _plain(key: Any) -> Any:
    while key[0] == "turned":
        key = key[1]
    return key[1]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", [None, LONG])
def test_c30_both_seats_of_a_person_show_that_person_s_sign_and_which_hand(
    name: str | None, large: bool
) -> None:
    screen, found = strips(name, large)
    for seat, keys in found.items():
        home = seat - seat % 2
        colour = screen.art.palette.seats[home]
        shape = screen.art.shape(home, 26 if seat == home else 24).key
        assert _plain(shape) in keys
        assert [k[1] for k in keys if k[0] == "hand" and k[3] == colour] == [seat == home]
    assert screen.art.cut == set()
    assert screen.art.smallest_text >= 18


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("large", [False, True])
def test_a_new_guest_s_strip_has_a_whole_name_or_none(language: str, large: bool) -> None:
    """What ● does stands there too, at a table of eight, where the strips are narrowest."""
    screen = Screen((1280, 800), 8, Look(Words(language), large=large))
    view = two_players()
    seats = tuple(structs.replace(s, prompted=True) for s in view.seats)
    deque(screen.compose(screen.pen(), replace(view, seats=seats), Moment()), maxlen=0)
    assert screen.art.cut == set()


def test_c30_a_hand_is_named_where_there_is_room() -> None:
    _, found = strips(None, False)
    assert ["левая" in keys for keys in found.values()] == [False, True, False, True]
    assert ["правая" in keys for keys in found.values()] == [True, False, True, False]
