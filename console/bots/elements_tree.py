"""Information-set Monte Carlo tree search: decided by what the player may know.

Each step supposes a hand of the opponent, of those that he may have, goes down the tree by upper
confidence bounds, adds one action to it and plays the round out by guesses. Whoever is to move
chooses by what he has learned with the hand he holds, so that the agent, whose hand is always the
same, cannot use what he supposed; the tree's branches are actions, which all can see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Final

from console.bots.base import Deadline
from console.bots.elements_guess import RoundScoring, guess, play_out, sure_to_win
from console.games.elements.actions import CONCEDE, REVEAL, Action
from console.games.elements.hands import Cards, HeldCards
from console.games.elements.play import apply
from console.games.elements.state import State
from console.games.rng import Rng

_CURIOSITY: Final = 1.0
_LATE_EVERY: Final = 16


@dataclass(frozen=True, slots=True)
class Situation:
    """What the agent, who is to move, knows. ``hidden``: all hands that the opponent may have, each
    with the cards that are aside then; ``state`` has the first of them."""

    scoring: RoundScoring
    state: State
    hidden: list[tuple[HeldCards, HeldCards]]


@dataclass(slots=True)
class _Tally:
    """How often an action was tried with some hand, and what it brought in all to who did it."""

    action: Action
    tries: int = 0
    sum: float = 0.0


@dataclass(slots=True)
class _Known:
    """What has been learned with some hand: a tally of each action that was tried."""

    untried: list[Action]
    tries: int = 0
    tallies: list[_Tally] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """A position as all can see it: what is known by hand (packed), and where the actions lead, by
    the chain that they leave."""

    known: dict[int, _Known] = field(default_factory=dict)
    after: dict[Cards, _Node] = field(default_factory=dict)


def search(sight: Situation, steps: int, rng: Rng, deadline: Deadline) -> Action:
    """The action that was tried most in so many steps, fewer if the time is up; without any, a
    guess. Who is sure to win a reveal does so at once."""
    state, hidden, scoring = sight.state, sight.hidden, sight.scoring
    if sure_to_win(state) or len(state.actions) == 1:
        return guess(state, scoring)
    root = _Node()
    for step in range(steps):
        if step % _LATE_EVERY == 0 and deadline():
            break
        _step(root, state.with_hidden(*hidden[rng.below(len(hidden))]), scoring, rng)
    if not root.known:
        return guess(state, scoring)
    tallies = root.known[state.hand.packed].tallies
    return max(tallies, key=lambda tally: (tally.tries, tally.sum)).action


def _step(node: _Node, state: State, scoring: RoundScoring, rng: Rng) -> None:
    """One way down the tree and to the round's end; what it was worth is noted on the way."""
    seat = state.seat
    path: list[tuple[_Known, _Tally]] = []
    while True:
        known = node.known.get(state.hand.packed)
        if known is None:
            known = node.known[state.hand.packed] = _Known(list(state.actions))
        fresh = bool(known.untried)
        if fresh:
            tally = _Tally(known.untried.pop(rng.below(len(known.untried))))
            known.tallies.append(tally)
        else:
            tally = _promising(known)
        path.append((known, tally))
        if tally.action is REVEAL or tally.action is CONCEDE:
            worth = scoring.worth(state, tally.action, seat)
            break
        state, _ = apply(state, tally.action)
        if fresh:
            worth = play_out(state, scoring, seat)
            break
        following = node.after.get(state.chain)
        if following is None:
            following = node.after[state.chain] = _Node()
        node = following
    for known, tally in path:
        known.tries += 1
        tally.tries += 1
        tally.sum += worth
        worth = -worth


def _promising(known: _Known) -> _Tally:
    """The action with the highest upper confidence bound."""
    spread = _CURIOSITY * sqrt(log(known.tries))
    best, found = -inf, known.tallies[0]
    for tally in known.tallies:
        bound = tally.sum / tally.tries + spread / sqrt(tally.tries)
        if bound > best:
            best, found = bound, tally
    return found
