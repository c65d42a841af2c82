"""A crash lived again: ``khvatka replay FILE.crash``. The loop turns as ever, in a world that says
again what was written down."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame

from console.columns import put, say
from console.duel.photo_finish import PhotoFinish
from console.screens.renderer import Screen
from console.service.menu.view import MenuText, ServiceView
from console.speech import speech
from console.table.lobby.people import SeatedPeople
from console.table.outputs import VerdictReached
from console.table.scene import Scene
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.crash.bundle import (
    Bundle,
    BundleProblem,
    Crash,
    Manifest,
    crash_of,
    read_bundle,
)
from console.wiring.crash.journal import CALLS, TIMES, called_with, value_of
from console.wiring.look import look_of
from console.wiring.loop import Loop
from drivers.board import Reading
from drivers.events import InputEvent

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

    @property
    def told(self) -> bool:
        """From beside the loop."""
        return self.name in CALLS and self.name != "handle"


class Lines:
    """The lines of a journal, the next one in sight; a time is made of the one before."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.read = self.lost = 0
        self.photos: deque[PhotoFinish | None] = deque()
        self._before_ns = 0
        self._lines = self._each(lines)
        self.next = next(self._lines, None)

    def take(self) -> JournalLine | None:
        """The next one, which is over now."""
        line, self.next = self.next, next(self._lines, None)
        return line

    def _each(self, lines: Iterable[bytes]) -> Iterator[JournalLine]:
        for self.read, text in enumerate(lines, 1):
            try:
                name, what = msgspec.json.decode(text)
                line = self._line(name, what)
            except _WRONG as error:
                raise BundleProblem(
                    "the journal of the crash is damaged, or of another version: {error}",
                    error=error,
                ) from error
            if line is not None:
                yield line

    def _line(self, name: str, what: Any) -> JournalLine | None:
        if name == "lost":
            self.lost += 1
            return None
        if name == "photo":
            self.photos.append(value_of(what["photo"], PhotoFinish | None))
            return None
        if name in TIMES:
            self._before_ns += what
            return JournalLine(name, self._before_ns)
        if name == "table":
            people = value_of(what["people"], SeatedPeople)
            return JournalLine(name, (people, value_of(what["settings"], Settings)))
        return JournalLine(name, called_with(name, what))


class _Owner(Scene):
    """In the place of the owner's menu: hears the buttons, does nothing, shows an empty page."""

    service = True

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def view(self) -> View:
        return ServiceView(self._seat, "", (), MenuText(()), ())


