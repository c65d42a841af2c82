"""From attract mode to one's own first flip: how many presses that takes."""

from __future__ import annotations

from collections import Counter

import pytest

from console.table.attract.host import HostingRules
from console.table.attract.scene import AttractScene
from console.table.attract.view import AttractView
from console.table.chaos.view import PlayView
from console.table.lobby.lobby import Lobby
from console.table.lobby.view import StartView
from console.table.names import KnownNames
from console.table.seating import NamedPerson
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from drivers.events import Button, Fault, SeatFault
from drivers.times import SECOND
from tests.console.table.sitting import Sitting
from tests.few import few

MOST = 3
HOSTING = HostingRules(attract_ns=120 * SECOND, at_start=True, counts_in=True)


def invited(who: tuple[Who, ...]) -> Sitting:
    """A table that invites, counts matches in, and keeps nicknames."""
    sitting = Sitting(Table(who, Settings(), lambda: 5))
    sitting.table.respond(KnownNames((NamedPerson(1, "Сова"),), ("Лиса",)), sitting.now_ns)
    sitting.table.receive(HOSTING)
    sitting.run(10)
    assert isinstance(sitting.table.scene, AttractScene)
    return sitting


@pytest.mark.parametrize(
    ("seats", "first"),
    few(3, [(3, 0), (4, 1), (8, 2), (3, 1), (3, 2), (4, 0), (4, 2), (8, 0), (8, 1)]),
)
def test_from_attract_mode_to_ones_own_first_flip_at_most_three(seats: int, first: int) -> None:
    """Of guests who know nothing; the guided first game costs them none."""
    sitting, guests = invited((Who.EMPTY,) * seats), range(3)
    presses: Counter[int] = Counter()

    def press(seat: int) -> None:
        presses[seat] += 1
        sitting.press(seat)

    for seat in (first, *(seat for seat in guests if seat != first)):
        press(seat)
    view = sitting.table.view()
    assert isinstance(view, StartView)
    assert view.newcomers
    press(first)
    sitting.run(100)
    assert sitting.table.view().count == 3
    sitting.run(3_000)
    assert sitting.table.view().count is None
    flipped: set[int] = set()
    for _ in range(60):
        play = sitting.table.view()
        assert isinstance(play, PlayView)
        turn = next((s.seat for s in play.seats if s.turn), None)
        if turn is not None and turn not in flipped:
            press(turn)
        sitting.run(700)
        play = sitting.table.view()
        assert isinstance(play, PlayView)
        flipped |= {s.seat for s in play.seats if s.pile}
        if flipped == {*guests}:
            break
    assert flipped == {*guests}
    assert max(presses.values()) <= MOST
    assert presses == {seat: MOST if seat == first else MOST - 1 for seat in guests}


@pytest.mark.parametrize("button", Button)
def test_only_ok_sits_down_at_its_seat(button: Button) -> None:
    sitting = invited((Who.EMPTY, Who.ADULT, Who.EMPTY))
    sitting.press(1, button)
    assert isinstance(sitting.table.scene, Lobby)
    ok = button is Button.OK
    assert sitting.table.who == (Who.EMPTY, Who.PERSON if ok else Who.ADULT, Who.EMPTY)


def test_whoever_sits_there_already_starts_nothing_by_waking_it() -> None:
    sitting = invited((Who.PERSON,) * 3)
    sitting.press(2)
    assert isinstance(sitting.table.scene, Lobby)
    assert sitting.table.who == (Who.PERSON,) * 3


def test_a_seat_whose_petal_is_broken_wakes_it_and_one_whose_button_is_does_not() -> None:
    for fault, woken in ((Fault.DEAD_CHANNEL, True), (Fault.STUCK_BUTTON, False)):
        sitting = invited((Who.EMPTY,) * 3)
        sitting.table.handle(SeatFault(1, fault, True, sitting.now_ns))
        sitting.press(1)
        assert isinstance(sitting.table.view(), StartView if woken else AttractView)
