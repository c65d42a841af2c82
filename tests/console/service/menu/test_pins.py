"""The way in: a PIN chosen at the first visit, asked for ever more slowly after wrong ones."""

from __future__ import annotations

import pytest

from console.service import first_pin
from console.service.errors import trouble_text
from console.service.first_pin import WINDOW_NS
from console.service.menu.view import Digits, MenuText
from console.store.problems import StoreTrouble
from drivers.events import Button
from drivers.times import SECOND
from tests.console.service.menu.conftest import Visits
from tests.console.service.menu.visit import BACK, LEFT, OK, PIN, RIGHT, Visit
from tests.console.store.disk import full_from, remembered


def digits(visit: Visit) -> Digits:
    assert isinstance(visit.body, Digits)
    return visit.body


def test_the_first_visit_chooses_one_and_gives_it_twice(visit: Visits) -> None:
    here = visit()
    here.open()
    assert digits(here).prompt == "There is no PIN yet: choose one, 4 digits at least"
    here.type("2580")
    assert here.store.pin() is None
    here.type("2581")
    assert here.note == "The two differ: give it anew."
    here.type("258")
    assert here.note == "A PIN has 4 digits at least."
    here.type("2580")
    here.type("2580")
    kept = here.store.pin()
    assert kept is not None
    assert kept.is_right("2580")
    assert here.view.title == "Service menu"
    assert here.view.path == ()


def test_it_is_asked_for_from_then_on(visit: Visits) -> None:
    here = visit()
    here.set_pin()
    here.open()
    assert digits(here).prompt == "The owner's PIN"
    here.type(PIN)
    assert not isinstance(here.body, Digits)


def test_no_digit_is_ever_shown_but_the_one_on_the_wheel(visit: Visits) -> None:
    here = visit()
    here.set_pin()
    here.open()
    here.press(*[RIGHT] * 7, OK, RIGHT, OK)
    assert digits(here) == Digits("The owner's PIN", 2, "8")
    here.press(BACK)
    assert digits(here).filled == 1
    here.press(BACK)
    assert here.inside()
    here.press(BACK)
    assert not here.inside()


def test_wrong_ones_are_slowed_and_leaving_shortens_nothing(visit: Visits) -> None:
    here = visit()
    here.set_pin()
    here.open()
    for _ in range(3):
        here.type("1111")
        assert here.note == "This is not the PIN."
    assert digits(here).wait_s == 5
    here.type(PIN)
    assert isinstance(here.body, Digits), "too soon to try"
    while here.inside():
        here.press(BACK)
    here.open()
    assert 0 < digits(here).wait_s <= 5
    here.wait(6)
    assert digits(here).wait_s == 0
    here.type(PIN)
    assert here.view.title == "Service menu"
    assert not isinstance(here.body, Digits)


def test_what_is_pressed_while_no_wheel_is_seen_gives_no_digit(visit: Visits) -> None:
    """It would be a wrong PIN again, and a longer wait."""
    here = visit()
    here.set_pin()
    here.open()
    for _ in range(3):
        here.type("1111")
    assert [hint.buttons for hint in here.view.keys] == [(BACK,)]
    here.press(RIGHT, OK, OK)
    here.wait(6)
    assert (digits(here).filled, digits(here).wheel) == (0, "0")


def test_a_wait_counts_down_by_itself(visit: Visits) -> None:
    here = visit()
    here.set_pin()
    here.open()
    for _ in range(3):
        here.type("1111")
    seen = []
    for _ in range(12):
        seen.append(digits(here).wait_s)
        here.wait(0.5)
    assert seen[0] == 5
    assert seen[-1] == 0
    assert sorted(seen, reverse=True) == seen


def test_another_pin_from_inside(visit: Visits) -> None:
    here = visit()
    here.enter()
    here.to("PIN")
    here.type("1234")
    here.type("1234")
    assert here.note == "The PIN is set."
    assert here.view.title == "Service menu"
    kept = here.store.pin()
    assert kept is not None
    assert kept.is_right("1234")


def test_most_digits_are_twelve(visit: Visits) -> None:
    here = visit()
    here.open()
    here.press(*[OK] * 20)
    assert digits(here).filled == 12


def test_without_a_readable_store_nobody_comes_in(visit: Visits) -> None:
    here = visit()
    here.set_pin()
    here.store.path.write_bytes(b"no database" * 200)
    here.open()
    assert isinstance(here.body, MenuText)
    here.press(OK, *Button)
    assert not here.inside()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_with_a_full_disk_wrong_pins_are_slowed_and_the_right_one_comes_in_and_learns_of_it(
    visit: Visits, language: str
) -> None:
    here = visit(language=language)
    here.set_pin()
    with remembered(here.folder) as disk:
        full_from(disk, lambda: 0)
        here.open()
        for _ in range(3):
            here.type("1111")
        assert digits(here).wait_s == 5
        here.wait(6)
        here.type(PIN)
        assert here.note == trouble_text(here.words, StoreTrouble.DISK_FULL)
        here.to("PIN")
        for _ in range(2):
            here.type("1234")
        assert here.note == trouble_text(here.words, StoreTrouble.DISK_FULL)
    kept = here.store.pin()
    assert kept is not None
    assert kept.is_right(PIN)
    assert kept.failures == 0


def test_with_a_full_disk_who_has_no_pin_stays_outside_and_learns_of_it(visit: Visits) -> None:
    here = visit()
    with remembered(here.folder) as disk:
        full_from(disk, lambda: 0)
        here.open()
        for _ in range(2):
            here.type("1234")
        assert isinstance(here.body, Digits)
        assert here.note == trouble_text(here.words, StoreTrouble.DISK_FULL)
    here.type("1234")
    assert here.note == "The PIN is set.", "once there is room"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_after_the_ten_minutes_nobody_comes_in_and_how_the_owner_sets_one_is_told(
    visit: Visits, language: str
) -> None:
    here = visit(language=language)
    here.now_ns += WINDOW_NS
    here.open()
    assert isinstance(here.body, MenuText)
    told = " ".join(line.text for line in here.body.lines)
    assert "khvatka service pin --set" in told
    here.press(OK, RIGHT, LEFT, OK)
    assert isinstance(here.body, MenuText)
    here.press(BACK)
    assert not here.inside()


def test_who_takes_more_than_the_ten_minutes_chooses_none(visit: Visits) -> None:
    here = visit()
    here.now_ns += WINDOW_NS - 20 * SECOND
    here.open()
    here.type("1234")
    here.wait(20)
    here.type("1234")
    assert isinstance(here.body, MenuText)
    assert here.store.pin() is None


def test_a_pin_that_was_set_at_the_machine_meanwhile_holds(visit: Visits) -> None:
    here = visit()
    here.open()
    here.type("1234")
    here.set_pin()
    here.type("1234")
    assert digits(here).prompt == "The owner's PIN"
    kept = here.store.pin()
    assert kept is not None
    assert kept.is_right(PIN)


def test_another_start_of_the_computer_ends_the_ten_minutes(
    visit: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = visit()
    monkeypatch.setattr(first_pin, "boot_id", lambda: "another")
    here.open()
    assert isinstance(here.body, MenuText)


def test_what_back_does_is_what_it_says(visit: Visits) -> None:
    """From a new PIN it leads back into the menu, from the first page out of it."""
    owner = visit(language="en")
    owner.open()
    assert owner.view.keys[-1].text == "leave the menu"
    owner.press(BACK)
    assert not owner.inside()
    owner.enter()
    owner.to("PIN")
    assert owner.view.keys[-1].text == "back"
    owner.press(BACK)
    assert owner.inside()
