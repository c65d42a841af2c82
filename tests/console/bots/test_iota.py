"""The opponent for IOTA: what it sees to, what it cannot see, how it ends when it is late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from console.bots.base import LEVELS
from console.bots.choose import choose
from console.bots.iota import SKILLS, Skill
from console.bots.iota_sight import sight_of
from console.bots.iota_turns import pass_of
from console.games.iota import play, positions
from console.games.iota.actions import Action, Pass, Place, Swap, parse_action
from console.games.iota.options import Options
from console.games.iota.state import State
from tests.console.games.iota.matches import played_until
from tests.console.games.iota.positions import place, position

every_level = pytest.mark.parametrize("level", LEVELS)


def chosen(state: State, level: int, deadline: Callable[[], bool] = lambda: False) -> Action:
    """The action of the player to move, which must be legal."""
    sight = positions.observe(state, state.to_move or 0)
    action = parse_action(choose("iota", sight, level, deadline))
    assert action in play.legal_actions(state)
    return action


def late_after(asked: int) -> Callable[[], bool]:
    """The time is up when it has been asked for so often."""
    questions = count(1)
    return lambda: next(questions) > asked


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 4 weighs few turns in few samples, so that whole matches are quick."""
    monkeypatch.setitem(SKILLS, 4, Skill(100, swapping=True, weighs=4, steps=1500, samples=4))


@pytest.mark.usefixtures("hasty")
@every_level
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"scoring": False}),
        (4, {"short": True}),
        (2, {"short": True, "scoring": False}),
    ],
)
def test_whole_matches_are_played_legally(
    level: int, players: int, options: dict[str, bool]
) -> None:
    state = play.new(players, 3, options)
    while not state.over:
        state, _ = play.apply(state, chosen(state, level))
    assert not state.deck


@pytest.mark.parametrize("asked", [0, 1, 20, 150, 400, 1000])
def test_level_4_acts_legally_whenever_the_time_is_up(asked: int) -> None:
    chosen(played_until(lambda s: len(s.deck) <= 30, seed=4), 4, deadline=late_after(asked))
    chosen(played_until(lambda s: not s.deck and not s.over, seed=4), 4, deadline=late_after(asked))


def test_level_4_counts_its_work_in_steps_and_asks_all_along_whether_the_time_is_up() -> None:
    state = played_until(lambda s: len(s.deck) <= 20, seed=4)
    asked = questions_asked(state)
    assert asked > 200
    assert questions_asked(state) == asked


def questions_asked(state: State) -> int:
    """How often level 4 asks whether the time is up; it never is."""
    questions = count()
    chosen(state, 4, deadline=lambda: next(questions) < 0)
    return next(questions)


@pytest.mark.parametrize("level", [3, 4])
def test_an_obvious_lot_is_completed(level: int) -> None:
    state = position("Gc4 Bc4 Yc4 . / Gx1 . . Rx1", "Rc4 Rt2 Bs1 Yx3")
    _, events = play.apply(state, chosen(state, level))
    assert [event.lots > 0 for event in events] == [True]


def test_the_other_hand_is_thought_of_when_nothing_can_be_drawn() -> None:
    """Both places bring 6; one of them leaves 40 and the match to the other player."""
    state = position(
        "Rc1 Rc2 . . / Gt1 . . .", "Rc3 Bs4 Bs3", deck="", others=["Rc4"], scores=(50, 40)
    )
    opened = place("Rc3 2,0")
    assert opened in play.legal_actions(state)
    assert chosen(state, 4) != opened


@pytest.mark.parametrize("level", [3, 4])
def test_a_wild_is_taken_from_the_table_when_it_pays(level: int) -> None:
    """With it a lot can be made that the hand has not."""
    state = position("Rc1 W", "Rc2 Gs2 Bt3 Yx4")
    places = [action for action in play.legal_actions(state) if isinstance(action, Place)]
    most = max(play.apply(state, action)[0].scores[0] for action in places)
    action = chosen(state, level)
    assert isinstance(action, Swap)
    while state.to_move == 0:
        state, _ = play.apply(state, chosen(state, level))
    assert state.scores[0] > most


@every_level
def test_without_a_place_it_passes(level: int) -> None:
    state = played_until(lambda s: not s.over and not can_place(s), seed=1)
    assert chosen(state, level) in (Pass(), pass_keeping_wilds(state))


def can_place(state: State) -> bool:
    """Whether the player to move can place anything."""
    return any(isinstance(action, Place) for action in play.legal_actions(state))


def pass_keeping_wilds(state: State) -> Pass:
    """A pass that changes the real cards."""
    hand = state.hands[state.to_move or 0] if state.deck else ()
    return Pass(tuple(card for card in hand if card != "W"))


def test_a_pass_changes_all_cards_but_wilds_while_the_deck_lasts() -> None:
    state = position("Rc1", "Bc1 Gt2 Yx3 W")
    action = pass_of(sight_of(positions.observe(state, 0))).first_action()
    assert parse_action(action) == Pass(("Bc1", "Gt2", "Yx3"))
    last = replace(state, deck=())
    action = pass_of(sight_of(positions.observe(last, 0))).first_action()
    assert parse_action(action) == Pass()


@pytest.mark.parametrize("scoring", [False, True])
def test_the_last_card_is_placed(scoring: bool) -> None:
    state = position("Rc1 Rc2", "Rc3 Rc4", deck="", others=["Gx1 Gs2"], scoring=scoring)
    action = chosen(state, 4)
    assert isinstance(action, Place)
    assert len(action.cards) == 2


@pytest.mark.parametrize("level", [3, 4])
def test_without_scoring_more_cards_are_better(level: int) -> None:
    state = position("Rc1 Rc2", "Rc3 Rc4 Yx1 Gs3", deck="Bt1", others=["Gx1 Gs2 Gt3 Gc4"])
    state = replace(state, options=Options(scoring=False))
    action = chosen(state, level)
    assert isinstance(action, Place)
    most = max(len(a.cards) for a in play.legal_actions(state) if isinstance(a, Place))
    assert len(action.cards) == most


@every_level
def test_what_others_hold_makes_no_difference(level: int) -> None:
    state = play.new(2, 8)
    *deck, a, b, c, d = state.deck
    other = replace(
        state,
        hands=(state.hands[0], tuple(sorted((a, b, c, d)))),
        deck=(*state.hands[1], *deck[::-1]),
    )
    assert chosen(state, level) == chosen(other, level)


def wins(better: int, worse: int, matches: int) -> float:
    """How many matches of two the better level wins, draws half; both begin equally often."""
    won = 0.0
    for match in range(matches):
        seat = match % 2
        state = play.new(2, match // 2)
        while not state.over:
            level = better if state.to_move == seat else worse
            sight = positions.observe(state, state.to_move or 0)
            action = choose("iota", sight, level, lambda: False, salt=match)
            state, _ = play.apply(state, parse_action(action))
        won += (seat in state.winners) / len(state.winners)
    return won


@pytest.mark.slow
@pytest.mark.parametrize(("better", "matches"), [(2, 20), (3, 20)])
def test_a_level_beats_the_one_below(better: int, matches: int) -> None:
    assert wins(better, better - 1, matches) >= 0.6 * matches


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
def test_looking_ahead_beats_greed_even_in_haste() -> None:
    assert wins(4, 3, 8) >= 4
