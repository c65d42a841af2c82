"""Where the middle of IOTA may be touched."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from console.games.iota.state import State
from console.i18n import Words
from console.screens.look import Look
from console.screens.renderer import Screen
from console.table.iota.view import WILD
from console.table.view import Target
from tests.console.screens.iota.samples import (
    PICKER,
    board_view,
    choose,
    crowded,
    example,
    grown,
    laying,
    open_wild,
    passing,
    places,
    taking,
)
from tests.console.screens.iota.test_screen import SIZE, drawn, marks_on


def test_every_target_but_cards_of_the_hand_can_be_touched() -> None:
    for view in (places(), taking(), laying(), passing(), crowded()):
        assert view.choosing is not None
        wanted = {t for t in view.choosing.targets if t.kind != "card"}
        assert {t for _, t in drawn(view).hot} == wanted | {Target("back")}


def test_a_touch_on_a_place_means_that_place() -> None:
    view = places()
    screen, surface = Screen(SIZE, 4, Look(Words("en"))), pygame.Surface(SIZE)
    screen.draw(surface, view, 0)
    areas = [(rect, t) for rect, t in drawn(view).hot if t.kind == "cell"]
    assert len(areas) == 9
    assert all(screen.target_at(*rect.center) == target for rect, target in areas)
    assert not any(a.inflate(-2, -2).colliderect(b) for (a, _), (b, _) in combinations(areas, 2))


@pytest.mark.parametrize(
    ("state", "picks"), [(example(3), 0), (open_wild(), 0), (example(2), 2), (grown(41, 11), 0)]
)
def test_with_a_card_pointed_at_all_squares_can_be_touched(state: State, picks: int) -> None:
    """Whether it fits there or not; also the wilds, and beside what is laid already."""
    chooser = choose(state, *PICKER.picks(state, PICKER.game.legal_actions(state)[0])[:picks])
    wilds = {Target("swap", (x, y)) for x, y, face in state.grid if face == WILD}
    for target in chooser.targets:
        pointed = chooser.point(target)
        pen = drawn(board_view(state, pointed, 8, (1, 3, 5, 7)[: state.players]))
        touched = {t for _, t in pen.hot if t.kind in ("cell", "swap")}
        if target.kind == "card":
            assert touched >= wilds | set(pointed.pick().targets)
            assert len(touched - wilds) == marks_on(pen)["iota free"]
        else:
            assert touched == set()
