"""How an event stands, as it is told in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from console.desk.status import EventStatus
from console.events.standings import final_standings
from console.events.state import EventState
from console.events.why import faults, points_text
from console.i18n import Words
from console.screens.names import game_name
from console.terminal.columns import titled


def status_lines(status: EventStatus, words: Words) -> Iterable[str]:
    """One event."""
    yield words._("event {event}: {name}, {game}").format(
        name=status.name, event=status.event, game=game_name(words, status.game)
    )
    yield words._("{people} entered, {present} are here; {tables} tables").format(
        people=status.people_n, present=status.present_n, tables=status.tables_n
    )
    if not status.stage:
        yield words._("nothing is drawn yet")
    else:
        yield words._(
            "stage {stage} ({format}), round {round}: open matches: {open}, waiting for a"
            " table: {waiting}"
        ).format(
            stage=status.stage,
            format=status.format,
            round=status.round,
            open=status.open_n,
            waiting=status.waiting_n,
        )
    if status.ended:
        yield words._("the event has ended")
    elif status.paused:
        yield words._("the event is paused")


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
