"""A judge of draws and standings, written from console/events/RULES.md and slow on purpose: it
tries everything, and shares no code with what it judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import count
from operator import le

Person = int
Weight = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """Those present, and what the rules weigh: points in 1/840, how often two have met in this
    stage, byes had, first seats minus second seats, fixed tables."""

    points: Mapping[Person, int]
    met: Mapping[frozenset[Person], int] = field(default_factory=dict)
    byes: Mapping[Person, int] = field(default_factory=dict)
    firsts: Mapping[Person, int] = field(default_factory=dict)
    fixed: Mapping[Person, int] = field(default_factory=dict)

    def clash(self, one: Person, other: Person) -> bool:
        """Two different fixed tables?"""
        return one in self.fixed and other in self.fixed and self.fixed[one] != self.fixed[other]


def pairings(persons: Sequence[Person]) -> Iterator[tuple[tuple[Person, ...], ...]]:
    """All ways to pair; with an odd number one alone."""
    if not persons:
        yield ()
        return
    first, *rest = persons
    for other in rest:
        others = [p for p in rest if p != other]
        for more in pairings(others):
            yield ((first, other), *more)
    if len(persons) % 2:
        for more in pairings(rest):
            yield ((first,), *more)


def partitions(
    persons: Sequence[Person], sizes: Sequence[int]
) -> Iterator[tuple[tuple[Person, ...], ...]]:
    """All ways to cut into groups of these sizes."""
    if not persons:
        yield ()
        return
    first, *rest = persons
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for group in choose(rest, size - 1):
            others = [p for p in rest if p not in group]
            for more in partitions(others, left):
                yield ((first, *group), *more)


def choose(items: Sequence[Person], count: int) -> Iterator[tuple[Person, ...]]:
    """All choices of ``count``."""
    if not count:
        yield ()
        return
    for i, item in enumerate(items):
        for more in choose(items[i + 1 :], count - 1):
            yield (item, *more)


def weigh_pairing(field_: Field, pairing: Iterable[tuple[Person, ...]]) -> Weight:
    """V14, term by term."""
    fewest = min(field_.points.values())
    clashes = rematches = byes = far = seats = 0
    for group in pairing:
        if len(group) == 1:
            byes += field_.byes.get(group[0], 0)
            far += (field_.points[group[0]] - fewest) ** 2
            seats += field_.firsts.get(group[0], 0) ** 2
            continue
        one, other = group
        clashes += field_.clash(one, other)
        rematches += field_.met.get(frozenset(group), 0)
        far += (field_.points[one] - field_.points[other]) ** 2
        a, b = field_.firsts.get(one, 0), field_.firsts.get(other, 0)
        seats += min((a + 1) ** 2 + (b - 1) ** 2, (a - 1) ** 2 + (b + 1) ** 2)
    return clashes, rematches, byes, far, seats


def best_pairing(field_: Field) -> Weight:
    """The least weight of all pairings."""
    return min(weigh_pairing(field_, p) for p in pairings(sorted(field_.points)))


def weigh_groups(field_: Field, groups: Iterable[tuple[Person, ...]]) -> Weight:
    """V16, term by term."""
    clashes = rematches = far = 0
    for group in groups:
        for one, other in choose(group, 2):
            clashes += field_.clash(one, other)
            rematches += field_.met.get(frozenset((one, other)), 0)
            far += (field_.points[one] - field_.points[other]) ** 2
    return clashes, rematches, far


def best_groups(field_: Field, sizes: Sequence[int]) -> Weight:
    """The least weight of all partitions."""
    return min(weigh_groups(field_, p) for p in partitions(sorted(field_.points), sizes))


def _turns(sizes: Sequence[int], seats: Sequence[int]) -> int:
    """V15: how often all tables are filled until each group, the larger ones first, has had one."""
    if not seats:
        return 1
    return next(
        turns
        for turns in count(1)
        if len(seats) * turns >= len(sizes)
        and all(map(le, sizes, sorted([*seats] * turns, reverse=True)))
    )


def best_sizes(
    persons: int, least: int, most: int, best: tuple[int, int], wanted: int, seats: Sequence[int]
) -> tuple[int, tuple[int, ...]]:
    """V15: the byes and the sizes, the larger ones first."""
    for byes in range(persons + 1):
        ways = []
        for groups in range(1, persons + 1):
            small, larger = divmod(persons - byes, groups)
            sizes = (small + 1,) * larger + (small,) * (groups - larger)
            if not sizes or min(sizes) < least or max(sizes) > most:
                continue
            outside = sum(s for s in sizes if not best[0] <= s <= best[1])
            off = abs(Fraction(persons - byes, groups) - wanted)
            ways.append((outside, _turns(sizes, seats), off, groups, sizes))
        if ways:
            return byes, min(ways)[-1]
    return persons, ()


# -- standings -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A match that is over: the place of each; ``alone``: it ended without play."""

    places: Mapping[Person, int]
    gave_up: frozenset[Person] = frozenset()
    absent: frozenset[Person] = frozenset()
    alone: bool = False


