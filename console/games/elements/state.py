"""A position of «Сила стихий»: immutable, equal to another when the same lies on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.games.elements.actions import YIN_YANG, Action
from console.games.elements.hands import EMPTY, HAND, Cards, HeldCards
from console.games.elements.options import Options

PLAYERS: Final = 2
_DEALT: Final = PLAYERS * HAND


class Round(NamedTuple):
    """What never changes in a round: its ``number`` from 1, its ``starter``, what lies ``aside``.

    ``scores`` are by seat. Once the game is over, ``winners`` are seats, ascending, and ``scores``
    the last.

    The last two fields are no part of the position, and of no account when two are compared:
    ``lots`` is what all lots start from, ``applied`` how many actions were made before the round
    was dealt, since the match began or was loaded (less than 0, if the round had begun then).
    """

    options: Options
    number: int
    starter: int
    scores: tuple[int, int]
    aside: HeldCards
    winners: Cards
    lots: int
    applied: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-2])


class State(NamedTuple):
    """A position as the player to move has it: ``hand``, ``taken`` and ``total``, the sum of both
    (E3), are his, and ``other_...`` his opponent's.

    ``seat`` is to move, or ended the game; ``chain`` runs bottom to top, ``limit`` is its sum;
    ``actions`` are the legal ones. A named tuple, since nothing else is made so fast.
    """

    round: Round
    seat: int
    hand: HeldCards
    taken: Cards
    total: int
    other_hand: HeldCards
    other_taken: Cards
    other_total: int
    chain: Cards
    limit: int
    actions: tuple[Action, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended (E9)."""
        return not self.actions

    @property
    def to_move(self) -> int | None:
        """Whose turn it is; None once over."""
        return self.seat if self.actions else None

    @property
    def winners(self) -> Cards:
        """The seats that have won, ascending; none until it is over."""
        return self.round.winners

    @property
    def hands(self) -> tuple[Cards, Cards]:
        """The cards in hand, by seat."""
        return self._by_seat(self.hand.cards, self.other_hand.cards)

    @property
    def all_taken(self) -> tuple[Cards, Cards]:
        """The cards taken, by seat, in the order taken."""
        return self._by_seat(self.taken, self.other_taken)

    @property
    def sums(self) -> tuple[int, int]:
        """Hand and taken cards together (E3), by seat."""
        return (self.other_total, self.total) if self.seat else (self.total, self.other_total)

    @property
    def discard(self) -> Cards:
        """The sixes discarded."""
        in_hands = len(self.hand.cards) + len(self.other_hand.cards)
        lying = len(self.taken) + len(self.other_taken) + len(self.chain)
        return (YIN_YANG,) * (PLAYERS * HAND - in_hands - lying)

    @property
    def turns(self) -> int:
        """How many turns were made in this round: each plays, discards or takes a card (E4)."""
        _, _, hand, taken, _, other, other_taken, _, _, _, _ = self
        return _DEALT - len(hand.cards) - len(other.cards) + len(taken) + len(other_taken)

    def with_hidden(self, other: HeldCards, aside: HeldCards) -> State:
        """The position if the opponent's hand and the cards aside, which the player to move does
        not see, are these."""
        total = self.other_total - self.other_hand.total + other.total
        new = tuple.__new__  # a named tuple's own way to be replaced takes five times as long
        round_ = new(Round, (*self.round[:4], aside, *self.round[5:]))
        return new(State, (round_, *self[1:5], other, self.other_taken, total, *self[8:]))

    def _by_seat(self, own: Cards, other: Cards) -> tuple[Cards, Cards]:
        return (other, own) if self.seat else (own, other)


def menu_of(state: State) -> tuple[Action, ...]:
    """The legal actions, worked out from the rest (E4 to E7, E10)."""
    situation = (EMPTY if not state.chain else 0) + (state.total > state.limit)
    return state.hand.menus[state.round.options.menu + situation]


def winners_of(scores: tuple[int, int]) -> Cards:
    """Who wins a game that has ended: most points, and equal ones share (E9)."""
    first, second = scores
    return (0, 1) if first == second else (0,) if first > second else (1,)
