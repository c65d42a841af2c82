"""A place of the keyboard stays with its seat, in whatever order people sit down."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.window.panel import Keyboard
from drivers.times import MS
from host_sim.keys import Keys, PlaceKeys, load_keys
from tests.console.wiring.window.test_window import Fingers, run

EVERYBODY = Keys(place=tuple(PlaceKeys(left="a", ok="w") for _ in range(8)))


@dataclass
class Panel:
    """Takes down what is assigned."""

    assigned: list[tuple[int, ...]] = field(default_factory=list)

    def assign_keys(self, seats: tuple[int, ...]) -> None:
        self.assigned.append(seats)


@dataclass
class Room:
    """People come to a table of ``seats`` and go."""

    keys: Keys
    seats: int
    panel: Panel = field(default_factory=Panel)

    def __post_init__(self) -> None:
        self.keyboard = Keyboard(self.keys, cast(Any, self.panel), self.of())

    def of(self, *people: int) -> Table:
        who = tuple(Who.PERSON if s in people else Who.EMPTY for s in range(self.seats))
        return Table(who, Settings(), lambda: 5)

    def sit(self, *people: int) -> tuple[int, ...]:
        self.table = self.of(*people)
        self.keyboard.follow(self.table)
        return self.panel.assigned[-1]

    def begin(self) -> tuple[int, ...]:
        self.table.begin(1_000 * MS)
        self.keyboard.follow(self.table)
        return self.panel.assigned[-1]


def test_keys_have_their_seats_before_the_first_frame() -> None:
    assert Room(load_keys(), 4).panel.assigned == [(0, 2)]


def test_whoever_sits_down_first_keeps_their_keys() -> None:
    room = Room(load_keys(), 4)
    assert [room.sit(), room.sit(2), room.sit(0, 2), room.sit(2)] == [(0, 2)] * 4
    assert room.panel.assigned == [(0, 2)], "keys are assigned when that changes, and then alone"


def test_a_seat_that_the_mouse_took_gets_keys_of_a_seat_without_people() -> None:
    room = Room(load_keys(), 4)
    assert room.sit(2, 3) == (3, 2)
    assert room.sit(0, 2, 3) == (3, 2), "nobody's keys go to somebody else"
    assert room.sit(0, 2) == (0, 2)


def test_who_moves_to_another_seat_takes_their_keys_along() -> None:
    room = Room(load_keys(), 4)
    assert [room.sit(2), room.sit(1), room.sit(3)] == [(0, 2), (0, 1), (0, 3)]
    assert [room.sit(0, 3), room.sit(2, 3)] == [(0, 3), (2, 3)]


@pytest.mark.parametrize(
    ("first", "people", "of_first"),
    [(0, {0}, 0), (2, {2}, 0), (3, {2, 3}, 3)],
    ids=["first place", "second place", "by mouse"],
)
def test_c30_both_hands_of_a_person_have_the_keys_that_the_person_sat_down_with(
    first: int, people: set[int], of_first: int
) -> None:
    room = Room(load_keys(), 4)
    room.sit(first)
    taken = people | {2, of_first}
    kinds = (Who.PERSON if s in people else Who.ADULT for s in range(4))
    who = (kind if s in taken else Who.EMPTY for s, kind in enumerate(kinds))
    room.table = Table(tuple(who), Settings(), lambda: 5)
    assigned, match = room.begin(), room.table.match
    assert match is not None
    seating = match.seating
    assert assigned[::2] == seating.seats_of(seating.homes.index(of_first))
    assert assigned[1::2] == seating.seats_of(seating.homes.index(2))


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_a_keyboard_for_everybody_plays_every_seat_in_order(seats: int) -> None:
    room = Room(EVERYBODY, seats)
    assert room.sit() == tuple(range(seats))
    assert room.sit(0, seats - 1) == tuple(range(seats))
    assert room.begin() == tuple(range(seats)), "also with two hands each"


def test_left_hands_alone_sit_down_nowhere() -> None:
    assert load_keys().people == 2
    assert EVERYBODY.people == 8
    assert Room(load_keys(), 8).sit(0, 1, 2, 3) == (0, 1)


def test_a_third_person_plays_with_the_keys_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    three = zip("adg", "wrt", strict=True)
    file.write_text("".join(f'[[place]]\nleft = "{a}"\nok = "{b}"\n' for a, b in three))
    flips = [(1_500 + 600 * i, "wrt"[i % 3], 80) for i in range(9)]
    store = run(tmp_path, Fingers(flips, 9_000), seats=3, people="person,person,person", keys=file)
    hands = [a.action["hand"] for a in store.match(1).actions if a.action["type"] == "flip"]
    assert 2 in hands
