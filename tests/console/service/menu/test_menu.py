"""The menu as a whole: every page by the buttons of one seat, three minutes, random presses."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.service.menu.view import (
    Digits,
    MenuGuide,
    MenuLevel,
    MenuQuestion,
    MenuSheet,
    MenuText,
    Rows,
)
from console.table.playing import Playing
from console.table.view import Target
from drivers.events import Button, ButtonEvent, Fault, SeatFault
from drivers.times import SECOND
from tests.console.service.menu.conftest import Visits
from tests.console.service.menu.visit import BACK, LEFT, OK, RIGHT, Visit, tour
from tests.few import few


@pytest.mark.parametrize("language", few(1, ["ru", "en"]))
def test_every_page_is_reached_by_seat_buttons(visit: Visits, language: str) -> None:
    here = visit(language=language)
    views = list(tour(here))
    titles = {view.title for view in views}
    wanted = (
        *("Service menu", "Diagnostics", "Buttons", "Pad", "Press everything", "Self-test"),
        *("Lamps", "Counters of the board", "Calibration", "Settings", "Table", "Sound"),
        *("Guests", "Matches", "Service", "Profiles", "Audits", "Games", "Hours of the day"),
        *("Seats", "Hints", "Export", "Begin anew", "PIN", "Log", "About", "Update"),
        "Switch off",
    )
    assert titles >= {here.words._(title) for title in wanted}
    assert {type(view.body) for view in views} == {
        *(Digits, Rows, MenuSheet, MenuText, MenuQuestion, MenuGuide),
        type(next(v.body for v in views if v.title == here.words._("Pad") and len(v.path) == 2)),
    }
    assert all(view.seat == here.seat for view in views)
    assert all(view.keys or isinstance(view.body, MenuGuide) for view in views), "a way on or back"
    here.press(BACK)
    assert not here.inside()


def test_other_seats_do_nothing_but_keep_it_open(visit: Visits) -> None:
    here = visit(seat=2)
    here.enter()
    before = here.view
    here.wait(170)
    here.press(RIGHT, OK, BACK, seat=0)
    assert here.view == before
    here.wait(170)
    assert here.inside()


@pytest.mark.parametrize("game", ["chaos", "ignis"])
def test_after_three_minutes_it_closes_and_the_match_waits_in_its_pause(
    visit: Visits, game: str
) -> None:
    here = visit(seat=1, game=game)
    if game == "ignis":
        here.press(BACK, seat=3)
        here.press(BACK, seat=2)
    here.table.begin(here.now_ns)
    match = here.table.match
    assert match is not None
    here.enter()
    here.wait(179)
    assert here.inside()
    here.wait(2)
    assert not here.inside()
    assert isinstance(here.table.scene, Playing)
    before = match.view(here.table.who, None)
    here.wait(60)
    assert match.view(here.table.who, None) == before
    assert not match.ended()


def test_leaving_it_lets_the_match_go_on(visit: Visits) -> None:
    here = visit(auto=True)
    here.table.begin(here.now_ns)
    here.wait(0.1)
    below = here.table.view()
    here.enter()
    here.press(BACK)
    assert here.table.view() == below
    here.wait(10)
    assert here.table.view() != below, "cards are flipped"


def test_a_task_keeps_it_open_for_as_long_as_it_takes(visit: Visits) -> None:
    here = visit()
    here.wires.task.left = 10**6
    here.wires.task.findings = ()
    here.enter()
    here.to("Diagnostics", "Self-test")
    here.wait(200)
    assert here.inside()
    here.press(BACK)
    assert here.wires.task.stopped


def test_a_held_side_moves_on_and_on(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.table.handle(ButtonEvent(0, RIGHT, True, here.now_ns, 0))
    here.wait(1.05)
    here.table.handle(ButtonEvent(0, RIGHT, False, here.now_ns, 0))
    body = here.body
    assert isinstance(body, Rows)
    assert body.cursor == 6
    here.wait(2)
    assert here.body == body


def test_a_touch_does_what_buttons_do(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.table.point(Target("row", (2,)), True, here.now_ns)
    assert here.view.title == "Settings"
    here.table.point(Target("key", (int(BACK),)), True, here.now_ns)
    assert here.view.title == "Service menu"
    here.table.point(Target("row", (99,)), True, here.now_ns)
    assert here.view.title == "Service menu"


def test_a_broken_petal_keeps_nobody_out_and_a_stuck_button_does(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.table.handle(SeatFault(0, Fault.STUCK_PAD, True, here.now_ns))
    here.press(RIGHT)
    body = here.body
    assert isinstance(body, Rows)
    assert body.cursor == 1
    here.table.handle(SeatFault(0, Fault.STUCK_BUTTON, True, here.now_ns))
    here.press(RIGHT)
    assert here.body == body


def test_a_store_that_fails_is_said(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("Begin anew", "Audits")
    here.press(RIGHT, OK, RIGHT)
    for path in here.store.path.parent.glob("khvatka.sqlite3*"):
        path.unlink()
    here.store.path.write_text("no database at all, but long enough to be looked at as one" * 40)
    here.press(OK)
    note = here.view.note
    assert note is not None
    assert note.level is MenuLevel.FAILURE
    assert "damaged" in note.text


PRESSES = st.lists(
    st.one_of(st.sampled_from(tuple(Button)), st.sampled_from((LEFT, RIGHT, OK))), max_size=60
)


@pytest.mark.slow
@given(PRESSES)
@settings(max_examples=25)
def test_random_presses_never_crash_and_never_leave_the_range(presses: list[Button]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Visit.at(Path(folder), 0, language="en")
        here.enter()
        for button in presses:
            here.press(button)
            if not here.inside():
                here.open()
            body = here.body
            if isinstance(body, Rows):
                assert 0 <= body.cursor < len(body.rows)
            elif isinstance(body, MenuSheet):
                assert 0 <= body.first <= max(0, len(body.rows) - 1)
            elif isinstance(body, MenuText):
                assert 0 <= body.first <= max(0, len(body.lines) - 1)
        found = here.store.adjustments()
        assert not found.problems
        here.wait(500)
        assert not here.inside()


@pytest.mark.slow
@given(st.lists(st.sampled_from((LEFT, RIGHT, BACK)), max_size=40), st.integers(0, 11))
@settings(max_examples=25)
def test_nothing_is_changed_without_ok(presses: list[Button], row: int) -> None:
    """From any page of the root, ◀ ▶ ✕ alone change nothing that is kept."""
    with tempfile.TemporaryDirectory() as folder:
        here = Visit.at(Path(folder), 0, language="en")
        here.enter()
        here.press(*[RIGHT] * row, OK)
        pin, before = here.store.pin(), here.table.settings
        for button in presses:
            if here.inside():
                here.press(button)
        assert here.store.adjustments().adjusted.given == {}
        assert here.store.pin() == pin
        assert here.table.settings == before
        assert here.attuned == []
        assert here.box.ended == []
        assert here.now_ns < 60 * SECOND
