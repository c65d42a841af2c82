"""Groups by points, by a search of swaps from sorted slices: V16."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from console.events.draw_field import DrawField
from console.games.rng import Rng

TRIES_EACH: Final = 200
"""Of one start, for each person."""
STARTS_OF: Final = 60_000
"""So many starts from anywhere, divided by the square of how many persons there are: few are hard
to keep apart, many have a good draw near the sorted slices."""
STARTS_MOST: Final = 100


def grouped(drawn: DrawField, sizes: Sequence[int], rng: Rng) -> list[tuple[int, ...]]:
    """``drawn.persons``, as many as ``sizes`` say, in groups of these, the most points first."""
    points = drawn.points
    order = sorted(rng.shuffled(drawn.persons), key=lambda person: -points.get(person, 0))
    search = _Search(drawn, order, sizes, rng)
    best, least = search.groups(), search.first
    for start in range(1 + min(STARTS_MOST, STARTS_OF // max(1, len(order) ** 2))):
        if start:
            search.scatter()
        if not least:
            search.pass_by()
        elif (found := search.improve()) < least:
            least, best = found, search.groups()
    named = [tuple(order[i] for i in sorted(group)) for group in best]
    named.sort(key=lambda group: (-sum(points.get(p, 0) for p in group) / len(group), group))
    return named


class _Search:
    """Persons are numbers of ``order`` here; ``seats`` hold them, ``around`` are the other seats of
    a seat's group."""

    def __init__(
        self, drawn: DrawField, order: Sequence[int], sizes: Sequence[int], rng: Rng
    ) -> None:
        self._cost = _costs(drawn, order)
        self._lot = rng.lot
        self._rng = rng
        self._seats = list(range(len(order)))
        self._spans: list[range] = []
        start = 0
        for size in sizes:
            self._spans.append(range(start, start + size))
            start += size
        self._group = [g for g, span in enumerate(self._spans) for _ in span]
        self._around = [[s for s in self._spans[g] if s != i] for i, g in enumerate(self._group)]
        self._tries = TRIES_EACH * len(order) if len(self._spans) > 1 else 0
        self.first = self._total()

    def groups(self) -> list[list[int]]:
        """As they are now."""
        return [[self._seats[seat] for seat in span] for span in self._spans]

    def scatter(self) -> None:
        """Begin again from anywhere."""
        self._seats = self._rng.shuffled(self._seats)

    def improve(self) -> int:
        """Swap while it helps, a fixed number of tries; the cost that is left. Half of the tries
        look at neighbours, where the points are near."""
        seats, around, cost, lot = self._seats, self._around, self._cost, self._lot
        n = len(seats)
        near = 4 * max(map(len, self._spans))
        for _ in range(self._tries):
            one = int(lot() * n)
            step = lot() * 2
            other = int((step - 1) * n) if step >= 1 else one + int((2 * step - 1) * near)
            if not 0 <= other < n or self._group[one] == self._group[other]:
                continue
            a, b = seats[one], seats[other]
            of_a, of_b = cost[a], cost[b]
            change = 0
            for seat in around[one]:
                x = seats[seat]
                change += of_b[x] - of_a[x]
            for seat in around[other]:
                x = seats[seat]
                change += of_a[x] - of_b[x]
            if change <= 0:
                seats[one], seats[other] = b, a
        return self._total()

    def pass_by(self) -> None:
        """Where nothing costs anything: the lots of ``improve`` are drawn all the same, and others
        after them are what they would be."""
        for _ in range(2 * self._tries):
            self._lot()

    def _total(self) -> int:
        seats, cost = self._seats, self._cost
        return sum(
            cost[seats[one]][seats[other]]
            for one, others in enumerate(self._around)
            for other in others
            if one < other
        )


def _costs(drawn: DrawField, order: Sequence[int]) -> list[list[int]]:
    """What it costs that two are in one group; each term of V16 is worth more than all below."""
    levels = drawn.levels(order)
    pairs_n = len(order) ** 2
    meeting = (max(levels, default=0) - min(levels, default=0)) ** 2 * pairs_n + 1
    clash = meeting * (max(drawn.met.values(), default=0) * pairs_n + 1)
    cost = [[(one - other) ** 2 for other in levels] for one in levels]
    at = {person: i for i, person in enumerate(order)}
    for (one, other), times in drawn.met.items():
        if one in at and other in at:
            cost[at[one]][at[other]] += times * meeting
            cost[at[other]][at[one]] += times * meeting
    held = [person for person in order if person in drawn.fixed]
    for one in held:
        for other in held:
            cost[at[one]][at[other]] += drawn.clash(one, other) * clash
    return cost
