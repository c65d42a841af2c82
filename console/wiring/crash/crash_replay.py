"""A crash lived again. A table is told by the steps of the loop
(``TableSteps``), and by the calls of others, what the other one was told."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
import pygame

from console.duel.photo_finish import PhotoFinish
from console.screens.renderer import Screen
from console.service.menu.view import MenuText, ServiceView
from console.table.lobby.people import SeatedPeople
from console.table.scene import Scene
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.crash.bundle import (
    BundleProblem,
    Crash,
    CrashBundle,
    crash_of,
)
from console.wiring.crash.journal import BEGUN, CALLS, PHOTO, TIMES, given_in
from console.wiring.look import look_of
from console.wiring.loop import TableSteps

_PHOTO_LINE = b'["%s",' % PHOTO.encode()
_WRONG = (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError)


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of it: the crash, or None when the session came through; how many lines it took,
    and how many had a value that was not kept."""

    crash: Crash | None
    lines: int
    lost: int


class JournalLines:
    """The lines of a journal, one after the other, each the name and a time, made of the one
    before, or what was called. Raises BundleProblem when they are damaged."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.read = self.lost = 0
        self._lines = lines
        self._before_ns = 0

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        while self.read < len(self._lines):
            name, what = self._next()
            if name in TIMES:
                self._before_ns += what
                yield name, self._before_ns
            elif name == "lost":
                self.lost += 1
            elif name != PHOTO:
                yield name, what

    def photo(self, *_: object) -> PhotoFinish | None:
        """What came of a photo finish is written within the step that the table is told of it."""
        if self.read == len(self._lines) or not self._lines[self.read].startswith(_PHOTO_LINE):
            return None
        photo: PhotoFinish | None = self._next()[1]["photo"]
        return photo

    def _next(self) -> tuple[str, Any]:
        self.read += 1
        try:
            name, what = msgspec.json.decode(self._lines[self.read - 1])
            if name in TIMES:
                return name, msgspec.convert(what, int)
            return name, what if name == "lost" else given_in(name, what)
        except _WRONG as error:
            raise BundleProblem(
                "the journal of the crash is damaged, or of another version: {error}", error=error
            ) from error


class _Owner(Scene):
    """In the place of the owner's menu: hears the buttons, does nothing, shows an empty page."""

    service = True

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def view(self) -> View:
        return ServiceView(self._seat, "", (), MenuText(()), ())


def tables(bundle: CrashBundle, lines: JournalLines) -> Iterator[Table]:
    """The table of a crash, after each thing that it is told again; frames are drawn if it crashed
    over one. Raises BundleProblem, and whatever the table raises."""
    drawn = any(frame.startswith("console/screens") for frame in bundle.manifest.crash.trace)
    size = bundle.manifest.size
    told = iter(lines)
    table = _table(bundle, *next(told, ("", None)))
    table.photographer = lines.photo
    steps = TableSteps(table)
    screen: tuple[Screen, pygame.Surface] | None = None
    for name, what in told:
        if name == "tick":
            steps.tick(what)
            table.take_outputs()  # nobody is there to take them
        elif name == "frame":
            view = steps.view(what)
            if drawn:
                look = look_of(table.settings)
                screen = screen or (Screen(size, len(table.who), look), pygame.Surface(size))
                screen[0].draw(screen[1], view, what)
        elif name == "shown":
            steps.shown(what)
        elif name != BEGUN:
            CALLS[name](table, **what)
        yield table


def _table(bundle: CrashBundle, name: str, what: Any) -> Table:
    """One that is as the other was when the journal began."""
    if name != BEGUN:
        raise BundleProblem("the journal of the crash has no beginning")
    manifest = bundle.manifest
    people: SeatedPeople = what["people"]
    seeds, nobody = Random(manifest.seed), (Who.EMPTY,) * people.seats
    bodies = not manifest.real
    table = Table(nobody, what["settings"], lambda: seeds.getrandbits(63), bodies=bodies)
    table.lobby.start = replace(table.lobby.start, people=people)
    table.service = _Owner
    return table


def live_again(bundle: CrashBundle) -> Lived:
    """Tell a table what came in. Raises BundleProblem: the journal is damaged, or of another
    version."""
    lines = JournalLines(bundle.lines)
    try:
        deque(tables(bundle, lines), maxlen=0)
    except BundleProblem:
        raise
    except Exception as error:  # whatever it is: it is what is looked for
        return Lived(crash_of(error), lines.read, lines.lost)
    return Lived(None, lines.read, lines.lost)


def same(one: Crash, other: Crash | None) -> bool:
    """The same error at the same place."""
    if other is None or one.type != other.type or not (one.trace and other.trace):
        return False
    return one.trace[-1] == other.trace[-1]
