"""A table in a window: the screen, and beside a simulated one the panel of its hardware."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import pygame

from console.bots.worker import Worker
from console.screens.display import display_driver
from console.screens.look import Look
from console.screens.renderer import Screen
from console.service.adjustments import Adjusted
from console.service.loudness import level_of
from console.service.place import MB
from console.sound.player import Sounds
from console.store.asking import here
from console.store.process import StoreProcess
from console.store.schema import store_path
from console.store.soundness import look_through
from console.store.writer import MatchWriter
from console.table.outputs import Cue, Demonstrated, Hushed, Output
from console.table.table import Table
from console.table.view import Target, TargetKind, View
from console.terminal.speech import complain, speak
from console.terminal.stopping import graceful_stop
from console.wiring.build import Running, assemble_table, build, wall_now
from console.wiring.crash.bundle import CrashFolder
from console.wiring.event.client import open_event_client
from console.wiring.gc_control import IdleCollector
from console.wiring.hardware import real_board
from console.wiring.hosting import DayClock, StorageWatch
from console.wiring.look import look_of
from console.wiring.loop import FRAME_NS
from console.wiring.matches.stored import Offers, open_store
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.service_menu import serve
from console.wiring.owner.tail import Tail
from console.wiring.phones import PhoneSwitch, check_phones, make_seat_phones
from console.wiring.real import keep_learned, open_real, real_calibration
from console.wiring.request_handler import open_request_handler
from console.wiring.setup import Setup
from console.wiring.watchdog import watchdog
from console.wiring.window.panel import Keyboard, make_panel, panel_look, panel_texts
from console.wiring.window.size import (
    FOLDED_WIDTH,
    LEAST_SIDE,
    PANEL_WIDTH,
    desktop_size,
    draw_tab,
    fitting,
    icon,
    touched,
)
from drivers.board import Board
from drivers.boards.config import BoardFile
from drivers.clock import Clock, WallClock
from drivers.errors import ConfigError
from host_sim.keys import Keys, load_keys
from host_sim.panel import TablePanel

POLL_NS: Final = 8_000_000  # keys are looked at this often between frames


def has_display() -> bool:
    """Is there something to open a window on?"""
    return display_driver() is not None


class WindowDisplay:
    """Frames on a pygame window: the table's picture, and the panel beside it."""

    def __init__(self, setup: Setup, look: Look, clock: Clock) -> None:
        """Raises ConfigError when no window can be opened."""
        self.seats = len(setup.who)
        self._has_panel = setup.real is None
        self.folded = setup.fullscreen
        self._clock = clock
        self._look = look
        self.panel: TablePanel | None = None
        self.keyboard: Keyboard | None = None
        self._next_ns = 0
        self.watchdog = watchdog()
        self._changed: list[pygame.Rect] = []
        self.frames = 0
        flags = pygame.FULLSCREEN if setup.fullscreen else pygame.RESIZABLE
        try:
            pygame.display.init()
            pygame.display.set_icon(icon())
            wide, high = fitting(setup.size, self._beside, desktop_size())
            size = (0, 0) if setup.fullscreen else (wide + self._beside, high)
            pygame.display.set_mode(size, flags)
        except pygame.error as error:
            raise ConfigError(
                "no window can be opened ({error}): try --headless", error=error
            ) from error
        pygame.display.set_caption(look.words._("Khvatka"))
        self.resized()

    @property
    def _beside(self) -> int:
        """What lies beside the table, in pixels."""
        if not self._has_panel:
            return 0
        return FOLDED_WIDTH + (0 if self.folded else PANEL_WIDTH)

    def fold(self, now_ns: int) -> None:
        """Fold the panel away, or unfold it; the table takes what it leaves."""
        self.folded = not self.folded
        if self.panel is not None:
            self.panel.release_all(now_ns)
        self.resized()

    def folds(self, event: pygame.Event) -> bool:
        """Does the event ask for that? A real table has no panel."""
        return self._has_panel and touched(self.tab, event)

    def resized(self) -> None:
        """Lay everything out for the window's present size."""
        width, height = pygame.display.get_window_size()
        size = max(LEAST_SIDE, width - self._beside), max(LEAST_SIDE, height)
        if size[0] + self._beside > width or size[1] > height:
            pygame.display.set_mode((size[0] + self._beside, size[1]), pygame.RESIZABLE)
        surface = pygame.display.get_surface()
        assert surface is not None  # the window is open
        self.window = surface
        self._table = self.window.subsurface(pygame.Rect((0, 0), size))
        self.screen = Screen(size, self.seats, self._look)
        self.tab = pygame.Rect(size[0], 0, FOLDED_WIDTH if self._has_panel else 0, size[1])
        self.panel_rect = pygame.Rect(self.tab.right, 0, PANEL_WIDTH, size[1])
        if self.panel is not None and not self.folded:
            self.panel.place(self.panel_rect)
        if self._has_panel:
            draw_tab(self.window, self.tab, folded=self.folded)
            self._changed.append(self.tab)

    @property
    def look(self) -> Look:
        """How everything looks from the next frame on."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        before, self._look = self._look, look
        self.screen.look = look
        if self.panel is None:
            return
        if look.words is not before.words:
            self.panel.set_texts(panel_texts(look.words))
        if look.palette is not before.palette:
            self.panel.set_look(panel_look(look.palette))

    def next_frame_ns(self, now_ns: int) -> int:
        return max(self._next_ns, now_ns)

    def paint(self, view: View, now_ns: int) -> Iterator[None]:
        """Draw what has changed, in slices."""
        self._changed += yield from self.screen.paint(self._table, view, now_ns)
        if self.panel is not None and not self.folded:
            self._changed += self.panel.draw(self.window, now_ns)

    def flip(self, now_ns: int) -> int:
        """Show it; the time of the flip (C24)."""
        if self._changed:
            pygame.display.update(self._changed)
            self._changed = []
        self.frames += 1
        self._next_ns = now_ns + FRAME_NS
        shown_ns = self._clock.now_ns()
        self.watchdog.drawn(shown_ns)
        return shown_ns


class Pointer:
    """A finger or the mouse on the table's picture: touches what the screen offers there."""

    def __init__(self, table: Table, display: WindowDisplay) -> None:
        self._table = table
        self._display = display
        self._down: Target | None = None

    def handle(self, event: pygame.Event, now_ns: int) -> None:
        """Take in a window's event; those that are no touch are left alone."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._down = self._display.screen.target_at(*event.pos)
            if self._down is not None:
                self._table.point(self._down, True, now_ns)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self._table.point(Target(TargetKind.BACK), True, now_ns)
        elif event.type == pygame.MOUSEBUTTONUP and self._down is not None:
            self._table.point(self._down, False, now_ns)
            self._down = None


class Speaker:
    """A sink: sounds, when they are wanted, as loud as the owner has them at this time of day."""

    def __init__(self, table: Table, adjusted: Adjusted, wall: Callable[[], datetime]) -> None:
        self._sounds = Sounds.open(volume=1.0)
        self._table = table
        self._adjusted = adjusted
        self._wall = wall

    def __call__(self, output: Output) -> None:
        if isinstance(output, Hushed):
            self._sounds.hush(output.cue)
        elif isinstance(output, Cue | Demonstrated) and self._table.settings.sound:
            now = self._wall().astimezone()
            level = level_of(self._adjusted, output, 60 * now.hour + now.minute)
            self._sounds.play(output.cue if isinstance(output, Demonstrated) else output, level)

    def prepare(self) -> None:
        """There is time: make some of what will be heard."""
        self._sounds.prepare()

    def attune(self, adjusted: Adjusted) -> None:
        """As loud as the owner has it from now on."""
        self._adjusted = adjusted

    def close(self) -> None:
        """Let the sound card go."""
        self._sounds.close()


def play_in_window(
    setup: Setup,
    data: Path,
    keys_file: Path | None,
    clock: Clock | None = None,
    make: Callable[[BoardFile], Board] | None = None,
) -> None:
    """Run the table until its window is closed; ``make`` gives the closed board of a real one.

    A table with a ``clock`` of its own answers within the turn; one in real time waits for no disk.
    Raises ConfigError, BoardError: one sentence, and nothing stays open. A store that cannot be
    read is told on standard error; the table is played at all the same.
    """
    speak(setup.settings.language)
    if setup.phones:
        check_phones()
    keys = load_keys(keys_file)
    with ExitStack() as stack:
        tail = Tail(sys.stderr)
        stack.enter_context(redirect_stderr(tail))
        board = None
        if setup.real is not None:
            board = open_real(setup.real, make or partial(real_board, missing=complain, data=data))
            stack.callback(board.close)
        table = WindowTable(setup, data, clock, stack)
        if board is None:
            table.simulate(keys)
        else:
            table.connect(board)
        storage = table.open_services(tail)
        journal = table.running.journal
        crashes = None if journal is None else CrashFolder(data, setup, journal)
        try:
            with graceful_stop(close_window):
                _run(table, storage)
        except Exception as error:
            if crashes is not None:
                said = [line.text for line in tail.lines()]
                crashes.keep(error, wall_now(), said)
            raise


class WindowTable:
    """A table in its window, made in this order: window and store; the table, of a simulated board
    or a real one; what serves it. ``stack`` closes all of it, what was opened last first."""

    running: Running[Any]
    speaker: Speaker

    def __init__(self, setup: Setup, data: Path, clock: Clock | None, stack: ExitStack) -> None:
        """Raises ConfigError when no window can be opened."""
        self._setup, self._data, self._stack = setup, data, stack
        self._in_real_time = clock is None
        self._clock = clock or WallClock()
        self._offers = Offers(open_store(data), len(setup.who), people_only=setup.real is not None)
        self._stored = self._offers.newest_or_say(setup.settings)
        stack.callback(pygame.quit)
        self.display = WindowDisplay(setup, look_of(setup.settings), self._clock)
        self._process = StoreProcess(store_path(data))
        stack.callback(self._process.close)
        self._log = MatchWriter(
            store_path(data), ask=self._process.write, problem=setup.store.unrecorded
        )
        stack.callback(self._log.close)
        self.collector = IdleCollector()

    def simulate(self, keys: Keys) -> None:
        """The table is one of models; the panel of its hardware."""
        display, stored = self.display, self._stored
        self.running = build(
            self._setup, self._clock, display, self._log, (), stored, think=Worker, live=True
        )
        self._stack.callback(self.running.board.close)
        display.panel = make_panel(display.look, display.panel_rect, self.running.board, keys)
        display.keyboard = Keyboard(keys, display.panel, self.running.table)

    def connect(self, board: Board) -> None:
        """The table is that of an open board."""
        calibration = real_calibration(self._data, board.info, self.display.look.words)
        self.running = assemble_table(
            self._setup,
            self._clock,
            self.display,
            board=board,
            calibration=calibration,
            log=self._log,
            stored=self._stored,
            think=Worker,
            live=True,
        )
        pad = self.running.inputs.pad
        self._stack.callback(keep_learned, self._data, board.info, pad)

    def open_services(self, tail: Tail) -> StorageWatch:
        """All that the table has beside itself; who looks after what it keeps."""
        running, close = self.running, self._stack.callback
        if running.usage is not None:
            close(running.usage.tell)
        for asked in running.opponents:
            close(asked.close)
        self._open_store_services()
        self.collector.start()
        close(self.collector.stop)
        running.loop.always_draw = True
        close(self.display.watchdog.stopping)
        self.speaker = Speaker(running.table, self._setup.adjusted, wall_now)
        close(self.speaker.close)
        running.loop.sinks = (*running.loop.sinks, self.speaker)
        phones = self._open_phones()
        look = partial(self._process.submit, partial(look_through, store_path(self._data)))
        aside = self._setup.store.aside is not None
        storage = StorageWatch(running.table, self._log, look, set_aside=aside)
        wires = MenuWires(
            log=self._log,
            tail=tail,
            close=close_window,
            sounds=self.speaker.attune,
            phones=phones.turn,
            overridden=self._setup.overridden,
            ask=self._process.ask,
            flaws=storage.known,
        )
        serve(running, self._data, wires)
        running.table.receive(self._setup.hosting)
        return storage

    def _open_store_services(self) -> None:
        """What answers from the store, and what speaks with an event's desk."""
        ask = self._process.wait_for if self._in_real_time else None
        room = self._setup.adjusted.number("service.samples_mb") * MB
        running, log, close = self.running, self._log, self._stack.callback
        close(open_request_handler(running, self._offers, log, wall_now, room, ask).close)
        close(open_event_client(running, log, self._data, ask or here).close)

    def _open_phones(self) -> PhoneSwitch:
        running, display, host = self.running, self.display, self._setup.phones_host
        phones = PhoneSwitch(running, lambda: make_seat_phones(running, host, display.look))
        self._stack.callback(phones.close)
        phones.turn(self._setup.phones)
        return phones


def close_window() -> None:
    """As if somebody had closed it."""
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def _run(window: WindowTable, storage: StorageWatch) -> None:
    """The window's own loop: events in, turns, until it is closed."""
    running, display = window.running, window.display
    panel = display.panel
    table, clock = running.table, running.loop.clock
    pointer, day = Pointer(table, display), DayClock(table, wall_now)
    settings = table.settings
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.VIDEORESIZE:
                display.resized()
                continue
            if display.folds(event):
                display.fold(clock.now_ns())
                continue
            if panel is not None:
                panel.handle(event, clock.now_ns(), by_mouse=not display.folded)
            pointer.handle(event, clock.now_ns())
        day.turn(clock.now_ns())
        storage.turn(clock.now_ns(), is_up=display.frames > 0)
        running.loop.turn()
        display.watchdog.turned(clock.now_ns())
        if display.keyboard is not None:
            display.keyboard.follow(table)
        if table.settings is not settings:
            settings = table.settings
            display.look = look_of(settings)
        if table.quiet:
            window.speaker.prepare()
            window.collector.idle(clock.now_ns(), at_rest=table.match is None or table.ended)
        running.loop.wait(POLL_NS)
