"""«Игнис» behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from console.games.base import Game
from console.games.forms import Json
from console.games.ignis import play, positions
from console.games.ignis.actions import Action, parse_action
from console.games.ignis.options import OPTIONS
from console.games.ignis.state import PLAYERS, State
from console.games.rng import Rng


class Ignis(Game[State, Action]):
    """The rules G1 to G10; who sits on seat 0, Fire, is the table's affair (G3)."""

    id = positions.ID
    players = (PLAYERS, PLAYERS)
    options = OPTIONS

    def new(self, players: int, seed: int, options: Mapping[str, object]) -> State:
        return play.new(players, seed, options)

    def load(self, state: Json) -> State:
        return positions.load(state)

    def dump(self, state: State) -> Json:
        return positions.dump(state)

    def observe(self, state: State, player: int) -> Json:
        return positions.observe(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return play.legal_actions(state)

    def count_legal(self, state: State) -> int:
        return play.count_legal(state)

    def any_action(self, state: State, rng: Rng) -> Action | None:
        return play.any_action(state, rng)

    def parse_action(self, action: Json) -> Action:
        return parse_action(action)

    def dump_action(self, action: Action) -> Json:
        return action.to_json()

    apply = staticmethod(play.apply)  # no call between
