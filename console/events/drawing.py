"""The next round of an event: which format draws it, who is in it, and when it cannot be drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from console.events import elimination, round_robin, roundless
from console.events.actions import ByeDrawn, DrawRound
from console.events.draw_field import DrawField, draw_field, lots
from console.events.grouping import grouped
from console.events.options import (
    POINT,
    Elimination,
    GroupElimination,
    GroupSwiss,
    Roundless,
    RoundRobin,
    Seeding,
    Strikes,
    Swiss,
)
from console.events.out import strikes_of
from console.events.pairing import paired
from console.events.plan import Plan
from console.events.play_offs import alive, in_stage, is_over, play_offs_due
from console.events.seats import placed
from console.events.sizes import sizes_here
from console.events.standings import standings
from console.events.state import EventState, StageState
from console.events.tally import Tally
from console.games.rng import Rng
from drivers.errors import ConfigError


class Next(NamedTuple):
    """What would be drawn: the round of a stage that has begun, or begins with this seeding."""

    stage: StageState
    begins: bool


def proposed(state: EventState, silent: Collection[int] = ()) -> DrawRound:
    """The next round; tables that are ``silent`` come last. Raises ConfigError, which tells what is
    in the way: open matches, equal ones who must play off, or that the event is over. Changes
    nothing."""
    stage, begins = next_draw(state)
    at = stage.number, len(stage.rounds)
    rng = lots(state.seed, *at)
    plan = _plan(state, stage, rng)
    if not plan.groups and not plan.byes:
        raise ConfigError("nobody can be drawn: too few are present")
    drawn = placed(state, plan.groups, rng, silent)
    return DrawRound(*at, drawn, tuple(plan.byes), stage.seeding if begins else ())


def in_the_way(state: EventState) -> ConfigError | None:
    """What keeps the next round from being drawn, as far as it can be seen without drawing."""
    try:
        next_draw(state)
    except ConfigError as error:
        return error
    return None


def next_draw(state: EventState) -> Next:
    """What would be drawn. Raises ConfigError, which tells what is in the way."""
    if not state.stages:
        return _begun(state, _seeding(state))
    stage = state.stages[-1]
    still = [match for match in state.open_matches() if match.stage == stage.number]
    if still and not isinstance(stage.format, Roundless):
        raise ConfigError(
            "round {round} is not over: {count} matches are open, the first is match {number}",
            round=len(stage.rounds),
            count=len(still),
            number=still[0].number + 1,
        )
    if not is_over(state, stage):
        _check_play_offs(state)
        return Next(stage, False)
    if len(state.stages) == len(state.options.stages):
        raise ConfigError("all rounds are drawn: nothing is left to draw")
    if still:
        raise ConfigError("stage {number} is not over: matches are open", number=stage.number + 1)
    _check_play_offs(state)
    through = stage.format.through
    rows = [row for row in standings(state, stage.number) if state.people[row.person].present]
    return _begun(state, [row.person for row in rows[:through]])


def _check_play_offs(state: EventState) -> None:
    for due in play_offs_due(state):
        raise ConfigError(
            "{names} are equal where it matters: they play off first",
            names=", ".join(map(state.name, due.persons)),
        )


def _begun(state: EventState, seeding: Sequence[int]) -> Next:
    number = len(state.stages)
    if len(seeding) < state.options.sizes.least:
        raise ConfigError(
            "{count} are present: it takes at least {least}",
            count=len(seeding),
            least=state.options.sizes.least,
        )
    return Next(StageState(number, state.options.stages[number], tuple(seeding)), True)


def _seeding(state: EventState) -> list[int]:
    """V23."""
    present = state.present()
    if state.options.seeding is Seeding.ENTRY:
        return present
    order = lots(state.seed).shuffled(present)
    if state.options.seeding is Seeding.RATING:
        order.sort(key=lambda person: -state.people[person].rating)
    return order


def _plan(state: EventState, stage: StageState, rng: Rng) -> Plan:
    match stage.format:
        case RoundRobin():
            return round_robin.plan(state, stage)
        case Elimination():
            return elimination.tree_plan(state, stage)
        case GroupElimination():
            return elimination.groups_plan(state, stage)
        case Roundless():
            return roundless.plan(state, stage)
        case Strikes() as told:
            still = alive(state, stage)
            strikes = strikes_of(state, stage)
            fewest = {person: -strikes[person] for person in still}
            return _by_points(state, stage, still, rng, size=told.size, credit=0, points=fewest)
        case _:
            present = in_stage(state, stage)
            size = stage.format.size if isinstance(stage.format, GroupSwiss) else 2
            return _by_points(state, stage, present, rng, size=size, credit=POINT)


def _by_points(
    state: EventState,
    stage: StageState,
    persons: list[int],
    rng: Rng,
    *,
    size: int,
    credit: int,
    points: dict[int, int] | None = None,
) -> Plan:
    """V14 for two, V16 for groups. ``points``: by these, else by the stage's own."""
    tally = Tally(state, stage.number)
    field = draw_field(state, persons, tally, tally.points if points is None else points)
    if state.options.sizes.most == 2 or (size == 2 and isinstance(stage.format, Swiss | Strikes)):
        pairs, bye = paired(field, rng)
        return Plan([(pair, 0) for pair in pairs], [] if bye is None else [ByeDrawn(bye, credit)])
    sizes = sizes_here(state, len(persons), size)
    left_over = _left_over(field, len(persons) - sum(sizes), rng)
    rest = [person for person in persons if person not in left_over]
    field = draw_field(state, rest, tally, field.points)
    groups = grouped(field, sizes, rng) if sizes else []
    return Plan([(group, 0) for group in groups], [ByeDrawn(p, credit) for p in left_over])


def _left_over(field: DrawField, count: int, rng: Rng) -> list[int]:
    """V15: who has a bye because no sizes fit."""
    order = rng.shuffled(field.persons) if count else []
    order.sort(key=lambda p: (field.byes.get(p, 0), field.points.get(p, 0)))
    return order[:count]
