"""The owner's chord: three buttons of one seat, three seconds, never into a race."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.chord import HOLD_NS, Chord
from console.table.scene import Scene
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import View, Who
from drivers.events import Button, ButtonEvent
from drivers.times import MS
from tests.console.table.sitting import Sitting

KEYS = (Button.LEFT, Button.RIGHT, Button.BACK)


class MenuServices(Scene):
    """Stands for the owner's scene."""

    service = True

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.heard: list[ButtonEvent] = []
        self._view = View()

    def button(self, event: ButtonEvent) -> None:
        self.heard.append(event)

    def view(self) -> View:
        return self._view


def move(sitting: Sitting, seat: int, pressed: bool, buttons: Sequence[Button] = (*KEYS,)) -> None:
    for button in buttons:
        sitting.table.handle(ButtonEvent(seat, button, pressed, sitting.now_ns, 0))


def served(sitting: Sitting) -> list[MenuServices]:
    opened: list[MenuServices] = []

    def open_it(seat: int) -> Scene:
        opened.append(MenuServices(seat))
        return opened[-1]

    sitting.table.service = open_it
    return opened


@pytest.mark.parametrize("begun", [False, True])
def test_it_opens_after_three_seconds_over_anything(begun: bool) -> None:
    sitting = Sitting.of(3)
    if not begun:
        sitting.table.leave(sitting.now_ns)
    opened = served(sitting)
    move(sitting, 1, True)
    sitting.run(2_990)
    assert not opened
    sitting.run(20)
    assert [services.seat for services in opened] == [1]
    assert sitting.table.scene is opened[0]
    sitting.run(4_000)
    move(sitting, 1, False)
    assert opened[0].heard == [], "the chord's own buttons do nothing"
    sitting.press(1)
    assert [e.pressed for e in opened[0].heard] == [True, False]


def test_two_of_the_three_and_other_seats_open_nothing() -> None:
    sitting = Sitting.of(3)
    opened = served(sitting)
    move(sitting, 0, True, KEYS[:2])
    move(sitting, 1, True, KEYS[2:])
    sitting.run(4_000)
    assert not opened


def test_one_that_is_let_go_of_begins_anew() -> None:
    sitting = Sitting.of(3)
    opened = served(sitting)
    move(sitting, 0, True)
    sitting.run(2_000)
    move(sitting, 0, False, KEYS[:1])
    move(sitting, 0, True, KEYS[:1])
    sitting.run(2_000)
    assert not opened
    sitting.run(1_100)
    assert len(opened) == 1


def test_back_as_a_part_of_it_does_not_open_the_pause() -> None:
    sitting = Sitting.of(3)
    served(sitting)
    move(sitting, 0, True, (Button.BACK, Button.LEFT, Button.RIGHT))
    sitting.run(2_000)
    assert sitting.play.pause is None


def test_a_race_is_never_interrupted() -> None:
    sitting = Sitting.of(3)
    opened = served(sitting)
    move(sitting, 0, True)
    sitting.run(2_800)
    sitting.touch(1, decide_ms=600, hold_ms=800)
    sitting.run(400)
    assert not opened, "a hand is being judged"
    sitting.run(2_000)
    assert len(opened) == 1


def test_a_match_below_goes_on_exactly() -> None:
    with_owner, without = Sitting.of(3, auto=True), Sitting.of(3, auto=True)
    served(with_owner)
    move(with_owner, 0, True)
    for sitting in (with_owner, without):
        sitting.run(3_010)
    opened_at_ns = with_owner.now_ns
    move(with_owner, 0, False)
    with_owner.run(60_000)
    with_owner.table.uncover(with_owner.now_ns)
    away_ns = with_owner.now_ns - opened_at_ns
    for sitting in (with_owner, without):
        sitting.run(5_000)
    assert with_owner.state == without.state
    assert with_owner.now_ns - away_ns == without.now_ns


def test_a_match_that_is_left_alone_waits_in_its_pause() -> None:
    sitting = Sitting.of(3, auto=True)
    served(sitting)
    move(sitting, 2, True)
    sitting.run(3_010)
    sitting.table.uncover(sitting.now_ns)
    sitting.table.rest(2, sitting.now_ns)
    before = sitting.state
    sitting.run(20_000)
    assert sitting.play.pause is not None
    assert sitting.play.pause.seat == 2
    assert sitting.state == before


EVENTS = st.lists(st.tuples(st.sampled_from(tuple(Button)), st.integers(1, 900)), max_size=40)


@given(EVENTS)
@settings(max_examples=60)
def test_what_is_heard_is_presses_and_releases_in_turn(moves: list[tuple[Button, int]]) -> None:
    """Whatever is pressed, a scene hears no press of a button that is down, no other release."""
    chord, down, heard_down, now_ns = Chord(), set[Button](), set[Button](), 0
    for button, after_ms in moves:
        now_ns += after_ms * MS
        down ^= {button}
        for event in chord.take(ButtonEvent(0, button, button in down, now_ns, 0)):
            assert event.pressed != (event.button in heard_down)
            heard_down ^= {event.button}
        assert heard_down <= down
        due_ns = chord.due_ns()
        assert (chord.ripe(now_ns) is not None) == (due_ns is not None and due_ns <= now_ns)
        assert due_ns is None or due_ns <= now_ns + HOLD_NS


def test_in_the_lobby_nobody_gets_up_by_the_chord_whatever_comes_first() -> None:
    table = Table((Who.PERSON, Who.PERSON), Settings(), lambda: 1)
    table.service = MenuServices
    for n, button in enumerate((Button.BACK, Button.LEFT, Button.RIGHT)):
        table.handle(ButtonEvent(0, button, True, n * 20_000_000, 0))
    table.tick(HOLD_NS + 40_000_000)
    assert table.scene.service
    table.uncover(HOLD_NS + 50_000_000)
    for button in (Button.LEFT, Button.RIGHT, Button.BACK):
        table.handle(ButtonEvent(0, button, False, HOLD_NS + 60_000_000, 0))
    assert table.who[0] is Who.PERSON


def test_in_the_lobby_back_gets_up_when_it_is_let_go() -> None:
    table = Table((Who.PERSON, Who.PERSON), Settings(), lambda: 1)
    table.handle(ButtonEvent(0, Button.BACK, True, 1, 0))
    assert table.who == (Who.PERSON, Who.PERSON)
    table.handle(ButtonEvent(0, Button.BACK, False, 2, 0))
    assert table.who == (Who.EMPTY, Who.PERSON)
