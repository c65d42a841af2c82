"""«Сила стихий» behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from console.games.base import Game
from console.games.elements import play, positions
from console.games.elements.actions import Action, parse_action
from console.games.elements.options import OPTIONS
from console.games.elements.state import PLAYERS, State
from console.games.forms import Json
from console.games.rng import Rng


class Elements(Game[State, Action]):
    """The rules E1 to E11."""

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
        return positions.observe(state, player)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return state.actions  # at once: half of all that is asked

    def any_action(self, state: State, rng: Rng) -> Action | None:
        actions = state.actions
        return actions[int(rng.lot() * len(actions))] if actions else None

    def parse_action(self, action: Json) -> Action:
        return parse_action(action)

    def dump_action(self, action: Action) -> Json:
        return action.to_json()

    apply = staticmethod(play.apply)  # no call between

    def levelled(self, options: Json) -> Json:
        if options["rounds"] is None:
            return options
        return {**options, "target": OPTIONS["target"].default}  # E9: then ignored
