"""A match that is over: its ranking, and what next."""

from __future__ import annotations

from console.table.board.view import Target
from console.table.match import Match
from console.table.scene import House, Scene
from console.table.view import Menu, MenuRow, View
from drivers.events import Button, ButtonEvent, Fault


class Ended(Scene):
    """The ranking of a match that is over, and what next."""

    def __init__(self, house: House, match: Match) -> None:
        self._house = house
        self.match: Match = match
        self._cursor = 0

    def deaf_to(self, fault: Fault) -> bool:
    restful = True

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
