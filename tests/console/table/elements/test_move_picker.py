"""Picking a turn, and what is shown of it to whom (E3 to E10)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.games.elements import play, positions
from console.games.elements.actions import CONCEDE, DISCARD, REVEAL, TAKE, Action, Play
from console.games.elements.state import State
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MadeAction
from console.table.board.view import CONFIRM, Choosing
from console.table.elements.move_picker import ElementsMovePicker
from console.table.elements.view import CHAIN, ElementsBoard, ElementsNews, ElementsSecret
from console.table.elements.view import DISCARD as ASIDE
from console.table.view import Target

PICKER = ElementsMovePicker()
GAME = PICKER.game
OPTIONS = st.fixed_dictionaries(
    {
        "target": st.integers(1, 12),
        "concede": st.booleans(),
        "misreveal": st.sampled_from(["penalty", "forbidden"]),
        "rounds": st.sampled_from([None, 1, 3]),
    }
)
TABLE: dict[str, Any] = {
    "game": "elements",
    "options": {"target": 6, "concede": True, "misreveal": "penalty", "rounds": None},
    "players": 2,
    "to_move": 0,
    "over": False,
    "winners": [],
    "hands": [[1, 6], [6]],
    "taken": [[3, 1, 2], [4, 2]],
    "chain": [6, 3, 4],
    "discard": [6],
    "aside": [5, 5, 6, 6],
    "scores": [0, 0],
    "round": 1,
    "starter": 0,
}
"""E11, with the cards around it that it does not name."""


def states(seed: int, options: dict[str, object]) -> Iterator[State]:
    """The positions of a random match; hands are revealed seldom, so that chains grow."""
    rng = Random(seed)
    state = play.new(seed=seed, options=options)
    while not state.over:
        yield state
        legal = play.legal_actions(state)
        quiet = [a for a in legal if a not in (REVEAL, CONCEDE)]
        action = rng.choice(quiet if quiet and rng.random() < 0.9 else legal)
        state, _ = play.apply(state, action)
    yield state


def paths(state: State) -> list[tuple[Target, ...]]:
    """All complete picks, by walking with the buttons."""
    done: list[tuple[Target, ...]] = []
    open_ = [Chooser.at(PICKER, state)]
    while open_:
        chooser = open_.pop()
        assert len(set(chooser.targets)) == len(chooser.targets)
        if chooser.complete:
            done.append(chooser.picked)
        else:
            open_ += [chooser.move(i).pick() for i in range(len(chooser.targets))]
    return done


def choosing(chooser: Chooser) -> Choosing:
    return Choosing(0, chooser.picked, chooser.targets, chooser.cursor)


@given(st.integers(0, 10_000), OPTIONS)
def test_every_legal_turn_can_be_picked_and_nothing_else(
    seed: int, options: dict[str, object]
) -> None:
    """With all options; E7 and E10 leave single ways."""
    for state in states(seed, options):
        legal = play.legal_actions(state)
        if state.over:
            assert PICKER.targets(state, ()) == ()
            return
        found = paths(state)
        assert {PICKER.draft(state, picked) for picked in found} == set(legal)
        for action in legal:
            picks = PICKER.picks(state, action)
            assert picks in found
            assert PICKER.draft(state, picks) == action


@given(st.integers(0, 10_000), OPTIONS)
def test_the_secret_tells_what_the_turn_then_gives(seed: int, options: dict[str, object]) -> None:
    """E3: the own sum and the limit, for every turn that moves a card, and for nobody else."""
    for state in states(seed, options):
        player = state.to_move
        if player is None:
            return
        for picks in paths(state):
            chooser = Chooser.at(PICKER, state)
            for target in picks[:-1]:
                chooser = chooser.point(target).pick()
            own = choosing(chooser.point(picks[-1]))
            after, events = play.apply(state, PICKER.draft(state, picks) or TAKE)
            moved = events[0].to_json()["type"] != "round_over"
            secret = PICKER.secret(state, player, own)
            assert (secret.total, secret.limit) == (state.sums[player], state.limit)
            assert secret.after == ((after.sums[player], after.limit) if moved else None)
            assert PICKER.secret(state, 1 - player, None).after is None


def swapped(state: State) -> State | None:
    """The same position for all who do not see the hand: one card of the player to move, changed
    with one that lies aside."""
    form = positions.dump(state)
    mover = form["to_move"]
    hand, aside = form["hands"][mover], form["aside"]
    pairs = [(i, k) for i, a in enumerate(hand) for k, b in enumerate(aside) if a != b]
    if not pairs:
        return None
    i, k = pairs[-1]
    hand[i], aside[k] = aside[k], hand[i]
    form["hands"][mover], form["aside"] = sorted(hand), sorted(aside)
    return positions.load(form)


@given(st.integers(0, 10_000), OPTIONS)
def test_no_hidden_card_shows_on_the_board(seed: int, options: dict[str, object]) -> None:
    """E2: neither in what lies there, nor at any step of picking; the targets of the first step
    are the same, too, unless nobody may reveal above the limit (E5)."""
    for state in states(seed, options):
        other = swapped(state) if state.to_move is not None and state.hand.cards else None
        if other is None:
            continue
        here, there = Chooser.at(PICKER, state), Chooser.at(PICKER, other)
        if options["misreveal"] == "penalty":
            assert here.targets == there.targets
        for target in set(here.targets) & set(there.targets):
            a, b = here.point(target), there.point(target)
            assert PICKER.board(state, choosing(a)) == PICKER.board(other, choosing(b))
            a, b = a.pick(), b.pick()
            assert a.target == b.target
            assert PICKER.board(state, choosing(a)) == PICKER.board(other, choosing(b))


def test_a_six_may_go_aside_and_equal_cards_are_each_offered() -> None:
    """E4; how many cards of the hand differ is nobody's business."""
    state = positions.load(TABLE)
    first = PICKER.targets(state, ())
    assert [t.kind for t in first] == ["card", "card", "take", "reveal", "concede"]
    assert PICKER.targets(state, (Target("card", (0,)),)) == (CHAIN,)
    six = Target("card", (1,))
    assert PICKER.targets(state, (six,)) == (CHAIN, ASIDE)
    assert PICKER.draft(state, (six,)) is None
    assert PICKER.draft(state, (six, CHAIN)) == Play(6)
    assert PICKER.draft(state, (six, ASIDE)) == DISCARD


