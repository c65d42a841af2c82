"""IOTA as pure rules, I1 to I15."""

from __future__ import annotations

from console.games.base import Game
from console.games.iota import play, positions
from console.games.iota.actions import Action, parse_action
from console.games.iota.options import OPTIONS
from console.games.iota.state import PLAYERS, State


class Iota(Game[State, Action]):
    """The rules I1 to I15; who sits on seat 0, and so begins, is the table's affair (I12)."""

    id = positions.ID
    players = PLAYERS
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
