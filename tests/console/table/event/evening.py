"""A table at an event, whose desk is the test."""

from __future__ import annotations

import itertools
from typing import Any

from console.link.messages import Assignment, PadReady, Placed, TableState
from console.table.event.requests import DeskReport, EventShown
from console.table.event.view import EventView
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import MenuLine, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting

LEFT, RIGHT, OK, BACK = Button
EVENT = "3a6c"
NAMES = ("Аня", "Борис", "Вера", "Гоша")
SEATS = 6


def assignment(match: int = 7, persons: int = 2, game: str = "iota", **changes: Any) -> Assignment:
    placed = tuple(Placed(10 + n, NAMES[n], n) for n in range(persons))
    fields: dict[str, Any] = {"match": match, "game": game, "persons": placed, "stage": 1}
    fields["round"] = 3
    return Assignment(**(fields | changes))


def state(match: Assignment | None = None, version: int = 1, **changes: Any) -> TableState:
    game = "iota" if match is None else match.game
    fields: dict[str, Any] = {"event": EVENT, "name": "Вечер", "game": game, "table": 4}
    return TableState(version=version, match=match, **(fields | changes))


class Evening(BoardSitting):
    """A table of six seats, and what a desk would tell it."""

    shown = EventShown()

    @classmethod
    def at(cls, now: TableState | None = None, **table: Any) -> Evening:
        seeds = itertools.count(4, 7)
        evening = cls(Table((Who.EMPTY,) * SEATS, Settings(**table), lambda: next(seeds)))
        if now is not None:
            evening.tell(now)
        return evening

    def tell(self, now: TableState | None, **changes: Any) -> None:
        """This is known from now on."""
        fields: dict[str, Any] = {"joined": True, "state": now}
        self.shown = EventShown(**(fields | changes))
        self.table.respond(self.shown, self.now_ns)
        self.run(20)

    def seen(self) -> EventView:
        view = self.table.view()
        assert isinstance(view, EventView)
        return view

    def typed(self) -> str:
        typing = self.seen().typing
        assert typing is not None
        return typing.text

    def reports(self) -> list[Any]:
        """But for its pad, of which `test_duel` tells."""
        reports = [o.report for o in self.outputs if isinstance(o, DeskReport)]
        return [one for one in reports if not isinstance(one, PadReady)]

    def of_kind(self, kind: type) -> list[Any]:
        return [o for o in self.outputs if isinstance(o, kind)]

    def all_here(self) -> None:
        for player in self.seen().players:
            self.press(player.seat, OK)

    def open_event(self) -> None:
        """From the lobby, by its menu."""
        self.press(1, OK)
        self.choose(MenuLine.MORE)
        self.choose(MenuLine.EVENT)

    def choose(self, line: MenuLine, seat: int = 1) -> None:
        for _ in range(30):
            view = self.table.view()
            menu = view.menu  # type: ignore[attr-defined] # all that are asked here have one
            if menu.rows[menu.cursor].key == line:
                self.press(seat, OK)
                return
            self.press(seat, RIGHT)
        raise AssertionError(f"no line {line}")

    def type(self, text: str, seat: int = 1) -> None:
        for sign in text:
            typing = self.seen().typing
            assert typing is not None
            for _ in range((typing.signs.index(sign) - typing.at) % len(typing.signs)):
                self.press(seat, RIGHT)
            self.press(seat, OK)
