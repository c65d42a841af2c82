"""Touch beside the board: answers to an undo, pages of rules, lines of menus."""

from __future__ import annotations

import pytest

from console.table.lobby.view import StartView
from console.table.view import MenuLine, RulesView, Target, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)


@pytest.fixture
def asked() -> BoardSitting:
    """Whoever moved first asks to take that move back."""
    sitting = BoardSitting.of("ignis", PEOPLE)
    first = sitting.mover
    sitting.press(first, Button.OK)
    sitting.press(first, Button.OK)
    assert sitting.mover != first
    sitting.match.choose(MenuLine.UNDO, first, sitting.now_ns)
    return sitting


def other(sitting: BoardSitting) -> int:
    ask = sitting.match.view(PEOPLE, None).ask
    assert ask is not None
    return ask.waiting[0]


def test_an_undo_is_agreed_to_by_touch(asked: BoardSitting) -> None:
    seat = other(asked)
    asked.table.point(Target("agree", (seat,)), True, asked.now_ns)
    assert asked.view.ask is None
    assert asked.mover != seat
    assert len(asked.match.history) == 0


def test_an_undo_is_refused_by_touch(asked: BoardSitting) -> None:
    seat = other(asked)
    asked.table.point(Target("refuse", (seat,)), True, asked.now_ns)
    assert asked.view.ask is None
    assert asked.mover == seat


def test_only_who_is_asked_may_answer_by_touch(asked: BoardSitting) -> None:
    asker = 2 - other(asked)
    asked.table.point(Target("agree", (asker,)), True, asked.now_ns)
    assert asked.view.ask is not None
    asked.match.asked_by = None
    asked.table.point(Target("refuse", (asker,)), True, asked.now_ns)
    assert asked.view.note is None


def test_pages_are_turned_and_closed_by_touch() -> None:
    """Nothing under them is touched meanwhile."""
    sitting = BoardSitting.of("iota", PEOPLE, begin=False)
    table = sitting.table
    for key in ("more", "rules"):
        rows = [row.key for row in table.lobby.start.rows()]
        table.point(Target("row", (rows.index(key),)), True, sitting.now_ns)
    assert table.view() == RulesView("iota", 0, 0)
    table.point(Target("page", (1,)), True, sitting.now_ns)
    table.point(Target("page", (1,)), False, sitting.now_ns)
    assert table.view() == RulesView("iota", 1, 0)
    table.point(Target("page", (-1,)), True, sitting.now_ns)
    table.point(Target("row", (0,)), True, sitting.now_ns)
    assert table.view() == RulesView("iota", 0, 0)
    table.point(Target("page", (0,)), True, sitting.now_ns)
    assert isinstance(table.view(), StartView)
