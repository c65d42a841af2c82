"""Which tables are tried, and who sits there: all from a seed, a cell and the table's number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from drivers.errors import ConfigError
from host_sim.families import FAMILIES
from host_sim.faults import SimFault
from host_sim.making import BuilderWeighing, Making
from host_sim.perception import PRESETS

KINDS: Final = ("mk2", "mk1")
_MK2_SHARE: Final = 0.6
_SEATS: Final = {"mk2": (2, 3, 4, 5, 6, 6, 8), "mk1": (2, 3, 4, 4)}
EQUALS: Final = (*PRESETS, "mixed")
MIX: Final = "mix"
DUELS_A_TABLE: Final = 100
FEW_DUELS: Final = 25
"""Where much hangs on the table itself, so that many are tried: a broken one (it is enough for ten
touches of each seat), or a badly weighed one, at which all hands are told as much too early. Eight
of these had glove's hands within 2 u in 84 % (seed 491001), sixty others in 97 %."""
RAISED_WITHIN: Final = 10
"""Touches of a seat that is broken until which it is to be told."""

TYPICAL: Final = Making(drift=0.03, hum_share=0.0005)
"""A table weighed some weeks ago, in a quiet room."""
WORST: Final = Making(
    drift=0.10,
    puck=0.08,
    crosstalk=0.05,
    ringing=0.025,
    noise=1.5,
    hum_share=0.001,
    spikes=1e-6,
)
"""An old, loose table beside a refrigerator: three times the drift, crosstalk and hum."""
BADLY_WEIGHED: Final = replace(
    TYPICAL, drift=0.10, weighing=BuilderWeighing(weight_error=0.04, off_centre=0.08, cold=0.06)
)
"""By weights a little wrong, laid beside the middle, in the cold, long ago."""
UNWEIGHED: Final = replace(TYPICAL, drift=0.0, spread=0.12, weighing=None)
"""On its first evening: nobody has weighed it, so nothing has drifted since. Its parts lie twice as
far from the data sheet's as those of one lot lie from each other."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A sensor's fault: ``at`` its channel; ``seat`` whose it is."""

    fault: SimFault
    at: int
    level: float | None = None

    @property
    def seat(self) -> int:
        return self.at // 2


Breaks = Callable[[Random, int], tuple[Broken, ...]]


def _nothing(_rng: Random, _seats: int) -> tuple[Broken, ...]:
    return ()


def _swapped(rng: Random, seats: int) -> tuple[Broken, ...]:
    return (Broken(SimFault.SWAPPED, 2 * rng.randrange(seats)),)


def _saturated(rng: Random, seats: int) -> tuple[Broken, ...]:
    seat, level = rng.randrange(seats), rng.uniform(0.55, 0.85)
    return tuple(Broken(SimFault.SATURATED, 2 * seat + part, level) for part in (0, 1))


