"""The opponent in «Сила стихий»: information-set Monte Carlo tree search.

Level 1 guesses one action ahead. The others differ in nothing but how many steps they search.
"""

from __future__ import annotations

from typing import Final

from console.bots.base import Agent, Deadline
from console.bots.elements_guess import RoundScoring
from console.bots.elements_match import folds
from console.bots.elements_odds import deals
from console.bots.elements_tree import Situation, search
from console.games.elements.hands import DECK, packed
from console.games.elements.options import PENALTY
from console.games.elements.positions import load
from console.games.forms import Json
from console.games.rng import Rng

STEPS: Final = {1: 0, 2: 12, 3: 300, 4: 6000}
"""Supposed hands a choice, by level."""


class ElementsAgent(Agent):
    """Plays «Сила стихий» with any options."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        """As ``Agent.choose``."""
        return search(sight_of(observation), STEPS[level], rng, deadline).to_json()


def sight_of(observation: Json) -> Situation:
    """What the player to move is told, for the search."""
    seat = observation["to_move"]
    hand, counts = observation["hand"], observation["hand_counts"]
    taken, chain, discard = observation["taken"], observation["chain"], observation["discard"]
    seen = packed([*hand, *taken[0], *taken[1], *chain, *discard])
    hidden = deals(packed(DECK) - seen, counts[1 - seat])
    other, aside = (list(pile.cards) for pile in hidden[0])
    fold = folds(observation)
    if seat and fold is not None:
        fold = fold[::-1]
    hands = [other, hand] if seat else [hand, other]
    return Situation(
        scoring=RoundScoring(fold, observation["options"]["misreveal"] == PENALTY),
        state=load(observation | {"hands": hands, "aside": aside}),
        hidden=hidden,
    )
