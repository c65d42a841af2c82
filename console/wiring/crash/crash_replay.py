"""A crash lived again. A table is told by the steps of the loop
(``TableSteps``), and by the calls of others, what the other one was told."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.crash.bundle import (
    BundleProblem,
    Crash,
    CrashBundle,
    crash_of,
)
from console.wiring.crash.journal import CALLS, TIMES, called_with, value_of
from console.wiring.look import look_of
from console.wiring.loop import TableSteps

_WRONG = (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError)


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of it: the crash, or None when the session came through; how many lines it took,
    and how many had a value that was not kept."""

    crash: Crash | None
    lines: int
    lost: int


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal: a time, or what was called."""

    name: str
    what: Any


class JournalLines:
    """The lines of a journal, one after the other; a time is made of the one before. ``photos``:
    what came of each photo finish, which the table is told within the step before. Raises
    BundleProblem when they are damaged."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.read = self.lost = 0
        self._lines = lines
        self._before_ns = 0
        self.photos = deque(self._photos())

    def __iter__(self) -> Iterator[JournalLine]:
        for text in self._lines:
            self.read += 1
            with _of_this_version():
                name, what = msgspec.json.decode(text)
                line = self._line(name, what)
            if line is not None:
                yield line

    def _photos(self) -> Iterator[PhotoFinish | None]:
        for text in self._lines:
            if text.startswith(b'["photo",'):
                with _of_this_version():
                    _, what = msgspec.json.decode(text)
                    yield value_of(what["photo"], PhotoFinish | None)

    def _line(self, name: str, what: Any) -> JournalLine | None:
        self.lost += name == "lost"
        if name in ("lost", "photo"):
            return None
        if name in TIMES:
            self._before_ns += what
            return JournalLine(name, self._before_ns)
        if name == "table":
            people = value_of(what["people"], SeatedPeople)
            return JournalLine(name, (people, value_of(what["settings"], Settings)))
        return JournalLine(name, called_with(name, what))


@contextmanager
def _of_this_version() -> Iterator[None]:
    try:
        yield
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
    drawn = any(f.file.startswith("console/screens") for f in bundle.manifest.crash.trace)
    size = bundle.manifest.configuration.size
    told = iter(lines)
    table = _table(bundle, next(told, None))
    table.photographer = lambda verdict, seating: lines.photos.popleft() if lines.photos else None
    steps = TableSteps(table)
    screen: tuple[Screen, pygame.Surface] | None = None
    for line in told:
        match line.name, line.what:
            case "tick", now_ns:
                steps.tick(now_ns)
                table.take_outputs()  # nobody is there to take them
            case "frame", now_ns:
                view = steps.view(now_ns)
                if drawn:
                    look = look_of(table.settings)
                    screen = screen or (Screen(size, len(table.who), look), pygame.Surface(size))
                    screen[0].draw(screen[1], view, now_ns)
            case "shown", shown_ns:
                steps.shown(shown_ns)
            case name, given if name in CALLS:
                CALLS[name](table, **given)
        yield table


def _table(bundle: CrashBundle, first: JournalLine | None) -> Table:
    """One that is as the other was when the journal began."""
    if first is None or first.name != "table":
        raise BundleProblem("the journal of the crash has no beginning")
    configuration = bundle.manifest.configuration
    people, settings = first.what
    seeds, nobody = Random(configuration.seed), (Who.EMPTY,) * people.seats
    table = Table(nobody, settings, lambda: seeds.getrandbits(63), bodies=not configuration.real)
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
