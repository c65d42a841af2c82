"""I7, I9, I11, I14: changing cards, and how a match ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.iota import play
from console.games.iota.actions import Pass, Swap
from console.games.iota.options import Options
from console.games.iota.state import State
from tests.console.games.iota.positions import illegal, may, place, position, refused
from tests.console.games.refusals import refusal


def exchanges(state: State) -> list[tuple[str, ...]]:
    """What can be changed."""
    actions = play.legal_actions(state)
    return [action.exchange for action in actions if isinstance(action, Pass)]


def test_i7_any_part_of_the_hand_can_be_changed() -> None:
    found = exchanges(position("Rc1", "Bc1 Gt2 Rs3 Yx4"))
    assert len(found) == len(set(found)) == 16
    assert found[0] == ()
    assert found[-1] == ("Bc1", "Gt2", "Rs3", "Yx4")
    assert len(exchanges(position("Rc1", "W W Gt1 Gt2"))) == 12


def test_i7_sorted_under_the_deck_then_drawn_from_its_top() -> None:
    state = position("Rc1", "Bc1 Gt2 Yx4 W", deck="Rs1 Rs2 Rs3")
    after, events = play.apply(state, Pass(("Yx4", "W")))
    assert events == ()
    assert after.hands[0] == ("Bc1", "Gt2", "Rs1", "Rs2")
    assert after.deck == ("Rs3", "W", "Yx4")
    assert (after.to_move, after.passes, after.scores) == (1, 1, state.scores)


def test_i7_some_may_come_back() -> None:
    state = position("Rc1", "Bc1 Gt2 Yx4 W", deck="Rs1")
    after, _ = play.apply(state, Pass(("Bc1", "Gt2", "W")))
    assert (after.hands[0], after.deck) == (("Bc1", "Gt2", "Rs1", "Yx4"), ("W",))


def test_i7_with_an_empty_deck_nothing_can_be_changed() -> None:
    state = position("Rc1", "Bc1 Gt2", deck="", others=["W"])
    assert exchanges(state) == [()]
    assert refused(state, Pass(("Bc1",))) == illegal("I7")


def test_i9_the_last_card_ends_it_and_most_points_win() -> None:
    state = position("Rc1 Rc2", "Rc3", deck="", others=["Gx1 Gx2"], scores=(10, 21))
    after, _ = play.apply(state, place("Rc3 2,0"))
    assert after.scores == (22, 21)
    assert (after.over, after.winners, after.to_move) == (True, (0,), None)
    assert play.legal_actions(after) == []
    assert play.count_legal(after) == 0


@pytest.mark.parametrize(("scores", "winners"), [((9, 21), (0, 1)), ((0, 30), (1,))])
def test_i9_equal_points_share_and_cards_left_count_nothing(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = position("Rc1 Rc2", "Rc3", deck="", others=["Gx1 Gx2"], scores=scores)
    assert play.apply(state, place("Rc3 2,0"))[0].winners == winners


def test_after_the_end_nothing_goes() -> None:
    state = position("Rc1 Rc2", "Rc3", deck="", others=["Gx1 Gx2"])
    over, _ = play.apply(state, place("Rc3 2,0"))
    for action in (Pass(), place("Gx1 3,0"), Swap((0, 0), "Gx1")):
        assert refusal(play.apply, over, action).code == "game_over"


def pass_on(state: State, times: int) -> State:
    """The state after so many passes, none of which but the last may end it."""
    for _ in range(times):
        assert not state.over
        state, _ = play.apply(state, Pass())
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i11_with_an_empty_deck_one_round_of_passes_ends_it(players: int) -> None:
    others = ["Gx1 Gx2", "Gs1", "Gt1 Gt2"][: players - 1]
    state = position("Rc1", "Bc1 Bt2", deck="", others=others)
    over = pass_on(state, players)
    assert (over.over, over.to_move, over.passes) == (True, None, players)
    assert over.winners == tuple(range(players))  # nobody has points, and none are doubled
    assert over.scores == state.scores


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i11_while_the_deck_lasts_it_takes_three_rounds(players: int) -> None:
    state = pass_on(play.new(players, 1), 3 * players - 1)
    assert not state.over
    over, _ = play.apply(state, Pass(state.hands[players - 1][:2]))
    assert (over.over, over.passes) == (True, 3 * players)


def test_i11_only_a_place_resets_the_count() -> None:
    state = position("Rc1 W", "Rc2 Gt1 Gt2 Gt3", passes=3)
    swapped, _ = play.apply(state, Swap((1, 0), "Rc2"))
    assert swapped.passes == 3
    placed, _ = play.apply(state, place("Rc2 2,0"))
    assert placed.passes == 0
    passed, _ = play.apply(swapped, Pass(("W",)))
    assert passed.passes == 4


def test_i14_first_to_be_rid_of_all_cards_wins() -> None:
    state = position("Rc1 Rc2", "Rc3", deck="", others=["Gx1", "Gs2 Gs3"], scoring=False)
    after, (event,) = play.apply(state, place("Rc3 2,0"))
    assert (after.over, after.winners) == (True, (0,))
    assert (event.last_card, event.points) == (True, 0)


@pytest.mark.parametrize(
    ("others", "winners"), [(["Gx1", "Gs2"], (1, 2)), (["Gx1 Gx2 Gx3", "Gs2 Gs3"], (0, 2))]
)
def test_i14_ended_by_passes_the_fewest_cards_win(
    others: list[str], winners: tuple[int, ...]
) -> None:
    state = position("Rc1", "Bc1 Bt2", deck="", others=others, scoring=False)
    assert pass_on(state, 3).winners == winners


def test_i14_scores_do_not_decide_without_scoring_and_hands_not_with_it() -> None:
    state = position("Rc1", "Bc1 Bt2", deck="", others=["Gx1"], scores=(5, 4))
    assert pass_on(state, 2).winners == (0,)
    assert pass_on(replace(state, options=Options(scoring=False)), 2).winners == (1,)


def test_a_pass_needs_no_place_to_be_impossible() -> None:
    state = position("Rc1", "Rc2 Rc3 Rc4 Gt2")
    assert may(state, "Rc2 1,0")
    assert may(state, Pass())
