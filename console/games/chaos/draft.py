"""A position being changed: lists instead of tuples, thrown away once the new ``State`` is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from console.games.chaos.cards import Pile
from console.games.chaos.events import Event, Won
from console.games.chaos.matches import find_matches
from console.games.chaos.state import State, UndoStep, cards_of_hands

_new: Final = tuple.__new__  # a named tuple's own way to be made takes twice as long


class Draft:
    """A mutable copy of ``start``'s position, with the events that change it."""

    __slots__ = (
        "beside", "choice", "classic", "events", "fresh", "hands", "over", "pending_all", "piles",
        "pot", "special", "stacks", "start", "to_move", "winners",
    )  # fmt: skip

    def __init__(self, start: State) -> None:
        self.start = start
        self.classic = start.classic
        self.hands = len(start.stacks)
        (
            _, _, self.to_move, self.over, self.winners, stacks, piles, beside, self.pot, fresh,
            self.special, self.pending_all, self.choice, _, _, _,
        ) = start  # fmt: skip
        self.stacks: list[Pile] = [*stacks]
        self.piles: list[Pile] = [*piles]
        self.beside: list[Pile] = [*beside]
        self.fresh: list[bool] = [*fresh]
        self.events: list[Event] = []

    def freeze(
        self, latest_us: int | None, event_us: int | None, past: UndoStep | None = None
    ) -> State:
        """The new position, with its place in time (see ``State``)."""
        fields = (
            self.start.options, self.start.players, self.to_move, self.over, self.winners,
            tuple(self.stacks), tuple(self.piles), tuple(self.beside), self.pot,
            tuple(self.fresh), self.special, self.pending_all, self.choice,
            latest_us, event_us, past,
        )  # fmt: skip
        return _new(State, fields)

    def clockwise(self, first: int) -> list[int]:
        """All hands clockwise, ``first`` at the head."""
        return [(first + step) % self.hands for step in range(self.hands)]

    def give_turn(self, hand: int) -> None:
        """``hand`` flips next, or the next clockwise that has a stack, or nobody (C5, C9)."""
        hand %= self.hands
        if self.stacks[hand]:  # nearly always
            self.to_move = hand
        else:
            self.to_move = next((h for h in self.clockwise(hand) if self.stacks[h]), None)

    def check_emptied(self) -> None:
        """Ends the game when a flip has emptied enough stacks, before what its card does.

        C6 `immediate`: all hands with an empty stack have won. C33: both players have an empty
        stack; the fewest cards win.
        """
        if not self.classic and not all(self.stacks):
            self._finish(winners_by_stacks(self.start.players, self.stacks, self._cards()))

    def check_classic(self) -> None:
        """Ends a `classic` game when a hand is out of cards or nothing is left to do (C6)."""
        if not self.classic or self.over:
            return
        self._finish(winners_out_of_cards(self._cards()))
        if not self.over and not any(self.stacks) and self.special is None and not self._live():
            self._finish(fewest(self._cards()))

    def time_up(self) -> None:
        """The table's time-out ends a `classic` game: the fewest cards win (C6)."""
        self._finish(fewest(self._cards()))

    def _live(self) -> bool:
        shift = sum(map(len, self.beside))
        return bool(find_matches(self.piles, self.fresh, shift, self.start.players))

    def _cards(self) -> list[int]:
        return cards_of_hands(self.stacks, self.piles, self.beside)

    def _finish(self, winners: tuple[int, ...]) -> None:
        if not winners:
            return
        self.over = True
        self.winners = winners
        self.to_move = self.special = self.pending_all = self.choice = None
        self.events.append(Won(winners))


def winners_by_stacks(
    players: int, stacks: Sequence[Pile], cards: Sequence[int]
) -> tuple[int, ...]:
    """Who has won once these stacks lie there, outside `classic`; nobody while it goes on.

    ``cards`` counts each hand's cards. C6: the hands with an empty stack. C33: with two players,
    when both have an empty stack at the same time, the player with the fewest cards in both hands.
    """
    if players != 2:
        return tuple(hand for hand, stack in enumerate(stacks) if not stack)
    if all(stacks[0::2]) or all(stacks[1::2]):
        return ()
    return fewest([cards[0] + cards[2], cards[1] + cards[3]])


def winners_out_of_cards(cards: list[int]) -> tuple[int, ...]:
    """The hands that have no card left at all (C6, `classic`)."""
    return tuple(hand for hand, count in enumerate(cards) if not count)


def fewest(cards: list[int]) -> tuple[int, ...]:
    """Who has the fewest cards; equal is a shared win."""
    least = min(cards)
    return tuple(index for index, count in enumerate(cards) if count == least)
