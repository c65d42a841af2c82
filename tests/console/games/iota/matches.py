"""Random matches: what a test needs to get to a place in one."""

from __future__ import annotations

import random
from collections.abc import Callable

from console.games import iota


def next_action(state: iota.State, lots: random.Random) -> iota.Action:
    """A legal action; places that lay many cards are likelier, so that matches come to an end."""
    actions = iota.legal_actions(state)
    places = [action for action in actions if isinstance(action, iota.Place)]
    if places and lots.random() < 0.8:
        most = max(len(action.cards) for action in places)
        return lots.choice([a for a in places if len(a.cards) >= lots.randint(1, most)] or places)
    return lots.choice(actions)


def played_until(
    wanted: Callable[[iota.State], bool], *, seed: int, players: int = 2, **options: bool
) -> iota.State:
    """The first position of its kind that comes up in random matches from this seed on."""
    lots = random.Random(seed)
    while True:
        state = iota.new(players, lots.getrandbits(32), options)
        while not state.over:
            state, _ = iota.apply(state, next_action(state, lots))
            if wanted(state):
                return state
