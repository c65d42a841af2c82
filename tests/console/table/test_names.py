"""Whoever keeps a nickname is called by it, from the start screen to the ranking."""

from __future__ import annotations

import pytest

from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.lobby.start import StartScreen
from console.table.lobby.view import StartView
from console.table.outputs import MatchBegun, Output
from console.table.seating import NamedPerson, seat_each, seat_hands
from console.table.table import Table
from console.table.view import EndView, Menu, Who
from drivers.events import Button
from tests.console.table.board_sitting import BoardSitting
from tests.console.table.lobby.test_start import empty, pressed
from tests.console.table.sitting import Sitting

BADGER, OWL = NamedPerson(7, "Барсук"), NamedPerson(9, "Сова")
PERSON, EMPTY = Who.PERSON, Who.EMPTY


def begun(outputs: list[Output]) -> MatchBegun:
    return next(o for o in outputs if isinstance(o, MatchBegun))


def names(screen: StartScreen) -> list[str | None]:
    return [s.name for s in screen.view({}).seats]


def test_a_person_is_called_by_the_nickname_until_they_leave() -> None:
    screen, _ = pressed(empty(), (0, Button.OK), (2, Button.OK))
    screen = screen.call(2, BADGER)
    assert names(screen) == [None, None, "Барсук", None]
    left, _ = pressed(screen, (2, Button.BACK), (2, Button.OK))
    assert names(left) == [None] * 4
    assert names(screen.call(2, None)) == [None] * 4


def test_nobody_sits_at_two_seats_and_an_empty_seat_has_no_name() -> None:
    screen, _ = pressed(empty(), (0, Button.OK), (2, Button.OK))
    screen = screen.call(2, BADGER).call(0, BADGER)
    assert names(screen) == ["Барсук", None, None, None]
    assert names(screen.call(2, OWL)) == ["Барсук", None, "Сова", None]
    assert names(screen.call(1, OWL)) == ["Барсук", None, None, None]


@pytest.mark.parametrize("lot", range(3))
def test_g3_names_go_round_with_the_people(lot: int) -> None:
    seats = seat_each((PERSON, PERSON, EMPTY, PERSON), lot).with_names({1: BADGER, 3: OWL})
    assert [seats.name_at(s) for s in range(4)] == [None, "Барсук", None, "Сова"]
    assert dict(zip(seats.seats, seats.profiles, strict=True)) == {0: None, 1: 7, 3: 9}


def test_c30_both_hands_have_the_name_of_their_player() -> None:
    seats = seat_hands((PERSON, EMPTY, PERSON, EMPTY), 0).with_names({2: OWL})
    assert [seats.name_at(s) for s in range(4)] == [None, None, "Сова", "Сова"]
    assert seats.profiles == (None, 9)


def test_a_match_of_chaos_knows_its_people() -> None:
    table = Sitting.of(3).table
    table.lobby.start = table.lobby.start.call(1, BADGER)
    sitting = Sitting(table)
    table.begin(sitting.now_ns)
    sitting.run(10)
    assert begun(sitting.outputs).profiles == (None, 7, None)
    view = table.view()
    assert isinstance(view, PlayView)
    assert [s.name for s in view.seats] == [None, "Барсук", None]
    end = sitting.match.end_view((PERSON,) * 3, Menu(rows=(), cursor=0))
    assert isinstance(end, EndView)
    assert [s.name for s in end.seats] == [None, "Барсук", None]
    assert {row.seats: row.name for row in end.ranking} == {(0,): None, (1,): "Барсук", (2,): None}


def test_a_board_game_knows_its_people() -> None:
    sitting = BoardSitting.of("iota", begin=False)
    table: Table = sitting.table
    table.call(2, OWL)
    start = table.view()
    assert isinstance(start, StartView)
    assert start.seats[2].name == "Сова"
    table.begin(sitting.now_ns)
    sitting.run(1)
    view = table.view()
    assert isinstance(view, BoardView)
    assert [s.name for s in view.seats] == [None, None, "Сова", None]
    started = begun(sitting.outputs)
    assert dict(zip(started.seats, started.profiles, strict=True)) == {0: None, 2: 9}
    assert all("Сова" not in str(o.to_json()) for o in [started])


def test_guests_are_no_profiles_at_all() -> None:
    sitting = Sitting.of(3)
    assert begun(sitting.outputs).profiles == ()


def test_a_pause_says_who_opened_it() -> None:
    table = Sitting.of(3).table
    table.lobby.start = table.lobby.start.call(1, BADGER)
    sitting = Sitting(table)
    table.begin(sitting.now_ns)
    for seat, name in ((1, "Барсук"), (2, None)):
        sitting.press(seat, Button.BACK, hold_ms=900)
        pause = sitting.play.pause
        assert pause is not None
        assert (pause.seat, pause.name) == (seat, name)
        sitting.press(seat, Button.BACK)
