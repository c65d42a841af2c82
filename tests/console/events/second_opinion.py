"""A second opinion on an event: V2 and V4 to V22 worked out from its log alone.

Written from RULES.md by a hand that had not read ``console/events``; of that it uses the forms of
actions and options and nothing else. Points are fractions, values are compared, never encoded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations

from console.events import actions as do
from console.events.log import EventLog
from console.events.options import (
    Elimination,
    GroupElimination,
    Roundless,
    RoundRobin,
    Stage,
    Strikes,
    StrikesKind,
    TieBreak,
)

ONE = Fraction(1)
HALF = Fraction(1, 2)
Key = tuple[object, ...]


@dataclass
class Person:
    """Somebody who entered."""

    number: int
    here: bool
    gone: bool = False
    missed: int = 0

    @property
    def present(self) -> bool:
        return self.here and not self.gone


@dataclass
class Match:
    """A drawn match; ``games``: by number, the place of each person who played it."""

    number: int
    stage: int
    round: int
    persons: tuple[int, ...]
    best_of: int
    games: dict[int, dict[int, int]] = field(default_factory=dict)
    gave_up: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)

    @property
    def left(self) -> list[int]:
        return [each for each in self.persons if each not in self.gave_up | self.absent]

    @property
    def over(self) -> bool:
        """V7, V9."""
        if len(self.left) < 2:
            return True
        if len(self.games) >= self.best_of:
            return True
        if len(self.persons) == 2:
            most = max((self.games_won(each) for each in self.persons), default=0)
            return 2 * most > self.best_of
        return False

    def games_won(self, person: int) -> int:
        return sum(
            places[person] == 1 and list(places.values()).count(1) == 1
            for places in self.games.values()
            if person in places
        )

    def game_points(self, person: int) -> Fraction:
        """The sum of V8 over the games, among those who have not given up (V9)."""
        total = Fraction(0)
        for places in self.games.values():
            others = [places[each] for each in self.left if each != person and each in places]
            if person in places and others:
                total += _share(places[person], others)
        return total

    def order(self) -> dict[int, Key]:
        """What a place in the match goes by, the greatest first."""
        return {
            each: (1, self.game_points(each)) if each in self.left else (0, Fraction(0))
            for each in self.persons
        }

    def points(self) -> dict[int, Fraction]:
        """V8, V9."""
        order = self.order()
        out: dict[int, Fraction] = {}
        for each in self.persons:
            if each not in self.left:
                out[each] = Fraction(0)
                continue
            rest = [other for other in self.persons if other != each]
            behind = sum(order[other] < order[each] for other in rest)
            equal = sum(order[other] == order[each] for other in rest)
            out[each] = (behind + equal * HALF) / len(rest)
        return out

    def against(self, one: int, other: int) -> Fraction:
        """What one made against the other alone: V8 of the two."""
        order = self.order()
        if order[one] == order[other]:
            return HALF if one in self.left else Fraction(0)
        return ONE if order[one] > order[other] else Fraction(0)

    def met(self) -> list[int]:
        """Those who have met one another (V9)."""
        if not self.games and len(self.left) <= 1:
            return []
        return [each for each in self.persons if each not in self.absent]

    def won_at_table(self) -> int | None:
        """V13, wins: alone, and at the table."""
        if not self.games:
            return None
        order = self.order()
        best = max(order.values())
        first = [each for each in self.left if order[each] == best]
        return first[0] if len(first) == 1 else None


def _share(own: int, others: Sequence[int]) -> Fraction:
    behind = sum(own < place for place in others)
    equal = sum(own == place for place in others)
    return (behind + equal * HALF) / len(others)


@dataclass
class Round:
    """One draw."""

    matches: list[int]
    byes: dict[int, Fraction]


@dataclass
class StageSeen:
    """One stage so far."""

    format: Stage
    seeding: tuple[int, ...]
    rounds: list[Round] = field(default_factory=list)
    play_offs: list[tuple[int, ...]] = field(default_factory=list)


class SecondOpinion:
    """What a log comes to."""

    def __init__(self, log: EventLog) -> None:
        self.options = log.options
        self.people: dict[int, Person] = {}
        self.matches: dict[int, Match] = {}
        self.stages: list[StageSeen] = []
        self.next_person = 0
        self.next_match = 0
        undone = _undone([line.action for line in log.lines])
        for number, line in enumerate(log.lines):
            self._take(line.action, counts=number not in undone)

    def _take(self, action: do.EventAction, *, counts: bool) -> None:
        match action:
            case do.Enter():
                if counts:
                    missed = 0
                    if self.stages and not isinstance(self.options.stages[0], Roundless):
                        missed = len(self.stages[0].rounds)
                    self.people[self.next_person] = Person(
                        self.next_person, here=not self.options.check_in, missed=missed
                    )
                self.next_person += 1
            case do.DrawRound():
                if counts:
                    self._drawn(action)
                self.next_match += len(action.matches)
            case _ if counts:
                self._done(action)

    def _done(self, action: do.EventAction) -> None:
        match action:
            case do.Report() | do.Correct() | do.Forfeit() | do.NoShow() | do.SwapPersons():
                self._played(action)
            case do.CheckIn() | do.DropOut() | do.ComeBack():
                self._came(action)
            case do.WithdrawRound(round=number):
                stage = self.stages[-1]
                for each in stage.rounds[number:]:
                    for gone in each.matches:
                        del self.matches[gone]
                del stage.rounds[number:]
                if len(self.stages) == 1:
                    for person in self.people.values():
                        person.missed = min(person.missed, number)
                if not stage.rounds:
                    self.stages.pop()
            case do.PlayOff(persons=persons, match=None):
                self.stages[-1].play_offs.append(persons)
            case _:
                pass

    def _came(self, action: do.CheckIn | do.DropOut | do.ComeBack) -> None:
        person = self.people[action.person]
        if isinstance(action, do.CheckIn):
            person.here = True
            return
        person.gone = isinstance(action, do.DropOut)
        for match in self.open():
            if person.gone and person.number in match.left:
                match.gave_up.add(person.number)

    def _played(self, action: do.EventAction) -> None:
        match action:
            case do.SwapPersons(one=one, other=other):
                self._swapped(one, other)
            case do.Report() | do.Correct():
                places = dict(zip(action.persons, action.places, strict=True))
                self.matches[action.match].games[action.game] = places
            case do.Forfeit(match=number, person=person):
                self.matches[number].gave_up.add(person)
            case do.NoShow(match=number, person=person):
                self.matches[number].absent.add(person)

    def _drawn(self, action: do.DrawRound) -> None:
        if action.stage >= len(self.stages):
            self.stages.append(StageSeen(self.options.stages[action.stage], action.seeding))
        stage = self.stages[action.stage]
        numbers = []
        for offset, drawn in enumerate(action.matches):
            number = self.next_match + offset
            self.matches[number] = Match(
                number, action.stage, action.round, drawn.persons, stage.format.best_of
            )
            numbers.append(number)
        byes = {bye.person: Fraction(bye.credit, 840) for bye in action.byes}
        stage.rounds.append(Round(numbers, byes))

    def _swapped(self, one: int, other: int) -> None:
        running = self.stages[-1].rounds[-1]
        put = {one: other, other: one}
        for number in running.matches:
            match = self.matches[number]
            match.persons = tuple(put.get(each, each) for each in match.persons)
        running.byes = {put.get(each, each): credit for each, credit in running.byes.items()}

    def open(self) -> list[Match]:
        return [match for match in self.matches.values() if not match.over]

    # -- standings

    def of_stage(self, stage: int) -> list[Match]:
        return [each for each in self.matches.values() if each.stage == stage and each.over]

    def field(self, stage: int) -> list[int]:
        seen = self.stages[stage]
        if stage or isinstance(seen.format, RoundRobin | Elimination | GroupElimination):
            return list(seen.seeding)
        came = {each.number for each in self.people.values() if each.here}
        return sorted(set(seen.seeding) | came)

    def points(self, stage: int) -> dict[int, Fraction]:
        out = dict.fromkeys(self.field(stage), Fraction(0))
        for match in self.of_stage(stage):
            for person, made in match.points().items():
                out[person] = out.get(person, Fraction(0)) + made
        for each in self.stages[stage].rounds:
            for person, credit in each.byes.items():
                out[person] = out.get(person, Fraction(0)) + credit
        if stage == 0:
            for person in out:
                late = self.people[person].missed * Fraction(self.options.late.credit, 840)
                out[person] += late
        return out

    def encounters(self, stage: int, person: int) -> list[tuple[int, Fraction]]:
        """Opponents met in matches that are over, and what was made against each."""
        return [
            (other, match.against(person, other))
            for match in self.of_stage(stage)
            if person in match.met()
            for other in match.met()
            if other != person
        ]

    def unplayed(self, stage: int, person: int) -> int:
        """Byes and matches won without play."""
        byes = sum(each.byes.get(person, 0) > 0 for each in self.stages[stage].rounds)
        return byes + sum(
            match.left == [person] and not match.games for match in self.of_stage(stage)
        )

    def value(self, stage: int, which: TieBreak, person: int, equal: Sequence[int]) -> Fraction:
        """V13."""
        points = self.points(stage)
        met = self.encounters(stage, person)
        match which:
            case TieBreak.BUCHHOLZ:
                own = points[person] * self.unplayed(stage, person)
                return own + sum(points[other] for other, _ in met)
            case TieBreak.SONNEBORN_BERGER:
                return sum((points[other] * made for other, made in met), Fraction(0))
            case TieBreak.OPPONENTS_MEAN:
                if not met:
                    return Fraction(0)
                whole = sum((points[other] for other, _ in met), Fraction(0)) * 840 / len(met)
                return Fraction(whole.numerator // whole.denominator, 840)
            case TieBreak.DIRECT:
                for one, other in combinations(equal, 2):
                    if other not in {each for each, _ in self.encounters(stage, one)}:
                        return Fraction(0)
                return sum((made for other, made in met if other in equal), Fraction(0))
            case TieBreak.WINS:
                won = [match.won_at_table() for match in self.of_stage(stage)]
                return Fraction(won.count(person))

    def places(self, stage: int) -> dict[int, int]:
        """V12 of a stage that is played for points."""
        points = self.points(stage)
        groups = parted([sorted(points)], lambda person, _: points[person])
        for which in self.options.tie_breaks:
            groups = parted(groups, partial(self.value, stage, which))
        return _numbered(part for group in groups for part in self._played_off(stage, group))

    def _played_off(self, stage: int, group: list[int]) -> list[list[int]]:
        """V12: the latest play-off in which all stand who are equal and present."""
        here = {each for each in group if self.people[each].present}
        for order in reversed(self.stages[stage].play_offs):
            first = [each for each in order if each in group]
            if len(group) > 1 and first and here <= set(first):
                rest = [each for each in group if each not in first]
                behind = self._played_off(stage, rest) if rest else []
                return [[each] for each in first] + behind
        return [group]

    # -- strikes

    def strikes(self, stage: int, until: int | None = None) -> dict[int, int]:
        """V18, of the first ``until`` rounds."""
        seen = self.stages[stage]
        assert isinstance(seen.format, Strikes)
        out = dict.fromkeys(self.field(stage), 0)
        for match in self.of_stage(stage):
            if until is None or match.round < until:
                for person, given in strikes_given(seen.format.kind, match).items():
                    out[person] += given
        return out


def strikes_given(kind: StrikesKind, match: Match) -> dict[int, int]:
    """V18 of one match."""
    n = len(match.persons)
    if kind is StrikesKind.PROGRESSIVE:
        ladder = list(range(n))
    else:
        ladder = [0, 1] if n == 2 else [0, *[1] * (n - 2), 2]
    order = match.order()
    out: dict[int, int] = {}
    for person in match.persons:
        ahead = sum(order[other] > order[person] for other in match.persons)
        equal = sum(order[other] == order[person] for other in match.persons)
        out[person] = max(ladder[ahead : ahead + equal])
        if person not in match.left:
            out[person] = ladder[-1]
    return out


def parted(
    groups: Iterable[list[int]], value: Callable[[int, list[int]], Fraction]
) -> list[list[int]]:
    """Each group cut by value, the greatest first."""
    out = []
    for group in groups:
        told = {person: value(person, group) for person in group}
        for each in sorted(set(told.values()), reverse=True):
            out.append([person for person in group if told[person] == each])
    return out


def _numbered(groups: Iterable[Sequence[int]]) -> dict[int, int]:
    out: dict[int, int] = {}
    place = 1
    for group in groups:
        out.update(dict.fromkeys(group, place))
        place += len(group)
    return out


def _undone(actions: Sequence[do.EventAction]) -> set[int]:
    """V2: an undo takes its line back, unless it was itself undone."""
    out: set[int] = set()
    for number in range(len(actions) - 1, -1, -1):
        action = actions[number]
        if isinstance(action, do.Undo) and number not in out:
            out.add(action.line)
    return out
