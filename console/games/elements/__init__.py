"""«Сила стихий» as pure rules, E1 to E11: this is all that the table and the engine need to
import."""

from console.games.elements.actions import (
    CONCEDE,
    DISCARD,
    PLAY,
    REVEAL,
    TAKE,
    Action,
    Concede,
    Discard,
    Play,
    Reveal,
    Take,
    parse_action,
)
from console.games.elements.events import REASONS, CardMoved, Event, RoundOver
from console.games.elements.game import Elements
from console.games.elements.options import Options, parse_options
from console.games.elements.play import apply, count_legal, legal_actions, new
from console.games.elements.positions import dump, load, observe
from console.games.elements.state import State

__all__ = [
    "CONCEDE",
    "DISCARD",
    "PLAY",
    "REASONS",
    "REVEAL",
    "TAKE",
    "Action",
    "CardMoved",
    "Concede",
    "Discard",
    "Elements",
    "Event",
    "Options",
    "Play",
    "Reveal",
    "RoundOver",
    "State",
    "Take",
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
