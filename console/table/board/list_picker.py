"""Picking from a list: what a game has that names no move picker of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from console.games.base import Game
from console.games.forms import Json
from console.table.board.move_picker import MovePicker
from console.table.board.view import Choosing
from console.table.record_values import ResultColumn
from console.table.view import Target

ACTION: Final = "action"


@dataclass(frozen=True, slots=True)
class ListBoard:
    """The position and the legal actions, both in the engine's form."""

    position: Json
    actions: tuple[Json, ...]


class ListMovePicker(MovePicker[Any, Any]):
    """All legal actions in a list, in the order of the rules: ``Target("action", (i,))``.

    For games whose position lies open and whose actions are few. ``points`` of the position, one
    for each player, are what is counted; a game without them counts nothing.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def targets(self, state: Any, picked: tuple[Target, ...]) -> tuple[Target, ...]:
        """One for each action."""
        if picked:
            return ()
        return tuple(Target(ACTION, (i,)) for i in range(self.game.count_legal(state)))

    def draft(self, state: Any, picked: tuple[Target, ...]) -> Any | None:
        """The action picked."""
        return self.game.legal_actions(state)[picked[0].at[0]] if picked else None

    def picks(self, state: Any, action: Any) -> tuple[Target, ...]:
        """Its place in the list."""
        return (Target(ACTION, (self.game.legal_actions(state).index(action),)),)

    def board(self, state: Any, choosing: Choosing | None) -> ListBoard:
        """All that there is."""
        actions = self.game.legal_actions(state) if choosing is not None else ()
        return ListBoard(self.game.dump(state), tuple(map(self.game.dump_action, actions)))

    def hand(self, state: Any, player: int) -> tuple[str, ...]:
        """Nothing is hidden."""
        return ()

    def score(self, state: Any, player: int) -> int | None:
        """The player's points."""
        points = self.game.dump(state).get("points")
        return None if points is None else points[player]

    def column(self, state: Any) -> ResultColumn | None:
        """Points, if the game has any."""
        return ResultColumn.POINTS if "points" in self.game.dump(state) else None