def _uneven(rng: Random, seats: int) -> tuple[Broken, ...]:
    seat, level = rng.randrange(seats), rng.choice((-0.3, 0.43))
    return tuple(Broken(SimFault.DRIFTED, 2 * seat + part, level) for part in (0, 1))


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of table. ``weight``: how often it is among all tables of the mix.

    ``duels``: how many are played at one such table of a cell, ``part`` how many of those of
    another kind it is tried with; ``worn_in``: hands have slapped every petal before the first one.
    ``breaks``: what is broken since it was weighed; ``faulty``: it is no table in order.
    ``least_seats``: it has as many or more.
    """

    making: Making
    weight: float = 0.0
    duels: int = DUELS_A_TABLE
    part: float = 1.0
    worn_in: bool = True
    breaks: Breaks = _nothing
    faulty: bool = False
    least_seats: int = 2

    @property
    def weighed(self) -> bool:
        """Has anybody weighed its sensors?"""
        return self.making.weighing is not None

    @property
    def must_raise(self) -> bool:
        """Is a seat of it to be told as faulty?"""
        return self.breaks is not _nothing


TABLES: Final[dict[str, TableKind]] = {
    "typical": TableKind(TYPICAL, 5.0),
    "worst": TableKind(WORST, 2.0),
    "badly-weighed": TableKind(BADLY_WEIGHED, 2.0, duels=FEW_DUELS),
    "new": TableKind(TYPICAL, duels=1, part=0.2, worn_in=False),
    "unweighed": TableKind(UNWEIGHED, duels=FEW_DUELS, part=2.5, worn_in=False),
    "spikes": TableKind(replace(TYPICAL, spikes=1e-4), faulty=True),
    "dimmer": TableKind(replace(TYPICAL, dimmer_share=0.004), faulty=True),
    "swapped": TableKind(TYPICAL, duels=FEW_DUELS, breaks=_swapped, faulty=True),
    "saturated": TableKind(TYPICAL, duels=FEW_DUELS, breaks=_saturated, faulty=True),
    "uneven": TableKind(TYPICAL, duels=FEW_DUELS, breaks=_uneven, faulty=True, least_seats=3),
}
"""``uneven``: a petal stands 30 % off its sisters. Of two alone nobody can say which is the odd
one, and in every fifth pair no push in ten touches comes while the other petal is free.
"""
IN_ORDER: Final = tuple(n for n, kind in TABLES.items() if kind.weighed and not kind.faulty)
"""Weighed, and nothing is broken: none of them can tell which it is."""
FAMILY_NAMES: Final = (*FAMILIES, MIX)
TABLE_NAMES: Final = (*TABLES, MIX)


@dataclass(frozen=True, slots=True)
class TrialCell:
    """A family of hands, or hands of all (``"mix"``), on one kind of table, or on all."""

    family: str = MIX
    table: str = MIX

    def __post_init__(self) -> None:
        if self.family not in FAMILY_NAMES:
            raise ConfigError(
                "fairness: family {family!r}: choose one of {names}",
                family=self.family,
                names=", ".join(FAMILY_NAMES),
            )
        if self.table not in TABLE_NAMES:
            raise ConfigError(
                "fairness: table {table!r}: choose one of {names}",
                table=self.table,
                names=", ".join(TABLE_NAMES),
            )


MIXED: Final = TrialCell()
CELLS: Final = (
    *(TrialCell(family, table) for family in FAMILIES for table in IN_ORDER),
    *(TrialCell(MIX, name) for name, kind in TABLES.items() if not kind.weight),
)
"""Every family on every table in order; hands of all families on those that are not in the mix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """One table of the trial: its parts, who sits there, how many duels it is to judge.

    ``cell`` is what it is a part of, ``table`` its kind. ``people`` is one preset for all (equal
    people) or ``"mixed"``. ``first_duel`` numbers its duels within the whole trial.
    """

    cell: TrialCell
    number: int
    kind: str
    seats: int
    people: str
    table: str
    making: Making
    seed: int
    duels: int
    first_duel: int

    def rng(self, what: str) -> Random:
        """A generator of its own for each use, so that one does not disturb the other."""
        cell = self.cell
        return Random(f"{self.seed}:{cell.family}:{cell.table}:{self.number}:{what}")


def table_spec(
    seed: int, number: int, duels: int, first_duel: int, cell: TrialCell = MIXED
) -> TableSpec:
    """Table ``number`` of a cell; the same whoever asks and in whichever order."""
    rng = Random(f"{seed}:{cell.family}:{cell.table}:{number}:table")
    kind = KINDS[rng.random() >= _MK2_SHARE]
    name = cell.table
    if name == MIX:
        name = rng.choices(IN_ORDER, [TABLES[name].weight for name in IN_ORDER])[0]
    making = replace(TABLES[name].making, backwards=bool(rng.getrandbits(1)))
    people = rng.choice(EQUALS) if cell.family == MIX else "mixed"
    least = max(TABLES[name].least_seats, 3 if cell.family == "half" else 2)
    seats = max(rng.choice(_SEATS[kind]), least)
    return TableSpec(
        cell=cell,
        number=number,
        kind=kind,
        seats=seats,
        people=people,
        table=name,
        making=making,
        seed=seed,
        duels=duels,
        first_duel=first_duel,
    )


def table_specs(
    seed: int, duels: int, first_duel: int = 0, cell: TrialCell = MIXED
) -> list[TableSpec]:
    """The tables of a cell for so many duels."""
    each = DUELS_A_TABLE if cell.table == MIX else TABLES[cell.table].duels
    return [
        table_spec(seed, number, min(each, duels - first), first_duel + first, cell)
        for number, first in enumerate(range(0, duels, each))
    ]


def whole_trial(seed: int, duels: int) -> list[TableSpec]:
    """The tables of a trial of about so many duels: half of them the mix, then every cell."""
    specs = table_specs(seed, -(-duels // 2))
    parts = [1.0 if cell.table == MIX else TABLES[cell.table].part for cell in CELLS]
    for cell, part in zip(CELLS, parts, strict=True):
        first = specs[-1].first_duel + specs[-1].duels
        specs += table_specs(seed, max(round(duels / 2 * part / sum(parts)), 1), first, cell)
    return specs
