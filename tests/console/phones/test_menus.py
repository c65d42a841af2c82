"""Codes and phones from the menus of the table, and what the table knows of them."""

from __future__ import annotations

import pytest

from console.phones.seat_phones import GONE_NS, LATE_NS
from console.phones.sessions import PhoneSession
from console.table.phones import PhoneJoining, PhoneUnwanted, phones_at
from console.table.view import MenuLine, PhoneStage, Target
from console.web.guards import RefusalWord, WebRefusal
from drivers.events import Button
from drivers.times import MS
from tests.console.phones.evening import Evening


def test_the_owner_closes_joining_and_throws_a_phone_out() -> None:
    evening = Evening.of()
    _, pane = evening.join(0)
    code = evening.code(2)
    evening.at_seats(PhoneJoining(False))
    evening.turn()
    assert evening.stage(2) is None
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        evening.web.sessions.pair(code, "10.0.0.1", evening.sitting.now_ns)
    with pytest.raises(AssertionError, match="no code"):
        evening.code(2)
    evening.at_seats(PhoneUnwanted(0))
    evening.turn()
    assert pane.why == "left"
    evening.at_seats(PhoneJoining(True))
    assert evening.code(2)


def test_the_code_from_the_pause_menu() -> None:
    """And there the phone is sent away again."""
    evening = Evening.of()
    sitting = evening.sitting
    for line, bound in ((MenuLine.PHONE, False), (MenuLine.NO_PHONE, True)):
        sitting.table.rest(0, sitting.now_ns)
        menu = sitting.view.pause
        assert menu is not None
        index = [row.key for row in menu.rows].index(line)
        sitting.table.point(Target("row", (index,)), True, sitting.now_ns)
        evening.turn()
        assert sitting.view.pause is None
        if not bound:
            assert evening.stage(0) is PhoneStage.CODE
            evening.join(0)
    assert evening.phones.bound == ()


def test_where_the_owner_has_closed_joining_no_menu_offers_a_code() -> None:
    """A phone that is there may still be sent away."""
    evening = Evening.of()
    evening.join(0)
    sitting = evening.sitting
    for is_open in (True, False):
        evening.at_seats(PhoneJoining(is_open))
        evening.turn()
        lines = {}
        for seat in (0, 2):
            sitting.table.rest(seat, sitting.now_ns)
            menu = sitting.view.pause
            assert menu is not None
            lines[seat] = {row.key for row in menu.rows} & {MenuLine.PHONE, MenuLine.NO_PHONE}
            sitting.press(seat, Button.BACK)
        assert lines == {0: {MenuLine.NO_PHONE}, 2: {MenuLine.PHONE} if is_open else set()}


def menu_of_one_away(evening: Evening, seat: int, session: PhoneSession) -> list[str]:
    """What the menu of a seat offers whose phone has gone."""
    sitting = evening.sitting
    evening.shut(session)
    evening.turn(GONE_NS / MS)
    evening.turn(5_000)
    assert evening.phones.away == (seat,)
    sitting.table.rest(seat, sitting.now_ns)
    menu = sitting.view.pause
    assert menu is not None
    return [row.key for row in menu.rows]


def test_where_joining_is_closed_a_phone_that_is_away_may_be_sent_away() -> None:
    """No code leads it back, so that its hand may be taken off it."""
    evening = Evening.of()
    sitting = evening.sitting
    seat = 2 - sitting.mover
    session, _ = evening.join(seat)
    evening.at_seats(PhoneJoining(False))
    at = menu_of_one_away(evening, seat, session).index(MenuLine.NO_PHONE)
    sitting.press(seat, *[Button.RIGHT] * at, Button.OK)
    evening.turn()
    assert evening.phones.bound == ()


def test_where_the_owner_has_closed_joining_the_lobby_offers_no_code() -> None:
    evening = Evening.of(begin=False)
    for is_open in (True, False):
        evening.at_seats(PhoneJoining(is_open))
        evening.turn()
        more = evening.sitting.table.lobby.start.at_level(MenuLine.MORE)
        assert (MenuLine.PHONE in [row.key for row in more.rows()]) is is_open


