"""What every game is: pure rules behind one small interface.

States and actions are immutable values, so undo is keeping the old state (``console.engine`` does),
and nothing here knows a clock, a file or a screen. A further game is a subclass of ``Game``, named
in its entry (``console.games.entry``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from console.games.forms import Json
from console.games.options import Option
from console.games.rng import Rng


class Event(Protocol):
    """Something that happened; ``to_json`` gives the engine protocol's form."""

    def to_json(self) -> Json: ...


class Action(Protocol):
    """Something that can be done; ``to_json`` gives the engine protocol's form."""

    def to_json(self) -> Json: ...


S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Game(ABC, Generic[S, A]):
    """A game: ``S`` its states (the referee's view, everything), ``A`` its actions.

    All methods raise ``GameError`` and leave their arguments as they are.
    """

    id: ClassVar[str]
    players: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, Option]]

    @abstractmethod
    def new(self, players: int, seed: int, options: Mapping[str, object]) -> S:
        """A dealt game: bad_options for counts and options, bad_request for the seed."""

    @abstractmethod
    def load(self, source: Json) -> S:
        """The position that ``dump`` printed, validated (bad_state)."""

    @abstractmethod
    def dump(self, state: S) -> Json:
        """The referee's view in the engine protocol's form, with ``players`` and ``options``."""

    @abstractmethod
    def observe(self, state: S, player: int) -> Json:
        """What ``player`` (who exists) may know: hidden cards as counts only."""

    @abstractmethod
    def legal_actions(self, state: S) -> Sequence[A]:
        """All legal actions, each once, in a stable order; none after the end."""

    def count_legal(self, state: S) -> int:
        """How many there are; a game may count faster than it lists."""
        return len(self.legal_actions(state))

    def any_action(self, state: S, rng: Rng) -> A | None:
        """One of the legal actions by lot, each as likely as any other; None after the end.

        A game may draw one faster than it lists them all.
        """
        actions = self.legal_actions(state)
        return actions[int(rng.lot() * len(actions))] if actions else None

    @abstractmethod
    def parse_action(self, source: Json) -> A:
        """An action from its JSON form: bad_request for anything ill-formed."""

    def dump_action(self, action: A) -> Json:
        """An action's JSON form; ``parse_action`` takes it back."""
        return action.to_json()

    @abstractmethod
    def apply(self, state: S, action: A) -> tuple[S, Sequence[Event]]:
        """The state after ``action`` and what happened: illegal_action or game_over otherwise."""

    def levelled(self, options: Json) -> Json:
        """The options in full, those that the others make pointless at their defaults: matches of
        equal ones are compared."""
        return options
