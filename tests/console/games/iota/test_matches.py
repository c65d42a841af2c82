"""Whole random matches with all options: what holds at each step."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.iota import play, positions
from console.games.iota.actions import Action, Pass, Place, Swap, parse_action
from console.games.iota.state import State
from tests.console.games.iota.matches import next_action
from tests.console.games.iota.positions import cards_of
from tests.console.games.iota.slow_rules import legal_table

options = st.fixed_dictionaries({"short": st.booleans(), "scoring": st.booleans()})


def check_state(state: State) -> None:
    """I1, I2, I6, I8 and the forms of a position."""
    shown = positions.dump(state)
    assert positions.load(json.loads(json.dumps(shown))) == state
    assert legal_table({(x, y): card for x, y, card in state.grid})
    assert list(state.grid) == sorted(state.grid, key=lambda at: (at[1], at[0]))
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    if state.deck:
        assert [len(hand) for hand in state.hands] == [4] * state.players
    for player in range(state.players):
        seen = positions.observe(state, player)
        assert seen["deck"] == len(state.deck)
        assert seen["hands"] == [
            list(hand) if seat == player else len(hand) for seat, hand in enumerate(state.hands)
        ]


def check_step(before: State, action: Action, after: State) -> None:
    """I3, I10, I11: whose turn it is, what it was worth, what it cost."""
    seat = before.to_move or 0
    gained = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
    assert [points for other, points in enumerate(gained) if other != seat and points] == []
    assert before.options.scoring or not any(gained)
    if isinstance(action, Swap):
        assert (after.to_move, after.passes, gained[seat]) == (seat, before.passes, 0)
        return
    assert after.over or after.to_move == (seat + 1) % before.players
    if isinstance(action, Pass):
        assert (after.passes, after.grid, gained[seat]) == (before.passes + 1, before.grid, 0)
    else:
        assert (after.passes, len(after.grid)) == (0, len(before.grid) + len(action.cards))


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 4), options)
def test_random_matches(seed: int, players: int, given: dict[str, bool]) -> None:
    lots = random.Random(seed)
    state = play.new(players, seed, given)
    dealt = cards_of(state)
    kept = [positions.dump(state)]
    states = [state]
    while not state.over:
        action = next_action(state, lots)
        assert parse_action(json.loads(json.dumps(action.to_json()))) == action
        after, events = play.apply(state, action)
        assert len(events) == isinstance(action, Place)
        assert cards_of(after) == dealt
        check_step(state, action, after)
        check_state(after)
        state = after
        states.append(state)
        kept.append(positions.dump(state))
    assert play.legal_actions(state) == []
    assert [positions.dump(old) for old in states] == kept
