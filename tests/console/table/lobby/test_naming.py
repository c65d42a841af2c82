"""Names by buttons: from the list, letter by letter, held buttons, answers; several at a time."""

from __future__ import annotations

import pytest

from console.i18n import LANGUAGES, letters
from console.nicknames import LONGEST
from console.table.lobby.naming import Naming, offered, wheel
from console.table.lobby.view import ItemKind, NameView, NamingItem, Refusal
from console.table.names import KnownNames, NameChosen, NameGiven, NamesRequest
from console.table.scene import Scene
from console.table.seating import NamedPerson
from console.table.view import Target, Who
from drivers.events import Button, Fault, SeatFault
from tests.console.table.board_sitting import BoardSitting

LEFT, RIGHT, OK, BACK = Button
BADGER, OWL = NamedPerson(7, "Барсук"), NamedPerson(9, "Сова")


@pytest.fixture
def sitting() -> BoardSitting:
    """A table that knows two people and a ready name; nobody sits there yet."""
    sitting = BoardSitting.of("iota", (Who.EMPTY,) * 4, begin=False)
    sitting.outputs += sitting.table.take_outputs()
    sitting.table.respond(KnownNames((BADGER, OWL), ("Лиса",)), sitting.now_ns)
    return sitting


def ask(sitting: BoardSitting, *seats: int) -> None:
    """Each of them joins, and wants to be called something."""
    for seat in seats:
        sitting.press(seat, OK)
    for seat in seats:
        sitting.press(seat, RIGHT, OK)
        while sitting.start.menu.rows[sitting.start.menu.cursor].key != "name":
            sitting.press(seat, RIGHT)
        sitting.press(seat, OK)


def naming(sitting: BoardSitting, seat: int) -> NameView:
    return next(view for view in sitting.start.names if view.seat == seat)


def walk(sitting: BoardSitting, seat: int, item: NamingItem) -> None:
    """The shorter way round."""
    view = naming(sitting, seat)
    steps = (view.items.index(item) - view.at) % len(view.items)
    if steps <= len(view.items) // 2:
        sitting.press(seat, *(RIGHT,) * steps)
    else:
        sitting.press(seat, *(LEFT,) * (len(view.items) - steps))


def spell(sitting: BoardSitting, seat: int, name: str) -> None:
    """From the list to the letters, and these."""
    sitting.press(seat, LEFT, OK)
    for letter in name.upper():
        walk(sitting, seat, NamingItem(ItemKind.LETTER, letter))
        sitting.press(seat, OK)


def asked(sitting: BoardSitting) -> list[NameChosen]:
    return [output for output in sitting.outputs if isinstance(output, NameChosen)]


def names(sitting: BoardSitting) -> list[str | None]:
    return [seat.name for seat in sitting.start.seats]


def test_the_names_are_asked_for_when_the_lobby_comes_up(sitting: BoardSitting) -> None:
    assert sitting.outputs == [NamesRequest()]
    sitting.table.cover(Scene(), sitting.now_ns)
    sitting.table.uncover(sitting.now_ns)
    assert sitting.table.take_outputs() == [NamesRequest()]


def test_where_no_names_are_kept_there_is_no_line_for_them() -> None:
    sitting = BoardSitting.of("iota", (Who.EMPTY,) * 4, begin=False)
    sitting.press(0, OK, RIGHT, OK)
    assert "name" not in [row.key for row in sitting.start.menu.rows]


def test_whoever_joins_is_a_guest(sitting: BoardSitting) -> None:
    sitting.press(1, OK)
    assert sitting.start.names == ()
    assert names(sitting) == [None] * 4
    assert sitting.start.seats[1].who is Who.PERSON


def test_whoever_has_a_name_may_be_a_guest_again(sitting: BoardSitting) -> None:
    ask(sitting, 1)
    sitting.table.call(1, BADGER)
    sitting.press(1, BACK)
    assert names(sitting)[1] == "Барсук", "nothing was chosen"
    sitting.press(1, RIGHT, OK)
    while sitting.start.menu.rows[sitting.start.menu.cursor].key != "name":
        sitting.press(1, RIGHT)
    sitting.press(1, OK, OK)
    assert names(sitting) == [None] * 4
    assert sitting.start.names == ()


def test_a_kept_name_is_two_presses_away(sitting: BoardSitting) -> None:
    ask(sitting, 2)
    sitting.press(2, RIGHT, OK)
    assert asked(sitting) == [NameChosen(2, "Барсук")]
    assert naming(sitting, 2).asked == "Барсук"
    sitting.table.respond(NameGiven(2, BADGER), sitting.now_ns)
    assert names(sitting) == [None, None, "Барсук", None]
    assert sitting.start.names == ()


def test_nobody_is_offered_a_name_that_sits_at_the_table(sitting: BoardSitting) -> None:
    ask(sitting, 0, 2)
    sitting.press(2, RIGHT, OK)
    sitting.press(0, RIGHT)
    assert naming(sitting, 0).items[1].text == "Барсук"
    sitting.table.respond(NameGiven(2, BADGER), sitting.now_ns)
    assert [item.text for item in naming(sitting, 0).items] == ["", "Сова", "Лиса", ""]


def test_somebody_who_sits_here_already_cannot_sit_twice(sitting: BoardSitting) -> None:
    ask(sitting, 0, 2)
    sitting.press(2, RIGHT, OK)
    sitting.press(0, RIGHT, OK)
    for seat in (2, 0):
        sitting.table.respond(NameGiven(seat, BADGER), sitting.now_ns)
    assert naming(sitting, 0).refused is Refusal.SEATED
    assert names(sitting) == [None, None, "Барсук", None]


