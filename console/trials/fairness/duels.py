"""Duels on one simulated table: hands, codes, decoding, referee; and what the simulator knows.

A duel is one card's moment, the hands that reach for the pad, and the verdict. It runs through the
same wires and the same code as on a table; only rules and screens are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, First, Standing
from console.trials.fairness.hands import Bags, TriedHand, draw_brush, draw_hands
from console.trials.fairness.tables import TABLES, TableSpec
from console.wiring.build import weigh
from console.wiring.loop import FRAME_NS
from drivers.board import Reading, Samples
from drivers.events import (
    STILL_TRUSTED,
    Contact,
    Fault,
    Gesture,
    InputEvent,
    PadProgress,
    SeatFault,
)
from drivers.inputs import Inputs
from drivers.pad.channels.calibration import Calibration
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch

START_NS: Final = 1_000 * MS
WAKE_NS: Final = 120 * MS
_AHEAD_NS: Final = 100 * MS  # what happens is known before a stalling host has read so far
_AFTER_NS: Final = 420 * MS  # the pad rests, what was late arrives
_IDLE_NS: Final = 230 * MS
_BATCH_NS: Final = 100 * MS
_REST_NS: Final = 2_500 * MS  # hands off before the first card
_WEARING_NS: Final = 900 * MS
_LAID_NS: Final = 3_000 * MS  # from something heavy laid down to the next card

Waits = Callable[[int, int], int]
"""(now, when something is due) → when the host gets to it."""


class Decoder(Protocol):
    """What makes events of readings: ``drivers.inputs.Inputs``, or who is tried instead."""

    def feed(self, reading: Reading, now_ns: int) -> list[InputEvent]:
        """Events in the order of their times."""
        ...

    def next_due_ns(self) -> int | None:
        """When it has something to say even if nothing arrives."""
        ...


MakeInputs = Callable[[SimBoard, Calibration], Decoder]


def _at_once(_now_ns: int, due_ns: int) -> int:
    return due_ns


def real_inputs(board: SimBoard, calibration: Calibration) -> Decoder:
    """The table's own."""
    return Inputs(board.info, calibration)


@dataclass(slots=True)
class SeenDuel:
    """What the console made of one duel. ``wait_ns``: from the first touch of the ruling to it;
    ``out``: the seats that did not play when it was ruled; ``told_ns``: since when those have not
    that were told as faulty in it.
    """

    shown_ns: int = 0
    contacts: list[Contact] = field(default_factory=list)
    ruling: First | DeadHeat | None = None
    wait_ns: int = 0
    out: frozenset[int] = frozenset()
    told_ns: dict[int, int] = field(default_factory=dict)
    samples: list[Samples] = field(default_factory=list)


