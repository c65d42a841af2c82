"""Tables of a hall without display, with simulated people who come when they are called: for trials
of a desk. Board, decoding, session, store and link are those of any table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from console.store.schema import store_path
from console.store.writer import MatchWriter
from console.table.event.requests import EventShown
from console.table.event.view import EventView
from console.table.outputs import MatchEnded, Output
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.build import FAST, build
from console.wiring.event.client import open_event_client
from console.wiring.headless import START_NS
from console.wiring.loop import Sink, VirtualDisplay
from console.wiring.matches.stored import Offers, open_store
from console.wiring.players.agents import join
from console.wiring.setup import Setup
from drivers.clock import VirtualClock
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS
from host_sim.people import Acts

COMES_NS: Final = 400 * MS
"""Whoever is called presses after so long, one after the other."""
TAP_NS: Final = 60 * MS
TURNS: Final = 64
"""Of a table's loop, before another table has its own."""


class CalledPeople:
    """Agents of a loop: whoever is called comes to their seat and presses ●."""

    def __init__(self, hands: Acts) -> None:
        self._hands = hands
        self._due_ns: int | None = None
        self._seat = 0

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """Who is missing?"""
        players = view.players if isinstance(view, EventView) else ()
        missing = [player.seat for player in players if not player.here]
        self._due_ns = shown_ns + COMES_NS if missing else None
        self._seat = missing[0] if missing else 0

    def act(self, now_ns: int) -> None:
        """They press."""
        if self._due_ns is not None and now_ns >= self._due_ns:
            self._due_ns = now_ns + 10 * COMES_NS
            self._hands.press(self._seat, Button.OK, now_ns, TAP_NS)

    def next_act_ns(self) -> int | None:
        """When they press."""
        return self._due_ns


class HallTable:
    """One such table, its data in ``folder``, which remembers whatever it was at. People as at the
    first seat of ``setup`` sit down where somebody is called. ``pace`` as in ``DeskLink``;
    ``ended`` are the matches that it has played."""

    def __init__(
        self, folder: Path, setup: Setup, pace: float = 1.0, sinks: Sequence[Sink] = ()
    ) -> None:
        self._stack = ExitStack()
        self.ended: list[MatchEnded] = []
        seats = len(setup.who)
        log = MatchWriter(store_path(folder))
        self._stack.callback(log.close)
        stored = Offers(open_store(folder), seats).newest_or_say(setup.settings)
        self._running = build(
            replace(setup, who=(Who.EMPTY,) * seats),
            VirtualClock(START_NS),
            VirtualDisplay(),
            log=log,
            sinks=(*sinks, self._heard),
            stored=stored,
            waking=FAST,
        )
        self._stack.callback(self._running.board.close)
        for asked in self._running.opponents:
            self._stack.callback(asked.close)
        self.table.players_are = setup.who[0]
        self.client = open_event_client(self._running, log, folder, pace=pace)
        self._stack.callback(self.client.close)
        join(self._running.loop, CalledPeople(self._running.board))

    @property
    def table(self) -> Table:
        """Its session."""
        return self._running.table

    @property
    def shown(self) -> EventShown | None:
        """What is known of the event."""
        return self.table.latest(EventShown)

    @property
    def settled(self) -> bool:
        """Does it play nothing, and has the desk all its results? What the desk has said last knows
        nothing of a match that has ended since."""
        plays = self.table.match is not None or self.table.event.playing is not None
        return not plays and self.shown is not None and self.client.link.delivered

    @property
    def over(self) -> bool:
        """Has the event ended, and nothing is left to be done?"""
        state = None if self.shown is None else self.shown.state
        return self.settled and state is not None and state.ended

    def _heard(self, output: Output) -> None:
        if isinstance(output, MatchEnded) and not output.abandoned:
            self.ended.append(output)

    def turn(self, *, still: bool = False) -> bool:
        """Some turns of its loop in virtual time, one if it only waits for the desk, or is to be
        ``still``; none after the one in which somebody is called. Does it play?"""
        loop, event = self._running.loop, self.table.event
        known = event.called_away
        for _ in range(TURNS):
            loop.turn()
            plays = self.table.match is not None or event.called_away or event.playing is not None
            if still or not plays:
                return False
            if event.called_away and not known:
                return True  # whoever is called may have a way to go first
            loop.wait()
        return True

    def close(self) -> None:
        """As when a table is switched off."""
        self._stack.close()


class Walk:
    """Whoever is called takes ``walk_s`` to the table, by the clock of this computer: a hall's
    tables are quiet meanwhile."""

    def __init__(self, walk_s: float) -> None:
        self._walk_s = walk_s
        self._here_s: float | None = None

    def under_way(self, table: Table, now_s: float) -> bool:
        """Is somebody called who is not here yet?"""
        if not table.event.called_away:
            self._here_s = None
            return False
        if self._here_s is None:
            self._here_s = now_s + self._walk_s
        return now_s < self._here_s


def play_at_event(
    setup: Setup,
    folder: Path,
    walk_s: float,
    sinks: Sequence[Sink],
    shows: Callable[[EventShown], None],
) -> None:
    """Play what the desk calls to the table that ``folder`` is, until the event has ended and has
    all results; ``walk_s`` as in ``Walk``; ``shows`` hears of all that the desk says. Raises
    ConfigError for a table that has joined none."""
    table = HallTable(folder, setup, sinks=sinks)
    known: EventShown | None = None
    walk = Walk(walk_s)
    try:
        while not table.over:
            under_way = walk.under_way(table.table, time.monotonic())
            plays, shown = table.turn(still=under_way), table.shown
            if shown is None or not shown.joined:
                raise ConfigError(
                    "this table is at no event: let it join by `khvatka event join` first"
                )
            if shown != known:
                known = shown
                shows(shown)
            if not plays:
                table.client.link.wait(WAIT_S)
    finally:
        table.close()


WAIT_S: Final = 1.0
