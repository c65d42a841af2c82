"""Weighing turns of IOTA by what might come of them.

Hands and deck are dealt at random from the cards not seen, the same for every turn that is weighed;
then the others reply and the player goes on, all taking what gains most. Once little can be drawn
it is played to the end. Work is counted in steps; half of the turns, the worse ones, are left out
after a quarter and after half of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from console.bots.base import Deadline
from console.bots.iota_sight import Cards, Sight
from console.bots.iota_turns import Laid, RankedSlots, TurnPlan, without
from console.games.iota.actions import HAND
from console.games.iota.hands import HandLines
from console.games.iota.table import with_cards
from console.games.rng import Rng

WON: Final = 30.0
"""What it is worth to have most points in the end, beside the points themselves."""

SOON_OVER: Final = 4
"""With so few cards in the deck, or less, it is played to the end."""

TEMPO: Final = 0.1
"""Without scoring, what a card placed is worth while the deck makes up for it."""

SET_UP_STEPS: Final = 150
"""The steps that finding the slots of a table is worth."""


@dataclass(slots=True)
class WeighedTurn:
    """A turn, the table after it, and the sum of what it came to."""

    turn: TurnPlan
    field: RankedSlots
    total: float = 0.0


class TurnSearch:
    """Weighs turns of one player, once."""

    def __init__(self, sight: Sight, rng: Rng, deadline: Deadline) -> None:
        self._sight = sight
        self._rng = rng
        self._deadline = deadline
        self._steps = 0
        self._hands: dict[Cards, HandLines] = {}

    def best(self, turns: Sequence[TurnPlan], steps: int, samples: int) -> TurnPlan:
        """The turn that comes to most in so many ``samples``, or until ``steps`` are used up.

        The first of ``turns`` when there is no time to weigh them all once.
        """
        weighed: list[WeighedTurn] = []
        for turn in turns:
            if self._deadline():
                return turns[0]
            weighed.append(WeighedTurn(turn, RankedSlots(turn.after(), self._sight.scoring)))
        alive = weighed
        for sample in range(1, samples + 1):
            hands, deck = self._sight.deal(self._rng)
            self._hands = {}
            came = []
            for each in alive:
                came.append(self._comes_to(each, hands, deck))
                if self._deadline():
                    return max(alive, key=lambda one: one.total).turn
            for each, value in zip(alive, came, strict=True):
                each.total += value
            used = max(self._steps / steps, sample / samples)
            if used >= 1:
                break
            wanted = len(weighed) // (4 if used >= 0.5 else 2 if used >= 0.25 else 1)
            alive = sorted(alive, key=lambda one: one.total, reverse=True)[: max(3, wanted)]
        return max(alive, key=lambda one: one.total).turn

    def _hand(self, cards: Cards) -> HandLines:
        """What can be made of these cards, found out once for each deal."""
        if cards not in self._hands:
            self._hands[cards] = HandLines(cards)
        return self._hands[cards]

    def _reply(
        self, field: RankedSlots, cards: Cards, deck: int, taken: AbstractSet[int] = frozenset()
    ) -> Laid:
        before = field.steps
        laid = field.best(self._hand(cards), deck, taken)
        self._steps += 10 + field.steps - before
        return laid

    def _comes_to(self, each: WeighedTurn, hands: Sequence[Cards], deck: Cards) -> float:
        """What a turn comes to with these cards dealt, against what the others get on average."""
        turn = each.turn
        line = _Course([turn.left, *hands], deck, [turn.gain] + [0.0] * len(hands))
        line.draw(0)
        line.deck += turn.exchange
        if not line.hands[0]:
            return self._worth(line, ended=True)
        if len(line.deck) <= SOON_OVER:
            self._to_the_end(each, line)
            return self._worth(line, ended=True)
        taken: set[int] = set()
        for seat in (*range(1, len(line.hands)), 0):
            laid = self._reply(each.field, line.hands[seat], len(line.deck), taken)
            line.place(seat, laid)
            taken.update(laid[1])
        return self._worth(line, ended=False)

    def _to_the_end(self, each: WeighedTurn, line: _Course) -> None:
        """Plays on from the next seat until a hand is empty or all have passed."""
        field = each.field
        passes = 0 if each.turn.keys else 1
        seat = 0
        while passes < len(line.hands) and all(line.hands) and not self._deadline():
            seat = (seat + 1) % len(line.hands)
            laid = self._reply(field, line.hands[seat], len(line.deck))
            _, keys, order = laid
            passes = 0 if keys else passes + 1
            if keys:
                line.place(seat, laid)
                field = RankedSlots(with_cards(field.table, keys, order), self._sight.scoring)
                self._steps += SET_UP_STEPS

    def _worth(self, line: _Course, *, ended: bool) -> float:
        """Points (I9), or being rid of cards (I14), against those of the others."""
        gains, sizes = line.gains, [len(hand) for hand in line.hands]
        others = len(gains) - 1
        gained = gains[0] - sum(gains[1:]) / others
        if self._sight.scoring:
            return gained + (self._won(gains) if ended else 0.0)
        rid = sum(sizes[1:]) / others - sizes[0]
        if not all(sizes):
            rid += WON if sizes[0] == 0 else -WON
        return rid + TEMPO * gained

    def _won(self, gains: Sequence[float]) -> float:
        """What the end is worth beside the points, when each has gained so much since (I9)."""
        pairs = zip(self._sight.leads, gains[1:], strict=True)
        ahead = min(lead + gains[0] - gain for lead, gain in pairs)
        return WON if ahead > 0 else -WON if ahead < 0 else 0.0


@dataclass(slots=True)
class _Course:
    """How a turn might go on: hands, what is left of the deck and what each has gained, the player
    whose turn is weighed first, the others in turn."""

    hands: list[Cards]
    deck: Cards
    gains: list[float]

    def place(self, seat: int, laid: Laid) -> None:
        """A seat places and draws (I6)."""
        gain, _, order = laid
        self.gains[seat] += gain
        self.hands[seat] = without(self.hands[seat], order)
        self.draw(seat)

    def draw(self, seat: int) -> None:
        """A seat fills its hand up."""
        wanted = HAND - len(self.hands[seat])
        self.hands[seat] = tuple(sorted((*self.hands[seat], *self.deck[:wanted])))
        self.deck = self.deck[wanted:]
