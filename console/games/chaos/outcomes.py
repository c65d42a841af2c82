"""What touches and falls come to: the events that move piles (C9, C10, C12, C13, C15)."""

from __future__ import annotations

from console.games.chaos.draft import Draft
from console.games.chaos.events import DuelWon, FalseGrab, Fell, SpecialWon
from console.games.chaos.matches import SymbolMatch, losers_of


def _settle(draft: Draft) -> None:
    """An event settles the whole table before it moves any pile (C8, C20).

    Active `left` cards slide under their owners' open piles, no top is fresh any more, and an
    unclaimed special and a pending `all` are dead.
    """
    for hand in range(draft.hands):
        draft.piles[hand] = draft.beside[hand] + draft.piles[hand]
        draft.beside[hand] = ()
        draft.fresh[hand] = False
    draft.special = draft.pending_all = draft.choice = None


def win_duel(draft: Draft, match: SymbolMatch, winner: int) -> None:
    """The winner gives his open pile away (C9, C10); the first loser clockwise flips next.

    Under a loser's stack go, in this order: his own pile bottom to top, his part of the winner's
    pile, and for the first loser the pot. One loser gets the winner's pile bottom to top; several
    are dealt it one by one from its top, clockwise from the winner.
    """
    losers = losers_of(draft.start, match, winner)
    _settle(draft)
    prize = draft.piles[winner]
    draft.piles[winner] = ()
    dealt = prize if len(losers) == 1 else prize[::-1]
    for place, loser in enumerate(losers):
        draft.stacks[loser] += draft.piles[loser] + dealt[place :: len(losers)]
        draft.piles[loser] = ()
    draft.stacks[losers[0]] += draft.pot
    draft.pot = ()
    draft.give_turn(losers[0])
    draft.events.append(DuelWon(winner, losers))
    draft.check_classic()


def win_special(draft: Draft, special: str, hand: int) -> None:
    """The hand's whole open pile goes on the pot, bottom to top (C15).

    The turn is already with the hand after the one that opened the card, or the `all` (C19).
    """
    _settle(draft)
    draft.pot += draft.piles[hand]
    draft.piles[hand] = ()
    draft.events.append(SpecialWon(hand, special))
    draft.check_classic()


def _pay(draft: Draft, hand: int) -> None:
    """The hand takes its own open pile, all others clockwise, then the pot, and flips next."""
    _settle(draft)
    for other in draft.clockwise(hand):
        draft.stacks[hand] += draft.piles[other]
        draft.piles[other] = ()
    draft.stacks[hand] += draft.pot
    draft.pot = ()
    draft.give_turn(hand)


def false_grab(draft: Draft, hand: int) -> None:
    """A touch by a hand that has nothing to claim (C12, C14)."""
    _pay(draft, hand)
    draft.events.append(FalseGrab(hand))
    draft.check_classic()


def fall(draft: Draft, hand: int | None) -> None:
    """The grip falls (C13): a known hand pays as for a false grab.

    Otherwise all open piles go to the pot, clockwise from the hand to move (hand 0 if there is
    none), each bottom to top, and the turn does not change.
    """
    if hand is not None:
        _pay(draft, hand)
    else:
        _settle(draft)
        for other in draft.clockwise(draft.to_move or 0):
            draft.pot += draft.piles[other]
            draft.piles[other] = ()
    draft.events.append(Fell(hand))
    draft.check_classic()
