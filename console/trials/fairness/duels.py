"""Duels on one simulated table: hands, codes, decoding, referee; and what the simulator knows.

A duel is one card's moment, the hands that reach for the pad, and the verdict. It runs through the
same wires and the same code as on a table; only rules and screens are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from console.duel.referee import DeadHeat, First, Referee, Standing
from console.trials.fairness.naive import Naive
from console.trials.fairness.records import DEAD_HEAT, DUEL, HAND, NOBODY, Records
from console.trials.fairness.tables import EQUALS, KINDS, TableSpec
from console.wiring.build import weigh
from drivers.board import BoardInfo, Samples
from drivers.calibration import Calibration
from drivers.events import Contact, Gesture, PadProgress
from drivers.inputs import Inputs
from host_sim.board import SimBoard
from host_sim.minds import PRESETS, draw_ms
from host_sim.models import Touch
from host_sim.people import draw_touch

MS: Final = 1_000_000
START_NS: Final = 1_000 * MS
FRAME_NS: Final = 16_666_667
_GRABS: Final = 0.65
_BRUSHES: Final = 0.05
_AFTER_NS: Final = 420 * MS  # the pad rests, what was late arrives
_WAKE_NS: Final = 120 * MS
_IDLE_NS: Final = 200 * MS

Waits = Callable[[int, int], int]
"""(now, when something is due) → when the host gets to it."""
MakeInputs = Callable[[BoardInfo, Calibration], Inputs]


def _at_once(_now_ns: int, due_ns: int) -> int:
    return due_ns


def _make_inputs(info: BoardInfo, calibration: Calibration) -> Inputs:
    return Inputs(info, calibration)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it really came: its touch, whose it is, its true onset."""

    touch: Touch
    preset: str
    onset_ns: int


@dataclass(slots=True)
class Seen:
    """What the console made of one duel."""

    contacts: list[Contact]
    ruling: First | DeadHeat | None
    samples: list[Samples]


