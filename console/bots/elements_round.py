"""A round of «Сила стихий» as the search plays it: all hands open, told from who thinks.

Players are 0, who thinks, and 1. A round is worth 2 to whoever wins a reveal and -2 to the other;
what conceding costs in the same unit follows from the score (``House.fold``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.bots.elements_odds import KINDS, SIX, SIZE, TOTAL, UNIT, key_of, lead, reveal_odds

TAKE: Final = 7
DISCARD: Final = 8
REVEAL: Final = 9
CONCEDE: Final = 10
"""Actions as numbers; 1 to 6 are plays."""

STAKE: Final = 2.0
_TRUST: Final = 1.5
_DOUBT: Final = -0.5
"""What going on is worth, by the lead it gives; found by letting guesses play each other."""

_SURE: Final = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class House:
    """``fold``: what conceding costs each player, None where nobody may (E10); ``misreveal``:
    whether a sum above the limit may be revealed (E5)."""

    fold: tuple[float, float] | None
    misreveal: bool


@dataclass(slots=True)
class Table:
    """A position. ``hands`` and ``aside`` are packed, ``taken`` are sums; ``player`` is to move."""

    house: House
    hands: list[int]
    aside: int
    taken: list[int]
    chain: list[int]
    limit: int
    player: int = 0

    def legal(self) -> list[int]:
        """The legal actions (E4, E5, E7, E10)."""
        hand = self.hands[self.player]
        over = TOTAL[hand] + self.taken[self.player] > self.limit
        if over and not hand:
            return [REVEAL if self.house.fold is None else CONCEDE]
        actions = [*KINDS[hand]]
        if self.chain:
            actions.append(TAKE)
        if hand >= SIX:
            actions.append(DISCARD)
        if self.house.misreveal or not over:
            actions.append(REVEAL)
        if self.house.fold is not None:
            actions.append(CONCEDE)
        return actions

    def act(self, action: int) -> None:
        """Plays, takes or discards."""
        player = self.player
        if action < TAKE:
            self.hands[player] -= UNIT[action]
            self.chain.append(action)
            self.limit += action
        elif action == TAKE:
            card = self.chain.pop()
            self.taken[player] += card
            self.limit -= card
        else:
            self.hands[player] -= SIX
        self.player = 1 - player

    def outcome(self, action: int) -> float:
        """What the round is worth to player 0 when it ends by this reveal or concession."""
        player = self.player
        if action == CONCEDE and self.house.fold is not None:
            lost = self.house.fold[player]
        else:
            total = TOTAL[self.hands[player]] + self.taken[player]
            other = TOTAL[self.hands[1 - player]] + self.taken[1 - player]
            won = total <= self.limit and (other > self.limit or total > other)
            lost = -STAKE if won else STAKE
        return lost if player else -lost

    def sure_to_win(self) -> bool:
        """Whether a reveal wins whatever the opponent holds."""
        player = self.player
        other, taken = self.hands[1 - player], self.taken[1 - player]
        key = key_of(other + self.aside, SIZE[other])
        total = TOTAL[self.hands[player]] + self.taken[player]
        return reveal_odds(key, total, self.limit, taken) > _SURE

    def guess(self) -> int:
        """What a player does who only counts: he looks one action ahead, at how a comparison of the
        sums would probably go, and knows nothing but his own hand."""
        player = self.player
        hand, other, taken = self.hands[player], self.hands[1 - player], self.taken[1 - player]
        total, limit, house = TOTAL[hand] + self.taken[player], self.limit, self.house
        if total > limit and not hand:
            return REVEAL if house.fold is None else CONCEDE
        key = key_of(other + self.aside, SIZE[other])
        best, found = -2 * STAKE, REVEAL
        for card in KINDS[hand]:
            hope = lead(key, total - card, limit + card, taken)
            if hope > best:
                best, found = hope, card
        if self.chain:
            card = self.chain[-1]
            hope = lead(key, total + card, limit - card, taken)
            if hope > best:
                best, found = hope, TAKE
        if hand >= SIX:
            hope = lead(key, total - 6, limit, taken)
            if hope > best:
                best, found = hope, DISCARD
        if found != REVEAL:
            best = _TRUST * best + _DOUBT
        if house.misreveal or total <= limit:
            now = 2 * STAKE * reveal_odds(key, total, limit, taken) - STAKE
            if now >= best:
                best, found = now, REVEAL
        if house.fold is not None and best < -house.fold[player]:
            return CONCEDE
        return found

    def play_out(self) -> float:
        """Plays the round to its end by guesses: what it is worth to player 0."""
        while (action := self.guess()) < REVEAL:
            self.act(action)
        return self.outcome(action)
