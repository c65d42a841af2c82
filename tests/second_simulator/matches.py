"""Matches: some duels one after another at one table, as codes, with the truth of each hand."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from drivers.events import Gesture
from tests.second_simulator.families import FAMILIES, MIX, Family
from tests.second_simulator.filters import lag, swing
from tests.second_simulator.hands import HANDS, Curves, settled
from tests.second_simulator.happenings import faulty, loads, struck
from tests.second_simulator.kinds import Floats
from tests.second_simulator.sensors import SCAN_S
from tests.second_simulator.shapes import STEP_S, grid
from tests.second_simulator.tables import Coupling, Table, draw_table
from tests.second_simulator.truth import Truth, truth_of

DUELS, FAULT_DUELS = 10, 16  # a match; one where a petal is not in order
_BEFORE_S, _AFTER_S, _START_S = 0.4, 1.0, 2.0
_SWINGS_S = 0.15  # what is followed of a table's ringing


@dataclass(frozen=True)
class Hand:
    """A player's hand in a duel: all times in seconds of the match."""

    seat: int
    kind: str
    curves: Curves
    at_s: float  # when its curves begin
    onset_s: float
    truth: Truth
    beside: int | None = None  # the seat whose petal it presses too
    beside_truth: Truth | None = None


@dataclass(frozen=True)
class Duel:
    """``start_s`` to ``end_s`` of the match; hands by their onset."""

    family: str
    start_s: float
    flip_s: float
    end_s: float
    hands: tuple[Hand, ...]
    struck: bool = False


@dataclass(frozen=True)
class Match:
    """Codes uint16[n, c] at scan times int64[n]; ``fault_seat``: whose petal is not in order."""

    name: str
    table: Table
    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    duels: tuple[Duel, ...]
    fault: str
    fault_seat: int | None


def _gaps(count: int, rng: np.random.Generator) -> list[float]:
    """Seconds after the first, of all hands; many between 1 and 5 ms, some below."""
    gaps = [0.0]
    for _ in range(count - 1):
        low, high = ((0.0, 1.0), (1.0, 5.0), (5.0, 20.0), (20.0, 60.0))[
            rng.choice(4, p=[0.1, 0.5, 0.22, 0.18])
        ]
        gaps.append(rng.uniform(low, high) * 1e-3)
    return gaps


def _drawn(kind: str, rng: np.random.Generator) -> tuple[Curves, Truth]:
    """A hand of a kind that comes, and whose coming is no matter of taste."""
    while True:
        curves = HANDS[kind](rng)
        n = max(len(curves.top), len(curves.under))
        top = np.pad(curves.top, (1, n - len(curves.top) + 1))
        under = np.pad(curves.under, (1, n - len(curves.under) + 1))
        curves = replace(curves, top=top, under=under)
        truth = truth_of(grid(len(top)), top, under)
        if truth.onset_s is not None and settled(curves):
            return curves, truth


def _as_ever(curves: Curves, truth: Truth, seat: int, table: Table) -> tuple[Curves, Truth]:
    """A grab of somebody whose fingers carry as much of it as ever, 0.25 to 1.1 of the thumb's."""
    top_n, under_n = float(curves.top.max()), float(curves.under.max())
    if curves.gesture is not Gesture.GRAB:
        return curves, truth
    share = 0.25 + 0.85 * ((table.coupling.ring_hz * (seat + 1) * 0.618) % 1.0)
    curves = replace(curves, under=curves.under * (share * top_n / under_n))
    again = truth_of(grid(len(curves.top)), curves.top, curves.under)
    return (curves, again) if again.onset_s is not None else (curves, truth)


def _beside(curves: Curves) -> Floats | None:
    """What the neighbour's *top* feels, on the hand's own time."""
    if curves.slid is not None:
        return curves.slid
    if curves.half:
        late = round(curves.half_later_s / STEP_S)
        return np.concatenate([np.zeros(late), curves.half * curves.top])
    return None


def _duel(
    name: str,
    family: Family,
    table: Table,
    begin_s: float,
    rng: np.random.Generator,
    faulty_seat: int | None,
) -> Duel:
    count = int(rng.integers(2, min(table.seats, 4) + 1))
    seats = rng.permutation(table.seats)[:count].tolist()
    if faulty_seat is not None and faulty_seat not in seats and rng.random() < 0.85:
        seats[0] = faulty_seat
    kinds = [family.special if rng.random() < family.sure else family.others for _ in seats]
    kinds[int(rng.integers(count))] = family.special
    drawn = [_drawn(kind, rng) for kind in kinds]
    if family.happening == "habit":
        drawn = [_as_ever(*pair, seat, table) for pair, seat in zip(drawn, seats, strict=True)]
    first_s = begin_s + _BEFORE_S + rng.uniform(0.0, 0.3) + max(t.onset_s or 0.0 for _, t in drawn)
    hands = []
    for seat, kind, (curves, truth), gap_s in zip(
        seats, kinds, drawn, _gaps(count, rng), strict=True
    ):
        onset_s = first_s + gap_s
        felt, beside = _beside(curves), None
        if felt is not None:
            beside = (seat + curves.side) % table.seats
            if beside in seats:
                beside = (seat - curves.side) % table.seats
            if beside in seats:  # no petal beside is free: it lies on its own alone
                beside = None
        other = None
        if beside is not None and felt is not None:
            other = truth_of(grid(len(felt)), felt, 0.0 * felt)
        at_s = onset_s - (truth.onset_s or 0.0)
        hands.append(
            Hand(
                seat=seat,
                kind=kind,
                curves=curves,
                at_s=at_s,
                onset_s=onset_s,
                truth=truth,
                beside=beside,
                beside_truth=other,
            )
        )
    hands.sort(key=lambda hand: hand.onset_s)
    end_s = max(hand.at_s + len(hand.curves.top) * STEP_S for hand in hands) + _AFTER_S
    return Duel(name, begin_s, first_s - 0.2, end_s, tuple(hands), family.happening == "spike")


