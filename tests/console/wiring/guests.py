"""A table as the window has it, in virtual time, and the people around it: they see its frames and
reach it through the board alone."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypeVar

import pygame

from console.bots.worker import InProcess
from console.i18n import Words
from console.screens.renderer import Screen
from console.service.menu.view import Digits, Rows, ServiceView
from console.service.place import MB
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import store_path
from console.table.board.view import BoardView
from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import PlayView
from console.table.lobby.view import NameView, NamingItem, StartView
from console.table.match import Match
from console.table.table import Table
from console.table.view import EndView, Menu, View, Who
from console.wiring.build import FAST, build, wall_now
from console.wiring.hosting import DayClock
from console.wiring.look import look_of
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.stored import Offers
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.service_menu import serve
from console.wiring.owner.tail import Tail
from console.wiring.players.agents import join
from console.wiring.players.button_players import ButtonPlayers
from console.wiring.players.observation import scene_of
from console.wiring.request_handler import open_request_handler
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import Button
from drivers.times import MS, SECOND
from host_sim.board import SimBoard
from host_sim.people import SimulatedPeople

SEATS: Final = 4
SIZE: Final = (1280, 800)
SETTLED_S: Final = 0.3
"""After a press everything that it does is to be seen."""
LEFT, RIGHT, OK, BACK = Button
V = TypeVar("V", bound=View)


class Guests:
    """Agents of the loop: the people at the table play with its buttons and their hands, but for
    those who are ``away``."""

    def __init__(self, board: SimBoard, seed: int) -> None:
        self.away: set[int] = set()
        self._board, self._seed = board, seed
        self._thinking = InProcess()
        self._buttons = ButtonPlayers(board, self._thinking, seed, self._level)
        self._match: Match | None = None
        self._hands: dict[int, SimulatedPeople] = {}

    def _level(self, seat: int, who: Who) -> int | None:
        return 1 if who is Who.PERSON and seat not in self.away else None

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible; at «Хаос» each has hands of their own."""
        self._buttons.see(table, view, shown_ns)
        if table.match is not self._match:
            self._match = table.match
            self._hands = {}
            if isinstance(self._match, ChaosMatch):
                seating = self._match.seating
                for player, who in enumerate(seating.people):
                    seats = seating.seats_of(player)
                    if who is Who.PERSON:
                        presets = dict.fromkeys(seats, "adult")
                        self._hands[seats[0]] = SimulatedPeople(self._board, presets, self._seed)
        scene = scene_of(table, view, shown_ns)
        if scene is not None:
            for people in self._there():
                people.see(scene)

    def _there(self) -> Sequence[SimulatedPeople]:
        return [people for seat, people in self._hands.items() if seat not in self.away]

    def act(self, now_ns: int) -> None:
        """Each does what is due."""
        self._buttons.act(now_ns)
        for people in self._there():
            people.act(now_ns)

    def next_act_ns(self) -> int | None:
        """When the first of them does something."""
        dues = [self._buttons.next_act_ns(), *(people.next_act_ns() for people in self._there())]
        return min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        """They think no more."""
        self._thinking.close()


