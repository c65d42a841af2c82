"""A position of «Хаос»: immutable, equal to another when what lies on the table is equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from console.games.chaos.cards import Pile
from console.games.chaos.options import CLASSIC, Options


def hands_of(players: int) -> int:
    """How many hands grab: one a player (C4), two each with two players (C30)."""
    return 4 if players == 2 else players


class UndoStep(NamedTuple):
    """A flip, ``flip_all`` or ``expire`` that a late contact can undo (C23).

    ``before`` is the position it was made in; ``hands`` has an entry for each card flipped.
    """

    before: State
    t_us: int
    hands: tuple[int, ...]


class State(NamedTuple):
    """Everything on the table, and what C23 needs to go back in time.

    Per-hand tuples are indexed by hand; ``stacks`` start with the card to flip next, ``piles`` (the
    open ones), ``beside`` and ``pot`` run bottom to top. ``to_move`` and ``pending_all`` and
    ``choice`` are hands, ``winners`` are players.

    The last three fields are no part of the position, and of no account when two are compared:
    ``latest_us`` is the latest time accepted, undone ones included; ``event_us`` the last event's
    time (None since ``new`` or ``load``); ``past`` the step that led here from the position before
    it, None right after an event. A named tuple, since nothing else is made so fast.
    """

    options: Options
    players: int
    to_move: int | None
    over: bool
    winners: tuple[int, ...]
    stacks: tuple[Pile, ...]
    piles: tuple[Pile, ...]
    beside: tuple[Pile, ...]
    pot: Pile
    fresh: tuple[bool, ...]
    special: str | None
    pending_all: int | None
    choice: int | None
    latest_us: int | None = None
    event_us: int | None = None
    past: UndoStep | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self[:_OF_POSITION] == other[:_OF_POSITION]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:_OF_POSITION])

    def __repr__(self) -> str:
        shown = zip(self._fields[:_OF_POSITION], self[:_OF_POSITION], strict=True)
        return f"State({', '.join(f'{name}={value!r}' for name, value in shown)})"

    @property
    def hands(self) -> int:
        """How many hands there are."""
        return len(self.stacks)

    @property
    def shift(self) -> int:
        """The number of active `left` cards, not reduced (C20)."""
        return sum(map(len, self.beside)) if any(self.beside) else 0  # as it mostly is

    @property
    def classic(self) -> bool:
        """Whether the option `classic` rules (two players ignore it, C33)."""
        return self.options.last_card == CLASSIC and self.players != 2

    def player_of(self, hand: int) -> int:
        """The player whose hand it is: right hands, then left hands with two players (C30)."""
        return hand % self.players

    def counted(self) -> tuple[int, ...]:
        """The cards of each player that decide who has won: the fewer the better, a winner's the
        fewest. In `immediate` the stack alone (C6); open cards and active `left` cards too in
        `classic`, and with two players, where both hands count (C33)."""
        whole = self.classic or self.players == 2
        hands = (
            cards_of_hands(self.stacks, self.piles, self.beside)
            if whole
            else list(map(len, self.stacks))
        )
        return tuple(sum(hands[player :: self.players]) for player in range(self.players))


def cards_of_hands(
    stacks: Sequence[Pile], piles: Sequence[Pile], beside: Sequence[Pile]
) -> list[int]:
    """How many cards each hand has: stack, open pile and active `left` cards."""
    sizes = zip(map(len, stacks), map(len, piles), map(len, beside), strict=True)
    return list(map(sum, sizes))


_OF_POSITION: Final = -3
