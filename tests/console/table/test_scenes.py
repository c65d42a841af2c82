"""Scenes lie over each other: the uppermost is seen and heard, a match below it waits."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.response import Response
from console.table.scene import Scene
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from drivers.events import Button, ButtonEvent

PEOPLE = (Who.PERSON, Who.PERSON)


@dataclass(frozen=True, slots=True)
class News(Response):
    """Told from outside."""

    text: str


class Sheet(Scene):
    """Notes what happens to it."""

    def __init__(self) -> None:
        self.heard: list[object] = []
        self._view = View()

    def button(self, event: ButtonEvent) -> None:
        self.heard.append(event.button)

    def responded(self, response: Response, now_ns: int) -> None:
        self.heard.append(response)

    def view(self) -> View:
        return self._view


def make_table() -> Table:
    return Table(PEOPLE, Settings(game="ignis"), lambda: 1)


def press(table: Table, seat: int, button: Button, t_ns: int) -> None:
    table.handle(ButtonEvent(seat, button, True, t_ns, 0))


def test_the_uppermost_is_seen_and_hears_the_buttons() -> None:
    table, sheet = make_table(), Sheet()
    below = table.view()
    table.cover(sheet, 0)
    press(table, 0, Button.BACK, 1)
    assert sheet.heard == [Button.BACK]
    assert table.view() is not below
    table.uncover(2)
    assert table.view() == below, "nobody left the seat"


def test_the_last_scene_stays() -> None:
    table = make_table()
    table.uncover(0)
    assert table.scene is table.lobby


def test_a_match_below_waits_and_goes_on() -> None:
    table = make_table()
    table.begin(0)
    assert table.match is not None
    table.cover(Sheet(), 1)
    press(table, table.match.seating.seats[0], Button.OK, 2)
    table.tick(3)
    before = table.match.view(PEOPLE, None)
    table.uncover(4)
    assert table.view() == before


def test_supplies_are_kept_and_reach_every_scene() -> None:
    table, sheet = make_table(), Sheet()
    table.cover(sheet, 0)
    assert table.latest(News) is None
    table.respond(News("first"), 1)
    table.respond(News("second"), 2)
    assert table.latest(News) == News("second")
    assert sheet.heard == [News("first"), News("second")]
