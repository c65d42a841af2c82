"""«Хаос» as the table offers it."""

from __future__ import annotations

from console.games.entry import Entry
from console.table import seating
from console.table.chaos.match import ChaosMatch
from console.table.games import BODIES, TableGame


def offered(entry: Entry) -> TableGame:
    """Hands at seats, simulated people for the free ones."""
    return TableGame(
        entry.id, ChaosMatch, seating.hands_fit, seating.seat_hands, BODIES, entry.settings
    )
