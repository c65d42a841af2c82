"""Who plays for what: matches, duels, and what a touch would come to (C7, C8, C14, C17, C20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.games.chaos.cards import GRAB, SYMBOL_OF, Pile
from console.games.chaos.state import State

WINS_DUEL: Final = "duel"
WINS_SPECIAL: Final = "special"
WINS_BOTH: Final = "both"
WINS_NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class SymbolMatch:
    """A live match: ``hands`` (ascending) play for one ``symbol``, and any of them may claim it."""

    symbol: str
    hands: tuple[int, ...]


def watched(state: State, hand: int) -> int:
    """The hand whose top ``hand`` plays for: with k active `left` the k-th to its left (C20)."""
    return (hand + state.shift) % state.hands


def find_matches(
    piles: Sequence[Pile], fresh: Sequence[bool], shift: int, players: int
) -> tuple[SymbolMatch, ...]:
    """All live matches, by symbol (C8).

    A match is all hands that play for one symbol; it is live while one of the tops they play for,
    their own or not (C20), is fresh. With two players it needs hands of both: the hands that claim
    count, not the piles watched (C31).
    """
    hands = len(piles)
    playing: dict[str, list[int]] = {}
    lively: set[str] = set()
    for top, pile in enumerate(piles):
        symbol = SYMBOL_OF.get(pile[-1]) if pile else None
        if symbol is None:
            continue
        playing.setdefault(symbol, []).append((top - shift) % hands)
        if fresh[top]:
            lively.add(symbol)
    return tuple(
        SymbolMatch(symbol, tuple(sorted(playing[symbol])))
        for symbol in sorted(lively)
        if len({hand % players for hand in playing[symbol]}) > 1
    )


def live_matches(state: State) -> tuple[SymbolMatch, ...]:
    """All live matches, by symbol, whether or not an open special outranks them (C17)."""
    return find_matches(state.piles, state.fresh, state.shift, state.players)


def duel_of(state: State, hand: int) -> SymbolMatch | None:
    """The live match that ``hand`` is in; it plays for one top, so there is at most one."""
    for match in live_matches(state):
        if hand in match.hands:
            return match
    return None


def losers_of(state: State, match: SymbolMatch, winner: int) -> tuple[int, ...]:
    """Who loses the match, clockwise from the winner (C10).

    With two players only the opponent's hands lose (C31).
    """
    player = state.player_of(winner)
    return tuple(
        sorted(
            (hand for hand in match.hands if state.player_of(hand) != player),
            key=lambda hand: (hand - winner) % state.hands,
        )
    )


def claim(state: State, hand: int, gesture: str) -> str:
    """What ``hand`` wins by touching in this very position.

    Only the highest thing open counts (C17): an open special takes its own gesture, and a grab for
    a duel under it, or any other wrong gesture, wins nothing (C14). A hand that wins a special and
    is in a live duel wins ``both``, and chooses (C18).
    """
    if state.special is not None:
        if gesture != state.special:
            return WINS_NOTHING
        return WINS_BOTH if duel_of(state, hand) else WINS_SPECIAL
    if gesture == GRAB and duel_of(state, hand):
        return WINS_DUEL
    return WINS_NOTHING
