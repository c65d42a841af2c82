"""Feeds matches to the decoder and holds what it tells against what was true."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drivers.board import Samples
from drivers.events import STILL_TRUSTED, Contact, Fault, SeatFault
from drivers.pad.decoder import PadDecoder
from tests.second_simulator.matches import Duel, Hand, Match
from tests.second_simulator.tables import UNKNOWN
from tests.second_simulator.truth import PEAK_N

NEAR_NS = 40_000_000  # a contact that is further from the truth is another
SLOWEST_NS = 170_000_000


@dataclass
class Figures:
    """Sums over duels; ``notes`` are the cases in the order of matches, to be replayed."""

    duels: int = 0
    decided: int = 0  # by a millisecond or more
    close: int = 0
    wrong: int = 0
    wrong_close: int = 0
    dead: int = 0  # dead heats of those decided by a millisecond or more
    dead_close: int = 0
    hands: int = 0
    missed: int = 0
    excused: int = 0
    early: int = 0  # contacts of a player's seat before its hand
    again: int = 0  # and after it
    invented: int = 0
    half_true: int = 0  # neighbours' petals with a contact's force, and
    half_told: int = 0  # contacts told there
    half_brush: int = 0  # contacts told of what is no contact there
    gestures: int = 0
    mistaken: int = 0
    child_mistaken: int = 0
    late: int = 0
    lag_ns: int = 0  # the longest of progress
    leaning: int = 0
    leaning_told: int = 0
    vain: int = 0
    told_never: int = 0  # a petal not in order, of those touched ten times
    told_ten: int = 0  # within ten touches
    told_late: int = 0
    u_ns: list[int] = field(default_factory=list)
    off_u: list[float] = field(default_factory=list)
    off_ns: list[float] = field(default_factory=list)
    waits_ns: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # of each table with one: what was told when
    told_after: list[int | None] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        for name in self.__dataclass_fields__:
            if name == "lag_ns":
                self.lag_ns = max(self.lag_ns, other.lag_ns)
            else:
                setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class Told:
    """All that the decoder told of a match, and the longest that ``complete_to_ns`` lagged."""

    contacts: list[Contact]
    faults: list[SeatFault]
    lag_ns: int
    lag_at_ns: int


def listen(match: Match) -> Told:
    """Feed a match in batches of 1 to 20 scans."""
    decoder = PadDecoder(match.table.info, match.table.calibration)
    rng = np.random.default_rng(len(match.t_ns))
    contacts: list[Contact] = []
    faults: list[SeatFault] = []
    lag_ns, lag_at_ns, at, n = 0, 0, 0, len(match.t_ns)
    while at < n:
        to = min(at + int(rng.integers(1, 21)), n)
        for event in decoder.feed(Samples(t_ns=match.t_ns[at:to], codes=match.codes[at:to])):
            if isinstance(event, Contact):
                contacts.append(event)
            elif isinstance(event, SeatFault):
                faults.append(event)
        progress = decoder.progress()
        if progress is not None:
            lag = int(match.t_ns[to - 1]) - progress.complete_to_ns
            if lag > lag_ns:
                lag_ns, lag_at_ns = lag, int(match.t_ns[to - 1])
        at = to
    return Told(contacts, faults, lag_ns, lag_at_ns)


class _Duel:
    """One duel against what was told in it."""

    def __init__(self, match: Match, number: int, told: Told, figures: Figures) -> None:
        self.match, self.duel, self.figures = match, match.duels[number], figures
        self.number = number
        duel = self.duel
        start, end = duel.start_s * 1e9, duel.end_s * 1e9
        self.contacts = [c for c in told.contacts if start <= c.t_ns < end]
        active: set[tuple[int, Fault]] = set()
        for fault in told.faults:
            if fault.t_ns < duel.flip_s * 1e9 + 300e6:
                (active.add if fault.active else active.discard)((fault.seat, fault.fault))
        self.out = {seat for seat, fault in active if fault not in STILL_TRUSTED}

    def note(self, what: str, contact: Contact | None = None, hand: Hand | None = None) -> None:
        text = f"{what}: duel {self.number} ({self.duel.family})"
        if hand is not None:
            text += f" seat {hand.seat} {hand.kind} {hand.curves.gesture.value}"
            text += f" true {hand.onset_s * 1e3:.2f} ms peak {hand.truth.peak_n:.2f} N"
        if contact is not None:
            text += f" told seat {contact.seat} {contact.gesture.value} {contact.t_ns / 1e6:.2f}"
            text += f" ± {contact.uncertainty_ns / 1e6:.2f} ms peak {contact.peak_n:.2f} N"
        self.figures.notes.append(text)

    def _of(self, hand: Hand) -> Contact | None:
        truth_ns = hand.onset_s * 1e9
        near = [c for c in self.contacts if c.seat == hand.seat]
        near = [c for c in near if abs(c.t_ns - truth_ns) <= NEAR_NS + 3 * c.uncertainty_ns]
        return min(near, key=lambda c: abs(c.t_ns - truth_ns), default=None)

    def judge(self) -> None:
        figures, unknown = self.figures, UNKNOWN[self.match.table.kind]
        figures.duels += 1
        racing: list[tuple[Hand, Contact | None]] = []
        used: list[Contact] = []
        for hand in self.duel.hands:
            if hand.seat in self.out and hand.seat == self.match.fault_seat:
                used += [c for c in self.contacts if c.seat == hand.seat]
                continue
            laid = self._laid(hand, unknown)
            if laid is not None:
                used += [c for c in self.contacts if c.seat == hand.seat]
                figures.excused += 1
                continue
            contact = self._of(hand)
            light = hand.truth.peak_n <= 1.0 + 2 * unknown * PEAK_N
            if contact is None and light:
                figures.excused += 1
                continue
            racing.append((hand, contact))
            self._hand(hand, contact)
            if contact is not None:
                used.append(contact)
        self._others([c for c in self.contacts if c not in used])
        if len(racing) >= 2:
            self._verdict(racing)

    def _laid(self, hand: Hand, unknown: float) -> Contact | None:
        """The contact of a hand that leaned with what may have been 1 N, when it was laid down."""
        if hand.truth.laid_s is None or hand.truth.leaned_n * (1 + 2 * unknown) < PEAK_N:
            return None
        laid_ns = (hand.at_s + hand.truth.laid_s) * 1e9
        there = [c for c in self.contacts if c.seat == hand.seat]
        return next((c for c in there if abs(c.t_ns - laid_ns) < 60e6), None)

    def _hand(self, hand: Hand, contact: Contact | None) -> None:
        figures = self.figures
        figures.hands += 1
        if contact is None:
            figures.missed += 1
            self.note("missed", hand=hand)
            return
        off_ns, u_ns = contact.t_ns - hand.onset_s * 1e9, contact.uncertainty_ns
        figures.off_ns.append(off_ns)
        figures.off_u.append(abs(off_ns) / max(u_ns, 1))
        figures.u_ns.append(u_ns)
        if abs(off_ns) > 3 * u_ns and abs(off_ns) > 1e6:
            self.note("beyond 3 u", contact, hand)
        if hand.seat != self.match.fault_seat:
            if hand.curves.adult:
                figures.gestures += 1
                figures.mistaken += contact.gesture is not hand.curves.gesture
            else:
                figures.child_mistaken += contact.gesture is not hand.curves.gesture
            if contact.gesture is not hand.curves.gesture:
                self.note("gesture", contact, hand)
        wait_ns = contact.decided_ns - hand.onset_s * 1e9
        figures.waits_ns.append(wait_ns)
        if wait_ns > SLOWEST_NS:
            figures.late += 1
            self.note(f"late by {wait_ns / 1e6:.0f} ms", contact, hand)

    def _others(self, contacts: list[Contact]) -> None:
        """Contacts that are no player's first."""
        figures = self.figures
        hands = {hand.seat: hand for hand in self.duel.hands}
        halves = {hand.beside: hand for hand in self.duel.hands if hand.beside is not None}
        for contact in contacts:
            hand = hands.get(contact.seat)
            if hand is not None and contact.t_ns >= hand.onset_s * 1e9:
                figures.again += 1
            elif hand is not None:
                figures.early += 1
                self.note("early", contact, hand)
            elif contact.seat in halves:
                there = halves[contact.seat].beside_truth
                assert there is not None
                if there.onset_s is not None:
                    figures.half_told += 1
                else:
                    figures.half_brush += 1
            else:
                figures.invented += 1
                self.note("invented", contact)
        for half in halves.values():
            figures.half_true += half.beside_truth is not None and (
                half.beside_truth.onset_s is not None
            )

    def _verdict(self, racing: list[tuple[Hand, Contact | None]]) -> None:
        figures = self.figures
        racing = sorted(racing, key=lambda pair: pair[0].onset_s)
        gap_s = racing[1][0].onset_s - racing[0][0].onset_s
        seats = {hand.seat for hand, _ in racing}
        after_ns = self.duel.flip_s * 1e9
        first: dict[int, Contact] = {}
        for contact in sorted(self.contacts, key=lambda c: c.t_ns):
            if contact.seat in self.out or contact.t_ns < after_ns:
                continue
            halves = {hand.beside for hand in self.duel.hands}
            if contact.seat in seats or contact.seat not in halves:
                first.setdefault(contact.seat, contact)
        won = verdict(list(first.values()))
        wide = gap_s >= 1e-3
        figures.decided += wide
        figures.close += not wide
        if racing[0][0].seat not in won:
            if wide:
                figures.wrong += 1
            else:
                figures.wrong_close += 1
            self.note(
                f"wrong by {gap_s * 1e3:.2f} ms (told {won}, out {sorted(self.out)})",
                racing[0][1], racing[0][0],
            )  # fmt: skip
        elif len(won) > 1:
            figures.dead += wide
            figures.dead_close += not wide
            if gap_s > 5e-3:
                others = ", ".join(
                    f"seat {c.seat} {c.t_ns / 1e6:.2f} ± {c.uncertainty_ns / 1e6:.2f}"
                    for c in first.values()
                    if c.seat in won and c.seat != racing[0][0].seat
                )
                self.note(
                    f"dead heat at {gap_s * 1e3:.2f} ms with {others}", racing[0][1], racing[0][0]
                )


