"""What a round of «Сила стихий» comes to when both players only count.

A round is worth 2 to whoever wins a reveal and -2 to the other; what conceding costs in the same
unit follows from the score (``RoundScoring.fold``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.bots.elements_odds import AT_MOST, key_of, lead, reveal_odds
from console.games.elements.actions import CONCEDE, DISCARD, PLAY, REVEAL, TAKE, YIN_YANG, Action
from console.games.elements.play import apply, revealed
from console.games.elements.state import State

STAKE: Final = 2.0
_TRUST: Final = 1.5
_DOUBT: Final = -0.5
"""What going on is worth, by the lead it gives; found by letting guesses play each other."""

_SURE: Final = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class RoundScoring:
    """``fold``: what conceding costs each player, by seat, None where nobody may (E10);
    ``misreveal``: whether a sum above the limit may be revealed (E5)."""

    fold: tuple[float, float] | None
    misreveal: bool

    def worth(self, state: State, action: Action, seat: int) -> float:
        """What the round is worth to this seat when it ends by this reveal or concession."""
        if action is CONCEDE and self.fold is not None:
            winner, lost = 1 - state.seat, self.fold[state.seat]
        else:
            winner, lost = revealed(state).winner, STAKE
        return lost if winner == seat else -lost


def odds_of(state: State) -> tuple[float, ...]:
    """How the sum of the opponent's hand is spread, by what the player to move has seen."""
    other = state.other_hand
    return AT_MOST[key_of(other.packed + state.round.aside.packed, len(other.cards))]


def sure_to_win(state: State) -> bool:
    """Whether a reveal wins whatever the opponent holds."""
    taken = state.other_total - state.other_hand.total
    return reveal_odds(odds_of(state), state.total, state.limit, taken) > _SURE


def guess(state: State, scoring: RoundScoring) -> Action:
    """What a player does who only counts: he looks one action ahead, at how a comparison of the
    sums would probably go, and knows nothing but his own hand."""
    _, seat, hand, _, total, other, _, other_total, chain, limit, actions = state
    if len(actions) == 1:
        return actions[0]
    odds, taken = odds_of(state), other_total - other.total
    best = -2 * STAKE
    found: Action = REVEAL
    for card in hand.without:
        hope = lead(odds, total - card, limit + card, taken)
        if hope > best:
            best, found = hope, PLAY[card]
    if chain:
        card = chain[-1]
        hope = lead(odds, total + card, limit - card, taken)
        if hope > best:
            best, found = hope, TAKE
    if YIN_YANG in hand.without:
        hope = lead(odds, total - YIN_YANG, limit, taken)
        if hope > best:
            best, found = hope, DISCARD
    if found is not REVEAL:
        best = _TRUST * best + _DOUBT
    if scoring.misreveal or total <= limit:
        now = 2 * STAKE * reveal_odds(odds, total, limit, taken) - STAKE
        if now >= best:
            best, found = now, REVEAL
    if scoring.fold is not None and best < -scoring.fold[seat]:
        return CONCEDE
    return found


def play_out(state: State, scoring: RoundScoring, seat: int) -> float:
    """Plays the round to its end by guesses: what it is worth to this seat."""
    while (action := guess(state, scoring)) is not REVEAL and action is not CONCEDE:
        state, _ = apply(state, action)
    return scoring.worth(state, action, seat)
