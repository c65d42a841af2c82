"""«Хаос» behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from console.games.base import Game
from console.games.chaos import positions
from console.games.chaos.actions import Action, parse_action
from console.games.chaos.events import Event
from console.games.chaos.options import OPTIONS
from console.games.chaos.play import PLAYERS, apply, legal_actions, new
from console.games.chaos.state import State
from console.games.forms import Json


class Chaos(Game[State, Action]):
    """The rules C1 to C33, without the table's own (C24 to C27)."""

    id = positions.ID
    players = PLAYERS
    options = OPTIONS

    def new(self, players: int, seed: int, options: Mapping[str, object]) -> State:
        return new(players, seed, options)

    def load(self, state: Json) -> State:
        return positions.load(state)

    def dump(self, state: State) -> Json:
        return positions.dump(state)

    def observe(self, state: State, player: int) -> Json:
        return positions.observe(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return legal_actions(state)

    def parse_action(self, action: Json) -> Action:
        return parse_action(action)

    def dump_action(self, action: Action) -> Json:
        return action.to_json()

    def apply(self, state: State, action: Action) -> tuple[State, Sequence[Event]]:
        return apply(state, action)
