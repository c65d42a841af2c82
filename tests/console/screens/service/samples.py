"""Every page of the service menu, as a visit to it shows them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from errno import EEXIST, EIO, ENOENT, ENOSPC, ENOTDIR, EROFS
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from console.nicknames import LONGEST
from console.service.first_pin import WINDOW_NS
from console.service.menu.exporting import Exporting, ExportPage
from console.service.menu.menu import ServiceMenu
from console.service.menu.page import TaskPage
from console.service.menu.view import ServiceView
from console.service.sticks.errands import ErrandAnswer, StickRoom, broke, hangs, refused
from console.service.sticks.mounted import Stick
from console.table.record_values import PersonProfile
from drivers.events import Button
from tests.console.screens.pseudo import Pseudo
from tests.console.service.menu.visit import Visit, rows_of, tour
from tests.console.service.sticks.at_once import AtOnce

LONGER = "longer"
ANY_NAMES = ("флешка", os.fsdecode(b"\xff\x1b[31m\n"), "KINGSTON DATATRAVELER " * 11)


@lru_cache
def pages(language: str, seats: int, seat: int) -> tuple[ServiceView, ...]:
    """Each once, turned to ``seat`` of so many; ``LONGER`` is the language that nobody speaks."""
    if language == LONGER:
        with patch.object(ServiceMenu, "words", Pseudo()):
            return _seen("en", seats, seat)
    return _seen(language, seats, seat)


def _seen(language: str, seats: int, seat: int) -> tuple[ServiceView, ...]:
    with tempfile.TemporaryDirectory(prefix="visit-") as folder:
        for made in ("media/KINGSTON 32", "late"):
            (Path(folder) / made).mkdir(parents=True)
        visit = Visit.at(Path(folder), seat, seats, language=language)
        wires = visit.wires
        wires.presses = {(s, b): (37 * s + 11 * b) % 1500 for s in range(seats) for b in Button}
        wires.down = {(0, Button.LEFT), (seat, Button.BACK)}
        wires.forces = {0: 8.3, 1: 20.0}
        day = "2026-05-{:02}T20:15:00+03:00"
        visit.people = [
            PersonProfile(1, "Ш".ljust(LONGEST, "ш"), day.format(1), 121, 21, day.format(30)),
            PersonProfile(2, "Zoe", day.format(2)),
        ]
        late = Visit.at(Path(folder) / "late", seat, seats, language=language)
        views = (*tour(visit), *_forgetting(visit), *_too_late(late), *_with_sticks(late))
        return tuple(dict.fromkeys(views))


def _too_late(visit: Visit) -> Iterator[ServiceView]:
    """The ten minutes for the first PIN are over."""
    visit.now_ns += WINDOW_NS
    visit.open()
    yield visit.view
    visit.press(Button.BACK)


def _with_sticks(visit: Visit) -> Iterator[ServiceView]:
    """Of sticks with any names one may not be written, one does not answer; then each sentence."""
    sticks = tuple(Stick(Path("/run/media/system") / name) for name in ANY_NAMES)
    visit.box.plugged = (Stick(Path("/run/media/system/LOCKED"), True), *sticks)
    visit.enter()
    menu = visit.table.scene
    assert isinstance(menu, ServiceMenu)
    menu.push(page := ExportPage(menu))
    yield menu.view()
    page.tick(visit.now_ns)
    yield menu.view()
    folder = bytes(sticks[-1].path)
    for fault in (EEXIST, EIO, ENOENT, ENOSPC, ENOTDIR, EROFS):
        error = refused(folder, OSError(fault, os.strerror(fault)))
        yield _told(menu, ErrandAnswer(menu.words.translated(error)))
    for answer in (hangs, broke):
        yield _told(menu, answer(StickRoom(folder), menu.words))


def _told(menu: ServiceMenu, answer: ErrandAnswer) -> ServiceView:
    job = AtOnce(StickRoom(b""), menu.words)
    job.answer = answer
    menu.push(TaskPage(menu, ExportPage.title, Exporting(menu.words, job)))
    view = menu.view()
    menu.pop()
    return view


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
