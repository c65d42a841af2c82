"""The table session: start screen, match, end. Deterministic; time is passed in.

``handle`` takes what the drivers decode, ``tick`` lets time pass, ``view`` says what the next
frame shows and ``presented`` when everybody could see it. What is to be heard and remembered is
fetched with ``take_outputs``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from console.games import chaos
from console.table import seating
from console.table.chaos_match import MS, ChaosMatch, StoredStart
from console.table.chaos_view import end_view, play_view
from console.table.outputs import Output, SeatTrouble
from console.table.settings import Settings
from console.table.start import StartScreen
from console.table.view import Menu, MenuRow, View, Who
from drivers.events import (
    Button,
    ButtonEvent,
    Fall,
    Fault,
    InputEvent,
    PadProgress,
    SeatFault,
    SourceFault,
)

PAUSE_HOLD_MS: Final = 800
NO_LAMP: Final = 0.0
TURN_LAMP: Final = 1.0
JOINED_LAMP: Final = 0.15


class Table:
    """One table with ``seats`` board seats. ``draw_seed`` gives each new match its seed."""

    def __init__(
        self,
        who: tuple[Who, ...],
        settings: Settings,
        draw_seed: Callable[[], int],
        stored: StoredStart | None = None,
    ) -> None:
        self.settings = settings
        self.start = StartScreen(who, settings)
        self.match: ChaosMatch | None = None
        self.ended = False
        self._stored: StoredStart | None = None
        self._draw_seed = draw_seed
        self._outputs: list[Output] = []
        self._all_faults: dict[int, dict[Fault, None]] = {}
        self._back_since: dict[int, int] = {}
        self._pause: Menu | None = None
        self._end_cursor = 0
        self._view: View | None = None
        self._previewed: chaos.State | None = None  # what the last view showed ahead of the rules
        self._progress: PadProgress | None = None
        self._fall: Fall | None = None
        self._sources: dict[tuple[str, Fault], SourceFault] = {}
        if stored is not None:
            self.offer(stored)

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> None:
        """Take in what the drivers say, in the order in which they say it."""
        if isinstance(event, PadProgress):
            if self._progress is None or event.loaded != self._progress.loaded:
                self._view = None
            self._progress = event
        else:
            self._view = None
        if isinstance(event, SeatFault):
            self._fault(event)
        elif isinstance(event, ButtonEvent):
            self._button(event)
        else:
            if isinstance(event, SourceFault):
                self._sources[event.source, event.fault] = event
            elif isinstance(event, Fall):
                self._fall = event
            if self.match is not None:
                self.match.handle(event)

    def _fault(self, event: SeatFault) -> None:
        faults = self._all_faults.setdefault(event.seat, {})
        if event.active:
            faults[event.fault] = None
        else:
            faults.pop(event.fault, None)
        self._outputs.append(SeatTrouble(event.t_ns, event.seat, event.fault, event.active))
        if self.match is not None:
            self.match.set_faults(self.faults)

    @property
    def faults(self) -> dict[int, Fault]:
        """The seats that cannot be trusted now, each with its first reason."""
        return {seat: next(iter(f)) for seat, f in self._all_faults.items() if f}

    def _button(self, event: ButtonEvent) -> None:
        if event.seat in self.faults:
            return
        if self.match is None:
            if event.pressed:
                self.start, chosen = self.start.press(event)
                self.settings = self.start.settings
                if chosen is not None:
                    self._begin(event.t_ns, chosen == "resume")
        elif self.ended or self._pause is not None:
            if event.pressed:
                self._menu_button(event)
        else:
            if event.button is Button.BACK:
                self._hold_back(event)
            self.match.handle(event)

    def _hold_back(self, event: ButtonEvent) -> None:
        if event.pressed:
            self._back_since[event.seat] = event.t_ns
        else:
            self._back_since.pop(event.seat, None)

    # -- matches -------------------------------------------------------------------------------

    def _begin(self, now_ns: int, resume: bool) -> None:
        if resume and self._stored is not None:
            stored = self._stored
            self.settings = replace(
                stored.settings, **{k: getattr(self.settings, k) for k in ("language", "sound")}
            )
            self._start(stored.seating, stored.seed, now_ns, stored)
        else:
            self.begin(now_ns)

    def offer(self, stored: StoredStart) -> None:
        """Offer a broken-off match on the start screen."""
        self._stored = stored
        self.start = replace(self.start, resume=stored.offer, key="resume", row_seat=None)
        self._view = None

    def begin(self, now_ns: int) -> None:
        """Start a match with the people of the start screen.

        Raises ConfigError when they cannot play.
        """
        self._start(seating.seat_people(self.start.who), self._draw_seed(), now_ns)

    def _start(
        self, seats: seating.Seating, seed: int, now_ns: int, stored: StoredStart | None = None
    ) -> None:
        offered = self._stored.offer.match if self._stored is not None and stored is None else None
        self.match = ChaosMatch(
            seats, self.settings, seed, now_ns, self._outputs.append, stored, offered
        )
        self.match.set_faults(self.faults)
        for known in (self._progress, self._fall, *self._sources.values()):
            if known is not None:
                self.match.handle(known)
        self._stored = None
        self.start = replace(self.start, resume=None, settings=self.settings)
        self.ended = False
        self._pause = None
        self._back_since.clear()
        self._view = None

    def _leave(self, now_ns: int) -> None:
        """Back to the start screen; a match that was not over is broken off."""
        if self.match is not None and not self.ended:
            self._outputs.append(self.match.result(now_ns, abandoned=True))
        self.match = None
        self.ended = False
        self._pause = None
        self.start = replace(self.start, settings=self.settings)

    # -- menus ---------------------------------------------------------------------------------

    def _menu_button(self, event: ButtonEvent) -> None:
        rows = self._menu_rows()
        cursor = self._end_cursor if self._pause is None else self._pause.cursor
        if event.button in (Button.LEFT, Button.RIGHT):
            step = 1 if event.button is Button.RIGHT else -1
            self._move_cursor((cursor + step) % len(rows))
        elif event.button is Button.BACK:
            if self._pause is not None:
                self._resume(event.t_ns)
        else:
            self._menu_choose(rows[cursor].key, event.t_ns)

    def _menu_rows(self) -> tuple[MenuRow, ...]:
        if self._pause is None:
            return MenuRow("rematch"), MenuRow("new_match")
        return (MenuRow("continue"), *self.settings.comfort_rows(), MenuRow("leave"))

    def _move_cursor(self, cursor: int) -> None:
        if self._pause is None:
            self._end_cursor = cursor
        else:
            self._pause = replace(self._pause, cursor=cursor)

    def _menu_choose(self, key: str, now_ns: int) -> None:
        if key == "continue":
            self._resume(now_ns)
        elif key == "rematch":
            self.begin(now_ns)
        elif key in ("leave", "new_match"):
            self._leave(now_ns)
        else:
            self.settings = self.settings.next_value(key)
            if self._pause is not None:
                self._pause = replace(self._pause, rows=self._menu_rows())

    def _resume(self, now_ns: int) -> None:
        self._pause = None
        if self.match is not None:
            self.match.resume(now_ns)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> None:
        """Let time pass: rulings, timers, held buttons."""
        match = self.match
        if match is None or self.ended:
            return
        for seat, since_ns in self._back_since.items():
            if now_ns >= since_ns + PAUSE_HOLD_MS * MS and match.may_pause:
                self._back_since = {}
                match.pause(now_ns)
                self._pause = Menu((), 0, seat)
                self._pause = replace(self._pause, rows=self._menu_rows())
                self._view = None
                break
        had = match.preview is not None
        if match.tick(now_ns) or had != (match.preview is not None):
            self._view = None
        if match.ended():
            self.ended = True
            self._end_cursor = 0
            self._view = None
            self._outputs.append(match.result(now_ns))

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself; None when only input can change things."""
        match = self.match
        if match is None or self.ended:
            return None
        dues = [since + PAUSE_HOLD_MS * MS for since in self._back_since.values()]
        due_ns = match.next_due_ns()
        if due_ns is not None:
            dues.append(due_ns)
        return min(dues, default=None)

    # -- output --------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Has something visible changed since the last ``view``?"""
        return self._view is None

    @property
    def quiet(self) -> bool:
        """Is nobody near the pad, and nothing being judged?"""
        hands = self._progress is not None and bool(self._progress.loaded)
        return not hands and (self.match is None or not self.match.races.busy)

    def view(self) -> View:
        """What the next frame shows."""
        if self._view is None:
            if self.match is None:
                self._view = self.start.view(self.faults)
            elif self.ended:
                menu = Menu(self._menu_rows(), self._end_cursor)
                self._view = end_view(self.match, self.start.who, menu)
            else:
                self._view = play_view(self.match, self.start.who, self._pause)
        self._previewed = self.match.preview if self.match is not None else None
        return self._view

    @property
    def stale(self) -> bool:
        """Does the last ``view`` show a card that must not be shown any more?"""
        if self._previewed is None:
            return False
        return self.match is None or self.match.preview is not self._previewed

    def presented(self, t_ns: int) -> None:
        """The frame of the last ``view`` has been visible to everybody since ``t_ns`` (C24)."""
        if self.match is not None and not self.ended:
            if self.match.presented(self._previewed, t_ns):
                self._view = None
            self._previewed = None

    def lamps(self) -> tuple[float, ...]:
        """The brightness of each seat's lamp: bright for whose turn, choice or light it is."""
        match = self.match
        lit = [NO_LAMP if w is Who.EMPTY else JOINED_LAMP for w in self.start.who]
        if match is None or self.ended:
            return tuple(lit)
        bright = match.bright_seats()
        for seat in match.seating.seats:
            lit[seat] = TURN_LAMP if seat in bright else JOINED_LAMP
        return tuple(lit)

    def take_outputs(self) -> list[Output]:
        """Sounds and records since the last call, in order."""
        taken = self._outputs.copy()
        self._outputs.clear()
        return taken