def test_a_name_is_written_letter_by_letter(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    spell(sitting, 0, "Ля")
    assert naming(sitting, 0).written == "Ля"
    sitting.press(0, BACK)
    assert naming(sitting, 0).written == "Л"
    walk(sitting, 0, NamingItem(ItemKind.LETTER, "Ё"))
    sitting.press(0, OK)
    walk(sitting, 0, NamingItem(ItemKind.DONE))
    sitting.press(0, OK)
    assert asked(sitting) == [NameChosen(0, "Лё")]


def test_ok_held_on_a_letter_ends_the_name(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    sitting.press(0, LEFT, OK)
    sitting.press(0, OK, hold_ms=900)
    assert asked(sitting) == [NameChosen(0, "А")]


def test_a_held_arrow_goes_on_faster_and_faster(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    sitting.press(0, LEFT, OK)
    first = naming(sitting, 0).at
    sitting.down(0, RIGHT)
    passed = []
    for _ in range(4):
        sitting.run(400)
        passed.append(naming(sitting, 0).at - first)
    sitting.up(0, RIGHT)
    assert passed[0] == 2
    assert passed[1] - passed[0] < passed[3] - passed[2]
    assert passed[3] < 26
    here = naming(sitting, 0).at
    sitting.run(1_000)
    assert naming(sitting, 0).at == here


def test_a_button_that_sticks_goes_nowhere_by_itself(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    sitting.down(0, RIGHT)
    sitting.table.handle(SeatFault(0, Fault.STUCK_BUTTON, True, sitting.now_ns))
    here = naming(sitting, 0).at
    sitting.run(1_000)
    assert naming(sitting, 0).at == here


def test_back_leads_from_the_letters_to_the_list_and_from_there_to_the_menu(
    sitting: BoardSitting,
) -> None:
    ask(sitting, 0)
    sitting.press(0, LEFT, OK, BACK)
    assert naming(sitting, 0).written is None
    assert naming(sitting, 0).items[naming(sitting, 0).at].kind is ItemKind.TYPE
    sitting.press(0, BACK)
    assert sitting.start.names == ()
    assert sitting.start.seats[0].who is Who.PERSON


def test_a_name_that_cannot_be_is_told_and_another_may_be_chosen(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    spell(sitting, 0, "Бе")
    sitting.press(0, OK, hold_ms=900)
    sitting.table.respond(NameGiven(0, None), sitting.now_ns)
    assert naming(sitting, 0).refused is Refusal.CANNOT
    sitting.press(0, BACK)
    assert naming(sitting, 0).refused is None
    assert naming(sitting, 0).written == "Бе"


def test_an_answer_that_never_comes_is_a_refusal(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    sitting.press(0, RIGHT, OK)
    sitting.run(4_000)
    assert naming(sitting, 0).refused is Refusal.CANNOT
    sitting.table.respond(NameGiven(0, BADGER), sitting.now_ns)
    assert names(sitting) == [None] * 4, "they did not wait for it"


def test_several_choose_at_a_time_and_the_menu_is_free_for_others(sitting: BoardSitting) -> None:
    ask(sitting, 0, 1)
    sitting.press(2, OK)
    sitting.press(0, RIGHT)
    sitting.press(1, RIGHT, RIGHT)
    assert [view.at for view in sitting.start.names] == [1, 2]
    assert sitting.start.menu.rows[sitting.start.menu.cursor].key == "start"
    sitting.press(2, RIGHT)
    assert sitting.start.menu.rows[sitting.start.menu.cursor].key == "more"
    sitting.press(2, LEFT, OK)
    assert sitting.table.match is not None, "they are guests"


def test_whoever_has_gone_is_a_guest(sitting: BoardSitting) -> None:
    ask(sitting, 0)
    sitting.run(61_000)
    assert sitting.start.names == ()


def test_a_name_is_chosen_by_touch_too(sitting: BoardSitting) -> None:
    ask(sitting, 3)
    for key in (1, 2):
        for pressed in (True, False):
            sitting.table.point(Target("key", (3, key)), pressed, sitting.now_ns)
    sitting.run(1)
    assert asked(sitting) == [NameChosen(3, "Барсук")]


def test_ready_names_come_behind_kept_ones_and_none_twice() -> None:
    assert offered(["Сова", "Ёж"], ["ёж", "Лиса", "СОВА"], ["Сова"]) == ("Ёж", "Лиса")


@pytest.mark.parametrize("script", LANGUAGES)
def test_every_letter_of_both_alphabets_is_on_its_wheel(script: str) -> None:
    assert set(letters(script)) <= {item.text for item in wheel(script)}
    assert wheel(script)[0].kind is ItemKind.DONE


def test_other_letters_come_round() -> None:
    one = Naming((), "ru", written="")
    seen = []
    for _ in range(3):
        one = Naming((), one.script, len(one.items) - 1, "").press(OK)
        seen.append(one.script)
    assert seen == ["en", "123", "ru"]


def test_words_begin_with_capitals_and_a_name_does_not_grow_too_long() -> None:
    one = Naming((), "en", written="")
    for letter in " ANNA  LEE" + "X" * LONGEST:
        one = Naming((), "en", one.items.index(NamingItem(ItemKind.LETTER, letter)), one.written)
        one = one.press(OK)
    assert one.written == "Anna Leexxxx"
    assert len("Anna Leexxxx") == LONGEST
    assert Naming((), written=" ").done().asked is None
