"""Why these meet, in one sentence; and what a round breaks of the rules, a sentence each (V26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from console.events.actions import CallMatch, DrawRound, SwapPersons
from console.events.apply import apply
from console.events.drawing import proposed
from console.events.options import (
    POINT,
    Elimination,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Strikes,
    Swiss,
)
from console.events.out import strikes_of, winners_by_slot
from console.events.seats import fitting, fixed_table
from console.events.standings import standings
from console.events.state import EventMatch, EventRound, EventState, StageState
from console.events.tally import Tally
from drivers.errors import Sentence

MOST_NAMED: Final = 6


def points_text(points: int) -> str:
    """Points as people write them, two digits at most: 2, 2.5, 0.25. No ½: beside thirds and
    quarters of a group it would be a second way of writing."""
    whole, hundredths = divmod((200 * points + POINT) // (2 * POINT), 100)  # a half is rounded up
    return f"{whole}.{hundredths:02}".rstrip("0").rstrip(".")


def _points(points: int) -> Sentence | str:
    """The same within a sentence, with the language's sign."""
    whole, point, rest = points_text(points).partition(".")
    return Sentence("{whole}.{rest}", whole=whole, rest=rest) if point else whole


def why(state: EventState, number: int) -> Sentence:
    """Why the persons of a match meet. Raises ConfigError if there is no such match."""
    match = state.match(number)
    stage = state.stages[match.stage]
    if stage.rounds[match.round].by_hand:
        return Sentence("The organiser has drawn or changed this round by hand.")
    match stage.format:
        case RoundRobin():
            return Sentence("In a round robin everybody meets everybody.")
        case Elimination(third_place=True) if (
            match.slot == 1 and match.round and _last(stage, match)
        ):
            return Sentence("Both have lost a semi-final: this is for the third place.")
        case Elimination():
            return Sentence("Both have come here through their branch of the tree.")
        case GroupElimination():
            return Sentence("All have gone on from their groups, dealt by their places there.")
        case Roundless():
            return Sentence("The table was free, and these had waited longest.")
        case Strikes():
            then = _before(state, stage, match.round)
            strikes = strikes_of(then, then.stages[stage.number])
            counts = [strikes[person] for person in match.persons]
            near = Sentence("strikes: {least} to {most}", least=min(counts), most=max(counts))
            if min(counts) == max(counts):
                near = Sentence("strikes: {strikes} each", strikes=counts[0])
        case Swiss() | GroupSwiss():
            then = _before(state, stage, match.round)
            points = Tally(then, stage.number).points
            of = [points[person] for person in match.persons]
            near = Sentence(
                "points: {least} to {most}",
                least=_points(min(of)),
                most=_points(max(of)),
            )
            if min(of) == max(of):
                near = Sentence("points: {points} each", points=_points(of[0]))
    again = _earlier(state, stage, match)
    if again:
        return Sentence("{near}; that they meet again could not be avoided.", near=near)
    return Sentence("{near}, and they have not met yet.", near=near)


def breaks(state: EventState, action: DrawRound | SwapPersons | CallMatch) -> list[Sentence]:
    """What the running round breaks after a change by hand that it does not break now. Raises
    ConfigError if it cannot be taken; changes nothing."""
    after = copied(state)
    apply(after, action, 0)
    if isinstance(action, DrawRound):
        return [*faults(after), *_left_out(state, action)]
    now = faults(state)
    return [fault for fault in faults(after) if fault not in now]


def faults(state: EventState) -> list[Sentence]:
    """What the running round breaks: also when a result before it was corrected (V10)."""
    if not state.stages or not state.stages[-1].rounds:
        return []
    stage = state.stages[-1]
    drawn = stage.rounds[-1]
    found = [
        fault
        for number in drawn.matches
        for fault in _faults_of(state, stage, state.matches[number])
    ]
    found += _byes(state, stage, drawn)
    found += _seeding(state, stage)
    sizes = [len(state.matches[number].persons) for number in drawn.matches]
    if sizes and max(sizes) > min(sizes) + 1:
        found.append(
            Sentence("groups have {least} to {most} persons", least=min(sizes), most=max(sizes))
        )
    return found


def _left_out(state: EventState, action: DrawRound) -> Iterator[Sentence]:
    """Those whom the desk would draw."""
    if isinstance(state.options.stages[action.stage], Roundless):
        return  # a match at a time
    left = sorted(_drawn(proposed(state)) - _drawn(action))
    if left:
        names = some(list(map(state.name, left)))
        yield Sentence("here, but not in this draw: {names}", names=names)


