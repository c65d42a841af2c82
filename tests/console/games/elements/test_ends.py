"""E5, E6, E8 to E11: how a round and a match end, and what is dealt next."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.elements import play, positions
from console.games.elements.actions import CONCEDE, REVEAL
from console.games.elements.state import State
from console.games.errors import GameError
from tests.console.games.elements.positions import Json, act, action, options_of, position
from tests.console.games.refusals import refusal

TABLE: Json = {"taken": ("312", "42"), "chain": "634", "discard": 1}
"""The table of E11: limit 13, taken cards of 6 and 6."""
LOW: Json = {"chain": "1122", "discard": 4}
"""A limit of 6, nothing taken, two cards in each hand."""

MIDDLE: Json = {"chain": "2344", "discard": 4}
"""The same with a limit of 13."""

either_seat = pytest.mark.parametrize("seat", [0, 1])


def before(hands: tuple[str, str], table: Json, seat: int = 0, **fields: Any) -> State:
    """``seat`` is to move and has the first of the hands, and the first of the taken cards."""
    mine, others = hands
    first, second = table.get("taken", ("", ""))
    turned = table if seat == 0 else table | {"taken": (second, first)}
    dealt = (mine, others) if seat == 0 else (others, mine)
    return position(dealt, **turned, starter=seat, **fields)


def ended(state: State, text: str) -> Json:
    """The one event of an action that ends the round."""
    _, (event,) = act(state, text)
    assert list(event) == ["type", "winner", "points", "reason", "sums", "hands", "limit"]
    assert event["type"] == "round_over"
    return event


def test_e11_the_example() -> None:
    state = before(("16", "6"), TABLE)
    assert (state.limit, state.sums) == (13, (13, 12))
    assert ended(state, "reveal") == {
        "type": "round_over",
        "winner": 0,
        "points": 2,
        "reason": "higher",
        "sums": [13, 12],
        "hands": [[1, 6], [6]],
        "limit": 13,
    }


def test_e11_with_5_1_in_the_hand_it_is_12_against_12_and_the_opponent_s() -> None:
    event = ended(before(("15", "6"), TABLE), "reveal")
    assert (event["winner"], event["points"], event["reason"]) == (1, 2, "tie")
    assert (event["sums"], event["hands"]) == ([12, 12], [[1, 5], [6]])


@either_seat
@pytest.mark.parametrize(
    ("hands", "table", "wins", "reason", "sums"),
    [
        (("56", "5"), TABLE, False, "misreveal", [17, None]),
        (("33", "66"), LOW, True, "opponent_over", [6, 12]),
        (("16", "5"), TABLE, True, "higher", [13, 11]),
        (("15", "6"), TABLE, False, "tie", [12, 12]),
        (("15", "56"), MIDDLE, False, "lower", [6, 11]),
    ],
)
def test_e5_who_gets_2_points_and_who_is_shown_what(
    seat: int, hands: tuple[str, str], table: Json, wins: bool, reason: str, sums: list[Any]
) -> None:
    event = ended(before(hands, table, seat), "reveal")
    step = -1 if seat else 1
    opened = [[int(card) for card in hand] for hand in hands]
    assert (event["winner"], event["points"]) == (seat if wins else 1 - seat, 2)
    assert (event["reason"], event["sums"]) == (reason, sums[::step])
    assert event["hands"] == [opened[0], None if sums[1] is None else opened[1]][::step]


def test_e5_misreveal_forbidden_is_not_offered() -> None:
    state = before(("56", "5"), TABLE, misreveal="forbidden")
    assert options_of(state) == "5 6 take discard concede"
    with pytest.raises(GameError, match=r"^E5: ") as caught:
        play.apply(state, REVEAL)
    assert caught.value.code == "illegal_action"
    assert options_of(before(("56", "5"), TABLE)) == "5 6 take discard reveal concede"


def test_e5_misreveal_forbidden_leaves_a_sum_at_the_limit_its_choice() -> None:
    state = before(("16", "6"), TABLE, misreveal="forbidden")
    assert options_of(state) == "1 6 take discard reveal concede"


@either_seat
def test_e6_conceding_gives_1_and_shows_nothing(seat: int) -> None:
    event = ended(before(("16", "6"), TABLE, seat), "concede")
    assert (event["winner"], event["points"], event["reason"]) == (1 - seat, 1, "conceded")
    assert event["sums"] == event["hands"] == [None, None]


@either_seat
@pytest.mark.parametrize("text", ["reveal", "concede"])
def test_e8_the_winner_starts_the_next_round_which_is_dealt(seat: int, text: str) -> None:
    state, (event,) = act(before(("16", "6"), TABLE, seat), text)
    shown = positions.dump(state)
    assert shown["starter"] == shown["to_move"] == event["winner"]
    assert shown["scores"][event["winner"]] == event["points"]
    assert shown["scores"][1 - event["winner"]] == 0
    assert (shown["round"], shown["over"], shown["winners"]) == (2, False, [])
    assert (shown["taken"], shown["chain"], shown["discard"]) == ([[], []], [], [])
    assert [len(hand) for hand in shown["hands"]] == [6, 6]


@pytest.mark.parametrize(
    ("scores", "number", "text", "points"),
    [((4, 5), 8, "reveal", [6, 5]), ((5, 5), 8, "reveal", [7, 5]), ((3, 5), 8, "concede", [3, 6])],
)
def test_e9_first_to_6_wins_and_may_pass_it_by_1(
    scores: tuple[int, int], number: int, text: str, points: list[int]
) -> None:
    state = before(("16", "6"), TABLE, scores=scores, number=number)
    after, (event,) = act(state, text)
    assert after.over
    was, now = positions.dump(state), positions.dump(after)
    assert now == was | {
        "to_move": None,
        "over": True,
        "winners": [event["winner"]],
        "scores": points,
    }


def test_e9_5_points_are_not_enough() -> None:
    state, _ = act(before(("16", "6"), TABLE, scores=(3, 5), number=6), "reveal")
    assert (state.over, positions.dump(state)["scores"]) == (False, [5, 5])


@pytest.mark.parametrize(("target", "over"), [(1, True), (2, True), (3, False), (12, False)])
def test_e9_the_option_target(target: int, over: bool) -> None:
    assert act(before(("16", "6"), TABLE, target=target), "reveal")[0].over is over


@pytest.mark.parametrize(
    ("scores", "text", "winners"),
    [((3, 2), "reveal", [0]), ((1, 5), "reveal", [1]), ((1, 3), "reveal", [0, 1])],
)
def test_e9_after_the_last_of_so_many_rounds_most_points_win_and_equal_ones_share(
    scores: tuple[int, int], text: str, winners: list[int]
) -> None:
    state = before(("16", "6"), TABLE, scores=scores, number=4, target=2, rounds=4)
    after = positions.dump(act(state, text)[0])
    assert (after["winners"], after["over"], after["round"]) == (winners, True, 4)


def test_e9_with_rounds_the_target_is_ignored() -> None:
    state = before(("16", "6"), TABLE, scores=(2, 2), number=3, target=1, rounds=4)
    state, _ = act(state, "reveal")
    assert not state.over
    assert positions.dump(state)["round"] == 4


def test_e10_nobody_may_concede() -> None:
    state = before(("16", "6"), TABLE, concede=False)
    assert options_of(state) == "1 6 take discard reveal"
    with pytest.raises(GameError, match=r"^E10: ") as caught:
        play.apply(state, CONCEDE)
    assert caught.value.code == "illegal_action"


@pytest.mark.parametrize("misreveal", ["penalty", "forbidden"])
def test_e10_who_could_only_concede_must_reveal_and_loses_2(misreveal: str) -> None:
    above: Json = {"taken": ("6", "45"), "chain": "112", "discard": 5}
    state = before(("", "3"), above, concede=False, misreveal=misreveal)
    assert options_of(state) == "reveal"
    event = ended(state, "reveal")
    assert (event["winner"], event["points"], event["reason"]) == (1, 2, "misreveal")
    assert (event["sums"], event["hands"]) == ([6, None], [[], None])


def test_e10_with_both_options_who_is_above_the_limit_goes_on() -> None:
    state = position(
        ("5", "3"), taken=("12", "16"), chain="2", discard=5, concede=False, misreveal="forbidden"
    )
    assert options_of(state) == "5 take"


@pytest.mark.parametrize("text", ["play 1", "take", "discard", "reveal", "concede", "play 4"])
def test_after_the_end_nothing_can_be_done(text: str) -> None:
    state, _ = act(before(("16", "6"), TABLE, target=1), "reveal")
    assert play.legal_actions(state) == ()
    assert len(play.legal_actions(state)) == 0
    assert refusal(play.apply, state, action(text)).code == "game_over"


def next_hands(state: State, *texts: str) -> object:
    """What is dealt after these actions."""
    for text in texts:
        state, _ = act(state, text)
    return positions.dump(state)["hands"], positions.dump(state)["aside"]


def test_a_later_deal_depends_on_the_seed_and_the_number_of_actions_alone() -> None:
    first = play.new(seed=9)
    low, *_, high = first.hand.cards
    assert low != high
    dealt = next_hands(first, f"play {low}", "concede")
    assert dealt == next_hands(first, f"play {high}", "concede")
    assert dealt == next_hands(first, f"play {high}", "reveal")
    assert dealt == next_hands(first, "discard", "concede")
    assert dealt != next_hands(first, "concede")
    assert next_hands(first, "concede") != next_hands(play.new(seed=10), "concede")


def test_after_load_the_seed_counts_as_0_and_actions_from_there() -> None:
    first = act(play.new(seed=9), "concede")[0]
    loaded = positions.load(positions.dump(first))
    assert loaded == first
    fresh = play.new(seed=0)
    assert next_hands(loaded, "concede") == next_hands(fresh, "concede")
    assert next_hands(loaded, "concede") != next_hands(first, "concede")
    begun = positions.load(positions.dump(act(fresh, f"play {fresh.hand.cards[0]}")[0]))
    assert next_hands(begun, "take", "concede") == next_hands(loaded, "concede", "concede")