class Evening:
    """A table of four seats that is switched on with ``folder`` for its data.

    ``seen`` is the frame on show. Nothing here reaches the table but its wiring: people press and
    touch.
    """

    def __init__(self, folder: Path) -> None:
        self.path = store_path(folder)
        self.clock = VirtualClock(SECOND)
        self.seen: View | None = None
        asked = PlayOptions(seats=SEATS, people="empty", seed=11, attract=True)
        setup = make_setup(asked, all_simulated=False)
        log = DirectLog(self.path)
        self._screen = Screen(SIZE, SEATS, look_of(setup.settings))
        self._surface = pygame.Surface(SIZE)
        self._drawn: View | None = None
        sim = build(setup, self.clock, VirtualDisplay(self._look), log, waking=FAST, live=True)
        self._sim, self._board = sim, sim.board
        self.guests = Guests(sim.board, 5)
        join(sim.loop, self.guests)
        handler = open_request_handler(sim, Offers(Store(self.path), SEATS), log, wall_now, MB)
        self._day = DayClock(sim.table, wall_now)
        wires = MenuWires(
            log=log,
            tail=Tail(io.StringIO()),
            close=lambda: None,
            sounds=lambda _: None,
            phones=lambda _: None,
            overridden={},
        )
        serve(sim, folder, wires)
        sim.table.receive(setup.hosting)
        self._ends = ExitStack()
        assert sim.usage is not None
        thinking = [asked.close for asked in sim.opponents]
        for end in (log.close, *thinking, self.guests.close, sim.board.close, handler.close):
            self._ends.callback(end)
        self._ends.callback(sim.usage.tell)

    def _look(self, view: View, now_ns: int) -> None:
        self.seen = view

    def close(self) -> None:
        """The table is switched off; once more is nothing."""
        self._ends.close()

    # -- time ----------------------------------------------------------------------------------

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, as the window does."""
        end_ns = self.clock.now_ns() + round(seconds * SECOND)
        while self.clock.now_ns() < end_ns and not until():
            self._day.turn(self.clock.now_ns())
            self._sim.loop.turn()
            self._sim.loop.wait(max(1, min(200 * MS, end_ns - self.clock.now_ns())))

    def sees(self, kind: type[V]) -> V:
        """The frame on show, which is such a one, and can be drawn."""
        assert isinstance(self.seen, kind), self.seen
        if self.seen is not self._drawn:
            self._drawn = self.seen
            self._screen.look = look_of(self._sim.table.settings)
            self._screen.draw(self._surface, self.seen, self.clock.now_ns())
        return self.seen

    # -- buttons -------------------------------------------------------------------------------

    def press(self, seat: int, *buttons: Button, hold_s: float = 0.08) -> None:
        """One after the other, each looked at."""
        for button in buttons:
            self._board.press(seat, button, self.clock.now_ns() + MS, round(hold_s * SECOND))
            self.run(hold_s + SETTLED_S)

    def chord(self, seat: int) -> None:
        """◀, ▶ and ✕ for more than three seconds, as fingers come down."""
        for n, button in enumerate((LEFT, RIGHT, BACK), 1):
            self._board.press(seat, button, self.clock.now_ns() + 20 * n * MS, round(3.2 * SECOND))
        self.run(3.6)

    def walk(self, seat: int, at: int, to: int, count: int) -> None:
        """The shorter way round a ring of so many."""
        ahead = (to - at) % count
        behind = count - ahead
        self.press(seat, *([RIGHT] * ahead if ahead <= behind else [LEFT] * behind))

    @property
    def menu(self) -> Menu:
        """The menu on show."""
        view = self.seen
        if isinstance(view, StartView | EndView):
            return view.menu
        assert isinstance(view, PlayView | BoardView), view
        assert view.pause is not None
        return view.pause

    def choose(self, seat: int, *keys: str, of: int | None = None) -> None:
        """Lines of the menus on show, one after the other, a game's by its id; ``of`` tells whose
        line it is."""
        for key in keys:
            rows = [(r.value if r.key == "game" else r.key, r.seat) for r in self.menu.rows]
            while rows[self.menu.cursor] != (key, of):
                self.press(seat, RIGHT if rows.index((key, of)) > self.menu.cursor else LEFT)
            self.press(seat, OK)

    def value(self, key: str) -> object:
        """What a line of the menu on show says."""
        return next(row.value for row in self.menu.rows if row.key == key)

    def cycle(self, seat: int, key: str, wanted: object) -> None:
        """● on a line until it says what is wanted."""
        for _ in range(20):
            if self.value(key) == wanted:
                return
            self.choose(seat, key)
        raise AssertionError(f"{key} is never {wanted!r}")

    # -- names ---------------------------------------------------------------------------------

    def naming(self, seat: int) -> NameView | None:
        """The choice of a name at a seat, if there is one."""
        return next((n for n in self.sees(StartView).names if n.seat == seat), None)

    def pick(self, seat: int, item: NamingItem) -> None:
        """An item of the list of names, or a letter."""
        naming = self.naming(seat)
        assert naming is not None
        self.walk(seat, naming.at, naming.items.index(item), len(naming.items))
        self.press(seat, OK)

    # -- the service menu ----------------------------------------------------------------------

    def give(self, seat: int, digits: str) -> None:
        """A PIN, ended with the tick."""
        for digit in (*digits, "✓"):
            body = self.sees(ServiceView).body
            assert isinstance(body, Digits)
            self.walk(seat, "0123456789✓".index(body.wheel), "0123456789✓".index(digit), 11)
            self.press(seat, OK)

    def enter(self, seat: int, *labels: str) -> None:
        """Rows of the service menu, by their English text."""
        words = Words("ru")
        for label in labels:
            rows = self.rows()
            texts = [row.label for row in rows.rows]
            self.walk(seat, rows.cursor, texts.index(words._(label)), len(texts))
            self.press(seat, OK)

    def rows(self) -> Rows:
        """The list of the service menu on show."""
        body = self.sees(ServiceView).body
        assert isinstance(body, Rows), body
        return body
