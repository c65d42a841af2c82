"""Elimination, one against one (V20) and in groups (V21)."""

from __future__ import annotations

from console.events.actions import ByeDrawn
from console.events.options import POINT, Elimination, GroupElimination
from console.events.out import decided, most_onward, onward, tree_rounds, winner, winners_by_slot
from console.events.plan import Plan
from console.events.round_robin import dealt
from console.events.sizes import sizes_here
from console.events.state import EventState, StageState


def tree_order(size: int) -> list[int]:
    """The seeds of a tree of ``size``, a power of two, from top to bottom: from 0."""
    order = [0]
    while len(order) < size:
        doubled = 2 * len(order)
        order = [seed for top in order for seed in (top, doubled - 1 - top)]
    return order


def tree_over(stage: StageState) -> bool:
    """Has the final been drawn?"""
    return len(stage.rounds) >= tree_rounds(stage)


def tree_plan(state: EventState, stage: StageState) -> Plan:
    """The next round of the tree; whoever has no opponent goes on."""
    told = stage.format
    assert isinstance(told, Elimination)
    number, rounds = len(stage.rounds), tree_rounds(stage)
    contenders = _contenders(state, stage)
    drawn = Plan()
    for slot in range(2 ** (rounds - 1 - number)):
        _meet(state, drawn, slot, contenders.get(2 * slot), contenders.get(2 * slot + 1))
    if told.third_place and number == rounds - 1 and number:
        losers = _losers(state, stage)
        _meet(state, drawn, 1, losers.get(0), losers.get(1))
    return drawn


def _contenders(state: EventState, stage: StageState) -> dict[int, int]:
    """Who stands where in the next round: two for each of its slots."""
    if stage.rounds:
        return winners_by_slot(state, stage, len(stage.rounds) - 1)
    order = tree_order(2 ** tree_rounds(stage))
    return {at: stage.seeding[seed] for at, seed in enumerate(order) if seed < len(stage.seeding)}


def equal_in_matches(state: EventState, stage: StageState) -> dict[int, tuple[int, ...]]:
    """The persons who are equal at the line in a match of the last round, by its number; of those
    that are over."""
    found = {}
    for match in (state.matches[n] for n in stage.rounds[-1].matches):
        place, through = decided(stage, match) if match.over else {}, most_onward(stage, match)
        going = [person for person in match.left if place and place[person] <= through]
        if len(going) > through:
            line = max(place[person] for person in going)
            found[match.number] = tuple(p for p in going if place[p] == line)
    return found


def _losers(state: EventState, stage: StageState) -> dict[int, int]:
    """Of the semi-finals, by slot."""
    found = {}
    for match in (state.matches[n] for n in stage.rounds[-1].matches):
        best = winner(stage, match)
        for person in match.persons:
            if person != best:
                found[match.slot] = person
    return found


def _meet(state: EventState, drawn: Plan, slot: int, one: int | None, other: int | None) -> None:
    here = [p for p in (one, other) if p is not None and state.people[p].present]
    if len(here) == 2:
        drawn.groups.append(((here[0], here[1]), slot))
    elif here:
        drawn.byes.append(ByeDrawn(here[0], POINT, slot))


def groups_over(stage: StageState) -> bool:
    """Was the last round one group?"""
    return bool(stage.rounds) and len(stage.rounds[-1].matches) < 2


def groups_plan(state: EventState, stage: StageState) -> Plan:
    """The next round of groups."""
    told = stage.format
    assert isinstance(told, GroupElimination)
    persons = [p for p in _going_on(state, stage) if state.people[p].present]
    sizes = sizes_here(state, len(persons), told.size)
    playing = persons[len(persons) - sum(sizes) :]
    byes = [ByeDrawn(p, POINT) for p in persons[: len(persons) - sum(sizes)]]
    groups = dealt(playing, len(sizes)) if sizes else []
    return Plan([(tuple(group), slot) for slot, group in enumerate(groups)], byes)


def _going_on(state: EventState, stage: StageState) -> list[int]:
    """Who plays the next round: the firsts of all groups, then the seconds, and so on."""
    if not stage.rounds:
        return list(stage.seeding)
    drawn = stage.rounds[-1]
    ranks = []
    for match in (state.matches[n] for n in drawn.matches):
        going = onward(stage, match)
        place = decided(stage, match)
        ranks += [(place[person], match.slot, person) for person in going]
    return [bye.person for bye in drawn.byes] + [person for _, _, person in sorted(ranks)]
