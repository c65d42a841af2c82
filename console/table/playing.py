"""A match on the table, its pause, and its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from console.table.board.match import BoardMatch
from console.table.board.view import Target
from console.table.match import Match
from console.table.scene import JOINED_LAMP, TURN_LAMP, House, Scene
from console.table.settings import COMFORT
from console.table.view import Menu, MenuRow, View
from drivers.events import Button, ButtonEvent, Fault, InputEvent, SeatFault

MS: Final = 1_000_000
PAUSE_HOLD_MS: Final = 800


class Playing(Scene):
    """A match under way; ✕ held opens the pause menu, turned to who held it."""

    def __init__(self, house: House, match: Match) -> None:
        self._house = house
        self.match: Match = match
        self._pause: Menu | None = None
        self._back_since: dict[int, int] = {}

    # -- input ---------------------------------------------------------------------------------

    def sense(self, event: InputEvent) -> None:
        self.match.handle(event)

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        self.match.set_faults(faults)
        if news.active and self.match.deaf_to(news.fault):
            self._back_since.pop(news.seat, None)
            self.match.let_go(news.seat)

    def deaf_to(self, fault: Fault) -> bool:
        return self.match.deaf_to(fault)

    def button(self, event: ButtonEvent) -> None:
        if self._pause is not None:
            if event.pressed:
                self._menu_button(self._pause, event)
            return
        if event.button is Button.BACK:
            if event.pressed:
                self._back_since[event.seat] = event.t_ns
            else:
                self._back_since.pop(event.seat, None)
        self.match.handle(event)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """``Target("row", (i,))`` is a line of the pause menu; all others are the match's own."""
        if target.kind == "row":
            if pressed and self._pause is not None and target.at[0] < len(self._rows()):
                self._pause = replace(self._pause, cursor=target.at[0])
                self._choose(self._rows()[target.at[0]], self._pause.seat or 0, t_ns)
        elif isinstance(self.match, BoardMatch) and self._pause is None:
            self.match.point(target, pressed, t_ns)

    # -- pause ---------------------------------------------------------------------------------

    def covered(self, now_ns: int) -> None:
        self._back_since.clear()
        self.match.pause(now_ns)

    def uncovered(self, now_ns: int) -> None:
        if self._pause is None:
            self.match.resume(now_ns)
        else:
            self._pause = replace(self._pause, rows=self._rows())

    def _rows(self) -> tuple[MenuRow, ...]:
        seat = None if self._pause is None else self._pause.seat
        own = () if seat is None else self.match.menu_rows(seat)
        return (
            MenuRow("rules"),
            MenuRow("continue"),
            *own,
            *self._house.settings.comfort_rows(),
            MenuRow("leave"),
        )

    def _menu_button(self, pause: Menu, event: ButtonEvent) -> None:
        rows = self._rows()
        if event.button is Button.BACK:
            self._resume(event.t_ns)
        elif event.button is Button.OK:
            self._choose(rows[pause.cursor], event.seat, event.t_ns)
        else:
            step = 1 if event.button is Button.RIGHT else -1
            self._pause = replace(pause, cursor=(pause.cursor + step) % len(rows))

    def _choose(self, row: MenuRow, seat: int, now_ns: int) -> None:
        if not row.enabled:
            return
        if row.key == "rules":
            self._house.show_rules(seat, now_ns)
        elif row.key == "continue":
            self._resume(now_ns)
        elif row.key == "leave":
            self._house.leave(now_ns)
        elif row.key in COMFORT:
            self._house.settings = self._house.settings.next_value(row.key)
            if self._pause is not None:
                self._pause = replace(self._pause, rows=self._rows())
        else:
            self._resume(now_ns)
            self.match.choose(row.key, seat, now_ns)

    def _resume(self, now_ns: int) -> None:
        self._pause = None
        self.match.resume(now_ns)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """Let time pass: rulings, timers, held buttons."""
        changed = self._hold(now_ns)
        had = self.match.preview is not None
        changed = self.match.tick(now_ns) or changed
        changed = had != (self.match.preview is not None) or changed
        if not self.match.ended():
            return changed
        if self.match.recorded:
            self._house.emit(self.match.result(now_ns))
        self._house.show(Ended(self._house, self.match))
        return True

    def _hold(self, now_ns: int) -> bool:
        """✕ held long enough pauses; a race is never interrupted."""
        for seat, since_ns in self._back_since.items():
            if now_ns >= since_ns + PAUSE_HOLD_MS * MS and self.match.may_pause:
                self.rest(seat, now_ns)
                return True
        return False

    def rest(self, seat: int, now_ns: int) -> None:
        """The pause menu opens, turned to ``seat``, if it is not open."""
        self._back_since = {}
        if self._pause is None:
            self.match.pause(now_ns)
            self._pause = Menu((), 0, seat, game=self._house.settings.game)
            self._pause = replace(self._pause, rows=self._rows())

    def next_due_ns(self) -> int | None:
        held = self._back_since.values() if self.match.may_pause else ()
        dues = [since_ns + PAUSE_HOLD_MS * MS for since_ns in held]
        due_ns = self.match.next_due_ns()
        if due_ns is not None:
            dues.append(due_ns)
        return min(dues, default=None)

    # -- output --------------------------------------------------------------------------------

    def view(self) -> View:
        return self.match.view(self._house.who, self._pause)

    @property
    def preview(self) -> object | None:
        return self.match.preview

    def presented(self, shown: object | None, t_ns: int) -> bool:
        return self.match.presented(shown, t_ns)

    def lamps(self, house: House) -> tuple[float, ...]:
        """Bright for whose turn, choice or light it is."""
        lit = list(super().lamps(house))
        bright = self.match.bright_seats()
        for seat in self.match.seating.seats:
            lit[seat] = TURN_LAMP if seat in bright else JOINED_LAMP
        return tuple(lit)


class Ended(Scene):
    """The ranking of a match that is over, and what next."""

    def __init__(self, house: House, match: Match) -> None:
        self._house = house
        self.match: Match = match
        self._cursor = 0

    def deaf_to(self, fault: Fault) -> bool:
        return self.match.deaf_to(fault)

    def button(self, event: ButtonEvent) -> None:
        rows = self._rows()
        if not event.pressed or event.button is Button.BACK:
            return
        if event.button is Button.OK:
            self._choose(rows[self._cursor], event.t_ns)
        else:
            step = 1 if event.button is Button.RIGHT else -1
            self._cursor = (self._cursor + step) % len(rows)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        rows = self._rows()
        if pressed and target.kind == "row" and target.at[0] < len(rows):
            self._cursor = target.at[0]
            self._choose(rows[self._cursor], t_ns)

    def _rows(self) -> tuple[MenuRow, ...]:
        return MenuRow("rematch", enabled=self._house.may_rematch()), MenuRow("new_match")

    def _choose(self, row: MenuRow, now_ns: int) -> None:
        if row.key == "new_match":
            self._house.leave(now_ns)
        elif row.enabled:
            self._house.rematch(now_ns)

    def view(self) -> View:
        menu = Menu(self._rows(), self._cursor, game=self._house.settings.game)
        return self.match.end_view(self._house.who, menu)
