"""All that is listed, and nothing else, compared with the rules told slowly; fixed positions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.iota import play
from console.games.iota.actions import Pass, Place, Swap
from console.games.iota.state import State
from tests.console.games.iota import slow_rules
from tests.console.games.iota.matches import next_action
from tests.console.games.iota.positions import position
from tests.console.games.iota.slow_rules import REAL


def grown(lots: random.Random, cards: int) -> State:
    """A random table of about so many cards, on which wilds are laid whenever there is one."""
    state = play.new(lots.randint(2, 4), lots.getrandbits(32), {"short": lots.random() < 0.3})
    while not state.over and len(state.grid) < cards:
        wild = [
            action
            for action in play.legal_actions(state)
            if isinstance(action, Place) and any(laid[0] == "W" for laid in action.cards)
        ]
        action = lots.choice(wild) if wild and lots.random() < 0.7 else next_action(state, lots)
        state, _ = play.apply(state, action)
    return state


def any_hand(state: State, lots: random.Random) -> State:
    """The same table for a hand of 1 to 4 of the cards that do not lie there, wilds likely."""
    lying = [card for *_, card in state.grid]
    wilds = lots.randint(0, 2 - lying.count("W"))
    reals = lots.sample([card for card in REAL if card not in lying], 4 - wilds)
    hand = (reals + ["W"] * wilds)[-lots.choice([1, 2, 3, 4, 4, 4, 4]) :]
    hands = (tuple(sorted(hand)), *state.hands[1:])
    return replace(state, to_move=0, hands=hands, winners=())


def assert_as_told_slowly(state: State) -> None:
    """Swaps, places and passes are those of the slow rules, each once."""
    table = {(x, y): card for x, y, card in state.grid}
    hand = list(state.hands[0])
    actions = play.legal_actions(state)
    assert len(set(actions)) == len(actions) == play.count_legal(state)
    places = {action.cards for action in actions if isinstance(action, Place)}
    swaps = {(action.at, action.card) for action in actions if isinstance(action, Swap)}
    passes = {action.exchange for action in actions if isinstance(action, Pass)}
    assert places == slow_rules.places(table, hand)
    assert swaps == slow_rules.swaps(table, hand)
    assert passes == slow_rules.passes(hand, list(state.deck))
    for action in actions:
        play.apply(state, action)


@pytest.mark.slow
@settings(max_examples=6)
@given(st.integers(0, 2**32), st.integers(1, 5))
def test_small_tables(seed: int, cards: int) -> None:
    lots = random.Random(seed)
    assert_as_told_slowly(any_hand(grown(lots, cards), lots))


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [*range(8), *(pytest.param(seed, marks=pytest.mark.complete) for seed in range(8, 60))],
)
def test_larger_tables(seed: int) -> None:
    lots = random.Random(seed)
    assert_as_told_slowly(any_hand(grown(lots, lots.randint(10, 34)), lots))


FIXED = {
    "the starter alone": ("Rc1", "Bc1 Gt2 Rs3 Yx4", 812),
    "a wild in the hand": ("Rc1 Gc2 Bc3", "Bt1 Gt2 Rs3 W", 438),
    "two wilds in the hand": ("Rc1 Gc2", "Bt1 Yx4 W W", 431),
    "a wild on the table": ("Rc1 W Rc3 / . Yt2 .", "Bs2 Gx2 Rc2 Rc4", 166),
    "one here and one there": ("Rc1 W Rc3 / . Yt2 .", "Bs2 Rc2 Rc4 W", 230),
    "both in one row": ("Rc1 W W / . Yt2 .", "Bs2 Rc2 Rc4 Rc3", 272),
    "both in two lines": ("Rc1 W Rc3 / . . Bt3 / . . W", "Bs2 Rc2 Rc4 Gs3", 147),
}


@pytest.mark.parametrize("name", FIXED)
def test_the_number_of_legal_actions_in_fixed_positions(name: str) -> None:
    """Confirmed by the slow rules too."""
    drawing, hand, count = FIXED[name]
    state = position(drawing, hand)
    assert len(play.legal_actions(state)) == count
    assert_as_told_slowly(state)


def test_the_order_is_that_of_cards_and_cells() -> None:
    actions = play.legal_actions(position("Rc1 W Rc3", "Bs2 Rc2 Rc4 W"))
    kinds = [type(action) for action in actions]
    assert kinds == sorted(kinds, key=[Swap, Place, Pass].index)
    cells = [[(y, x) for _, x, y in a.cards] for a in actions if isinstance(a, Place)]
    assert cells == sorted(cells, key=lambda laid: (len(laid), laid))
    assert all(laid == sorted(laid) for laid in cells)
