"""The menu of a table at an event, turned to who opened it; leaving is asked, No first."""

from __future__ import annotations

from console.table.view import Menu, MenuLine, MenuRow
from drivers.events import Button


class EventMenu:
    """◀ ▶ go through the lines, ● chooses, ✕ goes back. ``press`` gives what was chosen, BACK for
    nothing."""

    def __init__(self, seat: int, *, entry: bool) -> None:
        self.seat = seat
        self._entry = entry
        self._asks = False
        self._cursor = 0

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines on show."""
        if self._asks:
            return MenuRow(MenuLine.BACK), MenuRow(MenuLine.EVENT_LEAVE)
        return (
            *((MenuRow(MenuLine.EVENT_ENTER),) if self._entry else ()),
            MenuRow(MenuLine.RULES),
            MenuRow(MenuLine.EVENT_FREE),
            MenuRow(MenuLine.EVENT_GOES),
            MenuRow(MenuLine.SERVICE),
            MenuRow(MenuLine.BACK),
        )

    def view(self) -> Menu:
        """What the screens draw."""
        level = MenuLine.EVENT_GOES if self._asks else MenuLine.EVENT
        return Menu(rows=self.rows(), cursor=self._cursor, seat=self.seat, level=level)

    def press(self, button: Button) -> MenuLine | None:
        """After a press of anybody; None: it stays open."""
        if button is Button.BACK:
            return self._back()
        if button is Button.OK:
            return self.choose(self._cursor)
        step = 1 if button is Button.RIGHT else -1
        self._cursor = (self._cursor + step) % len(self.rows())
        return None

    def choose(self, index: int) -> MenuLine | None:
        """A line was chosen."""
        rows = self.rows()
        key = rows[index].key if index < len(rows) else MenuLine.BACK
        if key == MenuLine.EVENT_GOES:
            self._asks, self._cursor = True, 0
            return None
        return self._back() if key == MenuLine.BACK else MenuLine(key)

    def _back(self) -> MenuLine | None:
        if not self._asks:
            return MenuLine.BACK
        self._asks = False
        self._cursor = [row.key for row in self.rows()].index(MenuLine.EVENT_GOES)
        return None
