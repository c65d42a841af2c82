"""The opponent in «Сила стихий»: information-set Monte Carlo tree search.

Level 1 guesses one action ahead. The others differ in nothing but how many steps they search.
"""

from __future__ import annotations

from typing import Final

from console.bots.base import Agent, Deadline
from console.bots.elements_match import folds
from console.bots.elements_odds import packed
from console.bots.elements_round import CONCEDE, DISCARD, REVEAL, TAKE, House
from console.bots.elements_tree import Sight, search
from console.games.elements.hands import DECK
from console.games.elements.options import PENALTY
from console.games.forms import Json
from console.games.rng import Rng

STEPS: Final = {1: 0, 2: 12, 3: 300, 4: 6000}
"""Supposed hands a choice, by level."""


_WORDS: Final = {TAKE: "take", DISCARD: "discard", REVEAL: "reveal", CONCEDE: "concede"}


class ElementsAgent(Agent):
    """Plays «Сила стихий» with any options."""

    def choose(self, observation: Json, level: int, rng: Rng, deadline: Deadline) -> Json:
        """As ``Agent.choose``."""
        action = search(sight_of(observation), STEPS[level], rng, deadline)
        word = _WORDS.get(action)
        return {"type": "play", "card": action} if word is None else {"type": word}


def sight_of(observation: Json) -> Sight:
    """What the player to move is told, for the search."""
    seat = observation["to_move"]
    taken, chain = observation["taken"], observation["chain"]
    hand = packed(observation["hand"])
    lying = packed([*taken[0], *taken[1], *chain, *observation["discard"]])
    return Sight(
        house=House(folds(observation), observation["options"]["misreveal"] == PENALTY),
        hand=hand,
        unseen=packed(DECK) - hand - lying,
        held=observation["hand_counts"][1 - seat],
        taken=(sum(taken[seat]), sum(taken[1 - seat])),
        chain=tuple(chain),
    )
