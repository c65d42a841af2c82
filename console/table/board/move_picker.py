"""What one board game adds to the match that all share: how an action is picked, what is seen.

An action is picked step by step: each ● adds a ``Target`` to those picked, ✕ takes the last off.
When nothing more is to be picked, the action that the picks amount to is made. So everything can
be done with ◀ ▶ ● ✕, or by touching the same targets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from console.games.base import Action, Event, Game
from console.games.forms import Json
from console.table.board.view import Choosing
from console.table.record_values import ResultColumn
from console.table.view import Target

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class MadeAction(Generic[S, A]):
    """An action that was made: the state before, what happened, the state after."""

    before: S
    player: int
    action: A
    events: Sequence[Event]
    after: S


class MovePicker(ABC, Generic[S, A]):
    """One game's own part; stateless. States and actions are those of ``game``."""

    game: Game[S, A]

    # -- picking ---------------------------------------------------------------------------------

    @abstractmethod
    def targets(self, state: S, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        """What the player to move may pick next, in the order of ◀ ▶; none when the picks are
        complete. Only picks that lead to a legal action are offered."""

    @abstractmethod
    def draft(self, state: S, picked: tuple[Target, ...]) -> A | None:
        """The action that the picks amount to so far; None while they do not."""

    @abstractmethod
    def picks(self, state: S, action: A) -> tuple[Target, ...]:
        """The complete picks that make a legal action."""

    # -- seeing ----------------------------------------------------------------------------------

    @abstractmethod
    def board(self, state: S, choosing: Choosing | None) -> object:
        """What lies on the table for all to see, and what the present picks would come to.

        Nothing hidden may show in it: neither a face-down card nor what a draw would bring.
        """

    def count(self, state: S, player: int) -> int:
        """How many cards ``player`` holds."""
        return len(self.hand(state, player))

    @abstractmethod
    def hand(self, state: S, player: int) -> tuple[str, ...]:
        """The faces of ``player``'s hidden cards, in the order of their targets; () for none."""

    def own(self, observation: Json, player: int) -> tuple[str, ...]:
        """As ``hand``, out of what the rules let ``player`` observe: for a phone."""
        return ()

    def secret(self, state: S, player: int, choosing: Choosing | None) -> object | None:
        """What only ``player`` may read beside the hand; ``choosing`` only if it is theirs."""
        return None

    @abstractmethod
    def score(self, state: S, player: int) -> int | None:
        """What the strip and the ranking count for ``player``; None where nothing is counted."""

    def column(self, state: S) -> ResultColumn | None:
        """What ``score`` counts."""
        return ResultColumn.POINTS

    # -- what a move does beside the rules -------------------------------------------------------

    def public_form(self, action: A) -> dict[str, Any]:
        """The action in the engine's form as all may see it: hidden cards are left out."""
        return self.game.dump_action(action)

    def news(self, made: MadeAction[S, A]) -> object | None:
        """What all should read before the game goes on, such as a round's result."""
        return None

    def final(self, made: MadeAction[S, A]) -> bool:
        """Whether the action showed something hidden to somebody, so that it stands."""
        return False

    def drew(self, made: MadeAction[S, A]) -> frozenset[int]:
        """The players whose hidden cards are others now: once one of them has looked, the action
        stands."""
        return frozenset()