def test_a_seat_whose_phone_is_away_offers_its_code_again() -> None:
    """Whoever has closed the browser finds a code where the first one was."""
    evening = Evening.of()
    sitting = evening.sitting
    seat = 2 - sitting.mover
    session, _ = evening.join(seat)
    evening.turn(5_000)
    assert MenuLine.PHONE in menu_of_one_away(evening, seat, session)
    sitting.press(seat, Button.BACK)
    sitting.press(seat, Button.LEFT)
    evening.turn()
    assert evening.stage(seat) is PhoneStage.CODE
    evening.join(seat)
    assert evening.phones.here(seat)


def test_the_code_from_the_lobby() -> None:
    evening = Evening.of(begin=False)
    more = evening.sitting.table.lobby.start.at_level(MenuLine.MORE)
    at = [row.key for row in more.rows()].index(MenuLine.PHONE)
    evening.sitting.table.lobby.start = more.at_row(at)
    evening.sitting.press(2, Button.OK)
    evening.turn()
    assert evening.stage(2) is PhoneStage.CODE


def test_the_code_from_the_strip() -> None:
    """◀ while others play: late guests need no pause. It moves nobody's cursor."""
    evening = Evening.of()
    sitting = evening.sitting
    waits, before = 2 - sitting.mover, sitting.choosing
    sitting.press(sitting.mover, Button.LEFT)
    evening.turn()
    assert evening.stage(sitting.mover) is None
    moved = sitting.choosing
    assert moved != before
    sitting.press(waits, Button.LEFT)
    evening.turn()
    assert evening.stage(waits) is PhoneStage.CODE
    evening.join(waits)
    evening.turn(5_000)
    sitting.press(waits, Button.LEFT)
    evening.turn()
    assert evening.stage(waits) is None
    assert sitting.choosing == moved


def test_under_a_code_the_back_button_is_the_games_first() -> None:
    """What was picked goes back; the panel does not claim the button meanwhile."""
    evening = Evening.of()
    sitting = evening.sitting
    seat = sitting.mover
    sitting.press(seat, Button.OK)
    assert sitting.choosing.picked
    evening.code(seat)
    assert not own_back(evening, seat)
    sitting.press(seat, Button.BACK)
    evening.turn()
    assert sitting.choosing.picked == ()
    assert own_back(evening, seat)
    sitting.press(seat, Button.BACK)
    evening.turn()
    assert evening.stage(seat) is None


def own_back(evening: Evening, seat: int) -> bool:
    phones = evening.sitting.table.view().phones
    assert phones is not None
    at = phones.at_seat(seat)
    assert at is not None
    return at.own_back


def test_nobody_comes_for_a_minute() -> None:
    """The seat is told what to try."""
    evening = Evening.of()
    for late in (False, True):
        evening.code(0)
        evening.turn((LATE_NS / MS + 100) * late)
        at = evening.phones.at_seat(0)
        assert at is not None
        assert at.late is late


def test_the_table_knows_whose_hand_is_on_a_phone_and_whose_phone_is_away() -> None:
    evening = Evening.of()
    session, _ = evening.join(0)
    away = [evening.phones.away]
    evening.shut(session)
    away.append(evening.phones.away)
    evening.turn(GONE_NS / MS)
    away.append(evening.phones.away)
    assert evening.phones.bound == (0,)
    assert away == [(), (), (0,)]  # who is back in a moment was never away
    evening.open(session)
    assert not evening.phones.away
    view = evening.sitting.table.view().phones
    assert view is not None
    assert view.bound == (0,)


def test_a_phone_is_sent_away_in_the_lobby() -> None:
    evening = Evening.of(begin=False)
    evening.join(2)
    lobby = evening.sitting.table.lobby
    more = lobby.start.at_level(MenuLine.MORE)
    at = [row.key for row in more.rows()].index(MenuLine.NO_PHONE)
    lobby.start = more.at_row(at)
    evening.sitting.press(2, Button.OK)
    evening.turn()
    assert evening.phones.bound == ()
    assert MenuLine.NO_PHONE not in [row.key for row in lobby.start.rows()]


def test_phones_that_are_switched_off_leave_nothing() -> None:
    evening = Evening.of()
    evening.join(0)
    evening.at_seats.close()
    table = evening.sitting.table
    assert phones_at(table) is None
    assert table.view().phones is None
