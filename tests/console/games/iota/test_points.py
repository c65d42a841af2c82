"""I5, I9, I14, I15: what a place comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.iota import play
from console.games.iota.actions import Swap
from console.games.iota.state import State
from tests.console.games.iota.positions import place, position, scored

EXAMPLE = (
    ("Bx2 1,0 Gc2 2,0", 6),
    ("Rc3 2,-1 Yc1 2,1", 6),
    ("Ys2 3,0 Gt3 3,1", 34),
    ("Gt2 0,2 Ys3 1,2 Bc4 2,2 Rx1 3,2", 208),
)


def test_i15_the_worked_example() -> None:
    state = position("Rt2", "Yx4 Yx3 Yx2 Yx1", scores=(0, 0))
    for text, points in EXAMPLE:
        assert scored(state_with(state, text), text)["points"] == points
        state, _ = play.apply(state_with(state, text), place(text))
    assert state.scores == (6 + 34, 6 + 208)


def state_with(state: State, text: str) -> State:
    """The same with the cards of the place in the hand to move."""
    seat = state.to_move or 0
    cards = text.split()[::2]
    hand = tuple(sorted([*cards, "Yx4", "Yx3", "Yx1"][:4]))
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def test_i15_the_event_of_the_last_turn() -> None:
    state = position(". . Rc3 . / Rt2 Bx2 Gc2 Ys2 / . . Yc1 Gt3", "Gt2 Ys3 Bc4 Rx1", at=(0, -1))
    assert scored(state, EXAMPLE[3][0]) == {
        "type": "scored",
        "lines": [
            {"cells": [[0, 2], [1, 2], [2, 2], [3, 2]], "sum": 10},
            {"cells": [[2, -1], [2, 0], [2, 1], [2, 2]], "sum": 10},
            {"cells": [[3, 0], [3, 1], [3, 2]], "sum": 6},
        ],
        "lots": 2,
        "all_four": True,
        "last_card": False,
        "points": 208,
    }


def test_i5_a_card_in_two_lines_counts_twice_and_rows_come_before_columns() -> None:
    state = position("Rc1 Gc2 / Bc3 .", "Yt4 Bx1 Bx2 Bx3")
    event = scored(state, "Yt4 1,1")
    assert event["lines"] == [
        {"cells": [[0, 1], [1, 1]], "sum": 7},
        {"cells": [[1, 0], [1, 1]], "sum": 6},
    ]
    assert (event["points"], event["lots"], event["all_four"]) == (13, 0, False)


def test_i5_only_lines_with_a_placed_card_score() -> None:
    state = position("Rc1 Rc2 Rc3 Rc4 / Gc1 . . .", "Bc1 Bt1 Bs1 Bx1")
    event = scored(state, "Bc1 0,2")
    assert (event["points"], event["lots"]) == (3, 0)


@pytest.mark.parametrize(
    ("text", "lots", "all_four", "points"),
    [
        ("Rc3 2,0", 0, False, 6),
        ("Rc3 2,0 Rc4 3,0", 1, False, 20),
        ("Rc3 0,-1 Rc4 1,-1", 0, False, (3 + 1) + (4 + 2) + (3 + 4)),
        ("Rt1 0,1 Rs1 0,2 Rx1 0,3", 1, False, 8),
        ("Rc3 0,1 Rt3 1,1 Rs3 2,1 Rx3 3,1", 1, True, (12 + 4 + 5) * 4),
    ],
)
def test_i5_doublings_multiply(text: str, lots: int, all_four: bool, points: int) -> None:
    state = position("Rc1 Rc2", "Rc3 Rc4 Rt3 Rs3")
    state = replace(state, hands=(tuple(sorted(hand_for(text))), state.hands[1]))
    event = scored(state, text)
    assert (event["lots"], event["all_four"], event["points"]) == (lots, all_four, points)


def hand_for(text: str) -> list[str]:
    """The cards of the place, and others."""
    return [*text.split()[::2], "Gx1", "Gx2", "Gx4"][:4]


def test_i8_a_wild_counts_nothing_but_doubles_like_any_card() -> None:
    state = position("Rc1 Rc2 Rc4", "W Gx1 Gx2 Gx3")
    event = scored(state, "W 3,0")
    assert (event["points"], event["lots"]) == (14, 1)
    four = position("Rc1", "W Rc2 Rc3 Gx1")
    assert scored(four, "Rc2 1,0 Rc3 2,0 W 3,0")["points"] == 12


def test_i5_a_wild_taken_this_turn_counts_for_the_four_and_the_swap_for_its_number() -> None:
    state = position("Rc1 W Rc4", "Rc2 Gs1 Bt3 Yx4")
    state, events = play.apply(state, Swap((1, 0), "Rc2"))
    assert (events, state.scores) == ((), (0, 0))
    event = scored(state, "W 1,1 Gs1 1,2 Bt3 1,3")
    assert (event["points"], event["lots"], event["all_four"]) == ((2 + 0 + 1 + 3) * 2, 1, False)
    state = position("Rc1 W Rc4", "Rc2 Gs1 Bs2 Ys3")
    state, _ = play.apply(state, Swap((1, 0), "Rc2"))
    event = scored(state, "Gs1 0,1 Bs2 1,1 W 2,1 Ys3 3,1")
    assert event["all_four"] is True
    assert event["points"] == ((1 + 2 + 0 + 3) + (1 + 1) + (2 + 2) + (4 + 0)) * 4


def test_i5_a_line_that_only_a_swap_touched_scores_nothing() -> None:
    state = position("Rc1 W Rc4 / Gt1 . .", "Rc2 Bs1 Bs3 Ys4")
    state, _ = play.apply(state, Swap((1, 0), "Rc2"))
    assert scored(state, "Bs1 0,2")["points"] == 3


def test_i9_the_last_card_doubles_once_more() -> None:
    state = position("Rc1 Rc2", "Rc3 Rc4", deck="", others=["Gx1"])
    event = scored(state, "Rc3 2,0 Rc4 3,0")
    assert (event["last_card"], event["points"]) == (True, 40)
    four = position("Rc1", "Rt1 Rt2 Rt3 Rt4", deck="", others=["Gx1"])
    event = scored(four, "Rt1 0,1 Rt2 1,1 Rt3 2,1 Rt4 3,1")
    assert (event["last_card"], event["points"]) == (True, (10 + 2) * 8)


def test_i9_no_last_card_while_the_deck_fills_the_hand() -> None:
    state = position("Rc1", "Rt1 Rt2 Rt3 Rt4", deck="Gx2", others=["Gx1 Gs1 Gs2 Gs3"])
    event = scored(state, "Rt1 0,1 Rt2 1,1 Rt3 2,1 Rt4 3,1")
    assert (event["last_card"], event["points"]) == (False, (10 + 2) * 4)


def test_i14_without_scoring_the_event_tells_lines_but_no_points() -> None:
    state = position("Rc1 Rc2", "Rc3 Rc4 Gt1 Gt2", scoring=False)
    event = scored(state, "Rc3 2,0 Rc4 3,0")
    assert (event["points"], event["lots"], event["lines"][0]["sum"]) == (0, 1, 10)
    after, _ = play.apply(state, place("Rc3 2,0 Rc4 3,0"))
    assert after.scores == (0, 0)
