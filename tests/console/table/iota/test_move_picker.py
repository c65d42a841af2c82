"""Picking a turn, and what is shown of it before it is made (I2 to I10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.iota import play
from console.games.iota.actions import Action, Pass, Place, Swap
from console.games.iota.state import State
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MadeAction
from console.table.board.view import CONFIRM, Choosing
from console.table.iota.move_picker import PASSING, IotaMovePicker
from console.table.iota.view import IotaBoard, IotaEnd
from console.table.view import Target

PICKER = IotaMovePicker()
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=8)
"""Whole matches: an example has a hundred positions or so."""
SHORT = {"short": True}


def states(seed: int, **options: object) -> Iterator[State]:
    """The positions of a random match, placing when that is possible; the last one is over."""
    rng = Random(seed)
    state = play.new(2 + seed % 3, seed, options)
    while not state.over:
        yield state
        legal = play.legal_actions(state)
        places = [action for action in legal if not isinstance(action, Pass)]
        state, _ = play.apply(state, rng.choice(places or legal))
    yield state


def middle(seed: int, **options: object) -> State:
    """The first position of a random match with so many cards on the table."""
    return next(s for s in states(seed, **options) if len(s.grid) >= 12 or s.over)


def with_hand(state: State, *hand: str) -> State:
    """The same with these cards in the hand of whose turn it is."""
    hands = list(state.hands)
    hands[state.to_move or 0] = tuple(sorted(hand))
    return replace(state, hands=tuple(hands))


def shown(state: State, chooser: Chooser) -> IotaBoard:
    return PICKER.board(state, choosing(chooser))


def choosing(chooser: Chooser) -> Choosing:
    return Choosing(0, chooser.picked, chooser.targets, chooser.cursor)


def walk(state: State, picks: tuple[Target, ...]) -> Chooser:
    """The picks made one after the other; each must be on offer."""
    chooser = Chooser.at(PICKER, state)
    for target in picks:
        assert target in chooser.targets
        chooser = chooser.point(target).pick()
    return chooser


@pytest.mark.slow
@given(SEEDS, st.booleans())
@FEW
def test_every_legal_action_can_be_picked(seed: int, short: bool) -> None:
    rng = Random(seed)
    for state in states(seed, short=short):
        legal = play.legal_actions(state)
        for action in rng.sample(legal, min(3, len(legal))):
            chooser = walk(state, PICKER.picks(state, action))
            assert chooser.complete
            assert chooser.draft() == action


@given(SEEDS)
@FEW
def test_whatever_is_picked_ends_in_a_legal_action(seed: int) -> None:
    """Any way through the targets ends; whatever it amounts to on the way is legal."""
    rng = Random(seed)
    for state in states(seed, short=True):
        if state.over:
            assert PICKER.targets(state, ()) == ()
            return
        legal = set(play.legal_actions(state))
        chooser = Chooser.at(PICKER, state)
        while not chooser.complete:
            assert len(set(chooser.targets)) == len(chooser.targets)
            chooser = chooser.move(rng.randrange(1, 60)).pick()
            draft = chooser.draft()
            assert draft is None or draft in legal
        assert draft in legal


@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_cards_that_can_be_laid_are_offered_first(seed: int) -> None:
    """I4, I10: what cannot be laid first, such as what only a gap takes, comes later."""
    for state in states(seed):
        if state.over:
            break
        legal = play.legal_actions(state)
        single = {a.cards[0][0] for a in legal if isinstance(a, Place) and len(a.cards) == 1}
        swapped = {a.card for a in legal if isinstance(a, Swap)}
        hand = state.hands[state.to_move or 0]
        *cards, last = PICKER.targets(state, ())
        assert [t.at[0] for t in cards] == [
            i for i, card in enumerate(hand) if card in single | swapped
        ]
        assert last == PASSING


def test_after_a_card_is_laid_confirm_is_under_the_cursor() -> None:
    state = middle(3)
    laying = walk(state, PICKER.targets(state, ())[:1]).pick()
    assert laying.target == CONFIRM
    assert laying.pick().complete


def test_a_swap_is_made_at_once() -> None:
    """I10: it does not end the turn, so that nothing is left to confirm."""
    grid = ((0, 0, "Rt2"), (1, 0, "W"), (2, 0, "Gt2"))
    state = with_hand(replace(play.new(2, 1), grid=grid), "Bt2", "Rc1", "Gx4", "W")
    chooser = walk(state, (Target("card", (0,)), Target("swap", (1, 0))))
    assert chooser.complete
    assert chooser.draft() == Swap((1, 0), "Bt2")


def test_two_wilds_in_a_hand_are_two_cards_to_pick() -> None:
    state = with_hand(play.new(2, 1), "Bt2", "W", "W", "Rc1")
    cards = [t for t in PICKER.targets(state, ()) if t.kind == "card"]
    assert [t.at[0] for t in cards][-2:] == [2, 3]
    first = walk(state, (Target("card", (3,)),)).pick()
    assert Target("card", (2,)) in first.targets


def test_a_pass_gathers_cards_until_it_is_confirmed() -> None:
    """I7"""
    state = play.new(2, 5)
    hand = state.hands[0]
    chooser = walk(state, (PASSING,))
    assert chooser.targets == (CONFIRM, *(Target("card", (i,)) for i in range(4)))
    assert chooser.pick().draft() == Pass(())
    chooser = walk(state, (PASSING, Target("card", (2,)), Target("card", (0,))))
    assert chooser.draft() == Pass(tuple(sorted((hand[0], hand[2]))))
    assert shown(state, chooser).exchanged == 2


def test_without_a_deck_nothing_can_be_exchanged() -> None:
    """I7"""
    state = replace(play.new(2, 5), deck=())
    assert walk(state, (PASSING,)).targets == (CONFIRM,)


@pytest.mark.slow
@given(SEEDS, st.booleans())
@FEW
def test_the_points_explained_are_those_of_the_event(seed: int, scoring: bool) -> None:
    """I5: the lines' sums, doubled as often as is said, make the total."""
    rng = Random(seed)
    for state in states(seed, scoring=scoring):
        places = [a for a in play.legal_actions(state) if isinstance(a, Place)]
        for place in rng.sample(places, min(2, len(places))):
            picks = PICKER.picks(state, place)[:-1]
            board = shown(state, walk(state, picks))
            assert {(card, x, y) for x, y, card in board.draft} == set(place.cards)
            _, (event,) = play.apply(state, place)
            if not scoring:
                assert board.points is None
                continue
            points = board.points
            assert points is not None
            assert points.total == event.points == points.sum << points.doublings
            assert [(line.cells, line.sum) for line in points.lines] == [
                (line.cells, line.sum) for line in event.lines
            ]
            for line in points.lines:
                assert sum(int(card[2]) for card in line.cards if card != "W") == line.sum
            assert sum(line.lot for line in points.lines) == points.lots


