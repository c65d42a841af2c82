"""Who is out, and when they went: strikes (V18), elimination (V20), group elimination (V21)."""

from __future__ import annotations

from collections import Counter

from console.events.options import Elimination, GroupElimination, Strikes, StrikesKind
from console.events.state import EventMatch, EventState, StageState

Out = tuple[int, ...]
"""The greater, the better."""


def out_values(state: EventState, stage: StageState) -> dict[int, Out]:
    """What the standing of such a stage goes by, for each of its persons."""
    match stage.format:
        case Strikes():
            return _by_strikes(state, stage, stage.format)
        case Elimination():
            return _by_tree(state, stage)
        case _:
            return _by_groups(state, stage)


# -- strikes ---------------------------------------------------------------------------------------


def strikes_given(kind: StrikesKind, match: EventMatch) -> dict[int, int]:
    """The strikes of a match that is over, for each of its persons."""
    last = len(match.persons)
    given = {}
    for person, place in zip(match.persons, match.places, strict=True):
        lowest = place + match.places.count(place) - 1 if person in match.left else last
        if kind is StrikesKind.PROGRESSIVE:
            given[person] = lowest - 1
        elif lowest == 1:
            given[person] = 0
        else:
            given[person] = 2 if lowest == last > 2 else 1
    return given


def strikes_of(state: EventState, stage: StageState) -> Counter[int]:
    """The strikes of everybody in the stage so far."""
    assert isinstance(stage.format, Strikes)
    total: Counter[int] = Counter()
    for match in state.matches_of(stage.number):
        if match.over:
            total.update(strikes_given(stage.format.kind, match))
    return total


def _by_strikes(state: EventState, stage: StageState, limit: Strikes) -> dict[int, Out]:
    total: Counter[int] = Counter()
    last_round: dict[int, int] = {}
    for match in state.matches_of(stage.number):
        if match.over:
            total.update(strikes_given(limit.kind, match))
        last_round.update(dict.fromkeys(match.persons, match.round))
    for drawn in stage.rounds:
        for bye in drawn.byes:
            last_round[bye.person] = max(drawn.number, last_round.get(bye.person, 0))
    values: dict[int, Out] = {}
    for person in state.field(stage.number):
        alive = total[person] < limit.strikes and state.people[person].present
        lasted = len(stage.rounds) if alive else last_round.get(person, -1)
        values[person] = (lasted, -total[person])
    return values


# -- elimination -----------------------------------------------------------------------------------


def decided(stage: StageState, match: EventMatch) -> dict[int, int]:
    """The places of a match that is over, equal ones parted by its play-offs."""
    place = dict(zip(match.persons, match.places, strict=True))
    for play_off in stage.play_offs:
        if play_off.match == match.number:
            shared = {place[person] for person in play_off.persons}
            equal = {person for person in place if place[person] in shared}
            if len(shared) == 1 and equal == set(play_off.persons):
                first = shared.pop()
                place.update({person: first + i for i, person in enumerate(play_off.persons)})
    return place


def winner(stage: StageState, match: EventMatch) -> int | None:
    """Who goes on; None while it is open, equal, or all have given it up."""
    if not match.over:
        return None
    place = decided(stage, match)
    first = [person for person in match.left if place[person] == 1]
    return first[0] if len(first) == 1 else None


def winners_by_slot(state: EventState, stage: StageState, number: int) -> dict[int, int]:
    """Who has won a slot of a round of the tree, byes too; slots without a winner are left out."""
    drawn = stage.rounds[number]
    won = {bye.slot: bye.person for bye in drawn.byes}
    for match in (state.matches[n] for n in drawn.matches):
        best = winner(stage, match)
        if best is not None:
            won[match.slot] = best
    return won


def tree_rounds(stage: StageState) -> int:
    """How many rounds the tree has."""
    return max(1, (len(stage.seeding) - 1).bit_length())


def _by_tree(state: EventState, stage: StageState) -> dict[int, Out]:
    """Who is drawn has reached that round, whatever became of the results before it (V10)."""
    reached = dict.fromkeys(stage.seeding, 0)
    alive: set[int] = set()
    third = -1
    for drawn in stage.rounds:
        won = winners_by_slot(state, stage, drawn.number)
        matches = [state.matches[number] for number in drawn.matches]
        if drawn.number == tree_rounds(stage) - 1:
            third = won.pop(1, -1)
            matches = [match for match in matches if match.slot != 1]
        alive = set(won.values())
        for match in matches:
            reached.update(dict.fromkeys(match.persons, drawn.number))
            if match.slot not in won:
                alive.update(match.persons)
        reached.update(dict.fromkeys(won.values(), drawn.number + 1))
    return {
        person: (reached[person], person in alive and state.people[person].present, person == third)
        for person in stage.seeding
    }


# -- group elimination -----------------------------------------------------------------------------


def most_onward(stage: StageState, match: EventMatch) -> int:
    """How many of a match go on: never all, or it would go on for ever (V20, V21)."""
    most = stage.format.onward if isinstance(stage.format, GroupElimination) else 1
    return min(most, len(match.persons) - 1)


def onward(stage: StageState, match: EventMatch) -> list[int]:
    """Who goes on from a group that is over, the best first; more than the option says if equal
    ones share the line."""
    place, most = decided(stage, match), most_onward(stage, match)
    going = [person for person in match.left if place[person] <= most]
    return sorted(going, key=lambda person: place[person])


def _by_groups(state: EventState, stage: StageState) -> dict[int, Out]:
    values: dict[int, Out] = dict.fromkeys(stage.seeding, (-1, 0))
    for drawn in stage.rounds:
        for bye in drawn.byes:
            values[bye.person] = (drawn.number, 0)
        for match in (state.matches[n] for n in drawn.matches):
            place = decided(stage, match) if match.over else dict.fromkeys(match.persons, 0)
            for person in match.persons:
                values[person] = (drawn.number, -place[person])
    return values
