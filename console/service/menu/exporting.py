"""Audits and matches onto a stick."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from console.i18n import N_, Words
from console.service.menu.page import LIVE_NS, ListPage, MenuHost, MenuItem, TaskPage
from console.service.menu.services import Leaving
from console.service.menu.view import MenuLevel, ServiceLine, ServiceRow
from console.service.place import room_text
from console.service.sticks.errands import Export, StickRoom
from console.service.sticks.mounted import Stick
from console.service.sticks.worker import Job


class ExportPage(ListPage):
    """The sticks, which are looked for anew each time; each is asked for its room beside the
    table."""

    title = N_("Export")

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        self._sticks: tuple[Stick, ...] = ()
        self._rooms: dict[Path, Job] = {}
        self._due_ns: int | None = None
        self._find()

    def items(self) -> Sequence[MenuItem]:
        words = self.menu.words
        what = words._("Audits and matches, as CSV and JSON; nobody's name is in them.")
        items = [MenuItem(self._row(words, s), self._writer(s), (what,)) for s in self._sticks]
        none = words._("No stick is plugged in: plug one in and look again.")
        help_ = (what,) if self._sticks else (none, what)
        return [*items, MenuItem(ServiceRow(words._("Look for sticks again")), self._look, help_)]

    def _row(self, words: Words, stick: Stick) -> ServiceRow:
        if stick.read_only:
            return ServiceRow(stick.name, words._("write-protected"), MenuLevel.WARNING)
        answer = self._rooms[stick.path].answer
        if answer is None:
            return ServiceRow(stick.name, "…")
        if answer.room is None:
            return ServiceRow(stick.name, words._("does not answer"), MenuLevel.WARNING)
        return ServiceRow(stick.name, room_text(words, answer.room))

    def _find(self) -> None:
        self.left()
        machine, words = self.menu.services.machine, self.menu.words
        self._sticks = machine.sticks()
        self._rooms = {
            stick.path: machine.begin(StickRoom(bytes(stick.path)), words)
            for stick in self._sticks
            if not stick.read_only
        }

    def _look(self, now_ns: int) -> None:
        self._find()
        if not self._sticks:
            self.menu.say(self.menu.words._("There is still no stick."), MenuLevel.WARNING)

    def _writer(self, stick: Stick) -> Callable[[int], None]:
        def write(_: int) -> None:
            services, words = self.menu.services, self.menu.words
            errand = Export(
                bytes(stick.path), os.fsencode(services.store.path), services.machine.today()
            )
            task = Exporting(words, services.machine.begin(errand, words))
            self.menu.push(TaskPage(self.menu, self.title, task))

        return write

    # -- the sticks' answers -----------------------------------------------------------------------

    @property
    def _open(self) -> list[Job]:
        return [job for job in self._rooms.values() if job.answer is None]

    def tick(self, now_ns: int) -> bool:
        if not self._open or (self._due_ns is not None and now_ns < self._due_ns):
            return False
        self._due_ns = now_ns + LIVE_NS
        for job in (asked := self._open):
            job.step(now_ns)
        return len(asked) > len(self._open)

    def next_due_ns(self) -> int | None:
        return self._due_ns if self._open else None

    def left(self) -> None:
        for job in self._open:
            job.stop()


class Exporting:
    """An export that is being written (``Task``)."""

    share: float | None = None
    leaving = Leaving.BROKEN_OFF

    def __init__(self, words: Words, job: Job) -> None:
        self._words, self._job = words, job
        self.text = words._("Writing; leave the stick where it is.")

    @property
    def done(self) -> bool:
        return self._job.answer is not None

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        answer = self._job.answer
        if answer is None:
            return ()
        if answer.failure is not None:
            return (ServiceLine(answer.failure, MenuLevel.FAILURE),)
        written = self._words._("All is on the stick; it can be taken out.")
        return (ServiceLine(written, MenuLevel.OK), *(ServiceLine(name) for name in answer.names))

    def step(self, now_ns: int) -> None:
        self._job.step(now_ns)

    def stop(self) -> None:
        """What was written so far is taken back."""
        self._job.stop()
