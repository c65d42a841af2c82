"""An action by lot is any of the legal ones, and each as likely, whatever lies on the table."""

from __future__ import annotations

import random

import pytest

from console.games.iota import play
from console.games.iota.actions import Place
from console.games.iota.state import State
from console.games.registry import GAMES
from console.games.rng import Rng
from tests.console.games.iota.positions import position
from tests.console.games.iota.test_legal_actions import any_hand, grown
from tests.console.games.lots import draws, unevenness

GAME = GAMES["iota"]
EACH = 12
UNEVEN = 4.0


def assert_fair(state: State, seed: int, each: int = EACH) -> None:
    drawn = draws(GAME, state, each, seed)
    assert drawn.keys() == set(play.legal_actions(state))
    assert unevenness(drawn) < UNEVEN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("drawing", "hand"),
    [
        ("Rt2", "Rt1 Gx3 Bc4 Ys1"),
        ("Rt2", "W W Rt1 Gx3"),
        ("Rt2 W", "Rt1 Gx3 Bc4 Ys1"),
        ("Rt2 W/. Bc4", "Rt3 Rt4 W Bx1"),
        ("Rt1 Rt2 Rt3 Rt4", "Gt1 Gt2 Gt3 Gt4"),  # a line of four, in 24 orders
    ],
)
def test_places_swaps_and_passes_are_as_likely(drawing: str, hand: str) -> None:
    assert_fair(position(drawing, hand), 1)


@pytest.mark.parametrize("hand", ["W W", "W Gc1"])
def test_a_place_between_two_cards_is_no_likelier(hand: str) -> None:
    """Both of its cells are beside a card; it has one name all the same."""
    state = position("Rc1 . . Yc1/Rx1 . . Yt1/Rs1 Gs1 Bs1 Ys1", hand)
    between = {(1, 0), (2, 0)}
    places = [action for action in play.legal_actions(state) if isinstance(action, Place)]
    assert any({(x, y) for _, x, y in place.cards} == between for place in places)
    assert_fair(state, 3, each=200)


@pytest.mark.parametrize("seed", range(4))
def test_on_any_table_too(seed: int) -> None:
    lots = random.Random(seed)
    assert_fair(any_hand(grown(lots, 8 + 6 * seed), lots), seed)


@pytest.mark.slow
def test_where_hardly_any_name_is_legal_all_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One try only: nearly every draw comes from the list, and is fair all the same."""
    monkeypatch.setattr(play, "TRIES", 1)
    lots = random.Random(5)
    assert_fair(any_hand(grown(lots, 8), lots), 5)


def test_after_the_end_there_is_none() -> None:
    state, rng = play.new(2), Rng(1)
    while (action := GAME.any_action(state, rng)) is not None:
        state, _ = play.apply(state, action)
    assert state.over
