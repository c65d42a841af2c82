"""«Сила стихий» as pure rules, E1 to E11."""

from __future__ import annotations

from console.games.base import Game
from console.games.elements import play, positions
from console.games.elements.actions import Action, parse_action
from console.games.elements.options import OPTIONS
from console.games.elements.state import PLAYERS, State
from console.games.forms import Json


class Elements(Game[State, Action]):
    """The rules E1 to E11."""

    id = positions.ID
    players = (PLAYERS, PLAYERS)
    options = OPTIONS

    new = staticmethod(play.new)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    observe = staticmethod(positions.observe)
    legal_actions = staticmethod(play.legal_actions)
    any_action = staticmethod(play.any_action)
    parse_action = staticmethod(parse_action)
    apply = staticmethod(play.apply)

    def levelled(self, options: Json) -> Json:
        if options["rounds"] is None:
            return options
        return {**options, "target": OPTIONS["target"].default}  # E9: then ignored
