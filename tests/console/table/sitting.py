"""A table with people around it, in virtual time, who press and touch as drivers report it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from console.games.chaos.state import State
from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import PlayView
from console.table.outputs import Output
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from drivers.events import Button, ButtonEvent, Contact, Fault, Gesture, PadProgress, SourceFault
from drivers.times import MS

STEP_NS = 2 * MS
IDLE_NS = 10 * MS  # nothing is due and no hand is near the pad: as a loop that rests
SILENT_MS = 250
LAG_NS = 3 * MS  # the pad is known this far behind the present


@dataclass
class Hand:
    """A touch under way: reported once it is ``decided``."""

    contact: Contact
    until_ns: int
    told: bool = False


@dataclass
class Sitting:
    """Drives a Table step by step; ``outputs`` collects all that leaves it."""

    table: Table
    now_ns: int = 1_000 * MS
    hands: list[Hand] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    frames: bool = True  # does the display work?
    heard: bool = True  # does the pad answer?

    @classmethod
    def of(cls, players: int = 3, seats: int | None = None, **settings: Any) -> Sitting:
        """People at each seat (two players: opposite each other), the match begun."""
        count = seats or (4 if players == 2 else players)
        taken = (0, count // 2) if players == 2 else tuple(range(players))
        who = tuple(Who.PERSON if s in taken else Who.EMPTY for s in range(count))
        sitting = cls(Table(who, Settings(**settings), lambda: 5))
        sitting.table.begin(sitting.now_ns)
        sitting.run(10)
        return sitting

    @property
    def match(self) -> ChaosMatch:
        assert isinstance(self.table.match, ChaosMatch)
        return self.table.match

    @property
    def state(self) -> State:
        return self.match.position.state

    @property
    def play(self) -> PlayView:
        view = self.table.view()
        assert isinstance(view, PlayView)
        return view

    def put(self, **fields: Any) -> None:
        """Lay other cards: the position stays as it is but for ``fields`` of the state. A
        ``special`` among them has just been opened."""
        self.match.position.state = self.state._replace(**fields)
        if fields.get("special") is not None:
            self.match._special_ns = self.now_ns
        self.table.handle(PadProgress(self.now_ns - LAG_NS, frozenset({99}), frozenset()))
        self.progress()

    def press(self, seat: int, button: Button = Button.OK, hold_ms: int = 60) -> None:
        """A press and release now, reported as it happens."""
        self.table.handle(ButtonEvent(seat, button, True, self.now_ns, 0))
        self.run(hold_ms)
        self.table.handle(ButtonEvent(seat, button, False, self.now_ns, 0))

    def touch(
        self,
        seat: int,
        gesture: Gesture = Gesture.GRAB,
        after_ms: float = 0,
        *,
        u_ms: float = 0.1,
        decide_ms: float = 20,
        hold_ms: float = 150,
        early_ms: float = 0,
        late_ms: float = 0,
    ) -> None:
        """A hand arrives ``after_ms`` from now (or before now) and is understood later."""
        t_ns = self.now_ns + round(after_ms * MS)
        contact = Contact(
            seat=seat,
            gesture=gesture,
            t_ns=t_ns,
            uncertainty_ns=round(u_ms * MS),
            clock_uncertainty_ns=0,
            decided_ns=t_ns + round(decide_ms * MS),
            peak_n=10.0,
            early_ns=round(early_ms * MS),
            late_ns=round(late_ms * MS),
        )
        self.hands.append(Hand(contact, t_ns + round(hold_ms * MS)))

    def progress(self) -> None:
        """Report what the pad knows: contacts whose gesture is decided, and how far it is known."""
        known_ns = self.now_ns - LAG_NS
        if not self.heard:
            return
        for hand in self.hands:
            if not hand.told and hand.contact.decided_ns <= known_ns:
                hand.told = True
                self.table.handle(hand.contact)
        pending = [h.contact for h in self.hands if not h.told and h.contact.t_ns <= known_ns]
        loaded = {h.contact.seat for h in self.hands if h.contact.t_ns <= known_ns < h.until_ns}
        complete_ns = min([known_ns, *(c.t_ns - 1 for c in pending)])
        self.table.handle(
            PadProgress(complete_ns, frozenset(loaded), frozenset(c.seat for c in pending))
        )

    def silence(self, ms: float, source: str = "pad") -> None:
        """Nothing comes of a source for so long, as ``drivers.inputs`` tells it."""
        self.heard = source != "pad"
        self.run(SILENT_MS)
        self.table.handle(SourceFault(source, Fault.SILENT, True, self.now_ns))
        self.run(ms - SILENT_MS)
        self.heard = True
        self.table.handle(SourceFault(source, Fault.SILENT, False, self.now_ns - LAG_NS))

    def run(self, ms: float) -> None:
        """Let time pass."""
        until_ns = self.now_ns + round(ms * MS)
        while self.now_ns < until_ns:
            self.now_ns = self._next_ns(until_ns)
            self.progress()
            self.table.tick(self.now_ns)
            if self.frames and self.table.changed:
                self.table.view()
                self.table.presented(self.now_ns)
                self.table.tick(self.now_ns)
            self.outputs += self.table.take_outputs()
            due_ns = self.table.next_due_ns()
            awake = due_ns is not None and due_ns <= self.now_ns
            assert not awake, "what is due was not done: the loop would never rest"

    def _next_ns(self, until_ns: int) -> int:
        """When the table is looked after again: every ``STEP_NS``, of which those are left out in
        which nothing could happen."""
        due_ns = self.table.next_due_ns()
        ends_ns = [until_ns, *([] if due_ns is None else [due_ns])]
        near = self.table.changed or any(
            not hand.told or self.now_ns - LAG_NS < hand.until_ns for hand in self.hands
        )
        idle_ns = min(STEP_NS if near else IDLE_NS, *(end - self.now_ns for end in ends_ns))
        return self.now_ns + max(-(-idle_ns // STEP_NS), 1) * STEP_NS

    def of_kind(self, kind: type) -> list[Any]:
        """The outputs of one kind, in order."""
        return [o for o in self.outputs if isinstance(o, kind)]
