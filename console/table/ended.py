"""A match that is over: its ranking, and what next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from console.table.board.match import DEAF
from console.table.board.view import Target
from console.table.match import Match
from console.table.records.requests import RecordBroken
from console.table.scene import Scene, SceneHost
from console.table.view import Menu, MenuLine, MenuRow, View
from drivers.events import Button, ButtonEvent, Fault

LINES: Final[Mapping[str, MenuLine]] = {
    MenuLine.OTHER_GAME: MenuLine.GAME,
    MenuLine.OTHER_PEOPLE: MenuLine.PEOPLE,
    MenuLine.ALL_LEAVE: MenuLine.ALL_LEAVE,
}
"""The line of the lobby that a line leads to."""
SEEN_NS: Final = 700_000_000
"""A press that was still meant for the match chooses nothing."""


class Ended(Scene):
    """The ranking of a match that is over, and what next."""

    restful = True

    def __init__(self, host: SceneHost, match: Match, now_ns: int) -> None:
        self._host = host
        self.match: Match = match
        self._from_ns = now_ns + SEEN_NS
        self._cursor = 0

    def deaf_to(self, fault: Fault) -> bool:
        """The pad has nothing to say any more."""
        return fault in DEAF

    def button(self, event: ButtonEvent) -> None:
        rows = self._rows()
        early = event.t_ns < self._from_ns
        if not event.pressed or early or event.button is Button.BACK:
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
        may_choose = self._host.settings.open_to_guests("game")
        return (
            MenuRow(MenuLine.REMATCH, enabled=self._host.may_rematch()),
            *((MenuRow(MenuLine.OTHER_GAME),) if may_choose else ()),
            MenuRow(MenuLine.OTHER_PEOPLE),
            MenuRow(MenuLine.ALL_LEAVE),
        )

    def _choose(self, row: MenuRow, now_ns: int) -> None:
        if row.key in LINES:
            self._host.leave(now_ns, LINES[row.key])
        elif row.enabled:
            self._host.rematch(now_ns)

    def view(self) -> View:
        menu = Menu(rows=self._rows(), cursor=self._cursor, game=self._host.settings.game)
        broken = self._host.latest(RecordBroken) or RecordBroken()
        return replace(self.match.end_view(self._host.who, menu), news=broken.news)