def _carried(push: Floats, coupling: Coupling) -> Floats:
    """A push as the table passes it on: late, lagging, ringing."""
    padded = np.concatenate([push, np.zeros(round(_SWINGS_S / STEP_S))])
    slow = lag(padded, STEP_S, coupling.lag_s)
    return slow + coupling.ring * (swing(slow, STEP_S, coupling.ring_hz, coupling.damping) - slow)


def _add(forces: Floats, hand: Hand, table: Table, t_s: Floats) -> None:
    """One hand's forces on all channels of the whole match, float64[n, c]."""
    curves, coupling = hand.curves, table.coupling
    first = max(int(hand.at_s / SCAN_S) - 2, 0)
    last = first + round((len(curves.top) * STEP_S + _SWINGS_S) / SCAN_S) + 8
    span = slice(first, min(last, len(t_s)))
    own = grid(len(curves.top))
    offsets = table.offsets_s

    def at(force: Floats, channel: int, its: Floats = own) -> Floats:
        now = t_s[span] + offsets[channel] - hand.at_s
        return np.asarray(np.interp(now, its, force, left=0.0, right=0.0))

    top, under = 2 * hand.seat, 2 * hand.seat + 1
    forces[span, top] += at(curves.top, top)
    forces[span, under] += at(curves.under, under)
    pushes = [(hand.seat, curves.top - curves.under)]
    felt = _beside(curves) if hand.beside is not None else None
    if felt is not None and hand.beside is not None:
        channel = 2 * hand.beside
        forces[span, channel] += at(felt, channel, grid(len(felt)))
        pushes.append((hand.beside, felt))
    late = t_s[span] + offsets.mean() - hand.at_s - coupling.delay_s
    for seat, push in pushes:
        through = _carried(push, coupling)
        there = np.interp(late, grid(len(through)), through, left=0.0, right=0.0)
        forces[span] += there[:, None] * coupling.push[:, seat]
    if curves.under.any():
        through = _carried(curves.under, coupling)
        there = np.interp(late, grid(len(through)), through, left=0.0, right=0.0)
        forces[span] += there[:, None] * coupling.pinch[:, hand.seat]


def draw_match(name: str, kind: str, seed: int, number: int, divider_ohm: float = 2200.0) -> Match:
    """Match ``number`` of a family (or ``mix``) at a kind of table; one seed, one match."""
    key = [seed, zlib.crc32(name.encode()), zlib.crc32(kind.encode()), number]
    rng = np.random.default_rng(np.random.SeedSequence(key))
    seats = int(rng.integers(2, 7))
    table = draw_table(kind, seats, divider_ohm, rng)
    fault = "" if name == "mix" else FAMILIES[name].fault
    fault_seat = int(rng.integers(seats)) if fault else None
    duels: list[Duel] = []
    begin_s = _START_S
    for _ in range(FAULT_DUELS if fault else DUELS):
        family = str(rng.choice(MIX)) if name == "mix" else name
        duels.append(_duel(family, FAMILIES[family], table, begin_s, rng, fault_seat))
        begin_s = duels[-1].end_s
    n = round(begin_s / SCAN_S)
    t_s = np.arange(n) * SCAN_S + rng.normal(0.0, 3e-6, n)
    forces = np.zeros((n, 2 * seats))
    for duel in duels:
        for hand in duel.hands:
            _add(forces, hand, table, t_s)
    happening = "" if name == "mix" else FAMILIES[name].happening
    forces += loads(happening, t_s, [duel.flip_s + 0.2 for duel in duels], 2 * seats, rng)
    for duel in duels:  # a part never repeats itself quite
        span = slice(round(duel.start_s / SCAN_S), round(duel.end_s / SCAN_S))
        forces[span] *= np.exp(rng.normal(0.0, 1.0, 2 * seats) * table.parts.repeat)
    felt = table.parts.felt(np.maximum(forces + table.parts.preload_n, 0.0))
    siemens = table.parts.siemens(felt) * table.drift
    converter = table.converter
    if happening == "dimmer":
        converter = replace(converter, burst=rng.uniform(4, 14), hum=np.maximum(converter.hum, 1.0))
    siemens = faulty(fault, fault_seat, siemens, rng)
    codes = converter.codes(siemens, rng)
    if happening == "spike":
        struck(codes, [[(h.onset_s, h.seat) for h in duel.hands] for duel in duels], rng)
    return Match(
        name=name,
        table=table,
        t_ns=np.rint(t_s * 1e9).astype(np.int64),
        codes=codes.astype(np.uint16),
        duels=tuple(duels),
        fault=fault,
        fault_seat=fault_seat,
    )
