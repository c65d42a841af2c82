"""A table whose calls are kept in a journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from console.duel.photo_finish import PhotoFinish
from console.table.attract.host import Hosting
from console.table.board.view import Target
from console.table.match import Photographer, StoredStart
from console.table.outputs import Answer, VerdictReached
from console.table.response import Response
from console.table.scene import Scene
from console.table.seating import Named, Seating
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.crash.journal import Call, Journal
from drivers.events import (
    Fall,
    Fault,
    InputEvent,
    PadProgress,
    SeatFault,
    SourceFault,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a new session must be told to be where an old one was when a match began."""

    who: tuple[Who, ...]
    settings: Settings
    named: Mapping[int, Named] = field(default_factory=dict)
    hosting: Hosting = field(default_factory=Hosting)
    faults: tuple[SeatFault, ...] = ()
    sources: tuple[SourceFault, ...] = ()
    fall: Fall | None = None
    progress: PadProgress | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """How a match began: ``lot`` is the number of rematches before it."""

    standing: Standing
    seating: Seating
    seed: int
    stored: StoredStart | None
    guided: bool
    position: dict[str, Any] | None


class WatchedTable(Table):
    """A ``Table`` that writes down all it is told, before it does anything about it."""

    def __init__(
        self,
        who: tuple[Who, ...],
        settings: Settings,
        draw_seed: Callable[[], int],
        stored: StoredStart | None = None,
        *,
        bodies: bool = True,
    ) -> None:
        self.journal = Journal()
        self._faulty: dict[tuple[int, Fault], SeatFault] = {}

        def drawn() -> int:
            seed = draw_seed()
            self.journal.thing(Call.SEED, {"seed": seed}, self.journal.now_ns)
            return seed

        super().__init__(who, settings, drawn, stored, bodies=bodies)

    def _noted(self, photographer: Photographer) -> Photographer:
        """What comes of it is written down: there will be no samples."""

        def take(verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
            photo = photographer(verdict, seating)
            self.journal.thing(Call.PHOTO, {} if photo is None else photo, verdict.t_ns)
            return photo

        return take

    # -- calls -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PadProgress):
            self.journal.progress(event)
        else:
            self.journal.thing(Call.EVENT, event, event.t_ns)
        super().handle(event)
        if isinstance(event, SeatFault):
            if event.active:
                self._faulty[event.seat, event.fault] = event
            else:
                self._faulty.pop((event.seat, event.fault), None)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        self.journal.thing(Call.POINT, target, t_ns, pressed=pressed)
        super().point(target, pressed, t_ns)

    def answer(self, answer: Answer, now_ns: int) -> None:
        self.journal.thing(Call.ANSWER, answer, now_ns)
        super().answer(answer, now_ns)

    def supply(self, supply: Response, now_ns: int) -> None:
        self.journal.thing(Call.SUPPLY, supply, now_ns)
        super().supply(supply, now_ns)

    def offer(self, stored: StoredStart) -> None:
        self.journal.thing(Call.OFFER, stored, self.journal.now_ns)
        super().offer(stored)

    def call(self, seat: int, named: Named | None) -> None:
        self.journal.thing(
            Call.NAME, {} if named is None else named, self.journal.now_ns, seat=seat
        )
        super().call(seat, named)

    def tick(self, now_ns: int) -> None:
        self.journal.moment(Call.TICK, now_ns)
        super().tick(now_ns)
        if self.quiet:
            self.journal.settle()

    def view(self) -> View:
        self.journal.moment(Call.VIEW, self.journal.now_ns)
        return super().view()

    def presented(self, t_ns: int) -> None:
        self.journal.moment(Call.SHOWN, t_ns)
        super().presented(t_ns)

    # -- the owner -------------------------------------------------------------------------------

    def cover(self, scene: Scene, now_ns: int) -> None:
        if scene.service:
            self.journal.moment(Call.COVER, now_ns)
        super().cover(scene, now_ns)

    def uncover(self, now_ns: int) -> None:
        if self.scene.service:
            self.journal.moment(Call.UNCOVER, now_ns)
        super().uncover(now_ns)

    def rest(self, seat: int, now_ns: int) -> None:
        self.journal.thing(Call.REST, {"seat": seat}, now_ns)
        super().rest(seat, now_ns)

    def attune(self, settings: Settings) -> None:
        self.journal.thing(Call.ATTUNE, settings, self.journal.now_ns)
        super().attune(settings)

    def receive(self, hosting: Hosting) -> None:
        self.journal.thing(Call.HOST, hosting, self.journal.now_ns)
        super().receive(hosting)

    # -- matches ---------------------------------------------------------------------------------

    def _start(
        self,
        seats: Seating,
        seed: int,
        now_ns: int,
        stored: StoredStart | None = None,
        *,
        guided: bool = False,
        position: dict[str, Any] | None = None,
    ) -> None:
        standing = Standing(
            self.who,
            self.settings,
            dict(self.lobby.start.named),
            self.hosting,
            tuple(self._faulty.values()),
            tuple(self._sources.values()),
            self._fall,
            self._progress,
        )
        begun = Begun(standing, seats, seed, stored, guided, position)
        self.journal.begin(begun, now_ns)
        photographer = self.photographer
        if photographer is not None:
            self.photographer = self._noted(photographer)
        try:
            super()._start(seats, seed, now_ns, stored, guided=guided, position=position)
        finally:
            self.photographer = photographer
