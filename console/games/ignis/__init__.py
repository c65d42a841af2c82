"""«Игнис» as pure rules, G1 to G10."""

from __future__ import annotations

from console.games.base import Game
from console.games.ignis import play, positions
from console.games.ignis.actions import Action, parse_action
from console.games.ignis.options import OPTIONS
from console.games.ignis.state import PLAYERS, State


class Ignis(Game[State, Action]):
    """The rules G1 to G10; who sits on seat 0, Fire, is the table's affair (G3)."""

    id = positions.ID
    players = (PLAYERS, PLAYERS)
    options = OPTIONS

    new = staticmethod(play.new)
    load = staticmethod(positions.load)
    dump = staticmethod(positions.dump)
    observe = staticmethod(positions.observe)
    legal_actions = staticmethod(play.legal_actions)
    count_legal = staticmethod(play.count_legal)
    any_action = staticmethod(play.any_action)
    parse_action = staticmethod(parse_action)
    apply = staticmethod(play.apply)