@pytest.mark.parametrize("kind", ["reveal", "concede"])
def test_what_ends_the_round_is_confirmed(kind: str) -> None:
    state = positions.load(TABLE)
    assert PICKER.targets(state, (Target(kind),)) == (CONFIRM,)
    assert PICKER.targets(state, (Target(kind), CONFIRM)) == ()
    assert PICKER.targets(state, (Target("take"),)) == ()


def test_taking_shows_the_new_limit_to_all() -> None:
    """E4: the chain's top lies open."""
    state = positions.load(TABLE)
    at = Chooser.at(PICKER, state)
    assert PICKER.board(state, choosing(at)).limit_after is None
    board = PICKER.board(state, choosing(at.point(Target("take"))))
    assert (board.limit, board.limit_after) == (13, 9)


def told(form: dict[str, Any], action: Action) -> ElementsNews:
    state = positions.load(form)
    after, events = play.apply(state, action)
    made = MadeAction(state, state.seat, action, events, after)
    assert PICKER.final(made)
    news = PICKER.news(made)
    assert news is not None
    return news


def test_a_round_result_shows_what_was_shown() -> None:
    """E11: 13 against 12 within 13; both hands were opened."""
    news = told(TABLE, REVEAL)
    assert (news.winner, news.points, news.reason, news.by) == (0, 2, "higher", 0)
    assert (news.limit, news.sums, news.hands) == (13, (13, 12), ((1, 6), (6,)))
    assert (news.taken, news.chain) == (((3, 1, 2), (4, 2)), (6, 3, 4))
    assert (news.scores, news.round, news.target, news.winners) == ((2, 0), 1, 6, ())


def test_hands_that_nobody_was_shown_stay_hidden() -> None:
    """E5: the opponent's after a misreveal; E6: both after a concession."""
    over = {**TABLE, "chain": [6, 3], "taken": [[3, 1, 2], [4, 2, 4]], "starter": 1}
    news = told(over, REVEAL)
    assert (news.reason, news.winner, news.points) == ("misreveal", 1, 2)
    assert (news.hands, news.sums, news.counts) == (((1, 6), None), (13, None), (2, 1))
    news = told(TABLE, CONCEDE)
    assert (news.reason, news.winner, news.points) == ("conceded", 1, 1)
    assert (news.hands, news.sums, news.limit) == ((None, None), (None, None), 13)


def test_only_a_rounds_end_is_news_and_stands() -> None:
    state = positions.load(TABLE)
    turns: tuple[Action, ...] = (Play(1), TAKE, DISCARD)
    for action in turns:
        after, events = play.apply(state, action)
        made = MadeAction(state, state.seat, action, events, after)
        assert PICKER.news(made) is None
        assert not PICKER.final(made)


@pytest.mark.parametrize(("concede", "offer"), [(True, ("concede",)), (False, ("reveal",))])
def test_an_empty_hand_offers_what_is_left(concede: bool, offer: tuple[str, ...]) -> None:
    """E7, E10: above the limit there is one way; all can see it."""
    form = {
        **TABLE,
        "options": {**TABLE["options"], "concede": concede},
        "hands": [[], [1, 1]],
        "taken": [[3], [2, 2, 4]],
        "chain": [],
        "discard": [6] * 6,
        "aside": [3, 4, 5, 5],
    }
    state = positions.load(form)
    assert tuple(t.kind for t in PICKER.targets(state, ())) == offer
    board = PICKER.board(state, None)
    assert isinstance(board, ElementsBoard)
    assert board.offer == offer


def test_who_holds_what_is_counted_and_summed() -> None:
    state = positions.load(TABLE)
    assert (PICKER.hand(state, 0), PICKER.hand(state, 1)) == (("1", "6"), ("6",))
    assert [PICKER.count(state, player) for player in (0, 1)] == [2, 1]
    assert PICKER.secret(state, 1, None) == ElementsSecret(12, 13)
    assert (PICKER.score(state, 0), PICKER.column(state)) == (0, "points")