class World:
    """All that the loop has around it: clock, wires, decoding, display, agents."""

    def __init__(self, bundle: Bundle, lines: Lines, *, drawn: bool) -> None:
        self._lines, self._bundle, self._drawn = lines, bundle, drawn
        self._now_ns = 0
        self._events: list[InputEvent] = []
        self._late: deque[JournalLine] = deque()
        self._screen: tuple[Screen, pygame.Surface] | None = None
        self.table = self._table()

    def _table(self) -> Table:
        """A table that was told what the other one had been told when the journal began."""
        first = self._lines.take()
        if first is None or first.name != "table":
            raise BundleProblem("the journal of the crash has no beginning")
        configuration = self._bundle.manifest.configuration
        people, settings = first.what
        seeds, nobody = Random(configuration.seed), (Who.EMPTY,) * people.seats
        real = configuration.real
        table = Table(nobody, settings, lambda: seeds.getrandbits(63), bodies=not real)
        table.lobby.start = replace(table.lobby.start, people=people)
        table.photographer = self._photo
        table.service = _Owner
        return table

    def _photo(self, verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
        return self._lines.photos.popleft() if self._lines.photos else None

    def tell(self) -> bool:
        """What comes next from beside the loop; is there anything after it?"""
        while self._lines.next is not None and self._lines.next.told:
            self._late.append(self._lines.next)
            self._lines.take()
        while self._late:
            line = self._late.popleft()
            CALLS[line.name](self.table, **line.what)
        return self._lines.next is not None

    # -- clock, wires, decoding ------------------------------------------------------------------

    def now_ns(self) -> int:
        """The time of the next tick, up to which events come; what the owner's menu did at one of
        them is told after it."""
        while (line := self._lines.take()) is not None and line.name != "tick":
            if line.name == "handle":
                self._events.append(line.what["event"])
            elif line.told:
                self._late.append(line)
        if line is not None:
            self._now_ns = line.what
        return self._now_ns

    def sleep_until(self, t_ns: int | None) -> None:
        """Nothing is waited for."""

    def read(self, now_ns: int) -> Reading:
        """What was on the wires is told by ``feed``."""
        return Reading((), (), now_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        return None

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Nobody sees them."""

    def feed(self, reading: Reading, now_ns: int) -> Sequence[InputEvent]:
        """What was decoded before this tick."""
        events, self._events = self._events, []
        return events

    def next_due_ns(self) -> int | None:
        return None

    # -- display ---------------------------------------------------------------------------------

    def _comes(self, name: str) -> bool:
        return self._lines.next is not None and self._lines.next.name == name

    def next_frame_ns(self, now_ns: int) -> int:
        """Now, if a frame was begun now."""
        return now_ns if self._comes("frame") else now_ns + 1

    def paint(self, view: View, now_ns: int) -> Iterator[None]:
        """Draw it, if the crash was over a frame; meanwhile it was read and judged."""
        self._lines.take()
        while self._comes("tick") or self._comes("handle"):
            yield
            self.tell()
        if not self._drawn:
            return
        if self._screen is None:
            size = self._bundle.manifest.configuration.size
            look = look_of(self.table.settings)
            self._screen = Screen(size, len(self.table.who), look), pygame.Surface(size)
        screen, surface = self._screen
        screen.draw(surface, view, now_ns)

    def flip(self, now_ns: int) -> int:
        shown = self._lines.take() if self._comes("shown") else None
        return now_ns if shown is None else int(shown.what)

    # -- agents ----------------------------------------------------------------------------------

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """They look at nothing."""

    def act(self, now_ns: int) -> None:
        """Whoever told the table something tells it again."""
        self.tell()

    def next_act_ns(self) -> int | None:
        return None


def live_again(bundle: Bundle) -> Lived:
    """Let the loop turn with what came in, frames drawn if it crashed over one.

    Raises BundleProblem: the journal is damaged, or of another version.
    """
    drawn = any(f.file.startswith("console/screens") for f in bundle.manifest.crash.trace)
    lines = Lines(bundle.lines)
    try:
        world = World(bundle, lines, drawn=drawn)
        loop = Loop(world, world, world, world.table, world, agents=world)
        loop.always_draw = True
        while world.tell():
            loop.turn()
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


def replay(path: Path, as_json: bool = False) -> bool:
    """``khvatka replay FILE.crash``: tell what happened, live it again; was it the same?

    Raises BundleProblem, and ConfigError for what is no file.
    """
    bundle = read_bundle(path)
    manifest = bundle.manifest
    lived = live_again(bundle) if manifest.complete else None
    again = lived is not None and same(manifest.crash, lived.crash)
    if as_json:
        told = {
            "event": "crash",
            "when": manifest.when,
            "versions": manifest.versions,
            "crash": manifest.crash,
            "complete": manifest.complete,
            "same": again,
            "lines": None if lived is None else lived.lines,
            "lost": None if lived is None else lived.lost,
            "again": None if lived is None else lived.crash,
        }
        put([msgspec.json.encode(told).decode()])
    else:
        say(_told(manifest, lived))
    return again


def _told(manifest: Manifest, lived: Lived | None) -> Iterator[str]:
    words = speech()
    versions = ", ".join(f"{name} {number}" for name, number in sorted(manifest.versions.items()))
    yield f"{manifest.when}: {manifest.crash.type}: {manifest.crash.message}"
    yield f"  {versions}"
    yield from (f"  {f.file}:{f.line} {f.function}" for f in manifest.crash.trace)
    if lived is None:
        yield words._("The journal was too long to be kept whole: it cannot be lived again.")
        return
    if lived.lost:
        yield words.n(
            "{count} value could not be kept.", "{count} values could not be kept.", lived.lost
        ).format(count=lived.lost)
    if same(manifest.crash, lived.crash):
        text = words._("The same crash after {lines} lines.")
    elif lived.crash is None:
        text = words._("No crash in {lines} lines.")
    else:
        text = words._("Another crash after {lines} lines: {crash}")
    yield text.format(lines=lived.lines, crash=_place(lived.crash))


def _place(crash: Crash | None) -> str:
    """What it is and where, as short as can be."""
    if crash is None or not crash.trace:
        return "" if crash is None else crash.type
    return f"{crash.type}, {crash.trace[-1].file}:{crash.trace[-1].line}"
