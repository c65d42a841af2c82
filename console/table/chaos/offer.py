"""«Хаос» as the table offers it."""

from __future__ import annotations

from console.games.entry import Entry
from console.table import seating
from console.table.chaos.lesson import ChaosLesson
from console.table.chaos.match import ChaosMatch
from console.table.games import TableGame
from console.table.match import MatchStart


def begin(start: MatchStart) -> ChaosMatch:
    """A match, or the guided first game."""
    return ChaosLesson(start) if start.guided else ChaosMatch(start)


def offered(entry: Entry) -> TableGame:
    """Hands at seats, simulated people for the free ones."""
    return TableGame(
        id=entry.id,
        begin=begin,
        fits=seating.hands_fit,
        seat=seating.seat_hands,
        settings=entry.settings,
        quiet=False,
        handed=True,
    )
