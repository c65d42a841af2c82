"""Weighing turns of IOTA by what might come of them.

Hands and deck are dealt at random from the cards not seen, the same for every turn that is weighed;
then the others reply and the player goes on, all taking what gains most. Once nothing can be drawn
it is played to the end. Work is counted in steps; half of the turns, the worse ones, are left out
after a quarter and after half of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from console.bots.base import Late
from console.bots.iota_sight import Cards, Sight
from console.bots.iota_turns import Field, Laid, Turn, with_cards, without
from console.games.chance import Chance
from console.games.iota.actions import HAND
from console.games.iota.hands import Hand

WON: Final = 30.0
"""What it is worth to have most points in the end, beside the points themselves."""

SET_UP_STEPS: Final = 150
"""The steps that finding the slots of a table is worth."""


@dataclass(slots=True)
class Weighed:
    """A turn, the table after it, and the sum of what it came to."""

    turn: Turn
    field: Field
    total: float = 0.0


class Search:
    """Weighs turns of one player, once."""

    def __init__(self, sight: Sight, chance: Chance, late: Late) -> None:
        self._sight = sight
        self._chance = chance
        self._late = late
        self._steps = 0
        self._hands: dict[Cards, Hand] = {}

    def best(self, turns: Sequence[Turn], steps: int, samples: int) -> Turn:
        """The turn that comes to most in so many ``samples``, or until ``steps`` are used up."""
        weighed = [Weighed(turn, Field(turn.after(), self._sight.scoring)) for turn in turns]
        alive = weighed
        for sample in range(1, samples + 1):
            hands, deck = self._sight.deal(self._chance)
            self._hands = {}
            came = []
            for each in alive:
                if self._late():
                    return max(alive, key=lambda one: one.total).turn
                came.append(self._comes_to(each, hands, deck))
            for each, value in zip(alive, came, strict=True):
                each.total += value
            used = max(self._steps / steps, sample / samples)
            if used >= 1:
                break
            wanted = len(weighed) // (4 if used >= 0.5 else 2 if used >= 0.25 else 1)
            alive = sorted(alive, key=lambda one: one.total, reverse=True)[: max(3, wanted)]
        return max(alive, key=lambda one: one.total).turn

    def _hand(self, cards: Cards) -> Hand:
        """What can be made of these cards, found out once for each deal."""
        if cards not in self._hands:
            self._hands[cards] = Hand(cards)
        return self._hands[cards]

    def _reply(
        self, field: Field, cards: Cards, deck: int, taken: AbstractSet[int] = frozenset()
    ) -> Laid:
        before = field.steps
        laid = field.best(self._hand(cards), deck, taken)
        self._steps += 10 + field.steps - before
        return laid

    def _comes_to(self, each: Weighed, hands: Sequence[Cards], deck: Cards) -> float:
        """What a turn comes to with these cards dealt, against what the others gain on average."""
        turn = each.turn
        wanted = HAND - len(turn.left)
        mine = tuple(sorted((*turn.left, *deck[:wanted])))
        deck = (*deck[wanted:], *turn.exchange)
        if not mine:
            return turn.gain + self._won([turn.gain] + [0.0] * len(hands))
        if not deck:
            return self._to_the_end(each, [mine, *hands])
        value = turn.gain
        left = len(deck)
        taken: set[int] = set()
        for cards in hands:
            gain, keys, _ = self._reply(each.field, cards, left, taken)
            value -= gain / len(hands)
            taken.update(keys)
            left = max(0, left - len(keys))
        return value + self._reply(each.field, mine, left, taken)[0]

    def _to_the_end(self, each: Weighed, hands: list[Cards]) -> float:
        """Plays on from the next seat, ``hands[1]``, until a hand is empty or all have passed."""
        field = each.field
        gains = [each.turn.gain] + [0.0] * (len(hands) - 1)
        passes = 0 if each.turn.keys else 1
        seat = 0
        while passes < len(hands):
            seat = (seat + 1) % len(hands)
            gain, keys, order = self._reply(field, hands[seat], 0)
            passes = 0 if keys else passes + 1
            if keys:
                gains[seat] += gain
                hands[seat] = without(hands[seat], order)
                if not hands[seat]:
                    break
                field = Field(with_cards(field.table, keys, order), self._sight.scoring)
                self._steps += SET_UP_STEPS
        return gains[0] - sum(gains[1:]) / len(gains[1:]) + self._won(gains)

    def _won(self, gains: Sequence[float]) -> float:
        """What the end is worth beside the points, when each has gained so much since (I9)."""
        if not self._sight.scoring:
            return 0.0
        pairs = zip(self._sight.leads, gains[1:], strict=True)
        ahead = min(lead + gains[0] - gain for lead, gain in pairs)
        return WON if ahead > 0 else -WON if ahead < 0 else 0.0
