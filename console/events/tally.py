"""What the matches of a stage come to: points, opponents, wins, byes. One pass over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from console.events.options import POINT, TieBreak
from console.events.points import between, points
from console.events.state import EventMatch, EventState


class Encounter(NamedTuple):
    """Somebody met, and what one made against them (V13)."""

    other: int
    made: int


class MatchWorth(NamedTuple):
    """What a match that is over comes to. ``winner``: who won it alone, and did not give it up."""

    points: tuple[tuple[int, int], ...]
    encounters: tuple[tuple[int, tuple[Encounter, ...]], ...]
    winner: int | None


@lru_cache(maxsize=1 << 14)
def _worth(match: EventMatch) -> MatchWorth:
    """A match is never changed, and each draw without rounds asks for all of them again."""
    met = match.met
    winner = match.persons[match.places.index(1)] if match.places.count(1) == 1 else None
    return MatchWorth(
        tuple(points(match).items()),
        tuple(
            (one, tuple(Encounter(o, between(match, one, o)) for o in met if o != one))
            for one in met
        ),
        winner if winner in match.left else None,
    )


class Tally:
    """A stage so far. What it tells of is what is over, but for ``met``."""

    def __init__(self, state: EventState, stage: int) -> None:
        """``stage`` may be the next one: nothing is known of it yet."""
        self.points: Counter[int] = Counter()
        self.encounters: dict[int, list[Encounter]] = {}
        self.unplayed: Counter[int] = Counter()
        """Byes that gave a point, and matches won without play."""
        self.byes: Counter[int] = Counter()
        """All of them."""
        self.wins: Counter[int] = Counter()
        self.met: Counter[tuple[int, int]] = Counter()
        """How often two were drawn together, the lower number first; matches under way count."""
        if stage == len(state.stages):
            return
        self.points.update(dict.fromkeys(state.field(stage), 0))
        if not stage:
            for entrant in state.people.values():
                if entrant.number in self.points:
                    self.points[entrant.number] += entrant.missed * state.options.late.credit
        for match in state.matches_of(stage):
            self.met.update(combinations(sorted(match.met), 2))
            if not match.over:
                continue
            worth = _worth(match)
            for person, made in worth.points:
                self.points[person] += made
            for person, encounters in worth.encounters:
                self.encounters.setdefault(person, []).extend(encounters)
            if worth.winner is not None:
                (self.wins if worth.encounters else self.unplayed)[worth.winner] += 1
        for drawn in state.stages[stage].rounds:
            for bye in drawn.byes:
                self.byes[bye.person] += 1
                self.points[bye.person] += bye.credit
                self.unplayed[bye.person] += bye.credit == POINT

    def times_met(self, one: int, other: int) -> int:
        """How often these two."""
        return self.met[(one, other) if one < other else (other, one)]

    def value(self, tie_break: TieBreak, person: int, equal: Sequence[int]) -> int:
        """V13; ``equal``: those whom all before left equal."""
        return _VALUES[tie_break](self, person, equal)

    def _buchholz(self, person: int, equal: Sequence[int]) -> int:
        opponents = sum(self.points[e.other] for e in self.encounters.get(person, ()))
        return opponents + self.unplayed[person] * self.points[person]

    def _sonneborn_berger(self, person: int, equal: Sequence[int]) -> int:
        return sum(self.points[e.other] * e.made for e in self.encounters.get(person, ())) // POINT

    def _opponents_mean(self, person: int, equal: Sequence[int]) -> int:
        met = self.encounters.get(person, ())
        return sum(self.points[e.other] for e in met) // len(met) if met else 0

    def _direct(self, person: int, equal: Sequence[int]) -> int:
        if any(not self.times_over(one, other) for one, other in combinations(equal, 2)):
            return 0
        others = set(equal)
        return sum(e.made for e in self.encounters.get(person, ()) if e.other in others)

    def times_over(self, one: int, other: int) -> int:
        """How often these two have met in matches that are over."""
        return sum(e.other == other for e in self.encounters.get(one, ()))

    def _wins(self, person: int, equal: Sequence[int]) -> int:
        return self.wins[person]


_VALUES: Final = {
    TieBreak.BUCHHOLZ: Tally._buchholz,
    TieBreak.SONNEBORN_BERGER: Tally._sonneborn_berger,
    TieBreak.OPPONENTS_MEAN: Tally._opponents_mean,
    TieBreak.DIRECT: Tally._direct,
    TieBreak.WINS: Tally._wins,
}
