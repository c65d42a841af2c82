"""What was made of each duel, held against what really happened: rows of ``records``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from console.duel.rulings import DeadHeat, First
from console.trials.fairness.duels import SeenDuel, TrialTable
from console.trials.fairness.forced import Forced
from console.trials.fairness.hands import TriedHand
from console.trials.fairness.naive import Naive
from console.trials.fairness.observer import ideal_ns, unknown_share, unseen
from console.trials.fairness.records import (
    BROKEN,
    DEAD_HEAT,
    DUEL,
    HAND,
    NOBODY,
    Rows,
    TrialRecords,
)
from console.trials.fairness.tables import (
    EQUALS,
    FAMILY_NAMES,
    KINDS,
    TABLE_NAMES,
    TABLES,
    TableSpec,
)
from drivers.events import Contact, Gesture
from drivers.times import MS
from host_sim.families import FAMILIES
from host_sim.truth import BRUSH_N

NEAR_NS: Final = 100 * MS
"""A contact further than this from a hand's onset is not that hand's."""
NO_GAP_NS: Final = 1 << 50
"""Instead of a gap where nobody was second."""


def run_table(spec: TableSpec) -> TrialRecords:
    """All duels of one table, written down."""
    return record(TrialTable(spec))


def record(table: TrialTable, hears: Callable[[SeenDuel], object] | None = None) -> TrialRecords:
    """Judge every duel of ``table`` and compare with what really happened; ``hears`` hears of
    each.
    """
    spec = table.spec
    naive, forced = Naive(table.board), Forced(spec)
    duels = np.zeros(spec.duels, DUEL)
    hand_rows: list[tuple[object, ...]] = []
    touches = dict.fromkeys(sorted(table.broken), 0)
    raised: set[int] = set()
    before: frozenset[int] = frozenset()
    for index, (hands, seen) in enumerate(table.duels()):
        duel = _Duel(table, hands, seen, before)
        duel.write(duels[index : index + 1], index, naive)
        duels["must_invent"][index], duels["must_miss"][index] = forced.duel(hands, table.brush)
        hand_rows += duel.hand_rows(index)
        if hears is not None:
            hears(seen)
        for hand in hands:
            if hand.touch.seat in touches and hand.touch.seat not in raised:
                touches[hand.touch.seat] += 1
        before = frozenset(table.raised)
        raised |= before
    place = TABLE_NAMES.index(spec.table)
    broken = [
        (place, touches[seat], seat in raised)
        for seat in sorted(table.broken)
        if TABLES[spec.table].must_raise
    ]
    return TrialRecords(duels, np.array(hand_rows, HAND), np.array(broken, BROKEN))


@dataclass(frozen=True, slots=True)
class _Came:
    """A hand in the race: when it truly came, and the contact that was told of that."""

    seat: int
    onset_ns: int
    contact: Contact | None


class _Duel:
    """One duel. ``before``: the seats of which a fault was told when it began."""

    def __init__(
        self, table: TrialTable, hands: list[TriedHand], seen: SeenDuel, before: frozenset[int]
    ) -> None:
        self._table, self._spec = table, table.spec
        self._hands, self._seen = hands, seen
        self._raised = before
        self._bias_ns = table.board.bias_ns
        self._excused = (seen.out | self._late()) & table.broken
        making, kind = table.spec.making, table.spec.kind
        self._doubt = 2.0 * unknown_share(making)
        self._ideal = {
            hand.touch.seat: ideal_ns(hand.touch, hand.contact, making, kind, hand.family)
            for hand in hands
        }
        self._own = self._matched({hand.touch.seat: hand.onset_ns for hand in hands})
        leant = [hand for hand in hands if self._leant_hard(hand)]
        self._laid = self._matched({hand.touch.seat: hand.laid_ns for hand in leant})
        self._order = sorted(
            (came for came in map(self._came, hands) if came is not None),
            key=lambda came: came.onset_ns,
        )

    def _late(self) -> set[int]:
        """The seats whose hands came after they had been told as faulty, if to a race that had been
        ruled by then."""
        told_ns, bias_ns = self._seen.told_ns, self._bias_ns
        came = {hand.touch.seat: hand.onset_ns + bias_ns for hand in self._hands}
        return {seat for seat, at_ns in came.items() if at_ns >= told_ns.get(seat, at_ns + 1)}

    def _matched(self, onsets_ns: Mapping[int, int]) -> dict[int, Contact]:
        """By seat the contact that is the nearest to an onset."""
        own: dict[int, Contact] = {}
        for seat, onset_ns in onsets_ns.items():
            stamp_ns = onset_ns + self._bias_ns
            near = [c for c in self._seen.contacts if c.seat == seat]
            near = [c for c in near if abs(c.t_ns - stamp_ns) <= NEAR_NS]
            if near:
                own[seat] = min(near, key=lambda c: abs(c.t_ns - stamp_ns))
        return own

    def _came(self, hand: TriedHand) -> _Came | None:
        """How it came; None: it is out of the race.

        Where nobody could say whether it was 1 N (``HARDWARE.md``, "Truth"), what was told of it is
        true.
        """
        seat = hand.touch.seat
        own, laid = self._own.get(seat), self._laid.get(seat)
        if seat in self._excused:
            return None
        if laid is not None and laid.t_ns - self._bias_ns >= self._seen.shown_ns:
            return _Came(seat, hand.laid_ns, laid)
        if own is None and (laid is not None or self._light(hand)):
            return None
        return _Came(seat, hand.onset_ns, own)

    def write(self, row: Rows, index: int, naive: Naive) -> None:
        """Fill in the duel's own row."""
        spec, seen, order = self._spec, self._seen, self._order
        seats = sorted(came.seat for came in order)
        row["duel"] = spec.first_duel + index
        row["kind"] = KINDS.index(spec.kind)
        row["family"] = FAMILY_NAMES.index(spec.cell.family)
        row["table"] = TABLE_NAMES.index(spec.table)
        ordinary = all(FAMILIES[hand.family].ordinary for hand in self._hands)
        row["ordinary"] = ordinary and not TABLES[spec.table].faulty
        row["seats"], row["hands"] = spec.seats, len(self._hands)
        row["people"] = EQUALS.index(spec.people)
        playing = [hand for hand in self._hands if hand.touch.seat not in self._excused]
        row["excused"] = len(playing) < 2 or not order
        row["gap_ns"] = NO_GAP_NS
        if order:
            first = row["true_first"] = order[0].seat
            row["first"], row["first_in_heat"] = _verdict(seen.ruling, first)
        if len(order) > 1:
            gap_ns = row["gap_ns"] = order[1].onset_ns - order[0].onset_ns
            stated = [came.contact for came in order[:2]]
            row["explained"] = _within(gap_ns, [c.uncertainty_ns for c in stated if c is not None])
            row["forced"] = _within(gap_ns, [self._ideal[came.seat][1] for came in order[:2]])
        row["wait_ns"] = seen.wait_ns
        row["frame"], row["arrival"], row["debounce"] = naive.verdicts(seen.samples, seats)
        self._write_contacts(row)

    def _write_contacts(self, row: Rows) -> None:
        spilled = invented = 0
        for contact in self._seen.contacts:
            seat = contact.seat
            known = contact is self._own.get(seat) or contact is self._laid.get(seat)
            if known or seat in self._excused:
                continue
            if any(_is_spill(contact, hand, self._bias_ns) for hand in self._hands):
                spilled += 1
            else:
                invented += 1
        row["spilled"], row["invented"] = spilled, invented
        row["missed"] = sum(came.contact is None for came in self._order)
        sure = [hand for hand in self._hands if not self._light(hand)]
        making = self._spec.making
        row["unseen"] = sum(unseen(hand.contact.peak_n, making) for hand in sure)
        row["told_in_vain"] = len(self._table.raised - self._raised - self._table.broken)

    def _light(self, hand: TriedHand) -> bool:
        """So light that no table of this make could say whether it is a brush."""
        return hand.contact.peak_n < BRUSH_N * (1.0 + self._doubt)

    def _leant_hard(self, hand: TriedHand) -> bool:
        """Did it lean so hard that no table of this make could say whether it leans?"""
        return hand.contact.leant_n >= BRUSH_N * (1.0 - self._doubt)

    def hand_rows(self, index: int) -> list[tuple[object, ...]]:
        """A row for each hand."""
        spec, ruling = self._spec, self._seen.ruling
        winner = ruling.contact.seat if isinstance(ruling, First) else NOBODY
        seats = [hand.touch.seat for hand in self._hands]
        read_first, read_last = min(seats), max(seats)
        if spec.making.backwards:
            read_first, read_last = read_last, read_first
        missed = {came.seat for came in self._order if came.contact is None}
        rows: list[tuple[object, ...]] = []
        for hand in self._hands:
            touch, seat = hand.touch, hand.touch.seat
            contact = self._own.get(seat)
            beside = {(seat - 1) % spec.seats, (seat + 1) % spec.seats} - {seat}
            rows.append(
                (
                    spec.first_duel + index,
                    KINDS.index(spec.kind),
                    FAMILY_NAMES.index(hand.family),
                    FAMILY_NAMES.index(spec.cell.family),
                    TABLE_NAMES.index(spec.table),
                    spec.people != "mixed",
                    EQUALS.index(hand.preset),
                    seat,
                    spec.seats,
                    len(self._hands),
                    0 if seat == read_first else -1 if seat == read_last else 1,
                    sum(other in beside for other in seats),
                    self._table.board.drifts[2 * seat] - 1.0,
                    hand.contact.peak_n,
                    touch.gesture is Gesture.GRAB,
                    seat in self._excused,
                    -1 if contact is None else contact.gesture is Gesture.GRAB,
                    seat in missed,
                    0 if contact is None else contact.t_ns - self._bias_ns - hand.onset_ns,
                    0 if contact is None else contact.uncertainty_ns,
                    *self._ideal[seat],
                    seat == winner,
                )
            )
        return rows


def _verdict(ruling: First | DeadHeat | None, true_first: int) -> tuple[int, bool]:
    match ruling:
        case First(contact=contact):
            return contact.seat, False
        case DeadHeat(contacts=contacts):
            return DEAD_HEAT, any(contact.seat == true_first for contact in contacts)
    return NOBODY, False


def _is_spill(contact: Contact, hand: TriedHand, bias_ns: int) -> bool:
    spill = hand.spill
    if spill is None or contact.seat != spill.seat:
        return False
    return spill.t_ns - NEAR_NS <= contact.t_ns - bias_ns <= spill.end_ns


def _within(gap_ns: int, sigmas_ns: list[int]) -> float:
    """How likely the measured gap of such a pair is within its expanded joint uncertainty.

    The two measured times scatter by their stated errors around a difference of ``gap_ns``.
    """
    if len(sigmas_ns) < 2:
        return 0.0
    x = gap_ns / max(math.hypot(*sigmas_ns), 1.0)
    return 0.5 * (math.erf((x + 2) / math.sqrt(2)) - math.erf((x - 2) / math.sqrt(2)))
