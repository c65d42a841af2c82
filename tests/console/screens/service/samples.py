"""Every page of the service menu, as a visit to it shows them."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from console.service.menu.view import ServiceView
from drivers.events import Button
from tests.console.service.menu.visit import Visit, tour


@lru_cache
def pages(language: str, seats: int, seat: int) -> tuple[ServiceView, ...]:
    """Each once, turned to ``seat`` of so many."""
    with tempfile.TemporaryDirectory(prefix="visit-") as folder:
        (Path(folder) / "media" / "KINGSTON 32").mkdir(parents=True)
        visit = Visit.at(Path(folder), seat, seats, language=language)
        wires = visit.wires
        wires.presses = {(s, b): (37 * s + 11 * b) % 1500 for s in range(seats) for b in Button}
        wires.down = {(0, Button.LEFT), (seat, Button.BACK)}
        wires.forces = {0: 8.3, 1: 20.0}
        return tuple(dict.fromkeys(tour(visit)))
