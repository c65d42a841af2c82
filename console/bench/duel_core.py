"""The referee's own computing: from the last word of the pad that was needed to the ruling.

Timed are ``Referee.progress`` and ``Referee.decide`` until the race has its First or DeadHeat, with
every contact of the race waiting already (the most work that can be left to do). The judge answers
from a table: what the rules cost is not in it. Garbage collection runs as Python has it by
default; the table can only be better by freezing at its start and collecting when idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import perf_counter_ns

from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, First, Standing
from console.i18n import Words
from drivers.events import Contact, Gesture, PadProgress
from drivers.times import MS

RACES = 20_000
LIMIT_P99_US = 50.0
_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DuelCoreFigures:
    """Times in microseconds over ``races`` races with ``contacts`` contacts in all."""

    races: int
    contacts: int
    dead_heats: int
    median_us: float
    p99_us: float
    worst_us: float

    @property
    def ok(self) -> bool:
        """Whether the 99th percentile keeps its limit of 50 µs."""
        return self.p99_us <= LIMIT_P99_US

    def lines(self, words: Words) -> tuple[str]:
        """As text."""
        told = words._(
            "from the last sample needed to the ruling, our own computing, {count} races: median"
            " {median} µs, 99th percentile {p99} µs (aim: {aim})"
        ).format(
            count=self.races,
            median=words.number(self.median_us),
            p99=words.number(self.p99_us),
            aim=words.number(LIMIT_P99_US, 0),
        )
        return (told,)


def run(races: int = RACES, seed: int = 1) -> DuelCoreFigures:
    """Time ``races`` races of 2 to 8 hands, one in five of them with touches close together."""
    rng = Random(seed)
    referee = Referee()
    referee.falls_complete_to(1 << 62)
    took_ns: list[int] = []
    contacts = dead_heats = 0
    start_ns = 0
    for _ in range(races):
        start_ns += 2_000 * MS
        referee.progress(PadProgress(start_ns, _NOBODY, _NOBODY))
        field = _field(rng, start_ns)
        contacts += len(field)
        for contact in field:
            referee.add(contact)
        seats = frozenset(contact.seat for contact in field)
        standings = {seat: rng.choice((Standing.RIGHTFUL, Standing.WRONGFUL)) for seat in seats}
        complete = PadProgress(max(c.t_ns for c in field) + 20 * MS, seats, _NOBODY)
        ruling, one_ns = _timed(referee, complete, standings)
        took_ns.append(one_ns)
        dead_heats += isinstance(ruling, DeadHeat)
        referee.event_at(complete.complete_to_ns)
        _settle(referee, complete.complete_to_ns)
    took_ns.sort()
    return DuelCoreFigures(
        races,
        contacts,
        dead_heats,
        took_ns[races // 2] / 1e3,
        took_ns[min(races - 1, races * 99 // 100)] / 1e3,
        took_ns[-1] / 1e3,
    )


def _field(rng: Random, start_ns: int) -> list[Contact]:
    """The contacts of a race, in the order in which they happen to arrive."""
    seats = rng.sample(range(8), rng.randint(2, 8))
    spread_ns = 1 * MS if rng.random() < 0.2 else 120 * MS
    first_ns = start_ns + rng.randint(200, 600) * MS
    return [
        Contact(
            seat=seat,
            gesture=Gesture.GRAB,
            t_ns=first_ns + rng.randrange(spread_ns),
            uncertainty_ns=rng.randint(30_000, 300_000),
            clock_uncertainty_ns=40_000,
            decided_ns=first_ns + spread_ns,
            peak_n=8.0,
        )
        for seat in seats
    ]


def _timed(
    referee: Referee, complete: PadProgress, standings: dict[int, Standing]
) -> tuple[First | DeadHeat, int]:
    def judge(contact: Contact) -> Standing:
        return standings[contact.seat]

    began_ns = perf_counter_ns()
    referee.progress(complete)
    ruling = referee.decide(judge)
    ended_ns = perf_counter_ns()
    assert isinstance(ruling, (First, DeadHeat)), ruling  # the pad was free before the race
    return ruling, ended_ns - began_ns


def _settle(referee: Referee, t_ns: int) -> None:
    """Everybody lets go; the race ends."""
    for after_ns in (100 * MS, 400 * MS):
        referee.progress(PadProgress(t_ns + after_ns, _NOBODY, _NOBODY))
    while referee.decide(lambda _: Standing.REFUSED) is not None:
        pass
