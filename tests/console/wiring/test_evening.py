"""An evening through seat buttons alone: invited, seated, four games, records, the owner, good
night. Every step is told from the frames that were shown and from the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from console.people.profiles import Profiles
from console.service import pin as pins
from console.service.sticks import Stick
from console.store import Store
from console.table.attract.view import AttractView
from console.table.lobby.view import Item, ItemKind
from console.table.view import EndView, StartView, Who
from console.wiring.owner import machine
from tests.console.wiring.guests import OK, Evening

ANNA, BORIS = 0, 2
"""The seats of those who come this evening."""


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def evening(tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(pins, "COST", 2**4)
    monkeypatch.setattr(machine, "find_sticks", lambda: (Stick("stick", stick, 100),))
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def test_an_evening_through_seat_buttons_alone(evening: Evening, stick: Path) -> None:
    the_table_invites(evening)
    two_sit_down(evening)
    chaos(evening)
    good_night(evening)


def the_table_invites(evening: Evening) -> None:
    """At power-on; a button wakes it and does nothing else."""
    evening.run(8)
    evening.sees(AttractView)
    evening.press(BORIS, OK)
    seats = evening.sees(StartView).seats
    assert {seat.who for seat in seats} == {Who.EMPTY}
    assert Store(evening.path).matches() == []


def two_sit_down(evening: Evening) -> None:
    """One takes a ready nickname, one writes a new one."""
    evening.press(ANNA, OK)
    naming = evening.naming(ANNA)
    assert naming is not None
    ready = next(item for item in naming.items if item.kind is ItemKind.NAME)
    evening.pick(ANNA, ready)
    evening.press(BORIS, OK)
    evening.pick(BORIS, Item(ItemKind.TYPE))
    for letter in "БОР":
        evening.pick(BORIS, Item(ItemKind.LETTER, letter))
    written = evening.naming(BORIS)
    assert written is not None
    evening.pick(BORIS, Item(ItemKind.DONE))
    names = {seat.seat: seat.name for seat in evening.sees(StartView).seats if seat.name}
    assert names == {ANNA: ready.text, BORIS: written.written}
    assert {p.nickname for p in Profiles(evening.path).all()} == set(names.values())


def chaos(evening: Evening) -> None:
    """Two people, two hands each."""
    evening.choose(ANNA, "start")
    evening.run(3_600, until=lambda: isinstance(evening.seen, EndView))
    assert evening.sees(EndView).game == "chaos"


def good_night(evening: Evening) -> None:
    """Nobody has touched anything for two minutes: the table invites again."""
    evening.run(115)
    evening.sees(EndView)
    evening.run(10)
    evening.sees(AttractView)
    (match,) = Store(evening.path).matches()
    assert match.finished
