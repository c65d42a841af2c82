"""A table of a hall in its own window: ``python -m tests.console.wiring.event.hall_window FOLDER
SIZE LANGUAGE SEED`` is ``khvatka play`` with that data.

Whoever stands around it sees what ``Seen`` tells, a line of JSON for each change; their fingers are
lines of ``Wish`` on standard input. A match that has begun people play as people do.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pygame
from msgspec import Struct

from console.table.event.view import EventView
from console.table.lobby.view import StartView
from console.table.table import Table
from console.table.view import EndView, Menu, MenuLine, MenuRow, View, Who
from console.wiring import play
from console.wiring.build import Running
from console.wiring.event.client import EventClient, open_event_client
from console.wiring.players.agents import join
from console.wiring.setup import PlayOptions
from console.wiring.window import window
from drivers.clock import WallClock
from drivers.events import Button
from drivers.times import MS
from tests.console.wiring.guests import Guests

TAP_NS: Final = 80 * MS


class Wish(Struct, forbid_unknown_fields=True):
    """Press a button at a seat; or photograph the window; or have time go so many times as fast."""

    seat: int = 0
    press: str = ""
    picture: str = ""
    pace: float = 0


class Sitter(Struct, frozen=True):
    """A name at a seat, and whether they have pressed ●."""

    seat: int
    name: str
    here: bool


class Seen(Struct, frozen=True, kw_only=True):
    """What is on show, as far as anybody acts on it. ``picture``: this one is made."""

    scene: str
    stage: str = ""
    word: str = ""
    typed: str = ""
    signs: str = ""
    at: int = 0
    check: str = ""
    rows: tuple[str, ...] = ()
    cursor: int = 0
    players: tuple[Sitter, ...] = ()
    round: int = 0
    sent: bool | None = None
    picture: str = ""


def seen(view: View) -> Seen:
    """A frame."""
    menu: Menu | None = getattr(view, "menu", None) if _has_menu(view) else None
    rows = () if menu is None else tuple(_row(row) for row in menu.rows)
    told = Seen(scene=type(view).__name__, rows=rows, cursor=0 if menu is None else menu.cursor)
    if isinstance(view, StartView):
        sat = (Sitter(s.seat, s.name or "", True) for s in view.seats if s.who is not Who.EMPTY)
        return msgspec.structs.replace(told, players=tuple(sat))
    if not isinstance(view, EventView):
        return told
    typing, naming = view.typing, view.naming
    if naming is not None:
        rows = tuple(item.text or item.kind.value for item in naming.items)
        told = msgspec.structs.replace(told, rows=rows, cursor=naming.at)
        typed = naming.written or ""
    else:
        typed = "" if typing is None else typing.text
    return msgspec.structs.replace(
        told,
        stage=view.stage.value,
        word="" if view.word is None else view.word.value,
        typed=typed,
        signs="" if typing is None else typing.signs,
        at=0 if typing is None else typing.at,
        check=view.check,
        players=tuple(Sitter(p.seat, p.name, p.here) for p in view.players),
        round=view.round,
        sent=None if view.last is None else view.last.sent,
    )


def _row(row: MenuRow) -> str:
    return str(row.value) if row.key == MenuLine.GAME else str(row.key)


def _has_menu(view: View) -> bool:
    return isinstance(view, StartView | EndView | EventView)


class Fast(WallClock):
    """The wall's clock, so many times as fast."""

    def __init__(self) -> None:
        self._pace, self._since_ns, self._then_ns = 1.0, time.monotonic_ns(), time.monotonic_ns()

    def now_ns(self) -> int:
        return self._then_ns + int((time.monotonic_ns() - self._since_ns) * self._pace)

    def goes(self, pace: float) -> None:
        """From now on so fast."""
        self._then_ns, self._since_ns = self.now_ns(), time.monotonic_ns()
        self._pace = pace

    def sleep_until(self, t_ns: int | None) -> None:
        wait_ns = self.IDLE_NS if t_ns is None else t_ns - self.now_ns()
        if wait_ns > 0:
            time.sleep(wait_ns / 1e9 / self._pace)


class Around:
    """Agents of the loop: whoever is around the table."""

    def __init__(self, running: Running[Any], seed: int) -> None:
        self._board, self._wishes = running.board, SimpleQueue[Wish | None]()
        self._guests = Guests(running.board, seed)
        clock = running.loop.clock
        assert isinstance(clock, Fast)
        self._clock = clock
        self._told: Seen | None = None
        self._picture = ""
        self._free_ns = 0  # a finger is up again before it comes down
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._wishes.put(msgspec.json.decode(line, type=Wish))
        self._wishes.put(None)

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible."""
        self._guests.see(table, view, shown_ns)
        now = seen(view)
        if self._picture:
            surface = pygame.display.get_surface()
            assert surface is not None
            pygame.image.save(surface, self._picture)
            now, self._picture = msgspec.structs.replace(now, picture=self._picture), ""
        if now != self._told:
            self._told = msgspec.structs.replace(now, picture="")
            sys.stdout.write(msgspec.json.encode(now).decode() + "\n")
            sys.stdout.flush()

    def act(self, now_ns: int) -> None:
        """Do what is wished."""
        self._guests.act(now_ns)
        while not self._wishes.empty():
            wish = self._wishes.get()
            if wish is None:
                window.close_window()
            elif wish.picture:
                self._picture = wish.picture
            elif wish.pace:
                self._clock.goes(wish.pace)
            else:
                begins_ns = max(now_ns + MS, self._free_ns)
                self._board.press(wish.seat, Button[wish.press], begins_ns, TAP_NS)
                self._free_ns = begins_ns + 2 * TAP_NS

    def next_act_ns(self) -> int | None:
        """A window looks often enough by itself."""
        return self._guests.next_act_ns()


def main(folder: str, size: str, language: str, seed: str) -> None:
    """Play until the window is closed: until standard input ends."""

    def with_people(running: Running[Any], *arguments: Any) -> EventClient:
        hand = open_event_client(running, *arguments)
        join(running.loop, Around(running, int(seed)))
        return hand

    options = PlayOptions(
        seats=4,
        people="empty",
        seed=int(seed),
        size=size,
        attract=False,
        lang=language,
        data=Path(folder),
    )
    with (
        patch.object(window, "WallClock", Fast),
        patch.object(window, "open_event_client", with_people),
    ):
        play.play(options)


if __name__ == "__main__":
    main(*sys.argv[1:])
