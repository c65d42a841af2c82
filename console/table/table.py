"""The table session: start screen, match, end. Deterministic; time is passed in.

``handle`` takes what the drivers decode, ``tick`` lets time pass, ``view`` says what the next
frame shows and ``presented`` when everybody could see it. What is to be heard and remembered is
fetched with ``take_outputs``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from console.table import seating
from console.table.board.match import BoardMatch
from console.table.board.view import Target
from console.table.games import TABLE_GAMES
from console.table.match import Match, MatchStart, Photographer, StoredStart
from console.table.outputs import Answer, Output, SeatTrouble
from console.table.settings import COMFORT, Settings
from console.table.start import StartScreen
from console.table.view import Menu, MenuRow, RulesView, View, Who
from drivers.errors import ConfigError
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

MS: Final = 1_000_000
PAUSE_HOLD_MS: Final = 800
PAGE_KEYS: Final = {-1: Button.LEFT, 0: Button.BACK, 1: Button.RIGHT}
NO_LAMP: Final = 0.0
TURN_LAMP: Final = 1.0
JOINED_LAMP: Final = 0.15


class Table:
    """One table with ``seats`` board seats. ``draw_seed`` gives each new match its seed.

    ``bodies``: simulated people can act at its buttons and petals, so they may sit there.
    """

    def __init__(
        self,
        who: tuple[Who, ...],
        settings: Settings,
        draw_seed: Callable[[], int],
        stored: StoredStart | None = None,
        *,
        bodies: bool = True,
    ) -> None:
        self.settings = settings
        self.start = StartScreen(who, settings, bodies=bodies)
        self.match: Match | None = None
        self.ended = False
        self._stored: StoredStart | None = None
        self._draw_seed = draw_seed
        self.photographer: Photographer | None = None  # of the matches to come
        self._outputs: list[Output] = []
        self._all_faults: dict[int, dict[Fault, None]] = {}
        self._back_since: dict[int, int] = {}
        self._pause: Menu | None = None
        self._end_cursor = 0
        self._view: View | None = None
        self._previewed: object | None = None  # what the last view showed ahead of the rules
        self._rules: RulesView | None = None
        self._lot = 0  # moves the first place on at a rematch (G3, I12)
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
            if event.active and self.match.deaf_to(event.fault):
                self._back_since.pop(event.seat, None)
                self.match.let_go(event.seat)

    @property
    def faults(self) -> dict[int, Fault]:
        """The seats that cannot be trusted now, each with its first reason."""
        return {seat: next(iter(f)) for seat, f in self._all_faults.items() if f}

    def _button(self, event: ButtonEvent) -> None:
        faults = self._all_faults.get(event.seat, {})
        if any(self.match is None or self.match.deaf_to(fault) for fault in faults):
            return
        if self._rules is not None:
            if event.pressed:
                self._turn_page(self._rules, event.button)
        elif self.match is None:
            if event.pressed:
                self.start, chosen = self.start.press(event)
                self.settings = self.start.settings
                if chosen is not None:
                    self._chosen(chosen, event)
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

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch, or the mouse, on something that the screen offers.

        ``Target("row", (i,))`` is a line of the menu on show, ``Target("page", (step,))`` turns
        the rules' pages, 0 closes them; all others are the match's own.
        """
        self._view = None
        if self._rules is not None:
            if pressed and target.kind == "page":
                self._turn_page(self._rules, PAGE_KEYS[target.at[0]])
        elif target.kind == "row":
            if pressed:
                self._point_row(target.at[0], t_ns)
        elif isinstance(self.match, BoardMatch) and self._pause is None and not self.ended:
            self.match.point(target, pressed, t_ns)

    def answer(self, answer: Answer, now_ns: int) -> None:
        """What an opponent thought (``Question``)."""
        if isinstance(self.match, BoardMatch):
            self.match.answer(answer, now_ns)
            self._view = None

    # -- rules ---------------------------------------------------------------------------------

    def _show_rules(self, seat: int | None) -> None:
        self._rules = RulesView(self.settings.game, 0, seat)

    def _turn_page(self, rules: RulesView, button: Button) -> None:
        """◀ ▶ turn the pages, ● too, ✕ closes."""
        if button is Button.BACK:
            self._rules = None
        else:
            step = -1 if button is Button.LEFT else 1
            self._rules = replace(rules, page=rules.page + step)

    # -- matches -------------------------------------------------------------------------------

    def _chosen(self, key: str, event: ButtonEvent) -> None:
        """Something was chosen on the start screen."""
        if key == "rules":
            self._show_rules(event.seat)
        elif key == "lesson":
            game = TABLE_GAMES[self.settings.game]
            seats = seating.seat_lesson(event.seat, len(self.start.who), game.lesson_players())
            self._start(seats, self._draw_seed(), event.t_ns, guided=True)
        elif key == "resume" and self._stored is not None:
            stored = self._stored
            comfort = {k: getattr(self.settings, k) for k in COMFORT}
            self.settings = replace(stored.settings, **comfort)
            self._start(stored.seating, stored.seed, event.t_ns, stored)
        else:
            self.begin(event.t_ns)

    def offer(self, stored: StoredStart) -> None:
        """Offer a broken-off match on the start screen."""
        self._stored = stored
        self.start = replace(self.start, resume=stored.offer, key="resume", row_seat=None)
        self._view = None

    def call(self, seat: int, named: seating.Named | None) -> None:
        """The person at a seat of the start screen keeps a nickname, or (None) is a guest."""
        self.start = self.start.call(seat, named)
        self._view = None

    def begin(self, now_ns: int, position: dict[str, Any] | None = None) -> None:
        """Start a match with the people of the start screen; ``position`` as in ``MatchStart``.

        Raises ConfigError when they cannot play, GameError for a position that cannot be.
        """
        game, who = TABLE_GAMES[self.settings.game], self.start.who
        if not game.fits(who):
            raise ConfigError(
                f"{len(seating.taken_seats(who))} people at {len(who)} seats cannot play"
                f" {game.id}: change the number of players"
            )
        seed = self._draw_seed()
        seats = game.seat(who, seed + self._lot).with_names(self.start.named)
        self._start(seats, seed, now_ns, position=position)

    def _start(
        self,
        seats: seating.Seating,
        seed: int,
        now_ns: int,
        stored: StoredStart | None = None,
        *,
        guided: bool = False,
        position: dict[str, Any] | None = None,
    ) -> None:
        passed = self._stored is not None and stored is None and not guided
        offered = self._stored.offer.match if self._stored is not None and passed else None
        emit = self._outputs.append
        start = MatchStart(
            seats,
            self.settings,
            seed,
            now_ns,
            emit,
            stored,
            offered,
            guided,
            position,
            self.photographer,
        )
        self.match = TABLE_GAMES[self.settings.game].begin(start)
        self.match.set_faults(self.faults)
        for known in (self._progress, self._fall, *self._sources.values()):
            if known is not None:
                self.match.handle(known)
        if not guided:
            self._stored = None
            self.start = replace(self.start, resume=None, settings=self.settings)
        self.ended = False
        self._pause = None
        self._back_since.clear()
        self._view = None

    def _leave(self, now_ns: int) -> None:
        """Back to the start screen; a match that was not over is broken off."""
        if self.match is not None and not self.ended and self.match.recorded:
            self._outputs.append(self.match.result(now_ns, abandoned=True))
        self.match = None
        self.ended = False
        self._pause = None
        self._lot = 0
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
            self._menu_choose(rows[cursor], event.seat, event.t_ns)

    def _menu_rows(self) -> tuple[MenuRow, ...]:
        if self._pause is None or self.match is None:
            rematch = MenuRow("rematch", enabled=self.start.problem() is None)
            return rematch, MenuRow("new_match")
        own = () if self._pause.seat is None else self.match.menu_rows(self._pause.seat)
        return (
            MenuRow("rules"),
            MenuRow("continue"),
            *own,
            *self.settings.comfort_rows(),
            MenuRow("leave"),
        )

    def _move_cursor(self, cursor: int) -> None:
        if self._pause is None:
            self._end_cursor = cursor
        else:
            self._pause = replace(self._pause, cursor=cursor)

    def _menu_choose(self, row: MenuRow, seat: int, now_ns: int) -> None:
        if not row.enabled:
            return
        if row.key == "rules":
            self._show_rules(seat)
        elif row.key == "continue":
            self._resume(now_ns)
        elif row.key == "rematch":
            self._lot += 1
            self.begin(now_ns)
        elif row.key in ("leave", "new_match"):
            self._leave(now_ns)
        elif row.key in COMFORT:
            self.settings = self.settings.next_value(row.key)
            if self._pause is not None:
                self._pause = replace(self._pause, rows=self._menu_rows())
        elif self.match is not None:
            self._resume(now_ns)
            self.match.choose(row.key, seat, now_ns)

    def _point_row(self, index: int, t_ns: int) -> None:
        """A touch on a line of the menu chooses it."""
        if self.match is None:
            self.start = self.start.at_row(index)
            seat = self.start.anybody()
            if seat is not None:
                self._button(ButtonEvent(seat, Button.OK, True, t_ns, 0))
        elif self.ended or self._pause is not None:
            rows = self._menu_rows()
            if index < len(rows):
                self._move_cursor(index)
                seat = self.match.seating.seats[0] if self._pause is None else self._pause.seat
                self._menu_choose(rows[index], seat or 0, t_ns)

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
                self._pause = Menu((), 0, seat, game=self.settings.game)
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
            if match.recorded:
                self._outputs.append(match.result(now_ns))

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself; None when only input can change things."""
        match = self.match
        if match is None or self.ended:
            return None
        held = self._back_since.values() if match.may_pause else ()
        dues = [since_ns + PAUSE_HOLD_MS * MS for since_ns in held]
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
        return not hands and (self.match is None or not self.match.busy)

    def view(self) -> View:
        """What the next frame shows."""
        if self._view is None:
            self._view = self._rules or self._screen()
        self._previewed = self.match.preview if self.match is not None else None
        return self._view

    def _screen(self) -> View:
        if self.match is None:
            return self.start.view(self.faults)
        if self.ended:
            menu = Menu(self._menu_rows(), self._end_cursor, game=self.settings.game)
            return self.match.end_view(self.start.who, menu)
        return self.match.view(self.start.who, self._pause)

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
