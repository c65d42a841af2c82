"""Whole matches of IOTA at the table, by seat buttons alone; what is shown on the way."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from console.games.iota import play
from console.games.iota.actions import Action, Pass, Place, Swap
from console.games.iota.state import State
from console.table.board.view import CONFIRM
from console.table.iota.view import HIDDEN, IotaBoard, IotaEnd
from console.table.outputs import MatchEnded
from console.table.view import EndView, Target, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting

P, E = Who.PERSON, Who.EMPTY


def board(sitting: BoardSitting) -> IotaBoard:
    shown = sitting.view.board
    assert isinstance(shown, IotaBoard)
    return shown


def some_action(state: State, rng: Random) -> Action:
    """Mostly a place; sometimes a swap or a pass, so that all ways are gone."""
    legal = play.legal_actions(state)
    kind = rng.choice((Place, Place, Place, Place, Place, Swap, Pass))
    return rng.choice([a for a in legal if isinstance(a, kind)] or legal)


@pytest.mark.parametrize(
    ("seed", "who", "house"),
    [
        (1, (P, E, P, E), {"short": True}),
        (2, (P, P, P, P), {"short": True, "scoring": False}),
        pytest.param(3, (P, E, P, P), {}, marks=pytest.mark.slow),
    ],
)
def test_a_match_is_played_with_buttons_alone(
    seed: int, who: tuple[Who, ...], house: dict[str, object]
) -> None:
    """The points shown before ● are those won (I5), the end is told and read, ranks follow."""
    sitting = BoardSitting.of("iota", who, house={"iota": house}, open_hands=True)
    rng = Random(seed)
    kinds = set()
    while sitting.match.mover is not None:
        before: State = sitting.match.state
        action = some_action(before, rng)
        kinds.add(type(action))
        *picks, last = sitting.match.move_picker.picks(before, action)
        for target in picks:
            sitting.walk_to(target)
            sitting.press(sitting.mover, Button.OK)
        sitting.walk_to(last)
        points = board(sitting).points
        sitting.press(sitting.mover, Button.OK)
        won = sum(sitting.match.state.scores) - sum(before.scores)
        assert won == (0 if points is None else points.total)
    assert kinds >= {Place, Pass}
    news = sitting.view.news
    assert isinstance(news, IotaEnd)
    sitting.read_news()
    end = sitting.table.view()
    assert isinstance(end, EndView)
    assert end.columns == ("points" if news.scoring else "cards",)
    assert {row.seats[0] for row in end.ranking if row.winner} == {
        sitting.match.seating.seats[player] for player in news.winners
    }
    assert [o.counts for o in sitting.outputs if isinstance(o, MatchEnded)] == [news.counts]


def test_a_card_shows_once_it_is_laid_and_goes_back_by_back() -> None:
    sitting = BoardSitting.of("iota")
    seat = sitting.mover
    sitting.press(seat, Button.OK)
    assert board(sitting).draft == ()
    cell = sitting.choosing.target
    sitting.press(seat, Button.OK)
    assert [(x, y) for x, y, _ in board(sitting).draft] == [cell.at]
    assert sitting.choosing.target == CONFIRM
    sitting.press(seat, Button.BACK)
    assert board(sitting).draft == ()
    assert sitting.choosing.target == cell


def test_a_place_can_be_touched() -> None:
    """The first touch moves the cursor there, the next one lays the card."""
    sitting = BoardSitting.of("iota")
    first = sitting.choosing.targets[0]
    for target in (first, first):
        sitting.table.point(target, True, sitting.now_ns)
    cell = sitting.choosing.targets[-1]
    assert cell.kind == "cell"
    for target in (cell, cell, CONFIRM, CONFIRM):
        sitting.table.point(target, True, sitting.now_ns)
    assert sitting.view.last is not None
    assert sitting.view.last.action["cards"][0][1:] == list(cell.at)


def test_a_touch_on_a_place_picks_the_card_that_is_pointed_at() -> None:
    """And shows it there; where it does not fit nothing is picked."""
    sitting = BoardSitting.of("iota")
    card = sitting.choosing.targets[1]
    sitting.walk_to(card)
    sitting.table.point(Target("cell", (40, 40)), True, sitting.now_ns)
    assert sitting.choosing.picked == ()
    cell = sitting.match.move_picker.targets(sitting.match.state, (card,))[-1]
    sitting.table.point(cell, True, sitting.now_ns)
    assert (sitting.choosing.picked, sitting.choosing.target) == ((card,), cell)
    sitting.table.point(cell, True, sitting.now_ns)
    assert [(x, y) for x, y, _ in board(sitting).draft] == [cell.at]


def test_nobody_sees_which_cards_are_exchanged() -> None:
    """I7: only how many; the record keeps them."""
    sitting = BoardSitting.of("iota")
    hand = sitting.match.state.hands[0]
    sitting.play(Pass(tuple(sorted(hand[:2]))))
    assert sitting.view.last is not None
    assert sitting.view.last.action == {"type": "pass", "exchange": [HIDDEN, HIDDEN]}


def _other(state: State, rng: Random) -> State:
    """The same for who is to move: deck and other hands are mixed."""
    mover = state.to_move
    hidden = [*state.deck, *(c for p, h in enumerate(state.hands) if p != mover for c in h)]
    rng.shuffle(hidden)
    hands = tuple(
        hand if player == mover else tuple(sorted(hidden.pop() for _ in hand))
        for player, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(hidden))


@pytest.mark.parametrize("seed", range(3))
def test_the_view_shows_nothing_hidden(seed: int) -> None:
    """What lies in the deck and in others' hands changes no view as long as nobody looks."""
    sitting = BoardSitting.of("iota", seed=seed)
    for _ in range(4):
        for steps in range(4):
            one = sitting.view
            lying = (*board(sitting).grid, *board(sitting).draft)
            assert _faces(one) == {card for _, _, card in lying}
            kept, picks = sitting.match.state, sitting.choosing.picked
            sitting.match.state = _other(kept, Random(steps))
            assert sitting.match.chooser is not None
            sitting.match.chooser = replace(sitting.match.chooser, state=sitting.match.state)
            assert sitting.view == one
            assert sitting.choosing.picked == picks
            sitting.match.state = kept
            sitting.match.chooser = replace(sitting.match.chooser, state=kept)
            if steps < 3:
                sitting.press(sitting.mover, Button.OK)


def _faces(value: Any) -> set[str]:
    """Every card named anywhere in a view."""
    if isinstance(value, str):
        return {value} if value == "W" or (len(value) == 3 and value[0] in "RGBY") else set()
    if isinstance(value, dict):
        return set().union(*map(_faces, value.values()), *map(_faces, value))
    if isinstance(value, (tuple, list, frozenset)):
        return set().union(*map(_faces, value))
    slots = getattr(type(value), "__slots__", ())
    return set().union(*(_faces(getattr(value, name)) for name in slots if isinstance(name, str)))
