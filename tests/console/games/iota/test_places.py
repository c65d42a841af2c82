"""I2, I3, I4, I6: lines, what may be placed where, drawing."""

from __future__ import annotations

import pytest

from console.games.iota import play
from console.games.iota.actions import Pass, Place
from tests.console.games.iota.positions import illegal, may, position, refused


@pytest.mark.parametrize(
    ("line", "card", "fits"),
    [
        ("Rc1", "Rc2", True),  # any two cards make a line
        ("Rc1", "Gs4", True),
        ("Rc1 Rc2", "Rc3", True),
        ("Rc1 Rc2", "Rt3", False),  # shapes neither all the same nor all different
        ("Rc1 Rc2", "Gc3", False),
        ("Rc1 Gt2", "Bs3", True),
        ("Rc1 Gt2", "Bs2", False),
        ("Rc1 Gt1", "Bs1", True),
        ("Rc1 Gc2 Bc3", "Yc4", True),
        ("Rc1 Gc2 Bc3", "Yt4", False),
        ("Rc1 Gc2 Bc3", "Yc1", False),
    ],
)
def test_i2_all_the_same_or_all_different_in_each_feature(line: str, card: str, fits: bool) -> None:
    state = position(line, f"{card} Yx3 Yx2 Bx1")
    length = len(line.split())
    for x in (-1, length):
        assert may(state, f"{card} {x},0") is fits
    if not fits:
        assert refused(state, f"{card} {length},0") == illegal("I2")


def test_i2_no_run_is_longer_than_four() -> None:
    state = position("Rc1 Rc2 Rc3 Rc4", "Rt1 Rs1 Gc1 Bc1")
    assert refused(state, "Rt1 4,0") == illegal("I2")
    assert refused(state, "Rt1 -1,0") == illegal("I2")
    assert may(state, "Rt1 0,1")


def test_i2_two_runs_that_meet_become_one() -> None:
    state = position("Rc1 Rc2 . Rc4 / Rt1 . . Gc4", "Rc3 Rs3 Gx1 Gx2")
    assert may(state, "Rc3 2,0")
    assert refused(state, "Rs3 2,0") == illegal("I2")
    five = position("Rc1 Rc2 . Rc4 Rt4", "Rc3 Rs3 Gx1 Gx2")
    assert refused(five, "Rc3 2,0") == illegal("I2")


def test_i2_a_card_must_be_right_in_both_its_lines() -> None:
    state = position("Rc1 Gc1 / Gt3 .", "Yc1 Bt3 Rt2 Yx4")
    assert may(state, "Yx4 1,1")  # two cards each way
    wider = position("Rc1 Gc1 / Gt3 . / . Gs1", "Gx1 Gx2 Rt2 Yx4")
    assert may(wider, "Gx1 1,1")
    assert refused(wider, "Gx2 1,1") == illegal("I2")


def test_i3_only_cards_of_the_hand_are_placed_each_as_often_as_it_is_there() -> None:
    state = position("Rc1", "Rc2 Rc3 Gt1 W")
    assert refused(state, "Rc4 1,0") == illegal("I3")
    assert refused(state, "Rc2 1,0 Rc2 2,0") == illegal("I3")
    assert refused(state, "W 1,0 W 2,0") == illegal("I3")
    assert refused(state, Place(())) == illegal("I3")
    assert refused(state, Pass(("Rc4",))) == illegal("I3")
    assert refused(state, Pass(("W", "W"))) == illegal("I3")


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("Rc2 1,0 Rc3 2,0 Rc4 3,0", True),
        ("Rc2 -2,0 Rc3 -1,0", True),
        ("Rc2 -1,0 Rc3 1,0", True),  # at either end
        ("Rc2 0,-1 Rc3 0,1 Rc4 0,2", True),
        ("Rc2 -1,1 Rc3 0,1 Rc4 1,1", True),  # beside it
        ("Rc2 1,0 Rc3 3,0", False),  # a gap
        ("Rc2 1,0 Rc3 0,1", False),  # neither a row nor a column
        ("Rc2 2,0 Rc3 3,0", False),  # beside nothing
        ("Rc2 1,1", False),  # corner to corner
        ("Rc2 1,0 Rc3 1,0", False),  # on one cell
        ("Rc2 0,0", False),  # on a card
        ("Rc2 256,-1", False),
        ("Rc2 1000000000000000000000,0", False),
    ],
)
def test_i4_one_row_or_column_without_a_gap_beside_a_card(text: str, legal: bool) -> None:
    state = position("Rc1", "Rc2 Rc3 Rc4 Gt1")
    assert may(state, text) is legal
    if not legal:
        assert refused(state, text) == illegal("I4")


def test_i4_cards_of_the_table_may_fill_the_gap() -> None:
    state = position("Rc1 Rc2 / Gc3 .", "Rc3 Rc4 Gt1 Gt2")
    assert may(state, "Rc3 -1,0 Rc4 2,0")


def test_i4_one_card_beside_the_table_carries_the_others() -> None:
    state = position("Rc1 Gc2", "Bc3 Bt3 Bs3 Bx3")
    assert may(state, "Bc3 2,0 Bt3 2,1 Bs3 2,2 Bx3 2,3")
    assert refused(state, "Bt3 2,0 Bs3 2,1 Bc3 2,2 Bx3 2,3") == illegal("I2")


def test_i6_the_hand_is_filled_up_from_the_top_of_the_deck() -> None:
    state = position("Rc1", "Rc2 Rc3 Gt1 Gt2", deck="Bs4 W Yx1 Yx2")
    after, _ = play.apply(state, Place((("Rc2", 1, 0), ("Rc3", 2, 0))))
    assert after.hands[0] == ("Bs4", "Gt1", "Gt2", "W")
    assert after.deck == ("Yx1", "Yx2")
    assert after.hands[1] == state.hands[1]
    assert after.to_move == 1
    assert after.grid == ((0, 0, "Rc1"), (1, 0, "Rc2"), (2, 0, "Rc3"))


def test_i6_a_short_deck_gives_what_it_has() -> None:
    state = position("Rc1", "Rc2 Rc3 Rc4 Gt2", deck="Bs4")
    after, _ = play.apply(state, Place((("Rc2", 1, 0), ("Rc3", 2, 0))))
    assert (after.hands[0], after.deck, after.over) == (("Bs4", "Gt2", "Rc4"), (), False)


def test_the_order_of_the_cards_in_a_place_does_not_matter_to_apply() -> None:
    state = position("Rc1", "Rc2 Rc3 Rc4 Gt2")
    laid = (("Rc2", 1, 0), ("Rc3", 2, 0), ("Rc4", -1, 0))
    assert play.apply(state, Place(laid)) == play.apply(state, Place(laid[::-1]))
