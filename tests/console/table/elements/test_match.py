"""Whole matches of «Сила стихий» at the table: by seat buttons alone, by touch, hands hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from console.games.elements import play
from console.games.elements.actions import CONCEDE, REVEAL
from console.table.board.view import BoardSeat
from console.table.elements.view import ElementsBoard, ElementsNews, ElementsSecret
from console.table.outputs import MatchEnded
from console.table.view import EndView, MenuLine, Target
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting

HOUSES: list[dict[str, Any]] = [
    {},
    {"target": 2, "concede": False, "misreveal": "forbidden"},
    {"rounds": 3, "misreveal": "forbidden"},
    {"rounds": 2, "concede": False},
]


def board(sitting: BoardSitting) -> ElementsBoard:
    shown = sitting.view.board
    assert isinstance(shown, ElementsBoard)
    return shown


def seat_view(sitting: BoardSitting, seat: int) -> BoardSeat:
    return sitting.view.seats[seat]


@pytest.mark.parametrize(("seed", "house"), list(enumerate(HOUSES)))
def test_a_match_is_played_with_buttons_alone(seed: int, house: dict[str, Any]) -> None:
    """Every round's result is told and read, hands stay hidden throughout (E2 to E10)."""
    sitting = BoardSitting.of("elements", seed=seed, house={"elements": house})
    rng, told = Random(seed), 0
    while sitting.match.mover is not None:
        state = sitting.match.state
        legal = play.legal_actions(state)
        quiet = [a for a in legal if a not in (REVEAL, CONCEDE)]
        sitting.play(rng.choice(quiet if quiet and rng.random() < 0.8 else legal))
        assert all(seat.hand is None and seat.secret is None for seat in sitting.view.seats)
        news = sitting.view.news
        if news is not None:
            assert isinstance(news, ElementsNews)
            assert news.scores == sitting.match.state.round.scores
            told += 1
            sitting.read_news()
    end = sitting.table.view()
    assert isinstance(end, EndView)
    assert end.columns == ("points",)
    assert told == sitting.match.state.round.number
    scores = sitting.match.state.round.scores
    assert [o.counts for o in sitting.outputs if isinstance(o, MatchEnded)] == [scores]
    assert sorted(row.numbers[0] for row in end.ranking) == sorted(scores)


def test_the_owner_alone_sees_hand_and_sum_while_holding() -> None:
    """The other's cards stay counts; on release everything is gone."""
    sitting = BoardSitting.of("elements")
    seat = sitting.mover
    state = sitting.match.state
    sitting.down(seat, Button.OK)
    sitting.run(400)
    shown = seat_view(sitting, seat)
    assert shown.hand == tuple(str(card) for card in state.hand.cards)
    card = state.hand.cards[0]
    assert shown.secret == ElementsSecret(state.total, 0, (state.total - card, card))
    other = seat_view(sitting, 2 - seat)
    assert (other.hand, other.secret, other.count) == (None, None, 6)
    sitting.up(seat, Button.OK)
    assert seat_view(sitting, seat).hand is None
    assert sitting.match.state == state  # a look picks nothing


def test_without_the_help_no_sum_is_shown() -> None:
    """`sums` off: the cards, and nothing added up."""
    sitting = BoardSitting.of("elements", sums=False)
    seat = sitting.mover
    sitting.down(seat, Button.OK)
    sitting.run(400)
    shown = seat_view(sitting, seat)
    assert shown.hand is not None
    assert shown.secret is None


def test_back_returns_from_the_chain_and_from_a_question() -> None:
    sitting = BoardSitting.of("elements")
    seat, state = sitting.mover, sitting.match.state
    sitting.press(seat, Button.OK, Button.BACK)
    assert sitting.choosing.target == Target("card", (0,))
    sitting.walk_to(Target("concede"))
    sitting.press(seat, Button.OK, Button.BACK)
    assert sitting.choosing.target == Target("concede")
    assert sitting.match.state == state


def test_a_card_played_may_be_taken_back_but_no_reveal() -> None:
    """Undo by agreement, until hands were shown."""
    sitting = BoardSitting.of("elements")
    first = sitting.mover
    player = sitting.match.mover
    assert player is not None
    before = sitting.match.state
    sitting.play(play.legal_actions(before)[0])
    assert sitting.match.history.undoable(player) == 1
    sitting.match.choose(MenuLine.UNDO, first, sitting.now_ns)
    sitting.press(2 - first, Button.OK)
    assert sitting.match.state == before
    sitting.play(REVEAL)
    assert sitting.match.history.undoable(player) == 0


def test_a_card_is_played_by_touch() -> None:
    """The card, once more to pick it, then the chain."""
    sitting = BoardSitting.of("elements")
    state = sitting.match.state
    card = Target("card", (2,))
    for target in (card, card, Target("chain")):
        sitting.table.point(target, True, sitting.now_ns)
    assert board(sitting).chain == (state.hand.cards[2],)
    assert sitting.view.last is not None
    assert sitting.view.last.events[0]["type"] == "play"


def test_a_touch_on_a_pile_picks_the_card_that_is_pointed_at() -> None:
    """And shows it there; the next one plays it. A pile that it may not go to picks nothing."""
    sitting = BoardSitting.of("elements", seed=next(seed for seed in range(99) if _six(seed)))
    hand = sitting.match.state.hand.cards
    chain, aside = Target("chain"), Target("discard")
    other = next(i for i, card in enumerate(hand) if card != 6)
    sitting.walk_to(Target("card", (other,)))
    sitting.table.point(aside, True, sitting.now_ns)
    assert sitting.choosing.picked == ()
    for place, card in ((chain, other), (aside, hand.index(6))):
        sitting.walk_to(Target("card", (card,)))
        sitting.table.point(place, True, sitting.now_ns)
        assert sitting.choosing.picked == (Target("card", (card,)),)
        assert sitting.choosing.target == place
        sitting.table.point(Target("back"), True, sitting.now_ns)
    for _ in range(2):
        assert board(sitting).discard == ()
        sitting.table.point(aside, True, sitting.now_ns)
    assert board(sitting).discard == (6,)


def test_a_touch_on_the_chain_skips_no_question_and_takes_no_other_card() -> None:
    """Neither a plate under the cursor nor one that was picked goes to a pile."""
    sitting = BoardSitting.of("elements")
    sitting.walk_to(Target("concede"))
    for picked in ((), (Target("concede"),)):
        sitting.table.point(Target("chain"), True, sitting.now_ns)
        assert sitting.choosing.picked == picked
        sitting.press(sitting.mover, Button.OK)
    assert sitting.view.news is not None


def _six(seed: int) -> bool:
    return set(play.new(seed=seed).hand.cards) > {6}


def test_a_hurried_second_press_takes_the_result_from_nobody() -> None:
    sitting = BoardSitting.of("elements")
    seat = sitting.mover
    sitting.play(CONCEDE)
    sitting.run(1_000)
    sitting.press(seat, Button.OK)
    assert sitting.view.news is not None
    sitting.run(200)
    sitting.press(seat, Button.OK)
    assert sitting.view.news is None


def test_who_reads_the_news_picks_nothing_with_it() -> None:
    """The ● that goes on is let go in a turn of its own player, who has a hidden hand."""
    sitting = BoardSitting.of("elements")
    reader = sitting.match.persons[0]
    if sitting.mover == reader:
        sitting.play(play.legal_actions(sitting.match.state)[0])
    sitting.play(CONCEDE)
    assert sitting.mover == reader  # E8: the winner starts
    sitting.read_news()
    assert sitting.view.news is None
    assert sitting.choosing.picked == ()
