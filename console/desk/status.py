"""How an event stands, as it is told in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from console.columns import titled
from console.desk.one_event import DeskEvent
from console.events.standings import final_standings
from console.events.state import EventState
from console.events.why import faults, points_text
from console.i18n import Words


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

    def lines(self, words: Words) -> Iterable[str]:
        """As text."""
        yield words._("event {event}: {name}, {game}").format(
            name=self.name, event=self.event, game=self.game
        )
        yield words._("{people} entered, {present} are here; {tables} tables").format(
            people=self.people_n, present=self.present_n, tables=self.tables_n
        )
        if not self.stage:
            yield words._("nothing is drawn yet")
        else:
            yield words._(
                "stage {stage} ({format}), round {round}: open matches: {open}, waiting for a"
                " table: {waiting}"
            ).format(
                stage=self.stage,
                format=self.format,
                round=self.round,
                open=self.open_n,
                waiting=self.waiting_n,
            )
        if self.ended:
            yield words._("the event has ended")
        elif self.paused:
            yield words._("the event is paused")


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


def standing_lines(state: EventState, words: Words, most: int | None) -> Iterable[str]:
    """The standing as a table, and what the running round breaks."""
    rows = [
        (
            str(row.place),
            state.name(row.person),
            words.decimal(points_text(row.points)),
            str(row.met),
        )
        for row in final_standings(state)
    ]
    if rows:
        heads = words._("place"), words._("who"), words._("points"), words._("opponents met")
        yield from titled(heads, rows, most)
    for fault in faults(state):
        yield words.translated(fault)
