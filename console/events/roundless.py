"""No rounds: a free table calls the next match. V19."""

from __future__ import annotations

from collections import Counter

from console.events.options import Roundless
from console.events.plan import Plan
from console.events.state import EventState, StageState
from console.events.tally import Tally
from drivers.errors import ConfigError


def waiting(state: EventState, stage: StageState) -> list[int]:
    """Those who may be called, the longest waiting first. Empty where too few are left to play
    at all, with whoever still plays."""
    told = stage.format
    assert isinstance(told, Roundless)
    played: Counter[int] = Counter()
    since = {p.number: p.since_ms for p in state.people.values()}
    busy: set[int] = set()
    for match in state.matches_of(stage.number):
        played.update(match.persons)
        if match.over_ms is None:
            busy.update(match.left)
        else:
            since.update(dict.fromkeys(match.persons, match.over_ms))
    field = set(stage.seeding) if stage.number else state.people.keys()
    able = [
        p for p in field if state.people[p].present and played[p] < told.matches and p not in busy
    ]
    later = sum(played[p] < told.matches and state.people[p].present for p in busy)
    if len(able) + later < state.options.sizes.least:
        return []
    return sorted(able, key=lambda p: (since[p], p))


def plan(state: EventState, stage: StageState) -> Plan:
    """One match. Raises ConfigError while nobody or no table is free."""
    told = stage.format
    assert isinstance(told, Roundless)
    able = waiting(state, stage)
    if state.tables and not state.free_tables():
        raise ConfigError("no table is free")
    playing = any(not match.over for match in state.matches_of(stage.number))
    seats = (state.tables[table].seats for table in state.free_tables())
    size = min(told.size, max(seats, default=told.size))
    least = size if playing else state.options.sizes.least
    if len(able) < least:
        raise ConfigError("too few wait for a match: one that is played must end first")
    tally = Tally(state, stage.number)
    chosen = [able[0]]
    for _ in range(min(size, len(able)) - 1):
        rest = [p for p in able if p not in chosen]
        chosen.append(
            min(
                rest,
                key=lambda p: (
                    sum(tally.times_met(p, other) for other in chosen),
                    abs(tally.points[p] - tally.points[chosen[0]]),
                    able.index(p),
                ),
            )
        )
    return Plan([(tuple(chosen), 0)])