def _drawn(action: DrawRound) -> set[int]:
    return {p for match in action.matches for p in match.persons} | {b.person for b in action.byes}


def some(names: Sequence[str]) -> str:
    """The first of them, and how many they are."""
    shown = ", ".join(names[:MOST_NAMED])
    return shown if len(names) <= MOST_NAMED else f"{shown} … ({len(names)})"


def copied(state: EventState) -> EventState:
    """The same, to try something on."""
    return replace(
        state,
        people=dict(state.people),
        tables=dict(state.tables),
        matches=dict(state.matches),
        names=dict(state.names),
        duels=list(state.duels),
        stages=[
            replace(stage, rounds=list(stage.rounds), play_offs=list(stage.play_offs))
            for stage in state.stages
        ],
    )


def _last(stage: StageState, match: EventMatch) -> bool:
    return len(stage.rounds[match.round].matches) <= 2 and match.round == len(stage.rounds) - 1


def _before(state: EventState, stage: StageState, number: int) -> EventState:
    """As it was known of the rounds before this one, with what was corrected since."""
    then = copied(state)
    then.stages = then.stages[: stage.number + 1]
    then.stages[-1].rounds = then.stages[-1].rounds[:number]
    return then


def _earlier(state: EventState, stage: StageState, match: EventMatch) -> list[tuple[int, int, int]]:
    """Pairs of a match that have met in this stage before, with the round."""
    pairs = set(combinations(sorted(match.persons), 2))
    return [
        (*pair, other.round)
        for other in state.matches_of(stage.number)
        if other.round < match.round
        for pair in pairs & set(combinations(sorted(other.met), 2))
    ]


def _faults_of(state: EventState, stage: StageState, match: EventMatch) -> Iterator[Sentence]:
    number = match.number + 1
    meet_once = isinstance(stage.format, Swiss | GroupSwiss | Roundless)
    for one, other, earlier in _earlier(state, stage, match) if meet_once else ():
        yield Sentence(
            "match {number}: {one} and {other} have met in round {round}",
            number=number,
            one=state.name(one),
            other=state.name(other),
            round=earlier + 1,
        )
    for person in match.persons:
        fixed = state.people[person].fixed
        if fixed is not None and match.table not in (None, fixed):
            yield Sentence(
                "match {number}: {name} plays at table {table} only",
                number=number,
                name=state.name(person),
                table=state.tables[fixed].name,
            )
        elif fixed is not None and fixed_table(state, match.persons) != fixed:
            yield Sentence(
                "match {number}: {name} and another are fixed to different tables",
                number=number,
                name=state.name(person),
            )
    if match.table is not None and not fitting(state, len(match.left), [match.table]):
        yield Sentence(
            "match {number}: table {table} has too few seats",
            number=number,
            table=state.tables[match.table].name,
        )
    if isinstance(stage.format, Elimination) and match.round:
        yield from _wrong_winners(state, stage, match)


def _wrong_winners(state: EventState, stage: StageState, match: EventMatch) -> Iterator[Sentence]:
    won = winners_by_slot(state, stage, match.round - 1)
    third = match.slot == 1 and _last(stage, match) and len(won) <= 2
    for person in match.persons:
        if (person in won.values()) is third:
            yield Sentence(
                "match {number}: by the results {name} does not play it",
                number=match.number + 1,
                name=state.name(person),
            )


def _seeding(state: EventState, stage: StageState) -> Iterator[Sentence]:
    """Who stands before one of this stage, and is none of it (V22)."""
    if not stage.number or len(stage.rounds) > 1:
        return
    place = {row.person: row.place for row in standings(state, stage.number - 1)}
    last = max(place[person] for person in stage.seeding)
    better = [p for p in state.present() if place.get(p, last) < last and p not in stage.seeding]
    if better:
        names = some([state.name(person) for person in better])
        yield Sentence(
            "by the results as they stand now these should be in this stage: {names}", names=names
        )


def _byes(state: EventState, stage: StageState, drawn: EventRound) -> Iterator[Sentence]:
    if not isinstance(stage.format, Swiss | GroupSwiss | Strikes):
        return
    tally = Tally(state, stage.number)
    for bye in drawn.byes:
        fewest = min(tally.byes[person] for person in state.present())
        if tally.byes[bye.person] > fewest + 1:
            yield Sentence("{name} has had more byes than others", name=state.name(bye.person))