def test_the_worked_example_is_explained() -> None:
    """I15, its last turn: 26 points doubled by two lots and four cards."""
    turns = (
        (("Bx2", 1, 0), ("Gc2", 2, 0)),
        (("Rc3", 2, -1), ("Yc1", 2, 1)),
        (("Ys2", 3, 0), ("Gt3", 3, 1)),
        (("Gt2", 0, 2), ("Ys3", 1, 2), ("Bc4", 2, 2), ("Rx1", 3, 2)),
    )
    state = replace(play.new(2, 1), grid=((0, 0, "Rt2"),))
    totals = []
    for turn in turns:
        state = with_hand(state, *(card for card, _, _ in turn), *("Rs4",) * (4 - len(turn)))
        chooser = walk(state, PICKER.picks(state, Place(turn))[:-1])
        points = shown(state, chooser).points
        assert points is not None
        totals.append(points.total)
        state, _ = play.apply(state, Place(turn))
    assert totals == [6, 6, 34, 208]
    assert points is not None
    assert [line.sum for line in points.lines] == [10, 10, 6]
    assert (points.sum, points.lots, points.all_four, points.last_card) == (26, 2, True, False)
    assert [line.row for line in points.lines] == [True, False, False]


@pytest.mark.slow
@given(SEEDS)
@FEW
def test_the_board_shows_nothing_hidden(seed: int) -> None:
    """Whatever lies in the deck and in other hands, the same is shown on the way to any action."""
    rng = Random(seed)
    for state in states(seed, short=True):
        if state.to_move is None:
            return
        hidden = [*state.deck]
        for player, hand in enumerate(state.hands):
            hidden += hand if player != state.to_move else ()
        rng.shuffle(hidden)
        hands = tuple(
            hand if player == state.to_move else tuple(sorted(hidden.pop() for _ in hand))
            for player, hand in enumerate(state.hands)
        )
        other = replace(state, deck=tuple(hidden), hands=hands)
        assert PICKER.board(state, None) == PICKER.board(other, None)
        action = rng.choice(play.legal_actions(state))
        picks = PICKER.picks(state, action)
        for i in range(len(picks) + 1):
            one, two = walk(state, picks[:i]), walk(other, picks[:i])
            assert one.targets == two.targets
            assert shown(state, one) == shown(other, two)


@given(SEEDS)
def test_a_card_that_is_not_laid_yet_is_not_shown(seed: int) -> None:
    """Only what lies on the table counts for the board, whatever else the mover holds."""
    state = middle(seed)
    if state.over:
        return
    board = PICKER.board(state, None)
    first = PICKER.targets(state, ())[0]
    for picks in ((), (first,)):
        assert PICKER.board(state, choosing(walk(state, picks))) in (
            board,
            replace(board, exchanged=0),
        )


@pytest.mark.parametrize("scoring", [True, False])
def test_only_the_end_is_news(scoring: bool) -> None:
    """I9, I14: points, or cards left, by player."""
    before: State | None = None
    for state in states(2, short=True, scoring=scoring):
        if before is not None:
            made: MadeAction[State, Action] = MadeAction(before, 0, Pass(), (), state)
            news = PICKER.news(made)
            if not state.over:
                assert news is None
        before = state
    counts = state.scores if scoring else tuple(map(len, state.hands))
    assert news == IotaEnd(state.winners, not all(state.hands), scoring, counts)
    assert [PICKER.score(state, p) for p in range(state.players)] == list(counts)
    assert PICKER.column(state) == ("points" if scoring else "cards")


def test_who_draws_or_exchanges_holds_other_cards() -> None:
    """I6, I7; a swap, a bare pass and a place without a deck bring nothing hidden."""
    state = play.new(2, 5)
    place = next(a for a in play.legal_actions(state) if isinstance(a, Place))
    empty = replace(state, deck=())
    for before, action, drew in (
        (state, place, {0}),
        (empty, place, set()),
        (state, Pass((state.hands[0][0],)), {0}),
        (state, Pass(), set()),
    ):
        after, events = play.apply(before, action)
        made: MadeAction[State, Action] = MadeAction(before, 0, action, events, after)
        assert PICKER.drew(made) == drew
    assert PICKER.drew(MadeAction(state, 0, Swap((0, 0), "Rc1"), (), state)) == set()