class TrialTable:
    """One table of the trial. ``waits`` may let the host stall; ``make_inputs`` decodes.

    ``broken``: the seats whose sensors are; ``bags``: what lies on it; ``brush``: what beside hands
    touched it in the latest duel.
    """

    def __init__(
        self,
        spec: TableSpec,
        waits: Waits = _at_once,
        make_inputs: MakeInputs = real_inputs,
    ) -> None:
        self.spec = spec
        self._waits = waits
        self._rng = spec.rng("people")
        self.board = SimBoard(
            spec.kind,
            spec.seats,
            spec.rng("board").getrandbits(31),
            wake_ns=WAKE_NS,
            idle_ns=_BATCH_NS,
            making=spec.making,
        )
        self.board.open()
        weighed = TABLES[spec.table].weighed
        known = weigh(self.board) if weighed else Calibration.nominal(self.board.info)
        self.inputs = make_inputs(self.board, known)
        self.referee = Referee()
        self._faults: dict[int, set[Fault]] = {}
        self._now_ns = self._begins_ns = START_NS
        self._seen = SeenDuel()
        self._spilled: set[int] = set()
        self.bags = Bags()
        self.brush: Touch | None = None
        self._turn(START_NS)  # the board counts its scans from the first look
        self._live_to(START_NS + _REST_NS)
        if TABLES[spec.table].worn_in:
            self._wear_in()
        broken = TABLES[spec.table].breaks(spec.rng("broken"), spec.seats)
        self.broken = {fault.seat for fault in broken}
        for fault in broken:
            at_ns = self._begins_ns + _AHEAD_NS
            self.board.faults.begin(fault.fault, at_ns, fault.at, fault.level)

    def duels(self) -> Iterator[tuple[list[TriedHand], SeenDuel]]:
        """Every duel: the hands that really came, and what was made of them."""
        for _ in range(self.spec.duels):
            yield self._duel()

    def _wear_in(self) -> None:
        """People have played here before: two slaps and a grab on every petal."""
        rng = self.spec.rng("wear")
        for gesture in (Gesture.PALM, Gesture.GRAB, Gesture.PALM):
            for seat in range(self.spec.seats):
                peak_n, rise_ms = rng.uniform(18.0, 35.0), rng.uniform(5.0, 12.0)
                at_ns = self._begins_ns + _AHEAD_NS
                self.board.touch(
                    Touch(seat=seat, gesture=gesture, t_ns=at_ns, peak_n=peak_n, rise_ms=rise_ms)
                )
                self._live_to(self._begins_ns + _WEARING_NS)

    def _duel(self) -> tuple[list[TriedHand], SeenDuel]:
        rng, board, spec = self._rng, self.board, self.spec
        begins_ns = self._begins_ns + _AHEAD_NS
        if spec.cell.family == "bag":
            load = self.bags.draw(rng, begins_ns)
            if load is not None:
                board.lay(load)
                begins_ns += _LAID_NS
        hands = draw_hands(rng, spec)
        early_ns = -min(0, *(hand.touch.t_ns for hand in hands))
        shown_ns = -(-(begins_ns + early_ns + rng.randrange(FRAME_NS)) // FRAME_NS) * FRAME_NS
        hands = [hand.later(shown_ns) for hand in hands]
        ends = [hand.end_ns for hand in hands]
        for hand in hands:
            board.touch(hand.touch)
            if hand.spill is not None:
                board.touch(hand.spill)
        self.brush = brush = draw_brush(rng, spec, hands)
        if brush is not None:
            ends.append(board.touch(replace(brush, t_ns=brush.t_ns + shown_ns)).end_ns)
        self._spilled = {hand.spill.seat for hand in hands if hand.spill is not None}
        self._seen = SeenDuel(shown_ns)
        self._live_to(max(ends) + _AFTER_NS)
        if self._seen.ruling is None:
            self._seen.out = frozenset(self.out)
        return hands, self._seen

    def _live_to(self, end_ns: int) -> None:
        """Let time go on. People do not wait for the host: what they do next begins at ``end_ns``,
        however late it is there.
        """
        self._begins_ns = end_ns
        now_ns, board, inputs = self._now_ns, self.board, self.inputs
        while now_ns < end_ns:
            dues = (board.next_arrival_ns(now_ns), inputs.next_due_ns(), now_ns + _IDLE_NS, end_ns)
            due_ns = min(due_ns for due_ns in dues if due_ns is not None)
            now_ns = self._waits(now_ns, max(due_ns, now_ns + 1))
            self._turn(now_ns)
        self._now_ns = now_ns

    def _turn(self, now_ns: int) -> None:
        reading, seen, referee = self.board.read(now_ns), self._seen, self.referee
        seen.samples += reading.samples
        for event in self.inputs.feed(reading, now_ns):
            if isinstance(event, Contact):
                seen.contacts.append(event)
                referee.add(event)
            elif isinstance(event, PadProgress):
                referee.progress(event)
            elif isinstance(event, SeatFault):
                self._fault(event)
        referee.falls_complete_to(reading.edges_complete_to_ns)
        while (ruling := referee.decide(self._standing)) is not None:
            if isinstance(ruling, First):
                first = ruling.contact
                referee.event_at(first.t_ns)
            elif isinstance(ruling, DeadHeat):
                first = ruling.contacts[0]
                referee.event_at(ruling.contacts[-1].t_ns)
            else:
                continue
            if seen.ruling is None:
                seen.ruling, seen.wait_ns = ruling, now_ns - first.t_ns
                seen.out = frozenset(self.out)

    def _fault(self, event: SeatFault) -> None:
        """As the table does: a seat that cannot be trusted does not play; of ``STILL_TRUSTED``
        it plays on.
        """
        faults = self._faults.setdefault(event.seat, set())
        if event.active:
            faults.add(event.fault)
        else:
            faults.discard(event.fault)
        if faults - STILL_TRUSTED:
            self._seen.told_ns.setdefault(event.seat, event.t_ns)
            self.referee.disable(event.seat)
        else:
            self.referee.enable(event.seat)

    @property
    def raised(self) -> set[int]:
        """The seats of which a fault is raised."""
        return {seat for seat, faults in self._faults.items() if faults}

    @property
    def out(self) -> set[int]:
        """Those of them that do not play."""
        return {seat for seat, faults in self._faults.items() if faults - STILL_TRUSTED}

    def _standing(self, contact: Contact) -> Standing:
        """Nobody can mean a card that is not shown yet, nor a petal that is not theirs."""
        early = contact.t_ns - self.board.bias_ns < self._seen.shown_ns
        return Standing.REFUSED if early or contact.seat in self._spilled else Standing.RIGHTFUL