def verdict(contacts: list[Contact]) -> list[int]:
    """The seats that won: one, or more in a dead heat, or none."""
    if not contacts:
        return []
    best = min(contacts, key=lambda c: c.t_ns)
    return [
        c.seat
        for c in contacts
        if c is best
        or c.t_ns - best.t_ns < 2 * float(np.hypot(c.uncertainty_ns, best.uncertainty_ns))
    ]


def _faults(match: Match, told: Told, figures: Figures) -> None:
    """What was told of seats: in vain, of a hand that leaned, of the petal that is not in order."""
    for fault in told.faults:
        if not fault.active or fault.seat == match.fault_seat:
            continue
        if fault.fault is Fault.LEANING and _touched(match, fault):
            continue
        if fault.fault is Fault.NEIGHBOUR and _touched(match, fault):
            continue
        figures.vain += 1
        figures.notes.append(
            f"in vain: seat {fault.seat} {fault.fault.value} at {fault.t_ns / 1e6:.0f} ms"
        )
    for duel in match.duels:
        for hand in duel.hands:
            if hand.truth.laid_s is not None:
                laid_ns = (hand.at_s + hand.truth.laid_s) * 1e9
                figures.leaning += 1
                figures.leaning_told += any(
                    f.seat == hand.seat and f.active and laid_ns < f.t_ns <= laid_ns + 260e6
                    for f in told.faults
                )
    if match.fault_seat is None:
        return
    own = [f for f in told.faults if f.seat == match.fault_seat and f.active]
    first = next((f for f in own if f.fault not in (Fault.LEANING, Fault.NEIGHBOUR)), None)
    touched = [h.onset_s for duel in match.duels for h in duel.hands if h.seat == match.fault_seat]
    if first is None:
        figures.told_after.append(None)
        figures.faults.append(f"never ({len(touched)})")
        figures.told_never += len(touched) >= 10
    else:
        after = sum(onset_s * 1e9 < first.t_ns for onset_s in touched)
        figures.told_after.append(after)
        figures.told_ten += after <= 10
        figures.told_late += after > 10
        figures.faults.append(f"{first.fault.value} {after}")


def _touched(match: Match, fault: SeatFault) -> bool:
    """Whether a hand was on the petal in the second before a fault was told."""
    for duel in match.duels:
        for hand in duel.hands:
            if fault.seat in (hand.seat, hand.beside):
                end_s = hand.at_s + len(hand.curves.top) * 1e-4
                if hand.at_s * 1e9 <= fault.t_ns <= (end_s + 1.0) * 1e9:
                    return True
    return False


def judge(match: Match) -> Figures:
    """All figures of one match."""
    told, figures = listen(match), Figures()
    for number in range(len(match.duels)):
        _Duel(match, number, told, figures).judge()
    _faults(match, told, figures)
    figures.lag_ns = told.lag_ns
    if told.lag_ns > SLOWEST_NS:
        figures.notes.append(
            f"progress lags {told.lag_ns / 1e6:.0f} ms at {told.lag_at_ns / 1e6:.0f} ms"
        )
    return figures


__all__ = ["Duel", "Figures", "Told", "judge", "listen", "verdict"]
