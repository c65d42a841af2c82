"""I8, I10: what wilds may stand for, and taking one from the table."""

from __future__ import annotations

import pytest

from console.games.iota import play
from console.games.iota.actions import Pass, Swap
from console.games.iota.state import State
from tests.console.games.iota.positions import illegal, may, position, refused


@pytest.mark.parametrize(
    ("drawing", "text", "broken"),
    [
        ("Rc1", "W 1,0", None),
        ("Rc1 Rc2", "W 2,0", None),
        ("Rc1 Gt2", "W -1,0", None),
        ("Rc1 W", "Gt3 2,0", None),  # the wild can be Bs2
        ("Rc1 W Rc3", "Rc2 3,0", None),  # the wild can be Rc4
        ("Rc1 W Rc3", "Gc2 3,0", "I2"),
        ("Rc1 W . / . Gt1 .", "Rc4 2,0", None),  # Rc2 in the row is right in the column too
        ("Rc1 W . / . Gt1 . / . Gs1 .", "Rc4 2,0", "I8"),  # Rc2 or Rc3, but Gc1 or Gx1
    ],
)
def test_i8_a_wild_must_be_able_to_stand_for_a_card(
    drawing: str, text: str, broken: str | None
) -> None:
    state = position(drawing, "Gt3 Gc2 Rc2 Rc4" if "W" not in text else "W Gx1 Gx2 Gx3")
    if broken is None:
        assert may(state, text)
    else:
        assert refused(state, text) == illegal(broken)


def test_i8_in_two_lines_it_stands_for_the_same_card() -> None:
    """The row asks for Rc3 or Rc4, the column for Bx3 or Yx3, or for Rc3 and no other."""
    two_cards = position("Rc1 Rc2 . / . . Gx3 / . . Rx3", "W Gs1 Gs2 Gs3")
    assert refused(two_cards, "W 2,0") == illegal("I8")
    same_card = position("Rc1 Rc2 . / . . Rt3 / . . Rs3", "W Gs1 Gs2 Gs3")
    assert may(same_card, "W 2,0")


def test_i8_it_cannot_stand_for_a_card_on_the_table() -> None:
    """Rc3 and Rc4 are what the row asks for."""
    one_lies = position("Rc1 Rc2 . / Rc4 . .", "W Gx1 Gx2 Gx3")
    assert may(one_lies, "W 2,0")
    both_lie = position("Rc1 Rc2 . / Rc4 Rc3 .", "W Gx1 Gx2 Gx3")
    assert refused(both_lie, "W 2,0") == illegal("I8")


def test_i8_a_card_placed_far_from_the_wild_may_be_the_one_it_needs() -> None:
    state = position("Rc1 Rc2 W / Rc4 . .", "Rc3 Gx1 Gx2 Gx3")
    assert refused(state, "Rc3 0,2") == illegal("I8")
    both_free = position("Rc1 Rc2 W / Yt3 . .", "Rc3 Gx1 Gx2 Gx3")
    assert may(both_free, "Rc3 1,1")


def test_i8_cards_in_hands_and_deck_may_be_named_also_in_the_short_game() -> None:
    for short in (False, True):
        state = position("Rc1 Rc2", "W Rc3 Rc4 Gx1", short=short)
        assert may(state, "W 2,0")


def test_i8_two_wilds_stand_for_different_cards() -> None:
    """Both rows ask for Yc4."""
    free = position("Rc4 Gc4 Bc4 . . . / . . Yc1 Yc2 Yc3 .", "W Gs1 Gs2 Gs3")
    assert may(free, "W 3,0")
    taken = position("Rc4 Gc4 Bc4 . . . / . . Yc1 Yc2 Yc3 W", "W Gs1 Gs2 Gs3")
    assert refused(taken, "W 3,0") == illegal("I8")


def test_i8_two_wilds_in_one_line() -> None:
    state = position("Rc1 Rc2", "W W Gx1 Gx2")
    assert may(state, "W 2,0 W 3,0")
    assert may(state, "W -1,0 W 2,0")
    taken = position("Rc1 Rc2 / . Rc3", "W W Gx1 Gx2")
    assert refused(taken, "W 2,0 W 3,0") == illegal("I8")
    assert may(taken, "W 2,0")
    one_by_one = position("Rc1 Rc2 W", "W Gx1 Gx2 Gx3")
    assert may(one_by_one, "W 3,0")


def test_i8_what_one_wild_stands_for_decides_what_the_other_one_in_its_line_needs() -> None:
    """The upper wild is Yc3 by its row, so that the lower one is Rx4 by their column, though its
    own row asks for next to nothing."""
    state = position(". Bs2 . / Rx2 W Bs4 / Yt2 W . / . Gt1 .", "Rt4 Rx1 Rx3 Rx4", at=(-2, -1))
    assert refused(state, "Rx4 0,-1") == illegal("I8")
    assert may(state, Swap((-1, 1), "Rx4"))
    assert len(play.legal_actions(state)) == 29


def test_i8_two_wilds_are_the_same_to_whoever_places_them() -> None:
    actions = play.legal_actions(position("Rc1", "W W Gx1 Gx2"))
    assert len(set(actions)) == len(actions)


def swapped(state: State, at: tuple[int, int], card: str) -> State:
    """The state after a swap, which must be listed."""
    action = Swap(at, card)
    assert action in play.legal_actions(state)
    after, events = play.apply(state, action)
    assert events == ()
    return after


def test_i10_a_fitting_card_takes_the_wild_and_the_turn_goes_on() -> None:
    state = position("Rc1 W Rc3", "Rc2 Rc4 Rt2 Gx1", passes=1)
    after = swapped(state, (1, 0), "Rc2")
    assert after.grid == ((0, 0, "Rc1"), (1, 0, "Rc2"), (2, 0, "Rc3"))
    assert after.hands[0] == ("Gx1", "Rc4", "Rt2", "W")
    assert (after.to_move, after.passes, after.deck) == (0, 1, state.deck)
    assert may(after, "W 3,0")
    assert may(after, Pass(("W",)))


def test_i10_what_does_not_fit_is_refused() -> None:
    state = position("Rc1 W Rc3", "Rc2 Rc4 Rt2 W")
    assert may(state, Swap((1, 0), "Rc4"))
    assert refused(state, Swap((1, 0), "Rt2")) == illegal("I2")
    assert refused(state, Swap((1, 0), "W")) == illegal("I10")
    assert refused(state, Swap((1, 0), "Gc2")) == illegal("I10")
    assert refused(state, Swap((0, 0), "Rc2")) == illegal("I10")
    assert refused(state, Swap((5, 5), "Rc2")) == illegal("I10")


def test_i10_every_line_must_stay_right_also_for_the_other_wild() -> None:
    """The wild of the upper row can only be Rc4; the other one could be anything."""
    state = position(". Rc1 Rc2 Rc3 W / W Gt1 . . .", "Rc4 Yc4 Gx1 Gx2", at=(-1, 0))
    assert may(state, Swap((-1, 1), "Yc4"))
    assert may(state, Swap((3, 0), "Rc4"))
    assert refused(state, Swap((-1, 1), "Rc4")) == illegal("I8")


def test_i10_as_often_as_one_likes() -> None:
    state = position("Rc1 W / W .", "Rc2 Rc3 Rc4 Gx1")
    state = swapped(state, (1, 0), "Rc2")
    state = swapped(state, (0, 1), "Rc4")
    assert state.hands[0] == ("Gx1", "Rc3", "W", "W")
    assert state.to_move == 0
