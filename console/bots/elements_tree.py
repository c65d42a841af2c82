"""Information-set Monte Carlo tree search: what a player of «Сила стихий» may know decides.

Each step supposes a hand of the opponent, of those that he may have, goes down the tree by upper
confidence bounds, adds one action to it and plays the round out by guesses. Whoever is to move
chooses by what he has learned with the hand he holds, so that the agent, whose hand is always the
same, cannot use what he supposed; the tree's branches are actions, which all can see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt

from console.bots.base import Deadline
from console.bots.elements_odds import WAYS, key_of
from console.bots.elements_round import REVEAL, House, Table
from console.games.rng import Rng

_CURIOSITY = 1.0
_LATE_EVERY = 16


@dataclass(frozen=True, slots=True)
class Sight:
    """What the agent, player 0 and to move, knows: his ``hand`` and the ``unseen`` cards, packed,
    how many of those the opponent holds, and what lies open."""

    house: House
    hand: int
    unseen: int
    held: int
    taken: tuple[int, int]
    chain: tuple[int, ...]

    def with_hand(self, other: int) -> Table:
        """The position if the opponent's hand is this."""
        return Table(
            house=self.house,
            hands=[self.hand, other],
            aside=self.unseen - other,
            taken=[*self.taken],
            chain=[*self.chain],
            limit=sum(self.chain),
        )


@dataclass(slots=True)
class _Tally:
    """How often an action was tried with some hand, and what it brought in all to who did it."""

    tries: int = 0
    sum: float = 0.0


@dataclass(slots=True)
class _Known:
    """What has been learned with some hand: a tally an action."""

    tries: int = 0
    tallies: dict[int, _Tally] = field(default_factory=dict)


@dataclass(slots=True)
class _Node:
    """A position as all can see it: what is known by hand, and where the actions lead."""

    known: dict[int, _Known] = field(default_factory=dict)
    after: dict[int, _Node] = field(default_factory=dict)


def search(sight: Sight, steps: int, rng: Rng, deadline: Deadline) -> int:
    """The action that was tried most in so many steps, fewer if the time is up; without any, a
    guess. Who is sure to win a reveal does so at once."""
    ways = WAYS[key_of(sight.unseen, sight.held)]
    at_first = sight.with_hand(ways[0])
    if at_first.sure_to_win() or len(at_first.legal()) == 1:
        return at_first.guess()
    root = _Node()
    for step in range(steps):
        if step % _LATE_EVERY == 0 and deadline():
            break
        _step(root, sight.with_hand(ways[rng.below(len(ways))]), rng)
    if not root.known:
        return at_first.guess()
    tallies = root.known[sight.hand].tallies
    return max(tallies, key=lambda action: (tallies[action].tries, tallies[action].sum))


def _step(node: _Node, table: Table, rng: Rng) -> None:
    """One way down the tree and to the round's end; what it was worth is noted on the way."""
    path: list[tuple[_Known, _Tally]] = []
    while True:
        known = node.known.get(table.hands[table.player])
        if known is None:
            known = node.known[table.hands[table.player]] = _Known()
        legal = table.legal()
        fresh = len(known.tallies) < len(legal)
        if fresh:
            untried = [action for action in legal if action not in known.tallies]
            action = untried[rng.below(len(untried))]
            known.tallies[action] = _Tally()
        else:
            action = _promising(known)
        path.append((known, known.tallies[action]))
        if action >= REVEAL:
            worth = table.outcome(action)
            break
        table.act(action)
        if fresh:
            worth = table.play_out()
            break
        node = node.after.setdefault(action, _Node())
    for known, tally in path:
        known.tries += 1
        tally.tries += 1
        tally.sum += worth
        worth = -worth


def _promising(known: _Known) -> int:
    """The action with the highest upper confidence bound."""
    spread = _CURIOSITY * sqrt(log(known.tries))
    best, found = -inf, 0
    for action, tally in known.tallies.items():
        bound = tally.sum / tally.tries + spread / sqrt(tally.tries)
        if bound > best:
            best, found = bound, action
    return found
