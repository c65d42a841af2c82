"""Who stands where: of a stage, and of the whole event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from console.events.options import Elimination, GroupElimination, Strikes
from console.events.out import out_values
from console.events.state import EventState, StageState
from console.events.tally import Tally


class EventStanding(Struct, frozen=True):
    """A line of a standing. ``met``: how many opponents, one met twice counted twice (V9);
    ``tie_breaks``: their values in the declared order; ``out``: they did
    not go on, or play no more."""

    place: int
    person: int
    points: int
    met: int
    tie_breaks: tuple[int, ...] = ()
    out: bool = False


def standings(state: EventState, stage: int | None = None) -> list[EventStanding]:
    """The standing of a stage (the running one), the best first; equal ones in the order of their
    numbers. Empty before the first draw."""
    if not state.stages:
        return []
    at = state.stages[-1 if stage is None else stage]
    tally = Tally(state, at.number)
    groups, values = _ordered(state, at, tally)
    rows, place = [], 1
    for group in groups:
        for person in group:
            gone = not state.people[person].present
            rows.append(
                EventStanding(
                    place,
                    person,
                    tally.points[person],
                    len(tally.encounters.get(person, ())),
                    values.get(person, ()),
                    gone,
                )
            )
        place += len(group)
    return rows


def final_standings(state: EventState) -> list[EventStanding]:
    """The standing of the event: its last stage's, behind it those who did not go on (V22)."""
    rows: list[EventStanding] = []
    for stage in reversed(state.stages):
        known = {row.person for row in rows}
        rest = [row for row in standings(state, stage.number) if row.person not in known]
        before, last, place = len(rows), 0, 0
        for i, row in enumerate(rest):
            if row.place != last:
                last, place = row.place, before + i + 1
            rows.append(replace(row, place=place, out=row.out or bool(before)))
    return rows


def equal_at(state: EventState, stage: int, through: int) -> list[int]:
    """Those who share the line below the first ``through`` of a stage; empty if it is clear."""
    rows = [row for row in standings(state, stage) if not row.out]
    if len(rows) <= through or rows[through - 1].place != rows[through].place:
        return []
    return [row.person for row in rows if row.place == rows[through].place]


def _ordered(
    state: EventState, stage: StageState, tally: Tally
) -> tuple[list[list[int]], dict[int, tuple[int, ...]]]:
    """Persons in groups of equal ones, the best first, and their tie-breaks."""
    field = sorted(state.field(stage.number))
    values: dict[int, tuple[int, ...]] = {}
    if isinstance(stage.format, Strikes | Elimination | GroupElimination):
        out = out_values(state, stage)
        groups = parted([field], lambda person, _: out[person])
    else:
        groups = parted([field], lambda person, _: tally.points[person])
        for tie_break in state.options.tie_breaks:

            def value(person: int, equal: Sequence[int], of: Tally = tally) -> int:
                found = of.value(tie_break, person, equal)  # noqa: B023  # used at once
                values[person] = (*values.get(person, ()), found)
                return found

            groups = parted(groups, value)
    for play_off in reversed(stage.play_offs):
        if play_off.match is None:
            order = {person: -i for i, person in enumerate(play_off.persons)}
            groups = [
                part
                for group in groups
                for part in (
                    parted([group], lambda person, _, o=order: o.get(person, -len(o)))  # type: ignore[misc]
                    if len(group) > 1 and _present(state, group) <= order.keys()
                    else [group]
                )
            ]
    return groups, values


def _present(state: EventState, group: Sequence[int]) -> set[int]:
    return {person for person in group if state.people[person].present}


def parted(
    groups: Iterable[Sequence[int]], value: Callable[[int, Sequence[int]], object]
) -> list[list[int]]:
    """Each group cut where the value of its members differs, the greatest first."""
    parts: list[list[int]] = []
    for group in groups:
        found: dict[object, list[int]] = {}
        for person in group:
            found.setdefault(value(person, group), []).append(person)
        parts.extend(found[v] for v in sorted(found, reverse=True))  # type: ignore[type-var]
    return parts