class TrialTable:
    """One table of the trial. ``waits`` may let the host stall; ``make_inputs`` may break it."""

    def __init__(
        self,
        spec: TableSpec,
        waits: Waits = _at_once,
        make_inputs: MakeInputs = _make_inputs,
    ) -> None:
        self.spec = spec
        self._waits = waits
        self._rng = spec.rng("people")
        self.board = SimBoard(
            spec.kind,
            spec.seats,
            spec.rng("board").getrandbits(31),
            wake_ns=_WAKE_NS,
            idle_ns=_IDLE_NS,
            making=spec.making,
        )
        self.board.open()
        calibration = weigh(self.board)
        self.inputs = make_inputs(self.board.info, calibration)
        self.referee = Referee()
        self._now_ns = self._begins_ns = START_NS
        self._turn(START_NS, Seen([], None, []))  # the board counts its scans from the first look

    def duels(self) -> Iterator[tuple[list[Hand], Seen]]:
        """Every duel: the hands that really came, and what was made of them."""
        for _ in range(self.spec.duels):
            yield self._duel()

    def _duel(self) -> tuple[list[Hand], Seen]:
        rng, board = self._rng, self.board
        shown_ns = -(-(self._begins_ns + rng.randrange(FRAME_NS)) // FRAME_NS) * FRAME_NS
        seats = rng.sample(range(self.spec.seats), rng.randint(2, self.spec.seats))
        hands = [self._hand(rng, seat, shown_ns) for seat in sorted(seats)]
        ends = [hand.touch.end_ns for hand in hands]
        if len(seats) < self.spec.seats and rng.random() < _BRUSHES:
            free = sorted(set(range(self.spec.seats)) - set(seats))
            brush = _brush(rng, rng.choice(free), shown_ns)
            ends.append(board.touch(brush).end_ns)
        seen = Seen([], None, [])
        # People do not wait for the host: when the next card is shown does not depend on it.
        self._begins_ns = max(ends) + _AFTER_NS
        self._run_to(self._begins_ns, seen)
        return hands, seen

    def _hand(self, rng: Random, seat: int, shown_ns: int) -> Hand:
        name = self.spec.people
        if name == "mixed":
            name = rng.choice(tuple(PRESETS))
        preset = PRESETS[name]
        t_ns = shown_ns + round(draw_ms(rng, preset.find(self.spec.seats)) * MS)
        gesture = Gesture.GRAB if rng.random() < _GRABS else Gesture.PALM
        touch = self.board.touch(draw_touch(rng, preset, seat, gesture, t_ns))
        onset_ns = touch.true_onset_ns()
        assert onset_ns is not None, touch  # the lightest hand presses four times as hard
        return Hand(touch, name, onset_ns)

    def _run_to(self, end_ns: int, seen: Seen) -> None:
        now_ns, board, inputs = self._now_ns, self.board, self.inputs
        while now_ns < end_ns:
            dues = (board.next_arrival_ns(now_ns), inputs.next_due_ns(), now_ns + _IDLE_NS, end_ns)
            due_ns = min(due_ns for due_ns in dues if due_ns is not None)
            now_ns = self._waits(now_ns, max(due_ns, now_ns + 1))
            self._turn(now_ns, seen)
        self._now_ns = now_ns

    def _turn(self, now_ns: int, seen: Seen) -> None:
        reading = self.board.read(now_ns)
        seen.samples += reading.samples
        referee = self.referee
        for event in self.inputs.feed(reading, now_ns):
            if isinstance(event, Contact):
                seen.contacts.append(event)
                referee.add(event)
            elif isinstance(event, PadProgress):
                referee.progress(event)
        referee.falls_complete_to(reading.edges_complete_to_ns)
        while (ruling := referee.decide(_rightful)) is not None:
            if isinstance(ruling, First):
                referee.event_at(ruling.contact.t_ns)
            elif isinstance(ruling, DeadHeat):
                referee.event_at(ruling.contacts[-1].t_ns)
            else:
                continue
            seen.ruling = seen.ruling or ruling


def _rightful(_contact: Contact) -> Standing:
    return Standing.RIGHTFUL


def _brush(rng: Random, seat: int, shown_ns: int) -> Touch:
    """A sleeve or a hovering finger: less than a touch."""
    return Touch(
        seat,
        Gesture.PALM,
        shown_ns + round(rng.uniform(200, 900) * MS),
        peak_n=rng.uniform(0.2, 0.75),
        rise_ms=rng.uniform(10, 40),
        hold_ms=rng.uniform(20, 300),
    )


def run_table(spec: TableSpec) -> Records:
    """All duels of one table, written down."""
    return record(TrialTable(spec))


def record(table: TrialTable) -> Records:
    """Judge every duel of ``table`` and compare with what really happened."""
    spec = table.spec
    naive = Naive(table.board, weigh(table.board))
    duels = np.zeros(spec.duels, DUEL)
    rows: list[tuple[object, ...]] = []
    for index, (hands, seen) in enumerate(table.duels()):
        _write_duel(duels[index : index + 1], spec, index, hands, seen, naive)
        rows += _hand_rows(spec, index, hands, seen, table.board)
    return Records(duels, np.array(rows, HAND))


def _write_duel(
    row: np.ndarray[tuple[int], np.dtype[np.void]],
    spec: TableSpec,
    index: int,
    hands: list[Hand],
    seen: Seen,
    naive: Naive,
) -> None:
    order = sorted(hands, key=lambda hand: hand.onset_ns)
    first, second = order[0], order[1]
    gap_ns = second.onset_ns - first.onset_ns
    by_seat = {contact.seat: contact for contact in reversed(seen.contacts)}
    verdict, in_heat = _verdict(seen.ruling, first.touch.seat)
    touched = {hand.touch.seat for hand in hands}
    frame, arrival, debounce = naive.verdicts(seen.samples, sorted(touched))
    pair = [by_seat.get(hand.touch.seat) for hand in (first, second)]
    row["duel"] = spec.first_duel + index
    row["kind"] = KINDS.index(spec.kind)
    row["seats"], row["hands"] = spec.seats, len(hands)
    row["worst"], row["people"] = spec.worst, EQUALS.index(spec.people)
    row["true_first"], row["gap_ns"] = first.touch.seat, gap_ns
    row["first"], row["first_in_heat"] = verdict, in_heat
    row["explained"] = _explained(gap_ns, pair)
    row["frame"], row["arrival"], row["debounce"] = frame, arrival, debounce
    row["false_contacts"] = sum(
        contact.seat not in touched or contact is not by_seat[contact.seat]
        for contact in seen.contacts
    )
    row["missed"] = len(touched - by_seat.keys())


def _verdict(ruling: First | DeadHeat | None, true_first: int) -> tuple[int, bool]:
    match ruling:
        case First(contact=contact):
            return contact.seat, False
        case DeadHeat(contacts=contacts):
            return DEAD_HEAT, any(contact.seat == true_first for contact in contacts)
    return NOBODY, False


def _explained(gap_ns: int, pair: list[Contact | None]) -> float:
    """How likely the measured gap of such a pair is within its expanded joint uncertainty.

    The two measured times scatter by their stated errors around a difference of ``gap_ns``.
    """
    a, b = pair
    if a is None or b is None:
        return 0.0
    sigma_ns = math.hypot(a.uncertainty_ns, b.uncertainty_ns)
    x = gap_ns / sigma_ns
    return 0.5 * (math.erf((x + 2) / math.sqrt(2)) - math.erf((x - 2) / math.sqrt(2)))


def _hand_rows(
    spec: TableSpec, index: int, hands: list[Hand], seen: Seen, board: SimBoard
) -> list[tuple[object, ...]]:
    by_seat = {contact.seat: contact for contact in reversed(seen.contacts)}
    true_first = min(hands, key=lambda hand: hand.onset_ns).touch.seat
    winner = seen.ruling.contact.seat if isinstance(seen.ruling, First) else NOBODY
    seats = [hand.touch.seat for hand in hands]
    read_first, read_last = min(seats), max(seats)
    if spec.making.backwards:
        read_first, read_last = read_last, read_first
    rows: list[tuple[object, ...]] = []
    for hand in hands:
        touch, seat = hand.touch, hand.touch.seat
        contact = by_seat.get(seat)
        beside = {(seat - 1) % spec.seats, (seat + 1) % spec.seats} - {seat}
        rows.append(
            (
                spec.first_duel + index,
                KINDS.index(spec.kind),
                spec.worst,
                spec.people != "mixed",
                EQUALS.index(hand.preset),
                seat,
                spec.seats,
                len(hands),
                0 if seat == read_first else -1 if seat == read_last else 1,
                sum(other in beside for other in seats),
                board.drifts[2 * seat] - 1.0,
                touch.peak_n,
                touch.rise_ms,
                touch.gesture is Gesture.GRAB,
                -1 if contact is None else contact.gesture is Gesture.GRAB,
                0 if contact is None else contact.t_ns - board.bias_ns - hand.onset_ns,
                0 if contact is None else contact.uncertainty_ns,
                seat == true_first,
                seat == winner,
            )
        )
    return rows
