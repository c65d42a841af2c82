"""«Хаос» as pure rules, C1 to C33."""

from __future__ import annotations

from console.games.base import Game
from console.games.chaos import play, positions
from console.games.chaos.actions import Action, parse_action
from console.games.chaos.options import OPTIONS
from console.games.chaos.state import State


class Chaos(Game[State, Action]):
    """The rules C1 to C33, without the table's own (C24 to C27)."""

    id = positions.ID
    players = play.PLAYERS
    options = OPTIONS

    new = staticmethod(play.new)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    observe = staticmethod(positions.observe)
    legal_actions = staticmethod(play.legal_actions)
    parse_action = staticmethod(parse_action)
    apply = staticmethod(play.apply)
