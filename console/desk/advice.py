"""What needs doing next, as an organiser would be told it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from console.desk.links import LinkedTable, pads_of
from console.events.actions import CallDuel, CallMatch
from console.events.drawing import in_the_way
from console.events.options import Roundless
from console.events.play_offs import (
    PlayOffDue,
    all_played,
    duel_calls,
    is_over,
    open_duels,
    play_offs_due,
)
from console.events.seats import fitting, fixed_table, moves, waiting
from console.events.state import EventState
from console.events.why import some
from drivers.errors import Sentence

_CALLED: Final = Sentence("table {table} does not answer, and people are called there: {names}")


class Advice(Struct, frozen=True):
    """Something to do: a sentence, the page where it is done, and the command of one press, if
    there is one; ``call`` is a match or a duel that one press puts to another table. ``urgent``:
    somebody waits for it."""

    what: Sentence
    page: str
    command: str = ""
    urgent: bool = False
    call: CallMatch | CallDuel | None = None

    @property
    def fields(self) -> dict[str, int]:
        """What the form of the call carries."""
        match self.call:
            case CallMatch(match=number, table=table):
                return {"match": number, "table": table}
            case CallDuel(persons=persons, table=table, match=match):
                of = {} if match is None else {"match": match}
                return {**{f"duel-{person}": 1 for person in persons}, "table": table, **of}
        return {}


def steps(
    state: EventState,
    tables: Sequence[LinkedTable],
    trouble_n: int,
    now_ms: int,
    full: Sequence[int] = (),
) -> list[Advice]:
    """The first matters most. ``trouble_n``: results that were refused or disputed; ``full``:
    tables at which nobody more may enter."""
    found = [
        *_full(state, full),
        *_tables(state, tables, now_ms),
        *_results(trouble_n),
        *_course(state),
    ]
    return sorted(found, key=lambda step: not step.urgent)


def _full(state: EventState, full: Sequence[int]) -> Iterator[Advice]:
    names = some([state.table_name(number) for number in full])
    if names:
        told = Sentence(
            "so many have entered at tables that nobody more does: {names}", names=names
        )
        yield Advice(told, "/people")


def _tables(state: EventState, tables: Sequence[LinkedTable], now_ms: int) -> Iterator[Advice]:
    asking = [table.name for table in tables if table.number is None]
    broken = [table.name for table in state.tables.values() if not table.working]
    silent = [
        state.tables[table.number]
        for table in tables
        if table.number in state.tables
        and state.tables[table.number].working
        and not table.here(now_ms)
    ]
    called = {match.table: match for match in state.open_matches()}
    elsewhere = moves(state, [table.number for table in silent])
    for call in elsewhere:
        match = state.matches[call.match]
        told = _CALLED.of(
            table=state.table_name(match.table),
            names=some([state.name(person) for person in match.left]),
        )
        yield Advice(told, f"/match/{call.match}", "call", urgent=True, call=call)
    yield from _duels(state, [table.number for table in silent], pads_of(tables, now_ms))
    moved = {call.match for call in elsewhere}
    busy = [table for table in silent if table.number in called]
    waits = [table for table in busy if called[table.number].number not in moved]
    away = [table.name for table in silent if table not in busy]
    earlier = [t.name for t in tables if t.number is not None and t.number not in state.tables]
    if earlier and not state.stages:
        told = Sentence("tables of an earlier event: {names}", names=some(earlier))
        yield Advice(told, "/tables", "take-in")
    if asking:
        told = Sentence("tables that ask to be let in: {names}", names=some(asking))
        yield Advice(told, "/tables", urgent=True)
    if broken and not state.ended:
        told = Sentence("tables out of order: {names}", names=some(broken))
        yield Advice(told, "/tables", urgent=True)
    if waits and not state.ended:
        told = Sentence(
            "tables that do not answer, and people are called there: {names}; look at the tables,"
            " or move the matches",
            names=some([table.name for table in waits]),
        )
        yield Advice(told, "/tables", urgent=True)
    linked = {table.number for table in tables}
    typed = [state.tables[n].name for n in called if n in state.tables and n not in linked]
    if typed:
        told = Sentence(
            "tables without a link: {names}; their results are typed, each at its match",
            names=some(typed),
        )
        yield Advice(told, "/round")
    if away and not state.ended:
        yield Advice(Sentence("tables that do not answer: {names}", names=some(away)), "/tables")


def _duels(state: EventState, silent: Sequence[int], pads: Mapping[int, int]) -> Iterator[Advice]:
    """Duels that were called to ``silent`` tables, and where each could be raced instead."""
    duels = [duel for duel in open_duels(state) if duel.table in silent]
    for call in duel_calls(state, pads, silent) if duels else ():
        due = PlayOffDue(call.persons, call.match)
        at = next((duel.table for duel in duels if due.same(duel)), None)
        if at is not None:
            told = _CALLED.of(
                table=state.table_name(at), names=some([state.name(p) for p in call.persons])
            )
            yield Advice(told, "/round", "call-duel", urgent=True, call=call)


def _results(trouble_n: int) -> Iterator[Advice]:
    if trouble_n:
        yield Advice(Sentence("results that were not taken: {count}", count=trouble_n), "/disputes")


def _course(state: EventState) -> Iterator[Advice]:
    if state.ended:
        yield Advice(Sentence("the event has ended: its standings are final"), "/standings")
        return
    if state.paused:
        yield Advice(Sentence("the event is paused: nothing is drawn or called"), "/", "resume")
        return
    if not state.people:
        yield Advice(
            Sentence("nobody has entered yet: type or paste names"), "/people", urgent=True
        )
        return
    away = sum(not p.checked_in and not p.dropped for p in state.people.values())
    if away and not state.stages:
        yield Advice(Sentence("not checked in yet: {count}", count=away), "/people")
    if not state.tables:
        yield Advice(Sentence("there is no table: let one in, or enter results by hand"), "/tables")
    yield from _draws(state)


def _unseated(state: EventState) -> Iterator[Advice]:
    """Matches that no table will be called for (V24)."""
    working = [table.number for table in state.tables.values() if table.working]
    for match in waiting(state) if working else ():
        fixed = fixed_table(state, match.left)
        may = working if fixed is None else [fixed]
        if not fitting(state, len(match.left), may):
            told = Sentence(
                "match {number} has {count} people: no table that it may use seats so many",
                number=match.number + 1,
                count=len(match.left),
            )
            yield Advice(told, f"/match/{match.number}", urgent=True)


def _draws(state: EventState) -> Iterator[Advice]:
    yield from _unseated(state)
    due = play_offs_due(state)
    for each in due:
        names = ", ".join(map(state.name, each.persons))
        yield Advice(
            Sentence("{names} are equal where it matters: they play off", names=names),
            "/round",
            urgent=True,
        )
    if due:
        return
    why = in_the_way(state)
    stage = state.stages[-1] if state.stages else None
    if why is None:
        if stage is None:
            yield Advice(Sentence("draw the first round"), "/round", "draw", urgent=True)
        elif is_over(state, stage):
            yield Advice(Sentence("begin the next stage"), "/round", "draw", urgent=True)
        elif not isinstance(stage.format, Roundless):
            yield Advice(Sentence("draw the next round"), "/round", "draw", urgent=True)
        return
    open_n = len(state.open_matches())
    if open_n:
        yield Advice(Sentence("matches under way or waiting: {count}", count=open_n), "/round")
    elif all_played(state):
        yield Advice(Sentence("all is played: end the event"), "/settings", "end", urgent=True)
    elif stage is None or len(state.stages) < len(state.options.stages):
        yield Advice(Sentence("nothing can be drawn yet: {why}", why=why), "/people")
