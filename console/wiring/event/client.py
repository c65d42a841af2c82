"""A table at an event: what the desk says and what it is told, put to the table's loop."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

from console.games.registry import GAMES
from console.link.course import address_of
from console.link.link import DeskLink, LinkNews
from console.link.membership import Memberships, membership_path, save_memberships, started
from console.link.messages import Join, TableState
from console.service.place import program_version
from console.store.asking import Ask, here
from console.store.log import MatchLog
from console.store.outbox import StoreOutbox
from console.store.schema import store_path
from console.table.event.requests import DeskReport, EventShown, JoinWanted, LeaveWanted
from console.table.outputs import DuelEnded, MatchEnded, Output
from console.table.table import Table
from console.table.view import View
from console.terminal.speech import complain
from console.wiring.build import Running
from console.wiring.players.agents import join
from drivers.errors import ConfigError


class EventClient:
    """A sink and agents of a table's loop: what the table wants goes to the link, what that hears
    to the table. ``pace`` as in ``DeskLink``."""

    def __init__(
        self, table: Table, log: MatchLog, data: Path, ask: Ask = here, pace: float = 1.0
    ) -> None:
        self._table = table
        self._state: TableState | None = None
        self._file = membership_path(data)
        memberships, error = started(self._file)
        if error is not None:
            complain(error)
        self.link = DeskLink(memberships, StoreOutbox(log, store_path(data), ask), self._keep, pace)

    def _keep(self, memberships: Memberships) -> None:
        try:
            save_memberships(self._file, memberships)
        except ConfigError as error:
            complain(error)

    def __call__(self, output: Output) -> None:
        """Something of the table's, for the desk."""
        match output:
            case JoinWanted(address, code):
                known = address_of(address)
                assert known is not None  # the table takes no other
                self.link.join(known, join_of(code, len(self._table.who)))
            case LeaveWanted():
                self.link.leave()
            case DeskReport(report):
                self.link.tell(report)
            case MatchEnded(abandoned=False) | DuelEnded():
                self.link.wake()

    def free_at(self) -> tuple[str, int] | None:
        """The event whose desk is told of free play, and the table's number there."""
        state = self._state
        if state is None or state.table is None or state.ended:
            return None
        return state.event, state.table

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """It looks at nothing but what the desk says."""

    def act(self, now_ns: int) -> None:
        """Tell what is new."""
        news = self.link.hear()
        if news is not None:
            self._state = None if news.membership is None else news.state
            self._table.respond(shown(news), now_ns)

    def next_act_ns(self) -> int | None:
        """The loop of a window looks often enough by itself."""
        return None

    def close(self) -> None:
        """Let the desk go."""
        self.link.close()


def join_of(code: str, seats_n: int) -> Join:
    """What a table of so many seats says of itself."""
    name = socket.gethostname()
    return Join(
        code=code, name=name, seats_n=seats_n, games=tuple(GAMES), version=program_version()
    )


def why_not_joined(word: str, address: str) -> ConfigError:
    """One sentence for a word of refusal."""
    if word == "code":
        return ConfigError(
            "the desk at {address} shows another code: type it again", address=address
        )
    if word == "often":
        return ConfigError(
            "too many wrong codes at {address}: try again in a minute", address=address
        )
    return ConfigError(
        "no desk answers at {address}: give the address that its page shows", address=address
    )


def shown(news: LinkNews) -> EventShown:
    """What the table is told."""
    membership, memberships = news.membership, news.memberships
    return EventShown(
        address=memberships.last,
        joined=membership is not None,
        joining=news.joining,
        check="" if membership is None else membership.check,
        refused=news.refused,
        trouble=news.trouble,
        state=news.state,
        unsent=news.unsent,
        declined_n=news.declined_n,
    )


def open_event_client(
    running: Running[Any], log: MatchLog, data: Path, ask: Ask = here, pace: float = 1.0
) -> EventClient:
    """A running table may be at an event; whoever opens it closes it before its ``log``."""
    loop = running.loop
    client = EventClient(running.table, log, data, ask, pace)
    if running.log_sink is not None:
        running.log_sink.free_at = client.free_at
    loop.sinks = (*loop.sinks, client)
    join(loop, client)
    return client
