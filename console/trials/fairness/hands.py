"""The hands of one duel: who reaches for the pad, in which family's way, and what else happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

import numpy as np

from console.trials.fairness.tables import MIX, TableSpec
from drivers.events import Gesture
from drivers.times import ns
from host_sim.families import FAMILIES, Arrival
from host_sim.models import Touch
from host_sim.perception import PRESETS, draw_ms
from host_sim.plate import TableLoad
from host_sim.truth import TrueContact

_GRABS: Final = 0.65
_BRUSHES: Final = 0.05
_NAMES: Final = tuple(FAMILIES)
_WEIGHTS: Final = tuple(family.weight for family in FAMILIES.values())
_BAGS: Final = 0.35
_AT_ONCE: Final = 0.3
_BAG_N: Final = 5.0
_CREEPING_N: Final = 2.0
_MINUTE_MS: Final = 60_000.0
_MOST_N: Final = 6.0


@dataclass(frozen=True, slots=True)
class TriedHand:
    """A hand as it comes: its touch, whose it is, its true contact; ``spill``: what of it lies on
    the neighbour's petal.
    """

    touch: Touch
    preset: str
    family: str
    contact: TrueContact
    spill: Touch | None = None

    @property
    def onset_ns(self) -> int:
        """When it truly came."""
        return self.touch.t_ns + ns(self.contact.onset_ms)

    @property
    def laid_ns(self) -> int:
        """When a hand that leaned began to."""
        return self.touch.t_ns + ns(self.contact.laid_ms)

    @property
    def end_ns(self) -> int:
        """When all of it is gone."""
        return max(touch.end_ns for touch in (self.touch, self.spill) if touch is not None)

    def later(self, by_ns: int) -> TriedHand:
        """The same at another time."""
        spill = None if self.spill is None else self.spill.at(self.spill.t_ns + by_ns)
        return replace(self, touch=self.touch.at(self.touch.t_ns + by_ns), spill=spill)


def draw_hands(rng: Random, spec: TableSpec) -> list[TriedHand]:
    """Those of one duel, by seat; the card is shown at time 0."""
    most = spec.seats - 1 if spec.cell.family == "half" else spec.seats
    seats = sorted(rng.sample(range(spec.seats), rng.randint(2, most)))
    families = _families(rng, spec.cell.family, len(seats))
    taken = set(seats)
    hands = []
    for seat, family in zip(seats, families, strict=True):
        beside = _free_beside(rng, spec.seats, seat, taken) if family == "half" else None
        if beside is None:
            hands.append(_hand(rng, spec, seat, "smooth" if family == "half" else family, None))
        else:
            taken.add(beside)
            hands.append(_hand(rng, spec, seat, family, beside))
    return hands


def _free_beside(rng: Random, seats: int, seat: int, taken: set[int]) -> int | None:
    """A neighbour's petal that nobody reaches for."""
    free = {(seat - 1) % seats, (seat + 1) % seats} - taken
    return rng.choice(sorted(free)) if free else None


def _families(rng: Random, name: str, count: int) -> list[str]:
    """What kind of hand each of ``count`` is."""
    if name == MIX:
        return rng.choices(_NAMES, _WEIGHTS, k=count)
    others = FAMILIES[name].others
    if not others:
        return [name] * count
    families = [rng.choice((name, others)) for _ in range(count)]
    if name not in families:
        families[rng.randrange(count)] = name
    return families


def _hand(rng: Random, spec: TableSpec, seat: int, family: str, beside: int | None) -> TriedHand:
    name = rng.choice(tuple(PRESETS)) if spec.people == "mixed" else spec.people
    preset = PRESETS[name]
    t_ns = ns(draw_ms(rng, preset.find(spec.seats)))
    gesture = Gesture.GRAB if rng.random() < _GRABS else Gesture.PALM
    who = Arrival(seat, gesture, t_ns, preset, beside)
    while True:
        touch, *others = FAMILIES[family].draw(rng, who)
        contact, *more = touch.true_contacts()
        if not more:  # else a slow bounce, of which the gap lasts: two hands, by the truth
            return TriedHand(touch, name, family, contact, others[0] if others else None)


def draw_brush(rng: Random, spec: TableSpec, hands: list[TriedHand]) -> Touch | None:
    """Now and then a sleeve or a hovering finger, less than a touch, on a petal of nobody."""
    busy = {hand.touch.seat for hand in hands}
    busy |= {hand.spill.seat for hand in hands if hand.spill is not None}
    free = sorted(set(range(spec.seats)) - busy)
    if not free or rng.random() >= _BRUSHES:
        return None
    return Touch(
        seat=rng.choice(free),
        gesture=Gesture.PALM,
        t_ns=ns(rng.uniform(200, 900)),
        peak_n=rng.uniform(0.2, 0.75),
        rise_ms=rng.uniform(10, 40),
        hold_ms=rng.uniform(20, 300),
    )


class Bags:
    """What lies on the table: bags come and go at once, an elbow within a minute, one at a time.

    Nothing is taken off that does not lie there, now or when all has come to rest.
    """

    def __init__(self) -> None:
        self._loads: list[TableLoad] = []

    def lying_n(self, t_ns: int) -> float:
        """Newtons that lie there at ``t_ns``."""
        return float(sum(load.force(np.array(t_ns)) for load in self._loads))

    def draw(self, rng: Random, t_ns: int) -> TableLoad | None:
        """What now and then is laid down, or taken off, at ``t_ns``."""
        if rng.random() >= _BAGS:
            return None
        at_once = rng.random() < _AT_ONCE
        if not at_once and any(load.end_ns > t_ns for load in self._loads):
            return None
        newtons = _BAG_N if at_once else rng.uniform(0.5 * _CREEPING_N, _CREEPING_N)
        rest_n = sum(load.newtons for load in self._loads)
        spare_n = min(self.lying_n(t_ns), rest_n)
        if rest_n + newtons > _MOST_N or (spare_n >= newtons and rng.random() < 0.5):
            newtons = -min(newtons, spare_n)
        over_ms = rng.uniform(400.0, 800.0) if at_once else _MINUTE_MS
        self._loads.append(TableLoad(t_ns, newtons, over_ms))
        return self._loads[-1]
