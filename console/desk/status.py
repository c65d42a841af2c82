"""How an event stands, in figures."""

from __future__ import annotations

from msgspec import Struct

from console.desk.store.one_event import DeskEvent


class EventStatus(Struct, frozen=True):
    """One event. ``people_n`` entered, ``present_n`` are here; ``open_n`` matches have no end."""

    event: str
    name: str
    game: str
    stage: int
    """The running one, from 1; 0 before the first draw."""
    format: str
    round: int
    people_n: int
    present_n: int
    tables_n: int
    open_n: int
    waiting_n: int
    paused: bool
    ended: bool
    lines_n: int


def status_of(event: DeskEvent) -> EventStatus:
    """How it stands now."""
    state = event.state
    matches = state.open_matches()
    running = state.stages[-1] if state.stages else None
    return EventStatus(
        event=event.id,
        name=state.options.name,
        game=state.options.game,
        stage=len(state.stages),
        format=running.format.__struct_config__.tag if running else "",  # type: ignore[arg-type]
        round=len(running.rounds) if running else 0,
        people_n=len(state.people),
        present_n=len(state.present()),
        tables_n=sum(table.working for table in state.tables.values()),
        open_n=len(matches),
        waiting_n=sum(match.table is None for match in matches),
        paused=state.paused,
        ended=state.ended,
        lines_n=event.running.lines_n,
    )
