"""Somebody is to be forgotten: in all events of the desk where somebody is called so (V3)."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from console.desk.store.desk_store import DeskStore
from console.desk.store.one_event import DeskEvent
from console.desk.store.tables import LINE
from console.events.actions import Enter, Rename
from console.events.log import Logged
from console.nicknames import folded


def namesakes(store: DeskStore, event: str, name: str) -> list[tuple[DeskEvent, int]]:
    """The other events in which somebody is called so, and who that is there."""
    if not name:
        return []
    found = []
    for other in _mentioning(store, event, name):
        opened = DeskEvent(store, other)
        person = opened.state.names.get(folded(name))  # they may be called otherwise by now
        if person is not None:
            found.append((opened, person))
    return found


def _mentioning(store: DeskStore, event: str, name: str) -> list[str]:
    """The other events whose logs have that name."""
    wanted = sa.select(LINE.c.event, LINE.c.body).where(LINE.c.event != event)
    found = set()
    with store.database.reading() as connection:
        for row in connection.execute(wanted):
            action = msgspec.json.decode(row.body, type=Logged).action
            if isinstance(action, Enter | Rename) and folded(action.name) == folded(name):
                found.add(row.event)
    return sorted(found)


def forget(store: DeskStore, event: DeskEvent, person: int) -> None:
    """Their nickname is nowhere at this desk any more. Raises ConfigError if they never entered."""
    name = event.state.person(person).name
    for other, number in namesakes(store, event.id, name):
        other.forget(number)
    event.forget(person)  # at last: whatever happens on the way, it can be asked for again
