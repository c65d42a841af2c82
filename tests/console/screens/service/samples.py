"""Every page of the service menu, as a visit to it shows them."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from console.service.menu.menu import ServiceMenu
from console.service.menu.view import ServiceView
from drivers.events import Button
from tests.console.screens.pseudo import Pseudo
from tests.console.service.menu.visit import Visit, tour

LONGER = "longer"


@lru_cache
def pages(language: str, seats: int, seat: int) -> tuple[ServiceView, ...]:
    """Each once, turned to ``seat`` of so many; ``LONGER`` is the language that nobody speaks."""
    if language == LONGER:
        with patch.object(ServiceMenu, "words", Pseudo()):
            return _seen("en", seats, seat)
    return _seen(language, seats, seat)


def _seen(language: str, seats: int, seat: int) -> tuple[ServiceView, ...]:
    with tempfile.TemporaryDirectory(prefix="visit-") as folder:
        (Path(folder) / "media" / "KINGSTON 32").mkdir(parents=True)
        visit = Visit.at(Path(folder), seat, seats, language=language)
        wires = visit.wires
        wires.presses = {(s, b): (37 * s + 11 * b) % 1500 for s in range(seats) for b in Button}
        wires.down = {(0, Button.LEFT), (seat, Button.BACK)}
        wires.forces = {0: 8.3, 1: 20.0}
        return tuple(dict.fromkeys(tour(visit)))
