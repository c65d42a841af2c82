"""What a seat sees in IOTA, as the numbers and sets of cards that its opponent works with."""

from __future__ import annotations

from dataclasses import dataclass

from console.games.forms import Json
from console.games.iota.cards import NUMBER_OF, WILD, WILDS, each
from console.games.iota.table import IotaTable, table_of
from console.games.rng import Rng

Cards = tuple[int, ...]
"""Cards by number."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the player to move is told. ``sizes`` are the other hands' sizes, from the next seat on;
    ``leads`` by how much he is ahead of each; ``unseen`` the cards that they may hold or that may
    be in the ``deck``, of which only the number is known."""

    table: IotaTable
    hand: Cards
    sizes: tuple[int, ...]
    deck: int
    unseen: Cards
    leads: tuple[int, ...]
    scoring: bool

    def deal(self, rng: Rng) -> tuple[list[Cards], Cards]:
        """The other hands and the deck as they might be."""
        cards = rng.shuffled(self.unseen)
        hands = []
        for size in self.sizes:
            hands.append(tuple(sorted(cards[:size])))
            del cards[:size]
        return hands, tuple(cards[: self.deck])


def sight_of(observation: Json) -> Sight:
    """An observation made for the player to move.

    In the short game (I13) nobody knows which cards are out: any that is not seen may be there.
    """
    seat = observation["to_move"]
    table = table_of((x, y, card) for x, y, card in observation["grid"])
    hand = tuple(NUMBER_OF[card] for card in observation["hands"][seat])
    unseen = [card for card in each(table.free) if card not in hand]
    unseen += [WILD] * (WILDS - len(table.wilds) - hand.count(WILD))
    scores = observation["scores"]
    others = scores[seat + 1 :] + scores[:seat]
    return Sight(
        table=table,
        hand=hand,
        sizes=tuple(observation["hands"][seat + 1 :] + observation["hands"][:seat]),
        deck=observation["deck"],
        unseen=tuple(unseen),
        leads=tuple(scores[seat] - points for points in others),
        scoring=observation["options"]["scoring"],
    )