def made(match: Played, person: Person, others: Iterable[Person]) -> Fraction:
    """V8, V9."""
    if person in match.gave_up | match.absent:
        return Fraction(0)
    own = match.places[person]
    shares = [
        Fraction(1) if match.places[o] > own else Fraction(match.places[o] == own, 2)
        for o in others
        if o != person
    ]
    return sum(shares, Fraction(0)) / len(shares)


@dataclass(frozen=True)
class Season:
    """All that a standing is made of: matches, byes that counted, credit for late rounds."""

    persons: Sequence[Person]
    matches: Sequence[Played]
    byes: Mapping[Person, int] = field(default_factory=dict)
    late: Mapping[Person, Fraction] = field(default_factory=dict)

    def points(self, person: Person) -> Fraction:
        """V8, V11, V5."""
        played = sum(
            (made(m, person, m.places) for m in self.matches if person in m.places), Fraction(0)
        )
        return played + self.byes.get(person, 0) + self.late.get(person, Fraction(0))

    def encounters(self, person: Person) -> list[tuple[Person, Fraction]]:
        """Whom they met, each time, and what they made against them."""
        found = []
        for match in self.matches:
            if person in match.places and person not in match.absent and not match.alone:
                for other in match.places:
                    if other != person and other not in match.absent:
                        found.append((other, made(match, person, (other,))))
        return found

    def value(self, name: str, person: Person, equal: Sequence[Person]) -> Fraction:
        """V13."""
        met = self.encounters(person)
        if name == "buchholz":
            unplayed = self.byes.get(person, 0) + sum(
                m.alone and person in m.places and person not in m.absent | m.gave_up
                for m in self.matches
            )
            return sum((self.points(o) for o, _ in met), Fraction(0)) + unplayed * self.points(
                person
            )
        if name == "sonneborn_berger":
            return sum((self.points(o) * share for o, share in met), Fraction(0))
        if name == "opponents_mean":
            total = sum((self.points(o) for o, _ in met), Fraction(0))
            return Fraction(int(total * 840 / len(met)), 840) if met else Fraction(0)
        if name == "direct":
            for one in equal:
                opponents = {o for o, _ in self.encounters(one)}
                if not set(equal) - {one} <= opponents:
                    return Fraction(0)
            return sum((share for o, share in met if o in equal), Fraction(0))
        assert name == "wins"
        return Fraction(
            sum(
                m.places.get(person) == 1
                and list(m.places.values()).count(1) == 1
                and not m.alone
                and person not in m.gave_up | m.absent
                for m in self.matches
            )
        )

    def places(self, tie_breaks: Sequence[str]) -> dict[Person, int]:
        """V12, without play-offs."""
        placed: dict[Person, int] = {}
        equal = parted(list(self.persons), self.points)
        for name in tie_breaks:
            equal = [
                part
                for group in equal
                for part in parted(group, partial(self.value, name, equal=group))
            ]
        for group in equal:
            placed |= dict.fromkeys(group, 1 + len(placed))
        return placed


def parted(group: Sequence[Person], value: Callable[[Person], Fraction]) -> list[list[Person]]:
    """The group cut where the value differs, the greatest first."""
    values = {person: value(person) for person in group}
    return [
        [p for p in group if values[p] == v] for v in sorted(set(values.values()), reverse=True)
    ]
