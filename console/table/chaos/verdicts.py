"""From the rules' events to what the table says: who, what for, and where the cards go."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.chaos.cards import Pile
from console.games.chaos.events import DuelWon, Event, FalseGrab, Fell, SpecialWon
from console.games.chaos.matches import watched
from console.games.chaos.state import State
from console.table.chaos.position import Position
from console.table.chaos.view import POT, CardMove
from console.table.outputs import VerdictKind


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """What an event of the rules came to, in seats."""

    kind: VerdictKind
    seats: tuple[int, ...]
    losers: tuple[int, ...]
    special: str | None
    moves: tuple[CardMove, ...]


def outcome(before: State, seats: tuple[int, ...], events: tuple[Event, ...]) -> RuleOutcome | None:
    """The verdict in ``events``, which came of position ``before``; None without one."""
    piles = [(*b, *p) for p, b in zip(before.piles, before.beside, strict=True)]
    for event in events:
        match event:
            case DuelWon(winner, losers):
                moves = _duel_moves(seats, piles, winner, losers, before.pot)
                lost = tuple(seats[h] for h in losers)
                return RuleOutcome(VerdictKind.DUEL_WON, (seats[winner],), lost, None, moves)
            case SpecialWon(hand, special):
                moves = _moves([(seats[hand], POT, piles[hand])])
                return RuleOutcome(VerdictKind.SPECIAL_WON, (seats[hand],), (), special, moves)
            case FalseGrab(hand):
                moves = _forfeit(seats, piles, hand, before.pot)
                return RuleOutcome(VerdictKind.FALSE_GRAB, (seats[hand],), (), None, moves)
            case Fell(None):
                moves = _moves([(s, POT, p) for s, p in zip(seats, piles, strict=True)])
                return RuleOutcome(VerdictKind.FELL, (), (), None, moves)
            case Fell(int(hand)):
                moves = _forfeit(seats, piles, hand, before.pot)
                return RuleOutcome(VerdictKind.FELL, (seats[hand],), (), None, moves)
    return None


def _moves(all_moves: list[tuple[int, int, Pile]]) -> tuple[CardMove, ...]:
    """Each move's cards bottom to top."""
    return tuple(CardMove(a, b, len(cards), cards[-1]) for a, b, cards in all_moves if cards)


def _forfeit(
    seats: tuple[int, ...], piles: list[Pile], hand: int, pot: Pile
) -> tuple[CardMove, ...]:
    """C12: all open piles and the pot go to ``hand``."""
    gone = [(s, seats[hand], pile) for s, pile in zip(seats, piles, strict=True)]
    return _moves([*gone, (POT, seats[hand], pot)])


def _duel_moves(
    seats: tuple[int, ...], piles: list[Pile], winner: int, losers: tuple[int, ...], pot: Pile
) -> tuple[CardMove, ...]:
    """C9, C10: losers take their own piles, share the winner's, the first one takes the pot."""
    moves = []
    for i, loser in enumerate(losers):
        share = piles[winner][::-1][i :: len(losers)][::-1]  # dealt one by one from the top
        moves += [(seats[loser], seats[loser], piles[loser]), (seats[winner], seats[loser], share)]
    return _moves([*moves, (POT, seats[losers[0]], pot)])


def shown_moment_ns(before: State, position: Position, hand: int, claims: bool) -> int | None:
    """The moment from which a contact's reaction counts (C24).

    For a rightful claim the last of the cards that make it up: the special, or the tops that
    ``hand`` and its rivals play for in position ``before``. Else the last card shown.
    """
    if not claims:
        return position.last_shown_ns
    tops = [pile[-1] if pile else None for pile in before.piles]
    if before.special is not None:
        times = [position.shown_ns(h, t) for h, t in enumerate(tops) if t == before.special]
    else:
        symbol = _symbol(tops[watched(before, hand)])
        times = [position.shown_ns(h, t) for h, t in enumerate(tops) if t and _symbol(t) == symbol]
    known = [t for t in times if t is not None]
    return max(known) if known else position.last_shown_ns


def _symbol(card: str | None) -> str | None:
    return None if card is None else card[:2]
