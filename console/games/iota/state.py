"""A position of IOTA: immutable, equal to another when the same lies on the table and in hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.games.iota.cards import Card
from console.games.iota.options import Options

PLAYERS: Final = (2, 4)
ROUNDS_OF_PASSES: Final = 3
"""After so many full rounds of nothing but passes it ends, though the deck lasts (I11)."""


@dataclass(frozen=True, slots=True)
class State:
    """``grid`` holds (x, y, card) by y, then x; ``hands`` a sorted tuple a seat; ``deck`` starts
    with the card to draw next; ``passes`` were made in a row so far (I11).

    ``to_move`` is a seat, None once over; ``winners`` are seats, ascending.
    """

    options: Options
    to_move: int | None
    grid: tuple[tuple[int, int, Card], ...]
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    scores: tuple[int, ...]
    passes: int = 0
    winners: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the game has ended (I9, I11)."""
        return bool(self.winners)


def passes_to_end(players: int, deck: Sequence[Card]) -> int:
    """How many passes in a row end the game (I11)."""
    return players * ROUNDS_OF_PASSES if deck else players


def winners_of(
    options: Options, scores: Sequence[int], hands: Sequence[Sequence[Card]]
) -> tuple[int, ...]:
    """Who wins a game that has ended: most points (I9), or fewest cards left (I14)."""
    merits = list(scores) if options.scoring else [-len(hand) for hand in hands]
    best = max(merits)
    return tuple(seat for seat, merit in enumerate(merits) if merit == best)
