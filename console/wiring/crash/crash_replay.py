"""A crash replayed: a table is told what the other one was told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pygame

from console.screens.renderer import Screen
from console.service.menu.view import MenuText, ServiceView
from console.table.scene import Scene
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.crash.bundle import BundleProblem, Crash, CrashBundle, crash_of
from console.wiring.crash.journal import CALLS, DAMAGE, photographed, read_line
from console.wiring.look import look_of

_PHOTO = b'["%s",' % photographed.__name__.encode()


@dataclass(frozen=True, slots=True)
class CrashReplay:
    """What came of it: the crash, or None when the table came through; how many lines it took; is
    it the ``same`` error at the same place?"""

    crash: Crash | None
    lines: int
    same: bool = False


class _Owner(Scene):
    """In the place of the owner's menu: hears the buttons, does nothing, shows an empty page."""

    service = True

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def view(self) -> View:
        return ServiceView(self._seat, "", (), MenuText(()), ())


def tables(bundle: CrashBundle) -> Iterator[Table]:
    """The table of a crash, after each line; frames are drawn if it crashed over one. Raises
    BundleProblem, and whatever the table raises."""
    manifest, now_ns = bundle.manifest, 0
    nobody = (Who.EMPTY,) * manifest.seats
    table = Table(nobody, Settings(), lambda: manifest.seed, bodies=not manifest.real)
    table.service = _Owner
    photos = (_read(line)[1]["photo"] for line in bundle.lines if line.startswith(_PHOTO))
    table.photographer = lambda *_: next(photos, None)
    screen = Screen(manifest.size, manifest.seats, look_of(table.settings))
    surface = pygame.Surface(manifest.size)
    drawn = any(frame.startswith("console/screens") for frame in manifest.crash.trace)
    for line in bundle.lines:
        name, given = _read(line)
        told = CALLS[name](table, **given)
        if name == "tick":
            now_ns = given["now_ns"]
            table.lamps()  # as the loop asks
            table.next_due_ns()
            table.take_outputs()  # nobody is there to take them
        elif name == "view" and drawn:
            screen.look = look_of(table.settings)
            screen.draw(surface, told, now_ns)
        yield table


def _read(line: bytes) -> tuple[str, dict[str, Any]]:
    try:
        return read_line(line)
    except DAMAGE as error:
        raise BundleProblem(
            "the journal of the crash is damaged, or of another version: {error}", error=error
        ) from error


def replay_crash(bundle: CrashBundle) -> CrashReplay:
    """Tell a table what came in. Raises BundleProblem: the journal is damaged, or of another
    version."""
    lines = 0
    try:
        for _ in tables(bundle):
            lines += 1
    except BundleProblem:
        raise
    except Exception as error:  # whatever it is: it is what is looked for
        crash, was = crash_of(error), bundle.manifest.crash
        same = (crash.type, crash.trace[-1:]) == (was.type, was.trace[-1:])
        return CrashReplay(crash, lines + 1, same)
    return CrashReplay(None, lines)
