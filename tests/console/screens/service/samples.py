"""Every page of the service menu, as a visit to it shows them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from console.people.nicknames import LONGEST
from console.service.menu.menu import ServiceMenu
from console.service.menu.view import ServiceView
from console.table.records.values import Profile
from drivers.events import Button
from tests.console.screens.pseudo import Pseudo
from tests.console.service.menu.visit import Visit, rows_of, tour

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
        day = "2026-05-{:02}T20:15:00+03:00"
        visit.people = [
            Profile(1, "Ш".ljust(LONGEST, "ш"), day.format(1), 121, 21, day.format(30)),
            Profile(2, "Zoe", day.format(2)),
        ]
        return tuple(dict.fromkeys((*tour(visit), *_forgetting(visit))))


def _forgetting(visit: Visit) -> Iterator[ServiceView]:
    """From the first list: who keeps the records answers late, or never, or once it is asked."""
    menu = visit.table.scene
    assert isinstance(menu, ServiceMenu)
    labels = [row.label for row in rows_of(visit).rows]
    at = (labels.index(menu.words._("People")) - rows_of(visit).cursor) % len(labels)
    visit.answers = False
    visit.press(*[Button.RIGHT] * at, Button.OK)
    yield visit.view
    visit.wait(11)
    yield visit.view
    visit.press(Button.BACK)
    visit.answers = True
    visit.press(Button.OK, Button.OK, Button.RIGHT, Button.OK)
    yield visit.view
    visit.answers = False
    visit.press(Button.RIGHT, Button.OK)
    yield visit.view
