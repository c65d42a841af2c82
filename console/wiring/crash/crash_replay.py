"""A crash lived again: ``khvatka replay FILE.crash``."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame

from console.columns import put, say
from console.duel.photo_finish import PhotoFinish
from console.screens.renderer import Screen
from console.table.outputs import VerdictReached
from console.table.scene import Scene
from console.table.seating import Seating
from console.table.table import Table
from console.table.view import View
from console.wiring.crash.bundle import Bundle, Crash, Manifest, crash_of, read_bundle, settings_in
from console.wiring.crash.journal import Call, Entry, entries
from console.wiring.crash.values import unpack
from console.wiring.crash.watched import Begun
from console.wiring.look import look_of
from drivers.events import InputEvent, PadProgress


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of it: the crash, or None when the session came through; how many calls it took,
    and how many had a value that was not kept."""

    crash: Crash | None
    calls: int
    lost: int


class _Reborn(Table):
    """A table that can begin a match as another one did."""

    def begin_as(self, begun: Begun, now_ns: int) -> None:
        """The same people at the same seats, the same deal."""
        self.settings = begun.standing.settings
        self._start(
            begun.seating,
            begun.seed,
            now_ns,
            begun.stored,
            guided=begun.guided,
            position=begun.position,
        )


class _Owner(Scene):
    """In the place of the owner's menu: hears the buttons, does nothing."""

    service = True

    def view(self) -> View:
        return View()


class _Life:
    """One session, told what another one was told."""

    def __init__(self, bundle: Bundle, *, drawn: bool) -> None:
        self._bundle = bundle
        known = list(entries(bundle.chunks))
        self.calls = known
        self._seeds = deque(e.thing["seed"] for e in known if e.call is Call.SEED)
        self._photos = deque(e.thing for e in known if e.call is Call.PHOTO)
        self._spare = Random(bundle.manifest.configuration.seed)
        self._progress = PadProgress(0, frozenset(), frozenset())
        self._screen: Screen | None = None
        self._surface: pygame.Surface | None = None
        self._drawn = drawn
        self.table = self._new(known)

    def _new(self, known: list[Entry]) -> _Reborn:
        configuration = self._bundle.manifest.configuration
        if known and known[0].call is Call.MATCH:
            begun: Begun = unpack(known[0].thing)
            standing = begun.standing
            table = self._table(standing.who, standing.settings)
            table.receive(standing.hosting)
            for seat, named in standing.named.items():
                table.call(seat, named)
            for event in (*standing.faults, *standing.sources, standing.fall, standing.progress):
                if event is not None:
                    table.handle(event)
            return table
        return self._table(configuration.who, settings_in(self._bundle.manifest))

    def _table(self, who: Any, settings: Any) -> _Reborn:
        real = self._bundle.manifest.configuration.real
        table = _Reborn(who, settings, self._seed, bodies=not real)
        table.photographer = self._photo
        return table

    def _seed(self) -> int:
        return int(self._seeds.popleft()) if self._seeds else self._spare.getrandbits(63)

    def _photo(self, verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
        thing = self._photos.popleft() if self._photos else {}
        photo: PhotoFinish | None = unpack(thing) if thing else None
        return photo

    def tell(self, entry: Entry) -> None:
        """One call."""
        table, t_ns, thing = self.table, entry.t_ns, entry.thing
        match entry.call:
            case Call.TICK:
                table.tick(t_ns)
            case Call.SHOWN:
                table.presented(t_ns)
            case Call.VIEW:
                self._look(t_ns)
            case Call.PROGRESS:
                seen = self._progress
                self._hear(PadProgress(t_ns, seen.loaded, seen.pending))
            case Call.EVENT:
                self._hear(unpack(thing))
            case Call.POINT:
                table.point(unpack(thing), bool(thing["pressed"]), t_ns)
            case Call.NAME:
                table.call(thing["seat"], unpack(thing) if "kind" in thing else None)
            case Call.COVER:
                table.cover(_Owner(), t_ns)
            case Call.UNCOVER:
                table.uncover(t_ns)
            case Call.REST:
                table.rest(thing["seat"], t_ns)
            case Call.SEED | Call.PHOTO | Call.LOST:
                pass  # looked at when the session asks
            case _:
                self._bring(entry.call, unpack(thing), t_ns)

    def _hear(self, event: InputEvent) -> None:
        if isinstance(event, PadProgress):
            self._progress = event
        self.table.handle(event)

    def _bring(self, call: Call, value: Any, t_ns: int) -> None:
        match call:
            case Call.ANSWER:
                self.table.answer(value, t_ns)
            case Call.SUPPLY:
                self.table.supply(value, t_ns)
            case Call.OFFER:
                self.table.offer(value)
            case Call.ATTUNE:
                self.table.attune(value)
            case Call.HOST:
                self.table.receive(value)
            case _:
                self.table.begin_as(value, t_ns)

    def _look(self, t_ns: int) -> None:
        view = self.table.view()
        if not self._drawn:
            return
        if self._screen is None or self._surface is None:
            size = self._bundle.manifest.configuration.size
            settings = self.table.settings
            look = look_of(settings)
            self._surface = pygame.Surface(size)
            self._screen = Screen(size, len(self.table.who), look)
        self._screen.draw(self._surface, view, t_ns)


def live_again(bundle: Bundle) -> Lived:
    """Tell a new session what the crashed one was told, frames drawn if it crashed over one.

    Raises JournalProblem, ValueProblem: the file is damaged, or of another version.
    """
    drawn = any(f.file.startswith("console/screens") for f in bundle.manifest.crash.trace)
    life = _Life(bundle, drawn=drawn)
    lost = sum(e.call is Call.LOST for e in life.calls)
    for n, entry in enumerate(life.calls, 1):
        try:
            life.tell(entry)
        except Exception as error:  # whatever it is: it is what is looked for
            return Lived(crash_of(error), n, lost)
    return Lived(None, len(life.calls), lost)


def same(one: Crash, other: Crash | None) -> bool:
    """The same error at the same place."""
    if other is None or one.type != other.type or not (one.trace and other.trace):
        return False
    return one.trace[-1] == other.trace[-1]


def replay(path: Path, as_json: bool = False) -> bool:
    """``khvatka replay FILE.crash``: tell what happened, live it again; was it the same?

    Raises BundleProblem, JournalProblem, ValueProblem, and ConfigError for what is no file.
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
            "calls": None if lived is None else lived.calls,
            "lost": None if lived is None else lived.lost,
            "again": None if lived is None else lived.crash,
        }
        put([msgspec.json.encode(told).decode()])
    else:
        say(_told(manifest, lived))
    return again


def _told(manifest: Manifest, lived: Lived | None) -> Iterator[str]:
    versions = ", ".join(f"{name} {number}" for name, number in sorted(manifest.versions.items()))
    yield f"{manifest.when}: {manifest.crash.type}: {manifest.crash.message}"
    yield f"  {versions}"
    yield from (f"  {f.file}:{f.line} {f.function}" for f in manifest.crash.trace)
    if lived is None:
        yield "  the journal was too long to be kept whole: it cannot be lived again"
        return
    if lived.lost:
        yield f"  {lived.lost} values could not be kept"
    if same(manifest.crash, lived.crash):
        yield f"the same crash after {lived.calls} calls"
    elif lived.crash is None:
        yield f"no crash in {lived.calls} calls"
    else:
        where = lived.crash.trace[-1] if lived.crash.trace else None
        at = "" if where is None else f" at {where.file}:{where.line}"
        yield f"another crash after {lived.calls} calls: {lived.crash.type}{at}"
