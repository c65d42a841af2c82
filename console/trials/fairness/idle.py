"""Hours in which nobody means to touch anything, or one hand only: nothing else may be seen."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from console.trials.fairness.duels import START_NS, MakeInputs, real_inputs
from console.trials.fairness.forced import Forced
from console.trials.fairness.tables import TableSpec
from console.wiring.build import weigh
from drivers.events import Contact, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Thump, Touch

HOUR_NS: Final = 3_600_000 * MS
_STEP_NS: Final = 4_000 * MS
_ROUND_NS: Final = 60_000 * MS
_BATCH_NS: Final = 2_000 * MS


@dataclass(frozen=True, slots=True)
class Quiet:
    """What was seen in so many nanoseconds of a table left alone, but for thumps, single slaps and
    brushes: contacts that nobody made, slaps that were missed. ``must_invent``: so many of the
    contacts nobody could avoid, on average.
    """

    hours: float
    thumps: int
    slaps: int
    false_contacts: int
    missed: int
    must_invent: float

    def plus(self, other: Quiet) -> Quiet:
        """Both together."""
        return Quiet(
            self.hours + other.hours,
            self.thumps + other.thumps,
            self.slaps + other.slaps,
            self.false_contacts + other.false_contacts,
            self.missed + other.missed,
            self.must_invent + other.must_invent,
        )


NOTHING: Final = Quiet(0.0, 0, 0, 0, 0, 0.0)


def quiet_hours(spec: TableSpec, hours: float, make_inputs: MakeInputs = real_inputs) -> Quiet:
    """One table for so long: each minute two thumps, one hard slap, one brush."""
    rng = spec.rng("quiet")
    board = SimBoard(
        spec.kind,
        spec.seats,
        spec.rng("board").getrandbits(31),
        idle_ns=_BATCH_NS,
        making=spec.making,
    )
    board.open()
    inputs = make_inputs(board, weigh(board))
    end_ns = START_NS + round(hours * HOUR_NS)
    now_ns = START_NS
    thumps = slaps = false_contacts = seen_slaps = 0
    forced, must_invent = Forced(spec), 0.0
    slap: Touch | None = None
    due_ns = START_NS
    while now_ns < end_ns:
        if now_ns >= due_ns and due_ns + _ROUND_NS <= end_ns:
            due_ns += _ROUND_NS
            slap, brush = _one_minute(rng, board, spec.seats, now_ns)
            must_invent += forced.duel((), brush)[0]
            slaps, thumps = slaps + 1, thumps + 2
        now_ns += _STEP_NS
        for event in inputs.feed(board.read(now_ns), now_ns):
            if isinstance(event, Contact):
                if slap is not None and event.seat == slap.seat and _is_onset(event, slap, board):
                    seen_slaps += 1
                else:
                    false_contacts += 1
    return Quiet(hours, thumps, slaps, false_contacts, slaps - seen_slaps, must_invent)


def _one_minute(rng: Random, board: SimBoard, seats: int, now_ns: int) -> tuple[Touch, Touch]:
    """What happens within it; its slap and its brush."""
    at_ns = now_ns + 5_000 * MS
    for _ in range(2):
        board.thump(
            Thump(at_ns, rng.uniform(0.3, 3.0), rng.uniform(20.0, 60.0), rng.uniform(10.0, 40.0))
        )
        at_ns += 6_000 * MS + rng.randrange(MS)
    seat = rng.randrange(seats)
    gesture = rng.choice((Gesture.PALM, Gesture.GRAB))
    slap = board.touch(
        Touch(
            seat=seat,
            gesture=gesture,
            t_ns=at_ns,
            peak_n=rng.uniform(25.0, 40.0),
            rise_ms=rng.uniform(5.0, 15.0),
        )
    )
    at_ns += 6_000 * MS + rng.randrange(MS)
    brush = Touch(
        seat=rng.randrange(seats),
        gesture=Gesture.PALM,
        t_ns=at_ns,
        peak_n=rng.uniform(0.2, 0.75),
        rise_ms=30.0,
    )
    board.touch(brush)
    return slap, brush


def _is_onset(contact: Contact, slap: Touch, board: SimBoard) -> bool:
    onset_ns = slap.true_onset_ns()
    return onset_ns is not None and abs(contact.t_ns - board.bias_ns - onset_ns) < 5 * MS
