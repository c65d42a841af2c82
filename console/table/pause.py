"""The menu of a match that waits, turned to who opened it: what to do next, and the comforts. That
it ends for everybody is asked, No first."""

from __future__ import annotations

from typing import Final

from console.table.match import Match
from console.table.phones import phones_at
from console.table.scene import SceneHost
from console.table.settings import COMFORT
from console.table.view import SEEN_NS, Menu, MenuLine, MenuRow
from drivers.events import Button, ButtonEvent

OWN: Final = (MenuLine.UNDO, MenuLine.HINT, MenuLine.GO, MenuLine.PHONE, MenuLine.NO_PHONE)
"""What is said of oneself: “my move”, “I must go”."""


class PauseMenu:
    """◀ ▶ go through the lines, ● chooses, ✕ goes back: from a level to the menu, from there to
    the match. Everybody's buttons move it; ``seat`` opened it, and alone chooses what is ``OWN``.
    """

    def __init__(self, host: SceneHost, match: Match, seat: int, now_ns: int) -> None:
        self._host = host
        self._match = match
        self.seat = seat
        self._deaf_until_ns = now_ns + SEEN_NS
        self._level: MenuLine | None = None
        self._cursor = 0

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines of the level on show."""
        comforts = self._host.settings.comfort_rows(self.seat)
        if self._level == MenuLine.COMFORT:
            return (*comforts, MenuRow(MenuLine.BACK))
        if self._level == MenuLine.LEAVE:
            return MenuRow(MenuLine.BACK), MenuRow(MenuLine.END)
        return (
            MenuRow(MenuLine.RULES),  # the nearest: ✕ plays on anyhow
            MenuRow(MenuLine.CONTINUE),
            *self._match.menu_rows(self.seat),
            *self._phone_rows(),
            *((MenuRow(MenuLine.COMFORT),) if comforts else ()),
            MenuRow(MenuLine.LEAVE),
        )

    def _phone_rows(self) -> tuple[MenuRow, ...]:
        """Where phones are on, and there is a hand to be held."""
        phones = phones_at(self._host)
        if phones is None or not self._match.has_hand(self.seat):
            return ()
        if phones.open and not phones.here(self.seat):
            return (MenuRow(MenuLine.PHONE),)
        return (MenuRow(MenuLine.NO_PHONE),) if self.seat in phones.bound else ()

    def view(self) -> Menu:
        """What the screens draw."""
        rows, game = self.rows(), self._host.settings.game
        cursor, name = min(self._cursor, len(rows) - 1), self._match.seating.name_at(self.seat)
        return Menu(
            rows=rows,
            cursor=cursor,
            seat=self.seat,
            problem=None,
            game=game,
            level=self._level,
            name=name,
        )

    def press(self, event: ButtonEvent) -> MenuLine | None:
        """The key of a line that was chosen and is not the menu's own, None otherwise."""
        rows = self.rows()
        if event.button is Button.BACK:
            return self._back()
        if event.button is Button.OK:
            index = min(self._cursor, len(rows) - 1)
            if event.seat != self.seat and event.t_ns < self._deaf_until_ns:
                return None
            if rows[index].key in OWN and not self._opener(event.seat):
                return None
            return self.choose(index)
        step = 1 if event.button is Button.RIGHT else -1
        self._cursor = (self._cursor + step) % len(rows)
        return None

    def _opener(self, seat: int) -> bool:
        return seat == self.seat or self._match.seating.same_player(seat, self.seat)

    def choose(self, index: int) -> MenuLine | None:
        """The same for the line of that number, if there is one."""
        rows = self.rows()
        if not 0 <= index < len(rows) or not rows[index].enabled:
            return None
        self._cursor, row = index, rows[index]
        if row.key in COMFORT:
            self._host.settings = self._host.settings.next_value(row.key, row.seat)
            self._match.settings = self._match.settings.with_comforts_of(self._host.settings)
        elif row.key in (MenuLine.COMFORT, MenuLine.LEAVE):
            self._level, self._cursor = MenuLine(row.key), 0
        elif row.key == MenuLine.BACK:
            self._back()
        elif isinstance(row.key, MenuLine):
            return row.key
        return None

    def _back(self) -> MenuLine | None:
        level, self._level = self._level, None
        if level is None:
            return MenuLine.CONTINUE
        self._cursor = [row.key for row in self.rows()].index(level)
        return None
