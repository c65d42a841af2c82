"""«Хаос» as pure rules, C1 to C33: this is all that the table and the engine need to import."""

from console.games.chaos.actions import (
    Action,
    Choose,
    Contact,
    Expire,
    Fall,
    Flip,
    FlipAll,
    at,
    parse_action,
)
from console.games.chaos.events import (
    ChoiceDue,
    DuelWon,
    Event,
    Expired,
    FalseGrab,
    Fell,
    Flipped,
    Shifted,
    SpecialWon,
    Voided,
    Won,
)
from console.games.chaos.game import Chaos
from console.games.chaos.matches import Match, duel_of, live_matches, losers_of, watched
from console.games.chaos.options import Options, parse_options
from console.games.chaos.play import apply, legal_actions, new, position_at, standing
from console.games.chaos.positions import dump, load, observe
from console.games.chaos.state import State, hands_of

__all__ = [
    "Action",
    "Chaos",
    "ChoiceDue",
    "Choose",
    "Contact",
    "DuelWon",
    "Event",
    "Expire",
    "Expired",
    "Fall",
    "FalseGrab",
    "Fell",
    "Flip",
    "FlipAll",
    "Flipped",
    "Match",
    "Options",
    "Shifted",
    "SpecialWon",
    "State",
    "Voided",
    "Won",
    "apply",
    "at",
    "duel_of",
    "dump",
    "hands_of",
    "legal_actions",
    "live_matches",
    "load",
    "losers_of",
    "new",
    "observe",
    "parse_action",
    "parse_options",
    "position_at",
    "standing",
    "watched",
]
