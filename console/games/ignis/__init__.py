"""«Игнис» as pure rules, G1 to G10: this is all that the table and the engine need to import."""

from console.games.ignis.actions import Action, Push, parse_action
from console.games.ignis.events import Ejected, Event, Pushed, Removed
from console.games.ignis.game import Ignis
from console.games.ignis.options import LAYOUTS, Options, parse_options
from console.games.ignis.play import apply, count_legal, legal_actions, new
from console.games.ignis.positions import dump, load, observe
from console.games.ignis.state import State

__all__ = [
    "LAYOUTS",
    "Action",
    "Ejected",
    "Event",
    "Ignis",
    "Options",
    "Push",
    "Pushed",
    "Removed",
    "State",
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
