"""A visit to the service menu: a table in virtual time, a store in a folder, wires that are told
what to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from console.i18n import Words
from console.service.adjustments import Adjusted
from console.service.effect import settings_with
from console.service.first_pin import FirstPin
from console.service.menu.menu import ServiceMenu
from console.service.menu.services import Leaving, MenuServices, PetalState, Switch, Task
from console.service.menu.view import (
    Body,
    Digits,
    MenuGuide,
    MenuLevel,
    MenuQuestion,
    MenuSheet,
    MenuText,
    Rows,
    ServiceLine,
    ServiceView,
)
from console.service.pin import Pin, PinGate, new_pin
from console.service.sticks.errands import Errand
from console.service.sticks.mounted import Stick
from console.service.sticks.worker import Job
from console.service.store import ServiceStore
from console.service.usage import LiveButton
from console.settings.kinds import Value
from console.store.problems import StoreTrouble
from console.store.schema import store_path
from console.store.soundness import Flaw
from console.table.record_values import Person, PersonProfile
from console.table.records.requests import ForgetRequest, Forgotten, Records, RecordsRequest
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent, Fault
from drivers.times import SECOND
from tests.console.service.sticks.at_once import AtOnce

CHEAP = 2**4  # scrypt's n, so that tests need not wait
PIN = "2580"
SEATS = 4
LEFT, RIGHT, OK, BACK = Button


@dataclass
class Steps:
    """A task that is over after so many steps."""

    left: int = 3
    leaving: Leaving = Leaving.BROKEN_OFF
    stopped: bool = False
    findings: tuple[ServiceLine, ...] = (
        ServiceLine("ok", MenuLevel.OK),
        ServiceLine("Seat 3, top sensor: noisy: ± 0.4 % of full scale", MenuLevel.WARNING),
        ServiceLine("Seat 1, ◀: held down all the time", MenuLevel.FAILURE),
    )

    @property
    def text(self) -> str:
        return "Hands off"

    @property
    def share(self) -> float | None:
        return 1 - self.left / 3

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        return self.findings[: len(self.findings) - self.left]

    @property
    def done(self) -> bool:
        return self.left == 0

    def step(self, now_ns: int) -> None:
        self.left -= 1

    def stop(self) -> None:
        self.stopped = True


@dataclass
class Wires:
    """A probe that reads what a test says."""

    seats: int = SEATS
    presses: dict[tuple[int, Button], int] = field(default_factory=dict)
    down: set[tuple[int, Button]] = field(default_factory=set)
    forces: dict[int, float] = field(default_factory=dict)
    task: Steps = field(default_factory=Steps)
    weights: list[float] = field(default_factory=list)

    def buttons(self) -> tuple[LiveButton, ...]:
        found = []
        for seat in range(self.seats):
            for button in Button:
                count = self.presses.get((seat, button), 0)
                last_ns = SECOND if count else None
                held = (seat, button) in self.down
                found.append(LiveButton(seat, button, held, count, count // 3, last_ns))
        return tuple(found)

    def petals(self, now_ns: int) -> tuple[PetalState, ...]:
        forces = self.forces
        seats = range(self.seats)
        return tuple(
            PetalState(s, forces.get(s, 0.0), forces.get(s, 0.0) / 2, 0.0012) for s in seats
        )

    def link(self, words: Words, now_ns: int) -> tuple[ServiceLine, ...]:
        return (ServiceLine("The clock of the pad is known to ± 0.08 ms", MenuLevel.OK),)

    def counters(self) -> tuple[tuple[str, int], ...]:
        return tuple((f"pad.counter_{n}", n * 1000) for n in range(30))

    def fault_text(self, words: Words, fault: Fault) -> str:
        return words._("button stuck")

    def self_test(self, words: Words, now_ns: int) -> Task:
        return self.task

    def left_out(self) -> tuple[int, ...]:
        return ()

    def weigh(self, words: Words, weight_n: float, wanted: tuple[int, ...] | None) -> Task:
        self.weights.append(weight_n)
        return self.task


@dataclass
class Box:
    """A machine in a folder."""

    folder: Path
    ended: list[str] = field(default_factory=list)
    problem: StoreTrouble | None = None
    damaged: tuple[Flaw, ...] = ()
    updates: Task | None = None
    job: AtOnce | None = None
    plugged: tuple[Stick, ...] = ()
    is_table: bool = True

    def today(self) -> str:
        return "2026-05-01"

    def sticks(self) -> tuple[Stick, ...]:
        media = self.folder / "media"
        there = sorted(media.iterdir()) if media.exists() else ()
        return (*self.plugged, *map(Stick, there))

    def begin(self, errand: Errand, words: Words) -> Job:
        self.job = AtOnce(errand, words)
        return self.job

    def log(self) -> tuple[ServiceLine, ...]:
        lines = (f"khvatka: line {n} of the log, as long as lines are" for n in range(40))
        return tuple(ServiceLine(line) for line in lines)

    def about(self, words: Words, now_ns: int) -> tuple[tuple[str, str], ...]:
        return (("Version", "0.5"), ("Board", "mk2"))

    def trouble(self) -> StoreTrouble | None:
        return self.problem

    def flaws(self) -> tuple[Flaw, ...]:
        return self.damaged

    @property
    def switches(self) -> tuple[Switch, ...]:
        return tuple(
            Switch(name, f"{name}?", partial(self._end, name)) for name in ("Close", "Off")
        )

    def _end(self, name: str) -> None:
        self.ended.append(name)

    def update(self, words: Words) -> Task | None:
        return self.updates


@dataclass
class Visit:
    """The owner at a seat. ``table`` is what the menu lies over."""

    folder: Path
    table: Table
    store: ServiceStore
    wires: Wires
    box: Box
    seat: int = 0
    now_ns: int = SECOND
    attuned: list[str] = field(default_factory=list)
    of_start: dict[str, Value] = field(default_factory=dict)
    people: list[PersonProfile] = field(default_factory=list)
    answers: bool = True
    refuses: bool = False
    cannot: ConfigError | None = None
    _gate: PinGate | None = None

    @classmethod
    def at(cls, folder: Path, seat: int = 0, seats: int = SEATS, **settings: Any) -> Visit:
        """A table with a person at each seat, nothing begun, no PIN; it was just installed."""
        table = Table((Who.PERSON,) * seats, Settings(**settings), lambda: 5)
        store = ServiceStore(store_path(folder))
        FirstPin(folder).open(SECOND)
        return cls(folder, table, store, Wires(seats), Box(folder), seat)

    def services(self) -> MenuServices:
        first_pin = FirstPin(self.folder)
        return MenuServices(
            store=self.store,
            gate=self._pin_gate,
            first_pin=first_pin,
            attune=self._attune,
            probe=self.wires,
            machine=self.box,
            overridden=self.of_start,
        )

    def _pin_gate(self, now_ns: int) -> PinGate | None:
        pin = self.store.pin()
        if self._gate is None and pin is not None:
            self._gate = PinGate(pin, self.store.keep_pin, now_ns)
        return self._gate

    def _attune(self, key: str, adjusted: Adjusted) -> None:
        if self.cannot is not None and adjusted[key]:
            raise self.cannot
        self.attuned.append(key)
        self.table.attune(settings_with(self.table.settings, key, adjusted))

    # -- what the owner does -----------------------------------------------------------------------

    def open(self) -> None:
        """The menu opens at its first page."""
        self.table.cover(ServiceMenu(self.table, self.services(), self.seat), self.now_ns)
        self.wait(0.01)

    def enter(self) -> None:
        """… and is left behind: the PIN was right."""
        self.set_pin()
        self.open()
        self.type(PIN)

    def set_pin(self) -> None:
        self.store.keep_pin(cheap_pin())

    def press(self, *buttons: Button, seat: int | None = None) -> None:
        """One after the other, each let go of."""
        for button in buttons:
            for pressed in (True, False):
                at = self.seat if seat is None else seat
                self.table.handle(ButtonEvent(at, button, pressed, self.now_ns, 0))
                self.wait(0.02)

    def type(self, digits: str) -> None:
        """Digits on the wheel, from where it stands at 0, and their end."""
        at = 0
        for wanted in [*map(int, digits), 10]:
            steps = wanted - at
            self.press(*[RIGHT if steps > 0 else LEFT] * abs(steps), OK)
            at = wanted

    def wait(self, seconds: float) -> None:
        """Time passes, frames are shown."""
        until_ns = self.now_ns + round(seconds * SECOND)
        while True:
            self.table.tick(self.now_ns)
            if self.table.changed:
                self.table.view()
                self.table.presented(self.now_ns)
            self._answer()
            due_ns = self.table.next_due_ns()
            if due_ns is None or due_ns > until_ns:
                break
            assert due_ns > self.now_ns, "what is due was not done: the loop would never rest"
            self.now_ns = due_ns
        self.now_ns = until_ns
        self.table.tick(self.now_ns)

    def _answer(self) -> None:
        """What is asked of those who keep the records, answered if they do."""
        for want in self.table.take_outputs():
            if not self.answers:
                continue
            if isinstance(want, ForgetRequest):
                if not self.refuses:
                    self.people = [p for p in self.people if p.id != want.profile]
                told = Forgotten(want.profile, done=not self.refuses)
                self.table.respond(told, self.now_ns)
            if isinstance(want, RecordsRequest | ForgetRequest):
                people = tuple(Person(p) for p in self.people)
                self.table.respond(Records(people=people), self.now_ns)

    def to(self, *labels: str) -> None:
        """From list to list: the cursor to the row of that English label, ●."""
        for label in labels:
            body = self.body
            assert isinstance(body, Rows)
            labels_shown = [row.label for row in body.rows]
            steps = labels_shown.index(self.words._(label)) - body.cursor
            self.press(*[RIGHT if steps > 0 else LEFT] * abs(steps), OK)

    # -- what the owner sees -----------------------------------------------------------------------

    @property
    def words(self) -> Words:
        return Words(self.table.settings.language)

    def inside(self) -> bool:
        """Is the menu on show?"""
        return isinstance(self.table.scene, ServiceMenu)

    @property
    def view(self) -> ServiceView:
        view = self.table.view()
        assert isinstance(view, ServiceView)
        return view

    @property
    def body(self) -> Body:
        return self.view.body

    @property
    def note(self) -> str:
        note = self.view.note
        return "" if note is None else note.text


def cheap_pin() -> Pin:
    """The PIN of these tests, quick to try."""
    return new_pin(PIN, 4, CHEAP)


def tour(visit: Visit) -> Iterator[ServiceView]:
    """Every page there is, as ◀ ▶ ● ✕ of one seat reach them; the visit begins outside."""
    visit.open()
    yield visit.view
    visit.type(PIN)
    yield visit.view
    visit.type(PIN)
    yield from _crawl(visit)


def _crawl(visit: Visit) -> Iterator[ServiceView]:
    view, depth = visit.view, len(visit.view.path)
    yield view
    match view.body:
        case Rows(rows=rows):
            for n in range(len(rows)):
                visit.press(*[RIGHT] * ((n - rows_of(visit).cursor) % len(rows)), OK)
                if len(visit.view.path) > depth:
                    yield from _crawl(visit)
                else:
                    yield visit.view
                if _rows_or_none(visit, editing=True):
                    visit.press(BACK)
                while len(visit.view.path) > depth:
                    visit.press(BACK)
        case MenuGuide():
            visit.wait(1)
            yield visit.view
        case MenuSheet() | MenuText() | MenuQuestion() | Digits():
            visit.press(RIGHT)
            yield visit.view


def rows_of(visit: Visit) -> Rows:
    """The list on show."""
    assert isinstance(visit.body, Rows)
    return visit.body


def _rows_or_none(visit: Visit, *, editing: bool) -> bool:
    return isinstance(visit.body, Rows) and visit.body.editing is editing
