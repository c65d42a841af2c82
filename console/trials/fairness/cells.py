"""The groups that are judged by themselves: the mix, each family, each kind of table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from console.i18n import N_, Words
from console.trials.fairness.figures import JudgedGroup
from console.trials.fairness.records import TrialRecords
from console.trials.fairness.tables import FAMILY_NAMES, MIX, TABLE_NAMES, TABLES
from host_sim.families import FAMILIES

FAMILY_TEXTS: Final = {
    "smooth": N_("easy hand (sin²)"),
    "linear": N_("even rise"),
    "exponential": N_("exponential rise"),
    "two-stage": N_("a finger rests, then the grab"),
    "bounce": N_("bouncing hand"),
    "soft": N_("soft cushion"),
    "slow": N_("slow press"),
    "roll": N_("rolling grab"),
    "slap": N_("slap with recoil"),
    "glove": N_("glove"),
    "child": N_("child among slaps"),
    "sleeve": N_("sleeve first"),
    "half": N_("half on the neighbour's petal"),
    "leaning": N_("leaning hand"),
    "bag": N_("something heavy put on the table"),
    "fingers": N_("fingers one after another"),
    "trembling": N_("trembling hand"),
    "ring": N_("a ring clicks first"),
    "sliding": N_("hand sliding on by jerks"),
    MIX: N_("hands of all families"),
}
TABLE_TEXTS: Final = {
    "typical": N_("typical table"),
    "worst": N_("old, loose table"),
    "badly-weighed": N_("badly weighed table"),
    "new": N_("new table, first duel"),
    "unweighed": N_("table that nobody has weighed"),
    "spikes": N_("spikes, full scale too"),
    "dimmer": N_("a dimmer's bursts"),
    "swapped": N_("swapped plugs at a seat"),
    "saturated": N_("a petal that saturates"),
    "uneven": N_("a petal that differs by 30 %"),
    MIX: N_("all tables in order"),
}


def as_it_comes(family: str) -> bool:
    """Are such hands none that anything was ever tuned to?"""
    return family != MIX and FAMILIES[family].as_it_comes


def family_name(family: str, words: Words) -> str:
    """What a family, or the mix of them, is called; whether it is judged as it comes."""
    name = words._(FAMILY_TEXTS[family])
    if as_it_comes(family):
        return words._("{hands} (never tuned to)").replace("{hands}", name)
    return name


def of(records: TrialRecords, family: str | None, table: str | None = None) -> TrialRecords:
    """What was tried with hands of a cell's ``family`` at such a ``table``; None: whichever."""
    duels = np.ones(len(records.duels), dtype=np.bool_)
    hands = np.ones(len(records.hands), dtype=np.bool_)
    broken = np.ones(len(records.broken), dtype=np.bool_)
    if family is not None:
        place = FAMILY_NAMES.index(family)
        duels &= records.duels["family"] == place
        hands &= records.hands["cell_family"] == place
    if table is not None:
        place = TABLE_NAMES.index(table)
        duels &= records.duels["table"] == place
        hands &= records.hands["table"] == place
        broken &= records.broken["table"] == place
    return TrialRecords(records.duels[duels], records.hands[hands], records.broken[broken])


def mixed(records: TrialRecords) -> TrialRecords:
    """The mix alone: hands of all families at the tables that are part of it."""
    parts = [of(records, MIX, name) for name, kind in TABLES.items() if kind.weight]
    return TrialRecords.joined(parts)


def group(by: str, name: str, records: TrialRecords) -> JudgedGroup:
    """All of ``records``; of the hands those of the family itself, not who came with them."""
    hands, table = records.hands, name.split("/")[-1]
    mix = hands["cell_family"] == FAMILY_NAMES.index(MIX)
    return JudgedGroup(
        by,
        name,
        records.duels,
        hands[mix | (hands["family"] == hands["cell_family"])],
        records.broken,
        table not in TABLES or TABLES[table].weighed,
    )


def groups(records: TrialRecords) -> Iterator[JudgedGroup]:
    """The mix, then every family over all tables, then every table with hands of all families."""
    yield group("mix", MIX, mixed(records))
    for name in FAMILIES:
        yield group("family", name, of(records, name))
    for name in TABLES:
        yield group("table", name, of(records, MIX, name))
