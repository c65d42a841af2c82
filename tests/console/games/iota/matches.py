"""Random matches: what a test needs to get to a place in one."""

from __future__ import annotations

import random
from collections.abc import Callable

from console.games.iota import play
from console.games.iota.actions import Action, Place
from console.games.iota.state import State


def next_action(state: State, lots: random.Random) -> Action:
    """A legal action; places that lay many cards are likelier, so that matches come to an end."""
    actions = play.legal_actions(state)
    places = [action for action in actions if isinstance(action, Place)]
    if places and lots.random() < 0.8:
        most = max(len(action.cards) for action in places)
        return lots.choice([a for a in places if len(a.cards) >= lots.randint(1, most)] or places)
    return lots.choice(actions)


def played_until(
    wanted: Callable[[State], bool], *, seed: int, players: int = 2, **options: bool
) -> State:
    """The first position of its kind that comes up in random matches from this seed on."""
    lots = random.Random(seed)
    while True:
        state = play.new(players, lots.getrandbits(32), options)
        while not state.over:
            state, _ = play.apply(state, next_action(state, lots))
            if wanted(state):
                return state
