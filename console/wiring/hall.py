"""Tables of a hall without display, with simulated people who come when they are called: for trials
of a desk. Board, decoding, session, store and link are those of any table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from console.link.messages import TableState
from console.store.schema import store_path
from console.store.writer import MatchWriter
from console.table.event.requests import EventShown
from console.table.event.view import EventView
from console.table.outputs import MatchEnded, Output
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from console.wiring.agents import AllAgents
from console.wiring.build import FAST, build
from console.wiring.event import open_event_hand
from console.wiring.headless import START_NS
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import Setup
from console.wiring.stored_matches import Offers, open_store
from drivers.clock import VirtualClock
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
    """One such table, its data in ``folder``, which remembers whatever it was at. ``pace`` as in
    ``DeskLink``; ``ended`` are the matches that it has played."""

    def __init__(self, folder: Path, seats: int = 4, seed: int = 1, pace: float = 1.0) -> None:
        self._stack = ExitStack()
        self.ended: list[MatchEnded] = []
        settings = Settings(photo_finish="off")
        setup = Setup((Who.EMPTY,) * seats, settings, seed, "mk2", (1280, 800), False)
        log = MatchWriter(store_path(folder))
        self._stack.callback(log.close)
        stored = Offers(open_store(folder), seats).newest_or_say(settings)
        self._running = build(
            setup, VirtualClock(START_NS), VirtualDisplay(), log, (self._heard,), stored, FAST
        )
        self._stack.callback(self._running.board.close)
        for thinker in self._running.thinkers:
            self._stack.callback(thinker.close)
        self.table.players_are = Who.ADULT
        self.hand = open_event_hand(self._running, log, folder, pace=pace)
        self._stack.callback(self.hand.close)
        loop = self._running.loop
        assert loop.agents is not None
        loop.agents = AllAgents(loop.agents, CalledPeople(self._running.board))

    @property
    def table(self) -> Table:
        """Its session."""
        return self._running.table

    @property
    def state(self) -> TableState | None:
        """What its desk said last."""
        known = self.table.latest(EventShown)
        return None if known is None else known.state

    @property
    def settled(self) -> bool:
        """Does it play nothing, and has the desk all its results?"""
        known = self.table.latest(EventShown)
        return self.table.match is None and known is not None and not known.unsent

    def _heard(self, output: Output) -> None:
        if isinstance(output, MatchEnded) and not output.abandoned:
            self.ended.append(output)

    def turn(self) -> bool:
        """Some turns of its loop in virtual time, one if it only waits for the desk. Does it
        play?"""
        loop = self._running.loop
        for _ in range(TURNS):
            loop.turn()
            plays = self.table.match is not None or self.table.event.called_away
            if not plays:
                return False
            loop.wait()
        return True

    def close(self) -> None:
        """As when a table is switched off."""
        self._stack.close()


def play_hall(tables: Sequence[HallTable], longest_s: float) -> None:
    """All of them play, in this thread, until nobody has anything to do for ``longest_s``."""
    idle = 0
    most = max(1, round(longest_s / WAIT_S))
    while idle < most:
        plays = [table.turn() for table in tables]
        idle = 0 if any(plays) else idle + 1
        if not any(plays):
            tables[idle % len(tables)].hand.link.wait(WAIT_S)


WAIT_S: Final = 0.02
