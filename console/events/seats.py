"""Which table, which seat: V24, V25."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import rustworkx as rx

from console.events.actions import CallMatch, Drawn
from console.events.state import EventMatch, EventState
from console.games.rng import Rng


class SatAt:
    """How often everybody has sat where, over the whole event."""

    def __init__(self, state: EventState) -> None:
        self.table: Counter[tuple[int, int]] = Counter()
        self.seat: Counter[tuple[int, int]] = Counter()
        self.waited: Counter[int] = Counter()
        for match in state.matches.values():
            for seat, person in enumerate(match.persons):
                self.seat[person, seat] += 1
                if match.table is not None:
                    self.table[person, match.table] += 1
                self.waited[person] += match.waited

    def table_cost(self, persons: Sequence[int], table: int) -> int:
        """What one match there adds to the sum of squares, but for a constant."""
        return sum(self.table[person, table] for person in persons)


def placed(
    state: EventState,
    groups: Sequence[tuple[tuple[int, ...], int]],
    rng: Rng,
    silent: Collection[int],
) -> tuple[Drawn, ...]:
    """Groups of persons with their slots, each person in a seat, each match at a table as far as
    tables are free; those that are ``silent`` come last."""
    sat = SatAt(state)
    seated = [_seated(sat, persons, rng) for persons, _ in groups]
    tables = _tables(state, sat, seated, silent)
    return tuple(
        Drawn(persons, tables.get(i), slot)
        for i, (persons, (_, slot)) in enumerate(zip(seated, groups, strict=True))
    )


def calls(state: EventState, silent: Collection[int] = ()) -> list[CallMatch]:
    """The matches that wait and now have a table, in their order (V24, V25); a ``silent`` one only
    where no other is fit."""
    if state.paused or state.ended:
        return []
    free = state.free_tables()
    wait = waiting(state) if free else []
    if not wait:
        return []
    sat = SatAt(state)
    found = []
    for match in wait:
        table = _best_table(state, sat, match, free, silent)
        if table is not None:
            free.remove(table)
            found.append(CallMatch(match.number, table))
    return found


def moves(state: EventState, silent: Collection[int]) -> list[CallMatch]:
    """Matches that were called to ``silent`` tables and have not begun: where each could be played
    instead."""
    if state.paused or state.ended:
        return []
    free, sat = [table for table in state.free_tables() if table not in silent], SatAt(state)
    found = []
    for match in state.open_matches():
        if match.table in silent and match.began_ms is None:
            table = _best_table(state, sat, match, free, ())
            if table is not None:
                free.remove(table)
                found.append(CallMatch(match.number, table))
    return found


def waiting(state: EventState) -> list[EventMatch]:
    """The matches that wait for a table, first who is called first (V24, V25)."""
    found = [match for match in state.open_matches() if match.table is None]
    return sorted(found, key=lambda match: (not match.moved, match.number))


def _best_table(
    state: EventState,
    sat: SatAt,
    match: EventMatch,
    free: Sequence[int],
    silent: Collection[int],
) -> int | None:
    fixed = fixed_table(state, match.persons)
    fit = [table for table in fitting(state, len(match.left), free) if fixed in (None, table)]
    return min(fit, key=lambda t: (t in silent, sat.table_cost(match.persons, t), t), default=None)


def fitting(state: EventState, persons_n: int, tables: Iterable[int]) -> list[int]:
    """Those of the tables that seat so many (V24)."""
    return [number for number in tables if state.tables[number].seats >= persons_n]


def fixed_table(state: EventState, persons: Sequence[int]) -> int | None:
    """Where these must play; the first who says so, if they differ."""
    told = (state.people[person].fixed for person in persons)
    return next((table for table in told if table is not None), None)


def _seated(sat: SatAt, persons: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
    """The persons in the order of seats."""
    order = rng.shuffled(persons)
    cost = {
        (i, seat): sat.seat[person, seat]
        for i, person in enumerate(order)
        for seat in range(len(order))
    }
    seat_of = assigned(len(order), len(order), cost)
    return tuple(order[i] for i in sorted(range(len(order)), key=lambda i: seat_of[i]))


def _tables(
    state: EventState, sat: SatAt, seated: Sequence[tuple[int, ...]], silent: Collection[int]
) -> dict[int, int]:
    """The table of each match that has one."""
    free = state.free_tables()
    found: dict[int, int] = {}
    loose = []
    for i, persons in enumerate(seated):
        fixed = fixed_table(state, persons)
        if fixed is None:
            loose.append(i)
        elif fixed in fitting(state, len(persons), free):
            free.remove(fixed)
            found[i] = fixed
    loose.sort(key=lambda i: -sum(sat.waited[person] for person in seated[i]) / len(seated[i]))
    fit = {i: set(fitting(state, len(seated[i]), free)) for i in loose}
    loose = [i for i in loose if fit[i]][: len(free)]
    cost = {
        (i, t): sat.table_cost(seated[match], table)
        for i, match in enumerate(loose)
        for t, table in enumerate(free)
        if table in fit[match]
    }
    beyond = 1 + sum(cost.values())  # what no choice among tables that answer comes to
    cost = {(i, t): each + beyond * (free[t] in silent) for (i, t), each in cost.items()}
    for i, t in assigned(len(loose), len(free), cost).items():
        found[loose[i]] = free[t]
    return found


def assigned(rows_n: int, columns_n: int, cost: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """A column of its own for each row, at the least cost; not fewer columns than rows. Where a
    pair has no cost it cannot be, and a row may go without."""
    most = max(cost.values(), default=0) + 1
    if most == 1 and len(cost) == rows_n * columns_n:  # nothing to weigh
        return {row: row for row in range(rows_n)}
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * (rows_n + columns_n))
    graph.add_edges_from([(i, rows_n + j, most - c) for (i, j), c in cost.items()])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {min(pair): max(pair) - rows_n for pair in matched}
