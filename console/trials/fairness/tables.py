"""Which tables are tried, and who sits there: all from a seed and the table's number."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from host_sim.making import Making
from host_sim.minds import PRESETS

DUELS_A_TABLE: Final = 250
KINDS: Final = ("mk2", "mk1")
_MK2_SHARE: Final = 0.6
_SEATS: Final = {"mk2": (2, 3, 4, 5, 6, 6, 8), "mk1": (2, 3, 4, 4)}
TYPICAL: Final = Making(drift=0.03, hum_share=0.0005)
"""A table weighed some weeks ago, in a quiet room."""
WORST_DRIFT: Final = 0.10
WORST: Final = Making(drift=WORST_DRIFT, coupling=0.05, noise=1.5, hum_share=0.001)
"""An old, loose table beside a refrigerator: three times the drift, coupling and hum."""
EQUALS: Final = (*PRESETS, "mixed")


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One table of the trial: its parts, who sits there, how many duels it is to judge.

    ``people`` is one preset for all (equal people) or ``"mixed"``. ``first_duel`` numbers its
    duels within the whole trial.
    """

    number: int
    kind: str
    seats: int
    people: str
    worst: bool
    making: Making
    seed: int
    duels: int
    first_duel: int

    def rng(self, what: str) -> Random:
        """A generator of its own for each use, so that one does not disturb the other."""
        return Random(f"{self.seed}:{self.number}:{what}")


def table_spec(seed: int, number: int, duels: int, first_duel: int) -> TableSpec:
    """Table ``number`` of the trial; the same whoever asks and in whichever order."""
    rng = Random(f"{seed}:{number}:table")
    kind = KINDS[rng.random() >= _MK2_SHARE]
    worst = bool(rng.getrandbits(1))
    base = WORST if worst else TYPICAL
    making = Making(
        base.spread,
        base.drift,
        base.coupling,
        base.noise,
        base.hum_share,
        backwards=bool(rng.getrandbits(1)),
    )
    people = rng.choice(EQUALS)
    seats = rng.choice(_SEATS[kind])
    return TableSpec(number, kind, seats, people, worst, making, seed, duels, first_duel)


def table_specs(seed: int, duels: int) -> list[TableSpec]:
    """The tables for so many duels."""
    return [
        table_spec(seed, number, min(DUELS_A_TABLE, duels - first), first)
        for number, first in enumerate(range(0, duels, DUELS_A_TABLE))
    ]
