"""IOTA as pure rules, I1 to I14: this is all that the table and the engine need to import."""

from console.games.iota.actions import Action, Pass, Place, Swap, parse_action
from console.games.iota.events import Event, Scored, ScoredLine
from console.games.iota.game import Iota
from console.games.iota.options import Options, parse_options
from console.games.iota.play import apply, count_legal, legal_actions, new
from console.games.iota.positions import dump, load, observe
from console.games.iota.state import State

__all__ = [
    "Action",
    "Event",
    "Iota",
    "Options",
    "Pass",
    "Place",
    "Scored",
    "ScoredLine",
    "State",
    "Swap",
    "apply",
    "count_legal",
    "dump",
    "legal_actions",
    "load",
    "new",
    "observe",
    "parse_action",
    "parse_options",
]
